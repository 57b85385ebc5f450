#include "documents/html/html_style.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "base/format.h"

namespace lectern {
namespace {

bool is_style_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }

/// Without white space and "!important".
std::string value_of(std::string_view text) {
  std::string value;
  for (const char c : text.substr(0, text.find('!'))) {
    if (!is_style_blank(c)) value += c;
  }
  return value;
}

double number_of_length(const std::string& value) { return std::strtod(value.c_str(), nullptr); }

/// In pixels; what is relative is so to text of 16 pixels.
double pixels_of_length(const std::string& value) {
  constexpr std::pair<std::string_view, double> kUnits[] = {
      {"in", 96}, {"cm", 96 / 2.54}, {"mm", 96 / 25.4}, {"pt", 96 / 72.0},
      {"pc", 16}, {"em", 16},        {"%", 0.16}};
  for (const auto& [unit, pixels] : kUnits) {
    if (value.ends_with(unit)) return number_of_length(value) * pixels;
  }
  return number_of_length(value);
}

bool starts_like_number(const std::string& value) {
  return !value.empty() &&
         (value[0] == '-' || value[0] == '.' || (value[0] >= '0' && value[0] <= '9'));
}

}  // namespace

TextStyle html_style_of(Tag tag) {
  switch (tag) {
    case Tag::k_b:
    case Tag::k_strong:
      return kBold;
    case Tag::k_i:
    case Tag::k_em:
    case Tag::k_cite:
    case Tag::k_dfn:
    case Tag::k_var:
      return kItalic;
    case Tag::k_s:
    case Tag::k_strike:
    case Tag::k_del:
      return kStrike;
    case Tag::k_code:
    case Tag::k_kbd:
    case Tag::k_samp:
    case Tag::k_tt:
      return kCode;
    case Tag::k_sup:
      return kSuperscript;
    case Tag::k_sub:
      return kSubscript;
    default:
      return kPlain;
  }
}

bool is_html_formatting(Tag tag) {
  return html_style_of(tag) != kPlain ||
         is_one_of(tag, {Tag::k_u, Tag::k_big, Tag::k_small, Tag::k_font, Tag::k_nobr});
}

std::int64_t html_number(std::string_view text, std::int64_t fallback) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  std::int64_t value = fallback;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return std::clamp<std::int64_t>(value, -1'000'000'000, 1'000'000'000);
}

bool is_hidden_style(std::string_view style) {
  if (style.empty()) return false;
  const std::string text = ascii_lower(style);
  std::string_view rest = text;
  std::string color;
  std::string ground;
  bool is_placed = false;
  bool is_far_off = false;
  bool clips = false;
  bool has_no_size = false;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view declaration = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t colon = declaration.find(':');
    if (colon == declaration.npos) continue;
    const std::string name = value_of(declaration.substr(0, colon));
    const std::string value = value_of(declaration.substr(colon + 1));
    if (name == "display" && value == "none") return true;
    if (name == "visibility" && (value == "hidden" || value == "collapse")) return true;
    if (name == "opacity" && starts_like_number(value) && number_of_length(value) <= 0.02)
      return true;
    // A point at most.
    if (name == "font-size" && starts_like_number(value) && pixels_of_length(value) < 1.34)
      return true;
    if (name == "text-indent" && pixels_of_length(value) <= -900) return true;
    if (name == "color") color = value;
    if (name == "background-color" || name == "background") ground = value;
    if (name == "position") is_placed = value == "absolute" || value == "fixed";
    if ((name == "left" || name == "top" || name == "right" || name == "bottom" ||
         name == "margin-left") &&
        pixels_of_length(value) <= -900)
      is_far_off = true;
    if (name == "overflow") clips = value == "hidden" || value == "clip";
    if ((name == "width" || name == "height" || name == "max-height" || name == "max-width") &&
        starts_like_number(value) && number_of_length(value) == 0)
      has_no_size = true;
  }
  if (is_far_off && is_placed) return true;
  if (clips && has_no_size) return true;
  return !color.empty() && color != "inherit" && color == ground;
}

std::string code_language(std::string_view classes) {
  for (const std::string_view prefix : {"language-", "lang-"}) {
    const std::size_t at = classes.find(prefix);
    if (at == classes.npos) continue;
    std::string language;
    for (const char c : classes.substr(at + prefix.size())) {
      const bool is_part = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '#' || c == '_';
      if (!is_part || language.size() > 30) break;
      language += c;
    }
    return language;
  }
  return "";
}

std::string resolved_url(std::string_view base, std::string_view target) {
  const std::string plain(target);
  if (base.empty() || target.empty() || target[0] == '#') return plain;
  const std::size_t colon = target.find(':');
  if (colon < target.find_first_of("/?#")) return plain;
  const std::size_t scheme = base.find("://");
  if (scheme == base.npos) return plain;
  const std::size_t path = std::min(base.find('/', scheme + 3), base.size());
  if (target.starts_with("//")) return std::string(base.substr(0, scheme + 1)) + plain;
  if (target.starts_with('/')) return std::string(base.substr(0, path)) + plain;
  const std::size_t slash = base.rfind('/');
  std::string url(slash < scheme + 3 ? base : base.substr(0, slash));
  std::string_view rest = target;
  while (rest.starts_with("../") || rest.starts_with("./")) {
    const bool is_up = rest.starts_with("../");
    rest.remove_prefix(is_up ? 3 : 2);
    const std::size_t last = url.rfind('/');
    if (is_up && last != url.npos && last > scheme + 2) url.resize(last);
  }
  return url + '/' + std::string(rest);
}

}  // namespace lectern
