#include "image/tga/tga.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "base/byte_reader.h"
#include "image/checks.h"
#include "image/left_to_module.h"

namespace lectern {
namespace {

constexpr std::size_t kEndBytes = 26;
constexpr std::size_t kAlphaKindAt = 494;  ///< in the extension area
constexpr std::uint64_t kMostOfPacket = 128;

tl::unexpected<Error> corrupt_tga(const Message& what) {
  return fail(ErrorCode::kCorruptImage, {"TGA {}", what});
}

struct TgaHeader {
  bool has_palette = false;
  unsigned kind = 0;  ///< 1: palette, 2: colours, 3: gray
  bool packed = false;
  std::uint32_t palette_first = 0;
  std::uint32_t palette_count = 0;
  std::uint32_t palette_bits = 0;
  Dimensions size;
  std::uint32_t bits = 0;
  unsigned descriptor = 0;

  std::uint32_t alpha_bits() const { return descriptor & 15u; }
  bool from_right() const { return (descriptor & 16u) != 0; }
  bool from_top() const { return (descriptor & 32u) != 0; }
  std::size_t pixel_bytes() const { return (bits + 7) / 8; }
};

bool is_color_size(std::uint32_t bits) {
  return bits == 15 || bits == 16 || bits == 24 || bits == 32;
}

Result<TgaHeader> read_tga_header(ByteReader& reader, const Limits& limits) {
  TgaHeader header;
  const auto id_bytes = reader.u8();
  const auto palette = reader.u8();
  const auto kind = reader.u8();
  const auto first = reader.u16_le();
  const auto count = reader.u16_le();
  const auto palette_bits = reader.u8();
  const bool origin = reader.skip(4);
  const auto width = reader.u16_le();
  const auto height = reader.u16_le();
  const auto bits = reader.u8();
  const auto descriptor = reader.u8();
  if (!origin || !descriptor || !reader.skip(*id_bytes)) return corrupt_tga("header is cut off");
  header.has_palette = *palette == 1;
  header.kind = *kind & 7u;
  header.packed = (*kind & 8u) != 0;
  header.palette_first = *first;
  header.palette_count = header.has_palette ? *count : 0;
  header.palette_bits = *palette_bits;
  header.size = {*width, *height};
  header.bits = *bits;
  header.descriptor = *descriptor;
  if (header.kind < 1 || header.kind > 3 || *kind > 11) {
    return fail(ErrorCode::kUnsupportedFormat,
                {"TGA of kind {} is not supported; convert it to PNG", *kind});
  }
  LECTERN_CHECK(check_pixels(header.size, limits));
  const bool known = header.kind == 1   ? header.bits == 8 || header.bits == 16
                     : header.kind == 2 ? is_color_size(header.bits)
                                        : header.bits == 8 || header.bits == 16;
  if (!known) return corrupt_tga({"header has {} bits a pixel", header.bits});
  if (header.kind == 1 && (header.palette_count == 0 || !is_color_size(header.palette_bits))) {
    return corrupt_tga(
        {"palette has {} colours of {} bits", header.palette_count, header.palette_bits});
  }
  return header;
}

using TgaColor = std::array<std::uint8_t, kRgbaBytes>;

/// A stored colour: blue first.
TgaColor color_of(ByteSpan stored, std::uint32_t bits) {
  if (bits >= 24) {
    return {stored[2], stored[1], stored[0], bits == 32 ? stored[3] : std::uint8_t{255}};
  }
  const unsigned value = stored[0] | unsigned{stored[1]} << 8;
  const auto wide = [value](unsigned shift) {
    const unsigned five = value >> shift & 31u;
    return static_cast<std::uint8_t>((five * 255 + 15) / 31);
  };
  const bool opaque = bits == 15 || (value & 0x8000u) != 0;
  return {wide(10), wide(5), wide(0), static_cast<std::uint8_t>(opaque ? 255 : 0)};
}

/// The pixels as stored, one after the other.
class TgaStream {
 public:
  TgaStream(ByteReader data, const TgaHeader& header) : data_(data), header_(header) {}

  /// Goes to the next pixel; false where the data ends.
  bool next() {
    is_same_ = repeats_ && left_ > 0;
    if (is_same_) {
      --left_;
      return true;
    }
    if (header_.packed && left_ == 0) {
      const auto packet = data_.u8();
      if (!packet) return false;
      left_ = (*packet & 127u) + 1;
      repeats_ = (*packet & 128u) != 0;
    }
    if (header_.packed) --left_;
    const auto pixel = data_.take(header_.pixel_bytes());
    pixel_ = pixel.value_or(ByteSpan());
    return pixel.has_value();
  }

  ByteSpan pixel() const { return pixel_; }
  /// It is the pixel before once more.
  bool is_same() const { return is_same_; }

