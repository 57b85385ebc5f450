// What the unpackers of bzip2, xz and Zstandard give from any of their blocks, from damage and from
// states that are none.
#include <catch2/catch_test_macros.hpp>

#include "package/streams.h"
#include "package/unpack_stream.h"
#include "support/archives.h"

namespace lectern {

using testing::stream_of;

namespace {

/// What a stream gives, and where its blocks begin: in it, in its content.
struct Unpacked {
  std::string content;
  std::vector<std::pair<BlockStart, std::size_t>> blocks;
  std::uint64_t end = 0;
  std::string problem;
};

using MakeUnpacker = std::unique_ptr<Unpacker> (*)(UnpackerMemory& memory);

Unpacked unpack(MakeUnpacker make, std::string_view file, const BlockStart& start,
                std::uint64_t most_bytes) {
  UnpackerMemory memory(std::uint64_t{256} << 20);
  const auto unpacker = make(memory);
  const auto [from, state] = start;
  if (state != 0) REQUIRE(unpacker->resume(state));
  Unpacked unpacked;
  std::string_view rest = file.substr(from);
  std::size_t fed = 0;
  while (!unpacker->ended()) {
    const auto bytes = unpacker->next();
    if (!bytes) {
      unpacked.problem = bytes.error().reason;
      break;
    }
    if (const auto block = unpacker->block_start(); block && !bytes->empty())
      unpacked.blocks.emplace_back(*block, unpacked.content.size());
    unpacked.content += as_chars(*bytes);
    if (!bytes->empty()) continue;
    if (unpacker->ended() || fed == rest.size()) break;
    const std::string_view piece = rest.substr(fed, most_bytes);
    unpacker->feed(as_bytes(piece));
    fed += piece.size();
  }
  unpacked.end = from + fed - unpacker->unused();
  return unpacked;
}

}  // namespace

TEST_CASE("a stream is read on from any of its blocks, at whatever bit it begins") {
  struct Blocks {
    MakeUnpacker make;
    std::string_view stream;
    std::size_t content;
    std::string_view problem;
  };
  for (const Blocks& blocks : {Blocks{make_bzip2_unpacker, testing::kBzip2Blocks, 6'000'000,
                                      "its blocks or their checksums are wrong"},
                               Blocks{make_xz_unpacker, testing::kXzBlocks, 3'000'000,
                                      "its data or a checksum is wrong"}}) {
    INFO(blocks.problem);
    const std::string file = stream_of(blocks.stream);
    const std::string more = file + "behind it";
    const Unpacked whole = unpack(blocks.make, more, {}, 1'000);
    REQUIRE(whole.problem.empty());
    CHECK(whole.content.size() == blocks.content);
    CHECK(whole.end == file.size());
    REQUIRE(whole.blocks.size() >= 29);
    unsigned bits = 0;
    std::size_t count = 0;
    for (const auto& [block, given] : whole.blocks) {
      INFO("block at byte " << block.offset);
      bits |= 1U << (block.state >> 8 & 7);
      constexpr std::uint64_t kMost[] = {1, 17, 100'000};
      const Unpacked rest = unpack(blocks.make, more, block, kMost[count++ % 3]);
      CHECK(rest.problem.empty());
      CHECK(rest.content == std::string_view(whole.content).substr(given));
      CHECK(rest.end == file.size());
    }
    if (blocks.make == make_bzip2_unpacker) CHECK(bits == 0xFF);
    // Damage is found from wherever reading begins, unless it changes nothing; and what proves the
    // whole stream is at its end.
    const auto& [last, last_given] = whole.blocks.back();
    for (std::size_t back = 1; back < file.size() - last.offset; ++back) {
      std::string damaged = file;
      damaged[damaged.size() - back] = static_cast<char>(damaged[damaged.size() - back] ^ 0x10);
      for (const auto& [start, given] :
           {std::pair{BlockStart{}, std::size_t{0}}, std::pair{last, last_given}}) {
        INFO(back << " bytes before the end, from " << start.offset);
        const Unpacked unpacked = unpack(blocks.make, damaged, start, 100);
        const bool is_same = unpacked.content == std::string_view(whole.content).substr(given);
        CHECK((!unpacked.problem.empty() || is_same));
        if (back == 2) CHECK(unpacked.problem == blocks.problem);
      }
    }
    const BlockStart elsewhere{last.offset + 1, last.state};
    CHECK_FALSE(unpack(blocks.make, file, elsewhere, 100).problem.empty());
    // A state of other blocks does not prove these.
    const BlockStart other{last.offset, whole.blocks.front().first.state};
    CHECK(unpack(blocks.make, file, other, 100).problem == blocks.problem);
  }
}

TEST_CASE("what damaged xz data gives before its error is the same bytes however they come") {
  for (const std::string_view stream : {testing::kXz, testing::kXzFilters, testing::kXzCalls}) {
    const std::string file = stream_of(stream);
    const Unpacked right = unpack(make_xz_unpacker, file, {}, file.size());
    for (std::size_t at = 12; at < file.size(); ++at) {
      INFO("byte " << at);
      std::string damaged = file;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
      const Unpacked whole = unpack(make_xz_unpacker, damaged, {}, damaged.size());
      for (const std::uint64_t most : {1U, 7U, 100U}) {
        const Unpacked other = unpack(make_xz_unpacker, damaged, {}, most);
        // How many there are depends on where pieces end; none is one that no filter has seen.
        const bool is_same =
            other.content.starts_with(whole.content) || whole.content.starts_with(other.content);
        CHECK(is_same);
        CHECK(other.problem == whole.problem);
      }
    }
    CHECK(right.problem.empty());
  }
}

TEST_CASE("blocks that take new memory each are not read without end") {
  UnpackerMemory memory(std::uint64_t{256} << 20);
  std::size_t times = 0;
  for (void* taken = nullptr; (taken = memory.take(std::size_t{1} << 20)) != nullptr; ++times)
    memory.give(taken);
  CHECK(times == 20'000);
  CHECK(memory.refusal() == "unpacking it takes new memory more than 20,000 times");
  // What is little is not counted.
  void* const little = memory.take(100);
  CHECK(little != nullptr);
  memory.give(little);
}

TEST_CASE("an xz index has its numbers as short as they can be") {
  const auto problem_of = [](std::string_view stream) {
    return unpack(make_xz_unpacker, stream_of(stream), {}, 100).problem;
  };
  CHECK(problem_of(testing::kXzSameIndex).empty());
  CHECK(problem_of(testing::kXzLongCount) == "its data or a checksum is wrong");
  CHECK(problem_of(testing::kXzEndlessNumber) == "its data or a checksum is wrong");
}

TEST_CASE("what is no state of a stream is refused") {
  UnpackerMemory memory(std::uint64_t{256} << 20);
  for (const std::uint64_t state : {std::uint64_t{0}, std::uint64_t{'0'},
                                    std::uint64_t{8 << 8 | '9'}, std::uint64_t{1} << 48 | '9'})
    CHECK_FALSE(make_bzip2_unpacker(memory)->resume(state));
  CHECK_FALSE(make_xz_unpacker(memory)->resume(1));
  CHECK_FALSE(make_zstd_unpacker(memory)->resume(1));
}

}  // namespace lectern
