// What lines of code declare that no word tells.
#include <algorithm>
#include <array>

#include "data/outline/code_outline.h"
#include "data/outline/code_text.h"

namespace lectern {
namespace {

/// Words before a parenthesis that declare nothing.
constexpr std::string_view kControl =
    " if for while switch return else do catch case throw new delete sizeof typeof await yield "
    "goto "
    "assert using try defined elif not and or print in is super this with foreach lock fixed when "
    "unless until import require echo static_assert alignof decltype synchronized constructor_ "
    "__attribute__ ";

/// Of a type: words, and what stands between them.
constexpr std::array<bool, 256> kIsTypeChar = [] {
  std::array<bool, 256> is_type_char = code::kIsWordChar;
  for (const char c : std::string_view(" *&:<>,")) is_type_char[static_cast<std::size_t>(c)] = true;
  return is_type_char;
}();

}  // namespace

using namespace code;

/// `const f = (a) => …`
bool CodeOutline::is_script_value(std::string_view text) const {
  const std::size_t equals = text.find('=');
  if (equals == text.npos) return false;
  const std::string_view value = after(text, equals + 1);
  if (value.starts_with("function") || value.starts_with("async ")) return true;
  if (value.find("=>") != value.npos && (value.starts_with('(') || is_word_char(value[0])))
    return value.find('(') == value.npos || value.find("=>") > value.find(')') ||
           value.starts_with('(');
  return value == "(";
}

/// `const C = class …`
bool CodeOutline::is_script_class(std::string_view text) const {
  const std::size_t equals = text.find('=');
  return equals != text.npos && word_of(after(text, equals + 1)) == "class";
}

/// A line that is a type and no more: the name of the function stands below.
bool CodeOutline::is_bare_type(std::string_view text) {
  constexpr std::string_view kOthers = " else do try public private protected return default ";
  return is_word_char(text[0]) && text.back() != ':' && text.back() != ',' &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return kIsTypeChar[static_cast<unsigned char>(c)]; }) &&
         !has_word(kOthers, word_of(text));
}

Declared CodeOutline::by_shape(std::string_view text, std::size_t indent) const {
  const bool at_edge = indent == 0;
  if (has(kParentheses)) {
    if (!text.starts_with('(')) return Declared::kNothing;
    const std::string_view word = text.substr(1, text.find_first_of(" \t()", 1) - 1);
    const bool declares = word.starts_with("def") || word == "ns" || word == "module" ||
                          word == "func" || word.starts_with("cl-def") || word == "library";
    return declares && (at_edge || indent <= 2) ? Declared::kFunction : Declared::kNothing;
  }
  if (has(kBlocks) && text.ends_with('{') && text.size() > 1) return Declared::kContainer;
  if (has(kRules) && text.ends_with('}') && text.find('{', 1) != text.npos)
    return Declared::kContainer;
  if (has(kShell)) {
    const std::size_t size = text.find_first_of("( \t");
    const std::string_view rest = size == text.npos ? "" : after(text, size);
    return size != text.npos && size > 0 && rest.starts_with("()") && text.find('=') == text.npos
               ? Declared::kFunction
               : Declared::kNothing;
  }
  if (has(kTargets) && at_edge) {
    const std::size_t colon = text.find(':');
    const bool is_target = colon != text.npos && colon > 0 && !text.starts_with('.') &&
                           text.substr(0, colon).find('=') == text.npos &&
                           (colon + 1 == text.size() ||
                            (text[colon + 1] != '=' && !text.substr(colon).starts_with("::=")));
    if (is_target && text.substr(0, colon).find_first_of("\"'(){}<>") == text.npos)
      return Declared::kFunction;
  }
  if (has(kSignatures) && at_edge) {
    const std::size_t colons = text.find(has(kDashes) && language_.name == "Elm" ? " : " : " :: ");
    return colons != text.npos && text.substr(0, colons).find(' ') == text.npos
               ? Declared::kFunction
               : Declared::kNothing;
  }
  if (has(kArrows) && at_edge) {
    const std::size_t open = text.find('(');
    const bool is_function =
        open != text.npos && open > 0 &&
        std::all_of(text.begin(), text.begin() + static_cast<long>(open), is_word_char);
    if (is_function && (text.find("->") != text.npos || text.ends_with(','))) {
      return Declared::kFunction;
    }
    return text.starts_with("-module") || text.starts_with("-record") ? Declared::kValue
                                                                      : Declared::kNothing;
  }
  if (has(kAssigned) && at_edge && open_.empty()) {
    const std::string_view name = word_of(text);
    const std::string_view rest = after(text, name.size());
    if (!name.empty() && !has_word(kControl, name)) {
      if (rest.starts_with("<- function") || rest.starts_with("= function") ||
          rest.starts_with("= lambda"))
        return Declared::kFunction;
      const bool is_assigned = (rest.starts_with('=') && !rest.starts_with("==")) ||
                               rest.starts_with(":=") || rest.starts_with("?=") ||
                               rest.starts_with("<-") || rest.starts_with("+=");
      if (is_assigned || (rest.starts_with(": ") && rest.find(" = ") != rest.npos))
        return Declared::kValue;
    }
  }
  if (has(kScript) && at_edge && text.find("= class") != text.npos && is_script_class(text))
    return Declared::kContainer;
  if (has(kScript) && at_edge &&
      (text.find("= function") != text.npos || text.starts_with("module.exports") ||
       text.starts_with("exports.")))
    return Declared::kFunction;
  return has(kCalls) && is_call_shape(text, indent) ? Declared::kFunction : Declared::kNothing;
}

