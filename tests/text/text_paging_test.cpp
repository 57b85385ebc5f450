// What a reader gets that follows `truncation.next`, from the start, from the end and in ranges.
#include <algorithm>
#include <random>

#include "text/text_reading.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::string_view kMark = "... (truncated)";

/// What came of each line, and how many reads it took.
struct Seen {
  std::map<std::uint64_t, std::string> lines;
  std::map<std::uint64_t, int> times;  ///< that the line began
  std::size_t reads = 0;
};

/// Follows `next`; of each line that is shown cut among others, reads the rest by calls of its own.
Seen walk(const TextRead& first, std::string_view bytes, bool reads_rests = true) {
  constexpr std::size_t kMaxReads = 5000;
  Seen seen;
  std::optional<ReadRequest> request = first.request;
  while (request) {
    TextRead read = first;
    read.request = *request;
    const ToolResult result = read.of(bytes);
    REQUIRE(result.success);
    REQUIRE(++seen.reads < kMaxReads);
    const auto limit = first.options.limits.max_content_chars;
    if (limit > 1000) CHECK(utf8_length(result.content) <= limit);
    const auto lines = numbered(result.content);
    CHECK(lines.size() == result.line_count);
    const auto& truncation = result.truncation;
    request = truncation ? truncation->next : std::nullopt;
    for (auto [number, text] : lines) {
      if (read.request.column.value_or(1) == 1 || number != read.request.offset) {
        ++seen.times[number];
      }
      const bool is_cut = text.ends_with(kMark);
      if (is_cut) text.resize(text.size() - kMark.size());
      seen.lines[number] += text;
      const bool goes_on = request && request->column && request->offset == number;
      if (!is_cut || goes_on || !reads_rests) continue;
      TextRead rest = first;
      rest.request = {};
      rest.request.file_path = "notes.txt";
      rest.request.offset = number;
      const std::uint64_t begin =
          read.request.offset == number ? read.request.column.value_or(1) : 1;
      rest.request.column = begin + utf8_length(text);
      rest.request.limit = 1;
      const Seen more = walk(rest, bytes);
      REQUIRE(more.lines.size() == 1);
      seen.lines[number] += more.lines.at(number);
      seen.reads += more.reads;
    }
  }
  return seen;
}

std::vector<std::string> random_lines(std::mt19937& random, std::size_t count, bool ideographs) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t chars = random() % 5 == 0 ? random() % 400 : random() % 30;
    std::string line;
    for (std::size_t c = 0; c < chars; ++c) {
      if (ideographs && random() % 2 == 0) {
        line += "\xE6\x88\x91";
      } else {
        line += static_cast<char>('a' + random() % 26);
      }
    }
    lines.push_back(line);
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

ToolResult last_lines(std::uint64_t count, std::string_view bytes,
                      std::optional<std::uint64_t> limit = {}) {
  TextRead read;
  read.request.from_end = count;
  read.request.limit = limit;
  return read.of(bytes);
}

}  // namespace

TEST_CASE("following next, each line comes once and whole, whatever the lines and limits") {
  std::mt19937 random(20'261'123);  // NOLINT: the same texts in each run
  for (int round = 0; round < 150; ++round) {
    const auto lines = random_lines(random, 1 + random() % 120, round % 3 == 0);
    TextRead read;
    Limits& limits = read.options.limits;
    limits.max_lines = 1 + random() % 60;
    limits.max_line_chars = 1 + random() % 150;
    limits.max_content_chars = 300 + random() % 3000;
    if (round % 4 == 0) limits.max_tokens = 60 + random() % 500;
    std::uint64_t first = 1;
    std::uint64_t last = lines.size();
    switch (round % 5) {
      case 1:
        read.request.offset = first = 1 + random() % lines.size();
        break;
      case 2:
        read.request.offset = first = 1 + random() % lines.size();
        read.request.limit = 1 + random() % lines.size();
        last = std::min(last, first + *read.request.limit - 1);
        break;
      case 3:
        read.request.from_end = 1 + random() % lines.size();
        first = last - *read.request.from_end + 1;
        break;
      case 4:
        read.request.from_end = 1 + random() % lines.size();
        first = last - *read.request.from_end + 1;
        read.request.limit = 1 + random() % lines.size();
        last = std::min(last, first + *read.request.limit - 1);
        break;
      default:
        break;
    }
    CAPTURE(round, lines.size(), first, last, limits.max_lines, limits.max_line_chars,
            limits.max_content_chars, limits.max_tokens.value_or(0));
    const Seen seen = walk(read, joined(lines));
    REQUIRE(seen.lines.size() == last - first + 1);
    for (std::uint64_t number = first; number <= last; ++number) {
      CAPTURE(number);
      CHECK(seen.lines.at(number) == lines[number - 1]);
      CHECK(seen.times.at(number) == 1);
    }
  }
}

