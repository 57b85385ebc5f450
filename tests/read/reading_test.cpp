#include "read/reading.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "read/json.h"
#include "read/read.h"
#include "support/avif_writer.h"
#include "text/legacy_tables.h"

namespace lectern {
namespace {

constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1A\n";
constexpr std::string_view kNoTables = "none";

ReadRequest request_for(std::string path) {
  ReadRequest request;
  request.file_path = std::move(path);
  return request;
}

/// Bytes that the host has been asked for, and how often it was asked.
struct Served {
  std::uint64_t bytes = 0;
  std::size_t answers = 0;
};

/// A host that gives at most `piece_bytes` at a time. \param size  what it says of the file's size
Served serve(FileReading& reading, ByteSpan bytes, std::size_t piece_bytes) {
  Served served;
  while (reading.question().kind == Question::Kind::kBytes) {
    const auto [kind, from, to, name] = reading.question();
    const auto at = static_cast<std::size_t>(std::min<std::uint64_t>(from, bytes.size()));
    const std::size_t wanted = std::min<std::size_t>(piece_bytes, to - from);
    const std::span<std::uint8_t> room = reading.room(wanted);
    const std::size_t got = std::min(room.size(), bytes.size() - at);
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), got, room.begin());
    reading.give(got, at + got == bytes.size());
    served.bytes += got;
    ++served.answers;
  }
  return served;
}

std::string read_in_pieces(ByteSpan bytes, std::string path, std::size_t piece_bytes,
                           std::optional<std::uint64_t> size) {
  FileReading reading(request_for(std::move(path)), {}, {.size_bytes = size});
  serve(reading, bytes, piece_bytes);
  REQUIRE(reading.question().kind == Question::Kind::kDone);
  return to_json_text(reading.take_result());
}

ByteVector repeated(std::string_view text, std::size_t times) {
  ByteVector bytes;
  for (std::size_t i = 0; i < times; ++i) bytes.insert(bytes.end(), text.begin(), text.end());
  return bytes;
}

}  // namespace

