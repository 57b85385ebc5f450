// Compressed files and members: bzip2, xz, LZMA and Zstandard, whole, damaged and hostile.
#include <catch2/catch_test_macros.hpp>

#include "package/streams.h"
#include "package/unpack_stream.h"
#include "support/archives.h"

namespace lectern {
namespace {

using testing::gzipped;
using testing::Host;
using testing::read_place;
using testing::stream_of;
using testing::TarWriter;
using testing::warns_of;

struct Compressed {
  std::string_view name;  ///< of a file
  std::string_view entries;
  std::string_view many;
  std::string_view noun;
};
const Compressed kCompressed[] = {
    {"app.log.bz2", testing::kBzip2, testing::kBzip2Many, "bzip2 file"},
    {"app.log.xz", testing::kXz, testing::kXzMany, "xz file"},
    {"app.log.lzma", testing::kLzma, testing::kLzmaMany, "LZMA file"},
    {"app.log.zst", testing::kZstd, testing::kZstdMany, "Zstandard file"},
};

std::string entries() {
  std::string text;
  for (int i = 1; i <= 40; ++i) text += "entry " + std::to_string(i) + "\n";
  return text;
}

std::string many() {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "entry\n";
  return text;
}

/// A Zstandard frame of raw and repeated blocks.
std::string zstd_frame(std::string_view window, std::size_t repeats, std::string_view text) {
  std::string frame("\x28\xB5\x2F\xFD\0", 5);
  frame += window;
  const auto block = [&frame](std::uint32_t header) {
    for (int shift = 0; shift < 24; shift += 8) frame += static_cast<char>(header >> shift);
  };
  for (std::size_t i = 0; i < repeats; ++i) {
    block(128U << 10 << 3 | 1 << 1);
    frame += '\n';
  }
  constexpr std::size_t kBlockBytes = std::size_t{64} << 10;
  for (; text.size() > kBlockBytes; text.remove_prefix(kBlockBytes)) {
    block(kBlockBytes << 3);
    frame += text.substr(0, kBlockBytes);
  }
  block(static_cast<std::uint32_t>(text.size()) << 3 | 1);
  return frame.append(text);
}

}  // namespace

TEST_CASE("a small file is not unpacked for seconds to count lines that nobody asked for") {
  std::string text;
  while (text.size() < std::size_t{1} << 20) text += "line\n";
  const std::string member = gzipped(text);
  std::string file;
  for (int i = 0; i < 140; ++i) file += member;
  CHECK(file.size() < std::size_t{1} << 20);
  const ToolResult result = read_place(file, "a.log.gz");
  REQUIRE(result.success);
  CHECK(result.content.find("  2000\tline\n") != std::string::npos);
  CHECK(result.total_lines == -1);
  REQUIRE(result.truncation);
  CHECK(result.truncation->next->offset == 2001U);
}

TEST_CASE("bzip2, xz, LZMA and Zstandard files are read through as what they hold, by content") {
  for (const Compressed& file : kCompressed) {
    INFO(file.noun);
    const std::string bytes = stream_of(file.entries);
    ReadRequest request;
    request.offset = 39;
    const ToolResult result = read_place(bytes, std::string(file.name), "", request);
    REQUIRE(result.success);
    CHECK(result.content == "    39\tentry 39\n    40\tentry 40");
    CHECK(result.content_type == ContentType::kText);
    CHECK(result.content_hash == sha256_hex(as_bytes(entries())));
    CHECK(result.metadata.warnings ==
          std::vector{"the " + std::string(file.noun) + " was decompressed: this is its content"});
    const ToolResult unnamed = read_place(bytes, "download", "");
    CHECK(unnamed.content_hash == result.content_hash);
  }
}

TEST_CASE("a long compressed file is read from its end, and however its bytes come") {
  for (const Compressed& file : kCompressed) {
    INFO(file.noun);
    const std::string bytes = stream_of(file.many);
    ReadRequest request;
    request.from_end = 1;
    const ToolResult whole = read_place(bytes, std::string(file.name), "", request);
    REQUIRE(whole.success);
    CHECK(whole.content == "200000\tentry");
    CHECK(whole.content_hash == sha256_hex(as_bytes(many())));
    for (const bool knows_size : {true, false}) {
      Host host{.most_bytes = 7, .knows_size = knows_size};
      const ToolResult cut = read_place(bytes, std::string(file.name), "", host, request);
      CHECK(cut.content == whole.content);
      CHECK(cut.metadata.warnings == whole.metadata.warnings);
    }
  }
}

TEST_CASE("streams one after the other are one file, as pbzip2, pixz and pzstd write them") {
  for (const Compressed& file : kCompressed) {
    INFO(file.noun);
    const std::string bytes = stream_of(file.entries);
    const ToolResult result = read_place(bytes + bytes, std::string(file.name));
    REQUIRE(result.success);
    if (file.noun == "LZMA file") {
      CHECK(result.total_lines == 40);
      CHECK(warns_of(result, "what stands at byte " + std::to_string(bytes.size()) +
                                 " of the LZMA file is no part of it"));
    } else {
      CHECK(result.total_lines == 80);
      CHECK(result.metadata.warnings.size() == 1);
    }
    const std::string zeros(1024, '\0');
    CHECK(read_place(bytes + zeros, std::string(file.name)).metadata.warnings.size() == 1);
    CHECK(warns_of(read_place(bytes + "junk", std::string(file.name)), "is no part of it"));
  }
  const std::string xz = stream_of(testing::kXz);
  CHECK(read_place(xz + std::string(8, '\0') + xz, "a.xz").total_lines == 80);
  CHECK(read_place(xz + std::string(7, '\0') + xz, "a.xz").total_lines == 40);
}

TEST_CASE("frames of Zstandard that hold no content are passed by") {
  const std::string note("\x5A\x2A\x4D\x18\4\0\0\0note", 12);
  const std::string zstd = stream_of(testing::kZstd);
  const ToolResult result = read_place(note + zstd + note + zstd + note, "a.zst");
  REQUIRE(result.success);
  CHECK(result.total_lines == 80);
}

TEST_CASE("a frame of Zstandard that is to be skipped and is cut off is named") {
  const std::string zstd = stream_of(testing::kZstd);
  for (const bool knows_size : {true, false}) {
    Host host{.knows_size = knows_size};
    const ToolResult result =
        read_place(zstd + std::string("\x5A\x2A\x4D\x18\4\0\0\0no", 10), "a.zst", "", host);
    CHECK(result.total_lines == 40);
    CHECK(result.metadata.warnings.size() == 2);
  }
}

TEST_CASE("streams that hold nothing count as work, however they are compressed") {
  ReadOptions options;
  options.limits.max_inflated_bytes = 1'000'000;
  const auto read_many = [&options](std::string_view one, std::size_t count, std::string_view last,
                                    const std::string& name) {
    std::string bytes;
    for (std::size_t i = 0; i < count; ++i) bytes += one;
    Host host{.takes_turns = true};
    return read_place(bytes + std::string(last), name, "", host, {}, options);
  };
  const std::string_view note("\x5A\x2A\x4D\x18\0\0\0\0", 8);
  const std::string zstd = stream_of(testing::kZstd);
  const std::string empty = zstd_frame("\x50", 0, "");
  const std::string gzip = gzipped("");
  CHECK(read_many(note, 1'000, zstd, "a.zst").total_lines == 40);
  CHECK(read_many(empty, 500, zstd, "a.zst").total_lines == 40);
  CHECK(read_many(gzip, 500, gzipped(entries()), "a.gz").total_lines == 40);
  for (const ToolResult& result :
       {read_many(note, 20'000, zstd, "a.zst"), read_many(empty, 2'000, zstd, "a.zst"),
        read_many(gzip, 2'000, gzipped(entries()), "a.gz")}) {
    REQUIRE(result.error);
    CHECK(result.error->code == ErrorCode::kLimitExceeded);
    CHECK(result.content.find("unpacks to more than 1,000,000 bytes") != std::string::npos);
  }
}

TEST_CASE("of a stream that unpacks to nothing not more is read than of one that ends") {
  constexpr std::size_t kMost = std::size_t{64} << 20;
  const std::string zeros(kMost + (std::size_t{2} << 20), '\0');
  // Blocks that hold nothing, and what may stand between two streams.
  for (const auto& [name, head] :
       {std::pair<std::string, std::string>{"a.zst", zstd_frame("\x50", 0, "").substr(0, 6)},
        {"a.xz", stream_of(testing::kXz)}}) {
    INFO(name);
    Host endless{.knows_size = false};
    const ToolResult refused = read_place(head + zeros, name, "", endless);
    REQUIRE(refused.error);
    CHECK(refused.error->code == ErrorCode::kLimitExceeded);
    CHECK(refused.content.find("without knowing where they end") != std::string::npos);
    CHECK(endless.loaded_bytes < kMost + (std::size_t{1} << 20) + (std::size_t{64} << 10));
    const ToolResult file = read_place(head + zeros, name);
    CHECK((!file.error || file.error->code == ErrorCode::kCorruptArchive));
  }
}

TEST_CASE("what unpacks to far more than deflate could is not read beyond 256 MiB") {
  // In one frame, and in many: together they are the bomb.
  const std::string whole = zstd_frame("\x50", 2'500, "end");
  std::string parts;
  for (int i = 0; i < 25; ++i) parts += zstd_frame("\x50", 100, "");
  for (const std::string_view file : {std::string_view(whole), std::string_view(parts)}) {
    UnpackerMemory memory(std::uint64_t{256} << 20);
    ByteWindow window(as_bytes(file), file.size());
    UnpackStream stream(make_zstd_unpacker(memory), window, 0, UnpackStream::kToItsEnd);
    std::uint64_t made = 0;
    for (;;) {
      const auto bytes = stream.next();
      if (!bytes) {
        CHECK(bytes.error().code == ErrorCode::kLimitExceeded);
        CHECK(bytes.error().reason.starts_with("it unpacks to more than 1,100 times its size, "));
        break;
      }
      REQUIRE(*bytes);
      if ((*bytes)->empty()) REQUIRE(stream.restart(stream.position()));
      made += (*bytes)->size();
    }
    CHECK(made >= std::uint64_t{256} << 20);
    CHECK(made < std::uint64_t{258} << 20);
  }
}

TEST_CASE("xz with other checks and filters is read") {
  for (const std::string_view stream : {testing::kXzSha256, testing::kXzFilters}) {
    CHECK(read_place(stream_of(stream), "a.xz").content_hash == sha256_hex(as_bytes(entries())));
  }
}

TEST_CASE("compressed tar files are archives of members, whatever they are called") {
  TarWriter tar;
  tar.add("etc/motd", "welcome\n");
  // One raw block: a frame that any decoder unpacks.
  const std::string bytes = zstd_frame("\x50", 0, tar.finish());
  CHECK(read_place(bytes, "a.tar.zst").content.find("etc/motd") != std::string::npos);
  CHECK(read_place(bytes, "etc.bin/etc/motd", "etc/motd").content == "     1\twelcome");
}

TEST_CASE("a compressed file cut off anywhere gives what it has and says that it is damaged") {
  for (const Compressed& file : kCompressed) {
    const std::string bytes = stream_of(file.entries);
    for (std::size_t size = 14; size < bytes.size(); ++size) {
      INFO(file.noun << " of " << size << " of " << bytes.size());
      const ToolResult result = read_place(bytes.substr(0, size), std::string(file.name));
      // The last bytes of an .lzma stream only tell that it ends.
      const bool is_whole = result.success && result.total_lines == 40;
      if (!is_whole || file.noun != "LZMA file") {
        const bool is_named = result.error ? result.content.find(" is damaged") != std::string::npos
                                           : warns_of(result, " is damaged");
        CHECK(is_named);
      }
    }
  }
}

TEST_CASE("a compressed file whose bytes are changed never passes for whole") {
  for (const Compressed& file : kCompressed) {
    // LZMA files have no checksum.
    if (file.noun == "LZMA file") continue;
    const std::string bytes = stream_of(file.entries);
    for (std::size_t at = 14; at < bytes.size(); ++at) {
      INFO(file.noun << " at " << at);
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ 0x10);
      const ToolResult result = read_place(changed, std::string(file.name));
      const bool is_whole =
          result.success && result.content_hash == sha256_hex(as_bytes(entries()));
      const bool is_named = result.error.has_value() || result.metadata.warnings.size() > 1;
      // Bits that fill up the last byte of bzip2 mean nothing.
      CHECK((is_named || is_whole));
    }
  }
}

TEST_CASE("a dictionary or a window beyond the limit is refused with the numbers") {
  const ToolResult xz = read_place(stream_of(testing::kXzLargeDictionary), "a.xz");
  REQUIRE(xz.error);
  CHECK(xz.error->code == ErrorCode::kLimitExceeded);
  CHECK(xz.content ==
        "the xz file: unpacking it takes 1,073,741,824 bytes of memory or more, the limit is "
        "268,435,456");
  const ToolResult zstd = read_place(zstd_frame("\x98", 0, "text\n"), "a.zst");
  REQUIRE(zstd.error);
  CHECK(zstd.error->code == ErrorCode::kLimitExceeded);
  CHECK(zstd.content.find("the limit is 268,435,456") != std::string::npos);
  const ToolResult largest = read_place(zstd_frame("\xFF", 0, "text\n"), "a.zst");
  REQUIRE(largest.error);
  CHECK(largest.error->code == ErrorCode::kLimitExceeded);
  ReadOptions options;
  options.limits.max_decoded_bytes = 3'000'000;
  const ToolResult bzip2 = read_place(stream_of(testing::kBzip2), "a.bz2", "", {}, options);
  REQUIRE(bzip2.error);
  CHECK(bzip2.content ==
        "the bzip2 file: unpacking it takes 3,600,000 bytes of memory, the limit is 3,000,000");
}

TEST_CASE("compressed files in compressed files share one bound of memory") {
  // Each window takes 128 MiB, and the outer file has not ended when the inner one begins.
  const std::string inner = zstd_frame("\x88", 0, many());
  CHECK(read_place(inner, "a.zst").success);
  const ToolResult both = read_place(zstd_frame("\x88", 0, inner), "a.zst.zst");
  REQUIRE(both.error);
  CHECK(both.error->code == ErrorCode::kLimitExceeded);
  CHECK(both.content.find("of memory, the limit is 268,435,456") != std::string::npos);
}

TEST_CASE("compressed data that unpacks without end stops at the limit, with the numbers") {
  ReadOptions options;
  options.limits.max_inflated_bytes = 10'000'000;
  ReadRequest late;
  late.offset = 100'000'000;
  const ToolResult result = read_place(zstd_frame("\x50", 1'000, ""), "a.zst", "", late, options);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
  CHECK(result.content.find("10,000,000 bytes") != std::string::npos);
}

TEST_CASE("members of ZIP archives are read that bzip2, LZMA, xz and Zstandard have compressed") {
  for (const std::string_view archive :
       {testing::kZipBzip2, testing::kZipLzma, testing::kZipXz, testing::kZipZstd}) {
    const std::string zip = stream_of(archive);
    const ToolResult result = read_place(zip, "a.zip/a.txt", "a.txt");
    REQUIRE(result.success);
    CHECK(result.content_hash == sha256_hex(as_bytes(entries())));
    CHECK(result.metadata.warnings.empty());
    for (std::size_t at = 36; at < zip.rfind("PK\1\2"); ++at) {
      std::string damaged = zip;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
      const ToolResult changed = read_place(damaged, "a.zip/a.txt", "a.txt");
      const bool is_whole = changed.content_hash == result.content_hash;
      CHECK((is_whole || changed.error || !changed.metadata.warnings.empty()));
    }
  }
}

TEST_CASE("text that begins like a compressed file is text") {
  CHECK(read_place("BZh9 is how bzip2 files begin\n", "notes").content_type == ContentType::kText);
  CHECK(read_place("]\n", "notes").content_type == ContentType::kText);
}

TEST_CASE("compressed files in compressed files end at a bound") {
  std::string gz = gzipped("text\n");
  for (int i = 0; i < 3; ++i) gz = gzipped(gz);
  const ToolResult result = read_place(gz, "a.gz.gz.gz.gz");
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
}

}  // namespace lectern
