#include "notebook/terminal_text.h"

#include <algorithm>
#include <vector>

#include "text/utf8.h"

namespace lectern {
namespace {

constexpr char kEscape = '\x1B';
constexpr char kBell = '\x07';
constexpr std::size_t kMaxColumns = 4096;

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n') || byte == 0x7F;
}
bool is_between(char c, char low, char high) { return c >= low && c <= high; }

/// Offset just after the run of characters from `at` on that lie between `low` and `high`.
std::size_t skip_run(std::string_view text, std::size_t at, char low, char high) {
  while (at < text.size() && is_between(text[at], low, high)) ++at;
  return at;
}

struct Sequence {
  std::size_t end = 0;  ///< offset just after it; more than where it began
  /// The parameter of "erase in line" (0, 1 or 2); -1 for any other sequence.
  int erase_line = -1;
};

/// The escape sequence that begins at `at`. One that is cut, or holds a line feed, ends there.
Sequence escape_sequence(std::string_view line, std::size_t at) {
  const std::size_t start = at + 1;
  if (start >= line.size()) return {line.size()};
  const char kind = line[start];
  if (kind == '[') {
    const std::size_t parameters = start + 1;
    const std::size_t intermediates = skip_run(line, parameters, '0', '?');
    const std::size_t final = skip_run(line, intermediates, ' ', '/');
    if (final >= line.size() || !is_between(line[final], '@', '~')) return {final};
    Sequence sequence{final + 1};
    if (line[final] == 'K') {
      const char parameter = intermediates > parameters ? line[parameters] : '0';
      sequence.erase_line = parameter == '1' || parameter == '2' ? parameter - '0' : 0;
    }
    return sequence;
  }
  if (kind == ']' || kind == 'P' || kind == 'X' || kind == '^' || kind == '_') {
    std::size_t end = start + 1;
    while (end < line.size() && line[end] != kBell && line[end] != kEscape) ++end;
    if (end < line.size() && line[end] == kBell) return {end + 1};
    if (end + 1 < line.size() && line[end + 1] == '\\') return {end + 2};
    return {end};
  }
  const std::size_t final = skip_run(line, start, ' ', '/');
  // Only ASCII ends a sequence: the first byte of a longer character belongs to that character.
  if (final >= line.size() || !is_between(line[final], '0', '~')) return {final};
  return {final + 1};
}

/// The current line of a terminal.
class Line {
 public:
  void write(std::string_view character) {
    if (column_ >= kMaxColumns) {
      if (tail_is_old_) tail_.clear();
      tail_is_old_ = false;
      tail_ += character;
      return;
    }
    if (column_ == cells_.size()) {
      cells_.push_back(character);
    } else {
      cells_[column_] = character;
    }
    blank_columns_ = std::min(blank_columns_, column_);
    ++column_;
  }

  void carriage_return() {
    column_ = 0;
    tail_is_old_ = true;
    overwritten_ = true;
  }

  void backspace() {
    if (column_ > 0) --column_;
    overwritten_ = true;
  }

  void erase(int mode) {
    overwritten_ = true;
    if (mode != 1) {
      cells_.resize(column_);
      blank_columns_ = std::min(blank_columns_, column_);
      tail_.clear();
    }
    if (mode == 0) return;
    for (; blank_columns_ < column_; ++blank_columns_) cells_[blank_columns_] = " ";
  }

  /// Appends what the line shows and empties it. Blanks that hide older text are left out.
  void flush(std::string& out) {
    std::size_t count = cells_.size();
    if (overwritten_ && tail_.empty()) {
      while (count > 0 && cells_[count - 1] == " ") --count;
    }
    for (std::size_t i = 0; i < count; ++i) out += cells_[i];
    out += tail_;
    cells_.clear();
    tail_.clear();
    column_ = 0;
    blank_columns_ = 0;
    tail_is_old_ = false;
    overwritten_ = false;
  }

 private:
  std::vector<std::string_view> cells_;
  std::size_t column_ = 0;
  /// Cells at the start that are blank: erasing again and again costs nothing.
  std::size_t blank_columns_ = 0;
  std::string tail_;
  bool tail_is_old_ = false;
  bool overwritten_ = false;
};

void append_line(std::string_view text, Line& line, std::string& out) {
  while (text.ends_with('\r')) text.remove_suffix(1);
  if (std::find_if(text.begin(), text.end(), is_control) == text.end()) {
    out += text;
    return;
  }
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == kEscape) {
      const Sequence sequence = escape_sequence(text, at);
      if (sequence.erase_line >= 0) line.erase(sequence.erase_line);
      at = sequence.end;
      continue;
    }
    std::size_t end = at + 1;
    while (end < text.size() && is_utf8_continuation(static_cast<std::uint8_t>(text[end]))) ++end;
    if (c == '\r') {
      line.carriage_return();
    } else if (c == '\b') {
      line.backspace();
    } else if (!is_control(c)) {
      line.write(text.substr(at, end - at));
    }
    at = end;
  }
  line.flush(out);
}

}  // namespace

std::string terminal_text(std::string_view text) {
  std::string out;
  Line line;
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    append_line(text.substr(0, end), line, out);
    if (end == text.size()) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

}  // namespace lectern
