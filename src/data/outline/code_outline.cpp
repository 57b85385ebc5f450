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

bool CodeOutline::is_comment(std::string_view text) {
  if (is_word_char(text[0])) return false;
  const char second = text.size() > 1 ? text[1] : '\0';
  if (has(kSlashes) && text[0] == '/' && (second == '/' || second == '*')) return true;
  if (has(kHash) && text.starts_with('#') && !text.starts_with("#[")) return true;
  if (has(kDashes) && text.starts_with("--")) return true;
  if (has(kPercent) && text.starts_with('%')) return true;
  return has(kParentheses) && text.starts_with(';');
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
  append_lines(
      text, [this](std::string_view line, std::string_view rest) { return is_plain(line, rest); });
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

/// Most lines: those inside of a function that begin with a word which declares nothing there, or
/// close a block.
inline bool CodeOutline::is_body(std::string_view text, std::size_t indent) const {
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

/// Most lines: blank ones, comments, what stands in a function and declares nothing there, and the
/// brace that closes a block. All that `look_at` would do is done.
/// \param rest  the line and all that is there behind it
bool CodeOutline::is_plain(std::string_view text, std::string_view rest) {
  if (goes_on_ || text.size() > kMaxPlainBytes) return false;
  if (text.empty()) return true;
  if (text.back() == '\r') text.remove_suffix(1);
  while (!text.empty() && is_blank_char(text.back())) text.remove_suffix(1);
  std::size_t start = leading_spaces(rest);
  if (start >= text.size()) return true;
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
  if (indent >= body_indent_ && is_body(text, indent)) {
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
        if (!has(kScript)) open.name = name_;
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
