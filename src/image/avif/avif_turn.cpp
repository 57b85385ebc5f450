#include "image/avif/avif_turn.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "base/byte_reader.h"
#include "image/orient.h"

namespace lectern {
namespace {

/// EXIF's numbers for quarter turns against the clock, and for mirrors.
constexpr std::uint32_t kTurns[] = {1, 8, 3, 6};
constexpr std::uint32_t kTopToBottom = 4, kLeftToRight = 2;

struct Fraction {
  std::int64_t numerator = 0;
  std::int64_t denominator = 0;
};

std::optional<PixelRegion> crop_of(ByteSpan clap, Dimensions size) {
  ByteReader reader(clap);
  Fraction parts[4];
  for (Fraction& part : parts) {
    const auto numerator = reader.u32_be();
    const auto denominator = reader.u32_be();
    if (!denominator || *denominator == 0) return std::nullopt;
    // Offsets may be negative.
    part = {static_cast<std::int32_t>(*numerator), std::int64_t{*denominator}};
  }
  const auto side =
      [](const Fraction& length, const Fraction& offset,
         std::uint32_t whole) -> std::optional<std::pair<std::uint32_t, std::uint32_t>> {
    const std::int64_t kept = length.numerator / length.denominator;
    // The crop's centre lies `offset` from the picture's.
    const std::int64_t twice =
        std::int64_t{whole} - kept + 2 * offset.numerator / offset.denominator;
    const std::int64_t from = twice / 2;
    if (kept <= 0 || twice < 0 || from + kept > std::int64_t{whole}) return std::nullopt;
    return std::pair{static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(kept)};
  };
  const auto across = side(parts[0], parts[2], size.width);
  const auto down = side(parts[1], parts[3], size.height);
  if (!across || !down) return std::nullopt;
  return PixelRegion{across->first, down->first, across->second, down->second};
}

/// The rows of the region, moved to the front.
Pixels cropped(Pixels pixels, const PixelRegion& region) {
  const std::size_t whole_row = std::size_t{pixels.size().width} * kRgbaBytes;
  const std::size_t row = std::size_t{region.width} * kRgbaBytes;
  ByteVector rgba = pixels.release();
  for (std::size_t y = 0; y < region.height; ++y) {
    const std::uint8_t* from = &rgba[(region.y + y) * whole_row + region.x * kRgbaBytes];
    std::memmove(&rgba[y * row], from, row);
  }
  rgba.resize(region.height * row);
  return Pixels::of({region.width, region.height}, std::move(rgba));
}

}  // namespace

Result<Pixels> turned(Pixels pixels, const AvifFile& file, const AvifItem& item,
                      const Limits& limits) {
  // An item has one of each: what a damaged file repeats is not done again.
  std::string_view done[3];
  std::size_t count = 0;
  for (const std::uint16_t number : item.properties) {
    const AvifProperty& property = file.properties()[number];
    if (property.type != "clap" && property.type != "irot" && property.type != "imir") continue;
    if (std::find(done, done + count, property.type) != done + count) continue;
    done[count++] = property.type;
    std::uint32_t orientation = 1;
    if (property.type == "clap") {
      const auto region = crop_of(property.data, pixels.size());
      if (region) pixels = cropped(std::move(pixels), *region);
    } else if (property.type == "irot") {
      orientation = kTurns[ByteReader(property.data).u8().value_or(0) & 3u];
    } else if (property.type == "imir") {
      const bool left_to_right = (ByteReader(property.data).u8().value_or(0) & 1u) != 0;
      orientation = left_to_right ? kLeftToRight : kTopToBottom;
    }
    LECTERN_TRY(pixels, turned_upright(std::move(pixels), orientation, limits.max_decoded_bytes));
  }
  return pixels;
}

}  // namespace lectern
