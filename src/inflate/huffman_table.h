// Tables that decode deflate's Huffman codes (RFC 1951, section 3.2), a whole code at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lectern {

/// What the next bits of a stream mean.
///
/// | bits  |                                                                  |
/// |-------|------------------------------------------------------------------|
/// | 0-7   | how many bits it takes in all                                    |
/// | 8-11  | how many of them are the code; the rest is added to the value    |
/// | 12-14 | which of the kinds below, 0 for a length or a distance           |
/// | 15    | it is of one of those kinds, but no literal                      |
/// | 16-30 | the value: a byte, a symbol, or the least length or distance     |
/// | 31    | a literal                                                        |
///
/// For a code longer than the table's bits the value is the place of a second table, which is
/// looked up with as many further bits as 8-11 say.
class HuffmanEntry {
 public:
  static constexpr std::uint32_t kLiteral = 1u << 31;
  static constexpr std::uint32_t kSpecial = 1u << 15;
  static constexpr std::uint32_t kSecondTable = kSpecial | 1u << 14;
  static constexpr std::uint32_t kEndOfBlock = kSpecial | 1u << 13;
  static constexpr std::uint32_t kInvalid = kSpecial | 1u << 12;

  constexpr HuffmanEntry() = default;
  /// \param extra_bits  that follow the code.
  constexpr HuffmanEntry(std::uint32_t kind, std::uint32_t value, std::uint32_t extra_bits = 0)
      : packed_(kind | value << 16 | extra_bits) {}

  /// The same after a code of `length` bits.
  constexpr HuffmanEntry after_code(std::uint32_t length) const {
    return HuffmanEntry(packed_ + (length << 8 | length));
  }
  static constexpr HuffmanEntry second_table(std::size_t place, unsigned bits,
                                             unsigned first_bits) {
    return HuffmanEntry(kSecondTable | static_cast<std::uint32_t>(place) << 16 | bits << 8 |
                        first_bits);
  }

  constexpr bool is_literal() const { return (packed_ & kLiteral) != 0; }
  constexpr bool is_special() const { return (packed_ & kSpecial) != 0; }
  constexpr bool is(std::uint32_t kind) const { return (packed_ & kind) == kind; }
  constexpr unsigned bits() const { return packed_ & 0xFF; }
  constexpr unsigned second_bits() const { return packed_ >> 8 & 15; }
  constexpr std::uint32_t value() const { return packed_ >> 16; }
  constexpr std::uint8_t byte() const { return static_cast<std::uint8_t>(packed_ >> 16); }
  /// The value with its extra bits, which `stream` has behind the code.
  constexpr std::uint32_t value_in(std::uint64_t stream) const {
    const std::uint64_t own = stream & ((std::uint64_t{1} << bits()) - 1);
    return value() + static_cast<std::uint32_t>(own >> second_bits());
  }

 private:
  explicit constexpr HuffmanEntry(std::uint32_t packed) : packed_(packed) {}
  std::uint32_t packed_ = 0;
};

/// Makes a table of 1 << `table_bits` entries, and behind it the second tables; `table` must have
/// room for those of the worst code.
/// \param lengths   of each symbol's code in bits, 0-15; 0: it has none.
/// \param meanings  the entry of each symbol, without its code.
/// \param complete  every sequence of bits must begin with a code. Else no code at all will do, and
///     a single one of one bit, as in zlib.
/// \returns false when the lengths make no such code.
bool make_huffman_table(std::span<const std::uint8_t> lengths, unsigned table_bits, bool complete,
                        std::span<const HuffmanEntry> meanings, std::span<HuffmanEntry> table);

}  // namespace lectern
