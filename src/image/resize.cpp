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
using PairBytes = std::uint8_t __attribute__((vector_size(2 * kChannels)));

inline PairBytes load_pair(const std::uint8_t* rgba) {
  PairBytes bytes;
  std::memcpy(&bytes, rgba, sizeof(bytes));
  return bytes;
}

inline PixelPair opaque_pair(PairBytes bytes) {
  return paired(__builtin_convertvector(bytes, Shorts) << kSampleBits);
}

/// The same with premultiplied colours.
PixelPair premultiplied_pair(PairBytes rgba) {
  Shorts pixels;
  for (std::size_t i = 0; i < 2 * kChannels; ++i) {
    const int alpha = i % kChannels == 3 ? 255 : rgba[i / kChannels * kChannels + 3];
    pixels[i] = static_cast<std::int16_t>(((rgba[i] * alpha << kSampleBits) + 127) / 255);
  }
  return paired(pixels);
}

/// A row as pairs; the pixel beyond an odd width is 0. True when a pixel was not opaque.
bool pair_up(ByteSpan rgba, std::span<PixelPair> out) {
  const std::size_t whole = rgba.size() / sizeof(PairBytes);
  // Most rows are opaque, which is known at their end.
  PairBytes all = ~PairBytes{};
  for (std::size_t i = 0; i < whole; ++i) {
    const PairBytes bytes = load_pair(&rgba[i * sizeof(PairBytes)]);
    all &= bytes;
    out[i] = opaque_pair(bytes);
  }
  const bool opaque = all[3] == 0xFF && all[7] == 0xFF && rgba.back() == 0xFF;
  if (!opaque) {
    for (std::size_t i = 0; i < whole; ++i) {
      out[i] = premultiplied_pair(load_pair(&rgba[i * sizeof(PairBytes)]));
    }
  }
  if (whole < out.size()) {
    std::uint8_t last[sizeof(PairBytes)] = {};
    std::copy(rgba.end() - kChannels, rgba.end(), last);
    out[whole] = opaque ? opaque_pair(load_pair(last)) : premultiplied_pair(load_pair(last));
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

/// Two source rows through the columns' filter, which costs less than one after the other.
void filter_rows(std::span<const PixelPair> upper, std::span<const PixelPair> lower,
                 const std::vector<Contribution>& columns, std::span<PixelPair> out) {
  constexpr std::int32_t kHalf = 1 << (kWeightBits - 1);
  for (std::size_t x = 0; x < out.size(); ++x) {
    const Contribution& column = columns[x];
    PixelSum upper_sum = {kHalf, kHalf, kHalf, kHalf};
    PixelSum lower_sum = upper_sum;
    const PixelPair* from_upper = &upper[column.first / 2];
    const PixelPair* from_lower = &lower[column.first / 2];
    for (std::size_t i = 0; i < column.weights.size(); i += 2) {
      const Shorts weights = weight_pair(&column.weights[i]);
      upper_sum += sums_of_products(*from_upper++, weights);
      lower_sum += sums_of_products(*from_lower++, weights);
    }
    // In memory a pair's first sample is the low half of an Ints' lane.
    static_assert(std::endian::native == std::endian::little);
    out[x] = (Shorts)((upper_sum >> kWeightBits & 0xFFFF) | lower_sum >> kWeightBits << 16);
  }
}

}  // namespace

/// Source rows go through the columns' filter two by two, and are then added to the target rows
/// that they take part in; a target row is written when its last source row has come.
struct ScalingSink::Scaler {
  Scaler(Dimensions source, Dimensions target)
      : source_rows(source.height),
        columns(lanczos_contributions(source.width, target.width)),
        rows(lanczos_contributions(source.height, target.height)),
        upper((std::size_t{source.width} + 1) / 2),
        lower(upper.size()),
        filtered(target.width) {}

  void add(ByteSpan rgba, std::uint32_t y, Pixels& result) {
    const bool is_lower = y % 2 == 1;
    if (pair_up(rgba, is_lower ? lower : upper)) transparent = true;
    const bool is_last = y + 1 == source_rows;
    if (!is_lower && !is_last) return;
    if (!is_lower) std::fill(lower.begin(), lower.end(), PixelPair{});
    filter_rows(upper, lower, columns, filtered);
    add_filtered(y & ~1u, result);
  }

  /// Adds the rows `y` and `y` + 1, of which the latter is 0 behind the last one.
  void add_filtered(std::uint32_t y, Pixels& result) {
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
  std::vector<PixelPair> upper;            ///< the source row with an even number
  std::vector<PixelPair> lower;            ///< the one after it
  std::vector<PixelPair> filtered;         ///< both: pairs of one above the other
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
