// What a second read of a compressed file or archive learns from the first one's notes.
#include <catch2/catch_test_macros.hpp>

#include "base/base64.h"
#include "package/streams.h"
#include "support/archives.h"

namespace lectern {
namespace {

using testing::gzipped;
using testing::Host;
using testing::lines;
using testing::noise;
using testing::read_place;
using testing::TarWriter;
using testing::text_of;
using testing::warns_of;

TEST_CASE("a late part of a .gz file is read again without inflating what stands before it") {
  // Two members; words of noise, so that there are many blocks.
  std::string text;
  const std::string words = noise(4'000);
  for (std::size_t i = 1; text.size() < 22'000'000; ++i) {
    text += std::to_string(i) + " ";
    for (std::size_t at = 0; at < 60; ++at)
      text += static_cast<char>(
          'a' + (static_cast<unsigned char>(words[(i * 61 + at) % 4'000]) + i / 7) % 26);
    text += '\n';
  }
  const std::size_t half = text.find('\n', text.size() / 2) + 1;
  const std::string file = gzipped(text.substr(0, half), 1) + gzipped(text.substr(half), 1);
  ReadRequest late;
  late.offset = 300'000;
  late.limit = 3;
  Host first;
  const ToolResult plain = read_place(file, "app.log.gz", "", first, late);
  REQUIRE(plain.success);
  CHECK(plain.content.starts_with("300000\t300000 "));
  CHECK(first.loaded_bytes == file.size());
  CHECK(first.notes.size() < 1'000'000);

  for (const std::size_t most : {std::size_t{1} << 20, std::size_t{5'000}}) {
    Host second{.most_bytes = most, .notes = first.notes};
    const ToolResult again = read_place(file, "app.log.gz", "", second, late);
    CHECK(again.content == plain.content);
    CHECK(again.total_lines == plain.total_lines);
    CHECK(again.content_hash == plain.content_hash);
    CHECK(again.metadata.warnings == plain.metadata.warnings);
    CHECK(again.metadata.size_bytes == plain.metadata.size_bytes);
    CHECK(second.loaded_bytes < file.size() / 2);
    CHECK(second.notes == first.notes);
  }
  // The end is proven by its checksum, from wherever it was read.
  ReadRequest tail;
  tail.from_end = 2;
  Host third{.notes = first.notes};
  const ToolResult end = read_place(file, "app.log.gz", "", third, tail);
  CHECK(end.metadata.warnings == plain.metadata.warnings);
  CHECK(third.loaded_bytes < file.size() / 2);
  std::string damaged = file;
  damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);
  Host fourth{.notes = first.notes};
  CHECK(warns_of(read_place(damaged, "app.log.gz", "", fourth, tail), "its checksum is wrong"));
}

TEST_CASE(
    "a late part of a file of many bzip2 or xz streams, or Zstandard frames, is read again alone") {
  struct File {
    std::string_view name;
    std::string_view stream;  ///< of 200,000 lines
  };
  for (const File& file : {File{"a.bz2", testing::kBzip2Many}, File{"a.xz", testing::kXzMany},
                           File{"a.zst", testing::kZstdMany}}) {
    INFO(file.name);
    const auto stream = base64_decode(file.stream);
    REQUIRE(stream);
    std::string bytes;
    for (int i = 0; i < 20; ++i) bytes += text_of(*stream);
    ReadRequest late;
    late.offset = 3'900'001;
    late.limit = 3;
    const std::string name(file.name);
    Host first;
    const ToolResult plain = read_place(bytes, name, "", first, late);
    REQUIRE(plain.success);
    CHECK(plain.content.starts_with("3900001\tentry"));
    CHECK(plain.total_lines == 4'000'000);
    CHECK(first.notes.size() < 400'000);

    // A damaged stream far before is not met again.
    std::string damaged = bytes;
    damaged[stream->size() * 10 + stream->size() / 2] ^= 1;
    Host second{.notes = first.notes};
    const ToolResult again = read_place(damaged, name, "", second, late);
    CHECK(again.content == plain.content);
    CHECK(again.total_lines == plain.total_lines);
    CHECK(again.content_hash == plain.content_hash);
    CHECK(again.metadata.warnings == plain.metadata.warnings);
    CHECK(second.notes == first.notes);
    // Without notes, or with notes that are cut, it is.
    for (const std::size_t kept : {std::size_t{0}, std::size_t{12}}) {
      Host fresh{.notes = ByteVector(first.notes.begin(),
                                     first.notes.begin() + static_cast<std::ptrdiff_t>(kept))};
      const ToolResult met = read_place(damaged, name, "", fresh, late);
      CHECK(met.content != plain.content);
    }
  }
}

TEST_CASE("a late part of one long bzip2 or xz stream is read again from the block before it") {
  struct File {
    std::string_view name;
    std::string_view stream;
    std::uint64_t lines;
  };
  for (const File& file : {File{"a.bz2", testing::kBzip2Blocks, 1'000'000},
                           File{"a.xz", testing::kXzBlocks, 500'000}}) {
    INFO(file.name);
    const auto stream = base64_decode(file.stream);
    REQUIRE(stream);
    const std::string bytes = text_of(*stream);
    ReadRequest late;
    late.offset = file.lines - 50'000;
    late.limit = 3;
    const std::string name(file.name);
    Host first;
    const ToolResult plain = read_place(bytes, name, "", first, late);
    REQUIRE(plain.success);
    CHECK(plain.content.starts_with(std::to_string(*late.offset) + "\tentry"));
    CHECK(plain.total_lines == static_cast<std::int64_t>(file.lines));
    std::string damaged = bytes;
    damaged[damaged.size() / 4] = static_cast<char>(damaged[damaged.size() / 4] ^ 1);
    Host second{.notes = first.notes};
    const ToolResult again = read_place(damaged, name, "", second, late);
    CHECK(again.content == plain.content);
    CHECK(again.metadata.warnings == plain.metadata.warnings);
    CHECK(second.notes == first.notes);
    Host fresh;
    CHECK(read_place(damaged, name, "", fresh, late).content != plain.content);
  }
}

TEST_CASE("notes of a .gz file that are damaged are ignored") {
  const std::string text = lines("entry", 800'000);
  const std::string file = gzipped(text);
  ReadRequest late;
  late.offset = 700'000;
  late.limit = 1;
  Host first;
  const ToolResult plain = read_place(file, "a.gz", "", first, late);
  REQUIRE(plain.success);
  REQUIRE_FALSE(first.notes.empty());
  std::vector<ByteVector> others;
  for (const std::size_t size : {9U, 12U, 17U, 100U, 1'000U}) {
    others.emplace_back(first.notes.begin(),
                        first.notes.begin() + static_cast<std::ptrdiff_t>(size));
  }
  others.push_back(first.notes);
  others.back().pop_back();
  others.push_back(first.notes);
  others.back()[9] ^= 0x40;
  others.push_back(first.notes);
  others.back()[22] = 0xFF;
  for (const ByteVector& notes : others) {
    Host host{.notes = notes};
    CHECK(read_place(file, "a.gz", "", host, late).content == plain.content);
  }
  // A point that lies beyond the file's end gives what is there: nothing, and says so.
  Host cut{.notes = first.notes};
  const ToolResult result = read_place(file.substr(0, 70'000), "a.gz", "", cut, late);
  CHECK((result.error || result.metadata.warnings.size() > 1));
}

TEST_CASE("a late member of a tar.gz is read again without inflating what stands before it") {
  TarWriter writer;
  const std::string bytes = noise(12'000'000);
  for (std::size_t i = 0; i < 1'500; ++i)
    writer.add("logs/" + std::to_string(i) + ".bin", bytes.substr(8'000 * i, 8'000));
  writer.add("logs/late.txt", "late\n").add("logs/late.txt", "twice\n");
  const std::string file = gzipped(writer.finish(), 1);
  const std::string path = "logs/late.txt";
  Host first;
  const ToolResult plain = read_place(file, "a.tar.gz/" + path, path, first);
  REQUIRE(plain.success);
  CHECK(plain.content == "     1\tlate");
  CHECK(first.notes.size() < 1'000'000);
  for (const std::size_t most : {std::size_t{1} << 20, std::size_t{5'000}}) {
    Host second{.most_bytes = most, .notes = first.notes};
    const ToolResult again = read_place(file, "a.tar.gz/" + path, path, second);
    CHECK(again.content == plain.content);
    CHECK(again.metadata.warnings == plain.metadata.warnings);
    CHECK(again.metadata.modified == plain.metadata.modified);
    CHECK(second.loaded_bytes < file.size() / 3);
    CHECK(second.notes == first.notes);
  }
  // What is not there, or a folder, needs all that is.
  for (const char* const other : {"logs/none.txt", "logs", "logs/late.txt/x"}) {
    Host fresh;
    Host noted{.notes = first.notes};
    const ToolResult expected = read_place(file, std::string("a.tar.gz/") + other, other, fresh);
    CHECK(read_place(file, std::string("a.tar.gz/") + other, other, noted).content ==
          expected.content);
  }
  // Every place is wrong by a block: the member is looked for from the start.
  Host wrong{.notes = first.notes};
  for (std::size_t at = 9 + 16 + 9 + 8; at + 16 <= 9 + 16 + 9 + 16 * 1'501; at += 16) {
    wrong.notes[at + 1] ^= 2;
  }
  CHECK(read_place(file, "a.tar.gz/" + path, path, wrong).content == plain.content);
}

}  // namespace
}  // namespace lectern
