#include "documents/sheets/cells_table.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/message.h"
#include "documents/markdown/escape.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Letters and the frame of a column in the two lines at the head: "| XFD (hidden) " and "|---".
constexpr std::uint64_t kColumnChars = 20;
/// Number, mark and frame of a row: "| 1048576 (hidden) | " and the line's end.
constexpr std::uint64_t kRowChars = 22;
/// "- XFD1048576: " and the line's end.
constexpr std::uint64_t kListChars = 24;
/// What stands around a cell's text: " " and " |".
constexpr std::size_t kCellFrameBytes = 3;
/// An empty cell is "| ".
constexpr std::uint64_t kEmptyCellChars = 2;
/// A table with this many empty places for one that shows something is a list instead.
constexpr std::uint64_t kSparse = 8;
constexpr std::uint64_t kSmallTable = 200;

bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

/// Whether text from `at` on is a character reference.
bool is_reference(std::string_view text, std::size_t at) {
  constexpr std::size_t kMostBytes = 32;
  text = text.substr(at, kMostBytes + 1);
  const std::size_t end = text.find(';');
  if (end == std::string_view::npos || end < 3) return false;
  std::string_view name = text.substr(1, end - 1);
  if (name[0] == '#') name.remove_prefix(1);
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

struct Counts {
  std::uint64_t stars = 0, ticks = 0, lows = 0, tildes = 0, dollars = 0;
  bool links = false;
};

Counts count_marks(std::string_view text) {
  Counts counts;
  for (const char c : text) {
    counts.stars += c == '*';
    counts.ticks += c == '`';
    counts.lows += c == '_';
    counts.tildes += c == '~';
    counts.dollars += c == '$';
  }
  counts.links = text.find("](") != std::string_view::npos;
  return counts;
}

bool is_word(std::string_view text, std::size_t at) {
  if (at >= text.size()) return false;
  const auto c = static_cast<unsigned char>(text[at]);
  return is_letter(text[at]) || (c >= '0' && c <= '9') || c >= 0x80;
}

bool needs_escape(std::string_view text, std::size_t at, const Counts& counts) {
  const char next = at + 1 < text.size() ? text[at + 1] : '\0';
  switch (text[at]) {
    case '\\':
      return next != '\0' &&
             std::string_view("\\`*_{}[]()#+-.!|<>~$^\"'&=:").find(next) != std::string_view::npos;
    case '|':
      return true;
    case '<':
      return is_letter(next) || next == '/' || next == '!' || next == '?';
    case '&':
      return is_reference(text, at);
    case '*':
      return counts.stars > 1;
    case '`':
      return counts.ticks > 1;
    case '~':
      return counts.tildes > 1 && next == '~';
    case '_':
      // Inside of a word it is no markup.
      return counts.lows > 1 && !(at > 0 && is_word(text, at - 1) && is_word(text, at + 1));
    case '[':
      return counts.links || begins_mark(text.substr(at));
    case '{':
    case '(':
      return begins_mark(text.substr(at));
    default:
      return false;
  }
}

/// What may need an escape, or another character in its place.
constexpr std::array<bool, 256> special_bytes() {
  std::array<bool, 256> special{};
  for (std::size_t i = 0; i < 0x20; ++i) special[i] = true;
  for (const char c : {'\x7F', '\\', '|', '<', '&', '*', '`', '~', '_', '[', '{', '('})
    special[static_cast<unsigned char>(c)] = true;
  return special;
}

bool is_ascii(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::uint64_t bits = 0;
  for (; text.size() >= sizeof bits; text.remove_prefix(sizeof bits)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), sizeof word);
    bits |= word;
  }
  for (const char c : text) bits |= static_cast<unsigned char>(c);
  return (bits & kHighBits) == 0;
}

}  // namespace

void ShownRow::add(std::uint32_t column, std::string_view text) {
  const std::size_t from = texts.size();
  if (text.size() <= kMaxBytes - std::min(from, kMaxBytes)) {
    texts += text;
    end_cell(column, from);
  } else {
    add_lost(column, text.size());
  }
}

