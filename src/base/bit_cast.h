// std::bit_cast, which the C++ library of Emscripten 3.1.6 lacks.
#pragma once

#include <type_traits>

namespace lectern {

/// The value of type To with the bits of `from`.
template <typename To, typename From>
constexpr To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  static_assert(std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
  return __builtin_bit_cast(To, from);
}

}  // namespace lectern
