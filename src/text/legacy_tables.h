// The tables of the East Asian encodings, packed into one block of bytes that is compiled in
// natively and for WASI and loaded beside the module in JavaScript hosts: they are larger than all
// else that the text reader needs. scripts/encodings/pack.mjs writes the block:
//
//   "LECTERN1"
//   5 indexes, in the order of LegacyIndex: all high bytes, then all low bytes of the difference of
//   each code point's low 16 bits to the one before it, zigzag coded; code point 0 is no character
//   1 bit for each pointer of Big5: its code point lies in plane 2
//   207 ranges of gb18030's four-byte sequences: pointer and code point, 4 bytes each, big endian
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"

namespace lectern {

/// The indexes of the WHATWG Encoding Standard, section 5.
enum class LegacyIndex : std::uint8_t { kBig5, kEucKr, kGb18030, kJis0208, kJis0212 };

struct Gb18030Range {
  std::uint32_t pointer;
  char32_t code_point;
};

class LegacyTables {
 public:
  /// Nullopt when `packed` is not such a block. It must outlive the tables.
  static std::optional<LegacyTables> open(ByteSpan packed);

  /// Code point of each pointer; 0 where there is none.
  std::vector<char32_t> index(LegacyIndex index) const;
  /// In ascending order of the pointers.
  std::vector<Gb18030Range> gb18030_ranges() const;

 private:
  explicit LegacyTables(ByteSpan packed) : packed_(packed) {}
  ByteSpan packed_;
};

/// The block that is compiled in; empty where it is not.
ByteSpan builtin_legacy_tables();

}  // namespace lectern
