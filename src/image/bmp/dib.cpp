#include "image/bmp/dib.h"

#include <algorithm>
#include <optional>

#include "base/bit_cast.h"
#include "base/byte_reader.h"
#include "image/checks.h"

namespace lectern {
namespace {

constexpr std::uint32_t kCoreHeaderBytes = 12;
constexpr std::uint32_t kInfoHeaderBytes = 40;
constexpr std::uint32_t kRgbMasksHeaderBytes = 52;
constexpr std::uint32_t kAlphaMaskHeaderBytes = 56;
constexpr std::uint32_t kOs2HeaderBytes = 64;
constexpr std::uint32_t kMaxHeaderBytes = 124;

tl::unexpected<Error> corrupt(const Message& what) {
  return fail(ErrorCode::kCorruptImage, {"bitmap {}", what});
}
tl::unexpected<Error> unsupported(const Message& what) {
  return fail(ErrorCode::kUnsupportedFormat,
              {"bitmap with {} is not supported; convert it to PNG", what});
}

struct Header {
  std::uint32_t bytes = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::uint32_t bits = 0;
  std::uint32_t compression = 0;
  std::uint32_t colors_used = 0;
};

std::int64_t as_signed(std::uint32_t value) { return bit_cast<std::int32_t>(value); }

std::optional<Header> read_header(ByteReader& reader) {
  Header header;
  const auto bytes = reader.u32_le();
  if (!bytes || *bytes < kCoreHeaderBytes || *bytes > kMaxHeaderBytes) return std::nullopt;
  header.bytes = *bytes;
  if (header.bytes == kCoreHeaderBytes) {
    const auto width = reader.u16_le();
    const auto height = reader.u16_le();
    const bool planes = reader.skip(2);
    const auto bits = reader.u16_le();
    if (!width || !height || !planes || !bits) return std::nullopt;
    header.width = *width;
    header.height = *height;
    header.bits = *bits;
    return header;
  }
  const auto width = reader.u32_le();
  const auto height = reader.u32_le();
  const bool planes = reader.skip(2);
  const auto bits = reader.u16_le();
  if (!width || !height || !planes || !bits) return std::nullopt;
  header.width = as_signed(*width);
  header.height = as_signed(*height);
  header.bits = *bits;
  if (header.bytes < kInfoHeaderBytes) return header;  // a short OS/2 header: the rest is zero
  const auto compression = reader.u32_le();
  const bool size_and_resolution = reader.skip(12);
  const auto colors = reader.u32_le();
  if (!compression || !size_and_resolution || !colors || !reader.skip(4)) return std::nullopt;
  header.compression = *compression;
  header.colors_used = *colors;
  return header;
}

Result<DibCompression> compression_of(const Header& header) {
  const bool os2 = header.bytes == kOs2HeaderBytes;
  switch (header.compression) {
    case 0:
      return DibCompression::kNone;
    case 1:
      if (header.bits == 8) return DibCompression::kRle8;
      break;
    case 2:
      if (header.bits == 4) return DibCompression::kRle4;
      break;
    case 3:
      if (os2) return unsupported("Huffman compression");
      if (header.bits == 16 || header.bits == 32) return DibCompression::kBitFields;
      break;
    case 4:
      if (os2 || header.bits == 24) return unsupported("RLE24 compression");
      return DibCompression::kJpeg;
    case 5:
      return DibCompression::kPng;
    default:
      return unsupported({"compression {}", header.compression});
  }
  return corrupt({"has compression {} with {} bits a pixel", header.compression, header.bits});
}

/// A PNG or JPEG takes the place of the pixels; the header's bits mean nothing then.
bool is_whole_file(DibCompression compression) {
  return compression == DibCompression::kPng || compression == DibCompression::kJpeg;
}

Result<void> check_bits(const Header& header, DibCompression compression) {
  if (is_whole_file(compression)) return {};
  switch (header.bits) {
    case 1:
    case 4:
    case 8:
    case 16:
    case 24:
    case 32:
      return {};
    case 2:
      return unsupported("2 bits a pixel");
    default:
      return corrupt({"has {} bits a pixel", header.bits});
  }
}

Result<void> read_masks(ByteReader& reader, const Header& header, Dib& dib) {
  if (dib.compression == DibCompression::kBitFields) {
    // In the header from BITMAPV2INFOHEADER on, behind it before; in both cases the next bytes.
    for (std::size_t i = 0; i < 3; ++i) {
      const auto mask = reader.u32_le();
      if (!mask) return corrupt("is cut off in its bit fields");
      dib.masks[i] = *mask;
    }
    if (header.bytes >= kAlphaMaskHeaderBytes) dib.masks[3] = reader.u32_le().value_or(0);
  } else if (header.bits == 16) {
    dib.masks = {0x7C00, 0x03E0, 0x001F, 0};
  } else {
    dib.masks = {0x00FF'0000, 0x0000'FF00, 0x0000'00FF, 0};
  }
  return {};
}

Result<void> read_palette(ByteReader& reader, const Header& header, Dib& dib) {
  if (header.bits > 8 || is_whole_file(dib.compression)) return {};
  const std::uint32_t most = 1u << header.bits;
  const std::uint32_t colors = header.colors_used == 0 ? most : header.colors_used;
  if (colors > most) {
    return corrupt({"says {} colors, {} bits have {}", colors, header.bits, most});
  }
  dib.palette_entry_bytes = header.bytes == kCoreHeaderBytes ? 3 : 4;
  const std::size_t bytes = std::size_t{colors} * dib.palette_entry_bytes;
  const auto palette = reader.take(std::min(bytes, reader.remaining()));
  dib.palette = *palette;
  return {};
}

}  // namespace

Result<Dib> parse_dib(ByteSpan bytes, std::size_t data_offset, bool icon, const Limits& limits) {
  ByteReader reader(bytes);
  const auto header = read_header(reader);
  if (!header) return corrupt("header is cut off or of an unknown kind");
  Dib dib;
  LECTERN_TRY(dib.compression, compression_of(*header));
  if (icon && is_whole_file(dib.compression)) {
    return corrupt(
        {"of an icon has compression {}, which only files may have", header->compression});
  }
  LECTERN_CHECK(check_bits(*header, dib.compression));
  dib.bits_per_pixel = header->bits;
  dib.top_down = header->height < 0;
  const std::int64_t height = std::abs(header->height) / (icon ? 2 : 1);
  if (header->width <= 0 || height == 0) {
    return corrupt({"header says {}x{} pixels", header->width, header->height});
  }
  dib.size = {static_cast<std::uint32_t>(header->width), static_cast<std::uint32_t>(height)};
  LECTERN_CHECK(check_pixels(dib.size, limits));
  LECTERN_CHECK(read_masks(reader, *header, dib));
  const bool masks_follow =
      dib.compression == DibCompression::kBitFields && header->bytes < kRgbMasksHeaderBytes;
  const std::size_t palette_at = header->bytes + (masks_follow ? 12u : 0u);
  if (!reader.seek(palette_at)) return corrupt("header is cut off");
  LECTERN_CHECK(read_palette(reader, *header, dib));
  // An offset into the headers, or one that leaves no room for a palette, cannot be meant.
  if (!reader.seek(data_offset <= palette_at ? reader.position() : data_offset)) {
    return corrupt({"has its pixels at byte {}, behind the end of the file", data_offset});
  }
  dib.data = *reader.take(reader.remaining());
  return dib;
}

}  // namespace lectern
