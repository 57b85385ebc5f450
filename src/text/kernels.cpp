#include "text/kernels.h"

#include <algorithm>

#include "text/utf8.h"

namespace lectern {

LineEndCounts count_line_ends(ByteSpan text, bool after_cr) {
  LineEndCounts counts;
  for (const std::uint8_t byte : text) {
    counts.lf += byte == '\n' ? 1 : 0;
    counts.cr += byte == '\r' ? 1 : 0;
    counts.crlf += byte == '\n' && after_cr ? 1 : 0;
    after_cr = byte == '\r';
  }
  return counts;
}

std::size_t plain_ascii_size(ByteSpan bytes) {
  const auto end = std::find_if(bytes.begin(), bytes.end(), [](std::uint8_t byte) {
    return byte >= 0x80 || byte == 0 || byte == 0x1B;
  });
  return static_cast<std::size_t>(end - bytes.begin());
}

std::size_t valid_utf8_size(ByteSpan bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t size = utf8_sequence_size(bytes.subspan(at));
    if (size == 0) break;
    at += size;
  }
  return at;
}

std::size_t count_characters(ByteSpan text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](std::uint8_t byte) { return (byte & 0xC0) != 0x80; }));
}

}  // namespace lectern
