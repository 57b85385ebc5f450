#include "image/fit/encode_png.h"

#include <spng.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "image/color_profile.h"
#include "image/fit/png_filter.h"
#include "image/fit/sample.h"

namespace lectern {
namespace {

/// A way to compress. A model sees the pixels only: half the time is worth a file that is a
/// twentieth larger than with level 6 and all filters.
struct Method {
  int level;
  int strategy;
  int filters;
};
constexpr int kFilters = SPNG_FILTER_CHOICE_NONE | SPNG_FILTER_CHOICE_SUB | SPNG_FILTER_CHOICE_UP |
                         SPNG_FILTER_CHOICE_AVG;
/// Graphics: areas of one colour, and shapes that come again.
constexpr Method kUnfiltered{2, Z_DEFAULT_STRATEGY, SPNG_DISABLE_FILTERING};
/// Slow changes.
constexpr Method kFiltered{4, Z_DEFAULT_STRATEGY, kFilters};
/// Noise: nothing comes again.
constexpr Method kNoMatches{4, Z_RLE, kFilters};
/// The method is chosen by what these make of the picture's rows.
constexpr std::uint32_t kSampleBands = 4;
constexpr std::uint32_t kSampleBandRows = 8;
constexpr std::uint64_t kMostTriedPixels = 1u << 20;  ///< of them: they are written three times
/// Where those say that a large picture does not fit, more rows are asked before all are tried.
constexpr std::uint64_t kLargePixels = 1'000'000;
constexpr std::uint32_t kMoreBands = 16;
constexpr std::uint32_t kMoreBandRows = 16;
constexpr std::size_t kMaxPaletteEntries = 256;

struct Encoder {
  Encoder() : context(spng_ctx_new(SPNG_CTX_ENCODER), spng_ctx_free) {}
  std::unique_ptr<spng_ctx, decltype(&spng_ctx_free)> context;
};

/// Up to 256 colours, as packed RGBA values, in the order in which they come.
class Palette {
 public:
  /// The index of a colour, which is added when it is new; none when there is no room for it.
  std::optional<std::uint8_t> index_of(std::uint32_t color) {
    constexpr unsigned kSlotBits = 32 - std::countr_zero(kSlots);
    // Fibonacci hashing: the golden ratio of 2^32.
    std::size_t slot = color * 0x9E3779B9U >> kSlotBits;
    for (; slots_[slot] != kEmpty; slot = (slot + 1) % kSlots) {
      if (colors_[slots_[slot]] == color) return static_cast<std::uint8_t>(slots_[slot]);
    }
    if (size_ == colors_.size()) return std::nullopt;
    slots_[slot] = static_cast<std::uint16_t>(size_);
    colors_[size_] = color;
    return static_cast<std::uint8_t>(size_++);
  }

  std::span<const std::uint32_t> colors() const { return {colors_.data(), size_}; }

 private:
  static constexpr std::uint32_t kSlots = 4 * kMaxPaletteEntries;
  static constexpr std::uint16_t kEmpty = kMaxPaletteEntries;

  static constexpr std::array<std::uint16_t, kSlots> no_colors() {
    std::array<std::uint16_t, kSlots> slots{};
    slots.fill(kEmpty);
    return slots;
  }

  std::array<std::uint16_t, kSlots> slots_ = no_colors();
  std::array<std::uint32_t, kMaxPaletteEntries> colors_{};
  std::size_t size_ = 0;
};

/// What the pixels need, found in one pass.
struct Survey {
  bool gray = true;
  bool opaque = true;
  /// None when there are more than 256 colours.
  std::optional<Palette> palette = Palette{};
};

std::uint32_t packed(ByteSpan pixel) {
  return std::uint32_t{pixel[0]} << 24 | std::uint32_t{pixel[1]} << 16 |
         std::uint32_t{pixel[2]} << 8 | pixel[3];
}

Survey survey(ByteSpan rgba) {
  Survey found;
  std::uint32_t last = 0;
  bool has_last = false;
  for (std::size_t i = 0; i < rgba.size(); i += kRgbaBytes) {
    const ByteSpan pixel = rgba.subspan(i, kRgbaBytes);
    const std::uint32_t color = packed(pixel);
    if (has_last && color == last) continue;
    last = color;
    has_last = true;
    found.gray = found.gray && pixel[0] == pixel[1] && pixel[1] == pixel[2];
    found.opaque = found.opaque && pixel[3] == 0xFF;
    if (found.palette && !found.palette->index_of(color)) found.palette.reset();
    if (!found.palette && !found.gray) {
      found.opaque = found.opaque && is_opaque(rgba.subspan(i));
      break;
    }
  }
  return found;
}

void set_palette(spng_ctx* context, std::span<const std::uint32_t> colors) {
  spng_plte palette{};
  spng_trns transparency{};
  palette.n_entries = static_cast<std::uint32_t>(colors.size());
  for (std::uint32_t i = 0; i < palette.n_entries; ++i) {
    const std::uint32_t color = colors[i];
    palette.entries[i] = {static_cast<std::uint8_t>(color >> 24),
                          static_cast<std::uint8_t>(color >> 16),
                          static_cast<std::uint8_t>(color >> 8), 0xFF};
    transparency.type3_alpha[i] = static_cast<std::uint8_t>(color);
    if (transparency.type3_alpha[i] != 0xFF) transparency.n_type3_entries = i + 1;
  }
  spng_set_plte(context, &palette);
  if (transparency.n_type3_entries > 0) spng_set_trns(context, &transparency);
}

/// libspng reads the profile while it encodes: `icc` must live as long.
void set_profile(spng_ctx* context, ByteVector& icc) {
  constexpr std::string_view kName = "ICC profile";
  spng_iccp profile{};
  std::copy(kName.begin(), kName.end(), std::begin(profile.profile_name));
  profile.profile_len = icc.size();
  profile.profile = reinterpret_cast<char*>(icc.data());
  spng_set_iccp(context, &profile);
}

tl::unexpected<Error> encoder_failure(int status) {
  return fail(ErrorCode::kInternal, {"png encoder: {}", spng_strerror(status)});
}

/// A picture and the form in which it is written.
struct Raster {
  spng_ihdr header{};
  ByteSpan rgba;
  std::size_t channels = kRgbaBytes;  ///< that are kept of each pixel; 1 of indexes, too
  Palette* palette = nullptr;
  /// libspng reads the profile while it encodes.
  ByteVector icc;

