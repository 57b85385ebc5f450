#include "image/fit/resize.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/vectors.h"
#include "image/fit/resize_weights.h"
#include "image/orient.h"

namespace lectern {
namespace {

constexpr std::size_t kChannels = kRgbaBytes;
/// Samples count 1 / 2^6: 255 and what the kernel's negative lobes add to it fit into 16 bits.
constexpr int kSampleBits = 6;
constexpr int kSumBits = kSampleBits + kWeightBits;
constexpr int kMaxSum = 255 << kSumBits;
/// Half of what a byte counts, to round.
constexpr int kHalfByte = 1 << (kSumBits - 1);

/// The samples of two pixels that are neighbours, in a row or in a column, channel by channel:
/// r r g g b b a a.
using PixelPair = Shorts;
/// One pixel's channels.
using PixelSum = Ints;

/// Two weights for each channel of a pair.
inline Shorts two_weights(std::int32_t both) { return (Shorts)Ints{both, both, both, both}; }

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

/// (product << kSampleBits) + 127, divided by 255, for all products of two bytes: WebAssembly
/// divides no vectors, and takes one lane after the other.
inline UnsignedInts sample_of(UnsignedInts product) {
  const UnsignedInts above = (product << kSampleBits) + 128;
  return (above + (above >> 8) + (above >> 16)) >> 8;
}

/// The same with premultiplied colours.
PixelPair premultiplied_pair(PairBytes rgba) {
  const UnsignedShorts bytes = __builtin_convertvector(rgba, UnsignedShorts);
  const UnsignedShorts whole = {0, 0, 0, 255, 0, 0, 0, 255};  // of the alphas themselves
  const auto alphas = __builtin_shufflevector(bytes, bytes, 3, 3, 3, 3, 7, 7, 7, 7) | whole;
  const UnsignedShorts products = bytes * alphas;
  const UnsignedShorts zero{};
  const auto first =
      (UnsignedInts)__builtin_shufflevector(products, zero, 0, 8, 1, 9, 2, 10, 3, 11);
  const auto second =
      (UnsignedInts)__builtin_shufflevector(products, zero, 4, 12, 5, 13, 6, 14, 7, 15);
  static_assert(std::endian::native == std::endian::little);
  return (PixelPair)(sample_of(first) | sample_of(second) << 16);
}

/// So many pairs of a row are looked at together for whether they have changed.
constexpr std::size_t kPairsOfBlock = 4;

std::size_t blocks_of(std::size_t pairs) { return (pairs + kPairsOfBlock - 1) / kPairsOfBlock; }

/// Writes the first `count` pairs of a row.
/// \param pair_at  gives a pair by its place
/// \param changed  of each block: set where `out` held another one
template <typename PairAt>
void write_pairs(std::size_t count, PairAt pair_at, std::span<PixelPair> out,
                 std::span<std::uint8_t> changed) {
  Shorts difference{};
  const auto put = [&](std::size_t i) {
    const PixelPair pair = pair_at(i);
    difference |= out[i] ^ pair;
    out[i] = pair;
  };
  std::size_t i = 0;
  for (; i + kPairsOfBlock <= count; i += kPairsOfBlock) {
    difference = Shorts{};
#pragma GCC unroll 4
    for (std::size_t k = i; k < i + kPairsOfBlock; ++k) put(k);
    changed[i / kPairsOfBlock] |= any_lane((Lanes)difference);
  }
  if (i == count) return;
  difference = Shorts{};
  for (std::size_t k = i; k < count; ++k) put(k);
  changed[i / kPairsOfBlock] |= any_lane((Lanes)difference);
}

/// A row as pairs; the pixel beyond an odd width is 0. What `out` has beyond them stays. False when
/// it is not opaque.
bool pair_up(ByteSpan rgba, std::span<PixelPair> out, std::span<std::uint8_t> changed) {
  const std::size_t whole = rgba.size() / sizeof(PairBytes);
  const auto bytes_at = [&](std::size_t i) { return load_pair(&rgba[i * sizeof(PairBytes)]); };
  // Most rows are opaque, which is known at their end.
  PairBytes all = ~PairBytes{};
  const auto opaque_at = [&](std::size_t i) {
    const PairBytes bytes = bytes_at(i);
    all &= bytes;
    return opaque_pair(bytes);
  };
  write_pairs(whole, opaque_at, out, changed);
  const bool opaque = all[3] == 0xFF && all[7] == 0xFF && rgba.back() == 0xFF;
  if (!opaque) {
    write_pairs(
        whole, [&](std::size_t i) { return premultiplied_pair(bytes_at(i)); }, out, changed);
  }
  if (rgba.size() % sizeof(PairBytes) != 0) {
    std::uint8_t last[sizeof(PairBytes)] = {};
    std::copy(rgba.end() - kChannels, rgba.end(), last);
    const PairBytes bytes = load_pair(last);
    out[whole] = opaque ? opaque_pair(bytes) : premultiplied_pair(bytes);
    changed[whole / kPairsOfBlock] = 1;
  }
  return opaque;
}

std::uint8_t to_byte(std::int32_t sum) {
  return static_cast<std::uint8_t>(std::clamp(sum + kHalfByte, 0, kMaxSum) >> kSumBits);
}

/// \param sums  as many as there are pixels, and what fills four up.
void write_opaque(std::span<const PixelSum> sums, std::span<std::uint8_t> rgba) {
  const auto whole = [](PixelSum sum) { return (sum + kHalfByte) >> kSumBits; };
  const auto four = [&](const PixelSum* from) {
    return to_bytes(whole(from[0]), whole(from[1]), whole(from[2]), whole(from[3]));
  };
  const PixelSum* from = sums.data();
  for (; rgba.size() >= kLanes; from += kLanes / kChannels) {
    const Lanes bytes = four(from);
    std::memcpy(rgba.data(), &bytes, kLanes);
    rgba = rgba.subspan(kLanes);
  }
  if (rgba.empty()) return;
  const Lanes bytes = four(from);
  std::memcpy(rgba.data(), &bytes, rgba.size());
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

std::size_t rounded_up(std::size_t count, std::size_t step) {
  return (count + step - 1) / step * step;
}

/// The filter of the columns. All take as many pairs of pixels, some with weights of 0: a loop of
/// one length is what processors foresee.
class ColumnFilter {
 public:
  /// \param pairs  in a source row.
  ColumnFilter(const std::vector<Contribution>& columns, std::size_t pairs) : taps_(1) {
    for (const Contribution& column : columns) taps_ = std::max(taps_, column.weights.size() / 2);
    for (const Contribution& column : columns) {
      const std::size_t first = std::min<std::size_t>(column.first / 2, pairs - taps_);
      const std::size_t skipped = column.first / 2 - first;
      firsts_.push_back(first);
      weights_.resize(firsts_.size() * taps_);
      std::memcpy(&weights_[weights_.size() - taps_ + skipped], column.weights.data(),
                  column.weights.size() * sizeof(column.weights[0]));
    }
  }

  /// Two source rows, which costs less than one after the other.
  /// \param changed  of their blocks: where none is set, `out` is as `before`
  void filter(std::span<const PixelPair> upper, std::span<const PixelPair> lower,
              std::span<const std::uint8_t> changed, std::span<const PixelPair> before,
              std::span<PixelPair> out) const {
    for (std::size_t x = 0; x < firsts_.size(); x += kColumnsOfGroup) {
      const std::size_t end = std::min(firsts_.size(), x + kColumnsOfGroup);
      const std::size_t first_block = firsts_[x] / kPairsOfBlock;
      const std::size_t last_block = (firsts_[end - 1] + taps_ - 1) / kPairsOfBlock;
      const auto blocks = changed.subspan(first_block, last_block + 1 - first_block);
      if (std::all_of(blocks.begin(), blocks.end(), [](std::uint8_t each) { return each == 0; })) {
        std::copy(&before[x], &before[x] + (end - x), &out[x]);
      } else {
        filter_columns(x, end, upper, lower, out);
      }
    }
  }

 private:
  static constexpr std::size_t kColumnsOfGroup = 4;

  void filter_columns(std::size_t begin, std::size_t end, std::span<const PixelPair> upper,
                      std::span<const PixelPair> lower, std::span<PixelPair> out) const {
    constexpr std::int32_t kHalf = 1 << (kWeightBits - 1);
    const std::int32_t* weights = &weights_[begin * taps_];
    for (std::size_t x = begin; x < end; ++x) {
      PixelSum upper_sum = {kHalf, kHalf, kHalf, kHalf};
      PixelSum lower_sum = upper_sum;
      const PixelPair* from_upper = &upper[firsts_[x]];
      const PixelPair* from_lower = &lower[firsts_[x]];
      const auto tap = [&](std::size_t k) {
        const Shorts both = two_weights(weights[k]);
        upper_sum += sums_of_products(from_upper[k], both);
        lower_sum += sums_of_products(from_lower[k], both);
      };
      std::size_t k = 0;
      for (; k + 2 <= taps_; k += 2) {
        tap(k);
        tap(k + 1);
      }
      if (k < taps_) tap(k);
      weights += taps_;
      // In memory a pair's first sample is the low half of an Ints' lane.
      static_assert(std::endian::native == std::endian::little);
      out[x] = (Shorts)((upper_sum >> kWeightBits & 0xFFFF) | lower_sum >> kWeightBits << 16);
    }
  }

  std::size_t taps_;
  std::vector<std::size_t> firsts_;    ///< of each column's pairs
  std::vector<std::int32_t> weights_;  ///< taps_ for each column, two weights each
};

/// Sums of the same column's pairs, as many columns at once as there are registers for.
constexpr std::size_t kSumsAtOnce = 8;

}  // namespace

/// Source rows go through the columns' filter two by two. Those that a target row is made of are
/// kept until it is; it is made when the last of them has come.
struct ScalingSink::Scaler {
  Scaler(Dimensions source, Dimensions target)
      : source_rows(source.height),
        width(target.width),
        rows(lanczos_contributions(source.height, target.height)),
        upper((std::size_t{source.width} + 1) / 2),
        lower(upper.size()),
        changed(blocks_of(upper.size()), 1),
        columns(lanczos_contributions(source.width, target.width), upper.size()),
        sums(rounded_up(width, kSumsAtOnce)) {
    std::size_t most = 1;
    for (const Contribution& row : rows) most = std::max(most, row.weights.size() / 2);
    filtered.assign(most, std::vector<PixelPair>(sums.size()));
    places.resize(most);
  }

