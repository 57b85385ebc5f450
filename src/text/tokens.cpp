#include "text/tokens.h"

#include "text/utf8.h"

namespace lectern {
namespace {

bool is_east_asian(char32_t c) {
  return (c >= 0x1100 && c <= 0x11FF) || (c >= 0x2E80 && c <= 0xA4CF) ||
         (c >= 0xA960 && c <= 0xA97F) || (c >= 0xAC00 && c <= 0xD7FF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE4F) ||
         (c >= 0xFF00 && c <= 0xFFEF) || (c >= 0x20000 && c <= 0x3FFFF);
}

}  // namespace

std::uint64_t estimate_token_quarters(std::string_view text) {
  std::uint64_t quarters = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code_point, next] = utf8_character_at(text, at);
    quarters += code_point < 0x80 ? 1U : is_east_asian(code_point) ? 4U : 2U;
    at = next;
  }
  return quarters;
}

}  // namespace lectern
