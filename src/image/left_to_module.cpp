#include "image/left_to_module.h"

#include <bit>

namespace lectern {
namespace {

constexpr std::size_t kQoiHeaderBytes = 14;
constexpr std::size_t kPcxHeaderBytes = 128;
constexpr std::size_t kTgaHeaderBytes = 18;

bool is_space(std::uint8_t byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }
bool is_digit(std::uint8_t byte) { return byte >= '0' && byte <= '9'; }

/// Where the number after white space and comments ends; 0 when there is none.
std::size_t after_number(ByteSpan bytes, std::size_t at) {
  const std::size_t start = at;
  for (bool in_comment = false; at < bytes.size(); ++at) {
    if (bytes[at] == '#' && at > start) in_comment = true;
    if (bytes[at] == '\n') in_comment = false;
    if (!in_comment && !is_space(bytes[at])) break;
  }
  const std::size_t number = at;
  while (at < bytes.size() && is_digit(bytes[at])) ++at;
  return number > start && at > number ? at : 0;
}

}  // namespace

bool sniff_qoi(ByteSpan bytes) {
  return starts_with(bytes, "qoif") && bytes.size() >= kQoiHeaderBytes;
}

bool sniff_pnm(ByteSpan bytes) {
  if (bytes.size() < 4 || bytes[0] != 'P' || bytes[1] < '1' || bytes[1] > '7') return false;
  if (bytes[1] == '7') return bytes[2] == '\n';
  std::size_t at = 2;
  for (unsigned numbers = (bytes[1] - '1') % 3u == 0 ? 2 : 3; numbers > 0; --numbers) {
    at = after_number(bytes, at);
    if (at == 0) return false;
  }
  return at < bytes.size() && is_space(bytes[at]);
}

bool sniff_pcx(ByteSpan bytes) {
  return bytes.size() >= kPcxHeaderBytes && bytes[0] == 10 && bytes[1] <= 5 && bytes[2] <= 1 &&
         bytes[3] <= 8 && std::has_single_bit(bytes[3]) && bytes[64] == 0 && bytes[65] - 1u < 4;
}

bool sniff_tga(ByteSpan bytes) {
  if (bytes.size() < kTgaHeaderBytes || bytes[1] > 1 || (bytes[2] & ~8u) - 1 > 2) return false;
  const bool sized = (bytes[12] | bytes[13]) != 0 && (bytes[14] | bytes[15]) != 0;
  const bool has_bits = bytes[16] == 15 || (bytes[16] % 8 == 0 && bytes[16] - 8u <= 24);
  return sized && has_bits && bytes[17] < 64;
}

bool sniff_jpeg2000(ByteSpan bytes) {
  return starts_with(bytes, "\xFF\x4F\xFF\x51") ||
         starts_with(bytes, std::string_view("\0\0\0\x0CjP  \r\n\x87\n", 12));
}

bool sniff_jpeg_xl(ByteSpan bytes) {
  return starts_with(bytes, "\xFF\x0A") ||
         starts_with(bytes, std::string_view("\0\0\0\x0CJXL \r\n\x87\n", 12));
}

}  // namespace lectern