TEST_CASE("many long lines do not hold up next: it never goes back") {
  std::string text;
  for (int i = 0; i < 300; ++i) text += std::string(2500, 'x') + "\n";
  TextRead read;
  const ToolResult result = read.of(text);
  REQUIRE(result.truncation);
  CHECK(result.truncation->cause == TruncationCause::kBytes);
  CHECK(result.truncation->next->offset == result.end_line + 1);
  CHECK_FALSE(result.truncation->next->column);
  CHECK(result.metadata.warnings[0] ==
        "49 lines cut: the first goes on at offset=1, column=2001, limit=1");
  CHECK(result.content.find("\n(Cut lines: 1-49. The rest of the first: offset=1, column=2001, "
                            "limit=1)\n(Showing 49 of 300 total lines. Next: offset=50)") !=
        std::string::npos);
  const Seen seen = walk(read, text, false);
  // Six pages of 49 lines, one of six, and the rest of the first line on that.
  CHECK(seen.reads == 8);
  CHECK(seen.lines.size() == 300);
}

TEST_CASE("a limit that the budget cuts goes on with what is left of it") {
  TextRead read;
  read.request.offset = 11;
  read.request.limit = 60;
  read.options.limits.max_content_chars = 900;
  const ToolResult result = read.of(lines_of_numbers(500));
  REQUIRE(result.truncation);
  CHECK(result.truncation->next->offset == result.end_line + 1);
  CHECK(result.truncation->next->limit == 60 - result.line_count);
}

TEST_CASE("a negative offset shows the last lines with their numbers") {
  const std::string text = lines_of_numbers(1234);
  const ToolResult result = last_lines(3, text);
  CHECK(result.content == "  1232\tline 1232\n  1233\tline 1233\n  1234\tline 1234");
  CHECK(result.start_line == 1232);
  CHECK(result.total_lines == 1234);
  CHECK_FALSE(result.truncated);
  CHECK(last_lines(2, "a\nb\nc").content == "     2\tb\n     3\tc");
  CHECK(last_lines(2, "a\rb\rc\r").content == "     2\tb\n     3\tc");
  CHECK(last_lines(9, "a\nb\n").content == "     1\ta\n     2\tb");
  CHECK(last_lines(9, "").content == "(empty file)");
}

TEST_CASE("a negative offset and a limit show the first of the last lines") {
  const ToolResult result = last_lines(100, lines_of_numbers(1234), 2);
  CHECK(
      result.content ==
      "  1135\tline 1135\n  1136\tline 1136\n(Showing 2 of 1,234 total lines. Next: offset=1137)");
  CHECK_FALSE(result.truncated);
}

TEST_CASE("of more last lines than a result holds the last come first, then those before") {
  const ToolResult result = last_lines(5000, lines_of_numbers(9000));
  CHECK(result.end_line == 9000);
  CHECK(result.line_count == 2000);
  REQUIRE(result.truncation);
  CHECK(result.truncation->cause == TruncationCause::kLines);
  CHECK(result.truncation->next->offset == 4001);
  CHECK(result.truncation->next->limit == 3000);
  CHECK(result.content.ends_with(
      "(Showing 2,000 of 9,000 total lines. Next: offset=4001, limit=3000)"));
}

