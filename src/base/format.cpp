#include "base/format.h"

#include <algorithm>

#include "base/message.h"

namespace lectern {
namespace {

constexpr std::uint64_t kKib = 1024;
constexpr std::uint64_t kMib = 1024 * kKib;
constexpr std::uint64_t kGib = 1024 * kMib;

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
  const bool needs_zero = decimals == 2 && fraction < 10;
  return compose({"{}.{}{}", whole, needs_zero ? "0" : "", fraction});
}

}  // namespace

std::string with_thousands(std::uint64_t value) { return compose({"{,}", value}); }

std::string human_size(std::uint64_t size_bytes) {
  if (size_bytes < kKib) return counted(size_bytes, "byte");
  if (size_bytes < kMib) return compose({"{} KB", (size_bytes + kKib / 2) / kKib});
  const bool is_huge = size_bytes >= kGib;
  return fixed(size_bytes, is_huge ? kGib : kMib, 1) + (is_huge ? " GB" : " MB");
}

std::string megabytes(std::uint64_t size_bytes) { return fixed(size_bytes, kMib, 2); }

std::string megabytes_limit(std::uint64_t size_bytes) {
  return size_bytes % kMib == 0 ? compose({"{}", size_bytes / kMib}) : megabytes(size_bytes);
}

std::string limit_text(std::uint64_t limit_bytes, std::optional<std::uint64_t> actual_bytes) {
  if (limit_bytes < kMib) {
    if (!actual_bytes) return compose({"{,} byte limit", limit_bytes});
    return compose({"{,} byte limit (actual: {byte})", limit_bytes, *actual_bytes});
  }
  std::string text = megabytes_limit(limit_bytes) + "MB limit";
  if (actual_bytes) append_to(text, {" (actual: {}MB)", megabytes(*actual_bytes)});
  return text;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return compose({"{,} {}{}", count, noun, count == 1 ? "" : "s"});
}

std::string ranges_text(const std::vector<NumberRange>& ranges) {
  std::string text;
  for (const NumberRange& range : ranges) {
    append_to(text, {"{}{}", text.empty() ? "" : ",", range.first});
    if (range.last != range.first) append_to(text, {"-{}", range.last});
  }
  return text;
}

std::string ranges_text(const std::vector<LineRange>& ranges) {
  std::string text;
  for (const LineRange& range : ranges) {
    append_to(text, {"{}{}", text.empty() ? "" : ",", range.first});
    if (!range.last) text += '-';
    if (range.last && *range.last != range.first) append_to(text, {"-{}", *range.last});
  }
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
