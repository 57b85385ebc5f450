// How long a file may be.
#pragma once

#include <cstdint>

namespace lectern {

/// Up to here every host counts exactly, JavaScript's numbers included.
inline constexpr std::uint64_t kMostFileBytes = (std::uint64_t{1} << 53) - 1;

}  // namespace lectern
