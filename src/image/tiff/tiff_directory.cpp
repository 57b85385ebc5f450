#include "image/tiff/tiff_directory.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "base/byte_reader.h"
#include "image/checks.h"

namespace lectern {
namespace {

constexpr std::uint16_t kClassicMagic = 42;
constexpr std::uint16_t kBigMagic = 43;
constexpr std::uint32_t kMaxSamples = 64;
constexpr std::size_t kMaxPages = 10'000;
/// Of an entry whose values are few: three colors of 16 bits.
constexpr std::uint64_t kMaxValues = 3 * 65'536;

enum Tag : std::uint16_t {
  kWidth = 256,
  kHeight = 257,
  kBits = 258,
  kCompressionTag = 259,
  kPhotometricTag = 262,
  kFillOrder = 266,
  kStripOffsets = 273,
  kOrientation = 274,
  kSamples = 277,
  kRowsPerStrip = 278,
  kStripByteCounts = 279,
  kPlanar = 284,
  kFaxOptions = 292,
  kPredictor = 317,
  kColorMap = 320,
  kTileWidth = 322,
  kTileHeight = 323,
  kTileOffsets = 324,
  kTileByteCounts = 325,
  kExtraSamples = 338,
  kSampleFormat = 339,
  kJpegTables = 347,
  kJpegStream = 513,
  kJpegStreamLength = 514,
  kJpegQuantization = 519,
  kJpegDc = 520,
  kJpegAc = 521,
  kYcbcrCoefficients = 529,
  kSubsampling = 530,
  kReferenceLevels = 532,
  kIccProfile = 34675,
};

tl::unexpected<Error> corrupt(const Message& what) {
  return fail(ErrorCode::kCorruptImage, {"TIFF {}", what});
}
tl::unexpected<Error> unsupported(const Message& what) {
  return fail(ErrorCode::kUnsupportedFormat,
              {"TIFF with {} is not supported; convert it to PNG", what});
}

struct Entry {
  std::uint16_t tag = 0;
  std::uint16_t type = 0;
  std::uint64_t count = 0;
  std::uint64_t value_at = 0;  ///< where the values stand in the file
};

std::uint64_t bytes_of_type(std::uint16_t type) {
  constexpr std::uint8_t kBytes[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8};
  return type < std::size(kBytes) ? kBytes[type] : 0;
}

/// Reads numbers in the file's byte order and directories in its flavour.
class TiffFile {
 public:
  explicit TiffFile(ByteSpan bytes) : bytes_(bytes), reader_(bytes) {}

  Result<std::uint64_t> open() {
    little_ = starts_with(bytes_, "II");
    (void)reader_.seek(2);
    const auto magic = u16();
    if (magic == kBigMagic) {
      big_ = true;
      if (u16() != 8 || u16() != 0) return corrupt("header is damaged");
    } else if (magic != kClassicMagic) {
      return corrupt("header is damaged");
    }
    const auto first = offset();
    if (!first) return corrupt("header is cut off");
    return *first;
  }

  /// Entries of the directory; `next` becomes the offset of the one after it, 0
  /// at the end.
  std::optional<std::vector<Entry>> directory(std::uint64_t at, std::uint64_t& next) {
    if (!seek(at)) return std::nullopt;
    const std::optional<std::uint64_t> count = big_ ? u64() : std::optional<std::uint64_t>(u16());
    std::vector<Entry> entries;
    for (std::uint64_t i = 0; count && i < *count; ++i) {
      Entry entry;
      const auto tag = u16();
      const auto type = u16();
      const auto values = offset();
      const std::uint64_t field_at = reader_.position();
      const auto field = offset();
      if (!tag || !type || !values || !field) return std::nullopt;
      entry.tag = *tag;
      entry.type = *type;
      entry.count = *values;
      const std::uint64_t each = bytes_of_type(*type);
      const std::uint64_t room = big_ ? 8 : 4;
      const bool inside = each == 0 || entry.count <= room / each;
      entry.value_at = inside ? field_at : *field;
      entries.push_back(entry);
    }
    const auto following = count ? offset() : std::nullopt;
    next = following.value_or(0);
    return entries;
  }

