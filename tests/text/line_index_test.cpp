// What a read leaves for the next one: where lines are, and what only the whole file tells.
#include "text/line_index.h"

#include <catch2/catch_test_macros.hpp>
#include <random>
#include <string>

#include "read/json.h"
#include "text/text_session.h"

namespace lectern {
namespace {

ReadRequest request_for(std::uint64_t offset, std::uint64_t limit) {
  ReadRequest request;
  request.file_path = "notes.txt";
  request.offset = offset;
  request.limit = limit;
  return request;
}

struct Outcome {
  std::string json;
  LineIndex index;
  std::size_t pushed_bytes = 0;
};

/// Reads by pieces as a host does: from where the session says, until it is done.
Outcome read_lines(std::string_view bytes, const ReadRequest& request, const ReadOptions& options,
                   LineIndex index) {
  TextSession session(request, options, {bytes.size(), std::move(index)});
  Outcome outcome;
  for (auto at = static_cast<std::size_t>(session.start()); at < bytes.size(); at += 100'000) {
    const auto piece = bytes.substr(at, 100'000);
    outcome.pushed_bytes += piece.size();
    if (session.push(as_bytes(piece)) == TextSession::Status::kDone) break;
  }
  outcome.json = to_json_text(session.finish());
  outcome.index = session.index();
  return outcome;
}

/// Numbered lines of about `size_bytes` bytes; those of the second half have a tail.
std::string lines_of(std::size_t size_bytes, std::string_view end, std::string_view tail) {
  std::string text;
  for (std::size_t i = 0; text.size() < size_bytes; ++i) {
    text += "zeile " + std::to_string(i);
    if (text.size() > size_bytes / 2) text += tail;
    text += i % 1000 == 7 && end == "\n" ? "\r\n" : end;
  }
  return text;
}

/// UTF-16 of ASCII.
std::string widened(std::string_view text, bool little) {
  std::string wide = little ? "\xFF\xFE" : "\xFE\xFF";
  for (const char c : text) {
    if (!little) wide += '\0';
    wide += c;
    if (little) wide += '\0';
  }
  return wide;
}

constexpr std::size_t kMiB = std::size_t{1} << 20;

}  // namespace

TEST_CASE("a read with an index equals a read without one") {
  std::string escapes = lines_of(3 * kMiB, "\n", "");
  escapes.insert(20, "\x1B[31m");
  // Text only because its escapes were taken for a terminal's; behind them stands Japanese.
  escapes += "\x1B$B$3$s\x1B(B\n" + lines_of(kMiB, "\n", "");
  const std::pair<const char*, std::string> files[] = {
      {"LF, UTF-8 in the second half", lines_of(3 * kMiB, "\n", "gr\xC3\xBC\xC3\x9F")},
      {"CRLF, ASCII", lines_of(2 * kMiB, "\r\n", "")},
      {"CR", lines_of(2 * kMiB, "\r", "")},
      {"windows-1252 in the second half", lines_of(2 * kMiB, "\n", "gr\xFC\xDF")},
      {"invalid UTF-8", lines_of(2 * kMiB, "\n", "gr\xC3\xBC\xFF")},
      {"UTF-16LE", widened(lines_of(2 * kMiB, "\n", "x"), true)},
      {"UTF-16BE", widened(lines_of(2 * kMiB, "\r\n", "x"), false)},
      {"terminal escapes", escapes},
      {"a printable signature", "BM" + lines_of(2 * kMiB, "\n", "gr\xFC\xDF")},
      {"one line", std::string(3 * kMiB, 'x')},
      {"binary at its end", lines_of(2 * kMiB, "\n", "") + '\0'},
  };
  std::mt19937 random(20240602);  // NOLINT: a fixed seed makes failures repeatable
  for (const auto& [name, bytes] : files) {
    for (const bool counts_lines : {true, false}) {
      ReadOptions options;
      options.hash = HashKind::kNone;
      if (!counts_lines) options.text.count_lines_up_to_bytes = 0;
      LineIndex index;
      for (int round = 0; round < (counts_lines ? 4 : 2); ++round) {
        auto request = request_for(1 + random() % 250'000, 1 + random() % 50);
        if (round == 0) request.column = 1 + random() % 3;
        INFO(name << (counts_lines ? ", counted" : "") << ", line " << *request.offset);
        // Once a read has come to the end, those with its index know how many lines there are.
        ReadOptions without_index = options;
        if (index.totals()) without_index.text.count_lines_up_to_bytes.reset();
        Outcome indexed = read_lines(bytes, request, options, std::move(index));
        CHECK(indexed.json == read_lines(bytes, request, without_index, {}).json);
        // The index goes through the host.
        index = LineIndex::from_bytes(indexed.index.to_bytes()).value();
      }
    }
  }
}

TEST_CASE("a read with an index starts near its lines and ends with them") {
  const std::string bytes = lines_of(20 * kMiB, "\n", "");
  ReadOptions options;
  options.hash = HashKind::kNone;
  const LineIndex index = read_lines(bytes, request_for(1, 1), options, {}).index;
  REQUIRE(index.totals());
  const std::uint64_t last = index.totals()->lines;
  for (const std::uint64_t line : {std::uint64_t{1}, last / 2, last}) {
    INFO("line " << line);
    CHECK(read_lines(bytes, request_for(line, 1), options, index).pushed_bytes <= kMiB + 200'000);
  }
}

TEST_CASE("an index holds a bounded number of checkpoints, spread over the whole file") {
  LineIndex index;
  constexpr std::uint64_t kFileMiB = 100'000;
  for (std::uint64_t mib = 1; mib <= kFileMiB; ++mib) {
    TextCheckpoint checkpoint;
    checkpoint.state.byte_offset = mib * kMiB;
    checkpoint.line = mib * 100;
    index.add(checkpoint);
  }
  const auto& checkpoints = index.checkpoints();
  CHECK(checkpoints.size() >= LineIndex::kMaxCheckpoints / 4);
  CHECK(checkpoints.size() < LineIndex::kMaxCheckpoints);
  CHECK(index.to_bytes().size() <= 200'000);
  const std::uint64_t spacing = 2 * kFileMiB * kMiB / checkpoints.size();
  for (std::size_t i = 1; i < checkpoints.size(); ++i) {
    CHECK(checkpoints[i].state.byte_offset - checkpoints[i - 1].state.byte_offset <= spacing);
  }
  CHECK_FALSE(index.before(99));
  CHECK(index.before(kFileMiB * 100)->line <= kFileMiB * 100);
}

TEST_CASE("an index whose places cannot be is none") {
  const auto index_of = [](std::vector<TextCheckpoint> checkpoints,
                           std::optional<std::uint64_t> lines = std::nullopt) {
    LineIndex index;
    for (const TextCheckpoint& checkpoint : checkpoints) index.add(checkpoint);
    if (lines) {
      TextTotals totals;
      totals.lines = *lines;
      index.set_totals(totals);
    }
    return LineIndex::from_bytes(index.to_bytes());
  };
  const auto place = [](std::uint64_t offset, std::uint64_t line, LineEndCounts ends = {}) {
    ends.lf = line - 1;
    TextCheckpoint checkpoint;
    checkpoint.state.byte_offset = offset;
    checkpoint.line = line;
    checkpoint.line_ends = ends;
    return checkpoint;
  };
  CHECK(index_of({place(kMiB, 10), place(2 * kMiB, 20, {0, 3, 3})}, 19));
  CHECK_FALSE(index_of({place(kMiB, 20), place(2 * kMiB, 10)}));
  CHECK_FALSE(index_of({place(kMiB, 10), place(2 * kMiB, 10)}));
  CHECK_FALSE(index_of({place(0, 2)}));
  CHECK_FALSE(index_of({place(kMiB, kMiB + 2)}));
  CHECK_FALSE(index_of({place(kMiB, UINT64_MAX)}));
  CHECK_FALSE(index_of({place(kMiB, 10, {0, kMiB + 1, 0})}));
  CHECK_FALSE(index_of({place(kMiB, 10, {0, 3, 4})}));
  CHECK_FALSE(index_of({place(kMiB, 10), place(2 * kMiB, 20)}, 18));
}

TEST_CASE("bytes that are no index are none") {
  const std::string bytes = lines_of(3 * kMiB, "\n", "gr\xFC\xDF");
  const ByteVector whole = read_lines(bytes, request_for(1, 1), {}, {}).index.to_bytes();
  REQUIRE(LineIndex::from_bytes(whole));
  CHECK_FALSE(LineIndex::from_bytes({}));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK_FALSE(LineIndex::from_bytes(ByteSpan(whole).first(size)));
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    ByteVector damaged = whole;
    damaged[at] ^= 0xA5;
    // Whatever is accepted can be used.
    if (auto index = LineIndex::from_bytes(damaged)) {
      read_lines(std::string_view(bytes).substr(0, 10'000), request_for(5, 1), {},
                 *std::move(index));
    }
  }
}

}  // namespace lectern
