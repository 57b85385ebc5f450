#include "base/base64.h"

#include <array>
#include <bit>
#include <cstring>

#include "base/vectors.h"

namespace lectern {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::uint8_t kInvalid = 0xFF;
constexpr std::uint8_t kSpace = 0xFE;
constexpr std::uint8_t kPadding = 0xFD;

constexpr std::array<std::uint8_t, 256> make_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(kInvalid);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<std::uint8_t>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  for (const char c : std::string_view(" \t\r\n\f")) values[static_cast<std::uint8_t>(c)] = kSpace;
  values['='] = kPadding;
  return values;
}
constexpr std::array<std::uint8_t, 256> kValues = make_values();

// Elsewhere the plain loop does it all.
constexpr bool kUsesVectors = kHasVectors && std::endian::native == std::endian::little;

using Words = std::uint32_t __attribute__((vector_size(16)));
using SignedLanes = signed char __attribute__((vector_size(16)));

std::uint32_t load_word(const std::uint8_t* bytes) {
  std::uint32_t word;
  std::memcpy(&word, bytes, sizeof(word));
  return word;
}

/// Encodes 12 bytes to 16 characters again and again, as long as there are 16 bytes to look at.
/// Returns the bytes encoded.
std::size_t encode_vectors(ByteSpan bytes, std::span<char> out) {
  std::size_t in = 0;
  for (std::size_t at = 0; bytes.size() - in >= 16; in += 12, at += 16) {
    const std::uint8_t* from = bytes.subspan(in).data();
    // Three bytes in each word, the first lowest, become four times six bits, one in each byte.
    const Words words = {load_word(from), load_word(from + 3), load_word(from + 6),
                         load_word(from + 9)};
    const Words sixes = (words >> 2 & 0x3F) | (words << 12 & 0x3000) | (words >> 4 & 0xF00) |
                        (words << 10 & 0x3C'0000) | (words >> 6 & 0x3'0000) |
                        (words << 8 & 0x3F00'0000);
    // The alphabet's pieces: each begins so much further on than the one before it ended.
    const auto lanes = (SignedLanes)sixes;
    const SignedLanes characters =
        lanes + 'A' + ((lanes > 25) & ('a' - 'Z' - 1)) - ((lanes > 51) & ('z' + 1 - '0')) -
        ((lanes > 61) & ('9' + 1 - '+')) + ((lanes > 62) & ('/' - '+' - 1));
    std::memcpy(out.subspan(at).data(), &characters, sizeof(characters));
  }
  return in;
}

/// Decodes 16 characters to 12 bytes again and again, as long as they are of the alphabet and `out`
/// has room for 16. Returns the characters decoded.
std::size_t decode_vectors(std::string_view text, std::span<std::uint8_t> out) {
  // The alphabet's pieces in ASCII's order: '+', '/', digits, capitals, small letters. Each begins
  // behind a character, ends so much later than the one before it, and lies so much nearer to its
  // values.
  struct Piece {
    SignedLanes behind, ends_later;
    Lanes nearer;
  };
  const auto piece = [](int behind, int ends_later, int nearer) {
    const SignedLanes zero{};
    return Piece{kept(zero + static_cast<signed char>(behind)),
                 kept(zero + static_cast<signed char>(ends_later)),
                 kept(Lanes{} + static_cast<std::uint8_t>(nearer))};
  };
  const Piece pieces[] = {piece('/' - 1, '/' - '+', 3), piece('0' - 1, '9' - '/', 12),
                          piece('A' - 1, 'Z' - '9', 69), piece('a' - 1, 'z' - 'Z', 6)};
  const SignedLanes plus = kept(SignedLanes{} + '+');
  const Lanes first = kept(Lanes{} + (62 - '+'));
  const Shorts places = kept(Shorts{1 << 12, 1, 1 << 12, 1, 1 << 12, 1, 1 << 12, 1});
  const Shorts high = kept(Shorts{} + 0xFC0);
  std::size_t in = 0;
  for (std::size_t at = 0; text.size() - in >= 16 && out.size() - at >= 16; in += 16, at += 12) {
    const auto lanes = (SignedLanes)load_lanes(text.substr(in).data());
    SignedLanes end = plus;
    Lanes sixes = (Lanes)lanes + first;
#pragma GCC unroll 4
    for (const Piece& each : pieces) {
      const SignedLanes inside = lanes > each.behind;
      end += inside & each.ends_later;
      sixes -= (Lanes)inside & each.nearer;
    }
    if (any_lane((Lanes)((lanes < plus) | (lanes > end)))) break;
    // Two times six bits in each short, with the first ones highest; then four in each word.
    const auto pairs = (Shorts)sixes;
    const Shorts twelves = (pairs << 6 & high) | (pairs >> 8);
    store_threes(sums_of_products(twelves, places), out.subspan(at).data());
  }
  return in;
}

}  // namespace

void base64_encode(ByteSpan bytes, std::span<char> out) {
  std::size_t in = kUsesVectors ? encode_vectors(bytes, out) : 0;
  std::size_t at = in / 3 * 4;
  const auto put = [&](int six_bits) {
    out[at++] = kAlphabet[static_cast<std::size_t>(six_bits & 63)];
  };
  for (; bytes.size() - in >= 3; in += 3) {
    put(bytes[in] >> 2);
    put(bytes[in] << 4 | bytes[in + 1] >> 4);
    put(bytes[in + 1] << 2 | bytes[in + 2] >> 6);
    put(bytes[in + 2]);
  }
  const std::size_t left = bytes.size() - in;
  if (left == 0) return;
  const int second = left == 2 ? bytes[in + 1] : 0;
  put(bytes[in] >> 2);
  put(bytes[in] << 4 | second >> 4);
  if (left == 2) put(second << 2);
  while (at % 4 != 0) out[at++] = '=';
}

std::string base64_encode(ByteSpan bytes) {
  std::string text(base64_size(bytes.size()), '\0');
  base64_encode(bytes, text);
  return text;
}

std::optional<ByteVector> base64_decode(std::string_view text) {
  ByteVector bytes(text.size() / 4 * 3 + sizeof(Words) + 3);
  std::size_t size = 0;
  std::uint32_t group = 0;
  unsigned digits = 0;
  unsigned padding = 0;
  for (std::size_t in = 0; in < text.size(); ++in) {
    if (kUsesVectors && digits == 0 && padding == 0) {
      const std::size_t decoded = decode_vectors(text.substr(in), std::span(bytes).subspan(size));
      in += decoded;
      size += decoded / 4 * 3;
      if (in == text.size()) break;
    }
    const std::uint8_t value = kValues[static_cast<std::uint8_t>(text[in])];
    if (value == kSpace) continue;
    if (value == kPadding) {
      ++padding;
      continue;
    }
    if (value == kInvalid || padding > 0) return std::nullopt;
    group = group << 6 | value;
    if (++digits == 4) {
      for (int shift = 16; shift >= 0; shift -= 8) {
        bytes[size++] = static_cast<std::uint8_t>(group >> shift);
      }
      group = 0;
      digits = 0;
    }
  }
  if (digits == 1 || (padding > 0 && (digits == 0 || digits + padding != 4))) return std::nullopt;
  if (digits >= 2) bytes[size++] = static_cast<std::uint8_t>(group >> (digits == 2 ? 4 : 10));
  if (digits == 3) bytes[size++] = static_cast<std::uint8_t>(group >> 2);
  bytes.resize(size);
  return bytes;
}

}  // namespace lectern
