#include "base/format.h"

#include <algorithm>

namespace lectern {
namespace {

constexpr std::uint64_t kKib = 1024;
constexpr std::uint64_t kMib = 1024 * kKib;

/// `value / unit` with `decimals` (1 or 2) decimals, rounded half up, in integers so that every
/// platform prints the same.
std::string fixed(std::uint64_t value, std::uint64_t unit, unsigned decimals) {
  const std::uint64_t power = decimals == 1 ? 10 : 100;
  std::uint64_t whole = value / unit;
  std::uint64_t fraction = ((value % unit) * power + unit / 2) / unit;
  if (fraction == power) {
    ++whole;
    fraction = 0;
  }
  std::string digits = std::to_string(fraction);
  digits.insert(0, decimals - digits.size(), '0');
  return std::to_string(whole) + "." + digits;
}

}  // namespace

std::string with_thousands(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string human_size(std::uint64_t size_bytes) {
  if (size_bytes < kKib) return counted(size_bytes, "byte");
  if (size_bytes < kMib) return std::to_string((size_bytes + kKib / 2) / kKib) + " KB";
  return fixed(size_bytes, kMib, 1) + " MB";
}

std::string megabytes(std::uint64_t size_bytes) { return fixed(size_bytes, kMib, 2); }

std::string megabytes_limit(std::uint64_t size_bytes) {
  return size_bytes % kMib == 0 ? std::to_string(size_bytes / kMib) : megabytes(size_bytes);
}

std::string counted(std::uint64_t count, std::string_view noun) {
  std::string text = with_thousands(count) + " " + std::string(noun);
  if (count != 1) text += 's';
  return text;
}

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string extension_of(std::string_view path) {
  const std::string_view name = base_name(path);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return "";
  return ascii_lower(name.substr(dot + 1));
}

std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

}  // namespace lectern
