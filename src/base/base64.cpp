#include "base/base64.h"

#include <array>

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

/// All 4096 pairs of characters, so that three bytes cost two look-ups.
constexpr std::array<std::array<char, 2>, 4096> make_pairs() {
  std::array<std::array<char, 2>, 4096> pairs{};
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {kAlphabet[i >> 6], kAlphabet[i & 63]};
  return pairs;
}
constexpr std::array<std::array<char, 2>, 4096> kPairs = make_pairs();

}  // namespace

void base64_encode(ByteSpan bytes, std::span<char> out) {
  std::size_t in = 0;
  std::size_t at = 0;
  for (; bytes.size() - in >= 3; in += 3, at += 4) {
    const unsigned high = static_cast<unsigned>(bytes[in] << 4 | bytes[in + 1] >> 4);
    const unsigned low = static_cast<unsigned>((bytes[in + 1] & 15) << 8 | bytes[in + 2]);
    out[at] = kPairs[high][0];
    out[at + 1] = kPairs[high][1];
    out[at + 2] = kPairs[low][0];
    out[at + 3] = kPairs[low][1];
  }
  const std::size_t left = bytes.size() - in;
  if (left == 0) return;
  const unsigned first = bytes[in];
  const unsigned second = left == 2 ? bytes[in + 1] : 0;
  out[at] = kAlphabet[first >> 2];
  out[at + 1] = kAlphabet[(first & 3) << 4 | second >> 4];
  out[at + 2] = left == 2 ? kAlphabet[(second & 15) << 2] : '=';
  out[at + 3] = '=';
}

std::string base64_encode(ByteSpan bytes) {
  std::string text(base64_size(bytes.size()), '\0');
  base64_encode(bytes, text);
  return text;
}

std::optional<ByteVector> base64_decode(std::string_view text) {
  ByteVector bytes;
  bytes.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t group = 0;
  unsigned digits = 0;
  unsigned padding = 0;
  for (const char c : text) {
    const std::uint8_t value = kValues[static_cast<std::uint8_t>(c)];
    if (value == kSpace) continue;
    if (value == kPadding) {
      ++padding;
      continue;
    }
    if (value == kInvalid || padding > 0) return std::nullopt;
    group = group << 6 | value;
    if (++digits == 4) {
      bytes.push_back(static_cast<std::uint8_t>(group >> 16));
      bytes.push_back(static_cast<std::uint8_t>(group >> 8));
      bytes.push_back(static_cast<std::uint8_t>(group));
      group = 0;
      digits = 0;
    }
  }
  if (digits == 1 || (padding > 0 && (digits == 0 || digits + padding != 4))) return std::nullopt;
  if (digits >= 2) bytes.push_back(static_cast<std::uint8_t>(group >> (digits == 2 ? 4 : 10)));
  if (digits == 3) bytes.push_back(static_cast<std::uint8_t>(group >> 2));
  return bytes;
}

}  // namespace lectern
