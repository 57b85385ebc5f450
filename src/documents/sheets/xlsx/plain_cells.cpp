#include "documents/sheets/xlsx/plain_cells.h"

namespace lectern {
namespace {

/// More would be no plain row.
constexpr int kMostPlainAttributes = 64;

/// Walks over text. Whatever it does not find is where it was.
class PlainText {
 public:
  explicit PlainText(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  const char* place() const { return at_; }

  template <std::size_t kSize>
  bool take(const char (&word)[kSize]) {
    constexpr std::size_t kChars = kSize - 1;
    if (static_cast<std::size_t>(end_ - at_) < kChars) return false;
    for (std::size_t i = 0; i < kChars; ++i) {
      if (at_[i] != word[i]) return false;
    }
    at_ += kChars;
    return true;
  }

  void skip_blanks() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
  }

  /// The value of an attribute and the quote behind it. Nothing that the parser would change.
  bool take_value(std::string_view& value) {
    const char* const start = at_;
    for (; at_ < end_; ++at_) {
      const char c = *at_;
      if (c == '"') {
        value = {start, static_cast<std::size_t>(at_++ - start)};
        return true;
      }
      if (c == '&' || c == '<' || c == '>' || static_cast<unsigned char>(c) < ' ') return false;
    }
    return false;
  }

  /// Text up to the next tag. Nothing that the parser would change.
  bool take_text(std::string_view& text) {
    const char* const start = at_;
    while (at_ < end_ && *at_ != '<') {
      if (*at_ == '&' || *at_ == '\r') return false;
      ++at_;
    }
    text = {start, static_cast<std::size_t>(at_ - start)};
    return at_ < end_;
  }

  /// The same of text that nobody wants to have.
  void skip_text() {
    while (at_ < end_ && *at_ != '<') ++at_;
  }

  /// The name of an attribute, with its equals sign and quote.
  bool take_name(std::string_view& name) {
    const char* const start = at_;
    while (at_ < end_ && is_name(*at_)) ++at_;
    name = {start, static_cast<std::size_t>(at_ - start)};
    return !name.empty() && !name.starts_with("xmlns") && take("=\"");
  }

 private:
  static bool is_name(char c) {
    return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || (c >= '0' && c <= '9') || c == ':' ||
           c == '.' || c == '-';
  }

  const char* at_;
  const char* end_;
};

bool take_once(PlainText& text, std::string_view& value) {
  return value.data() == nullptr && text.take_value(value);
}

/// What stands between the tags of a cell, and its end.
bool take_content(PlainText& text, PlainCell& cell) {
  if (text.take("<is><t")) {
    if (!text.take(">") && !text.take(" xml:space=\"preserve\">")) return false;
    // `_x000D_` is a character.
    return text.take_text(cell.value) && text.take("</t></is></c>") &&
           cell.value.find("_x") == cell.value.npos;
  }
  if (text.take("<f>")) {
    cell.has_formula = true;
    text.skip_text();
    if (!text.take("</f>")) return false;
  }
  return text.take("<v>") && text.take_text(cell.value) && text.take("</v></c>");
}

bool take_cell(PlainText& text, PlainCell& cell) {
  cell = PlainCell();
  while (text.take(" ")) {
    if (text.take("r=\"")) {
      if (!take_once(text, cell.reference)) return false;
    } else if (text.take("s=\"")) {
      if (!take_once(text, cell.style)) return false;
    } else if (!text.take("t=\"") || !take_once(text, cell.type)) {
      return false;
    }
  }
  if (text.take("/>")) return true;
  return text.take(">") && take_content(text, cell);
}

}  // namespace

std::size_t scan_plain_cell(std::string_view text, PlainCell& cell) {
  PlainText rest(text);
  rest.skip_blanks();
  if (!rest.take("<c") || !take_cell(rest, cell)) return 0;
  return static_cast<std::size_t>(rest.place() - text.data());
}

std::size_t scan_plain_row_start(std::string_view text, std::string_view& reference) {
  PlainText rest(text);
  rest.skip_blanks();
  if (!rest.take("<row")) return 0;
  reference = {};
  std::string_view name;
  std::string_view value;
  for (int count = 0; rest.take(" "); ++count) {
    if (count == kMostPlainAttributes || !rest.take_name(name) || !rest.take_value(value)) return 0;
    if (name == "r" && reference.data() == nullptr) reference = value;
  }
  return rest.take(">") ? static_cast<std::size_t>(rest.place() - text.data()) : 0;
}

std::size_t scan_plain_row_end(std::string_view text) {
  PlainText rest(text);
  PlainCell cell;
  for (;;) {
    rest.skip_blanks();
    if (rest.take("</row>")) return static_cast<std::size_t>(rest.place() - text.data());
    if (!rest.take("<c") || !take_cell(rest, cell)) return 0;
  }
}

}  // namespace lectern
