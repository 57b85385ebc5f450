// Where lines end and where a few other bytes stand, for 64 bytes at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/vectors.h"
#include "text/word_kernels.h"

namespace lectern {

class LineMarks {
 public:
  static constexpr std::size_t kMostMarks = 2;
  static constexpr std::size_t kBlockBytes = 64;

  /// One bit for each byte, the lowest for the first.
  struct Block {
    std::uint64_t ends = 0;   ///< LF
    std::uint64_t marks = 0;  ///< the bytes that were added
  };

  /// At most kMostMarks bytes, none of them LF.
  void add(char mark) {
    marks_[count_] = static_cast<std::uint8_t>(mark);
    if (count_ == 0) marks_.fill(marks_[0]);
    ++count_;
  }

  /// Looks at the first kBlockBytes of `text`, or at all of it when there are fewer.
  Block first_block(std::string_view text) const {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    if (std::endian::native == std::endian::little && text.size() >= kBlockBytes) {
      if constexpr (kHasLaneBits) return block_of_lanes(bytes);
      return block_of_words(bytes);
    }
    Block block;
    for (std::size_t at = 0; at < std::min(text.size(), kBlockBytes); ++at) {
      const std::uint8_t byte = bytes[at];
      block.ends |= std::uint64_t{byte == '\n'} << at;
      block.marks |= std::uint64_t{byte == marks_[0] || byte == marks_[1]} << at;
    }
    block.marks &= ~block.ends;
    return block;
  }

 private:
  Block block_of_lanes(const std::uint8_t* bytes) const {
    constexpr std::size_t kVectors = kBlockBytes / kLanes;
    Block block;
    Lanes marks[kVectors];
    Lanes some{};
    for (std::size_t i = 0; i < kVectors; ++i) {
      const Lanes lanes = load_lanes(bytes + i * kLanes);
      block.ends |= std::uint64_t{lane_bits(equal(lanes, '\n'))} << (i * kLanes);
      marks[i] = equal(lanes, marks_[0]) | equal(lanes, marks_[1]);
      some |= marks[i];
    }
    // Most blocks have none.
    if (count_ == 0 || !any_lane(some)) return block;
    for (std::size_t i = 0; i < kVectors; ++i)
      block.marks |= std::uint64_t{lane_bits(marks[i])} << (i * kLanes);
    return block;
  }

  Block block_of_words(const std::uint8_t* bytes) const {
    const std::uint64_t one = words::all_of(marks_[0]);
    const std::uint64_t other = words::all_of(marks_[1]);
    Block block;
    std::uint64_t some = 0;
    for (std::size_t at = 0; at < kBlockBytes; at += words::kBytes) {
      const std::uint64_t word = words::load(bytes + at);
      block.ends |= words::bits_of(words::equal(word, '\n')) << at;
      some |= words::first_zero(word ^ one) | words::first_zero(word ^ other);
    }
    // Most blocks have none.
    if (count_ == 0 || some == 0) return block;
    for (std::size_t at = 0; at < kBlockBytes; at += words::kBytes) {
      const std::uint64_t word = words::load(bytes + at);
      block.marks |= words::bits_of(words::zeros(word ^ one) | words::zeros(word ^ other)) << at;
    }
    return block;
  }

  std::size_t count_ = 0;
  /// LF stands for none.
  std::array<std::uint8_t, kMostMarks> marks_ = {'\n', '\n'};
};

}  // namespace lectern