void ShownRow::end_cell(std::uint32_t column, std::size_t from) {
  const std::size_t size = texts.size() - from;
  if (size == 0) return;
  if (texts.size() > kMaxBytes) {
    texts.resize(from);
    return add_lost(column, size);
  }
  cells.push_back({column, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(size)});
  if (cells.size() >= most_held) drop_repeated();
}

void ShownRow::add_lost(std::uint32_t column, std::size_t size) {
  const std::size_t from = texts.size();
  append_to(texts, {"(not shown: {more byte}, the row has too many)", size});
  cells.push_back(
      {column, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(texts.size() - from)});
  if (cells.size() >= most_held) drop_repeated();
}

void ShownRow::sort() {
  const auto by_column = [](const ShownCell& a, const ShownCell& b) { return a.column < b.column; };
  if (!std::is_sorted(cells.begin(), cells.end(), by_column))
    std::stable_sort(cells.begin(), cells.end(), by_column);
}

void ShownRow::keep_last_of_each() {
  sort();
  const auto same = [](const ShownCell& a, const ShownCell& b) { return a.column == b.column; };
  if (std::adjacent_find(cells.begin(), cells.end(), same) == cells.end()) return;
  const auto kept = std::unique(cells.rbegin(), cells.rend(), same);
  const std::vector<ShownCell> last(kept.base(), cells.end());
  const std::string all = std::move(texts);
  cells.clear();
  texts.clear();
  for (const ShownCell& cell : last)
    add(cell.column, std::string_view(all).substr(cell.from, cell.size));
}

void ShownRow::drop_repeated() {
  most_held = 2 * cells.size();
  keep_last_of_each();
  most_held = std::max(kUsuallyHeld, 2 * cells.size());
}

void ShownRow::start(std::uint32_t number, bool hidden) {
  row = number;
  is_hidden = hidden;
  cells.clear();
  texts.clear();
  most_held = kUsuallyHeld;
}

TextCost cost_of(std::string_view text) {
  if (is_ascii(text)) return {text.size(), text.size()};
  return {utf8_length(text), estimate_token_quarters(text)};
}

bool is_plain_text(std::string_view text) {
  static constexpr std::array<bool, 256> kSpecial = special_bytes();
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return kSpecial[static_cast<unsigned char>(c)]; });
}

std::string escape_cell(std::string_view text) {
  std::string out;
  append_escaped_cell(text, out);
  return out;
}

void append_escaped_cell(std::string_view text, std::string& out) {
  if (is_plain_text(text)) {
    out += text;
    return;
  }
  const Counts counts = count_marks(text);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n' || c == '\r') {
      if (c == '\r' && at + 1 < text.size() && text[at + 1] == '\n') ++at;
      out += "<br>";
    } else if (c == '\t') {
      out += ' ';
    } else if (byte < 0x20 || byte == 0x7F) {
      // The pictures of the control characters.
      append_utf8(byte == 0x7F ? 0x2421 : 0x2400 + byte, out);
    } else {
      if (needs_escape(text, at, counts)) out += '\\';
      out += c;
    }
  }
}

std::string escape_line(std::string_view text) {
  std::string line = escape_cell(text);
  escape_own_line(line);
  return line;
}

bool CellsTable::is_sparse(std::uint64_t rows, std::uint64_t columns, std::uint64_t cells) {
  return rows * columns > kSmallTable && rows * columns > cells * kSparse;
}

TextCost CellsTable::cost_with(const ShownRow& row, const TextCost& texts) const {
  TextCost cost = texts_;
  cost.chars += texts.chars;
  cost.token_quarters += texts.token_quarters;
  std::uint64_t columns = column_count_;
  for (const ShownCell& cell : row.cells) columns += has_column(cell.column) ? 0u : 1u;
  const std::uint64_t rows = rows_.size() + 1;
  const std::uint64_t cells = cells_ + row.cells.size();
  // A later row may turn the list into a table again, and that is never dearer by much.
  const std::uint64_t frame =
      is_sparse(rows, columns, cells)
          ? cells * kListChars
          : columns * kColumnChars + rows * (kRowChars + columns * kEmptyCellChars) + cells;
  cost.chars += frame;
  cost.token_quarters += frame;
  return cost;
}