bool CodeOutline::is_call_shape(std::string_view text, std::size_t indent) const {
  while (text.starts_with('@')) {
    text = after(text, word_of(text).size());
    if (text.starts_with('(')) text = behind_brackets(text, '(', ')');
  }
  const std::size_t paren = text.find('(');
  if (paren == text.npos || paren == 0) return false;
  std::string_view head = trimmed(text.substr(0, paren));
  const bool in_type = !open_.empty();
  // A method may have any name.
  const bool is_method = has(kScript) && in_type && indent == open_.back().inner;
  if (has(kScript) && !is_method) return false;
  const std::string_view control = is_method ? " if for while switch " : kControl;
  if (is_method && head.ends_with('?')) head.remove_suffix(1);
  if (is_method && head.ends_with(']') && head.find('=') == head.npos) return text.ends_with('{');
  const bool is_word = are_word_chars(head);
  // What stands before the name.
  const std::string_view first = is_word ? head : word_of(head);
  if (has_word(control, first) && first != "using") return false;
  const bool is_operator = head.find('p') != head.npos && head.find("operator") != head.npos;
  if (!is_operator && !is_word) {
    if (head.find_first_of("=\"'{}!;?|+") != head.npos) return false;
    if (head.find_first_of(".-/%^") != head.npos && !head.starts_with("non-")) return false;
  }
  std::size_t name_at = is_word ? 0 : head.size();
  while (name_at > 0 && is_word_char(head[name_at - 1])) --name_at;
  const std::string_view name = head.substr(name_at);
  const bool is_generic = head.ends_with('>') && head.find('<') != head.npos;
  if (!is_operator && !is_generic) {
    if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
    if (!is_word && has_word(control, name)) return false;
  }
  const bool has_type = name_at > 0 && head[0] != '~' && head[0] != '#' && head[0] != '*';
  const char last = text.back();
  if (has(kScript)) {
    if (has_type &&
        head.substr(0, name_at).find_first_not_of(" *#abcdefghijklmnopqrstuvwxyz") !=
            std::string_view::npos &&
        !is_generic)
      return false;
    if (last == ';') return language_.name == "TypeScript";
    if (last == '{') return true;
  }
  const std::string_view rest = behind_brackets(text.substr(paren), '(', ')');
  if (has(kScript)) {
    return (last == '(' && rest.empty()) || (last == '}' && rest.find('{') != rest.npos);
  }
  const bool is_constructor = in_type && (name == open_.back().name || head.starts_with('~'));
  const bool is_qualified = head.find("::") != head.npos;
  // GNU style: the type stands on the line before.
  const bool is_below_type = is_after_type_ && (!in_type || indent == open_.back().inner);
  const bool is_alone = (is_below_type && (last != ';' || has(kPrototypes))) ||
                        (last != ';' && !in_type && indent == 0 && !has(kPrototypes));
  if (!has_type && !is_constructor && !is_qualified && !is_alone) return false;
  if (is_alone && !has_type && !is_qualified && name == "main") return true;
  const bool is_definition = is_qualified && has_type && last == '{';
  if (has(kPreprocessor) && !in_type && indent > edge_ && !is_below_type && !is_definition)
    return false;
  if (last == ';') {
    const bool declares = has(kPrototypes) || in_type;
    const bool is_member = rest.starts_with("const") || rest.starts_with("noexcept") ||
                           rest.starts_with("override") || rest.starts_with("throws") ||
                           rest.starts_with("->") || rest.starts_with('=') ||
                           rest.starts_with(';') || rest.starts_with("final") ||
                           rest.starts_with("__") || rest.starts_with("default");
    return declares && is_member;
  }
  // f(void) NOEXCEPT
  const bool is_macro =
      is_below_type && rest.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == rest.npos;
  if (last == '{' || last == ',' || last == '(') return true;
  if (last == '}') return rest.find('{') != rest.npos;
  if (rest.empty()) return last == ')' || text.find(')') == text.npos;
  return rest.starts_with("const") || rest.starts_with("noexcept") ||
         rest.starts_with("override") || rest.starts_with("throws") || rest.starts_with("->") ||
         rest.starts_with(':') || rest.starts_with("=>") || rest.starts_with("where") ||
         rest.starts_with("__") || is_macro;
}

}  // namespace lectern
