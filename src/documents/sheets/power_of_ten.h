// Numbers times powers of ten, of all that a double may have, in 128 bits.
#pragma once

#include <cstdint>
#include <optional>

namespace lectern {

__extension__ using Wide = unsigned __int128;

/// 5^power, up to 27.
std::uint64_t power_of_5(int power);

/// bits x 2^exponent, whose highest bit is set: at most `kMissing` less than what it stands for.
struct NearProduct {
  static constexpr Wide kMissing = 4;

  Wide bits = 0;
  int exponent = 0;

  /// Without this many of its bits, 1 to 127, rounded half to even. Nothing where what is missing
  /// may decide, which hardly any number has.
  std::optional<std::uint64_t> rounded(int bits_dropped) const;
};

/// \param value  not zero
/// \param power  from -364 to 364
NearProduct near_product(std::uint64_t value, int power);

}  // namespace lectern
