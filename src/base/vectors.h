// Vectors of 16-bit numbers where compilers need to be told which instruction is meant.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace lectern {

using Shorts = std::int16_t __attribute__((vector_size(16)));
using Ints = std::int32_t __attribute__((vector_size(16)));

/// a0 * b0 + a1 * b1, a2 * b2 + a3 * b3, ... : one instruction where the processor has it.
inline Ints sums_of_products(Shorts a, Shorts b) {
#if defined(__SSE2__)
  return (Ints)_mm_madd_epi16((__m128i)a, (__m128i)b);
#elif defined(__wasm_simd128__)
  return (Ints)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
#else
  Ints sums;
  for (int i = 0; i < 4; ++i) sums[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
  return sums;
#endif
}

}  // namespace lectern