  /// Goes over a directory without looking at its entries: the offset of the
  /// one after it, or nullopt when it is cut off.
  std::optional<std::uint64_t> after_directory(std::uint64_t at) {
    if (!seek(at)) return std::nullopt;
    const std::optional<std::uint64_t> count = big_ ? u64() : std::optional<std::uint64_t>(u16());
    const std::uint64_t entry_bytes = big_ ? 20 : 12;
    if (!count) return 0;
    if (*count > reader_.remaining() / entry_bytes) return std::nullopt;
    if (!reader_.skip(static_cast<std::size_t>(*count * entry_bytes))) return std::nullopt;
    return offset().value_or(0);
  }

  /// Where the directories from this one on stand.
  std::vector<std::uint64_t> pages_from(std::uint64_t first) {
    std::vector<std::uint64_t> pages;
    std::vector<std::uint64_t> seen;  // in ascending order
    for (std::uint64_t at = first; pages.size() < kMaxPages;) {
      const auto place = std::lower_bound(seen.begin(), seen.end(), at);
      if (place != seen.end() && *place == at) break;
      const auto after = after_directory(at);
      if (!after) break;
      seen.insert(place, at);
      pages.push_back(at);
      if (*after == 0) break;
      at = *after;
    }
    return pages;
  }

  /// The first integer values of an entry, at most `most`; empty when any are
  /// cut off or no integers.
  std::vector<std::uint64_t> values(const Entry& entry, std::uint64_t most) {
    std::vector<std::uint64_t> result;
    const std::uint64_t each = bytes_of_type(entry.type);
    if (each == 0 || !seek(entry.value_at) || entry.count > reader_.remaining() / each) return {};
    const std::uint64_t count = std::min(entry.count, most);
    result.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
      result.push_back(each == 1   ? *reader_.u8()
                       : each == 2 ? *u16()
                       : each == 4 ? *u32()
                                   : *u64());
    }
    return result;
  }

  /// Replaces `out` by an entry of as many numbers: integers, or fractions with
  /// a denominator.
  void numbers(const Entry& entry, std::span<float> out) {
    constexpr std::uint16_t kRational = 5;
    if (entry.count != out.size()) return;
    const std::vector<std::uint64_t> stored = values(entry, out.size());
    for (std::size_t i = 0; i < stored.size(); ++i) {
      const std::uint64_t first = little_ ? stored[i] & 0xFFFF'FFFF : stored[i] >> 32;
      const std::uint64_t second = little_ ? stored[i] >> 32 : stored[i] & 0xFFFF'FFFF;
      const bool fraction = entry.type == kRational && second != 0;
      out[i] = fraction ? static_cast<float>(first) / static_cast<float>(second)
                        : static_cast<float>(stored[i]);
    }
  }

  ByteSpan raw(const Entry& entry) {
    if (!seek(entry.value_at)) return {};
    const auto taken = reader_.take(static_cast<std::size_t>(entry.count));
    return taken.value_or(ByteSpan());
  }

  bool little_endian() const { return little_; }

 private:
  bool seek(std::uint64_t at) {
    return at <= bytes_.size() && reader_.seek(static_cast<std::size_t>(at));
  }
  std::optional<std::uint16_t> u16() { return little_ ? reader_.u16_le() : reader_.u16_be(); }
  std::optional<std::uint32_t> u32() { return little_ ? reader_.u32_le() : reader_.u32_be(); }
  std::optional<std::uint64_t> u64() { return little_ ? reader_.u64_le() : reader_.u64_be(); }
  std::optional<std::uint64_t> offset() {
    return big_ ? u64() : std::optional<std::uint64_t>(u32());
  }