  void add(ByteSpan rgba, std::uint32_t y, UprightRows& to, Pixels& result) {
    const bool is_lower = y % 2 == 1;
    if (!pair_up(rgba, is_lower ? lower : upper, changed)) transparent = true;
    alike = false;
    added(y, to, result);
  }

  /// The row before once more.
  void add_same(std::uint32_t y, UprightRows& to, Pixels& result) {
    if (!alike) {
      const bool is_lower = y % 2 == 1;
      const std::vector<PixelPair>& from = is_lower ? upper : lower;
      const auto pair_at = [&](std::size_t i) { return from[i]; };
      write_pairs(from.size(), pair_at, is_lower ? lower : upper, changed);
      alike = true;
    }
    added(y, to, result);
  }

  void added(std::uint32_t y, UprightRows& to, Pixels& result) {
    const bool is_lower = y % 2 == 1;
    const bool is_last = y + 1 == source_rows;
    if (!is_lower && !is_last) return;
    if (!is_lower) {
      std::fill(lower.begin(), lower.end(), PixelPair{});
      std::fill(changed.begin(), changed.end(), std::uint8_t{1});
    }
    filter_pair(y / 2);
    write_rows(y / 2, to, result);
  }

  const std::vector<PixelPair>& filtered_pair(std::size_t pair) const {
    return filtered[places[pair % places.size()]];
  }

