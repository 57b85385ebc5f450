#include "image/pcx/pcx.h"

#include <algorithm>
#include <array>

#include "base/byte_reader.h"
#include "image/checks.h"

namespace lectern {
namespace {

constexpr std::size_t kPcxHeader = 128;
constexpr std::size_t kVgaPaletteBytes = 768;
constexpr std::uint8_t kVgaPaletteMark = 12;
constexpr unsigned kWithoutPalette = 3;  ///< a version whose files have the standard one
constexpr std::uint64_t kMostOfRun = 63;

/// The standard colours of EGA.
constexpr std::array<std::uint8_t, 48> kEgaColors = {
    0,    0,    0,    0,    0,    0xAA, 0,    0xAA, 0,    0,    0xAA, 0xAA, 0xAA, 0,    0,    0xAA,
    0,    0xAA, 0xAA, 0x55, 0,    0xAA, 0xAA, 0xAA, 0x55, 0x55, 0x55, 0x55, 0x55, 0xFF, 0x55, 0xFF,
    0x55, 0x55, 0xFF, 0xFF, 0xFF, 0x55, 0x55, 0xFF, 0x55, 0xFF, 0xFF, 0xFF, 0x55, 0xFF, 0xFF, 0xFF};
constexpr std::array<std::uint8_t, 6> kBlackAndWhite = {0, 0, 0, 255, 255, 255};

tl::unexpected<Error> corrupt_pcx(const Message& what) {
  return fail(ErrorCode::kCorruptImage, {"PCX {}", what});
}

struct PcxHeader {
  unsigned version = 0;
  bool packed = true;
  unsigned bits = 0;    ///< of a pixel in a plane
  unsigned planes = 0;  ///< of a row
  Dimensions size;
  std::size_t plane_bytes = 0;  ///< of a row
  ByteSpan palette;

  bool is_color() const { return bits == 8 && planes >= 3; }
};

Result<PcxHeader> read_pcx_header(ByteSpan bytes, const Limits& limits) {
  ByteReader reader(bytes);
  PcxHeader header;
  const auto mark = reader.u8();
  header.version = reader.u8().value_or(0);
  header.packed = reader.u8().value_or(0) == 1;
  header.bits = reader.u8().value_or(0);
  const auto left = reader.u16_le();
  const auto top = reader.u16_le();
  const auto right = reader.u16_le();
  const auto bottom = reader.u16_le();
  (void)reader.skip(4);
  header.palette = reader.take(kEgaColors.size()).value_or(ByteSpan());
  (void)reader.skip(1);
  header.planes = reader.u8().value_or(0);
  header.plane_bytes = reader.u16_le().value_or(0);
  if (bytes.size() < kPcxHeader || mark != 10) return corrupt_pcx("header is cut off");
  if (*right < *left || *bottom < *top) {
    return corrupt_pcx({"header has its right edge at {} and its left one at {}", *right, *left});
  }
  header.size = {*right - *left + 1u, *bottom - *top + 1u};
  LECTERN_CHECK(check_pixels(header.size, limits));
  const bool known =
      (header.bits == 1 && header.planes >= 1 && header.planes <= 4) ||
      ((header.bits == 2 || header.bits == 4) && header.planes == 1) ||
      (header.bits == 8 && (header.planes == 1 || header.planes == 3 || header.planes == 4));
  if (!known) {
    return fail(ErrorCode::kUnsupportedFormat,
                {"PCX of {} planes of {} bits is not supported; convert it to PNG", header.planes,
                 header.bits});
  }
  const std::uint64_t needed = (std::uint64_t{header.size.width} * header.bits + 7) / 8;
  if (header.plane_bytes < needed) {
    return corrupt_pcx(
        {"rows have {} bytes, {} pixels need {}", header.plane_bytes, header.size.width, needed});
  }
  return header;
}

/// The colours of a picture with a palette, three bytes each.
ByteVector palette_of(const PcxHeader& header, ByteSpan bytes) {
  const auto copied = [](ByteSpan colors) { return ByteVector(colors.begin(), colors.end()); };
  if (header.bits == 8) {
    const std::size_t tail = kVgaPaletteBytes + 1;
    if (bytes.size() >= kPcxHeader + tail && bytes[bytes.size() - tail] == kVgaPaletteMark) {
      return copied(bytes.last(kVgaPaletteBytes));
    }
    ByteVector grays(kVgaPaletteBytes);
    for (std::size_t i = 0; i < grays.size(); ++i) grays[i] = static_cast<std::uint8_t>(i / 3);
    return grays;
  }
  const bool empty = std::all_of(header.palette.begin(), header.palette.end(),
                                 [](std::uint8_t byte) { return byte == 0; });
  if (header.bits * header.planes == 1) {
    const bool differ =
        !std::equal(header.palette.begin(), header.palette.begin() + 3, header.palette.begin() + 3);
    return copied(differ && header.version != kWithoutPalette ? header.palette
                                                              : ByteSpan(kBlackAndWhite));
  }
  return copied(empty || header.version == kWithoutPalette ? ByteSpan(kEgaColors) : header.palette);
}

/// Rows, plane by plane. Runs may go on from row to row.
class PcxRows {
 public:
  PcxRows(ByteReader data, const PcxHeader& header)
      : data_(data), packed_(header.packed), row_(header.plane_bytes * header.planes) {}

