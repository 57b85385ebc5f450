#include "documents/markdown/escape.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/bytes.h"
#include "text/utf8.h"
#include "text/word_kernels.h"

namespace lectern {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Whether eight bytes are letters, digits, blanks, bytes above ASCII and signs of which none is
/// ever escaped.
bool is_plain_word(std::uint64_t word) {
  using words::all_of;
  const std::uint64_t low = word & words::kOtherBits;
  const auto within = [](std::uint64_t bytes, std::uint8_t first, std::uint8_t last) {
    return (bytes + all_of(static_cast<std::uint8_t>(0x80 - first))) &
           ~(bytes + all_of(static_cast<std::uint8_t>(0x7F - last)));
  };
  const std::uint64_t plain =
      word | within(low | all_of(0x20), 'a', 'z') | within(low, '+', ';') | within(low, ' ', '#');
  return (plain & words::kHighBits) == words::kHighBits;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_punctuation(char c) { return c > ' ' && c < 0x7F && !is_letter_or_digit(c); }

template <std::size_t kCount>
bool starts_with_any(std::string_view text, const std::string_view (&starts)[kCount]) {
  return std::any_of(std::begin(starts), std::end(starts),
                     [text](std::string_view start) { return text.starts_with(start); });
}

/// Takes the number at the start of `text` off it. \returns false when there is none.
bool take_number(std::string_view& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789,"), text.size());
  text.remove_prefix(digits);
  return digits > 0;
}

/// "(chapter 2 of 3)", "(string 7 is missing)".
bool begins_numbered(std::string_view rest) {
  constexpr std::string_view kNouns[] = {"(chapter ", "(mail ", "(slide ", "(string "};
  constexpr std::string_view kAfter[] = {" of ", " is missing", " cannot be read"};
  if (rest[0] != '(' || !starts_with_any(rest, kNouns)) return false;
  rest.remove_prefix(rest.find(' ') + 1);
  return take_number(rest) && starts_with_any(rest, kAfter);
}

/// "(3 pictures on this slide, not shown)", "(12 tracked changes: marked)".
bool begins_count(std::string_view rest) {
  constexpr std::string_view kCounted[] = {" more ", " picture", " shape", " tracked change"};
  rest.remove_prefix(1);
  return take_number(rest) && starts_with_any(rest, kCounted);
}

/// "&amp;", "&#38;".
bool begins_entity(std::string_view rest) {
  const std::size_t end = rest.substr(0, 12).find(';');
  if (end == rest.npos || end < 2) return false;
  const std::string_view name = rest.substr(rest[1] == '#' ? 2 : 1, end - (rest[1] == '#' ? 2 : 1));
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  });
}

/// Marks of ours, in the order of what stands behind their bracket.
constexpr std::string_view kMarks[] = {"{++",
                                       "{--",
                                       "{>>",
                                       "[Attached ",
                                       "[Attachment",
                                       "[Audio:",
                                       "[Chart",
                                       "[Comment",
                                       "[Diagram",
                                       "[Drawing",
                                       "[Embedded",
                                       "[Equation",
                                       "[Field",
                                       "[Footer",
                                       "[Frame:",
                                       "[From here",
                                       "[Header",
                                       "[Hidden",
                                       "[Image",
                                       "[Media",
                                       "[Note",
                                       "[Object",
                                       "[Other version",
                                       "[Picture ",
                                       "[Reply",
                                       "[Text box",
                                       "[Title:",
                                       "[Video:",
                                       "[^",
                                       "(formula not readable)",
                                       "(hidden group:)",
                                       "(hidden)",
                                       "(hidden:",
                                       "(not shown:",
                                       "(shared formula)"};

/// How many marks have a smaller sign behind their bracket than the index: a text of brackets is
/// not compared with all of them.
constexpr std::array<std::uint8_t, 257> kFirstMark = [] {
  std::array<std::uint8_t, 257> first{};
  for (const std::string_view mark : kMarks) {
    for (std::size_t sign = static_cast<unsigned char>(mark[1]) + 1U; sign < first.size(); ++sign)
      ++first[sign];
  }
  return first;
}();
static_assert(std::is_sorted(std::begin(kMarks), std::end(kMarks),
                             [](std::string_view a, std::string_view b) { return a[1] < b[1]; }));

bool needs_backslash(std::string_view rest, char before, char next, const EscapeContext& context) {
  switch (rest[0]) {
    case '*':
      return !(is_blank(before) && is_blank(next));
    case '_':
      return !(is_letter_or_digit(before) && is_letter_or_digit(next)) &&
             !(is_blank(before) && is_blank(next)) && next != '_' && before != '_';
    case '`':
      return true;
    case '~':
      return next == '~' || before == '~';
    case '<':
      return is_letter(next) || next == '/' || next == '!' || next == '?';
    case '[':
    case '{':
    case '(':
      return begins_mark(rest);
    case ']':
      return next == '(' || next == '[' || next == ':';
    case '&':
      return begins_entity(rest);
    case '\\':
      return is_punctuation(next);
    case '|':
      return context.in_table;
    case '$':
      return context.has_math;
    default:
      return false;
  }
}

}  // namespace

bool begins_mark(std::string_view rest) {
  const std::size_t sign = rest.size() > 1 ? static_cast<unsigned char>(rest[1]) : 0;
  // A sign more tells nearly all texts from marks, without a comparison of both.
  const auto starts = [rest](std::string_view mark) {
    return (mark.size() == 2 || (rest.size() > 2 && rest[2] == mark[2])) && rest.starts_with(mark);
  };
  return std::any_of(kMarks + kFirstMark[sign], kMarks + kFirstMark[sign + 1], starts) ||
         begins_numbered(rest);
}

