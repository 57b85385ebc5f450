/* libjpeg-turbo's loops over samples with WebAssembly SIMD, in place of jsimd_none.c.
 *
 * Each gives what its counterpart in C gives (jidctint.c, jidctred.c, jdcolext.c, jccolext.c, jfdctint.c, jcdctmgr.c), bit by
 * bit: modules with and without SIMD deliver the same pictures. Transforms therefore count in 32 bits, as the C code does.
 */
#include <stdint.h>
#include <string.h>
#include <wasm_simd128.h>

/* What is not here says so itself. */
#define jsimd_can_rgb_ycc none_can_rgb_ycc
#define jsimd_rgb_ycc_convert none_rgb_ycc_convert
#define jsimd_can_ycc_rgb none_can_ycc_rgb
#define jsimd_ycc_rgb_convert none_ycc_rgb_convert
#define jsimd_can_convsamp none_can_convsamp
#define jsimd_convsamp none_convsamp
#define jsimd_can_fdct_islow none_can_fdct_islow
#define jsimd_fdct_islow none_fdct_islow
#define jsimd_can_quantize none_can_quantize
#define jsimd_quantize none_quantize
#define jsimd_can_idct_4x4 none_can_idct_4x4
#define jsimd_idct_4x4 none_idct_4x4
#define jsimd_can_idct_islow none_can_idct_islow
#define jsimd_idct_islow none_idct_islow
#include "jsimd_none.c"
#undef jsimd_can_rgb_ycc
#undef jsimd_rgb_ycc_convert
#undef jsimd_can_ycc_rgb
#undef jsimd_ycc_rgb_convert
#undef jsimd_can_convsamp
#undef jsimd_convsamp
#undef jsimd_can_fdct_islow
#undef jsimd_fdct_islow
#undef jsimd_can_quantize
#undef jsimd_quantize
#undef jsimd_can_idct_4x4
#undef jsimd_idct_4x4
#undef jsimd_can_idct_islow
#undef jsimd_idct_islow

#define CAN(what) GLOBAL(int) jsimd_can_##what(void) { return 1; }
CAN(rgb_ycc)
CAN(ycc_rgb)
CAN(convsamp)
CAN(fdct_islow)
CAN(quantize)
CAN(idct_4x4)
CAN(idct_islow)

typedef int32_t Ints __attribute__((vector_size(16)));

#define kConstBits 13
#define kPass1Bits 2

static inline Ints rounded(Ints value, int bits) { return (value + (1 << (bits - 1))) >> bits; }

