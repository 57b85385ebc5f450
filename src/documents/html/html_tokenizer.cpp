#include "documents/html/html_tokenizer.h"

#include <algorithm>
#include <array>

#include "documents/html/entities.h"
#include "text/utf8.h"

namespace lectern {
namespace {

using namespace std::string_view_literals;

/// A text is given in pieces of about this size.
constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
constexpr std::string_view kSpaces = " \t\n\f";
/// Names that are kept stand in pieces of this size.
constexpr std::size_t kNamesBytes = 4'096;

/// What a character is in a tag, as bits.
enum InTag : std::uint8_t { kIsSpace = 1, kEndsName = 2, kChangesInName = 4 };
constexpr auto kInTag = [] {
  std::array<std::uint8_t, 256> kinds{};
  for (const char c : kSpaces) kinds[static_cast<unsigned char>(c)] = kIsSpace | kEndsName;
  kinds['/'] = kinds['>'] = kEndsName;
  kinds['\0'] = kChangesInName;
  for (std::size_t c = 'A'; c <= 'Z'; ++c) kinds[c] = kChangesInName;
  return kinds;
}();

std::uint8_t in_tag(char c) { return kInTag[static_cast<unsigned char>(c)]; }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool is_space(char c) { return (in_tag(c) & kIsSpace) != 0; }

bool starts_with_name(std::string_view text, std::string_view lower_name) {
  return text.size() >= lower_name.size() &&
         std::equal(lower_name.begin(), lower_name.end(), text.begin(),
                    [](char a, char b) { return a == lower(b); });
}

/// A tag's name is over here.
bool ends_name(std::string_view text, std::size_t at) {
  return at < text.size() && (in_tag(text[at]) & kEndsName) != 0;
}

/// What is no character is shown as one.
void append_without_nul(std::string_view text, std::string& out) {
  for (std::size_t nul = text.find('\0'); nul != text.npos; nul = text.find('\0')) {
    out += text.substr(0, nul);
    out += kReplacementCharacter;
    text.remove_prefix(nul + 1);
  }
  out += text;
}

void append_name(char c, std::string& name) {
  if (c == '\0') {
    name += kReplacementCharacter;
  } else {
    name += lower(c);
  }
}

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

}  // namespace

std::string html_attribute_text(std::string_view value) {
  std::string text;
  if (value.find('\0') == value.npos) {
    append_unescaped_html(value, true, text);
  } else {
    std::string clean;
    append_without_nul(value, clean);
    append_unescaped_html(clean, true, text);
  }
  return text;
}

std::string with_plain_line_ends(std::string_view html) {
  std::string text;
  text.reserve(html.size());
  for (std::size_t i = 0; i < html.size(); ++i) {
    if (html[i] != '\r') {
      text += html[i];
    } else if (i + 1 >= html.size() || html[i + 1] != '\n') {
      text += '\n';
    }
  }
  return text;
}

HtmlTokenizer::Kind HtmlTokenizer::next() {
  while (!rest_.empty()) {
    const bool is_text = content_ == Content::kPlaintext || content_ == Content::kRcdata ||
                         content_ == Content::kRawtext || content_ == Content::kScript;
    Kind kind = Kind::kText;
    if (is_text) {
      kind = read_raw();
    } else if (content_ == Content::kCdata) {
      kind = read_cdata();
    } else if (rest_[0] == '<' && rest_.size() > 1 &&
               (is_letter(rest_[1]) || rest_[1] == '!' || rest_[1] == '?' ||
                (rest_[1] == '/' && rest_.size() > 2))) {
      kind = read_markup();
    } else {
      kind = read_text();
    }
    if (kind != Kind::kText || !text_.empty()) return kind;
  }
  return Kind::kDone;
}

HtmlTokenizer::Kind HtmlTokenizer::read_text() {
  std::size_t end = rest_.substr(0, kPieceBytes).find('<', 1);
  if (end == rest_.npos) {
    // Between words, so that no reference is cut. A tag that is far is not looked for by each
    // piece.
    end = std::min(kPieceBytes, rest_.size());
    while (end < rest_.size() && rest_[end] != '<' && !is_space(rest_[end])) ++end;
  }
  text_ = rest_.substr(0, end);
  if (text_.find('&') != text_.npos) {
    made_text_.clear();
    append_unescaped_html(text_, false, made_text_);
    text_ = made_text_;
  }
  rest_.remove_prefix(end);
  return Kind::kText;
}

bool HtmlTokenizer::is_end_tag(std::size_t at) const {
  return !last_start_.empty() && rest_.substr(at).starts_with("</") &&
         starts_with_name(rest_.substr(at + 2), last_start_) &&
         ends_name(rest_, at + 2 + last_start_.size());
}

std::size_t HtmlTokenizer::find_raw_end() const {
  if (content_ == Content::kPlaintext) return rest_.size();
  if (content_ == Content::kScript) return find_script_end();
  for (std::size_t at = rest_.find("</"); at != rest_.npos; at = rest_.find("</", at + 2)) {
    if (is_end_tag(at)) return at;
  }
  return rest_.size();
}

/// Where a script ends: not at the end tag of one that stands in a comment within it.
std::size_t HtmlTokenizer::find_script_end() const {
  enum class In : std::uint8_t { kScript, kComment, kInnerScript } in = In::kScript;
  for (std::size_t at = 0; at < rest_.size(); ++at) {
    if (in == In::kScript) {
      at = rest_.find('<', at);
      if (at == rest_.npos) break;
      if (is_end_tag(at)) return at;
      if (rest_.substr(at).starts_with("<!--")) {
        in = In::kComment;
        at += 1;
      }
      continue;
    }
    at = rest_.find_first_of("-<", at);
    if (at == rest_.npos) break;
    const std::string_view here = rest_.substr(at);
    if (here.starts_with("-->")) {
      in = In::kScript;
      at += 2;
    } else if (in == In::kComment && is_end_tag(at)) {
      return at;
    } else if (in == In::kComment && here[0] == '<' && starts_with_name(here.substr(1), "script") &&
               ends_name(here, 7)) {
      in = In::kInnerScript;
    } else if (in == In::kInnerScript && here.starts_with("</") &&
               starts_with_name(here.substr(2), "script") && ends_name(here, 8)) {
      in = In::kComment;
    }
  }
  return rest_.size();
}

/// The content of an element that holds no tags, then its end tag.
HtmlTokenizer::Kind HtmlTokenizer::read_raw() {
  const std::size_t end = find_raw_end();
  if (end == 0) {
    content_ = Content::kData;
    return read_tag(true);
  }
  set_text(rest_.substr(0, end));
  if (content_ == Content::kRcdata && text_.find('&') != text_.npos) {
    std::string unescaped;
    append_unescaped_html(text_, false, unescaped);
    made_text_ = std::move(unescaped);
    text_ = made_text_;
  }
  rest_.remove_prefix(end);
  // What follows is the end tag: it is not looked for again.
  return Kind::kText;
}

HtmlTokenizer::Kind HtmlTokenizer::read_cdata() {
  const std::size_t end = std::min(rest_.find("]]>"), rest_.size());
  text_ = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 3, rest_.size()));
  content_ = Content::kData;
  return Kind::kText;
}

