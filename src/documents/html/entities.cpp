#include "documents/html/entities.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::string_view kEntities =
#include "documents/html/entities.inc"
    ;
/// "CounterClockwiseContourIntegral"
constexpr std::size_t kLongestName = 31;

struct Entity {
  std::string_view name;
  std::string_view value;
  bool is_legacy = false;  ///< it counts without a semicolon
};

/// By their names: where each one's place in `all` is told, counted from 1, is the hash of its name
/// or, when that is taken, the next that is free.
struct Entities {
  static constexpr std::size_t kPlaces = 8192;
  static std::size_t hash(std::string_view name) {
    std::uint32_t sum = 0;
    for (const char c : name) sum = sum * 31 + static_cast<std::uint8_t>(c);
    return sum % kPlaces;
  }
  Entities();
  std::vector<Entity> all;
  std::array<std::uint16_t, kPlaces> places{};
};

Entities::Entities() {
  std::string_view rest = kEntities;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\3');
    const std::string_view entry = rest.substr(0, end);
    const std::size_t middle = entry.find('\2');
    std::string_view name = entry.substr(0, middle);
    const bool is_legacy = name.ends_with('\1');
    if (is_legacy) name.remove_suffix(1);
    all.push_back({name, entry.substr(middle + 1), is_legacy});
    std::size_t at = hash(name);
    while (places[at] != 0) at = (at + 1) % kPlaces;
    places[at] = static_cast<std::uint16_t>(all.size());
    rest.remove_prefix(end + 1);
  }
}

const Entity* find_entity(std::string_view name) {
  static const Entities entities;
  for (std::size_t at = Entities::hash(name); entities.places[at] != 0;
       at = (at + 1) % Entities::kPlaces) {
    const Entity& entity = entities.all[entities.places[at] - 1];
    if (entity.name == name) return &entity;
  }
  return nullptr;
}

bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// What the numbers of 0x80 to 0x9F mean, as windows-1252 has them.
constexpr char16_t kC1[] = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                            0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                            0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                            0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

/// "#8212;" at the start of `text`. \returns its size, 0 when it is none.
std::size_t append_number(std::string_view text, std::string& out) {
  std::size_t at = 1;
  const bool is_hexadecimal = at < text.size() && (text[at] | 0x20) == 'x';
  if (is_hexadecimal) ++at;
  const std::size_t first = at;
  std::uint32_t value = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    std::uint32_t digit = 0;
    if (c >= '0' && c <= '9') {
      digit = static_cast<std::uint32_t>(c - '0');
    } else if (is_hexadecimal && (c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
      digit = static_cast<std::uint32_t>((c | 0x20) - 'a' + 10);
    } else {
      break;
    }
    value = std::min<std::uint32_t>(value * (is_hexadecimal ? 16 : 10) + digit, 0x110000);
  }
  if (at == first) return 0;
  if (at < text.size() && text[at] == ';') ++at;
  if (value >= 0x80 && value <= 0x9F) value = kC1[value - 0x80];
  if (value == 0 || value > kLastCodePoint || (value >= 0xD800 && value <= 0xDFFF)) {
    out += kReplacementCharacter;
  } else {
    append_utf8(value, out);
  }
  return at;
}

/// "amp;" at the start of `text`. \returns its size, 0 when it is none.
std::size_t append_named(std::string_view text, bool in_attribute, std::string& out) {
  std::size_t size = 0;
  while (size < text.size() && size <= kLongestName && is_alphanumeric(text[size])) ++size;
  if (size > 0 && size < text.size() && text[size] == ';') {
    if (const Entity* entity = find_entity(text.substr(0, size))) {
      out += entity->value;
      return size + 1;
    }
  }
  // The longest of its starts that counts without a semicolon.
  for (std::size_t shorter = std::min<std::size_t>(size, 6); shorter >= 2; --shorter) {
    const Entity* entity = find_entity(text.substr(0, shorter));
    if (entity == nullptr || !entity->is_legacy) continue;
    const char after = shorter < text.size() ? text[shorter] : ' ';
    if (in_attribute && (after == '=' || is_alphanumeric(after))) return 0;
    out += entity->value;
    return shorter;
  }
  return 0;
}

}  // namespace

void append_unescaped_html(std::string_view text, bool in_attribute, std::string& out) {
  while (!text.empty()) {
    const std::size_t at = std::min(text.find('&'), text.size());
    out += text.substr(0, at);
    text.remove_prefix(at);
    if (text.empty()) return;
    text.remove_prefix(1);
    const std::size_t size =
        text.starts_with('#') ? append_number(text, out) : append_named(text, in_attribute, out);
    if (size == 0) out += '&';
    text.remove_prefix(size);
  }
}

}  // namespace lectern
