/* For jchuff.c: which coefficients of a block are coded. Most are 0. */
#include <stdint.h>
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

/* Bit k is set when coefficient k is not 0, in the order in which they are coded; the first is left out. */
static uint64_t coded_coefficients(const JCOEF *block)
{
  uint64_t coded = 0;
#ifdef __wasm_simd128__
  static const unsigned char coded_at[DCTSIZE2] = {
    0,  1,  5,  6,  14, 15, 27, 28, 2,  4,  7,  13, 16, 26, 29, 42, 3,  8,  12, 17, 25, 30, 41, 43, 9,  11, 18, 24, 31, 40, 44, 53,
    10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38, 46, 51, 55, 60, 21, 34, 37, 47, 50, 56, 59, 61, 35, 36, 48, 49, 57, 58, 62, 63
  };
  uint64_t present = 0;
  for (int i = 0; i < DCTSIZE2; i += 16) {
    const v128_t zero = wasm_i16x8_const(0, 0, 0, 0, 0, 0, 0, 0);
    const v128_t first = wasm_i16x8_ne(wasm_v128_load(block + i), zero);
    const v128_t second = wasm_i16x8_ne(wasm_v128_load(block + i + 8), zero);
    present |= (uint64_t)wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8(first, second)) << i;
  }
  for (; present != 0; present &= present - 1) coded |= (uint64_t)1 << coded_at[__builtin_ctzll(present)];
#else
  for (int k = 1; k < DCTSIZE2; k++) coded |= (uint64_t)(block[jpeg_natural_order[k]] != 0) << k;
#endif
  return coded & ~(uint64_t)1;
}