HtmlTokenizer::Kind HtmlTokenizer::read_markup() {
  text_ = {};
  if (is_letter(rest_[1])) return read_tag(false);
  if (rest_[1] == '/') {
    if (is_letter(rest_[2])) return read_tag(true);
    if (rest_[2] == '>') {
      rest_.remove_prefix(3);
      return Kind::kText;
    }
  }
  if (rest_.starts_with("<!--")) return read_comment();
  if (rest_[1] == '!' && starts_with_name(rest_.substr(2), "doctype")) return read_doctype();
  if (has_cdata_ && rest_.starts_with("<![CDATA[")) {
    rest_.remove_prefix(9);
    content_ = Content::kCdata;
    return Kind::kText;
  }
  // A comment after all.
  const std::size_t start = rest_[1] == '?' ? 1 : 2;
  const std::size_t end = std::min(rest_.find('>', start), rest_.size());
  const std::string_view data = rest_.substr(start, end - start);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  return give_comment(data);
}

HtmlTokenizer::Kind HtmlTokenizer::give_comment(std::string_view data) {
  set_text(data);
  return Kind::kComment;
}

/// The token's text, without what is no character.
void HtmlTokenizer::set_text(std::string_view text) {
  text_ = text;
  if (text.find('\0') == text.npos) return;
  made_text_.clear();
  append_without_nul(text, made_text_);
  text_ = made_text_;
}