void CellsTable::add(const ShownRow& row, const TextCost& texts) {
  if (row.cells.empty()) return;
  const std::uint32_t first = row.cells.front().column;
  const std::uint32_t last = row.cells.back().column;
  if (rows_.empty()) {
    used_ = {{row.row, first}, {row.row, last}};
  } else {
    used_.last.row = std::max(used_.last.row, row.row);
    used_.first.column = std::min(used_.first.column, first);
    used_.last.column = std::max(used_.last.column, last);
  }
  for (const ShownCell& cell : row.cells) {
    if (has_column(cell.column)) continue;
    if (cell.column >= has_column_.size()) has_column_.resize(cell.column + 1);
    has_column_[cell.column] = true;
    ++column_count_;
  }
  texts_.chars += texts.chars;
  texts_.token_quarters += texts.token_quarters;
  cells_ += row.cells.size();
  hidden_rows_ += row.is_hidden ? 1 : 0;
  // As much memory as it takes, where the row that is read has room for others.
  rows_.push_back({row.row, row.is_hidden, row.cells, row.texts});
}

/// By column, as far as the table has them.
std::vector<bool> CellsTable::hidden_columns() const {
  std::vector<std::int32_t> begun(has_column_.size() + 1);
  const auto place = [&](std::uint32_t column) {
    return std::min<std::size_t>(column, has_column_.size());
  };
  for (const CellArea& area : hidden_columns_) {
    if (area.last.column < area.first.column) continue;
    ++begun[place(area.first.column)];
    --begun[place(area.last.column + 1)];
  }
  std::vector<bool> hidden(has_column_.size());
  std::int32_t open = 0;
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    open += begun[i];
    hidden[i] = open > 0;
  }
  return hidden;
}

void CellsTable::write(std::string& out) const {
  if (rows_.empty()) return;
  is_sparse() ? write_list(out) : write_table(out);
}

void CellsTable::write_table(std::string& out) const {
  const std::vector<bool> hidden = hidden_columns();
  std::vector<std::uint32_t> columns;
  for (std::uint32_t column = 0; column < has_column_.size(); ++column) {
    if (has_column_[column]) columns.push_back(column);
  }
  std::size_t bytes = rows_.size() * (columns.size() * kCellFrameBytes + kRowChars);
  for (const ShownRow& row : rows_) bytes += row.texts.size();
  out.reserve(out.size() + bytes);
  out += "| |";
  for (const std::uint32_t column : columns) {
    append_to(out, {" {}{} |", column_name(column), hidden[column] ? " (hidden)" : ""});
  }
  out += "\n|---|";
  for (std::size_t i = 0; i < columns.size(); ++i) out += "---|";
  out += '\n';
  for (const ShownRow& row : rows_) {
    append_to(out, {"| {}{} |", row.row, row.is_hidden ? " (hidden)" : ""});
    std::size_t at = 0;
    for (const std::uint32_t column : columns) {
      if (at < row.cells.size() && row.cells[at].column == column) {
        out += ' ';
        out += row.text(row.cells[at++]);
      }
      out += " |";
    }
    out += '\n';
  }
}

void CellsTable::write_list(std::string& out) const {
  const std::vector<bool> hidden = hidden_columns();
  for (const ShownRow& row : rows_) {
    for (const ShownCell& cell : row.cells) {
      append_to(out, {"- {}{}: {}\n", address_text({row.row, cell.column}),
                      row.is_hidden || hidden[cell.column] ? " (hidden)" : "", row.text(cell)});
    }
  }
}

}  // namespace lectern
