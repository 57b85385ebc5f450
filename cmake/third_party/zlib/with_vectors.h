/* For deflate.c and adler32.c: loops over positions and bytes, sixteen bytes at a time where a module has SIMD. */
#ifdef __wasm_simd128__
#include <wasm_simd128.h>

/* Moves positions down; those below become 0. There are a multiple of eight. */
static void move_down(unsigned short *positions, unsigned count, unsigned by)
{
  const v128_t all_by = wasm_i16x8_splat((short)by);
  for (unsigned i = 0; i < count; i += 8) {
    wasm_v128_store(positions + i, wasm_u16x8_sub_sat(wasm_v128_load(positions + i), all_by));
  }
}

/* Adler-32's sums over as many whole sixteens as neither overflows by; gives how many bytes that was. */
static unsigned long add_sixteens(const unsigned char *bytes, unsigned long count, unsigned long *one, unsigned long *two)
{
  const v128_t zero = wasm_i32x4_const(0, 0, 0, 0);
  v128_t sums = zero, sums_before = zero, weighted = zero;
  unsigned long done = 0;
  for (; done + 16 <= count && done < 5552; done += 16) {
    const v128_t block = wasm_v128_load(bytes + done);
    const v128_t low = wasm_u16x8_extend_low_u8x16(block), high = wasm_u16x8_extend_high_u8x16(block);
    sums_before = wasm_i32x4_add(sums_before, sums);
    sums = wasm_i32x4_add(sums, wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extadd_pairwise_u8x16(block)));
    weighted = wasm_i32x4_add(weighted, wasm_i32x4_dot_i16x8(low, wasm_i16x8_const(16, 15, 14, 13, 12, 11, 10, 9)));
    weighted = wasm_i32x4_add(weighted, wasm_i32x4_dot_i16x8(high, wasm_i16x8_const(8, 7, 6, 5, 4, 3, 2, 1)));
  }
  weighted = wasm_i32x4_add(weighted, wasm_i32x4_shl(sums_before, 4));
#define TOTAL(v) ((unsigned)wasm_i32x4_extract_lane(v, 0) + (unsigned)wasm_i32x4_extract_lane(v, 1) + \
                  (unsigned)wasm_i32x4_extract_lane(v, 2) + (unsigned)wasm_i32x4_extract_lane(v, 3))
  *two = (*two + done * *one + TOTAL(weighted)) % 65521;
  *one = (*one + TOTAL(sums)) % 65521;
  return done;
}
#endif
