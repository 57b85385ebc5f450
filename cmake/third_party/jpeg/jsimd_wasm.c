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

/* Loops stay loops, for size. Where vectors would go through memory in them, they do not. */
#define UNROLLED _Pragma("clang loop unroll(full)")

typedef int32_t Ints __attribute__((vector_size(16)));
typedef int16_t Shorts __attribute__((vector_size(16)));

#define kConstBits 13
#define kPass1Bits 2

/* Pairs of factors. Engines load one into all lanes by one instruction, but make a constant by three, wherever it stands. */
#define PAIR(first, second) (((first) & 0xFFFF) | (int)((unsigned)(second) << 16))

static inline const int *hidden(const int *factors)
{
  __asm__("" : "+r"(factors));
  return factors;
}

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

/* Both passes of the inverse transforms leave as many bits as the first one should, so that they are one. */
#define kSpareBits 7

/* Eight samples from sums, as the C code's table gives them: it takes the low ten bits. */
static inline v128_t sample_values(Ints a, Ints b)
{
  return wasm_i16x8_narrow_i32x4((v128_t)(a << (22 - kSpareBits) >> 22), (v128_t)(b << (22 - kSpareBits) >> 22));
}

static inline v128_t samples(v128_t first, v128_t second)
{
  return wasm_v128_xor(wasm_i8x16_narrow_i16x8(first, second), wasm_i8x16_splat(CENTERJSAMPLE));
}

/* The sums of products of both halves of lanes. */
static inline Ints dot(Ints pairs, const int *factors)
{
  return (Ints)wasm_i32x4_dot_i16x8((v128_t)pairs, wasm_v128_load32_splat(factors));
}

/* The odd part of both transforms, of (1, 3) and (5, 7) in jidctint.c, the samples the other way round in jfdctint.c; `by` is
 * 1 or 2. */
#define ODD_FACTORS(by) \
  PAIR(by * 11363, by * 9633), PAIR(by * 6437, by * 2260), PAIR(by * 9633, by * -2259), PAIR(by * -11362, by * -6436), \
  PAIR(by * 6437, by * -11362), PAIR(by * 2261, by * 9633), PAIR(by * 2260, by * -6436), PAIR(by * 9633, by * -11363)

static inline void rotate_odd(Ints a, Ints b, const int *factors, Ints odd[4])
{
  UNROLLED
  for (int i = 0; i < 4; i++) odd[i] = dot(a, factors + 2 * i) + dot(b, factors + 2 * i + 1);
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
  UNROLLED
  for (int row = 0; row < DCTSIZE; row++) {
    const ISLOW_MULT_TYPE *from = (const ISLOW_MULT_TYPE *)compptr->dct_table + row * DCTSIZE;
    const v128_t quantizers = wasm_i16x8_narrow_i32x4(wasm_v128_load(from), wasm_v128_load(from + 4));
    const v128_t values = wasm_v128_load(coefficients + row * DCTSIZE);
    large = wasm_v128_or(large, wasm_i16x8_q15mulr_sat(values, quantizers));
    rows[row] = wasm_i16x8_mul(values, quantizers);
  }
  UNROLLED
  for (int i = 0; i < 4; i++) {
    columns[0].pairs[i] = LOW(rows[at[i][0]], rows[at[i][1]]);
    columns[1].pairs[i] = HIGH(rows[at[i][0]], rows[at[i][1]]);
  }
  return !wasm_v128_any_true(large);
}

