#include "image/fit/resize_weights.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lectern {
namespace {

constexpr double kLobes = 3.0;
constexpr int kTerms = 8;

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
  static_assert(kLobes == 3.0);  // the sine of three times an angle
  const double third = sin_pi(x / kLobes);
  return kLobes * third * (3 - 4 * third * third) * third / (angle * angle);
}

/// `weights` in fixed point, from `at` on. What rounding leaves over goes to the largest.
void round_weights(const std::vector<double>& weights, std::vector<std::int16_t>& rounded,
                   std::size_t at) {
  constexpr int kOne = 1 << kWeightBits;
  double sum = 0;
  for (const double weight : weights) sum += weight;
  int left = kOne;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    rounded[at + i] = static_cast<std::int16_t>(std::nearbyint(weights[i] / sum * kOne));
    left -= rounded[at + i];
  }
  std::int16_t& largest = *std::max_element(rounded.begin(), rounded.end());
  largest = static_cast<std::int16_t>(largest + left);
}

}  // namespace

std::vector<Contribution> lanczos_contributions(std::uint32_t source, std::uint32_t target) {
  const double factor = static_cast<double>(source) / target;
  const double support = kLobes * factor;
  std::vector<Contribution> all(target);
  std::vector<double> weights;
  for (std::uint32_t i = 0; i < target; ++i) {
    const double center = (i + 0.5) * factor;
    const auto first = static_cast<std::uint32_t>(std::max(0.0, std::floor(center - support)));
    const auto last = static_cast<std::uint32_t>(
        std::min(static_cast<double>(source), std::ceil(center + support)));
    weights.clear();
    for (std::uint32_t at = first; at < last; ++at) {
      weights.push_back(lanczos((at + 0.5 - center) / factor));
    }
    all[i].first = first & ~1u;
    all[i].weights.resize(((last + 1) & ~1u) - all[i].first);
    round_weights(weights, all[i].weights, first - all[i].first);
  }
  return all;
}

}  // namespace lectern