static void transpose(Ints *v)
{
  const Ints a = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5);
  const Ints b = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7);
  const Ints c = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5);
  const Ints d = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
  v[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  v[1] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  v[2] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  v[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/* Four samples from sums, as the C code's table gives them: it takes the low ten bits. */
static inline Ints sample_values(Ints descaled) { return (descaled << 22 >> 22) + CENTERJSAMPLE; }

/* Four coefficients of a row times their quantisers. */
static inline Ints dequantized(const JCOEF *coefficients, const ISLOW_MULT_TYPE *quantizers)
{
  return (Ints)wasm_i32x4_load16x4(coefficients) * (Ints)wasm_v128_load(quantizers);
}

/* The odd part of both transforms: tmp4..tmp7 in jfdctint.c, tmp0..tmp3 in jidctint.c. */
static inline void rotate_odd(Ints odd[4])
{
  const Ints z1 = (odd[0] + odd[3]) * -7373;
  const Ints z2 = (odd[1] + odd[2]) * -20995;
  Ints z3 = odd[0] + odd[2];
  Ints z4 = odd[1] + odd[3];
  const Ints z5 = (z3 + z4) * 9633;
  z3 = z3 * -16069 + z5;
  z4 = z4 * -3196 + z5;
  odd[0] = odd[0] * 2446 + z1 + z3;
  odd[1] = odd[1] * 16819 + z2 + z4;
  odd[2] = odd[2] * 25172 + z2 + z3;
  odd[3] = odd[3] * 12299 + z1 + z4;
}

/* One pass of the inverse transform over four columns or rows. */
static __attribute__((noinline)) void inverse_pass(Ints *v, int bits)
{
  const Ints z1 = (v[2] + v[6]) * 4433;
  const Ints tmp2 = z1 + v[6] * -15137;
  const Ints tmp3 = z1 + v[2] * 6270;
  const Ints tmp0 = (v[0] + v[4]) << kConstBits;
  const Ints tmp1 = (v[0] - v[4]) << kConstBits;
  const Ints even[4] = { tmp0 + tmp3, tmp1 + tmp2, tmp1 - tmp2, tmp0 - tmp3 };
  Ints odd[4] = { v[7], v[5], v[3], v[1] };
  rotate_odd(odd);
  for (int i = 0; i < 4; i++) {
    v[i] = rounded(even[i] + odd[3 - i], bits);
    v[7 - i] = rounded(even[i] - odd[3 - i], bits);
  }
}

GLOBAL(void)
jsimd_idct_islow(j_decompress_ptr cinfo, jpeg_component_info *compptr, JCOEFPTR coef_block, JSAMPARRAY output_buf,
                 JDIMENSION output_col)
{
  const ISLOW_MULT_TYPE *quantizers = (const ISLOW_MULT_TYPE *)compptr->dct_table;
  v128_t any = wasm_i32x4_const(0, 0, 0, 0);
  for (int row = 1; row < DCTSIZE; row++) any = wasm_v128_or(any, wasm_v128_load(coef_block + row * DCTSIZE));
  const v128_t first = wasm_i16x8_replace_lane(wasm_v128_load(coef_block), 0, 0);
  if (!wasm_v128_any_true(wasm_v128_or(any, first))) {
    /* One colour. */
    const int dc = (int)((unsigned)(coef_block[0] * quantizers[0]) << kPass1Bits);
    const JSAMPLE sample = IDCT_range_limit(cinfo)[(dc + 16) >> 5 & (MAXJSAMPLE * 4 + 3)];
    for (int row = 0; row < DCTSIZE; row++) memset(output_buf[row] + output_col, sample, DCTSIZE);
    return;
  }
  Ints columns[2][DCTSIZE];
  for (int half = 0; half < 2; half++) {
    for (int row = 0; row < DCTSIZE; row++) {
      const int at = row * DCTSIZE + half * 4;
      columns[half][row] = dequantized(coef_block + at, quantizers + at);
    }
    inverse_pass(columns[half], kConstBits - kPass1Bits);
  }
  for (int half = 0; half < 2; half++) {
    Ints rows[DCTSIZE];
    memcpy(rows, &columns[0][half * 4], sizeof(rows) / 2);
    memcpy(rows + 4, &columns[1][half * 4], sizeof(rows) / 2);
    transpose(rows);
    transpose(rows + 4);
    inverse_pass(rows, kConstBits + kPass1Bits + 3);
    transpose(rows);
    transpose(rows + 4);
    for (int row = 0; row < 4; row++) {
      const v128_t shorts =
        wasm_i16x8_narrow_i32x4((v128_t)sample_values(rows[row]), (v128_t)sample_values(rows[row + 4]));
      wasm_v128_store64_lane(output_buf[half * 4 + row] + output_col, wasm_u8x16_narrow_i16x8(shorts, shorts), 0);
    }
  }
}

/* One pass of the inverse transform to half of the size over four columns or rows. The fifth input does not count. */
static __attribute__((noinline)) void reduced_pass(const Ints *v, Ints *out, int bits)
{
  const Ints even = v[0] << (kConstBits + 1);
  const Ints turned = v[2] * 15137 + v[6] * -6270;
  const Ints tmp0 = v[7] * -1730 + v[5] * 11893 + v[3] * -17799 + v[1] * 8697;
  const Ints tmp2 = v[7] * -4176 + v[5] * -4926 + v[3] * 7373 + v[1] * 20995;
  out[0] = rounded(even + turned + tmp2, bits);
  out[1] = rounded(even - turned + tmp0, bits);
  out[2] = rounded(even - turned - tmp0, bits);
  out[3] = rounded(even + turned - tmp2, bits);
}

GLOBAL(void)
jsimd_idct_4x4(j_decompress_ptr cinfo, jpeg_component_info *compptr, JCOEFPTR coef_block, JSAMPARRAY output_buf,
               JDIMENSION output_col)
{
  const ISLOW_MULT_TYPE *quantizers = (const ISLOW_MULT_TYPE *)compptr->dct_table;
  Ints turned[DCTSIZE];
  for (int half = 0; half < 2; half++) {
    Ints columns[DCTSIZE];
    for (int row = 0; row < DCTSIZE; row++) {
      const int at = row * DCTSIZE + half * 4;
      columns[row] = dequantized(coef_block + at, quantizers + at);
    }
    reduced_pass(columns, turned + half * 4, kConstBits - kPass1Bits + 1);
    transpose(turned + half * 4);
  }
  Ints rows[4];
  reduced_pass(turned, rows, kConstBits + kPass1Bits + 3 + 1);
  transpose(rows);
  const v128_t upper = wasm_i16x8_narrow_i32x4((v128_t)sample_values(rows[0]), (v128_t)sample_values(rows[1]));
  const v128_t lower = wasm_i16x8_narrow_i32x4((v128_t)sample_values(rows[2]), (v128_t)sample_values(rows[3]));
  uint32_t samples[4];
  wasm_v128_store(samples, wasm_u8x16_narrow_i16x8(upper, lower));
  for (int row = 0; row < 4; row++) memcpy(output_buf[row] + output_col, &samples[row], sizeof(samples[row]));
}

/* Eight pixels. Factors above 1/2 are split into whole parts and a rest that fits into 16 bits. */
static inline void eight_to_rgba(const JSAMPLE *luma, const JSAMPLE *blue, const JSAMPLE *red, JSAMPLE *rgba)
{
  const v128_t center = wasm_i16x8_splat(CENTERJSAMPLE);
  const v128_t two = wasm_i16x8_splat(2);
  const v128_t y = wasm_u16x8_load8x8(luma);
  const v128_t cb = wasm_i16x8_sub(wasm_u16x8_load8x8(blue), center);
  const v128_t cr = wasm_i16x8_sub(wasm_u16x8_load8x8(red), center);
#define PAIRED(a, b, from) \
  wasm_i16x8_shuffle(a, b, from, from + 8, from + 1, from + 9, from + 2, from + 10, from + 3, from + 11)
#define PRODUCTS(a, b, from, by_a, by_b, half) \
  wasm_i32x4_shr(wasm_i32x4_add(wasm_i32x4_dot_i16x8(PAIRED(a, b, from), wasm_i32x4_splat((by_a & 0xFFFF) | by_b << 16)), \
                                wasm_i32x4_splat(half)), 16)
#define WEIGHTED(a, b, by_a, by_b, half) \
  wasm_i16x8_narrow_i32x4(PRODUCTS(a, b, 0, by_a, by_b, half), PRODUCTS(a, b, 4, by_a, by_b, half))
  const v128_t r = wasm_i16x8_add(wasm_i16x8_add(y, cr), WEIGHTED(cr, two, 26345, 16384, 0));
  const v128_t g = wasm_i16x8_add(wasm_i16x8_sub(y, cr), WEIGHTED(cb, cr, -22554, 18734, 32768));
  const v128_t b = wasm_i16x8_add(wasm_i16x8_add(y, wasm_i16x8_add(cb, cb)), WEIGHTED(cb, two, -14942, 16384, 0));
  const v128_t rb = wasm_u8x16_narrow_i16x8(r, b);
  const v128_t ga = wasm_u8x16_narrow_i16x8(g, wasm_i16x8_splat(MAXJSAMPLE));
  wasm_v128_store(rgba, wasm_i8x16_shuffle(rb, ga, 0, 16, 8, 24, 1, 17, 9, 25, 2, 18, 10, 26, 3, 19, 11, 27));
  wasm_v128_store(rgba + 16, wasm_i8x16_shuffle(rb, ga, 4, 20, 12, 28, 5, 21, 13, 29, 6, 22, 14, 30, 7, 23, 15, 31));
}

/* To RGBA only. libjpeg's own rows are padded to sixteen samples (jmemmgr.c): what is beyond the width may be gone over. */
GLOBAL(void)
jsimd_ycc_rgb_convert(j_decompress_ptr cinfo, JSAMPIMAGE input_buf, JDIMENSION input_row, JSAMPARRAY output_buf,
                      int num_rows)
{
  const JDIMENSION width = cinfo->output_width;
  for (; --num_rows >= 0; input_row++, output_buf++) {
    for (JDIMENSION x = 0; x < width; x += 8) {
      JSAMPLE *const out = *output_buf + x * 4, rest[32];
      const int is_whole = width - x >= 8;
      eight_to_rgba(input_buf[0][input_row] + x, input_buf[1][input_row] + x, input_buf[2][input_row] + x,
                    is_whole ? out : rest);
      if (!is_whole) memcpy(out, rest, (width - x) * 4);
    }
  }
}

/* From RGBA only, eight pixels. */
static inline void eight_from_rgba(const JSAMPLE *rgba, JSAMPLE *luma, JSAMPLE *blue, JSAMPLE *red)
{
  v128_t sums[3][2];
  for (int i = 0; i < 2; i++) {
    const v128_t pixels = wasm_v128_load(rgba + i * 16);
    const v128_t green = wasm_v128_and(wasm_u32x4_shr(pixels, 8), wasm_i32x4_splat(0xFF));
    const v128_t rb = wasm_v128_and(pixels, wasm_i32x4_splat(0xFF00FF));
    const v128_t rg = wasm_v128_or(wasm_v128_and(pixels, wasm_i32x4_splat(0xFF)), wasm_i32x4_shl(green, 16));
    const v128_t gb = wasm_v128_or(green, wasm_v128_and(pixels, wasm_i32x4_splat(0xFF0000)));
#define DOT(pairs, by_first, by_second) \
  wasm_i32x4_dot_i16x8(pairs, wasm_i32x4_splat((by_first & 0xFFFF) | (int)((unsigned)by_second << 16)))
#define SUM(a, b, more) wasm_i32x4_shr(wasm_i32x4_add(wasm_i32x4_add(a, b), wasm_i32x4_splat(more)), 16)
    sums[0][i] = SUM(DOT(rg, 19595, 19235), DOT(gb, 19235, 7471), 32768);
    sums[1][i] = SUM(DOT(rb, -11059, 16384), DOT(gb, -21709, 16384), (CENTERJSAMPLE << 16) + 32767);
    sums[2][i] = SUM(DOT(rb, 16384, -5329), DOT(rg, 16384, -27439), (CENTERJSAMPLE << 16) + 32767);
  }
  JSAMPLE *const planes[3] = { luma, blue, red };
  for (int i = 0; i < 3; i++) {
    const v128_t shorts = wasm_i16x8_narrow_i32x4(sums[i][0], sums[i][1]);
    wasm_v128_store64_lane(planes[i], wasm_u8x16_narrow_i16x8(shorts, shorts), 0);
  }
}

GLOBAL(void)
jsimd_rgb_ycc_convert(j_compress_ptr cinfo, JSAMPARRAY input_buf, JSAMPIMAGE output_buf, JDIMENSION output_row,
                      int num_rows)
{
  const JDIMENSION width = cinfo->image_width;
  for (; --num_rows >= 0; output_row++, input_buf++) {
    for (JDIMENSION x = 0; x < width; x += 8) {
      const JSAMPLE *in = *input_buf + x * 4;
      JSAMPLE rest[32] = { 0 };
      if (width - x < 8) in = memcpy(rest, in, (width - x) * 4);
      eight_from_rgba(in, output_buf[0][output_row] + x, output_buf[1][output_row] + x, output_buf[2][output_row] + x);
    }
  }
}

GLOBAL(void)
jsimd_convsamp(JSAMPARRAY sample_data, JDIMENSION start_col, DCTELEM *workspace)
{
  const v128_t center = wasm_i16x8_splat(CENTERJSAMPLE);
  for (int row = 0; row < DCTSIZE; row++, workspace += DCTSIZE) {
    const v128_t samples = wasm_i16x8_sub(wasm_u16x8_load8x8(sample_data[row] + start_col), center);
    wasm_v128_store(workspace, wasm_i32x4_extend_low_i16x8(samples));
    wasm_v128_store(workspace + 4, wasm_i32x4_extend_high_i16x8(samples));
  }
}

/* One pass of the forward transform over four rows or columns. The first pass leaves results scaled up by 2^kPass1Bits. */
static __attribute__((noinline)) void forward_pass(Ints *v, int bits, int up, int down)
{
  Ints sums[4], odd[4];
  for (int i = 0; i < 4; i++) {
    sums[i] = v[i] + v[7 - i];
    odd[3 - i] = v[i] - v[7 - i];
  }
  const Ints tmp10 = sums[0] + sums[3];
  const Ints tmp13 = sums[0] - sums[3];
  const Ints tmp11 = sums[1] + sums[2];
  const Ints tmp12 = sums[1] - sums[2];
  const int half = 1 << down >> 1;
  v[0] = (((tmp10 + tmp11) << up) + half) >> down;
  v[4] = (((tmp10 - tmp11) << up) + half) >> down;
  const Ints z1 = (tmp12 + tmp13) * 4433;
  v[2] = rounded(z1 + tmp13 * 6270, bits);
  v[6] = rounded(z1 + tmp12 * -15137, bits);
  rotate_odd(odd);
  for (int i = 0; i < 4; i++) v[7 - 2 * i] = rounded(odd[i], bits);
}

GLOBAL(void)
jsimd_fdct_islow(DCTELEM *data)
{
  Ints rows[2][DCTSIZE];
  for (int half = 0; half < 2; half++) {
    Ints *v = rows[half];
    for (int i = 0; i < 8; i++) memcpy(&v[i], data + (half * 4 + i % 4) * DCTSIZE + i / 4 * 4, sizeof(*v));
    transpose(v);
    transpose(v + 4);
    forward_pass(v, kConstBits - kPass1Bits, kPass1Bits, 0);
    transpose(v);
    transpose(v + 4);
  }
  for (int half = 0; half < 2; half++) {
    Ints columns[DCTSIZE];
    memcpy(columns, &rows[0][half * 4], sizeof(columns) / 2);
    memcpy(columns + 4, &rows[1][half * 4], sizeof(columns) / 2);
    forward_pass(columns, kConstBits + kPass1Bits, 0, kPass1Bits);
    for (int i = 0; i < 8; i++) memcpy(data + i * DCTSIZE + half * 4, &columns[i], sizeof(*columns));
  }
}

/* Divides, a half away from zero. The third table holds the divisors themselves; a quotient of numbers below 2^24 is exact
 * enough as a float for its whole part to be right. */
GLOBAL(void)
jsimd_quantize(JCOEFPTR coef_block, DCTELEM *divisors, DCTELEM *workspace)
{
  for (int i = 0; i < DCTSIZE2; i += 4) {
    const v128_t value = wasm_v128_load(workspace + i);
    const v128_t divisor = wasm_v128_load(divisors + i + DCTSIZE2 * 2);
    const v128_t sign = wasm_i32x4_shr(value, 31);
    const v128_t dividend = wasm_i32x4_add(wasm_i32x4_abs(value), wasm_u32x4_shr(divisor, 1));
    const v128_t whole = wasm_i32x4_trunc_sat_f32x4(
      wasm_f32x4_div(wasm_f32x4_convert_i32x4(dividend), wasm_f32x4_convert_i32x4(divisor)));
    const v128_t quotient = wasm_i32x4_sub(wasm_v128_xor(whole, sign), sign);
    wasm_v128_store64_lane(coef_block + i, wasm_i16x8_narrow_i32x4(quotient, quotient), 0);
  }
}
