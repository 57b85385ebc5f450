#include "documents/sheets/xlsx/values.h"

#include <cmath>
#include <cstdlib>
#include <string>

namespace lectern {

std::optional<std::uint64_t> stored_number(std::string_view text) {
  if (text.empty() || text.size() > 15) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

bool is_true(std::string_view text) { return text == "1" || text == "true" || text == "on"; }

std::optional<double> double_of(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  // Whole numbers are most of what there is.
  if (const std::optional<std::uint64_t> whole = stored_number(text))
    return static_cast<double>(*whole);
  if (text.empty() || text.size() > 400) return std::nullopt;
  if (text.find_first_not_of("0123456789+-.eE") != std::string_view::npos) return std::nullopt;
  char buffer[401];
  text.copy(buffer, text.size());
  buffer[text.size()] = '\0';
  char* end = nullptr;
  const double value = std::strtod(buffer, &end);
  if (end != buffer + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace lectern
