#include "notebook/html_text.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/format.h"
#include "base/message.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxNameBytes = 16;
constexpr std::size_t kMaxReferenceBytes = 12;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name_char(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }

template <std::size_t size>
bool is_one_of(std::string_view name, const std::array<std::string_view, size>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool starts_line(std::string_view name) {
  constexpr std::array<std::string_view, 31> kBlocks = {
      "address", "article", "blockquote", "br",      "caption", "dd",     "details", "div",
      "dl",      "dt",      "figure",     "footer",  "form",    "h1",     "h2",      "h3",
      "h4",      "h5",      "h6",         "header",  "hr",      "legend", "li",      "ol",
      "option",  "p",       "pre",        "section", "summary", "title",  "ul"};
  return is_one_of(name, kBlocks);
}
bool hides_content(std::string_view name) {
  constexpr std::array<std::string_view, 3> kHidden = {"script", "style", "template"};
  return is_one_of(name, kHidden);
}

/// Collects text with white space collapsed, but not inside of <pre>, as a browser does.
class TextWriter {
 public:
  void put(std::string_view characters) {
    begins_pre_ = false;
    if (space_ && !text_.empty() && text_.back() != '\n') text_ += ' ';
    space_ = false;
    text_ += characters;
  }
  void space(char character) {
    if (!in_pre_) {
      space_ = true;
    } else if (character != '\r' && !(character == '\n' && begins_pre_)) {
      text_ += character;
    }
    begins_pre_ = false;
  }
  void set_pre(bool in_pre) { in_pre_ = begins_pre_ = in_pre; }
  /// Where a block begins or ends. Those in a cell of a table stay in its row.
  void block() {
    if (in_cell_) {
      space_ = true;
    } else {
      new_line();
    }
  }
  void table_row() {
    in_cell_ = false;
    new_line();
  }
  void new_line() {
    while (text_.ends_with(' ')) text_.pop_back();
    if (!text_.empty() && text_.back() != '\n') text_ += '\n';
    space_ = false;
    row_is_empty_ = true;
  }
  void table_cell() {
    in_cell_ = true;
    if (!row_is_empty_) {
      text_ += " |";
      space_ = true;
    }
    row_is_empty_ = false;
  }
  std::string finish() {
    while (!text_.empty() && is_space(text_.back())) text_.pop_back();
    return std::move(text_);
  }

 private:
  std::string text_;
  bool space_ = false;
  bool row_is_empty_ = true;
  bool in_cell_ = false;
  bool in_pre_ = false;
  bool begins_pre_ = false;
};

void put_code_point(char32_t code, TextWriter& writer) {
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  if (code < 0x20 || is_surrogate || code > kLastCodePoint) return;
  std::string character;
  append_utf8(code, character);
  writer.put(character);
}

/// Writes the character reference that `text` begins with; returns its size, or 0 when it is none.
std::size_t put_reference(std::string_view text, TextWriter& writer) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kNamed = {{
      {"amp", "&"},
      {"lt", "<"},
      {"gt", ">"},
      {"quot", "\""},
      {"apos", "'"},
      {"nbsp", " "},
      {"hellip", "…"},
      {"mdash", "—"},
      {"ndash", "–"},
      {"times", "×"},
  }};
  const std::size_t end = text.substr(0, kMaxReferenceBytes).find(';');
  if (end == std::string_view::npos || end < 2) return 0;
  std::string_view name = text.substr(1, end - 1);
  if (name.starts_with('#')) {
    name.remove_prefix(1);
    const bool hexadecimal = name.starts_with('x') || name.starts_with('X');
    if (hexadecimal) name.remove_prefix(1);
    std::uint32_t code = 0;
    const auto [last, error] =
        std::from_chars(name.data(), name.data() + name.size(), code, hexadecimal ? 16 : 10);
    if (error != std::errc() || last != name.data() + name.size()) return 0;
    put_code_point(code, writer);
    return end + 1;
  }
  for (const auto& [known, character] : kNamed) {
    if (name == known) {
      writer.put(character);
      return end + 1;
    }
  }
  return 0;
}

