// Vectors of sixteen bytes: SSE2, NEON or WebAssembly SIMD128, plain code where there is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

// Inline functions must not differ between the files of a program: WASI has files with SIMD and
// without.
#if defined(__wasi__) && !defined(LECTERN_VECTORS)
#error "base/vectors.h is for targets that link lectern_vectors"
#endif

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace lectern {

/// Whether the processor has them. Plain code takes vectors apart, byte by byte.
#if defined(__SSE2__) || defined(__wasm_simd128__) || defined(__ARM_NEON)
inline constexpr bool kHasVectors = true;
#else
inline constexpr bool kHasVectors = false;
#endif

using Lanes = std::uint8_t __attribute__((vector_size(16)));
inline constexpr std::size_t kLanes = sizeof(Lanes);

inline Lanes load_lanes(const void* bytes) {
  Lanes lanes;
  std::memcpy(&lanes, bytes, kLanes);
  return lanes;
}

/// Sixteen bytes as words, which plain code takes eight at a time.
using LongWords = std::uint64_t __attribute__((vector_size(16)));

inline LongWords load_long_words(const void* bytes) {
  LongWords words;
  std::memcpy(&words, bytes, kLanes);
  return words;
}

/// A constant that a loop needs in each turn. WebAssembly engines make a constant anew wherever it
/// stands; a value that the compiler cannot see through stays in a register.
template <typename Vector>
Vector kept(Vector constant) {
#if defined(__wasm_simd128__)
  volatile Vector hidden = constant;
  return hidden;
#else
  return constant;
#endif
}

/// 0xFF, which is -1, in each lane that holds `value`.
inline Lanes equal(Lanes lanes, std::uint8_t value) { return (Lanes)(lanes == value); }

/// Whether a bit is set in any lane.
inline bool any_lane(Lanes lanes) {
#if defined(__wasm_simd128__)
  return wasm_v128_any_true((v128_t)lanes);
#else
  std::uint64_t halves[2];
  std::memcpy(halves, &lanes, kLanes);
  return (halves[0] | halves[1]) != 0;
#endif
}

/// Whether the highest bits of all lanes are one instruction away.
#if defined(__SSE2__) || defined(__wasm_simd128__)
inline constexpr bool kHasLaneBits = true;
/// The highest bit of each lane, the lowest for the first.
inline std::uint32_t lane_bits(Lanes lanes) {
#if defined(__SSE2__)
  return static_cast<std::uint32_t>(_mm_movemask_epi8((__m128i)lanes));
#else
  return wasm_i8x16_bitmask((v128_t)lanes);
#endif
}
#else
inline constexpr bool kHasLaneBits = false;
inline std::uint32_t lane_bits(Lanes lanes) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kLanes; ++i) bits |= std::uint32_t{lanes[i]} >> 7 << i;
  return bits;
}
#endif

using Shorts = std::int16_t __attribute__((vector_size(16)));
using Ints = std::int32_t __attribute__((vector_size(16)));
using UnsignedShorts = std::uint16_t __attribute__((vector_size(16)));
using UnsignedInts = std::uint32_t __attribute__((vector_size(16)));

/// Where compilers need to be told which instruction is meant: a0 * b0 + a1 * b1, a2 * b2 + a3 *
/// b3, ... : one instruction where the processor has it.
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

/// Sixteen numbers as bytes: what is below 0 becomes 0, what is above 255 becomes 255.
inline Lanes to_bytes(Ints a, Ints b, Ints c, Ints d) {
#if defined(__SSE2__)
  return (Lanes)_mm_packus_epi16(_mm_packs_epi32((__m128i)a, (__m128i)b),
                                 _mm_packs_epi32((__m128i)c, (__m128i)d));
#elif defined(__wasm_simd128__)
  return (Lanes)wasm_u8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4((v128_t)a, (v128_t)b),
                                        wasm_i16x8_narrow_i32x4((v128_t)c, (v128_t)d));
#else
  const Ints all[] = {a, b, c, d};
  Lanes bytes;
  for (std::size_t i = 0; i < kLanes; ++i) {
    const std::int32_t value = all[i / 4][i % 4];
    bytes[i] = static_cast<std::uint8_t>(value < 0 ? 0 : value > 255 ? 255 : value);
  }
  return bytes;
#endif
}

/// b0 + b1, b2 + b3, ...
inline UnsignedShorts sums_of_pairs(Lanes bytes) {
#if defined(__wasm_simd128__)
  return (UnsignedShorts)wasm_u16x8_extadd_pairwise_u8x16((v128_t)bytes);
#else
  const auto pairs = (UnsignedShorts)bytes;
  return (pairs & 0xFF) + (pairs >> 8);
#endif
}
inline UnsignedInts sums_of_pairs(UnsignedShorts shorts) {
#if defined(__wasm_simd128__)
  return (UnsignedInts)wasm_u32x4_extadd_pairwise_u16x8((v128_t)shorts);
#else
  const auto pairs = (UnsignedInts)shorts;
  return (pairs & 0xFFFF) + (pairs >> 16);
#endif
}

/// Stores three bytes of each word, the highest of the three first, and four bytes of anything.
inline void store_threes(Ints words, std::uint8_t* to) {
#if defined(__wasm_simd128__)
  const auto lanes = (Lanes)words;
  const Lanes packed =
      __builtin_shufflevector(lanes, lanes, 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 3, 7, 11, 15);
  std::memcpy(to, &packed, kLanes);
#else
  std::uint64_t halves[2];
  std::memcpy(halves, &words, kLanes);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::uint64_t six_bytes = halves[i] << 40 | halves[i] >> 32 << 16;
    const std::uint64_t swapped = __builtin_bswap64(six_bytes);
    std::memcpy(to + 6 * i, &swapped, sizeof swapped);
  }
#endif
}

}  // namespace lectern