HtmlTokenizer::Kind HtmlTokenizer::read_comment() {
  rest_.remove_prefix(4);
  for (const std::string_view empty : {">"sv, "->"sv}) {
    if (!rest_.starts_with(empty)) continue;
    rest_.remove_prefix(empty.size());
    return give_comment("");
  }
  for (std::size_t at = rest_.find("--"); at != rest_.npos; at = rest_.find("--", at + 1)) {
    const std::string_view after = rest_.substr(at + 2);
    const std::size_t size = after.starts_with('>') ? 1 : after.starts_with("!>") ? 2 : 0;
    if (size == 0) continue;
    const std::string_view data = rest_.substr(0, at);
    rest_ = after.substr(size);
    return give_comment(data);
  }
  std::string_view data = std::exchange(rest_, {});
  for (const std::string_view begun : {"--!"sv, "--"sv, "-"sv}) {
    if (!data.ends_with(begun)) continue;
    data.remove_suffix(begun.size());
    break;
  }
  return give_comment(data);
}

std::string_view HtmlTokenizer::keep_name(std::string_view name) {
  std::string lower_name;
  for (const char c : name) append_name(c, lower_name);
  if (names_.empty() || names_.back().capacity() - names_.back().size() < lower_name.size()) {
    names_.emplace_back();
    names_.back().reserve(std::max(kNamesBytes, lower_name.size()));
  }
  std::string& piece = names_.back();
  const std::size_t start = piece.size();
  piece += lower_name;
  return std::string_view(piece).substr(start);
}

void HtmlTokenizer::read_tag_name(std::size_t& at) {
  const std::size_t start = at;
  std::uint8_t kinds = 0;
  for (; at < rest_.size() && !ends_name(rest_, at); ++at) kinds |= in_tag(rest_[at]);
  name_ = rest_.substr(start, at - start);
  tag_ = html_tag(name_);
  if ((kinds & kChangesInName) == 0) return;
  std::string lower_name;
  for (const char c : name_) append_name(c, lower_name);
  tag_ = html_tag(lower_name);
  name_ = tag_ == Tag::kOther ? keep_name(lower_name) : html_tag_name(tag_);
}

HtmlTokenizer::Kind HtmlTokenizer::read_tag(bool is_end) {
  std::size_t at = is_end ? 2 : 1;
  attributes_.clear();
  is_self_closing_ = false;
  read_tag_name(at);
  if (!read_attributes(at)) {
    // A tag that does not end is none.
    rest_ = {};
    return Kind::kDone;
  }
  if (is_end) {
    attributes_.clear();
    return Kind::kEnd;
  }
  last_start_ = name_;
  return Kind::kStart;
}

