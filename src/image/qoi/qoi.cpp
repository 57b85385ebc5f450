#include "image/qoi/qoi.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/byte_reader.h"
#include "image/checks.h"

namespace lectern {
namespace {

constexpr std::string_view kMagic = "qoif";
constexpr std::size_t kHeaderBytes = 14;
/// The most pixels that a byte of data stands for.
constexpr std::uint64_t kMaxRun = 62;
constexpr std::array<std::uint8_t, 8> kEnd = {0, 0, 0, 0, 0, 0, 0, 1};

struct Header {
  Dimensions size;
  std::uint8_t channels = 0;
  std::uint8_t colorspace = 0;
};

Result<Header> read_header(ByteSpan bytes, const Limits& limits) {
  ByteReader reader(bytes);
  const bool has_magic = reader.skip(kMagic.size());
  const auto width = reader.u32_be();
  const auto height = reader.u32_be();
  const auto channels = reader.u8();
  const auto colorspace = reader.u8();
  if (!has_magic || !colorspace) return fail(ErrorCode::kCorruptImage, "QOI header is cut off");
  if (*channels != 3 && *channels != 4) {
    return fail(ErrorCode::kCorruptImage, {"QOI header has {} channels, not 3 or 4", *channels});
  }
  if (*colorspace > 1) {
    return fail(ErrorCode::kCorruptImage, {"QOI header has colour space {}", *colorspace});
  }
  const Header header = {{*width, *height}, *channels, *colorspace};
  LECTERN_CHECK(check_pixels(header.size, limits));
  const std::uint64_t pixels = std::uint64_t{header.size.width} * header.size.height;
  if (pixels > kMaxRun * reader.remaining()) {
    return fail(ErrorCode::kCorruptImage, {"{} bytes of data cannot hold {} pixels",
                                           std::uint64_t{reader.remaining()}, header.size});
  }
  return header;
}

using Color = std::array<std::uint8_t, kRgbaBytes>;

/// The pixels of the data, one after the other.
class PixelStream {
 public:
  explicit PixelStream(ByteReader data) : data_(data) {}

  /// The next pixel; null where the data ends.
  const Color* next() {
    if (run_ > 0) {
      --run_;
      return &color_;
    }
    const auto tag = data_.u8();
    if (!tag || !apply(*tag)) return nullptr;
    seen_[hash()] = color_;
    return &color_;
  }

 private:
  bool apply(std::uint8_t tag) {
    const std::uint8_t low = tag & 0x3F;
    if (tag == 0xFE || tag == 0xFF) return take_channels(tag == 0xFF ? 4 : 3);
    switch (tag >> 6) {
      case 0:
        color_ = seen_[low];
        return true;
      case 1:
        add((low >> 4) - 2, ((low >> 2) & 3) - 2, (low & 3) - 2);
        return true;
      case 2: {
        const auto second = data_.u8();
        if (!second) return false;
        const int green = low - 32;
        add(green + (*second >> 4) - 8, green, green + (*second & 15) - 8);
        return true;
      }
      default:
        run_ = low;
        return true;
    }
  }

  bool take_channels(std::size_t count) {
    const auto values = data_.take(count);
    if (!values) return false;
    std::copy(values->begin(), values->end(), color_.begin());
    return true;
  }

  void add(int red, int green, int blue) {
    color_[0] = static_cast<std::uint8_t>(color_[0] + red);
    color_[1] = static_cast<std::uint8_t>(color_[1] + green);
    color_[2] = static_cast<std::uint8_t>(color_[2] + blue);
  }

  std::size_t hash() const {
    return (color_[0] * 3U + color_[1] * 5U + color_[2] * 7U + color_[3] * 11U) % seen_.size();
  }

  ByteReader data_;
  Color color_ = {0, 0, 0, 0xFF};
  std::array<Color, 64> seen_ = {};
  unsigned run_ = 0;
};

}  // namespace

Result<DecodedPicture> decode_qoi(ByteSpan bytes, const Limits& limits) {
  LECTERN_TRY(const Header header, read_header(bytes, limits));
  LECTERN_TRY(Pixels picture, Pixels::create(header.size, limits.max_decoded_bytes));
  PixelStream pixels{ByteReader(bytes.subspan(kHeaderBytes))};
  for (std::uint32_t y = 0; y < header.size.height; ++y) {
    const std::span<std::uint8_t> row = picture.row(y);
    for (std::size_t at = 0; at < row.size(); at += kRgbaBytes) {
      const Color* color = pixels.next();
      if (color == nullptr) {
        return fail(ErrorCode::kCorruptImage,
                    {"QOI data ends in row {} of {}", y + 1, header.size.height});
      }
      std::copy(color->begin(), color->end(), row.subspan(at).begin());
      if (header.channels == 3) row[at + 3] = 0xFF;
    }
  }
  DecodedFacts facts;
  facts.alpha = header.channels == 4;
  if (header.colorspace == 1) {
    facts.warnings.emplace_back("QOI with linear colours: they are shown as sRGB");
  }
  if (!std::equal(kEnd.begin(), kEnd.end(), bytes.last(kEnd.size()).begin())) {
    facts.warnings.emplace_back("QOI without its end marker, or with bytes after it");
  }
  return DecodedPicture{std::move(picture), std::move(facts)};
}

}  // namespace lectern
