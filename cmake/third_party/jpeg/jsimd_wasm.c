/* libjpeg-turbo's loops over samples with WebAssembly SIMD, in place of jsimd_none.c.
 *
 * Each gives what its counterpart in C gives (jidctint.c, jidctred.c, jdcolext.c, jccolext.c, jfdctint.c, jcdctmgr.c), bit by
 * bit: modules with and without SIMD deliver the same pictures. The C code counts in 32 bits: what does not fit into the 16 of
 * most factors here is left to it.
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
typedef int16_t Shorts __attribute__((vector_size(16)));

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

/* The sums of products of both halves of lanes. */
static inline Ints dot(Ints pairs, int by_first, int by_second)
{
  return (Ints)wasm_i32x4_dot_i16x8((v128_t)pairs, wasm_i32x4_splat((by_first & 0xFFFF) | (int)((unsigned)by_second << 16)));
}

/* The odd part of both transforms, of (1, 3) and (5, 7) in jidctint.c, the samples the other way round in jfdctint.c. */
static inline void rotate_odd(Ints a, Ints b, Ints odd[4])
{
  odd[0] = dot(a, 11363, 9633) + dot(b, 6437, 2260);
  odd[1] = dot(a, 9633, -2259) + dot(b, -11362, -6436);
  odd[2] = dot(a, 6437, -11362) + dot(b, 2261, 9633);
  odd[3] = dot(a, 2260, -6436) + dot(b, 9633, -11363);
}

/* The even and the odd coefficients of four columns or rows, in pairs: 0 and 4, 2 and 6, 1 and 3, 5 and 7. */
typedef struct { Ints pairs[4]; } Four;

#define LOW(a, b) (Ints)wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH(a, b) (Ints)wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15)

/* The columns of a block. False when a coefficient times its quantiser does not fit into 15 bits, which happens in no sound
 * picture: the C code counts in 32 bits. */
static __attribute__((noinline)) int dequantized(jpeg_component_info *compptr, const JCOEF *coefficients, Four columns[2])
{
  static const unsigned char at[4][2] = { { 0, 4 }, { 2, 6 }, { 1, 3 }, { 5, 7 } };
  v128_t rows[DCTSIZE], large = wasm_i32x4_const(0, 0, 0, 0);
  for (int row = 0; row < DCTSIZE; row++) {
    const ISLOW_MULT_TYPE *from = (const ISLOW_MULT_TYPE *)compptr->dct_table + row * DCTSIZE;
    const v128_t quantizers = wasm_i16x8_narrow_i32x4(wasm_v128_load(from), wasm_v128_load(from + 4));
    const v128_t values = wasm_v128_load(coefficients + row * DCTSIZE);
    large = wasm_v128_or(large, wasm_i16x8_q15mulr_sat(values, quantizers));
    rows[row] = wasm_i16x8_mul(values, quantizers);
  }
  for (int i = 0; i < 4; i++) {
    columns[0].pairs[i] = LOW(rows[at[i][0]], rows[at[i][1]]);
    columns[1].pairs[i] = HIGH(rows[at[i][0]], rows[at[i][1]]);
  }
  return !wasm_v128_any_true(large);
}

/* Four rows of what the first pass has made of the columns. False when it does not fit into 16 bits. */
static __attribute__((noinline)) int turned(const Ints *left, const Ints *right, Four *rows)
{
  v128_t large = wasm_i32x4_const(0, 0, 0, 0);
  for (int i = 0; i < 4; i++) {
    const v128_t row = wasm_i16x8_narrow_i32x4((v128_t)left[i], (v128_t)right[i]);
    large = wasm_v128_or(large, wasm_v128_or(wasm_i16x8_eq(row, wasm_i16x8_splat(INT16_MAX)),
                                             wasm_i16x8_eq(row, wasm_i16x8_splat(INT16_MIN))));
    rows->pairs[i] = (Ints)wasm_i16x8_shuffle(row, row, 0, 4, 2, 6, 1, 3, 5, 7);
  }
  transpose(rows->pairs);
  return !wasm_v128_any_true(large);
}

/* One pass of the inverse transform over four columns or rows. */
static __attribute__((noinline)) void inverse_pass(const Four *four, Ints *out, int bits)
{
  const Ints *pairs = four->pairs;
  const Ints tmp0 = dot(pairs[0], 1 << kConstBits, 1 << kConstBits);
  const Ints tmp1 = dot(pairs[0], 1 << kConstBits, -(1 << kConstBits));
  const Ints tmp2 = dot(pairs[1], 4433, 4433 - 15137);
  const Ints tmp3 = dot(pairs[1], 4433 + 6270, 4433);
  const Ints even[4] = { tmp0 + tmp3, tmp1 + tmp2, tmp1 - tmp2, tmp0 - tmp3 };
  Ints odd[4];
  rotate_odd(pairs[2], pairs[3], odd);
  for (int i = 0; i < 4; i++) {
    out[i] = rounded(even[i] + odd[i], bits);
    out[7 - i] = rounded(even[i] - odd[i], bits);
  }
}

