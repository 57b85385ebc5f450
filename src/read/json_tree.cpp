#include "read/json_tree.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

namespace lectern {
namespace {

/// True when the text up to `end` is an integer that its type holds.
bool is_all(std::from_chars_result result, const char* end) {
  return result.ec == std::errc() && result.ptr == end;
}

/// A number as it stands in the text; null for NaN and Infinity, which the scanner lets through.
std::optional<Json> parse_number(std::string_view raw) {
  const char* const end = raw.data() + raw.size();
  std::uint64_t natural = 0;
  if (is_all(std::from_chars(raw.data(), end, natural), end)) return Json(natural);
  std::int64_t integer = 0;
  if (is_all(std::from_chars(raw.data(), end, integer), end)) return Json(integer);
  const double number = std::strtod(std::string(raw).c_str(), nullptr);
  if (!std::isfinite(number)) return std::nullopt;
  return Json(number);
}

/// The value at the scanner's cursor. False when it is no JSON; then `value` is of no use. The
/// scanner bounds the depth.
bool add_value(JsonScanner& scanner, Json& value) {
  const auto kind = scanner.peek();
  if (kind == JsonKind::kObject) {
    value = Json::object();
    if (!scanner.enter()) return false;
    while (const auto key = scanner.next_key()) {
      if (!add_value(scanner, value[std::string(*key)])) return false;
    }
    return scanner.ok();
  }
  if (kind == JsonKind::kArray) {
    value = Json::array();
    if (!scanner.enter()) return false;
    while (scanner.next_element()) {
      if (!add_value(scanner, value.emplace_back())) return false;
    }
    return scanner.ok();
  }
  const auto scalar = scanner.value();
  if (!scalar) return false;
  switch (scalar->kind) {
    case JsonKind::kString: {
      std::string text;
      append_unescaped(scalar->raw, text);
      value = std::move(text);
      return true;
    }
    case JsonKind::kNumber: {
      auto number = parse_number(scalar->raw);
      if (!number) return false;
      value = *std::move(number);
      return true;
    }
    case JsonKind::kBoolean:
      value = scalar->raw == "true";
      return true;
    default:
      value = nullptr;
      return true;
  }
}

}  // namespace

std::optional<Json> json_tree(JsonScanner& scanner) {
  Json value;
  if (!add_value(scanner, value)) return std::nullopt;
  return value;
}

}  // namespace lectern
