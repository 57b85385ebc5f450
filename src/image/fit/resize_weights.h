// Lanczos' kernel as fixed-point weights.
#pragma once

#include <cstdint>
#include <vector>

namespace lectern {

/// Weights count 1 / 2^14.
inline constexpr int kWeightBits = 14;

/// Which source positions make up one target position, and by how much. Vector code takes two
/// positions at once: the first is even, and so is the number of weights; those in excess are 0.
struct Contribution {
  std::uint32_t first = 0;
  /// They add up to exactly 1, so that one colour stays as it is.
  std::vector<std::int16_t> weights;
};

/// The contributions to each of `target` positions of `source`, which are at least as many. The
/// last one may reach one position beyond the source, with weight 0.
std::vector<Contribution> lanczos_contributions(std::uint32_t source, std::uint32_t target);

}  // namespace lectern
