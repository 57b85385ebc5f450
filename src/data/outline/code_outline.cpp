#include "data/outline/code_outline.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "base/format.h"
#include "data/outline/code_text.h"
#include "text/word_kernels.h"

namespace lectern {
namespace {

constexpr std::size_t kTabColumns = 8;
constexpr std::size_t kMaxOpen = 64;
constexpr int kMaxModifiers = 12;
constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();
/// Of longer lines not all is looked at.
constexpr std::size_t kMaxPlainBytes = 1'024;

/// How many spaces `text` begins with, or some of them: as many as whole words tell.
std::size_t leading_spaces(std::string_view text) {
  std::size_t at = 0;
  if constexpr (std::endian::native == std::endian::little) {
    while (text.size() - at >= words::kBytes) {
      const std::uint64_t word =
          words::load(reinterpret_cast<const std::uint8_t*>(text.data() + at));
      const std::uint64_t others = word ^ words::all_of(' ');
      if (others != 0) return at + static_cast<std::size_t>(std::countr_zero(others)) / 8;
      at += words::kBytes;
    }
  }
  return at;
}

/// Where the last of the comments that may go over lines begins; npos when none does.
std::size_t last_comment(std::string_view text) {
  for (std::size_t at = text.size(); at > 1; --at) {
    if (text[at - 1] == '*' && text[at - 2] == '/') return at - 2;
  }
  return text.npos;
}

}  // namespace

using namespace code;

CodeOutline::CodeOutline(const CodeLanguage& language)
    : LineOutline(language.name), language_(language), words_(language), body_indent_(kNever) {
  if (has(kSlashes)) marks_.add('/');
  if (has(kBackticks)) marks_.add('`');
  if (has(kHereDocuments)) marks_.add('<');
  if (has(kTripleQuotes)) marks_.add('"');
  if (has(kTripleQuotes)) marks_.add('\'');
}

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

bool CodeOutline::is_comment(std::string_view text) {
  if (is_word_char(text[0])) return false;
  const char second = text.size() > 1 ? text[1] : '\0';
  if (has(kSlashes) && text[0] == '/' && (second == '/' || second == '*')) return true;
  if (has(kHash) && text.starts_with('#') && !text.starts_with("#[")) return true;
  if (has(kDashes) && text.starts_with("--")) return true;
  if (has(kPercent) && text.starts_with('%')) return true;
  return has(kParentheses) && text.starts_with(';');
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
  if (has(kBackticks)) {
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

void CodeOutline::close_last(std::uint64_t last) {
  entries_.close(open_.back().serial, last);
  open_.pop_back();
}

/// Whether a line goes on with the statement that is open and stands as far left.
bool CodeOutline::is_in_statement(std::size_t indent, std::string_view text) {
  if (!has(kStatements) || open_.empty() || open_.back().indent != indent) return false;
  const std::string word = ascii_lower(word_of(text));
  const bool ends_it = word == "go" || word.starts_with("end");
  return !ends_it && by_word(text) == Declared::kNothing;
}

/// Ends what a line of this indentation is not in. \returns true when the line only closes.
bool CodeOutline::close_until(std::size_t indent, std::string_view text) {
  // The lines of a text stand where they like.
  if (has(kParentheses) && !text.starts_with('(')) return true;
  while (!open_.empty() && open_.back().indent > indent) close_last(last_line_);
  const char first = text[0];
  // What a constructor begins with, and what a class is derived from.
  if (has(kPreprocessor) && (first == ',' || (first == ':' && !text.starts_with("::"))))
    return true;
  if (open_.empty() || open_.back().indent < indent) return false;
  if (first == '{' || first == ')' || first == ']' || (first == '}' && text.ends_with('{')))
    return true;
  if (has(kScript) && first == '>') return true;
  if (first == '}') {
    const std::string_view name = after(text, 1);
    if (open_.back().is_nameless && name.size() > 1) {
      entries_.extend(open_.back().serial, compose({" } {}", name}));
    }
    close_last(number());
    return true;
  }
  const std::string_view word = word_of(text);
  if (word == "end" || word == "End" || word == "END" || word.starts_with("end")) {
    close_last(number());
    return true;
  }
  // public:, case x:, a label
  if (has(kPreprocessor) && text.ends_with(':') && text.find('(') == text.npos) return true;
  if (has(kEnds) && (word == "rescue" || word == "ensure" || word == "else" || word == "elseif"))
    return true;
  if (has(kAssigned) && (word == "else" || word == "except" || word == "finally")) return true;
  close_last(last_line_);
  return false;
}

void CodeOutline::append(std::string_view text) {
  append_lines(text, [this](std::string_view line) { return is_plain(line); });
}

void CodeOutline::line(std::string_view text) {
  look_at(text);
  note_state();
}

/// What `is_plain` needs to know of the lines so far.
void CodeOutline::note_state() {
  goes_on_ = is_continued_ || is_inside();
  const bool in_body =
      !open_.empty() && !open_.back().is_container && !is_after_edge_ && !has(kCaseless);
  body_indent_ = in_body ? open_.back().indent + 1 : kNever;
}

/// Most lines: blank ones, comments, what stands in a function and declares nothing there, and the
/// brace that closes a block. All that `look_at` would do is done.
bool CodeOutline::is_plain(std::string_view text) {
  if (goes_on_ || text.size() > kMaxPlainBytes) return false;
  if (text.empty()) return true;
  if (text.back() == '\r') text.remove_suffix(1);
  while (!text.empty() && is_blank_char(text.back())) text.remove_suffix(1);
  std::size_t start = leading_spaces(text);
  std::size_t indent = start;
  for (; start < text.size() && is_blank_char(text[start]); ++start) {
    indent += text[start] == '\t' ? kTabColumns - indent % kTabColumns : 1;
  }
  if (start == text.size()) return true;
  text.remove_prefix(start);
  if (text.back() == '\\') return false;
  if (is_marked()) {
    if (!is_slash_comment(text)) return false;
    if (!open_.empty() && indent > open_.back().indent) last_line_ = number();
    return true;
  }
  if (is_body(text, indent)) {
    last_line_ = number();
    is_after_type_ = has(kPreprocessor) && is_bare_type(text);
    return true;
  }
  if (text.size() > 1 || text[0] != '}' || has(kStatements | kParentheses)) return false;
  if (open_.empty() || open_.back().indent != indent) return false;
  close_last(number());
  note_edge(text, indent);
  note_inner(text, indent);
  last_line_ = number();
  is_after_type_ = false;
  note_state();
  return true;
}

/// A comment to the end of the line, in which nothing begins that goes on.
bool CodeOutline::is_slash_comment(std::string_view text) const {
  return text[0] == '/' && text.size() > 2 && text[1] == '/' && text[2] != '*' && has(kSlashes) &&
         !has(kHereDocuments | kTripleQuotes);
}

void CodeOutline::look_at(std::string_view text) {
  const bool was_continued = is_continued_;
  is_continued_ = text.ends_with('\\');
  if (is_inside() && skip_inside(text)) {
    last_line_ = number();
    return;
  }
  if (has(kPod | kLongComments) && begins_text(text)) return;
  std::size_t start = leading_spaces(text);
  std::size_t indent = start;
  for (; start < text.size() && is_blank_char(text[start]); ++start) {
    indent += text[start] == '\t' ? kTabColumns - indent % kTabColumns : 1;
  }
  const std::string_view rest = trimmed(text.substr(start));
  if (rest.empty()) return;
  if (!was_continued && !is_marked() && is_body(rest, indent)) {
    last_line_ = number();
    is_after_type_ = has(kPreprocessor) && is_bare_type(rest);
    return;
  }
  if (is_comment(rest)) {
    note_inside(rest);
    // A comment that stands left of a block, or behind it, belongs to what comes after it.
    if (!open_.empty() && indent > open_.back().indent) last_line_ = number();
    return;
  }
  if (was_continued && !has(kTargets)) {
    last_line_ = number();
    return note_inside(rest);
  }
  declare(has(kSlashes) && is_marked() ? without_comment(rest) : rest, indent);
  note_inside(rest);
}

/// Most lines: those inside of a function that begin with a word which declares nothing there, or
/// close a block.
bool CodeOutline::is_body(std::string_view text, std::size_t indent) const {
  if (indent < body_indent_) return false;
  if (text[0] == '}' || text[0] == ')') return indent >= edge_;
  if (!is_word_char(text[0])) return false;
  if (has(kTemplates) && text[0] == 't') return false;
  if (!words_.may_begin(text)) return true;
  std::size_t size = 1;
  while (size < text.size() && is_word_char(text[size])) ++size;
  if (size < text.size() && (text[size] == '!' || text[size] == '-')) return false;
  return (words_.roles_of(text.substr(0, size)) | CodeWords::kValue) == CodeWords::kValue;
}

/// Remembers how far in stands what is in nothing.
void CodeOutline::note_edge(std::string_view text, std::size_t indent) {
  if (is_after_edge_ || (text[0] == '}' && indent < edge_)) edge_ = indent;
  is_after_edge_ = false;
}

/// Remembers how far in the members of a type stand.
void CodeOutline::note_inner(std::string_view text, std::size_t indent) {
  if (open_.empty()) return;
  Open& open = open_.back();
  if (open.is_container && indent > open.indent && indent < open.inner &&
      !text.starts_with("extends ") && !text.starts_with("implements "))
    open.inner = indent;
}

/// Takes what a line declares, and ends what it ends.
void CodeOutline::declare(std::string_view rest, std::size_t indent) {
  if (is_in_statement(indent, rest)) {
    last_line_ = number();
    if (rest.ends_with(';')) close_last(number());
    return;
  }
  // Directives stand at the edge in the middle of a block.
  const bool is_directive = has(kPreprocessor) && rest[0] == '#';
  const bool only_closes = !is_directive && close_until(indent, rest);
  if (!is_directive && rest[0] != '{') note_edge(rest, indent);
  last_line_ = number();
  note_inner(rest, indent);
  if (!only_closes && open_.size() < kMaxOpen) {
    name_.clear();
    const Declared what = declared(rest, indent);
    if (what == Declared::kNothing) {
      is_after_edge_ = is_after_edge_ || is_wrapper(rest, indent);
    } else {
      std::string_view shown = rest;
      if (has(kRules) && shown.ends_with('}')) shown = shown.substr(0, shown.find('{') + 1);
      if (shown.ends_with('{') && shown.size() > 1)
        shown = trimmed(shown.substr(0, shown.size() - 1));
      const auto level = static_cast<std::uint32_t>(open_.size());
      const std::uint32_t rank = level + (what == Declared::kValue ? 1 : 0);
      const bool is_namespace = begins_with(rest, "namespace") ||
                                begins_with(rest, "inline namespace") ||
                                begins_with(rest, "package ") || begins_with(rest, "unit ");
      const bool is_whole = what == Declared::kValue && !rest.ends_with('{') &&
                            !rest.ends_with('(') && !rest.ends_with('[');
      const std::uint64_t serial = entries_.add(number(), level, rank, shown);
      const bool is_one_line = rest.ends_with(';') || (rest.ends_with('}') && indent > 0);
      if (is_namespace) is_after_edge_ = !is_one_line;
      if (!is_namespace && !is_whole && !is_one_line) {
        Open& open = open_.emplace_back();
        open.serial = serial;
        open.indent = indent;
        open.is_container = what == Declared::kContainer;
        open.is_nameless = closes_with(shown, "struct") || closes_with(shown, "enum") ||
                           closes_with(shown, "union") || begins_with(shown, "typedef");
        open.name = name_;
        open.inner = kNever;
      }
    }
  }
  is_after_type_ = has(kPreprocessor) && is_bare_type(rest);
}

void CodeOutline::end(std::uint64_t) {
  while (!open_.empty()) close_last(last_line_);
}

/// A line around others that stand in, though they are in no function and no type.
bool CodeOutline::is_wrapper(std::string_view text, std::size_t indent) const {
  if (!text.ends_with('{') || !open_.empty() || indent > edge_) return false;
  if (has(kPreprocessor)) return text.starts_with("extern");
  if (indent > 0) return false;
  const std::string_view before = trimmed(text.substr(0, text.size() - 1));
  return before.empty() || before.ends_with(')') || before.ends_with('>') ||
         is_word_char(before.back());
}

Declared CodeOutline::declared(std::string_view text, std::size_t indent) {
  if (has(kPreprocessor) && text.starts_with("extern \"")) text = behind_quotes(after(text, 6));
  const bool in_function = !open_.empty() && !open_.back().is_container;
  const Declared word = by_word(text, in_function);
  if (word == Declared::kContainer || word == Declared::kFunction) return word;
  if (in_function) return Declared::kNothing;
  if (word == Declared::kValue) {
    if (has(kScript) && open_.empty() && indent > edge_) return Declared::kNothing;
    if (has(kScript) && is_script_class(text)) return Declared::kContainer;
    if (has(kScript) && open_.empty() && is_script_value(text)) return Declared::kFunction;
    return word;
  }
  return by_shape(text, indent);
}

/// \param in_function  where values declare nothing
Declared CodeOutline::by_word(std::string_view text, bool in_function) {
  // `[[nodiscard]]`, `#[inline]`, `@Override` before the words.
  while (begins_with(text, "[[") || begins_with(text, "#[")) {
    text = behind_brackets(text.substr(text.find('[')), '[', ']');
  }
  if (has(kTemplates) && begins_with(text, "template")) {
    text = behind_brackets(after(text, 8), '<', '>');
  }
  for (int i = 0; i < kMaxModifiers && !text.empty(); ++i) {
    if (!has(kCaseless) && text[0] != '@' && !words_.may_begin(text)) return Declared::kNothing;
    std::string_view word = word_of(text);
    if (word.empty()) return Declared::kNothing;
    std::array<char, 24> lower;
    if (has(kCaseless)) {
      if (word.size() >= lower.size()) return Declared::kNothing;
      std::transform(word.begin(), word.end(), lower.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c; });
      word = {lower.data(), word.size()};
    }
    const std::uint8_t roles = words_.roles_of(word);
    if (roles == 0 && !word.starts_with('@')) return Declared::kNothing;
    if (roles == CodeWords::kValue && in_function) return Declared::kNothing;
    std::string_view rest = after(text, word.size());
    // extern "C" fn
    const std::string_view next = word_of(rest.starts_with('"') ? behind_quotes(rest) : rest);
    constexpr std::uint8_t kGoesOn =
        CodeWords::kModifier | CodeWords::kFunction | CodeWords::kContainer;
    const bool is_value = (roles & CodeWords::kValue) != 0;
    if ((roles & CodeWords::kModifier) != 0 &&
        (!is_value || (words_.roles_of(next) & kGoesOn) != 0)) {
      // pub(crate)
      if (rest.starts_with('(') && word == "pub") rest = behind_brackets(rest, '(', ')');
      if (rest.starts_with('"')) rest = behind_quotes(rest);
      // A modifier's name may be that of a variable or a member.
      if (rest.empty() || rest[0] == '=' || rest[0] == ':' || rest[0] == '.' || rest[0] == ',')
        return Declared::kNothing;
      if (rest.starts_with('(') && !has(kScript)) return Declared::kNothing;
      text = rest;
      continue;
    }
    if (word.starts_with('@') && (roles & CodeWords::kContainer) == 0 && !is_value) {
      text = rest.starts_with('(') ? behind_brackets(rest, '(', ')') : rest;
      continue;
    }
    const bool is_used = rest.empty() || rest[0] == '=' || rest[0] == '.' || rest[0] == ')' ||
                         rest[0] == ',' ||
                         (rest[0] == ':' && !has(kTargets) && !rest.starts_with("::"));
    if (is_used && !(word == "init" || word == "constructor")) return Declared::kNothing;
    if ((roles & CodeWords::kFunction) != 0) {
      if (has(kScript) && word != "function") {
        // describe('...', …)
        if (!rest.starts_with("('") && !rest.starts_with("(\"") && !rest.starts_with("(`"))
          return Declared::kNothing;
        return Declared::kFunction;
      }
      if (word == "def" && has(kSlashes | kBlocks) && rest.find('(') == rest.npos)
        return Declared::kNothing;
      name_ = next;
      return Declared::kFunction;
    }
    if ((roles & CodeWords::kContainer) != 0) {
      if (has(kPreprocessor | kTemplates)) {
        // `struct x *f(int a)`, `struct x y = {`, `class x;`
        const std::size_t brace = rest.find('{');
        const std::string_view head = rest.substr(0, brace);
        if (head.find('=') != head.npos && word != "namespace") return Declared::kNothing;
        if (brace == rest.npos && rest.ends_with(';')) return Declared::kNothing;
        if (head.find('(') != head.npos && word != "class" && !has(kTemplates))
          return Declared::kNothing;
        if (head.find('(') != head.npos && head.find(':') > head.find('(') &&
            head.find("alignas") == head.npos && head.find("__attribute__") == head.npos)
          return Declared::kNothing;
        if (brace == rest.npos && rest.ends_with(',')) return Declared::kNothing;
      }
      if (rest.starts_with('(') && !has(kCaseless) && word != "type" && word != "enum")
        return Declared::kNothing;
      if (word == "record" && rest.find('(') == rest.npos && rest.find('{') == rest.npos)
        return Declared::kNothing;
      name_ = next == "class" || next == "struct" ? word_of(after(rest, next.size())) : next;
      return Declared::kContainer;
    }
    // `import {\n  type Name,`
    const bool is_named_only =
        has(kScript) && word == "type" && rest.find_first_of("=<") == rest.npos;
    return is_value && !is_named_only ? Declared::kValue : Declared::kNothing;
  }
  return Declared::kNothing;
}

std::unique_ptr<Outline> make_code_outline(const CodeLanguage& language) {
  return std::make_unique<CodeOutline>(language);
}

}  // namespace lectern
