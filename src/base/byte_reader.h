// A bounds-checked cursor over bytes: the only way the format readers parse binary structures.
#pragma once

#include <algorithm>
#include <concepts>
#include <optional>

#include "base/bytes.h"

namespace lectern {

/// Reads integers and slices from a ByteSpan in order. Every read is checked; one that does not fit
/// returns nullopt and uses up what is left, so that every read after it fails, too: of a row of
/// reads only the last needs to be looked at.
class ByteReader {
 public:
  /// `bytes` must outlive the reader and every span it returns.
  explicit ByteReader(ByteSpan bytes) : bytes_(bytes) {}

  /// Offset of the next byte from the start, in bytes. Never exceeds the size.
  std::size_t position() const { return position_; }
  /// Number of bytes that are left.
  std::size_t remaining() const { return bytes_.size() - position_; }
  bool at_end() const { return remaining() == 0; }

  /// Moves to `offset` bytes from the start. False, and no move, when that is past the end.
  [[nodiscard]] bool seek(std::size_t offset) {
    if (offset > bytes_.size()) return false;
    position_ = offset;
    return true;
  }

  /// Moves `count` bytes forward. False, and no move, when fewer are left.
  [[nodiscard]] bool skip(std::size_t count) {
    if (count > remaining()) return false;
    position_ += count;
    return true;
  }

  /// The next `count` bytes, or nullopt when fewer are left, of which then none is left.
  std::optional<ByteSpan> take(std::size_t count) {
    if (count > remaining()) {
      position_ = bytes_.size();
      return std::nullopt;
    }
    const ByteSpan taken = bytes_.subspan(position_, count);
    position_ += count;
    return taken;
  }

  std::optional<std::uint8_t> u8() { return big_endian<std::uint8_t>(); }
  std::optional<std::uint16_t> u16_be() { return big_endian<std::uint16_t>(); }
  std::optional<std::uint32_t> u32_be() { return big_endian<std::uint32_t>(); }
  std::optional<std::uint64_t> u64_be() { return big_endian<std::uint64_t>(); }
  std::optional<std::uint16_t> u16_le() { return little_endian<std::uint16_t>(); }
  std::optional<std::uint32_t> u32_le() { return little_endian<std::uint32_t>(); }
  std::optional<std::uint64_t> u64_le() { return little_endian<std::uint64_t>(); }

 private:
  template <std::unsigned_integral T>
  std::optional<T> big_endian() {
    const auto taken = take(sizeof(T));
    if (!taken) return std::nullopt;
    std::uint64_t value = 0;
    for (const std::uint8_t byte : *taken) value = value << 8 | byte;
    return static_cast<T>(value);
  }

  template <std::unsigned_integral T>
  std::optional<T> little_endian() {
    const auto taken = take(sizeof(T));
    if (!taken) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = taken->size(); i > 0; --i) value = value << 8 | (*taken)[i - 1];
    return static_cast<T>(value);
  }

  ByteSpan bytes_;
  std::size_t position_ = 0;
};

}  // namespace lectern