TEST_CASE("a limit so far from the end that no memory holds its lines names the call for them") {
  TextRead read;
  read.request.from_end = 40'000;
  read.request.limit = 10;
  const std::string text = lines_of_numbers(50'000);
  const ToolResult result = read.of(text);
  CHECK(result.success);
  CHECK(result.content == "(Showing 0 of 50,000 total lines. Next: offset=10001, limit=10)");
  read.request = *result.truncation->next;
  CHECK(read.of(text).content.starts_with(" 10001\tline 10001\n"));
}

TEST_CASE("ranges are shown with their true numbers and a mark where lines are left out") {
  TextRead read;
  read.request.lines = {{5, {}}, {1, 2}};
  const ToolResult result = read.of(lines_of_numbers(6));
  CHECK(result.content ==
        "     1\tline 1\n     2\tline 2\n(Lines 3-4 left out)\n     5\tline 5\n     6\tline 6");
  CHECK(result.start_line == 1);
  CHECK(result.end_line == 6);
  CHECK(result.line_count == 4);
  CHECK_FALSE(result.truncated);
  read.request.lines = {{1, 1}, {3, 3}, {2, 3}};
  CHECK(read.of("a\nb\nc\nd\n").content ==
        "     1\ta\n     2\tb\n     3\tc\n(Showing 3 of 4 total lines)");
  read.request.lines = {{1, 1}, {3, 3}};
  CHECK(read.of("a\nb\nc\n").content == "     1\ta\n(Line 2 left out)\n     3\tc");
}

TEST_CASE("ranges past the end are named; none within it is out of range") {
  TextRead read;
  read.request.lines = {{2, 2}, {9, 12}, {20, {}}};
  const ToolResult result = read.of("a\nb\n");
  CHECK(result.content == "     2\tb\n(Lines 9-12,20- are past the end: the file has 2 lines)");
  CHECK(result.metadata.warnings[0] == "lines 9-12,20- are past the end: the file has 2 lines");
  CHECK_FALSE(result.truncated);
  read.request.lines = {{9, 12}};
  CHECK(read.of("a\nb\n").error->message == "lines 9-12 are past the end: the file has 2 lines");
}

TEST_CASE("following next through ranges, each line asked for comes once") {
  std::mt19937 random(7);  // NOLINT: the same ranges in each run
  for (int round = 0; round < 100; ++round) {
    const auto lines = random_lines(random, 200, false);
    TextRead read;
    read.options.limits.max_content_chars = 500 + random() % 4000;
    read.options.limits.max_lines = 1 + random() % 100;
    read.options.limits.max_line_chars = 1 + random() % 300;
    std::map<std::uint64_t, int> wanted;
    for (unsigned i = 0; i <= random() % 4; ++i) {
      const std::uint64_t first = 1 + random() % 200;
      std::optional<std::uint64_t> last = std::min<std::uint64_t>(200, first + random() % 60);
      for (std::uint64_t number = first; number <= *last; ++number) wanted[number] = 1;
      if (*last == 200) last.reset();
      read.request.lines.push_back({first, last});
    }
    CAPTURE(round);
    const Seen seen = walk(read, joined(lines));
    CHECK(seen.times == wanted);
    for (const auto& [number, text] : seen.lines) CHECK(text == lines[number - 1]);
  }
}

TEST_CASE("ranges, the end and searches do not depend on how the bytes are cut") {
  std::mt19937 random(99);  // NOLINT: the same texts in each run
  const std::string_view pieces[] = {"word ", "Needle",       "\n", "\r\n",
                                     "\r",    "\xE6\x88\x91", "x",  "\xFF"};
  for (int round = 0; round < 60; ++round) {
    std::string bytes;
    const std::size_t count = random() % 4000;
    for (std::size_t i = 0; i < count; ++i) bytes += pieces[random() % std::size(pieces)];
    TextRead read;
    if (round % 3 == 0) read.request.from_end = 1 + random() % 50;
    if (round % 3 == 1) read.request.lines = {{2, 5}, {9, {}}};
    if (round % 3 == 2) read.request.search = "needle word";
    read.options.limits.max_content_chars = 500 + random() % 5000;
    const ToolResult whole = read.of(bytes);
    for (const std::size_t chunk : {std::size_t{1}, std::size_t{1 + random() % 900}}) {
      CAPTURE(round, chunk);
      const ToolResult result = read.of(bytes, chunk);
      CHECK(result.content == whole.content);
      CHECK(result.line_count == whole.line_count);
    }
  }
}

TEST_CASE("a negative offset counts lines over many pieces") {
  TextRead read;
  read.request.from_end = 10;
  read.options.hash = HashKind::kNone;
  const std::string block = lines_of_numbers(100'000);
  TextSession session(read.request, read.options);
  for (int i = 0; i < 40; ++i) session.push(as_bytes(block));
  const ToolResult result = session.finish();
  CHECK(result.total_lines == 4'000'000);
  CHECK(result.content.starts_with("3999991\tline 99991\n"));
}

TEST_CASE("with an index that has the totals, reading begins near the last lines") {
  const std::string text = lines_of_numbers(400'000);
  TextRead read;
  read.request.from_end = 5;
  TextSession first(read.request, read.options, {text.size(), {}});
  first.push(as_bytes(text));
  const ToolResult expected = first.finish();
  TextSession second(read.request, read.options, {text.size(), first.index()});
  CHECK(second.start() > text.size() / 2);
  second.push(as_bytes(std::string_view(text).substr(second.start())));
  CHECK(second.finish().content == expected.content);
}

TEST_CASE("limits below a megabyte are named in bytes") {
  TextRead read;
  read.options.limits.max_text_bytes = 1000;
  TextSession session(read.request, read.options, {1001, {}});
  CHECK(session.finish().error->message ==
        "Text file exceeds 1,000 byte limit (actual: 1,001 bytes)");
}

TEST_CASE("a request that text cannot answer is refused") {
  TextRead read;
  read.request.search = " \t";
  CHECK(read.of("a").error->message == "search must hold a word, got white space");
  read.request.search = "a";
  read.request.from_end = 3;
  CHECK(read.of("a").error->code == ErrorCode::kInvalidArgument);
  read.request.search.clear();
  read.request.column = 3;
  CHECK(read.of("a").error->message == "column needs a positive offset, got -3");
}

}  // namespace lectern