  void filter_pair(std::size_t pair) {
    // In graphics, many rows come again.
    if (std::find(changed.begin(), changed.end(), 1) != changed.end()) {
      const std::vector<PixelPair>& before = filtered[last_place];
      last_place = (last_place + 1) % filtered.size();
      columns.filter(upper, lower, changed, before, filtered[last_place]);
      std::fill(changed.begin(), changed.end(), std::uint8_t{0});
    }
    places[pair % places.size()] = last_place;
  }

  /// Writes the target rows that end with the source rows of `pair`.
  void write_rows(std::size_t pair, UprightRows& to, Pixels& result) {
    for (; next_row < rows.size(); ++next_row) {
      const Contribution& row = rows[next_row];
      if ((row.first + row.weights.size()) / 2 > pair + 1) return;
      sum_pairs(row);
      const std::span<std::uint8_t> rgba = to.room(result);
      transparent ? unpremultiply(std::span(sums).first(width), rgba) : write_opaque(sums, rgba);
      to.written(result);
    }
  }

  void sum_pairs(const Contribution& row) {
    terms.clear();
    for (std::size_t i = 0; i < row.weights.size(); i += 2) {
      std::int32_t both;
      std::memcpy(&both, &row.weights[i], sizeof(both));
      const PixelPair* const pairs = filtered_pair((row.first + i) / 2).data();
      const Shorts weights = two_weights(both);
      if (terms.empty() || terms.back().pairs != pairs) {
        terms.push_back({pairs, weights});
      } else {
        terms.back().weights += weights;  // at most all that are above 0: 1.2
      }
    }
    for (std::size_t x = 0; x < sums.size(); x += kSumsAtOnce) {
      PixelSum sum[kSumsAtOnce];
#pragma GCC unroll 8
      for (PixelSum& each : sum) each = PixelSum{};
      for (const Term& term : terms) {
#pragma GCC unroll 8
        for (std::size_t k = 0; k < kSumsAtOnce; ++k) {
          sum[k] += sums_of_products(term.pairs[x + k], term.weights);
        }
      }
      std::memcpy(&sums[x], sum, sizeof(sum));
    }
  }