  ByteSpan bytes_;
  ByteReader reader_;
  bool little_ = true;
  bool big_ = false;
};

std::uint32_t first_or(const std::vector<std::uint64_t>& values, std::uint32_t fallback) {
  if (values.empty()) return fallback;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(values.front(), 0xFFFF'FFFF));
}

Result<void> check_samples(const std::vector<std::uint64_t>& bits,
                           const std::vector<std::uint64_t>& formats, TiffImage& image) {
  image.bits = first_or(bits, 1);
  // Some files list more sizes than they have samples.
  const auto listed = std::min<std::size_t>(bits.size(), image.samples);
  if (std::any_of(bits.begin(), bits.begin() + static_cast<std::ptrdiff_t>(listed),
                  [&](std::uint64_t each) { return each != bits.front(); })) {
    return unsupported("samples of different sizes");
  }
  if (image.bits == 0 || image.bits > 64) {
    return corrupt({"says {} bits a sample", image.bits});
  }
  if (image.samples == 0 || image.samples > kMaxSamples) {
    return corrupt({"says {} samples a pixel", image.samples});
  }
  constexpr std::uint32_t kFloat = 3;
  constexpr std::uint32_t kUntyped = 4;
  const std::uint32_t format = first_or(formats, 1);
  if (format > kUntyped) return unsupported("complex numbers");
  image.floating = format == kFloat;
  if (image.floating && image.bits != 16 && image.bits != 32 && image.bits != 64) {
    return unsupported({"floating point of {} bits", image.bits});
  }
  return {};
}

/// What is recognised and refused, by name (libtiff's tiff.h).
struct NamedNumber {
  std::uint32_t number;
  std::string_view name;
};
constexpr NamedNumber kOtherCompressions[] = {
    {34661, "JBIG"},      {34676, "SGI LogLuv"}, {34677, "SGI LogLuv 24"},
    {34712, "JPEG 2000"}, {34887, "LERC"},       {34925, "LZMA"},
    {50000, "Zstandard"}, {50001, "WebP"},       {52546, "JPEG XL"}};
constexpr NamedNumber kOtherColorSpaces[] = {{8, "CIE L*a*b*"},  {9, "ICC L*a*b*"},
                                             {10, "ITU L*a*b*"}, {32803, "color filter array"},
                                             {32844, "LogL"},    {32845, "LogLuv"}};

std::string named(std::span<const NamedNumber> names, std::uint32_t number) {
  for (const NamedNumber& each : names) {
    if (each.number == number) return std::string(each.name);
  }
  return compose({"{}", number});
}

/// \param any  takes kinds that are refused here.
Result<void> check_kinds(std::uint32_t compression, std::uint32_t photometric, bool any,
                         TiffImage& image) {
  switch (compression) {
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
    case 32773:
    case 32946:
      break;
    default:
      if (!any) return unsupported({"compression {}", named(kOtherCompressions, compression)});
  }
  image.compression = static_cast<TiffCompression>(compression);
  if (photometric > 6 && !any)
    return unsupported({"color space {}", named(kOtherColorSpaces, photometric)});
  image.photometric = static_cast<TiffPhotometric>(photometric);
  const bool jpeg =
      image.compression == TiffCompression::kJpeg || image.compression == TiffCompression::kOldJpeg;
  if (image.photometric == TiffPhotometric::kYcbcr && !jpeg && !any) {
    return unsupported("YCbCr that is not JPEG");
  }
  const std::uint32_t colors = image.photometric == TiffPhotometric::kRgb     ? 3
                               : image.photometric == TiffPhotometric::kCmyk  ? 4
                               : image.photometric == TiffPhotometric::kYcbcr ? 3
                                                                              : 1;
  if (image.samples < colors) {
    return corrupt({"has {} samples a pixel, its colors need {}", image.samples, colors});
  }
  const bool fax = compression >= 2 && compression <= 4;
  if (fax && (image.bits != 1 || image.samples != 1)) return corrupt("has fax data of many bits");
  return {};
}

void limit_chunk(TiffImage& image) {
  image.chunk.width = std::max(image.chunk.width, 1u);
  image.chunk.height = std::max(image.chunk.height, 1u);
  if (!image.tiled) image.chunk.height = std::min(image.chunk.height, image.size.height);
}

/// A strip or tile whose size is not told goes as far as the next one.
void fill_in_byte_counts(TiffImage& image, std::uint64_t file_bytes) {
  std::vector<std::uint64_t> sorted = image.offsets;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = image.byte_counts.size(); i < image.offsets.size(); ++i) {
    const auto next = std::upper_bound(sorted.begin(), sorted.end(), image.offsets[i]);
    const std::uint64_t end = next == sorted.end() ? file_bytes : *next;
    image.byte_counts.push_back(end - std::min(end, image.offsets[i]));
  }
}

}  // namespace

