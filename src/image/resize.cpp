#include "image/resize.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>

#include "base/vectors.h"
#include "image/resize_weights.h"

namespace lectern {
namespace {

constexpr std::size_t kChannels = kRgbaBytes;
/// Samples count 1 / 2^6: 255 and what the kernel's negative lobes add to it fit into 16 bits.
constexpr int kSampleBits = 6;
constexpr int kSumBits = kSampleBits + kWeightBits;
constexpr int kMaxSum = 255 << kSumBits;

/// The samples of two pixels that are neighbours, in a row or in a column, channel by channel:
/// r r g g b b a a.
using PixelPair = Shorts;
/// One pixel's channels.
using PixelSum = Ints;

/// Two weights for each channel of a pair.
inline Shorts weight_pair(const std::int16_t* weights) {
  std::int32_t both;
  std::memcpy(&both, weights, sizeof(both));
  return (Shorts)Ints{both, both, both, both};
}

inline PixelPair paired(Shorts first_then_second) {
  // In two steps, each of which is one instruction.
  const Shorts second =
      __builtin_shufflevector(first_then_second, first_then_second, 4, 5, 6, 7, 4, 5, 6, 7);
  return __builtin_shufflevector(first_then_second, second, 0, 8, 1, 9, 2, 10, 3, 11);
}

/// Two pixels' bytes.
inline PixelPair opaque_pair(const std::uint8_t* rgba) {
  using Bytes = std::uint8_t __attribute__((vector_size(8)));
  Bytes bytes;
  std::memcpy(&bytes, rgba, sizeof(bytes));
  return paired(__builtin_convertvector(bytes, Shorts) << kSampleBits);
}

/// The same with premultiplied colours.
PixelPair premultiplied_pair(const std::uint8_t* rgba) {
  Shorts pixels;
  for (std::size_t i = 0; i < 2 * kChannels; ++i) {
    const int alpha = i % kChannels == 3 ? 255 : rgba[i / kChannels * kChannels + 3];
    pixels[i] = static_cast<std::int16_t>(((rgba[i] * alpha << kSampleBits) + 127) / 255);
  }
  return paired(pixels);
}

/// A row as pairs; the pixel beyond an odd width is 0. True when a pixel was not opaque.
bool pair_up(ByteSpan rgba, std::span<PixelPair> out) {
  std::uint8_t all_alpha = 0xFF;
  for (std::size_t i = 3; i < rgba.size(); i += kChannels) all_alpha &= rgba[i];
  const bool opaque = all_alpha == 0xFF;
  const auto convert = opaque ? opaque_pair : premultiplied_pair;
  constexpr std::size_t kPairBytes = 2 * kChannels;
  const std::size_t whole = rgba.size() / kPairBytes;
  if (opaque) {
    for (std::size_t i = 0; i < whole; ++i) out[i] = opaque_pair(rgba.data() + i * kPairBytes);
  } else {
    for (std::size_t i = 0; i < whole; ++i)
      out[i] = premultiplied_pair(rgba.data() + i * kPairBytes);
  }
  if (whole < out.size()) {
    std::uint8_t last[kPairBytes] = {};
    std::copy(rgba.end() - kChannels, rgba.end(), last);
    out[whole] = convert(last);
  }
  return !opaque;
}

std::uint8_t to_byte(std::int32_t sum) {
  constexpr std::int32_t kHalf = 1 << (kSumBits - 1);
  return static_cast<std::uint8_t>(std::clamp(sum + kHalf, 0, kMaxSum) >> kSumBits);
}

void write_opaque(std::span<const PixelSum> sums, std::span<std::uint8_t> rgba) {
  for (std::size_t i = 0; i < rgba.size(); ++i) {
    rgba[i] = to_byte(sums[i / kChannels][i % kChannels]);
  }
}

void unpremultiply(std::span<const PixelSum> sums, std::span<std::uint8_t> rgba) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const std::int32_t alpha = std::clamp(sums[i][3], 0, kMaxSum);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const std::int64_t color = std::clamp(sums[i][channel], 0, alpha);
      const std::int64_t rounded = alpha == 0 ? 0 : (color * 255 + alpha / 2) / alpha;
      rgba[i * kChannels + channel] = static_cast<std::uint8_t>(rounded);
    }
    rgba[i * kChannels + 3] = to_byte(alpha);
  }
}

/// The first or the second row of `out`'s pairs, from a source row.
template <bool kSecond>
void filter_row(std::span<const PixelPair> source, const std::vector<Contribution>& columns,
                std::span<PixelPair> out) {
  constexpr std::int32_t kHalf = 1 << (kWeightBits - 1);
  for (std::size_t x = 0; x < out.size(); ++x) {
    const Contribution& column = columns[x];
    PixelSum sum = {kHalf, kHalf, kHalf, kHalf};
    const PixelPair* from = &source[column.first / 2];
    for (std::size_t i = 0; i < column.weights.size(); i += 2) {
      sum += sums_of_products(*from++, weight_pair(&column.weights[i]));
    }
    sum >>= kWeightBits;
    // In memory a pair's first sample is the low half of an Ints' lane.
    static_assert(std::endian::native == std::endian::little);
    out[x] = kSecond ? out[x] | (Shorts)(sum << 16) : (Shorts)(sum & 0xFFFF);
  }
}

}  // namespace

