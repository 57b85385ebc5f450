#include "documents/html/html_sheet.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "documents/html/html_style.h"

namespace lectern {
namespace {

/// Rules that are kept, and bytes of style that are read.
constexpr std::size_t kMaxRules = 5'000;
constexpr std::size_t kMaxSheetBytes = std::size_t{1} << 20;
/// Classes of an element that are looked at.
constexpr std::size_t kMaxClasses = 50;

bool is_css_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view trimmed_css(std::string_view text) {
  while (!text.empty() && is_css_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_css_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string without_comments(std::string_view css) {
  std::string plain;
  for (std::size_t at = 0; at < css.size();) {
    const std::size_t open = css.find("/*", at);
    plain += css.substr(at, open - at);
    if (open == css.npos) break;
    const std::size_t close = css.find("*/", open + 2);
    if (close == css.npos) break;
    at = close + 2;
  }
  return plain;
}

/// Where the block that begins at the brace `open` ends: its own closing brace, or the end.
std::size_t end_of_block(std::string_view css, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < css.size(); ++at) {
    if (css[at] == '{') ++depth;
    if (css[at] == '}' && --depth == 0) return at;
  }
  return css.size();
}

/// What a rule says of being seen; nothing when it says nothing of it.
std::optional<bool> hidden_by(std::string_view declarations) {
  const std::string text = ascii_lower(declarations.substr(0, 4'000));
  // Sizes of fonts are taken back by what is inside, which this does not follow.
  if (text.find("font-size") == text.npos && is_hidden_style(text)) return true;
  const bool speaks = text.find("display") != text.npos || text.find("visibility") != text.npos ||
                      text.find("opacity") != text.npos;
  return speaks ? std::optional(false) : std::nullopt;
}

}  // namespace

void HtmlSheet::read(std::string_view css) {
  read_rules(without_comments(css.substr(0, kMaxSheetBytes)), false);
}

void HtmlSheet::read_rules(std::string_view rest, bool is_nested) {
  while (rules_.size() < kMaxRules) {
    const std::size_t open = rest.find_first_of("{;");
    if (open == rest.npos) return;
    const std::string_view prelude = trimmed_css(rest.substr(0, open));
    if (rest[open] == ';') {  // "@import ...;"
      rest.remove_prefix(open + 1);
      continue;
    }
    const std::size_t close = end_of_block(rest, open);
    const std::string_view block = rest.substr(open + 1, close - open - 1);
    if (!is_nested && (prelude == "@media screen" || prelude == "@media all")) {
      read_rules(block, true);
    } else if (!prelude.starts_with('@')) {
      read_rule(prelude, block);
    }
    rest.remove_prefix(std::min(close + 1, rest.size()));
  }
}

void HtmlSheet::read_rule(std::string_view selectors, std::string_view declarations) {
  const auto is_hidden = hidden_by(declarations);
  if (!is_hidden) return;
  while (!selectors.empty() && rules_.size() < kMaxRules) {
    const std::size_t comma = std::min(selectors.find(','), selectors.size());
    const std::string_view selector = trimmed_css(selectors.substr(0, comma));
    selectors.remove_prefix(std::min(comma + 1, selectors.size()));
    Rule rule;
    rule.is_hidden = *is_hidden;
    bool is_plain = !selector.empty();
    for (std::size_t at = 0; at < selector.size() && is_plain;) {
      const char mark = selector[at] == '.' || selector[at] == '#' ? selector[at++] : ' ';
      std::size_t end = at;
      while (end < selector.size() && is_name_character(selector[end])) ++end;
      const std::string name(selector.substr(at, end - at));
      is_plain = end > at && (mark != ' ' || at == 0);
      if (mark == '.') rule.classes.push_back(name);
      if (mark == '#') rule.id = name;
      if (mark == ' ') rule.name = ascii_lower(name);
      rule.weight += mark == '#' ? 10'000 : mark == '.' ? 100 : 1;
      at = end;
    }
    // Pages hide all of themselves until a script shows it.
    if (!is_plain || rule.name == "html" || rule.name == "body") continue;
    const std::string key = !rule.classes.empty() ? '.' + rule.classes[0]
                            : !rule.id.empty()    ? '#' + rule.id
                                                  : rule.name;
    by_key_[key].push_back(static_cast<std::uint32_t>(rules_.size()));
    rules_.push_back(std::move(rule));
  }
}

bool HtmlSheet::hides(std::string_view name, std::string_view id, std::string_view classes) {
  if (rules_.empty() || name == "html" || name == "body") return false;
  std::vector<std::string_view> all;
  while (!classes.empty() && all.size() < kMaxClasses) {
    const std::size_t end = std::min(classes.find_first_of(" \t\n\r\f"), classes.size());
    if (end > 0) all.push_back(classes.substr(0, end));
    classes.remove_prefix(std::min(end + 1, classes.size()));
  }
  const Rule* strongest = nullptr;
  std::string key;
  const auto look = [&](std::string_view mark, std::string_view of) {
    key = mark;
    key += of;
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return;
    for (const std::uint32_t place : found->second) {
      const Rule& rule = rules_[place];
      steps_left_ -= std::min<std::uint64_t>(steps_left_, 1 + rule.classes.size());
      if (gave_up()) return;
      const bool matches =
          (rule.name.empty() || rule.name == name) && (rule.id.empty() || rule.id == id) &&
          std::all_of(rule.classes.begin(), rule.classes.end(), [&all](const std::string& one) {
            return std::find(all.begin(), all.end(), one) != all.end();
          });
      if (!matches) continue;
      const bool is_stronger = strongest == nullptr || rule.weight > strongest->weight ||
                               (rule.weight == strongest->weight && &rule > strongest);
      if (is_stronger) strongest = &rule;
    }
  };
  for (const std::string_view one : all) look(".", one);
  if (!id.empty()) look("#", id);
  look("", name);
  return strongest != nullptr && strongest->is_hidden;
}

}  // namespace lectern
