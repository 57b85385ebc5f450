#include "image/encode_png.h"

#include <spng.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <unordered_map>

namespace lectern {
namespace {

constexpr int kCompressionLevel = 6;
constexpr std::size_t kMaxPaletteEntries = 256;

struct Encoder {
  Encoder() : context(spng_ctx_new(SPNG_CTX_ENCODER), spng_ctx_free) {}
  std::unique_ptr<spng_ctx, decltype(&spng_ctx_free)> context;
};

/// What the pixels need, found in one pass.
struct Survey {
  bool gray = true;
  bool opaque = true;
  /// RGBA value to palette index; empty when there are more than 256 colours.
  std::unordered_map<std::uint32_t, std::uint8_t> palette;
  std::array<std::uint32_t, kMaxPaletteEntries> colors{};
};

std::uint32_t packed(ByteSpan pixel) {
  return std::uint32_t{pixel[0]} << 24 | std::uint32_t{pixel[1]} << 16 |
         std::uint32_t{pixel[2]} << 8 | pixel[3];
}

Survey survey(ByteSpan rgba) {
  Survey found;
  bool countable = true;
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
    if (!countable) {
      if (!found.gray && !found.opaque) break;
      continue;
    }
    const auto index = static_cast<std::uint8_t>(found.palette.size());
    if (found.palette.contains(color)) continue;
    if (found.palette.size() == kMaxPaletteEntries) {
      countable = false;
      found.palette.clear();
      continue;
    }
    found.palette.emplace(color, index);
    found.colors[index] = color;
  }
  return found;
}

ByteVector keep_channels(ByteSpan rgba, std::size_t channels) {
  ByteVector kept(rgba.size() / kRgbaBytes * channels);
  for (std::size_t from = 0, to = 0; from < rgba.size(); from += kRgbaBytes) {
    for (std::size_t channel = 0; channel < channels; ++channel) kept[to++] = rgba[from + channel];
  }
  return kept;
}

ByteVector to_indexes(ByteSpan rgba, const Survey& found) {
  ByteVector indexes(rgba.size() / kRgbaBytes);
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    indexes[i] = found.palette.find(packed(rgba.subspan(i * kRgbaBytes, kRgbaBytes)))->second;
  }
  return indexes;
}

void set_palette(spng_ctx* context, const Survey& found) {
  spng_plte palette{};
  spng_trns transparency{};
  palette.n_entries = static_cast<std::uint32_t>(found.palette.size());
  for (std::uint32_t i = 0; i < palette.n_entries; ++i) {
    const std::uint32_t color = found.colors[i];
    palette.entries[i] = {static_cast<std::uint8_t>(color >> 24),
                          static_cast<std::uint8_t>(color >> 16),
                          static_cast<std::uint8_t>(color >> 8), 0xFF};
    transparency.type3_alpha[i] = static_cast<std::uint8_t>(color);
    if (transparency.type3_alpha[i] != 0xFF) transparency.n_type3_entries = i + 1;
  }
  spng_set_plte(context, &palette);
  if (transparency.n_type3_entries > 0) spng_set_trns(context, &transparency);
}

tl::unexpected<Error> encoder_failure(int status) {
  return fail(ErrorCode::kInternal, std::string("png encoder: ") + spng_strerror(status));
}

}  // namespace

Result<ByteVector> encode_png(PixelView pixels) {
  const Survey found = survey(pixels.rgba);
  const Encoder encoder;
  spng_ctx* const context = encoder.context.get();
  if (context == nullptr) return fail(ErrorCode::kLimitExceeded, "out of memory for encoding");

  spng_ihdr header{};
  header.width = pixels.size.width;
  header.height = pixels.size.height;
  header.bit_depth = 8;
  ByteVector converted;
  ByteSpan data = pixels.rgba;
  if (found.gray && found.opaque) {
    header.color_type = SPNG_COLOR_TYPE_GRAYSCALE;
    converted = keep_channels(data, 1);
  } else if (!found.palette.empty()) {
    header.color_type = SPNG_COLOR_TYPE_INDEXED;
    converted = to_indexes(data, found);
  } else if (found.opaque) {
    header.color_type = SPNG_COLOR_TYPE_TRUECOLOR;
    converted = keep_channels(data, 3);
  } else {
    header.color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
  }
  if (!converted.empty()) data = converted;

  spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1);
  spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, kCompressionLevel);
  if (const int status = spng_set_ihdr(context, &header)) return encoder_failure(status);
  if (header.color_type == SPNG_COLOR_TYPE_INDEXED) set_palette(context, found);
  if (const int status = spng_encode_image(context, data.data(), data.size(), SPNG_FMT_PNG,
                                           SPNG_ENCODE_FINALIZE)) {
    return encoder_failure(status);
  }
  std::size_t size = 0;
  int status = 0;
  const std::unique_ptr<void, decltype(&std::free)> png(
      spng_get_png_buffer(context, &size, &status), std::free);
  if (png == nullptr) return encoder_failure(status);
  const auto* first = static_cast<const std::uint8_t*>(png.get());
  return ByteVector(first, first + size);
}

}  // namespace lectern