Result<TiffImage> read_tiff_directory(ByteSpan bytes, const Limits& limits, bool any) {
  TiffFile file(bytes);
  LECTERN_TRY(const std::uint64_t first, file.open());
  std::uint64_t next = 0;
  const auto entries = file.directory(first, next);
  if (!entries) return corrupt({"directory at byte {} is cut off", first});

  const auto values = [&](Tag tag, std::uint64_t most = kMaxValues) {
    for (const Entry& entry : *entries) {
      if (entry.tag == tag) return file.values(entry, most);
    }
    return std::vector<std::uint64_t>();
  };
  TiffImage image;
  image.little_endian = file.little_endian();
  image.size = {first_or(values(kWidth), 0), first_or(values(kHeight), 0)};
  LECTERN_CHECK(check_pixels(image.size, limits));
  const std::vector<std::uint64_t> bits = values(kBits);
  image.samples =
      first_or(values(kSamples), static_cast<std::uint32_t>(std::max<std::size_t>(1, bits.size())));
  LECTERN_CHECK(check_samples(bits, values(kSampleFormat), image));
  LECTERN_CHECK(check_kinds(first_or(values(kCompressionTag), 1),
                            first_or(values(kPhotometricTag), 1), any, image));
  const std::uint32_t extra = first_or(values(kExtraSamples), 0);
  if (extra == 1) image.alpha = TiffAlpha::kPremultiplied;
  if (extra == 2) image.alpha = TiffAlpha::kStraight;
  image.planar = first_or(values(kPlanar), 1) == 2 && image.samples > 1;
  image.predictor = first_or(values(kPredictor), 1);
  image.low_bit_first = first_or(values(kFillOrder), 1) == 2;
  image.orientation = std::clamp(first_or(values(kOrientation), 1), 1u, 8u);
  image.fax_options = first_or(values(kFaxOptions), 0);
  image.color_map = values(kColorMap);
  const std::vector<std::uint64_t> subsampling = values(kSubsampling);
  if (subsampling.size() == 2) {
    image.subsampling_x =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(subsampling[0], 1, 4));
    image.subsampling_y =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(subsampling[1], 1, 4));
  }
  image.tiled = !values(kTileWidth).empty();
  image.chunk = image.tiled
                    ? Dimensions{first_or(values(kTileWidth), 0), first_or(values(kTileHeight), 0)}
                    : Dimensions{image.size.width, first_or(values(kRowsPerStrip), 0xFFFF'FFFF)};
  limit_chunk(image);
  const std::uint64_t chunks = image.chunks();
  LECTERN_CHECK(check_decoded_bytes(chunks * 2 * sizeof(std::uint64_t),
                                    "the places of the TIFF's strips or tiles", limits));
  image.offsets = values(image.tiled ? kTileOffsets : kStripOffsets, chunks);
  if (image.offsets.size() < chunks) {
    return corrupt({"needs {} strips or tiles, it lists {}", chunks, image.offsets.size()});
  }
  image.byte_counts = values(image.tiled ? kTileByteCounts : kStripByteCounts, chunks);
  if (image.byte_counts.size() < chunks) fill_in_byte_counts(image, bytes.size());
  for (const Entry& entry : *entries) {
    if (entry.tag == kJpegTables) image.jpeg_tables = file.raw(entry);
    if (entry.tag == kIccProfile) image.icc = file.raw(entry);
    if (entry.tag == kYcbcrCoefficients) file.numbers(entry, image.ycbcr_levels.luminance);
    if (entry.tag == kReferenceLevels) file.numbers(entry, image.ycbcr_levels.reference);
  }
  const std::uint32_t stream = first_or(values(kJpegStream), 0);
  if (stream != 0 && stream < bytes.size()) image.old_jpeg = bytes.subspan(stream);
  image.old_jpeg_tables = {values(kJpegQuantization), values(kJpegDc), values(kJpegAc)};

  image.pages = std::max<std::size_t>(1, file.pages_from(first).size());
  return image;
}

Result<std::vector<std::uint64_t>> tiff_pages(ByteSpan bytes) {
  TiffFile file(bytes);
  LECTERN_TRY(const std::uint64_t first, file.open());
  return file.pages_from(first);
}

}  // namespace lectern
