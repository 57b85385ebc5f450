// How much people's files unpack to.
#pragma once

#include <cstdint>

namespace lectern {

/// What is so many times the file costs no more than other bytes.
inline constexpr std::uint64_t kHonestRatio = 16;

}  // namespace lectern
