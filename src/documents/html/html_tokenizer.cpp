#include "documents/html/html_tokenizer.h"

#include <algorithm>

#include "documents/html/entities.h"

namespace lectern {
namespace {

/// A text is given in pieces of about this size.
constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
constexpr std::string_view kSpaces = " \t\n\f\r";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool is_space(char c) { return kSpaces.find(c) != kSpaces.npos; }

/// Elements whose content holds no tags.
bool is_raw(std::string_view name) {
  constexpr std::string_view kNames[] = {"script",  "style", "xmp",      "iframe",
                                         "noembed", "title", "textarea", "plaintext"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// Where the end tag of `name` begins.
std::size_t find_end_tag(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find("</"); at != text.npos; at = text.find("</", at + 2)) {
    const std::string_view tag = text.substr(at + 2);
    if (tag.size() < name.size()) return text.npos;
    if (!std::equal(name.begin(), name.end(), tag.begin(),
                    [](char a, char b) { return a == lower(b); }))
      continue;
    if (tag.size() == name.size()) return at;
    const char after = tag[name.size()];
    if (after == '>' || after == '/' || is_space(after)) return at;
  }
  return text.npos;
}

}  // namespace

HtmlTokenizer::Kind HtmlTokenizer::give(std::string_view text, bool has_references) {
  text_.clear();
  if (has_references) {
    append_unescaped_html(text, false, text_);
  } else {
    text_ = text;
  }
  return Kind::kText;
}

HtmlTokenizer::Kind HtmlTokenizer::next() {
  while (!rest_.empty()) {
    if (!raw_name_.empty()) {
      const Kind kind = read_raw();
      if (kind != Kind::kText || !text_.empty()) return kind;
      continue;
    }
    if (rest_[0] == '<' && rest_.size() > 1) {
      const char after = rest_[1];
      if (is_letter(after) || after == '/' || after == '!' || after == '?') {
        const Kind kind = read_markup();
        if (kind != Kind::kText || !text_.empty()) return kind;
        continue;
      }
    }
    std::size_t end = rest_.find('<', 1);
    if (end == rest_.npos) end = rest_.size();
    if (end > kPieceBytes) {
      // Between words, so that no reference is cut.
      const std::size_t space = rest_.find_first_of(kSpaces, kPieceBytes);
      if (space < end) end = space;
    }
    const std::string_view piece = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return give(piece, true);
  }
  return Kind::kDone;
}

/// The content of an element that holds no tags, then its end tag.
HtmlTokenizer::Kind HtmlTokenizer::read_raw() {
  const std::size_t end = raw_name_ == "plaintext"
                              ? rest_.size()
                              : std::min(find_end_tag(rest_, raw_name_), rest_.size());
  const std::string_view piece = rest_.substr(0, end);
  const bool has_references = raw_name_ == "title" || raw_name_ == "textarea";
  rest_.remove_prefix(end);
  raw_name_.clear();
  return give(piece, has_references);
}

/// At a tag, a comment or a declaration; a text that is empty for what is left out.
HtmlTokenizer::Kind HtmlTokenizer::read_markup() {
  text_.clear();
  const auto skip_past = [this](std::string_view mark, std::size_t from) {
    const std::size_t at = rest_.find(mark, from);
    rest_.remove_prefix(at == rest_.npos ? rest_.size() : at + mark.size());
    return Kind::kText;
  };
  if (rest_.starts_with("<!--")) {
    if (rest_.starts_with("<!-->")) return skip_past(">", 0);
    if (rest_.starts_with("<!--->")) return skip_past(">", 0);
    const std::size_t plain = rest_.find("-->", 4);
    const std::size_t bang = rest_.substr(0, plain).find("--!>", 4);
    return bang != rest_.npos ? skip_past("--!>", 4) : skip_past("-->", 4);
  }
  if ((is_foreign_ || is_xml_) && rest_.starts_with("<![CDATA[")) {
    const std::size_t end = std::min(rest_.find("]]>", 9), rest_.size());
    const std::string_view piece = rest_.substr(9, end - 9);
    rest_.remove_prefix(std::min(end + 3, rest_.size()));
    return give(piece, false);
  }
  if (rest_[1] == '!' || rest_[1] == '?') return skip_past(">", 2);
  if (rest_[1] == '/') {
    if (rest_.size() > 2 && is_letter(rest_[2])) return read_tag(true);
    return skip_past(">", 2);
  }
  return read_tag(false);
}

HtmlTokenizer::Kind HtmlTokenizer::read_tag(bool is_end) {
  std::size_t at = is_end ? 2 : 1;
  name_.clear();
  while (at < rest_.size() && !is_space(rest_[at]) && rest_[at] != '/' && rest_[at] != '>')
    name_ += lower(rest_[at++]);
  attributes_.clear();
  is_self_closing_ = false;
  // Where the tag ends: a ">" within quotes does not count.
  const std::size_t first = at;
  char quote = 0;
  bool after_equals = false;
  for (; at < rest_.size(); ++at) {
    const char c = rest_[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '>') break;
    if ((c == '"' || c == '\'') && after_equals) quote = c;
    if (!is_space(c)) after_equals = c == '=';
  }
  if (at == rest_.size()) {
    // A tag that does not end is none.
    rest_ = {};
    return Kind::kDone;
  }
  if (!is_end) read_attributes(rest_.substr(first, at - first));
  is_self_closing_ = at > first && rest_[at - 1] == '/';
  rest_.remove_prefix(at + 1);
  if (!is_end && is_raw(name_) && !is_foreign_ && !(is_xml_ && is_self_closing_)) raw_name_ = name_;
  return is_end ? Kind::kEnd : Kind::kStart;
}

void HtmlTokenizer::read_attributes(std::string_view text) {
  while (attributes_.size() < kMaxAttributes) {
    while (!text.empty() && (is_space(text[0]) || text[0] == '/')) text.remove_prefix(1);
    if (text.empty()) return;
    std::string name;
    std::size_t at = 0;
    while (at < text.size() && !is_space(text[at]) && text[at] != '/' &&
           (text[at] != '=' || at == 0))
      name += lower(text[at++]);
    text.remove_prefix(at);
    std::size_t gap = std::min(text.find_first_not_of(kSpaces), text.size());
    std::string_view value;
    if (gap < text.size() && text[gap] == '=') {
      text.remove_prefix(gap + 1);
      gap = std::min(text.find_first_not_of(kSpaces), text.size());
      text.remove_prefix(gap);
      if (!text.empty() && (text[0] == '"' || text[0] == '\'')) {
        const std::size_t end = std::min(text.find(text[0], 1), text.size());
        value = text.substr(1, end - 1);
        text.remove_prefix(std::min(end + 1, text.size()));
      } else {
        const std::size_t end = std::min(text.find_first_of(kSpaces), text.size());
        value = text.substr(0, end);
        text.remove_prefix(end);
      }
    }
    attributes_.emplace_back(std::move(name), value);
  }
}

std::optional<std::string> HtmlTokenizer::attribute(std::string_view name) const {
  for (const auto& [key, value] : attributes_) {
    if (key != name) continue;
    std::string text;
    append_unescaped_html(value, true, text);
    return text;
  }
  return std::nullopt;
}

bool HtmlTokenizer::has(std::string_view name) const {
  return std::any_of(attributes_.begin(), attributes_.end(),
                     [name](const auto& one) { return one.first == name; });
}

}  // namespace lectern