/* Four rows of what the first pass has made of the columns. False when it does not fit into 16 bits. */
static inline int turned(const Ints *left, const Ints *right, Four *rows)
{
  v128_t large = wasm_i32x4_const(0, 0, 0, 0);
  UNROLLED
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
static __attribute__((noinline)) void inverse_pass(const Four *four, Ints *out, int half)
{
  static const int all[] = {
    PAIR(1 << kConstBits, 1 << kConstBits), PAIR(1 << kConstBits, -(1 << kConstBits)), PAIR(4433, 4433 - 15137),
    PAIR(4433 + 6270, 4433), ODD_FACTORS(1)
  };
  const int *const factors = hidden(all);
  const Ints *pairs = four->pairs;
  const Ints rounding = (Ints)wasm_i32x4_splat(half);
  const Ints tmp0 = dot(pairs[0], factors) + rounding;
  const Ints tmp1 = dot(pairs[0], factors + 1) + rounding;
  const Ints tmp2 = dot(pairs[1], factors + 2);
  const Ints tmp3 = dot(pairs[1], factors + 3);
  const Ints even[4] = { tmp0 + tmp3, tmp1 + tmp2, tmp1 - tmp2, tmp0 - tmp3 };
  Ints odd[4];
  rotate_odd(pairs[2], pairs[3], factors + 4, odd);
  UNROLLED
  for (int i = 0; i < 4; i++) {
    out[i] = (even[i] + odd[i]) >> (kConstBits - kPass1Bits);
    out[7 - i] = (even[i] - odd[i]) >> (kConstBits - kPass1Bits);
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
  for (int half = 0; half < 2; half++) inverse_pass(&columns[half], out[half], 1 << (kConstBits - kPass1Bits - 1));
  for (int half = 0; half < 2; half++) fits &= turned(&out[0][half * 4], &out[1][half * 4], &rows[half]);
  if (!fits) {
    jpeg_idct_islow(cinfo, compptr, coef_block, output_buf, output_col);
    return;
  }
  for (int half = 0; half < 2; half++) {
    Ints *v = out[0];
    inverse_pass(&rows[half], v, 1 << (kConstBits + kPass1Bits + 2));
    transpose(v);
    transpose(v + 4);
    UNROLLED
    for (int row = 0; row < 4; row += 2) {
      const v128_t two = samples(sample_values(v[row], v[row + 4]), sample_values(v[row + 1], v[row + 5]));
      wasm_v128_store64_lane(output_buf[half * 4 + row] + output_col, two, 0);
      wasm_v128_store64_lane(output_buf[half * 4 + row + 1] + output_col, two, 1);
    }
  }
}

/* One pass of the inverse transform to half of the size over four columns or rows. The fifth input does not count. */
static inline void reduced_pass(const Four *four, Ints *out, int half)
{
  static const int all[] = {
    PAIR(1 << (kConstBits + 1), 0), PAIR(15137, -6270), PAIR(8697, -17799), PAIR(11893, -1730), PAIR(20995, 7373),
    PAIR(-4926, -4176)
  };
  const int *const factors = hidden(all);
  const Ints *pairs = four->pairs;
  const Ints even = dot(pairs[0], factors) + half;
  const Ints turned = dot(pairs[1], factors + 1);
  const Ints tmp0 = dot(pairs[2], factors + 2) + dot(pairs[3], factors + 3);
  const Ints tmp2 = dot(pairs[2], factors + 4) + dot(pairs[3], factors + 5);
  out[0] = (even + turned + tmp2) >> (kConstBits - kPass1Bits + 1);
  out[1] = (even - turned + tmp0) >> (kConstBits - kPass1Bits + 1);
  out[2] = (even - turned - tmp0) >> (kConstBits - kPass1Bits + 1);
  out[3] = (even + turned - tmp2) >> (kConstBits - kPass1Bits + 1);
}

GLOBAL(void)
jsimd_idct_4x4(j_decompress_ptr cinfo, jpeg_component_info *compptr, JCOEFPTR coef_block, JSAMPARRAY output_buf,
               JDIMENSION output_col)
{
  Four columns[2], rows;
  Ints out[2][4];
  int fits = dequantized(compptr, coef_block, columns);
  UNROLLED
  for (int half = 0; half < 2; half++) reduced_pass(&columns[half], out[half], 1 << (kConstBits - kPass1Bits));
  fits &= turned(out[0], out[1], &rows);
  if (!fits) {
    jpeg_idct_4x4(cinfo, compptr, coef_block, output_buf, output_col);
    return;
  }
  Ints *v = out[0];
  reduced_pass(&rows, v, 1 << (kConstBits + kPass1Bits + 3));
  transpose(v);
  uint32_t all[4];
  wasm_v128_store(all, samples(sample_values(v[0], v[1]), sample_values(v[2], v[3])));
  for (int row = 0; row < 4; row++) memcpy(output_buf[row] + output_col, &all[row], sizeof(all[row]));
}

/* Eight pixels. Factors above 1/2 are split into whole parts and a rest that fits into 16 bits. */
static inline void eight_to_rgba(const JSAMPLE *luma, const JSAMPLE *blue, const JSAMPLE *red, JSAMPLE *rgba)
{
  static const int all[] = {
    PAIR(26345, 16384), PAIR(-22554, 18734), PAIR(-14942, 16384), PAIR(CENTERJSAMPLE, CENTERJSAMPLE), PAIR(2, 2), 32768,
    PAIR(MAXJSAMPLE, MAXJSAMPLE)
  };
  const int *const factors = hidden(all);
  const v128_t center = wasm_v128_load32_splat(factors + 3);
  const v128_t two = wasm_v128_load32_splat(factors + 4);
  const v128_t y = wasm_u16x8_load8x8(luma);
  const v128_t cb = wasm_i16x8_sub(wasm_u16x8_load8x8(blue), center);
  const v128_t cr = wasm_i16x8_sub(wasm_u16x8_load8x8(red), center);
#define WEIGHTED(a, b, by, more) \
  wasm_i16x8_narrow_i32x4((v128_t)((dot(LOW(a, b), factors + by) more) >> 16), \
                          (v128_t)((dot(HIGH(a, b), factors + by) more) >> 16))
  const v128_t r = wasm_i16x8_add(wasm_i16x8_add(y, cr), WEIGHTED(cr, two, 0, ));
  const v128_t g = wasm_i16x8_add(wasm_i16x8_sub(y, cr), WEIGHTED(cb, cr, 1, + (Ints)wasm_v128_load32_splat(factors + 5)));
  const v128_t b = wasm_i16x8_add(wasm_i16x8_add(y, wasm_i16x8_add(cb, cb)), WEIGHTED(cb, two, 2, ));
  const v128_t rb = wasm_u8x16_narrow_i16x8(r, b);
  const v128_t ga = wasm_u8x16_narrow_i16x8(g, wasm_v128_load32_splat(factors + 6));
  const v128_t rg = wasm_i8x16_shuffle(rb, ga, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const v128_t ba = wasm_i8x16_shuffle(rb, ga, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  wasm_v128_store(rgba, (v128_t)LOW(rg, ba));
  wasm_v128_store(rgba + 16, (v128_t)HIGH(rg, ba));
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
  static const int all[] = {
    PAIR(19595, 19235), PAIR(19235, 7471), PAIR(-11059, 16384), PAIR(-21709, 16384), PAIR(16384, -5329), PAIR(16384, -27439),
    32768, (CENTERJSAMPLE << 16) + 32767, 0xFF, 0xFF00FF
  };
  const int *const factors = hidden(all);
  const v128_t low = wasm_v128_load32_splat(factors + 8);
  v128_t sums[3][2];
  UNROLLED
  for (int i = 0; i < 2; i++) {
    const v128_t pixels = wasm_v128_load(rgba + i * 16);
    const v128_t green = wasm_v128_and(wasm_u32x4_shr(pixels, 8), low);
    const v128_t rb = wasm_v128_and(pixels, wasm_v128_load32_splat(factors + 9));
    const v128_t rg = wasm_v128_or(wasm_v128_and(pixels, low), wasm_i32x4_shl(green, 16));
    const v128_t gb = wasm_v128_or(green, wasm_v128_andnot(rb, low));
#define SUM(a, by_a, b, by_b, more) \
  (v128_t)((dot((Ints)a, factors + by_a) + dot((Ints)b, factors + by_b) + (Ints)wasm_v128_load32_splat(factors + more)) >> 16)
    sums[0][i] = SUM(rg, 0, gb, 1, 6);
    sums[1][i] = SUM(rb, 2, gb, 3, 7);
    sums[2][i] = SUM(rb, 4, rg, 5, 7);
  }
  JSAMPLE *const planes[3] = { luma, blue, red };
  UNROLLED
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

/* Between these three, a block is 16 bits a sample: the transform of samples needs no more. Four of them are below the point,
 * so that both passes of the transform are one. */
GLOBAL(void)
jsimd_convsamp(JSAMPARRAY sample_data, JDIMENSION start_col, DCTELEM *workspace)
{
  for (int row = 0; row < DCTSIZE; row++) {
    const Shorts values = (Shorts)wasm_u16x8_load8x8(sample_data[row] + start_col);
    ((Shorts *)workspace)[row] = (values - CENTERJSAMPLE) << 4;
  }
}

static void transpose_block(Shorts *v)
{
  Ints halves[2][4];
  UNROLLED
  for (int i = 0; i < 4; i++) {
    halves[0][i] = LOW(v[2 * i], v[2 * i + 1]);
    halves[1][i] = HIGH(v[2 * i], v[2 * i + 1]);
  }
  UNROLLED
  for (int half = 0; half < 2; half++) {
    transpose(halves[half]);
    UNROLLED
    for (int i = 0; i < 4; i++) v[half * 4 + i] = (Shorts)halves[half][i];
  }
}

/* One pass of the forward transform over all rows or columns, which takes two bits off. */
static __attribute__((noinline)) void forward_pass(Shorts *v)
{
  static const int all[] = { PAIR(2 * 4433, 2 * (4433 + 6270)), PAIR(2 * (4433 - 15137), 2 * 4433), ODD_FACTORS(2) };
  const int *const factors = hidden(all);
  transpose_block(v);
  Shorts sums[4], odd[4];
  UNROLLED
  for (int i = 0; i < 4; i++) {
    sums[i] = v[i] + v[7 - i];
    odd[3 - i] = v[i] - v[7 - i];
  }
  const Shorts tmp10 = sums[0] + sums[3] + 2;
  const Shorts tmp13 = sums[0] - sums[3];
  const Shorts tmp11 = sums[1] + sums[2];
  const Shorts tmp12 = sums[1] - sums[2];
  v[0] = (tmp10 + tmp11) >> 2;
  v[4] = (tmp10 - tmp11) >> 2;
  Ints results[2][6];
  const Ints even[2] = { LOW(tmp12, tmp13), HIGH(tmp12, tmp13) };
  const Ints first[2] = { LOW(odd[3], odd[2]), HIGH(odd[3], odd[2]) };
  const Ints second[2] = { LOW(odd[1], odd[0]), HIGH(odd[1], odd[0]) };
  UNROLLED
  for (int i = 0; i < 2; i++) {
    results[i][4] = dot(even[i], factors);
    results[i][5] = dot(even[i], factors + 1);
    rotate_odd(first[i], second[i], factors + 2, results[i]);
  }
  static const unsigned char places[6] = { 1, 3, 5, 7, 2, 6 };
  UNROLLED
  for (int i = 0; i < 6; i++) {
    v[places[i]] = (Shorts)wasm_i16x8_narrow_i32x4((v128_t)((results[0][i] + (1 << 15)) >> 16),
                                                   (v128_t)((results[1][i] + (1 << 15)) >> 16));
  }
}

GLOBAL(void)
jsimd_fdct_islow(DCTELEM *data)
{
  forward_pass((Shorts *)data);
  forward_pass((Shorts *)data);
}

/* Divides, a half away from zero: by a product with what is a little more than the reciprocal, and a sum whose last bit is
 * worth one. The third table holds the reciprocals. */
static inline Ints divided(v128_t value, const DCTELEM *reciprocals)
{
  static const float whole = 3 << 22;
  const v128_t quotient = wasm_f32x4_mul(wasm_f32x4_convert_i32x4(value), wasm_v128_load(reciprocals));
  const v128_t one_up = wasm_v128_load32_splat(hidden((const int *)&whole));
  return (Ints)wasm_f32x4_add(quotient, one_up) - (Ints)one_up;
}

GLOBAL(void)
jsimd_quantize(JCOEFPTR coef_block, DCTELEM *divisors, DCTELEM *workspace)
{
  for (int i = 0; i < DCTSIZE2; i += 8) {
    const DCTELEM *by = divisors + DCTSIZE2 * 2 + i;
    const v128_t value = wasm_v128_load((int16_t *)workspace + i);
    wasm_v128_store(coef_block + i,
                    wasm_i16x8_narrow_i32x4((v128_t)divided(wasm_i32x4_extend_low_i16x8(value), by),
                                            (v128_t)divided(wasm_i32x4_extend_high_i16x8(value), by + 4)));
  }
}
