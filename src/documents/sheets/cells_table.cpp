#include "documents/sheets/cells_table.h"

#include <algorithm>
#include <array>

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
/// An empty cell is "| ".
constexpr std::uint64_t kEmptyCellChars = 2;
/// A table with this many empty places for one that shows something is a list instead.
constexpr std::uint64_t kSparse = 8;
constexpr std::uint64_t kSmallTable = 200;

bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

/// Whether text from `at` on is a character reference.
bool is_reference(std::string_view text, std::size_t at) {
  const std::size_t end = text.find(';', at);
  if (end == std::string_view::npos || end - at < 3 || end - at > 32) return false;
  std::string_view name = text.substr(at + 1, end - at - 1);
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

}  // namespace

void ShownRow::add(std::uint32_t column, std::string text) {
  if (bytes + text.size() > kMaxBytes) {
    text = compose({"(not shown: {more byte}, the row has too many)", text.size()});
  }
  bytes += text.size();
  cells.push_back({column, std::move(text)});
}

TextCost cost_of(std::string_view text) {
  return {utf8_length(text), estimate_token_quarters(text)};
}

std::string escape_cell(std::string_view text) {
  const Counts counts = count_marks(text);
  std::string out;
  out.reserve(text.size());
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
  return out;
}

std::string escape_line(std::string_view text) {
  std::string line = escape_cell(text);
  escape_own_line(line);
  return line;
}

bool CellsTable::is_sparse(std::uint64_t rows, std::uint64_t columns, std::uint64_t cells) {
  return rows * columns > kSmallTable && rows * columns > cells * kSparse;
}

TextCost CellsTable::cost_with(const ShownRow& row) const {
  TextCost cost = texts_;
  std::uint64_t columns = columns_.size();
  for (const ShownCell& cell : row.cells) {
    const TextCost more = cost_of(cell.text);
    cost.chars += more.chars;
    cost.token_quarters += more.token_quarters;
    columns += columns_.count(cell.column) == 0 ? 1u : 0u;
  }
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

void CellsTable::add(ShownRow row) {
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
    columns_.insert(cell.column);
    const TextCost more = cost_of(cell.text);
    texts_.chars += more.chars;
    texts_.token_quarters += more.token_quarters;
  }
  cells_ += row.cells.size();
  hidden_rows_ += row.is_hidden ? 1 : 0;
  rows_.push_back(std::move(row));
}

bool CellsTable::is_hidden(std::uint32_t column) const {
  return std::any_of(hidden_columns_.begin(), hidden_columns_.end(),
                     [&](const CellArea& area) { return area.has_column(column); });
}

std::string CellsTable::write() const {
  if (rows_.empty()) return {};
  return is_sparse() ? write_list() : write_table();
}

std::string CellsTable::write_table() const {
  std::string out = "| |";
  for (const std::uint32_t column : columns_) {
    append_to(out, {" {}{} |", column_name(column), is_hidden(column) ? " (hidden)" : ""});
  }
  out += "\n|---|";
  for (std::size_t i = 0; i < columns_.size(); ++i) out += "---|";
  out += '\n';
  for (const ShownRow& row : rows_) {
    append_to(out, {"| {}{} |", row.row, row.is_hidden ? " (hidden)" : ""});
    std::size_t at = 0;
    for (const std::uint32_t column : columns_) {
      if (at < row.cells.size() && row.cells[at].column == column) {
        append_to(out, {" {} |", row.cells[at++].text});
      } else {
        out += " |";
      }
    }
    out += '\n';
  }
  return out;
}

std::string CellsTable::write_list() const {
  std::string out;
  for (const ShownRow& row : rows_) {
    for (const ShownCell& cell : row.cells) {
      append_to(out, {"- {}{}: {}\n", address_text({row.row, cell.column}),
                      row.is_hidden || is_hidden(cell.column) ? " (hidden)" : "", cell.text});
    }
  }
  return out;
}

}  // namespace lectern