  /// What a pair of source rows adds to a target row.
  struct Term {
    const PixelPair* pairs;
    Shorts weights;
  };

  std::uint32_t source_rows;
  std::size_t width;  ///< of the target
  std::vector<Contribution> rows;
  std::vector<PixelPair> upper;       ///< the source row with an even number
  std::vector<PixelPair> lower;       ///< the one after it
  std::vector<std::uint8_t> changed;  ///< of the blocks of both, since they were filtered
  ColumnFilter columns;
  bool alike = false;  ///< both hold the same row
  /// Both after the columns' filter, pairs of one above the other: the last of them, in a ring,
  /// each once where several are the same.
  std::vector<std::vector<PixelPair>> filtered;
  std::vector<std::size_t> places;  ///< in it, of the last pairs, in a ring
  std::size_t last_place = 0;
  std::vector<Term> terms;     ///< of the target row that is written
  std::vector<PixelSum> sums;  ///< of the target row that is written
  std::size_t next_row = 0;
  bool transparent = false;
};

ScalingSink::ScalingSink(std::optional<PixelRegion> region, Dimensions target,
                         std::uint64_t max_bytes, std::uint32_t orientation)
    : region_(region), target_(target), max_bytes_(max_bytes), orientation_(orientation) {}

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
  const bool stays = kept == target_;
  LECTERN_TRY(result_, Pixels::create(upright_size(target_, orientation_), max_bytes_));
  upright_.emplace(target_, orientation_);
  if (!stays) scaler_ = std::make_unique<Scaler>(kept, target_);
  return {};
}

void ScalingSink::row(ByteSpan rgba) { take_row(rgba, false); }

void ScalingSink::same_row(ByteSpan rgba) { take_row(rgba, rows_kept_ > 0); }

void ScalingSink::take_row(ByteSpan rgba, bool is_same) {
  const std::uint32_t y = next_row_++;
  if (y < region_->y || rows_kept_ == region_->height) return;
  const ByteSpan kept =
      rgba.subspan(std::size_t{region_->x} * kRgbaBytes, std::size_t{region_->width} * kRgbaBytes);
  if (scaler_ != nullptr && is_same) {
    scaler_->add_same(rows_kept_, *upright_, *result_);
  } else if (scaler_ != nullptr) {
    scaler_->add(kept, rows_kept_, *upright_, *result_);
  } else {
    upright_->put(kept, *result_);
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

Pixels scaled_over(Pixels pixels, Dimensions target) {
  const PixelView source = pixels.view();
  // A target row ends no farther than the source rows that it is made of.
  Pixels result = Pixels::of(target, pixels.release());
  ScalingSink::Scaler scaler(source.size, target);
  UprightRows rows(target, 1);
  for (std::uint32_t y = 0; y < source.size.height; ++y) {
    scaler.add(source.row(y), y, rows, result);
  }
  ByteVector rgba = result.release();
  rgba.resize(static_cast<std::size_t>(rgba_bytes(target)));
  return Pixels::of(target, std::move(rgba));
}

}  // namespace lectern