/// Reads from `at` up to the end of the tag. \returns false when it has none.
bool HtmlTokenizer::read_attributes(std::size_t at) {
  while (at < rest_.size()) {
    at = skip_spaces(rest_, at);
    if (at >= rest_.size()) return false;
    if (rest_[at] == '>') {
      rest_.remove_prefix(at + 1);
      return true;
    }
    if (rest_[at] == '/') {
      ++at;
      if (at < rest_.size() && rest_[at] == '>') {
        is_self_closing_ = true;
        rest_.remove_prefix(at + 1);
        return true;
      }
      continue;
    }
    const std::size_t start = at;
    std::uint8_t kinds = 0;
    for (; at < rest_.size() && !ends_name(rest_, at) && (rest_[at] != '=' || at == start); ++at)
      kinds |= in_tag(rest_[at]);
    std::string_view name = rest_.substr(start, at - start);
    if ((kinds & kChangesInName) != 0) name = keep_name(name);
    at = skip_spaces(rest_, at);
    if (at >= rest_.size()) return false;
    std::string_view value;
    if (rest_[at] == '=') {
      at = skip_spaces(rest_, at + 1);
      if (at >= rest_.size()) return false;
      if (rest_[at] == '"' || rest_[at] == '\'') {
        const std::size_t end = rest_.find(rest_[at], at + 1);
        if (end == rest_.npos) return false;
        value = rest_.substr(at + 1, end - at - 1);
        at = end + 1;
      } else if (rest_[at] != '>') {
        std::size_t end = at;
        while (end < rest_.size() && rest_[end] != '>' && !is_space(rest_[end])) ++end;
        if (end == rest_.size()) return false;
        value = rest_.substr(at, end - at);
        at = end;
      }
    }
    add_attribute(name, value);
  }
  return false;
}

/// Of two of the same name the first counts.
void HtmlTokenizer::add_attribute(std::string_view name, std::string_view value) {
  if (attributes_.size() >= kMaxAttributes) return;
  for (const auto& [other, ignored] : attributes_) {
    if (other == name) return;
  }
  attributes_.emplace_back(name, value);
}

HtmlTokenizer::Kind HtmlTokenizer::read_doctype() {
  doctype_ = {};
  std::size_t at = skip_spaces(rest_, 9);
  const auto at_end = [&] { return at >= rest_.size() || rest_[at] == '>'; };
  const auto give = [&](bool forces_quirks) {
    doctype_.forces_quirks = doctype_.forces_quirks || forces_quirks;
    const std::size_t end = std::min(rest_.find('>', at), rest_.size());
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return Kind::kDoctype;
  };
  /// An identifier in quotes. False: it is cut off.
  const auto quoted = [&](std::string& id, bool& has_id) {
    const char quote = rest_[at++];
    const std::size_t end = std::min({rest_.find(quote, at), rest_.find('>', at), rest_.size()});
    append_without_nul(rest_.substr(at, end - at), id);
    has_id = true;
    at = end;
    if (at >= rest_.size() || rest_[at] == '>') return false;
    ++at;
    return true;
  };
  const auto is_quote = [&] { return rest_[at] == '"' || rest_[at] == '\''; };
  if (at_end()) return give(true);
  doctype_.has_name = true;
  for (; !at_end() && !is_space(rest_[at]); ++at) append_name(rest_[at], doctype_.name);
  if (at >= rest_.size()) return give(true);
  at = skip_spaces(rest_, at);
  if (at >= rest_.size()) return give(true);
  if (at_end()) return give(false);
  const bool is_public = starts_with_name(rest_.substr(at), "public");
  if (!is_public && !starts_with_name(rest_.substr(at), "system")) return give(true);
  at = skip_spaces(rest_, at + 6);
  if (at_end() || !is_quote()) return give(true);
  if (is_public) {
    if (!quoted(doctype_.public_id, doctype_.has_public_id)) return give(true);
    at = skip_spaces(rest_, at);
    if (at >= rest_.size()) return give(true);
    if (at_end()) return give(false);
    if (!is_quote()) return give(true);
  }
  if (!quoted(doctype_.system_id, doctype_.has_system_id)) return give(true);
  at = skip_spaces(rest_, at);
  return give(at >= rest_.size());
}

}  // namespace lectern