TEST_CASE("a file in pieces, of known or unknown size, gives the result of the file in memory") {
  const struct {
    std::string path;
    ByteVector bytes;
  } files[] = {
      {"empty.txt", {}},
      {"short.txt", repeated("hello\n", 1)},
      {"long.txt", repeated("a line of text\r\n", 30'000)},
      {"data.bin", repeated(std::string_view("\0\1\2", 3), 5000)},
      {"late.bin", repeated("only text for a long time", 5000)},
      {"cut.png", repeated(kPngSignature, 1)},
      {"page.png", repeated("<!DOCTYPE html>", 1000)},
      {"text.pdf", repeated("no document\n", 10)},
      {"cells.ipynb", repeated("{\"nbformat\":4,", 1)},
      {"a.ipynb",
       repeated("{\"cells\":[],\"nbformat\":4,\"nbformat_minor\":5,\"metadata\":{}}", 1)},
  };
  for (auto [path, bytes] : files) {
    if (path == "late.bin") bytes.push_back(0);
    INFO(path);
    const std::string whole = to_json_text(read(bytes, request_for(path)));
    for (const std::size_t piece_bytes :
         {std::size_t{4095}, std::size_t{4097}, std::size_t{1} << 20}) {
      CHECK(read_in_pieces(bytes, path, piece_bytes, bytes.size()) == whole);
      CHECK(read_in_pieces(bytes, path, piece_bytes, std::nullopt) == whole);
    }
    if (bytes.size() < 1000) CHECK(read_in_pieces(bytes, path, 1, bytes.size()) == whole);
  }
}

TEST_CASE("a file over its limit is refused without being loaded") {
  ReadOptions options;
  options.limits.max_image_bytes = 100'000;
  const ByteVector bytes = repeated(kPngSignature, 100'000);
  FileReading known(request_for("a.png"), options, {.size_bytes = bytes.size()});
  CHECK(serve(known, bytes, 1 << 20).bytes == 65'536);
  const ToolResult result = known.take_result();
  CHECK(result.error->code == ErrorCode::kFileTooLarge);
  CHECK(result.metadata.size_bytes == bytes.size());

  FileReading unknown(request_for("a.png"), options, {});
  CHECK(serve(unknown, bytes, 1 << 16).bytes < 400'000);
  CHECK(unknown.take_result().error->code == ErrorCode::kFileTooLarge);
}

TEST_CASE("text is asked for forward, and no further than the range needs when lines are known") {
  const ByteVector bytes = repeated("a line of sixteen", 600'000);
  ByteVector text = bytes;
  for (std::size_t i = 16; i < text.size(); i += 17) text[i] = '\n';
  ReadRequest request = request_for("a.log");
  FileReading first(request, {}, {.size_bytes = text.size()});
  CHECK(serve(first, text, 1 << 24).bytes == text.size());
  const ByteVector notes = first.notes();
  REQUIRE_FALSE(notes.empty());
  const std::string hash = first.take_result().content_hash;

  request.offset = 400'000;
  request.limit = 10;
  FileReading near(request, {}, {.size_bytes = text.size(), .notes = notes});
  CHECK(near.question().from > 6'000'000);
  CHECK(serve(near, text, 1 << 24).bytes < 2'000'000);
  const ToolResult result = near.take_result();
  CHECK(result.content_hash == hash);
  CHECK(to_json_text(result) == to_json_text(read(text, request)));
}

TEST_CASE("notes that are damaged or made in another way are ignored") {
  const ByteVector text = repeated("line\n", 1000);
  FileReading first(request_for("a.txt"), {}, {.size_bytes = text.size()});
  serve(first, text, 1 << 20);
  const ByteVector notes = first.notes();
  const std::string whole = to_json_text(first.take_result());
  for (std::size_t cut = 0; cut < notes.size(); cut += 7) {
    FileReading reading(request_for("a.txt"), {},
                        {.size_bytes = text.size(), .notes = ByteSpan(notes).first(cut)});
    CHECK(reading.question().from == 0);
    serve(reading, text, 1 << 20);
    CHECK(to_json_text(reading.take_result()) == whole);
  }
  ReadOptions other;
  other.text.encoding = "utf-16le";
  FileReading reading(request_for("a.txt"), other, {.size_bytes = text.size(), .notes = notes});
  serve(reading, text, 1 << 20);
  CHECK(reading.take_result().metadata.encoding == "utf-16le");
}

TEST_CASE("tables are asked for when a text needs them, and the text is read again with them") {
  const ByteVector text = repeated("caf\xE9 au lait, tr\xE8s cher\n", 4000);
  ReadOptions without;
  without.encoding_tables.packed = as_bytes(kNoTables);
  FileReading reading(request_for("a.txt"), without, {.size_bytes = text.size()});
  serve(reading, text, 10'000);
  REQUIRE(reading.question().kind == Question::Kind::kTable);
  CHECK(reading.question().name == "encodings");
  SECTION("the host has them") {
    reading.give_table(builtin_legacy_tables());
    serve(reading, text, 10'000);
    CHECK(to_json_text(reading.take_result()) == to_json_text(read(text, request_for("a.txt"))));
  }
  SECTION("the host does not have them") {
    reading.decline("");
    REQUIRE(reading.question().kind == Question::Kind::kDone);
    CHECK(reading.take_result().error->code == ErrorCode::kUnsupportedFormat);
  }
}

TEST_CASE("the host is asked for the pixels of what it may decode, after the limits") {
  const ByteVector heic = testing::heic_file(
      {{.type = "hvc1", .data = {1, 2, 3}, .props = {testing::avif_size(3, 2)}}});
  FileReading reading(request_for("a.heic"), {}, {.size_bytes = heic.size()});
  serve(reading, heic, 1 << 20);
  REQUIRE(reading.question().kind == Question::Kind::kPixels);
  CHECK(reading.question().name == "image/heic");
  CHECK(std::ranges::equal(reading.bytes(), heic));
  SECTION("it gives them") {
    const ByteVector white(4 * 3 * 2, 0xFF);
    reading.give_pixels({white, {3, 2}});
    const ToolResult result = reading.take_result();
    CHECK(result.success);
    CHECK(result.metadata.dimensions == Dimensions{3, 2});
  }
  SECTION("it has no decoder") {
    reading.decline("");
    CHECK(reading.take_result().error->code == ErrorCode::kUnsupportedFormat);
  }
  SECTION("it fails") {
    reading.decline("out of luck");
    const ToolResult result = reading.take_result();
    CHECK(result.error->code == ErrorCode::kCorruptImage);
    CHECK(result.content == "Failed to process image file: the host cannot decode it: out of luck");
  }
}

TEST_CASE("a reading can be left at any question") {
  const ByteVector text = repeated("some text\n", 50'000);
  for (std::size_t answers = 0; answers < 5; ++answers) {
    FileReading reading(request_for("a.txt"), {}, {.size_bytes = text.size()});
    for (std::size_t i = 0; i < answers; ++i) {
      const std::span<std::uint8_t> room = reading.room(70'000);
      std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(reading.question().from), room.size(),
                  room.begin());
      reading.give(room.size(), false);
    }
  }
  SUCCEED();
}

TEST_CASE("work that packages around a file took is not there for reading it") {
  std::string text = "{\\rtf1 ";
  for (int i = 0; i < 100; ++i) text += "\\par x";
  text += '}';
  const std::uint64_t packed = text.size();
  const auto error_after = [&](std::uint64_t spent) {
    ReadOptions options;
    options.limits.max_work = 1'000'000;
    WorkBudget around(options.limits);
    CHECK(around.spend("the bytes around it", spent));
    FileReading reading(request_for("a.rtf"), options,
                        {.size_bytes = text.size(),
                         .is_sequential = true,
                         .packed_bytes = &packed,
                         .work = &around});
    while (reading.question().kind == Question::Kind::kBytes)
      reading.give_view(as_bytes(std::string_view(text).substr(reading.question().from)), true);
    const ToolResult result = reading.take_result();
    return result.error ? result.error->message : std::string();
  };
  CHECK(error_after(800'000).empty());
  CHECK(error_after(950'000).ends_with("more than the 50,000 that are left for it (maxWork)"));
}

}  // namespace lectern
