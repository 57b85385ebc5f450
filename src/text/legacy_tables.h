// The tables of the legacy encodings and what tells these apart, packed into one block of bytes
// that is compiled in natively and for WASI and loaded beside the module in JavaScript hosts: they
// are larger than all else that the text reader needs, and text in Unicode needs none of them.
// scripts/encodings/pack.mjs writes the block; numbers are big endian:
//
//   "LECTERN2"
//   5 indexes, in the order of LegacyIndex: all high bytes, then all low bytes of the difference of
//   each code point's low 16 bits to the one before it, zigzag coded; code point 0 is no character
//   1 bit for each pointer of Big5: its code point lies in plane 2
//   207 ranges of gb18030's four-byte sequences: pointer and code point, 4 bytes each
//   34 single-byte encodings, in the order of Encoding: the characters of the bytes 0x80 to 0xFF,
//   each table coded as an index is
//   361 letters outside ASCII in ascending order, 2 bytes each
//   for each of these letters its costs in 35 languages, 1 byte each
//   the frequent pairs of gb18030, Big5, EUC-KR, EUC-JP and Shift_JIS: 96 codes each, 2 bytes a
//   code
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/encoding_tables.h"
#include "text/encoding.h"

namespace lectern {

/// The indexes of the WHATWG Encoding Standard, section 5.
enum class LegacyIndex : std::uint8_t { kBig5, kEucKr, kGb18030, kJis0208, kJis0212 };

struct Gb18030Range {
  std::uint32_t pointer;
  char32_t code_point;
};

/// The characters of the bytes 0x80 to 0xFF, U+FFFD where there is none (WHATWG Encoding Standard,
/// section 9; the DOS code pages as Unicode, Inc. maps them).
using SingleByteTable = std::array<char16_t, 128>;

class LegacyTables {
 public:
  /// Languages whose letters were counted (scripts/encodings/learn_languages.mjs).
  static constexpr std::size_t kLanguages = 35;

  /// Nullopt when `packed` is not such a block. It must outlive the tables.
  static std::optional<LegacyTables> open(ByteSpan packed);

  /// Code point of each pointer; 0 where there is none.
  std::vector<char32_t> index(LegacyIndex index) const;
  /// In ascending order of the pointers.
  std::vector<Gb18030Range> gb18030_ranges() const;

  /// Nullopt for encodings that are not single-byte, and for x-user-defined, which has no table.
  std::optional<SingleByteTable> single_byte(Encoding encoding) const;

  /// Cost of a lower-case letter outside ASCII in each of the languages, in half bits: -2 log2 of
  /// its share among such letters, or 0 where the language does not have it. Empty for what no
  /// language has.
  ByteSpan letter_costs(char16_t letter) const;
  /// The two-byte codes of the most frequent ideographs or syllables in Chinese, Japanese or Korean
  /// text in `encoding`, ascending. Empty for other encodings.
  std::vector<std::uint16_t> frequent_pairs(Encoding encoding) const;

 private:
  explicit LegacyTables(ByteSpan packed) : packed_(packed) {}
  ByteSpan packed_;
};

/// The block that is compiled in; empty where it is not.
ByteSpan builtin_legacy_tables();

/// The tables of `source`. Nullopt, and said in `source.wanted`, when there are none.
std::optional<LegacyTables> find_legacy_tables(const EncodingTables& source);

}  // namespace lectern
