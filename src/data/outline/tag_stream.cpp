#include "data/outline/tag_stream.h"

#include <algorithm>
#include <array>

#include "base/format.h"

namespace lectern {
namespace {

/// What is kept of one tag.
constexpr std::size_t kMaxTagBytes = 2'048;

constexpr std::array<std::string_view, 14> kVoid = {"area",  "base",   "br",    "col",  "embed",
                                                    "hr",    "img",    "input", "link", "meta",
                                                    "param", "source", "track", "wbr"};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool begins_tag(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/' || c == '!' || c == '?' ||
         c == '_' || (c & 0x80) != 0;
}

std::uint64_t line_ends(std::string_view text) {
  return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string_view name_in(std::string_view tag) {
  std::size_t size = 0;
  while (size < tag.size() && !is_blank(tag[size]) && tag[size] != '/') ++size;
  return tag.substr(0, size);
}

}  // namespace

void TagStream::append(std::string_view text) {
  while (!text.empty()) {
    const std::size_t used = state_ == State::kText  ? in_text(text)
                             : state_ == State::kTag ? in_tag(text)
                                                     : skip(text);
    text.remove_prefix(used);
  }
}

std::size_t TagStream::in_text(std::string_view text) {
  const std::size_t start = std::min(text.find('<'), text.size());
  if (start > 0) {
    events_.text(text.substr(0, start));
    line_ += line_ends(text.substr(0, start));
  }
  if (start == text.size()) return start;
  state_ = State::kTag;
  tag_.clear();
  tag_line_ = line_;
  quote_ = last_ = 0;
  brackets_ = 0;
  return start + 1;
}

std::size_t TagStream::in_tag(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (last_ == 0 && !begins_tag(c)) {
      state_ = State::kText;
      events_.text("<");
      return at;
    }
    if (c == '\n') ++line_;
    last_ = c;
    const bool is_declared = !tag_.empty() && tag_[0] == '!';
    if (quote_ != 0) {
      if (c == quote_) quote_ = 0;
    } else if (c == '>' && brackets_ == 0) {
      state_ = State::kText;
      end_tag();
      return at + 1;
    } else if ((c == '"' || c == '\'') && !tag_.empty()) {
      quote_ = c;
    } else if (is_declared && c == '[') {
      ++brackets_;
    } else if (is_declared && c == ']' && brackets_ > 0) {
      --brackets_;
    }
    if (tag_.size() < kMaxTagBytes) tag_ += c;
    if (tag_[0] != '!' && tag_[0] != '?') continue;
    if (tag_ == "!--") {
      begin_skip("-->", false);
      return at + 1;
    }
    if (tag_ == "![CDATA[") {
      begin_skip("]]>", true);
      return at + 1;
    }
    if (tag_ == "?") {
      begin_skip("?>", false);
      return at + 1;
    }
  }
  return text.size();
}

void TagStream::begin_skip(std::string_view until, bool is_text) {
  state_ = State::kSkip;
  until_ = until;
  matched_ = 0;
  skips_text_ = is_text;
}

std::size_t TagStream::skip(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') ++line_;
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c;
    const char compared = is_html_ ? lower : c;
    if (compared == until_[matched_]) {
      if (++matched_ < until_.size()) continue;
      state_ = State::kText;
      if (skips_text_) {
        events_.text(text.substr(0, at + 1 - std::min(at + 1, until_.size())));
      } else if (until_.starts_with("</")) {
        // The rest of the end tag.
        state_ = State::kTag;
        tag_ = until_.substr(1);
        tag_line_ = line_;
        quote_ = 0;
        brackets_ = 0;
        last_ = c;
      }
      return at + 1;
    }
    // "--->" and "]]]>" end, too.
    const bool stays = matched_ == 2 && c == until_[1] && until_[0] == until_[1];
    if (!stays) matched_ = compared == until_[0] ? 1 : 0;
  }
  if (skips_text_) events_.text(text);
  return text.size();
}

void TagStream::end_tag() {
  std::string_view tag = tag_;
  if (tag.starts_with('!')) return;
  if (tag.starts_with('/')) {
    events_.close(name_in(tag.substr(1)), tag_line_);
    return;
  }
  const bool is_closed = last_ == '>' && tag.ends_with('/');
  if (is_closed) tag.remove_suffix(1);
  const std::string_view name = name_in(tag);
  if (name.empty()) return;
  events_.open(name, tag, tag_line_);
  if (!is_html_) {
    if (is_closed) events_.close(name, line_);
    return;
  }
  const std::string lower = ascii_lower(name);
  if (is_closed || std::find(kVoid.begin(), kVoid.end(), lower) != kVoid.end()) {
    events_.close(name, line_);
  } else if (lower == "script" || lower == "style" || lower == "textarea") {
    begin_skip("</" + lower, false);
  }
}

bool next_attribute(std::string_view& rest, TagAttribute& attribute) {
  while (!rest.empty() && (is_blank(rest.front()) || rest.front() == '/')) rest.remove_prefix(1);
  if (rest.empty()) return false;
  std::size_t size = 0;
  while (size < rest.size() && !is_blank(rest[size]) && rest[size] != '=') ++size;
  if (size == 0) return false;
  attribute = {rest.substr(0, size), {}};
  rest.remove_prefix(size);
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  if (!rest.starts_with('=')) return true;
  rest.remove_prefix(1);
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  if (rest.empty()) return true;
  const char quote = rest.front();
  if (quote == '"' || quote == '\'') {
    rest.remove_prefix(1);
    const std::size_t end = std::min(rest.find(quote), rest.size());
    attribute.value = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return true;
  }
  size = 0;
  while (size < rest.size() && !is_blank(rest[size])) ++size;
  attribute.value = rest.substr(0, size);
  rest.remove_prefix(size);
  return true;
}

}  // namespace lectern
