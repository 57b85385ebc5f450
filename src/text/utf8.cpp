#include "text/utf8.h"

#include <algorithm>

namespace lectern {
namespace {

bool is_continuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

/// Size of the well-formed sequence at the start of `bytes`, or 0 (Unicode table 3-7).
std::size_t sequence_size(ByteSpan bytes) {
  const std::uint8_t lead = bytes[0];
  if (lead < 0x80) return 1;
  std::size_t size = 0;
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    size = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    size = 3;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    size = 4;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  }
  if (size == 0 || bytes.size() < size || bytes[1] < low || bytes[1] > high) return 0;
  return std::all_of(bytes.begin() + 2, bytes.begin() + static_cast<std::ptrdiff_t>(size),
                     is_continuation)
             ? size
             : 0;
}

}  // namespace

bool is_valid_utf8(ByteSpan bytes) {
  while (!bytes.empty()) {
    const std::size_t size = sequence_size(bytes);
    if (size == 0) return false;
    bytes = bytes.subspan(size);
  }
  return true;
}

std::size_t utf8_prefix_size(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (is_continuation(static_cast<std::uint8_t>(text[at]))) continue;
    if (count == 0) return at;
    --count;
  }
  return at;
}

std::size_t utf8_length(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return !is_continuation(static_cast<std::uint8_t>(c));
  }));
}

}  // namespace lectern