GLOBAL(void)
jsimd_idct_islow(j_decompress_ptr cinfo, jpeg_component_info *compptr, JCOEFPTR coef_block, JSAMPARRAY output_buf,
                 JDIMENSION output_col)
{
  v128_t any = wasm_i32x4_const(0, 0, 0, 0);
  for (int row = 1; row < DCTSIZE; row++) any = wasm_v128_or(any, wasm_v128_load(coef_block + row * DCTSIZE));
  const v128_t first = wasm_i16x8_replace_lane(wasm_v128_load(coef_block), 0, 0);
  if (!wasm_v128_any_true(wasm_v128_or(any, first))) {
    /* One colour. */
    const int dc = (int)((unsigned)(coef_block[0] * *(const ISLOW_MULT_TYPE *)compptr->dct_table) << kPass1Bits);
    const JSAMPLE sample = IDCT_range_limit(cinfo)[(dc + 16) >> 5 & (MAXJSAMPLE * 4 + 3)];
    for (int row = 0; row < DCTSIZE; row++) memset(output_buf[row] + output_col, sample, DCTSIZE);
    return;
  }
  Four columns[2], rows[2];
  Ints out[2][DCTSIZE];
  int fits = dequantized(compptr, coef_block, columns);
  for (int half = 0; half < 2; half++) inverse_pass(&columns[half], out[half], kConstBits - kPass1Bits);
  for (int half = 0; half < 2; half++) fits &= turned(&out[0][half * 4], &out[1][half * 4], &rows[half]);
  if (!fits) {
    jpeg_idct_islow(cinfo, compptr, coef_block, output_buf, output_col);
    return;
  }
  for (int half = 0; half < 2; half++) {
    Ints *v = out[0];
    inverse_pass(&rows[half], v, kConstBits + kPass1Bits + 3);
    transpose(v);
    transpose(v + 4);
    for (int row = 0; row < 4; row++) {
      const v128_t shorts = wasm_i16x8_narrow_i32x4((v128_t)sample_values(v[row]), (v128_t)sample_values(v[row + 4]));
      wasm_v128_store64_lane(output_buf[half * 4 + row] + output_col, wasm_u8x16_narrow_i16x8(shorts, shorts), 0);
    }
  }
}

/* One pass of the inverse transform to half of the size over four columns or rows. The fifth input does not count. */
static __attribute__((noinline)) void reduced_pass(const Four *four, Ints *out, int bits)
{
  const Ints *pairs = four->pairs;
  const Ints even = dot(pairs[0], 1 << (kConstBits + 1), 0);
  const Ints turned = dot(pairs[1], 15137, -6270);
  const Ints tmp0 = dot(pairs[2], 8697, -17799) + dot(pairs[3], 11893, -1730);
  const Ints tmp2 = dot(pairs[2], 20995, 7373) + dot(pairs[3], -4926, -4176);
  out[0] = rounded(even + turned + tmp2, bits);
  out[1] = rounded(even - turned + tmp0, bits);
  out[2] = rounded(even - turned - tmp0, bits);
  out[3] = rounded(even + turned - tmp2, bits);
}