/// Source rows go through the columns' filter at once. Two by two they are added to the target rows
/// that they take part in; a target row is written when its last source row has come.
struct ScalingSink::Scaler {
  Scaler(Dimensions source, Dimensions target)
      : source_rows(source.height),
        columns(lanczos_contributions(source.width, target.width)),
        rows(lanczos_contributions(source.height, target.height)),
        source_row((std::size_t{source.width} + 1) / 2),
        filtered(target.width) {}

  void add(ByteSpan rgba, std::uint32_t y, Pixels& result) {
    if (pair_up(rgba, source_row)) transparent = true;
    const bool second = y % 2 == 1;
    second ? filter_row<true>(source_row, columns, filtered)
           : filter_row<false>(source_row, columns, filtered);
    if (second || y + 1 == source_rows) add_pair(y & ~1u, result);
  }

  /// Adds the rows `y` and `y` + 1; behind the last one the second is 0.
  void add_pair(std::uint32_t y, Pixels& result) {
    while (first_open + open.size() < rows.size() && rows[first_open + open.size()].first <= y) {
      open.emplace_back(filtered.size(), PixelSum{});
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      const Contribution& row = rows[first_open + i];
      if (y - row.first >= row.weights.size()) continue;
      const Shorts weights = weight_pair(&row.weights[y - row.first]);
      std::vector<PixelSum>& sums = open[i];
      for (std::size_t x = 0; x < sums.size(); ++x)
        sums[x] += sums_of_products(filtered[x], weights);
    }
    while (!open.empty() && y + 2 - rows[first_open].first >= rows[first_open].weights.size()) {
      const std::span<std::uint8_t> row = result.row(static_cast<std::uint32_t>(first_open++));
      transparent ? unpremultiply(open.front(), row) : write_opaque(open.front(), row);
      open.pop_front();
    }
  }

  std::uint32_t source_rows;
  std::vector<Contribution> columns;
  std::vector<Contribution> rows;
  std::vector<PixelPair> source_row;
  std::vector<PixelPair> filtered;         ///< of two rows
  std::deque<std::vector<PixelSum>> open;  ///< sums of the target rows from first_open on
  std::size_t first_open = 0;
  bool transparent = false;
};

ScalingSink::ScalingSink(std::optional<PixelRegion> region, Dimensions target,
                         std::uint64_t max_bytes)
    : region_(region), target_(target), max_bytes_(max_bytes) {}

ScalingSink::~ScalingSink() = default;

Result<void> ScalingSink::begin(Dimensions source) {
  if (!region_) region_ = PixelRegion{0, 0, source.width, source.height};
  const Dimensions kept{region_->width, region_->height};
  const bool inside = std::uint64_t{region_->x} + kept.width <= source.width &&
                      std::uint64_t{region_->y} + kept.height <= source.height;
  if (!inside || target_.width > kept.width || target_.height > kept.height || target_.width == 0 ||
      target_.height == 0) {
    return fail(ErrorCode::kInternal, "the picture is smaller than planned");
  }
  LECTERN_TRY(result_, Pixels::create(target_, max_bytes_));
  if (kept != target_) scaler_ = std::make_unique<Scaler>(kept, target_);
  return {};
}

void ScalingSink::row(ByteSpan rgba) {
  const std::uint32_t y = next_row_++;
  if (y < region_->y || rows_kept_ == region_->height) return;
  const ByteSpan kept =
      rgba.subspan(std::size_t{region_->x} * kRgbaBytes, std::size_t{region_->width} * kRgbaBytes);
  if (scaler_ != nullptr) {
    scaler_->add(kept, rows_kept_, *result_);
  } else {
    std::copy(kept.begin(), kept.end(), result_->row(rows_kept_).begin());
  }
  ++rows_kept_;
}

Result<Pixels> ScalingSink::take() {
  if (!result_ || rows_kept_ != region_->height) {
    return fail(ErrorCode::kInternal, "the decoder gave too few rows");
  }
  return *std::move(result_);
}

Result<Pixels> scaled_pixels(PixelView pixels, Dimensions target, std::uint64_t max_bytes) {
  ScalingSink sink(std::nullopt, target, max_bytes);
  LECTERN_CHECK(sink.begin(pixels.size));
  for (std::uint32_t y = 0; y < pixels.size.height; ++y) sink.row(pixels.row(y));
  return sink.take();
}

}  // namespace lectern
