// A large file of which only what is needed is loaded. A reader takes stretches wherever it needs
// them; what is not here is noted, asked for, and the reader runs again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "base/bytes.h"
#include "base/file_buffer.h"

namespace lectern {

class FileParts {
 public:
  /// A file all of which is here. \param bytes  stay where they are
  explicit FileParts(ByteSpan bytes) : size_(bytes.size()), whole_(bytes) {}
  /// A file of that size of which nothing is here.
  explicit FileParts(std::uint64_t size) : size_(size) {}

  std::uint64_t size() const { return size_; }

  /// The bytes from `from` on, valid while the parts are. Nothing where the file has fewer, and
  /// where they are not here: those are wanted then.
  std::optional<ByteSpan> get(std::uint64_t from, std::uint64_t size);
  /// From now on `get` notes what is longer than that, and gives nothing of it, of a file that is
  /// not all here.
  void give_at_most(std::uint64_t size) { most_given_ = size; }
  /// Notes that these bytes will be needed, as far as the file has them.
  void want(std::uint64_t from, std::uint64_t size);
  /// Whether something is wanted that is not here.
  bool is_lacking() const { return !wanted_.empty(); }

  /// Bytes that are here or wanted.
  std::uint64_t loaded_bytes() const;

  // For whoever loads what is wanted, a stretch at a time; what is here may move.

  /// Where the next stretch goes on, and where it ends. Only while something is lacking.
  std::pair<std::uint64_t, std::uint64_t> next_wanted() const;
  /// Where `size` of the bytes at `next_wanted` are to be written; empty when memory is exhausted.
  std::span<std::uint8_t> room(std::size_t size);
  /// The first `size` bytes of the room have been written.
  /// \param at_end  the file ends behind them, whatever its size was said to be
  void give(std::size_t size, bool at_end);

 private:
  /// The part that holds `at`, or the first one behind it.
  std::map<std::uint64_t, FileBuffer>::const_iterator part_at(std::uint64_t at) const;

  bool is_here(std::uint64_t from, std::uint64_t size);

  std::uint64_t size_;
  std::uint64_t most_given_ = ~std::uint64_t{0};
  ByteSpan whole_;
  ByteSpan last_;  ///< the part that was asked for last, where the next is in most cases
  std::uint64_t last_start_ = 0;
  std::map<std::uint64_t, FileBuffer> parts_;      ///< by where they begin; apart from each other
  std::map<std::uint64_t, std::uint64_t> wanted_;  ///< from where to where; apart from each other
  FileBuffer coming_;                              ///< of the first stretch that is wanted
};

}  // namespace lectern
