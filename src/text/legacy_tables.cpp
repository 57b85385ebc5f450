#include "text/legacy_tables.h"

#include <array>

#include "base/byte_reader.h"

namespace lectern {
namespace {

constexpr std::string_view kMagic = "LECTERN1";
/// Pointers of each index.
constexpr std::array<std::size_t, 5> kSizes = {19782, 23940, 23940, 11280, 8836};
constexpr std::size_t kRanges = 207;
constexpr std::size_t kPlaneBytes = (kSizes[0] + 7) / 8;

constexpr std::size_t offset_of(std::size_t index) {
  std::size_t offset = kMagic.size();
  for (std::size_t i = 0; i < index; ++i) offset += 2 * kSizes[i];
  return offset;
}
constexpr std::size_t kPlanesOffset = offset_of(kSizes.size());
constexpr std::size_t kRangesOffset = kPlanesOffset + kPlaneBytes;
constexpr std::size_t kTotalBytes = kRangesOffset + 8 * kRanges;

}  // namespace

std::optional<LegacyTables> LegacyTables::open(ByteSpan packed) {
  if (packed.size() != kTotalBytes || !starts_with(packed, kMagic)) return std::nullopt;
  return LegacyTables(packed);
}

std::vector<char32_t> LegacyTables::index(LegacyIndex index) const {
  const auto number = static_cast<std::size_t>(index);
  const std::size_t size = kSizes[number];
  const ByteSpan high = packed_.subspan(offset_of(number), size);
  const ByteSpan low = packed_.subspan(offset_of(number) + size, size);
  const ByteSpan planes = packed_.subspan(kPlanesOffset, kPlaneBytes);
  std::vector<char32_t> code_points(size);
  std::uint32_t unit = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint32_t folded = static_cast<std::uint32_t>(high[i] << 8 | low[i]);
    unit = (unit + ((folded >> 1) ^ (0U - (folded & 1)))) & 0xFFFF;
    const bool plane_2 = index == LegacyIndex::kBig5 && (planes[i / 8] >> (i % 8) & 1) != 0;
    code_points[i] = plane_2 ? 0x20000 + unit : unit;
  }
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

}  // namespace lectern
