// What lines of code leave open: comments, strings and other texts over lines.
#include <algorithm>

#include "data/outline/code_outline.h"
#include "data/outline/code_text.h"

namespace lectern {
namespace {

/// Where the last of the comments that may go over lines begins; npos when none does.
std::size_t last_comment(std::string_view text) {
  for (std::size_t at = text.size(); at > 1; --at) {
    if (text[at - 1] == '*' && text[at - 2] == '/') return at - 2;
  }
  return text.npos;
}

}  // namespace

using namespace code;

/// True while lines are in a comment or a string.
bool CodeOutline::skip_inside(std::string_view text) {
  if (!here_document_.empty()) {
    const std::string_view line = trimmed(text);
    if (line.substr(0, word_of(line).size()) == here_document_) here_document_.clear();
    return true;
  }
  if (inside_.empty()) return false;
  std::size_t end = text.find(inside_);
  // \` does not end a template.
  while (inside_ == "`" && end != text.npos && end > 0 && text[end - 1] == '\\') {
    end = text.find(inside_, end + 1);
  }
  if (end != text.npos) {
    const std::string_view rest = text.substr(end + inside_.size());
    inside_.clear();
    note_inside(rest);
  }
  return true;
}

/// Documentation of Perl and long comments of CMake, by the line that begins them.
bool CodeOutline::begins_text(std::string_view text) {
  if (has(kPod)) {
    if (text == "__END__" || text == "__DATA__") inside_ = '\n';
    const bool is_command = text.size() > 1 && text[0] == '=' && text[1] >= 'a' && text[1] <= 'z';
    if (is_command && !text.starts_with("=cut")) inside_ = "=cut";
  }
  text = trimmed(text);
  if (has(kLongComments) && text.starts_with("#[")) {
    const std::size_t second = text.find_first_not_of('=', 2);
    if (second == text.npos || text[second] != '[') return false;
    inside_ = "]" + std::string(second - 2, '=') + "]";
    if (text.find(inside_, second) != text.npos) inside_.clear();
    return true;
  }
  return !inside_.empty();
}

/// Remembers what stays open at the end of the line: nothing, unless it has one of the marks.
void CodeOutline::note_inside(std::string_view text) {
  if (!is_marked()) return;
  if (has(kSlashes)) {
    // Behind `//` nothing begins.
    const bool is_line = text.size() > 2 && text[0] == '/' && text[1] == '/' && text[2] != '*';
    if (is_line && !has(kHereDocuments | kTripleQuotes)) return;
    const std::size_t open = last_comment(text);
    if (open != text.npos && text.find("*/", open + 2) == text.npos) {
      const std::string_view before = text.substr(0, open);
      const std::size_t comment = before.find("//");
      const auto is_quoted = [before](char quote) {
        return std::count(before.begin(), before.end(), quote) % 2 != 0;
      };
      if (comment == before.npos && !is_quoted('"') && !is_quoted('\'') && !is_quoted('`')) {
        inside_ = "*/";
        return;
      }
    }
  }
  if (has(kTripleQuotes)) note_triple_quotes(text);
  if (has(kHereDocuments)) here_document_ = here_document_of(text);
  if (has(kBackticks) && text.find('`') != text.npos) {
    bool is_open = false;
    char quote = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '\\') {
        ++at;
      } else if (is_open) {
        if (c == '`') is_open = false;
      } else if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '/' && at + 1 < text.size() && text[at + 1] == '/') {
        break;
      } else if (c == '/') {
        // A regular expression may hold quotes: nothing is certain behind it.
        if (text.find('/', at + 1) != text.npos && text.find('`', at + 1) != text.npos) return;
      } else if (c == '`') {
        is_open = true;
      }
    }
    if (is_open) inside_ = "`";
  }
}

/// A text in three quotes that goes on behind the line. In a text in one quote there may be three.
void CodeOutline::note_triple_quotes(std::string_view text) {
  for (std::size_t at = 0; at < text.size() && text[at] != '#'; ++at) {
    const char quote = text[at];
    if (quote != '"' && quote != '\'') continue;
    const bool is_triple = text.substr(at, 3) == std::string(3, quote);
    const std::size_t size = is_triple ? 3 : 1;
    const std::string_view closing = text.substr(at, size);
    std::size_t end = text.find(closing, at + size);
    while (end != text.npos && text[end - 1] == '\\') end = text.find(closing, end + 1);
    if (end == text.npos) {
      if (is_triple) inside_ = closing;
      return;
    }
    at = end + size - 1;
  }
}

/// The word that ends the text which the lines behind this one hold: `cat <<'EOF'`; "" without one.
std::string_view CodeOutline::here_document_of(std::string_view text) const {
  for (std::size_t at = text.find("<<"); at != text.npos; at = text.find("<<", at + 2)) {
    std::string_view rest = text.substr(at + 2);
    if (rest.starts_with('<') && has(kShell)) return {};
    if (rest.starts_with('<') || rest.starts_with('-') || rest.starts_with('~'))
      rest.remove_prefix(1);
    if (has(kShell) && text.substr(0, at).find("((") == text.npos) rest = trimmed(rest);
    const bool is_quoted = rest.starts_with('\'') || rest.starts_with('"');
    if (is_quoted) rest.remove_prefix(1);
    const std::string_view word = word_of(rest);
    if (word.empty() || !(word[0] == '_' || (word[0] >= 'A' && word[0] <= 'Z') ||
                          (word[0] >= 'a' && word[0] <= 'z')))
      continue;
    // `list <<item` is none in Ruby, and a shift is none anywhere.
    if (is_quoted || has(kShell) || word[0] <= 'Z') return word;
  }
  return {};
}

}  // namespace lectern