 private:
  ByteReader data_;
  const TgaHeader& header_;
  unsigned left_ = 0;  ///< of the packet
  bool repeats_ = false;
  bool is_same_ = false;
  ByteSpan pixel_;
};

/// What the end of a version 2 file says about alpha: 0-2: none that counts, 3: there is, 4:
/// colours are multiplied with it. nullopt: it does not say.
std::optional<unsigned> alpha_kind(ByteSpan bytes) {
  if (bytes.size() < kEndBytes) return std::nullopt;
  const ByteSpan end = bytes.last(kEndBytes);
  if (!has_bytes_at(end, 8, kTgaEnd)) return std::nullopt;
  const auto extension = ByteReader(end).u32_le();
  ByteReader reader(bytes);
  if (!extension || *extension == 0 || !reader.seek(*extension) || !reader.skip(kAlphaKindAt)) {
    return std::nullopt;
  }
  const auto kind = reader.u8();
  return kind ? std::optional<unsigned>(*kind) : std::nullopt;
}

/// Whether the fourth byte is alpha. Many writers fill it with zeros and mean nothing by it.
bool has_alpha(const TgaHeader& header, std::optional<unsigned> kind, const Pixels& pixels) {
  if (kind ? *kind < 3 : header.alpha_bits() == 0) return false;
  const ByteSpan rgba = pixels.rgba();
  for (std::size_t at = 3; at < rgba.size(); at += kRgbaBytes) {
    if (rgba[at] != 0) return true;
  }
  return false;
}

void settle_alpha(bool alpha, bool premultiplied, std::span<std::uint8_t> row) {
  for (std::size_t at = 0; at < row.size(); at += kRgbaBytes) {
    if (!alpha) row[at + 3] = 255;
    const unsigned value = row[at + 3];
    for (std::size_t i = at; premultiplied && value != 0 && i < at + 3; ++i) {
      row[i] = static_cast<std::uint8_t>(std::min((row[i] * 255u + value / 2) / value, 255u));
    }
  }
}

Result<TgaColor> tga_pixel(ByteSpan stored, const TgaHeader& header, ByteSpan palette) {
  if (header.kind == 2) return color_of(stored, header.bits);
  if (header.kind == 3) {
    return TgaColor{stored[0], stored[0], stored[0],
                    stored.size() > 1 ? stored[1] : std::uint8_t{255}};
  }
  const std::size_t index = stored.size() > 1 ? stored[0] | std::size_t{stored[1]} << 8 : stored[0];
  if (index < header.palette_first || index - header.palette_first >= header.palette_count) {
    return corrupt_tga({"pixel has colour {}, the palette {}", index, header.palette_count});
  }
  const std::size_t bytes = (header.palette_bits + 7) / 8;
  return color_of(palette.subspan((index - header.palette_first) * bytes, bytes),
                  header.palette_bits);
}

}  // namespace

Result<DecodedPicture> decode_tga(ByteSpan bytes, const Limits& limits) {
  ByteReader reader(bytes);
  LECTERN_TRY(const TgaHeader header, read_tga_header(reader, limits));
  const auto palette =
      reader.take(std::size_t{header.palette_count} * ((header.palette_bits + 7) / 8));
  if (!palette) return corrupt_tga("palette is cut off");
  const std::uint64_t count = std::uint64_t{header.size.width} * header.size.height;
  const std::uint64_t most = header.packed ? reader.remaining() / (1 + header.pixel_bytes()) + 1
                                           : reader.remaining() / header.pixel_bytes();
  if (count > most * (header.packed ? kMostOfPacket : 1)) {
    return corrupt_tga({"data of {byte} cannot hold {} pixels", reader.remaining(), header.size});
  }
  LECTERN_TRY(Pixels pixels, Pixels::create(header.size, limits.max_decoded_bytes));
  TgaStream stream(reader, header);
  TgaColor color{};
  for (std::uint32_t i = 0; i < header.size.height; ++i) {
    const std::span<std::uint8_t> row =
        pixels.row(header.from_top() ? i : header.size.height - 1 - i);
    for (std::uint32_t x = 0; x < header.size.width; ++x) {
      if (!stream.next())
        return corrupt_tga({"data ends in row {} of {}", i + 1, header.size.height});
      if (!stream.is_same()) {
        LECTERN_TRY(color, tga_pixel(stream.pixel(), header, *palette));
      }
      const std::size_t column = header.from_right() ? header.size.width - 1 - x : x;
      std::memcpy(&row[column * kRgbaBytes], color.data(), kRgbaBytes);
    }
  }
  const std::optional<unsigned> kind = alpha_kind(bytes);
  DecodedFacts facts;
  facts.alpha = has_alpha(header, kind, pixels);
  for (std::uint32_t y = 0; y < header.size.height; ++y) {
    settle_alpha(facts.alpha, facts.alpha && kind == 4u, pixels.row(y));
  }
  return DecodedPicture{std::move(pixels), std::move(facts)};
}

}  // namespace lectern