void escape_own_line(std::string& line, std::size_t start) {
  constexpr std::string_view kHeads[] = {"Notes:", "Connections:"};
  constexpr std::string_view kNotes[] = {
      "(More ",       "(Showing ",       "(Row ",           "(the chart has", "(not readable)",
      "(signed with", "(outside of the", "(encrypted with", "(Values with",   "(warning: "};
  constexpr std::string_view kAttachments = "Attachments (read one as ";
  const std::string_view rest = std::string_view(line).substr(start);
  if (std::find(std::begin(kHeads), std::end(kHeads), rest) != std::end(kHeads)) {
    line.insert(line.size() - 1, 1, '\\');
  } else if (rest.starts_with(kAttachments)) {
    line.insert(start + kAttachments.find('('), 1, '\\');
  } else if (rest.starts_with('(') && (starts_with_any(rest, kNotes) || begins_count(rest))) {
    line.insert(start, 1, '\\');
  }
}

void append_escaped_text(std::string_view text, const EscapeContext& context, std::string& out) {
  constexpr auto kIsSpecial = [] {
    std::array<bool, 256> is_special{};
    for (const char c : std::string_view("*_`~<[]({&\\|$"))
      is_special[static_cast<unsigned char>(c)] = true;
    return is_special;
  }();
  const std::uint8_t* const bytes = as_bytes(text).data();
  std::size_t done = 0;
  while (true) {
    std::size_t at = done;
    while (true) {
      while (text.size() - at >= words::kBytes && is_plain_word(words::load(bytes + at)))
        at += words::kBytes;
      const std::size_t end = std::min(text.size(), at + words::kBytes);
      while (at < end && !kIsSpecial[bytes[at]]) ++at;
      if (at < end || at == text.size()) break;
    }
    out += text.substr(done, at - done);
    // Signs in a row are appended together.
    std::array<char, 64> signs;
    std::size_t count = 0;
    for (; at < text.size() && kIsSpecial[bytes[at]] && count + 2 <= signs.size(); ++at) {
      const char before = at > 0 ? text[at - 1] : context.before;
      const char next = at + 1 < text.size() ? text[at + 1] : context.after;
      if (needs_backslash(text.substr(at), before, next, context)) signs[count++] = '\\';
      signs[count++] = text[at];
    }
    if (count == 0) return;
    out.append(signs.data(), count);
    done = at;
  }
}

void escape_line_start(std::string& line, std::size_t start) {
  escape_own_line(line, start);
  const std::string_view rest = std::string_view(line).substr(start);
  if (rest.empty()) return;
  const char c = rest[0];
  const auto ends_word = [rest](std::size_t at) { return at >= rest.size() || rest[at] == ' '; };
  if (c == '#') {
    const std::size_t end = std::min(rest.find_first_not_of('#'), rest.size());
    if (end <= 6 && ends_word(end)) line.insert(start, 1, '\\');
  } else if (c == '>' || c == '|') {
    line.insert(start, 1, '\\');
  } else if (c == '-' || c == '+' || c == '=') {
    const bool is_ruler =
        c != '+' && rest.size() > 2 && rest.find_first_not_of(std::string{c, ' '}) == rest.npos;
    if (ends_word(1) || is_ruler || rest.find_first_not_of(c) == rest.npos)
      line.insert(start, 1, '\\');
  } else if (c >= '0' && c <= '9') {
    const std::size_t end = rest.find_first_not_of("0123456789");
    if (end <= 9 && end < rest.size() && (rest[end] == '.' || rest[end] == ')') &&
        ends_word(end + 1))
      line.insert(start + end, 1, '\\');
  }
}

std::string with_line_marks(std::string_view text) {
  std::string marked;
  marked.reserve(text.size() + 8);
  for (;;) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) marked += kLineMark;
    const auto start = static_cast<std::ptrdiff_t>(marked.size());
    marked += text.substr(0, end);
    std::replace_if(
        marked.begin() + start, marked.end(),
        [](char c) { return c == kLineMark || c == kBlockMark; }, ' ');
    if (end == text.size()) return marked;
    marked += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string single_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_gap = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!is_gap) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (line.ends_with(' ')) line.pop_back();
  return line;
}

std::string escaped_target(std::string_view target) {
  std::string escaped;
  std::size_t done = 0;
  for (std::size_t at = 0; at < target.size(); ++at) {
    const char c = target[at];
    const bool is_gap = static_cast<unsigned char>(c) <= ' ';
    if (!is_gap && c != '(' && c != ')' && c != '\\' && c != '<' && c != '|') continue;
    escaped += target.substr(done, at - done);
    if (!is_gap) escaped += '\\';
    if (c == ' ') escaped += "%20";
    done = is_gap ? at + 1 : at;
  }
  return escaped += target.substr(done);
}

std::string shortened(std::string_view name, std::size_t max_bytes) {
  if (name.size() <= max_bytes) return std::string(name);
  while (max_bytes > 0 && is_utf8_continuation(static_cast<std::uint8_t>(name[max_bytes])))
    --max_bytes;
  return std::string(name.substr(0, max_bytes)) + "…";
}

std::string in_one_line(std::string_view markdown) {
  std::string line;
  for (const char c : markdown) {
    if (c != '\n') {
      line += c;
    } else if (!line.ends_with("<br>")) {
      line += "<br>";
    }
  }
  return line;
}

}  // namespace lectern