  PixelView view() const { return {rgba, {header.width, header.height}}; }
  std::size_t rgba_row_bytes() const { return rgba.size() / header.height; }
  std::size_t row_bytes() const { return std::size_t{header.width} * channels; }
  std::uint64_t pixels() const { return std::uint64_t{header.width} * header.height; }

  /// Row `y` as it is written. \param room  for a row of RGBA
  ByteSpan row(std::size_t y, ByteVector& room) const {
    const ByteSpan from = rgba.subspan(y * rgba_row_bytes(), rgba_row_bytes());
    if (channels == kRgbaBytes) return from;
    std::uint8_t* to = room.data();
    for (std::size_t at = 0; at < from.size(); at += kRgbaBytes, to += channels) {
      if (palette != nullptr) {
        *to = palette->index_of(packed(from.subspan(at, kRgbaBytes))).value_or(0);
      } else {
        // A pixel at once: the next one is written over what is left out.
        std::memcpy(to, &from[at], kRgbaBytes);
      }
    }
    return ByteSpan(room).first(row_bytes());
  }
};

/// libspng's name of a filter.
int choice_of(PngFilter filter) {
  constexpr int kChoices[] = {SPNG_FILTER_CHOICE_NONE, SPNG_FILTER_CHOICE_SUB,
                              SPNG_FILTER_CHOICE_UP, SPNG_FILTER_CHOICE_AVG};
  return kChoices[static_cast<std::size_t>(filter)];
}

/// Row by row: what is written is no second picture in memory.
int encode_rows(spng_ctx* context, const Raster& raster, bool filtered) {
  int status = spng_encode_image(context, nullptr, 0, SPNG_FMT_PNG,
                                 SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE);
  // The row and the one above, in turn.
  ByteVector rooms[] = {ByteVector(raster.rgba_row_bytes()), ByteVector(raster.rgba_row_bytes())};
  ByteSpan above = ByteSpan(rooms[1]).first(raster.row_bytes());
  for (std::uint32_t y = 0; status == 0 && y < raster.header.height; ++y) {
    const ByteSpan row = raster.row(y, rooms[y % 2]);
    if (filtered) {
      const PngFilter filter = best_png_filter(above, row, raster.channels);
      spng_set_option(context, SPNG_FILTER_CHOICE, choice_of(filter));
    }
    status = spng_encode_row(context, row.data(), row.size());
    above = row;
  }
  return status == SPNG_EOI ? 0 : status;
}

/// What libspng writes, up to a size.
struct Written {
  ByteVector bytes;
  std::uint64_t most;
  bool is_too_large = false;
};

int write_stream(spng_ctx*, void* target, void* data, std::size_t size) {
  auto& written = *static_cast<Written*>(target);
  written.is_too_large = written.bytes.size() + size > written.most;
  if (written.is_too_large) return SPNG_IO_ERROR;
  const auto* first = static_cast<const std::uint8_t*>(data);
  written.bytes.insert(written.bytes.end(), first, first + size);
  return 0;
}

/// Empty when it has more than `most` bytes.
Result<ByteVector> encode(Raster& raster, const Method& method, std::uint64_t most) {
  const Encoder encoder;
  spng_ctx* const context = encoder.context.get();
  if (context == nullptr) return fail(ErrorCode::kLimitExceeded, "out of memory for encoding");
  Written written{{}, most};
  spng_set_png_stream(context, write_stream, &written);
  spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, method.level);
  spng_set_option(context, SPNG_IMG_COMPRESSION_STRATEGY, method.strategy);
  spng_set_option(context, SPNG_FILTER_CHOICE, method.filters);
  if (const int status = spng_set_ihdr(context, &raster.header)) return encoder_failure(status);
  if (!raster.icc.empty()) set_profile(context, raster.icc);
  if (raster.palette != nullptr) set_palette(context, raster.palette->colors());
  const int status = encode_rows(context, raster, method.filters != SPNG_DISABLE_FILTERING);
  if (written.is_too_large) return ByteVector();
  if (status != 0) return encoder_failure(status);
  return std::move(written.bytes);
}

/// The same form for a part of the picture.
Raster with_pixels(const Raster& raster, PixelView part) {
  Raster some;
  some.header = raster.header;
  some.header.width = part.size.width;
  some.header.height = part.size.height;
  some.rgba = part.rgba;
  some.channels = raster.channels;
  some.palette = raster.palette;
  return some;
}

/// A method, and what it makes of the whole picture, by some rows.
struct Choice {
  Method method;
  std::uint64_t likely_bytes;
};

std::uint64_t likely_bytes(std::size_t sample_bytes, const Raster& sample, const Raster& raster) {
  return std::uint64_t{sample_bytes} * raster.pixels() / sample.pixels();
}

/// The method that makes the least of a sample.
Result<Choice> choose_method(const Raster& raster) {
  // Indexes that are neighbours mean nothing.
  if (raster.palette != nullptr)
    return Choice{kUnfiltered, raster.row_bytes() * std::uint64_t{raster.header.height}};
  Raster sample = with_pixels(raster, raster.view());
  std::optional<Pixels> part;
  if (raster.header.height > kSampleBands * kSampleBandRows ||
      raster.pixels() > kMostSamplePixels) {
    LECTERN_TRY(part, sample_of(raster.view(), kSampleBands, kSampleBandRows, kMostTriedPixels));
    sample = with_pixels(raster, part->view());
  }
  Choice best{kUnfiltered, std::numeric_limits<std::uint64_t>::max()};
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const Method& method : {kUnfiltered, kFiltered, kNoMatches}) {
    LECTERN_TRY(const ByteVector png, encode(sample, method, least - 1));
    if (png.empty()) continue;
    least = png.size();
    best = {method, likely_bytes(least, sample, raster)};
  }
  return best;
}