/// Offset just after the tag that begins at `at`; quoted attribute values may hold '>'.
std::size_t tag_end(std::string_view html, std::size_t at) {
  char quote = '\0';
  bool begins_value = false;
  for (++at; at < html.size(); ++at) {
    const char c = html[at];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (begins_value && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '>') {
      return at + 1;
    }
    begins_value = c == '=' || (begins_value && is_space(c));
  }
  return html.size();
}

/// The quoted value of an attribute of `tag`, or "".
std::string_view attribute(std::string_view tag, std::string_view name) {
  const std::string lower = ascii_lower(tag);
  for (std::size_t at = lower.find(name); at != lower.npos; at = lower.find(name, at + 1)) {
    const std::size_t value = at + name.size() + 1;
    if (!is_space(lower[at - 1]) || value >= tag.size() || tag[value - 1] != '=') continue;
    const char quote = tag[value];
    const std::size_t end = tag.find(quote, value + 1);
    if ((quote != '"' && quote != '\'') || end == tag.npos) return "";
    return tag.substr(value + 1, end - value - 1);
  }
  return "";
}

/// What a picture that is not here shows: its description, else where it is.
void put_image(std::string_view tag, TextWriter& writer) {
  std::string_view what = attribute(tag, "alt");
  if (what.empty()) what = attribute(tag, "src");
  if (!what.empty() && !what.starts_with("data:")) writer.put(compose({"[Image: {}]", what}));
}

struct Tag {
  std::string name;
  bool closing = false;
};

Tag tag_at(std::string_view html, std::size_t at) {
  Tag tag;
  ++at;
  if (at < html.size() && html[at] == '/') {
    tag.closing = true;
    ++at;
  }
  std::size_t end = at;
  while (end < html.size() && end - at < kMaxNameBytes && is_name_char(html[end])) ++end;
  tag.name = ascii_lower(html.substr(at, end - at));
  return tag;
}

/// Offset of the end tag of a hidden element, or the end.
std::size_t hidden_end(std::string_view html, std::size_t at, std::string_view name) {
  while ((at = html.find("</", at)) != std::string_view::npos) {
    if (ascii_lower(html.substr(at + 2, name.size())) == name) return at;
    at += 2;
  }
  return html.size();
}

/// \param whole  the tag with its attributes.
void act_on(const Tag& tag, std::string_view whole, TextWriter& writer) {
  if (tag.name == "table" || tag.name == "tr") writer.table_row();
  if (starts_line(tag.name)) writer.block();
  if (tag.name == "pre") writer.set_pre(!tag.closing);
  if (tag.closing) return;
  if (tag.name == "td" || tag.name == "th") writer.table_cell();
  if (tag.name == "li") writer.put("- ");
  if (tag.name == "img") put_image(whole, writer);
}

}  // namespace

std::string html_text(std::string_view html) {
  TextWriter writer;
  for (std::size_t at = 0; at < html.size();) {
    const char c = html[at];
    const char next = at + 1 < html.size() ? html[at + 1] : '\0';
    if (html.substr(at).starts_with("<!--")) {
      const std::size_t end = html.find("-->", at + 4);
      at = end == std::string_view::npos ? html.size() : end + 3;
    } else if (c == '<' && (is_letter(next) || next == '/' || next == '!' || next == '?')) {
      const Tag tag = tag_at(html, at);
      const std::size_t end = tag_end(html, at);
      act_on(tag, html.substr(at, end - at), writer);
      at = end;
      if (!tag.closing && hides_content(tag.name)) at = hidden_end(html, at, tag.name);
    } else if (is_space(c)) {
      writer.space(c);
      ++at;
    } else {
      const std::size_t reference = c == '&' ? put_reference(html.substr(at), writer) : 0;
      if (reference == 0) writer.put(html.substr(at, 1));
      at += std::max<std::size_t>(reference, 1);
    }
  }
  return writer.finish();
}

}  // namespace lectern
