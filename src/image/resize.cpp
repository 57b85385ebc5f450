#include "image/resize.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <numbers>

namespace lectern {
namespace {

constexpr double kLobes = 3.0;
constexpr int kTerms = 8;
constexpr std::size_t kChannels = kRgbaBytes;

/// sin(pi * x) for |x| <= kLobes, the same on every host: the last bits of a library's are its own.
/// Its Taylor series is exact to 1e-13 in the half turn around zero.
double sin_pi(double x) {
  const double half_turns = std::nearbyint(x);
  const double angle = std::numbers::pi * (x - half_turns);
  const double square = angle * angle;
  double sum = 0;
  for (int i = kTerms; i > 0; --i) sum = (1 - sum) * square / (2 * i * (2 * i + 1));
  const double sine = angle * (1 - sum);
  return static_cast<int>(half_turns) % 2 == 0 ? sine : -sine;
}

double lanczos(double x) {
  if (x == 0.0) return 1.0;
  if (std::abs(x) >= kLobes) return 0.0;
  const double angle = std::numbers::pi * x;
  return kLobes * sin_pi(x) * sin_pi(x / kLobes) / (angle * angle);
}

/// Which source positions make up one target position, and by how much.
struct Contribution {
  std::uint32_t first = 0;
  std::vector<float> weights;
};

std::vector<Contribution> contributions(std::uint32_t source, std::uint32_t target) {
  const double factor = static_cast<double>(source) / target;
  const double support = kLobes * factor;
  std::vector<Contribution> all(target);
  for (std::uint32_t i = 0; i < target; ++i) {
    const double center = (i + 0.5) * factor;
    const auto first = static_cast<std::uint32_t>(std::max(0.0, std::floor(center - support)));
    const auto last = static_cast<std::uint32_t>(
        std::min(static_cast<double>(source), std::ceil(center + support)));
    std::vector<double> weights;
    double sum = 0;
    for (std::uint32_t at = first; at < last; ++at) {
      weights.push_back(lanczos((at + 0.5 - center) / factor));
      sum += weights.back();
    }
    all[i].first = first;
    for (const double weight : weights) {
      all[i].weights.push_back(static_cast<float>(weight / sum));
    }
  }
  return all;
}

std::uint8_t to_byte(float value) {
  return static_cast<std::uint8_t>(std::clamp(value + 0.5F, 0.0F, 255.0F));
}

/// The four channels of a pixel, computed with at once where the processor can.
using Quad = float __attribute__((vector_size(kChannels * sizeof(float))));
struct FloatPixel {
  Quad channels;
};

/// RGBA bytes to premultiplied floats. True when a pixel was not opaque.
bool premultiply(ByteSpan rgba, std::span<FloatPixel> out) {
  std::uint8_t all_alpha = 0xFF;
  for (std::size_t i = 3; i < rgba.size(); i += kChannels) all_alpha &= rgba[i];
  for (std::size_t i = 0; i < out.size(); ++i) {
    using Bytes = std::uint8_t __attribute__((vector_size(kChannels)));
    Bytes bytes;
    std::memcpy(&bytes, rgba.subspan(i * kChannels, kChannels).data(), kChannels);
    out[i].channels = __builtin_convertvector(bytes, Quad);
  }
  if (all_alpha == 0xFF) return false;
  for (FloatPixel& pixel : out) {
    const float alpha = pixel.channels[3];
    pixel.channels *= alpha / 255.0F;
    pixel.channels[3] = alpha;
  }
  return true;
}

void unpremultiply(std::span<const FloatPixel> in, std::span<std::uint8_t> rgba) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    const float alpha = std::clamp(in[i].channels[3], 0.0F, 255.0F);
    const float factor = alpha > 0.0F ? 255.0F / alpha : 0.0F;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      rgba[i * kChannels + channel] = to_byte(in[i].channels[channel] * factor);
    }
    rgba[i * kChannels + 3] = to_byte(alpha);
  }
}

/// One target row from a source row.
void filter_row(std::span<const FloatPixel> source, const std::vector<Contribution>& columns,
                std::span<FloatPixel> out) {
  for (std::size_t to = 0; to < out.size(); ++to) {
    const Contribution& column = columns[to];
    Quad sum = {};
    std::size_t from = column.first;
    for (const float weight : column.weights) sum += weight * source[from++].channels;
    out[to].channels = sum;
  }
}

}  // namespace

/// Source rows go through the columns' filter at once and are added to the target rows that they
/// take part in; a target row is written when its last source row has come.
struct ScalingSink::Scaler {
  Scaler(Dimensions source, Dimensions target)
      : columns(contributions(source.width, target.width)),
        rows(contributions(source.height, target.height)),
        source_row(source.width),
        filtered_row(target.width) {}

  void add(ByteSpan rgba, std::uint32_t y, Pixels& result) {
    if (premultiply(rgba, source_row)) transparent = true;
    filter_row(source_row, columns, filtered_row);
    while (first_open + open.size() < rows.size() && rows[first_open + open.size()].first <= y) {
      open.emplace_back(filtered_row.size(), FloatPixel{});
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      const Contribution& row = rows[first_open + i];
      if (y - row.first >= row.weights.size()) continue;
      const float weight = row.weights[y - row.first];
      std::vector<FloatPixel>& sum = open[i];
      for (std::size_t x = 0; x < sum.size(); ++x) {
        sum[x].channels += weight * filtered_row[x].channels;
      }
    }
    while (!open.empty() && y + 1 - rows[first_open].first >= rows[first_open].weights.size()) {
      write(open.front(), result.row(static_cast<std::uint32_t>(first_open)));
      open.pop_front();
      ++first_open;
    }
  }

  void write(std::span<const FloatPixel> sum, std::span<std::uint8_t> rgba) const {
    if (transparent) {
      unpremultiply(sum, rgba);
    } else {
      for (std::size_t i = 0; i < rgba.size(); ++i) {
        rgba[i] = to_byte(sum[i / kChannels].channels[i % kChannels]);
      }
    }
  }

  std::vector<Contribution> columns;
  std::vector<Contribution> rows;
  std::vector<FloatPixel> source_row;
  std::vector<FloatPixel> filtered_row;
  std::deque<std::vector<FloatPixel>> open;  ///< sums of the target rows from first_open on
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
