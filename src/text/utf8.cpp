#include "text/utf8.h"

#include <algorithm>

#include "text/kernels.h"
#include "text/word_kernels.h"

namespace lectern {
namespace {

/// What a lead byte promises: the size of its character and the range of the second byte. Size 0:
/// no character starts with this byte.
struct Lead {
  std::size_t size;
  std::uint8_t low;
  std::uint8_t high;
};

Lead classify(std::uint8_t lead) {
  if (lead < 0x80) return {1, 0x80, 0xBF};
  if (lead < 0xC2) return {0, 0x80, 0xBF};
  if (lead < 0xE0) return {2, 0x80, 0xBF};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead < 0xF0) return {3, 0x80, 0xBF};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead < 0xF4) return {4, 0x80, 0xBF};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0x80, 0xBF};
}

/// Bytes at the start that fit the lead byte's promise, at least 1.
std::size_t fitting_size(ByteSpan bytes, const Lead& lead) {
  const std::size_t end = std::min(lead.size, bytes.size());
  std::size_t at = 1;
  if (at < end && (bytes[1] < lead.low || bytes[1] > lead.high)) return at;
  while (at < end && is_utf8_continuation(bytes[at])) ++at;
  return at;
}

}  // namespace

std::size_t utf8_sequence_size(ByteSpan bytes) {
  const Lead lead = classify(bytes[0]);
  if (lead.size <= 1) return lead.size;
  return fitting_size(bytes, lead) == lead.size ? lead.size : 0;
}

InvalidUtf8 invalid_utf8_at(ByteSpan bytes) {
  const Lead lead = classify(bytes[0]);
  if (lead.size == 0) return {};
  const std::size_t size = fitting_size(bytes, lead);
  return {size, size == bytes.size() && size < lead.size};
}

bool is_valid_utf8(ByteSpan bytes) { return valid_utf8_size(bytes) == bytes.size(); }

void append_utf8(char32_t code_point, std::string& out) {
  const auto tail = [code_point](unsigned shift) {
    return static_cast<char>(0x80 | (code_point >> shift & 0x3F));
  };
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += {static_cast<char>(0xC0 | code_point >> 6), tail(0)};
  } else if (code_point < 0x10000) {
    out += {static_cast<char>(0xE0 | code_point >> 12), tail(6), tail(0)};
  } else {
    out += {static_cast<char>(0xF0 | code_point >> 18), tail(12), tail(6), tail(0)};
  }
}

std::size_t utf8_to_utf16(std::string_view text, char16_t* out) {
  const char16_t* const start = out;
  const std::uint8_t* at = as_bytes(text).data();
  for (const std::uint8_t* const end = at + text.size(); at < end;) {
    char32_t c = *at++;
    if (c >= 0xE0 && c < 0xF0) {
      c = (c & 0xF) << 12 | (at[0] & 0x3Fu) << 6 | (at[1] & 0x3Fu);
      at += 2;
    } else if (c >= 0xF0) {
      c = (c & 0x7) << 18 | (at[0] & 0x3Fu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu);
      at += 3;
      *out++ = static_cast<char16_t>(0xD7C0 + (c >> 10));
      c = 0xDC00 | (c & 0x3FF);
    } else if (c >= 0xC0) {
      c = (c & 0x1F) << 6 | (*at++ & 0x3Fu);
    } else {
      // Mostly there are more of them.
      for (; end - at >= 8 && (words::load(at) & words::kHighBits) == 0; at += 8) {
        *out++ = static_cast<char16_t>(c);
        for (std::size_t i = 0; i < 7; ++i) *out++ = at[i];
        c = at[7];
      }
    }
    *out++ = static_cast<char16_t>(c);
  }
  return static_cast<std::size_t>(out - start);
}

std::size_t utf8_prefix_size(std::string_view text, std::uint64_t count) {
  if (count >= text.size()) return text.size();
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (is_utf8_continuation(static_cast<std::uint8_t>(text[at]))) continue;
    if (count == 0) return at;
    --count;
  }
  return at;
}

std::string_view utf8_prefix(std::string_view text, std::size_t max_bytes) {
  if (max_bytes >= text.size()) return text;
  std::size_t size = max_bytes;
  while (size > 0 && is_utf8_continuation(static_cast<std::uint8_t>(text[size]))) --size;
  return text.substr(0, size);
}

std::size_t utf8_length(std::string_view text) { return count_characters(as_bytes(text)); }

DecodedCharacter utf8_character_at(std::string_view text, std::size_t offset) {
  const ByteSpan bytes = as_bytes(text).subspan(offset);
  const std::size_t size = utf8_sequence_size(bytes);
  if (size <= 1) return {bytes[0], offset + 1};
  char32_t code_point = bytes[0] & (0x7F >> size);
  for (std::size_t i = 1; i < size; ++i) code_point = code_point << 6 | (bytes[i] & 0x3F);
  return {code_point, offset + size};
}

}  // namespace lectern