GLOBAL(void)
jsimd_idct_4x4(j_decompress_ptr cinfo, jpeg_component_info *compptr, JCOEFPTR coef_block, JSAMPARRAY output_buf,
               JDIMENSION output_col)
{
  Four columns[2], rows;
  Ints out[2][4];
  int fits = dequantized(compptr, coef_block, columns);
  for (int half = 0; half < 2; half++) reduced_pass(&columns[half], out[half], kConstBits - kPass1Bits + 1);
  fits &= turned(out[0], out[1], &rows);
  if (!fits) {
    jpeg_idct_4x4(cinfo, compptr, coef_block, output_buf, output_col);
    return;
  }
  Ints *v = out[0];
  reduced_pass(&rows, v, kConstBits + kPass1Bits + 3 + 1);
  transpose(v);
  const v128_t upper = wasm_i16x8_narrow_i32x4((v128_t)sample_values(v[0]), (v128_t)sample_values(v[1]));
  const v128_t lower = wasm_i16x8_narrow_i32x4((v128_t)sample_values(v[2]), (v128_t)sample_values(v[3]));
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
#define DOT(pairs, by_first, by_second) (v128_t)dot((Ints)(pairs), by_first, by_second)
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

/* Between these three, a block is 16 bits a sample: the transform of samples needs no more. */
GLOBAL(void)
jsimd_convsamp(JSAMPARRAY sample_data, JDIMENSION start_col, DCTELEM *workspace)
{
  for (int row = 0; row < DCTSIZE; row++) {
    wasm_v128_store((int16_t *)workspace + row * DCTSIZE,
                    wasm_i16x8_sub(wasm_u16x8_load8x8(sample_data[row] + start_col), wasm_i16x8_splat(CENTERJSAMPLE)));
  }
}

static void transpose_block(Shorts *v)
{
  Ints halves[2][4];
  for (int i = 0; i < 4; i++) {
    halves[0][i] = LOW(v[2 * i], v[2 * i + 1]);
    halves[1][i] = HIGH(v[2 * i], v[2 * i + 1]);
  }
  for (int half = 0; half < 2; half++) {
    transpose(halves[half]);
    for (int i = 0; i < 4; i++) v[half * 4 + i] = (Shorts)halves[half][i];
  }
}

/* One pass of the forward transform over all rows or columns. The first leaves results scaled up by 2^kPass1Bits. */
static __attribute__((noinline)) void forward_pass(Shorts *v, int bits, int up, int down)
{
  transpose_block(v);
  Shorts sums[4], odd[4];
  for (int i = 0; i < 4; i++) {
    sums[i] = v[i] + v[7 - i];
    odd[3 - i] = v[i] - v[7 - i];
  }
  const Shorts tmp10 = sums[0] + sums[3];
  const Shorts tmp13 = sums[0] - sums[3];
  const Shorts tmp11 = sums[1] + sums[2];
  const Shorts tmp12 = sums[1] - sums[2];
  const int16_t half = 1 << down >> 1;
  v[0] = (((tmp10 + tmp11) << up) + half) >> down;
  v[4] = (((tmp10 - tmp11) << up) + half) >> down;
  Ints results[2][6];
  const Ints even[2] = { LOW(tmp12, tmp13), HIGH(tmp12, tmp13) };
  const Ints first[2] = { LOW(odd[3], odd[2]), HIGH(odd[3], odd[2]) };
  const Ints second[2] = { LOW(odd[1], odd[0]), HIGH(odd[1], odd[0]) };
  for (int i = 0; i < 2; i++) {
    results[i][4] = dot(even[i], 4433, 4433 + 6270);
    results[i][5] = dot(even[i], 4433 - 15137, 4433);
    rotate_odd(first[i], second[i], results[i]);
  }
  static const unsigned char places[6] = { 1, 3, 5, 7, 2, 6 };
  for (int i = 0; i < 6; i++) {
    v[places[i]] = (Shorts)wasm_i16x8_narrow_i32x4((v128_t)rounded(results[0][i], bits), (v128_t)rounded(results[1][i], bits));
  }
}

GLOBAL(void)
jsimd_fdct_islow(DCTELEM *data)
{
  forward_pass((Shorts *)data, kConstBits - kPass1Bits, kPass1Bits, 0);
  forward_pass((Shorts *)data, kConstBits + kPass1Bits, 0, kPass1Bits);
}

/* Divides, a half away from zero. The third table holds the divisors themselves; a quotient of numbers below 2^24 is exact
 * enough as a float for its whole part to be right. */
static inline v128_t divided(v128_t value, const DCTELEM *divisors)
{
  const v128_t divisor = wasm_v128_load(divisors);
  const v128_t dividend = wasm_i32x4_add(value, wasm_u32x4_shr(divisor, 1));
  return wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_div(wasm_f32x4_convert_i32x4(dividend), wasm_f32x4_convert_i32x4(divisor)));
}

GLOBAL(void)
jsimd_quantize(JCOEFPTR coef_block, DCTELEM *divisors, DCTELEM *workspace)
{
  for (int i = 0; i < DCTSIZE2; i += 8) {
    const DCTELEM *by = divisors + DCTSIZE2 * 2 + i;
    const v128_t value = wasm_v128_load((int16_t *)workspace + i);
    const v128_t sign = wasm_i16x8_shr(value, 15);
    const v128_t size = wasm_i16x8_abs(value);
    const v128_t whole = wasm_i16x8_narrow_i32x4(divided(wasm_u32x4_extend_low_u16x8(size), by),
                                                 divided(wasm_u32x4_extend_high_u16x8(size), by + 4));
    wasm_v128_store(coef_block + i, wasm_i16x8_sub(wasm_v128_xor(whole, sign), sign));
  }
}
