// Lines, ranges, cuts and continuation of text, whole and in pieces.
#include "text/text_session.h"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>

#include "read/json.h"

namespace lectern {
namespace {

struct Reading {
  ReadRequest request;
  ReadOptions options;
  TextSource source;

  Reading() { request.file_path = "notes.txt"; }
  Reading& lines(std::uint64_t offset, std::optional<std::uint64_t> limit = {}) {
    request.offset = offset;
    request.limit = limit;
    return *this;
  }
  Reading& column(std::uint64_t column) {
    request.column = column;
    return *this;
  }
  ToolResult of(std::string_view bytes, std::size_t chunk_bytes = std::size_t{1} << 20) const {
    TextSession session(request, options, source);
    for (std::size_t at = 0; at < bytes.size(); at += chunk_bytes) {
      session.push(as_bytes(bytes.substr(at, chunk_bytes)));
    }
    return session.finish();
  }
};

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

/// "line 1\nline 2\n…"
std::string numbered_lines(std::size_t count) {
  std::string text;
  for (std::size_t i = 1; i <= count; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

// Under AddressSanitizer, memory that was given back stays in use for a while.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t kMostMoreBytes = 32 << 20;
#else
constexpr std::size_t kMostMoreBytes = 8 << 20;
#endif

/// Memory of this process that is in use now.
std::size_t resident_bytes() {
  std::size_t pages = 0;
  std::ifstream statistics("/proc/self/statm");
  REQUIRE(statistics >> pages >> pages);
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

TEST_CASE("lines are numbered as the layout says") {
  Reading reading;
  CHECK(reading.of("a\nb\n").content == "     1\ta\n     2\tb");
  reading.options.text.line_numbers = LineNumbers::kArrow;
  CHECK(reading.of("a\nb\n").content ==
        "1\xE2\x86\x92"
        "a\n2\xE2\x86\x92"
        "b");
  reading.options.text.line_numbers = LineNumbers::kNone;
  CHECK(reading.of("a\nb\n").content == "a\nb");
}

TEST_CASE("a line number of more than six digits widens its own line only") {
  const std::string text = repeated("\n", 1'000'000) + "end";
  const ToolResult result = Reading().lines(999'999).of(text);
  CHECK(result.content == "999999\t\n1000000\t\n1000001\tend");
}

TEST_CASE("the last line counts with or without a final newline, and a newline starts no line") {
  CHECK(Reading().of("a\nb").total_lines == 2);
  CHECK(Reading().of("a\nb\n").total_lines == 2);
  CHECK(Reading().of("\n\n").total_lines == 2);
  CHECK(Reading().of("a\nb").metadata.final_newline == false);
  CHECK(Reading().of("a\nb\n").metadata.final_newline == true);
}

TEST_CASE("an empty file is a success that says so") {
  for (const std::string_view bytes : {"", "\xEF\xBB\xBF"}) {
    const ToolResult result = Reading().of(bytes);
    CHECK(result.success);
    CHECK(result.content == "(empty file)");
    CHECK(result.total_lines == 0);
    CHECK(result.line_count == 0);
  }
}

TEST_CASE("an offset past the end is out of range and names both numbers") {
  const ToolResult result = Reading().lines(500).of(numbered_lines(120));
  CHECK_FALSE(result.success);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kOutOfRange);
  CHECK(result.error->message == "offset 500 is past the end: the file has 120 lines");
  CHECK(Reading().lines(2).of("").error->message ==
        "offset 2 is past the end: the file has 0 lines");
  CHECK(Reading().lines(120).of(numbered_lines(120)).success);
}

TEST_CASE("a column past the end of its line is out of range") {
  const ToolResult result = Reading().lines(1).column(4).of("abc\ndef\n");
  REQUIRE(result.error);
  CHECK(result.error->message == "column 4 is past the end: line 1 has 3 characters");
}

TEST_CASE("an explicit range that is delivered is not truncated, yet says how to go on") {
  const ToolResult result = Reading().lines(100, 50).of(numbered_lines(1234));
  CHECK(result.start_line == 100);
  CHECK(result.end_line == 149);
  CHECK(result.line_count == 50);
  CHECK(result.total_lines == 1234);
  CHECK(result.short_result == "Read 50 of 1234 lines");
  CHECK_FALSE(result.truncated);
  CHECK_FALSE(result.truncation);
  CHECK(result.content.ends_with(
      "   149\tline 149\n(Showing 50 of 1,234 total lines. Next: offset=150)"));
}

TEST_CASE("the default limit truncates by lines and gives the next call") {
  const ToolResult result = Reading().of(numbered_lines(2001));
  CHECK(result.truncated);
  REQUIRE(result.truncation);
  CHECK(result.truncation->cause == TruncationCause::kLines);
  REQUIRE(result.truncation->next);
  CHECK(result.truncation->next->offset == 2001);
  CHECK(result.truncation->next->file_path == "notes.txt");
  CHECK(result.content.ends_with("(Showing 2,000 of 2,001 total lines. Next: offset=2001)"));
  CHECK_FALSE(Reading().of(numbered_lines(2000)).truncated);
}

TEST_CASE("a long line is cut at a character and can be read on from there") {
  const std::string line = repeated("\xF0\x9F\x98\x80", 2001);
  const ToolResult cut = Reading().of(line);
  CHECK(cut.truncated);
  CHECK(cut.truncation->cause == TruncationCause::kColumns);
  CHECK(cut.truncation->next->offset == 1);
  CHECK(cut.truncation->next->column == 2001);
  CHECK(cut.content == "     1\t" + repeated("\xF0\x9F\x98\x80", 2000) +
                           "... (truncated)\n(Line 1 goes on. Next: offset=1, column=2001)");
  const ToolResult rest = Reading().lines(1).column(2001).of(line);
  CHECK(rest.content == "     1\t\xF0\x9F\x98\x80");
  CHECK_FALSE(rest.truncated);
  CHECK_FALSE(Reading().of(repeated("x", 2000) + "\r\n").truncated);
}

TEST_CASE("following truncation.next reads a line of 62,000 characters to its end") {
  std::string line;
  for (int i = 0; line.size() < 62'000; ++i) line += std::to_string(i) + ",";
  const std::string bytes = "first\n" + line + "\nlast\n";
  Reading reading;
  reading.options.text.line_numbers = LineNumbers::kNone;
  reading.request.limit = 1;
  reading.request.offset = 2;
  std::string seen;
  for (int reads = 0; reads < 100; ++reads) {
    const ToolResult result = reading.of(bytes);
    REQUIRE(result.success);
    const std::size_t mark = result.content.find("... (truncated)");
    seen += result.content.substr(0, std::min(mark, result.content.find('\n')));
    if (!result.truncated) break;
    reading.request = *result.truncation->next;
  }
  CHECK(seen == line);
}

TEST_CASE("content stays within maxContentChars, cut at a line, note included") {
  Reading reading;
  reading.options.limits.max_content_chars = 1000;
  const ToolResult result = reading.of(numbered_lines(500));
  CHECK(result.content.size() <= 1000);
  CHECK(result.truncation->cause == TruncationCause::kBytes);
  CHECK(result.truncation->next->offset == result.end_line + 1);
  CHECK(result.content.find("\n(Showing ") != std::string::npos);
}

TEST_CASE("content that fits maxContentChars exactly is not cut") {
  Reading reading;
  const std::string bytes = numbered_lines(20);
  reading.options.limits.max_content_chars = reading.of(bytes).content.size();
  CHECK_FALSE(reading.of(bytes).truncated);
  reading.options.limits.max_content_chars -= 1;
  CHECK(reading.of(bytes).truncated);
}

TEST_CASE("a single line over the budget is cut inside, so that every read gets on") {
  Reading reading;
  reading.options.limits.max_content_chars = 500;
  CHECK(reading.of(repeated("x", 3000)).truncation->cause == TruncationCause::kColumns);
  reading.options.limits.max_content_chars = 100'000;
  reading.options.limits.max_tokens = 100;
  const ToolResult result = reading.of(repeated("\xE6\x88\x91", 3000));
  CHECK(result.truncation->cause == TruncationCause::kColumns);
  CHECK(result.truncation->next->column > 1);
  CHECK(result.truncation->next->column < 100);
}

TEST_CASE("maxTokens counts an ideograph as a token and four ASCII characters as one") {
  Reading reading;
  reading.options.limits.max_tokens = 400;
  const auto ascii = reading.of(repeated(repeated("abcd", 10) + "\n", 100));
  const auto ideographs = reading.of(repeated(repeated("\xE6\x88\x91", 40) + "\n", 100));
  CHECK(ascii.truncation->cause == TruncationCause::kTokens);
  CHECK(ideographs.truncation->cause == TruncationCause::kTokens);
  CHECK(ascii.line_count > 2 * ideographs.line_count);
}

TEST_CASE(
    "line ends: CRLF shows as LF, a lone CR stays, CR alone splits, other separators do not") {
  CHECK(Reading().of("a\r\nb\r\n").content == "     1\ta\n     2\tb");
  CHECK(Reading().of("a\r\nb\r\n").metadata.eol == LineEnd::kCrlf);
  CHECK(Reading().of("a\nb\r\n").metadata.eol == LineEnd::kMixed);
  CHECK(Reading().of("a\rb\nc\r").content == "     1\ta\rb\n     2\tc\r");
  CHECK(Reading().of("a\rb\nc\r").metadata.eol == LineEnd::kLf);
  CHECK(Reading().of("a\rb\r").content == "     1\ta\n     2\tb");
  CHECK(Reading().of("a\rb\r").metadata.eol == LineEnd::kCr);
  CHECK(Reading().of("a\r\r\nb").content == "     1\ta\r\n     2\tb");
  CHECK(Reading()
            .of("a\xC2\x85"
                "b\xE2\x80\xA8"
                "c\x0B"
                "d\x0C"
                "e")
            .total_lines == 1);
  CHECK_FALSE(Reading().of("a").metadata.eol);
}

TEST_CASE("tabs, blanks and byte order marks inside the text are kept") {
  CHECK(Reading().of("\tx  \n \n").content == "     1\t\tx  \n     2\t ");
  CHECK(Reading()
            .of("a\n\xEF\xBB\xBF"
                "b\n")
            .content ==
        "     1\ta\n     2\t\xEF\xBB\xBF"
        "b");
}

TEST_CASE("a NUL makes binary data of 8-bit text wherever it stands") {
  std::string text = numbered_lines(20'000);
  CHECK(Reading().of(text).success);
  text[text.size() - 5] = '\0';
  const ToolResult result = Reading().of(text);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kBinaryFile);
  CHECK(result.error->message == "Binary files cannot be read as text");
  CHECK(result.content_type == ContentType::kBinary);
}

TEST_CASE("an unknown encoding is an invalid argument") {
  Reading reading;
  reading.options.text.encoding = "klingon";
  CHECK(reading.of("a").error->code == ErrorCode::kInvalidArgument);
}

TEST_CASE("a forced encoding wins over the guess") {
  Reading reading;
  reading.options.text.encoding = "cp1251";
  const ToolResult result = reading.of("\xEF\xF0\xE8");
  CHECK(result.content == "     1\t\xD0\xBF\xD1\x80\xD0\xB8");
  CHECK(result.metadata.encoding == "windows-1251");
  CHECK_FALSE(result.metadata.encoding_confidence_percent);
}

TEST_CASE("text over maxTextBytes is refused with the limit") {
  Reading reading;
  reading.options.limits.max_text_bytes = 1'048'576;
  CHECK(reading.of(repeated("x\n", 600'000)).error->message == "Text file exceeds 1MB limit");
  reading.source.size_bytes = 2'097'152;
  CHECK(reading.of("x").error->message == "Text file exceeds 1MB limit (actual: 2.00MB)");
}

TEST_CASE("beyond countLinesUpToBytes reading stops and the total is unknown") {
  Reading reading;
  reading.options.text.count_lines_up_to_bytes = 100'000;
  reading.lines(1, 3);
  const std::string bytes = numbered_lines(200'000);
  TextSession session(reading.request, reading.options);
  std::size_t pushed = 0;
  while (session.push(as_bytes(std::string_view(bytes).substr(pushed, 1000))) ==
         TextSession::Status::kMore) {
    pushed += 1000;
  }
  CHECK(pushed < 300'000);
  const ToolResult result = session.finish();
  CHECK(result.total_lines == -1);
  CHECK(result.content_hash.empty());
  CHECK(result.content.ends_with("(Showing 3 of an unknown number of lines. Next: offset=4)"));
  CHECK(result.short_result == "Read 3 lines");
  CHECK(reading.of(numbered_lines(1000)).total_lines == 1000);
}

TEST_CASE("the outcome does not depend on how the bytes are cut") {
  std::mt19937 random(20240601);  // NOLINT: a fixed seed makes failures repeatable
  const std::string_view pieces[] = {
      "line\n", "\r\n",     "\r",    "\xE6\x88\x91", "\xF0\x9F\x98\x80", "\xC3\xA9",
      "\xFF",   "\xE6\x88", "word ", "\x1B[31m",     "\x1B$B!!\x1B(B",   "\xEF\xBB\xBF"};
  for (int round = 0; round < 60; ++round) {
    std::string bytes = round % 7 == 3 ? "\xFF\xFE" : "";
    const std::size_t count = random() % (round % 10 == 0 ? 60'000 : 300);
    for (std::size_t i = 0; i < count; ++i) bytes += pieces[random() % std::size(pieces)];
    Reading reading;
    reading.lines(1 + random() % 20, 1 + random() % 50);
    if (round % 3 == 0) reading.request.column = 1 + random() % 3;
    if (round % 4 == 0) reading.options.limits.max_line_chars = 1 + random() % 10;
    if (round % 5 == 0) reading.options.text.count_lines_up_to_bytes = random() % 100'000;
    const std::string whole = to_json_text(reading.of(bytes));
    for (const std::size_t chunk :
         {std::size_t{1}, std::size_t{1 + random() % 7}, std::size_t{1 + random() % 100'000}}) {
      INFO("round " << round << ", chunks of " << chunk);
      CHECK(to_json_text(reading.of(bytes, chunk)) == whole);
    }
    TextSession session(reading.request, reading.options);
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t size = std::min<std::size_t>(bytes.size() - at, random() % (at + 10));
      session.push(as_bytes(std::string_view(bytes).substr(at, size)));
      at += size;
    }
    INFO("round " << round << ", pieces of all sizes, none too");
    CHECK(to_json_text(session.finish()) == whole);
  }
}

TEST_CASE("a far line of gigabytes is read in bounded memory") {
  // Line 100,000,000 of ten gigabytes with LECTERN_BIG_TESTS, line 10,000,000 of one without. 100 bytes a line; the
  // block is pushed again and again, nothing is ever that large.
  const std::uint64_t first =
      std::getenv("LECTERN_BIG_TESTS") != nullptr ? 100'000'000 : 10'000'000;
  const std::string line = repeated("0123456789", 9) + "abcdefghi\n";
  const std::string block = repeated(line, 100'000);
  Reading reading;
  reading.lines(first, 2);
  reading.options.hash = HashKind::kNone;
  reading.options.text.count_lines_up_to_bytes = 0;
  TextSession session(reading.request, reading.options);
  const std::size_t before = resident_bytes();
  std::size_t most = before;
  std::uint64_t pushed = 0;
  while (session.push(as_bytes(block)) == TextSession::Status::kMore) {
    pushed += block.size();
    most = std::max(most, resident_bytes());
  }
  CHECK(pushed >= 99 * first);
  CHECK(most - before < kMostMoreBytes);
  const ToolResult result = session.finish();
  CHECK(result.start_line == first);
  CHECK(result.content.starts_with(std::to_string(first) + "\t0123456789"));
}

TEST_CASE("a session without the tables that a text needs is done at once and says so") {
  Reading reading;
  constexpr std::string_view kNoTables = "none";
  reading.options.encoding_tables.packed = as_bytes(kNoTables);
  const std::string text = repeated("caf\xE9 au lait\n", 100'000);
  TextSession session(reading.request, reading.options, {text.size(), {}});
  std::size_t pushed = 0;
  constexpr std::size_t kPiece = std::size_t{64} << 10;
  while (pushed < text.size() && session.push(as_bytes(std::string_view(text).substr(
                                     pushed, kPiece))) == TextSession::Status::kMore) {
    pushed += kPiece;
  }
  CHECK(pushed < 2 * TextStream::kWindowBytes);
  const ToolResult result = session.finish();
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kUnsupportedFormat);
  CHECK(result.error->message ==
        "text that is not Unicode needs the tables of the legacy encodings, which are not loaded");
  CHECK_FALSE(result.metadata.encoding);
  CHECK_FALSE(session.index().totals());

  reading.options.text.encoding = "latin1";
  const ToolResult forced = reading.of("abc\n");
  REQUIRE(forced.error);
  CHECK(forced.error->message ==
        "windows-1252 text needs the tables of the legacy encodings, which are not loaded");
  CHECK(forced.metadata.encoding == "windows-1252");

  reading.options.encoding_tables = {};
  CHECK(reading.of("abc\n").success);
}

TEST_CASE("a session that goes on in a text without its tables is done before it begins") {
  Reading reading;
  const std::string text = repeated("caf\xE9 au lait\n", 300'000);
  TextSession first(reading.request, reading.options, {text.size(), {}});
  first.push(as_bytes(text));
  CHECK(first.finish().success);

  constexpr std::string_view kNoTables = "none";
  reading.lines(290'000, 10).options.encoding_tables.packed = as_bytes(kNoTables);
  TextSession second(reading.request, reading.options, {text.size(), first.index()});
  CHECK(second.start() > 0);
  CHECK(second.push(as_bytes(std::string_view(text).substr(second.start(), 1))) ==
        TextSession::Status::kDone);
  const ToolResult result = second.finish();
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kUnsupportedFormat);
}

}  // namespace lectern
