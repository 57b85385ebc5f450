#include "image/exif.h"

#include <optional>

#include "base/byte_reader.h"

namespace lectern {
namespace {

constexpr std::uint16_t kOrientationTag = 0x0112;
constexpr std::uint16_t kTypeShort = 3;
constexpr std::uint16_t kTiffMagic = 42;
constexpr std::uint32_t kUpright = 1;

}  // namespace

std::uint32_t exif_orientation(ByteSpan tiff_block) {
  ByteReader reader(tiff_block);
  const bool little = starts_with(tiff_block, "II");
  if (!little && !starts_with(tiff_block, "MM")) return kUpright;
  const auto u16 = [&] { return little ? reader.u16_le() : reader.u16_be(); };
  const auto u32 = [&] { return little ? reader.u32_le() : reader.u32_be(); };

  if (!reader.skip(2) || u16() != kTiffMagic) return kUpright;
  const auto first_directory = u32();
  if (!first_directory || !reader.seek(*first_directory)) return kUpright;
  const auto entries = u16();
  for (std::uint32_t i = 0; entries && i < *entries; ++i) {
    const auto tag = u16();
    const auto type = u16();
    const auto count = u32();
    const auto value = u16();
    if (!tag || !type || !count || !value || !reader.skip(2)) return kUpright;
    if (*tag == kOrientationTag) {
      const bool usable = *type == kTypeShort && *count == 1 && *value >= 1 && *value <= 8;
      return usable ? *value : kUpright;
    }
  }
  return kUpright;
}

}  // namespace lectern