/// Whether a large picture may have `most` bytes, which few of its rows deny.
Result<bool> rows_may_fit(const Raster& raster, const Method& method, std::uint64_t most) {
  const bool is_small =
      raster.pixels() <= kLargePixels ||
      (raster.header.height <= kMoreBands * kMoreBandRows && raster.pixels() <= kMostSamplePixels);
  if (is_small) return true;
  LECTERN_TRY(const Pixels part, sample_of(raster.view(), kMoreBands, kMoreBandRows));
  Raster sample = with_pixels(raster, part.view());
  const std::uint64_t most_of_sample = (most / 4 + 1) * 5 * sample.pixels() / raster.pixels();
  LECTERN_TRY(const ByteVector png, encode(sample, method, most_of_sample));
  return !png.empty();
}

}  // namespace

bool is_opaque(ByteSpan rgba) {
  std::uint32_t all = ~std::uint32_t{0};
  for (std::size_t i = 0; i < rgba.size(); i += kRgbaBytes) {
    std::uint32_t pixel;
    std::memcpy(&pixel, &rgba[i], sizeof(pixel));
    all &= pixel;
  }
  static_assert(std::endian::native == std::endian::little);
  return all >> 24 == 0xFF;
}

Result<ByteVector> encode_png(PixelView pixels, ByteSpan icc, std::uint64_t most_bytes) {
  Survey found = survey(pixels.rgba);
  // A profile for RGB is not allowed in a gray PNG. A palette holds all opaque grays.
  if (profile_colors(icc) == ProfileColors::kRgb) found.gray = false;

  Raster raster;
  raster.icc.assign(icc.begin(), icc.end());
  raster.rgba = pixels.rgba;
  raster.header.width = pixels.size.width;
  raster.header.height = pixels.size.height;
  raster.header.bit_depth = 8;
  if (found.gray && found.opaque) {
    raster.header.color_type = SPNG_COLOR_TYPE_GRAYSCALE;
    raster.channels = 1;
  } else if (found.palette) {
    raster.header.color_type = SPNG_COLOR_TYPE_INDEXED;
    raster.channels = 1;
    raster.palette = &*found.palette;
  } else if (found.opaque) {
    raster.header.color_type = SPNG_COLOR_TYPE_TRUECOLOR;
    raster.channels = 3;
  } else {
    raster.header.color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
  }
  LECTERN_TRY(const Choice choice, choose_method(raster));
  if (choice.likely_bytes > most_bytes) {
    LECTERN_TRY(const bool may_fit, rows_may_fit(raster, choice.method, most_bytes));
    if (!may_fit) return ByteVector();
  }
  return encode(raster, choice.method, most_bytes);
}

}  // namespace lectern