  /// False where the data ends.
  bool next() {
    for (std::uint8_t& out : row_) {
      // A run of nothing stands for nothing.
      while (left_ == 0) {
        auto byte = data_.u8();
        left_ = 1;
        if (byte && packed_ && *byte >= 0xC0) {
          left_ = *byte & 63u;
          byte = data_.u8();
        }
        if (!byte) return false;
        value_ = *byte;
      }
      --left_;
      out = value_;
    }
    return true;
  }

  ByteSpan row() const { return row_; }

 private:
  ByteReader data_;
  bool packed_;
  ByteVector row_;
  unsigned left_ = 0;
  std::uint8_t value_ = 0;
};

void write_pcx_row(const PcxHeader& header, ByteSpan row, ByteSpan palette,
                   std::span<std::uint8_t> rgba) {
  for (std::size_t x = 0; x < header.size.width; ++x) {
    const std::span<std::uint8_t> pixel = rgba.subspan(x * kRgbaBytes, kRgbaBytes);
    pixel[3] = 255;
    if (header.is_color()) {
      for (std::size_t i = 0; i < header.planes; ++i) pixel[i] = row[i * header.plane_bytes + x];
      continue;
    }
    const std::size_t bit = x * header.bits;
    const std::size_t shift = 8 - header.bits - bit % 8;
    std::size_t index = 0;
    for (std::size_t plane = 0; plane < header.planes; ++plane) {
      const unsigned value = row[plane * header.plane_bytes + bit / 8] >> shift;
      index |= (value & ((1u << header.bits) - 1)) << plane;
    }
    std::copy_n(palette.subspan(index * 3).begin(), 3, pixel.begin());
  }
}

}  // namespace

Result<DecodedPicture> decode_pcx(ByteSpan bytes, const Limits& limits) {
  LECTERN_TRY(const PcxHeader header, read_pcx_header(bytes, limits));
  ByteReader data(bytes.subspan(kPcxHeader));
  const std::uint64_t needed =
      std::uint64_t{header.plane_bytes} * header.planes * header.size.height;
  if (needed > data.remaining() * (header.packed ? kMostOfRun : 1)) {
    return corrupt_pcx({"data of {byte} cannot hold {} pixels", data.remaining(), header.size});
  }
  LECTERN_TRY(Pixels pixels, Pixels::create(header.size, limits.max_decoded_bytes));
  const ByteVector palette = palette_of(header, bytes);
  PcxRows rows(data, header);
  for (std::uint32_t y = 0; y < header.size.height; ++y) {
    if (!rows.next()) return corrupt_pcx({"data ends in row {} of {}", y + 1, header.size.height});
    write_pcx_row(header, rows.row(), palette, pixels.row(y));
  }
  DecodedFacts facts;
  facts.alpha = header.planes == 4 && header.is_color();
  facts.bit_depth = header.is_color() ? 8 : header.bits * header.planes;
  return DecodedPicture{std::move(pixels), std::move(facts)};
}

}  // namespace lectern
