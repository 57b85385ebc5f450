// What the vector loops must agree with, one byte after the other: for tests and fuzz targets.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "text/kernels.h"
#include "text/utf8.h"

namespace lectern {

inline LineEndCounts plain_line_ends(ByteSpan text, bool after_cr) {
  LineEndCounts counts;
  for (const std::uint8_t byte : text) {
    counts.lf += byte == '\n' ? 1 : 0;
    counts.cr += byte == '\r' ? 1 : 0;
    counts.crlf += byte == '\n' && after_cr ? 1 : 0;
    after_cr = byte == '\r';
  }
  return counts;
}

inline std::size_t plain_ascii_prefix(ByteSpan bytes) {
  std::size_t plain = 0;
  while (plain < bytes.size() && bytes[plain] < 0x80 && bytes[plain] != 0 && bytes[plain] != 0x1B) {
    ++plain;
  }
  return plain;
}

inline std::size_t plain_utf8_prefix(ByteSpan bytes) {
  std::size_t valid = 0;
  while (valid < bytes.size()) {
    const std::size_t size = utf8_sequence_size(bytes.subspan(valid));
    if (size == 0) break;
    valid += size;
  }
  return valid;
}

inline std::size_t plain_characters(ByteSpan text) {
  std::size_t characters = 0;
  for (const std::uint8_t byte : text) characters += (byte & 0xC0) != 0x80 ? 1 : 0;
  return characters;
}

// RFC 4648, bit by bit.
inline constexpr std::string_view kBase64Alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline std::string plain_base64(ByteSpan bytes) {
  std::string text;
  for (std::size_t bit = 0; bit < bytes.size() * 8; bit += 6) {
    std::size_t digit = 0;
    for (std::size_t i = bit; i < bit + 6; ++i) {
      const bool is_set = i / 8 < bytes.size() && (bytes[i / 8] >> (7 - i % 8) & 1) != 0;
      digit = digit * 2 + (is_set ? 1 : 0);
    }
    text += kBase64Alphabet[digit];
  }
  while (text.size() % 4 != 0) text += '=';
  return text;
}

/// As `base64_decode` promises: white space is skipped, padding may be missing but not be wrong.
inline std::optional<ByteVector> plain_base64_decode(std::string_view text) {
  std::string digits;
  std::string padding;
  for (const char c : text) {
    if (std::string_view(" \t\r\n\f").find(c) != std::string_view::npos) continue;
    if (c != '=' && (!padding.empty() || kBase64Alphabet.find(c) == std::string_view::npos)) {
      return std::nullopt;
    }
    (c == '=' ? padding : digits) += c;
  }
  const std::size_t last = digits.size() % 4;
  if (last == 1 || (!padding.empty() && (last == 0 || last + padding.size() != 4))) {
    return std::nullopt;
  }
  ByteVector bytes(digits.size() * 6 / 8);
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    const std::size_t value = kBase64Alphabet.find(digits[bit / 6]);
    if ((value >> (5 - bit % 6) & 1) != 0) {
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] | 0x80 >> bit % 8);
    }
  }
  return bytes;
}

}  // namespace lectern
