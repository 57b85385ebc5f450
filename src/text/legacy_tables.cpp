#include "text/legacy_tables.h"

#include <algorithm>

#include "base/byte_reader.h"

namespace lectern {
namespace {

constexpr std::string_view kMagic = "LECTERN2";
/// Pointers of each index.
constexpr std::array<std::size_t, 5> kSizes = {19782, 23940, 23940, 11280, 8836};
constexpr std::size_t kPlaneBytes = (kSizes[0] + 7) / 8;
constexpr std::size_t kRanges = 207;
constexpr std::size_t kSingleByteTables = 34;
constexpr std::size_t kSingleByteBytes = 2 * std::tuple_size_v<SingleByteTable>;
constexpr std::size_t kLetters = 361;
constexpr std::array kPairEncodings = {Encoding::kGb18030, Encoding::kBig5, Encoding::kEucKr,
                                       Encoding::kEucJp, Encoding::kShiftJis};
constexpr std::size_t kPairs = 96;

constexpr std::size_t offset_of(std::size_t index) {
  std::size_t offset = kMagic.size();
  for (std::size_t i = 0; i < index; ++i) offset += 2 * kSizes[i];
  return offset;
}
constexpr std::size_t kPlanesOffset = offset_of(kSizes.size());
constexpr std::size_t kRangesOffset = kPlanesOffset + kPlaneBytes;
constexpr std::size_t kSingleByteOffset = kRangesOffset + 8 * kRanges;
constexpr std::size_t kLettersOffset = kSingleByteOffset + kSingleByteBytes * kSingleByteTables;
constexpr std::size_t kCostsOffset = kLettersOffset + 2 * kLetters;
constexpr std::size_t kPairsOffset = kCostsOffset + LegacyTables::kLanguages * kLetters;
constexpr std::size_t kTotalBytes = kPairsOffset + 2 * kPairs * kPairEncodings.size();

std::uint16_t unit_at(ByteSpan bytes, std::size_t index) {
  return static_cast<std::uint16_t>(bytes[2 * index] << 8 | bytes[2 * index + 1]);
}

/// The low 16 bits of an index's code points, handed to `take` with their pointers.
template <typename Take>
void unpack_index(ByteSpan packed, Take take) {
  const std::size_t size = packed.size() / 2;
  std::uint32_t unit = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const auto folded = static_cast<std::uint32_t>(packed[i] << 8 | packed[size + i]);
    unit = (unit + ((folded >> 1) ^ (0U - (folded & 1)))) & 0xFFFF;
    take(i, unit);
  }
}

/// The place of an encoding among the single-byte ones. Those beyond the standard come last.
std::optional<std::size_t> single_byte_number(Encoding encoding) {
  const auto number = [](Encoding e) { return static_cast<std::size_t>(e); };
  if (encoding >= Encoding::kIbm866 && encoding <= Encoding::kXMacCyrillic) {
    return number(encoding) - number(Encoding::kIbm866);
  }
  if (encoding >= Encoding::kIbm437 && encoding <= Encoding::kXMacCe) {
    return kSingleByteTables - 1 - (number(Encoding::kXMacCe) - number(encoding));
  }
  return std::nullopt;
}

}  // namespace

std::optional<LegacyTables> LegacyTables::open(ByteSpan packed) {
  if (packed.size() != kTotalBytes || !starts_with(packed, kMagic)) return std::nullopt;
  return LegacyTables(packed);
}

std::vector<char32_t> LegacyTables::index(LegacyIndex index) const {
  const auto number = static_cast<std::size_t>(index);
  const ByteSpan planes = packed_.subspan(kPlanesOffset, kPlaneBytes);
  std::vector<char32_t> code_points(kSizes[number]);
  unpack_index(packed_.subspan(offset_of(number), 2 * kSizes[number]),
               [&](std::size_t pointer, std::uint32_t unit) {
                 const bool plane_2 =
                     index == LegacyIndex::kBig5 && (planes[pointer / 8] >> (pointer % 8) & 1) != 0;
                 code_points[pointer] = plane_2 ? 0x20000 + unit : unit;
               });
  return code_points;
}

std::vector<Gb18030Range> LegacyTables::gb18030_ranges() const {
  std::vector<Gb18030Range> ranges;
  ByteReader reader(packed_.subspan(kRangesOffset));
  for (std::size_t i = 0; i < kRanges; ++i) {
    const auto pointer = reader.u32_be();
    const auto code_point = reader.u32_be();
    ranges.push_back({pointer.value_or(0), code_point.value_or(0)});
  }
  return ranges;
}

std::optional<SingleByteTable> LegacyTables::single_byte(Encoding encoding) const {
  const auto number = single_byte_number(encoding);
  if (!number) return std::nullopt;
  SingleByteTable table{};
  unpack_index(packed_.subspan(kSingleByteOffset + *number * kSingleByteBytes, kSingleByteBytes),
               [&](std::size_t pointer, std::uint32_t unit) {
                 table[pointer] = unit == 0 ? u'\uFFFD' : static_cast<char16_t>(unit);
               });
  return table;
}

ByteSpan LegacyTables::letter_costs(char16_t letter) const {
  const ByteSpan letters = packed_.subspan(kLettersOffset, 2 * kLetters);
  std::size_t first = 0;
  std::size_t last = kLetters;
  while (first < last) {
    const std::size_t middle = (first + last) / 2;
    if (unit_at(letters, middle) < letter) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  if (first == kLetters || unit_at(letters, first) != letter) return {};
  return packed_.subspan(kCostsOffset + first * kLanguages, kLanguages);
}

std::vector<std::uint16_t> LegacyTables::frequent_pairs(Encoding encoding) const {
  const auto found = std::find(kPairEncodings.begin(), kPairEncodings.end(), encoding);
  if (found == kPairEncodings.end()) return {};
  const auto number = static_cast<std::size_t>(found - kPairEncodings.begin());
  const ByteSpan packed = packed_.subspan(kPairsOffset + 2 * kPairs * number, 2 * kPairs);
  std::vector<std::uint16_t> pairs(kPairs);
  for (std::size_t i = 0; i < kPairs; ++i) pairs[i] = unit_at(packed, i);
  return pairs;
}

std::optional<LegacyTables> find_legacy_tables(const EncodingTables& source) {
  auto tables = LegacyTables::open(source.packed.empty() ? builtin_legacy_tables() : source.packed);
  if (!tables && source.wanted != nullptr) *source.wanted = true;
  return tables;
}

}  // namespace lectern
