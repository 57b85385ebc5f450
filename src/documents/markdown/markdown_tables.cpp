#include <algorithm>
#include <utility>

#include "base/message.h"
#include "documents/markdown/escape.h"
#include "documents/markdown/markdown_writer.h"

namespace lectern {
namespace {

/// Rows that are looked at before a table is written.
constexpr std::size_t kHeldRows = 500;
constexpr std::size_t kHeldBytes = std::size_t{256} << 10;
/// More columns than Markdown is read with.
constexpr std::uint32_t kMaxColumns = 4'096;

/// True when two cells or more have text and all of it is bold.
bool is_bold_row(const std::vector<std::string>& row) {
  std::size_t filled = 0;
  for (std::string_view cell : row) {
    if (cell.starts_with(kLineMark)) cell.remove_prefix(1);
    if (cell.empty()) continue;
    ++filled;
    if (cell.size() < 5 || !cell.starts_with("**") || !cell.ends_with("**")) return false;
  }
  return filled >= 2;
}

void replace_marks(std::string_view cell, std::string_view by, std::string& out) {
  for (const char c : cell) {
    if (c == kBlockMark) {
      out += by;
    } else if (c != kLineMark) {
      out += c;
    }
  }
}

}  // namespace

void MarkdownWriter::begin_table(std::uint32_t header_rows) {
  end_block();
  Table table;
  table.header_rows = header_rows;
  table.is_html = is_cell();
  if (table.is_html) table.html = "<table>";
  indents_.clear();
  tables_.push_back(std::move(table));
}

void MarkdownWriter::set_header_rows(std::uint32_t header_rows) {
  if (in_table()) tables_.back().header_rows = header_rows;
}

void MarkdownWriter::infer_header() {
  if (in_table()) tables_.back().infers_header = true;
}

void MarkdownWriter::begin_row() {
  if (!in_table()) return;
  Table& table = tables_.back();
  if (table.is_html) {
    table.html += "<tr>";
  } else {
    table.rows.emplace_back();
  }
}

void MarkdownWriter::begin_cell(std::uint32_t columns) {
  if (!in_table()) return;
  tables_.back().cell.clear();
  tables_.back().covered = std::clamp(columns, 1U, kMaxColumns);
}

void MarkdownWriter::add_to_cell(std::string_view text) {
  std::string& cell = tables_.back().cell;
  if (!cell.empty()) cell += kBlockMark;
  for (const char c : text) {
    if (c != '\n') {
      cell += c == '\t' ? ' ' : c;
    } else if (!cell.ends_with(kBlockMark)) {
      cell += kBlockMark;
    }
  }
}

void MarkdownWriter::end_cell() {
  if (!in_table()) return;
  end_block();
  Table& table = tables_.back();
  if (table.is_html) {
    table.html += table.covered > 1 ? compose({"<td colspan=\"{}\">", table.covered}) : "<td>";
    replace_marks(table.cell, "<br>", table.html);
    table.html += "</td>";
    return;
  }
  if (table.rows.empty()) table.rows.emplace_back();
  std::vector<std::string>& row = table.rows.back();
  table.held_bytes += table.cell.size();
  row.push_back(std::exchange(table.cell, {}));
  for (std::uint32_t i = 1; i < table.covered && row.size() < kMaxColumns; ++i) {
    if (room_->empty_cells == 0) return;
    --room_->empty_cells;
    row.emplace_back();
  }
}

void MarkdownWriter::covered_cell() {
  if (room_->empty_cells == 0) return;
  --room_->empty_cells;
  begin_cell();
  end_cell();
}

void MarkdownWriter::cover_cell(std::size_t column) {
  if (!in_table() || tables_.back().rows.empty()) return;
  std::vector<std::string>& row = tables_.back().rows.back();
  if (column < row.size()) row[column].clear();
}

void MarkdownWriter::end_row() {
  if (!in_table()) return;
  Table& table = tables_.back();
  if (table.is_html) {
    table.html += "</tr>";
  } else if (table.is_open || table.rows.size() >= kHeldRows || table.held_bytes >= kHeldBytes) {
    flush_rows(table);
  }
}

void MarkdownWriter::write_row(const std::vector<std::string>& cells, std::uint32_t columns) {
  const auto size = static_cast<std::uint32_t>(cells.size());
  std::uint32_t width = size;
  if (columns > size && columns - size <= room_->empty_cells) {
    room_->empty_cells -= columns - size;
    width = columns;
  }
  std::string line = "|";
  for (std::uint32_t i = 0; i < width; ++i) {
    line += ' ';
    if (i < cells.size() && !cells[i].empty()) {
      replace_marks(cells[i], "<br>", line);
      line += ' ';
    }
    line += '|';
  }
  write_block(line, true);
}

void MarkdownWriter::flush_rows(Table& table) {
  if (!table.is_open) {
    for (const auto& row : table.rows)
      table.columns = std::max(table.columns, static_cast<std::uint32_t>(row.size()));
    if (table.columns == 0) return table.rows.clear();
    if (table.infers_header && table.header_rows == 0 && table.rows.size() > 1 &&
        is_bold_row(table.rows[0]) && !is_bold_row(table.rows[1]))
      table.header_rows = 1;
    if (wrote_any_) sink_.append("\n");
    table.is_open = true;
    std::size_t first = 0;
    if (table.header_rows > 0) {
      write_row(table.rows.front(), table.columns);
      first = 1;
    } else {
      write_row({}, table.columns);
    }
    std::string line = "|";
    for (std::uint32_t i = 0; i < table.columns; ++i) line += "---|";
    write_block(line, true);
    table.rows.erase(table.rows.begin(), table.rows.begin() + static_cast<std::ptrdiff_t>(first));
  }
  for (const auto& row : table.rows) write_row(row, table.columns);
  table.rows.clear();
  table.held_bytes = 0;
}

/// A table of one column serves the layout only.
void MarkdownWriter::write_as_text(Table& table) {
  for (const auto& row : table.rows) {
    for (const std::string_view cell : row) {
      if (cell.empty()) continue;
      std::string text;
      for (std::size_t at = 0; at <= cell.size();) {
        const std::size_t end = std::min(cell.find(kBlockMark, at), cell.size());
        std::string line(cell.substr(at, end - at));
        if (line.starts_with(kLineMark)) {
          line.erase(0, 1);
          escape_line_start(line);
        }
        if (at > 0) text += '\n';
        text += line;
        at = end + 1;
      }
      write_block(text);
    }
  }
}

void MarkdownWriter::end_table() {
  if (!in_table()) return;
  end_block();
  Table table = std::move(tables_.back());
  tables_.pop_back();
  if (table.is_html) {
    table.html += "</table>";
    return in_table() ? add_to_cell(table.html) : write_block(table.html);
  }
  const bool has_columns = std::any_of(table.rows.begin(), table.rows.end(),
                                       [](const auto& row) { return row.size() > 1; });
  if (!table.is_open && !has_columns) return write_as_text(table);
  flush_rows(table);
}

}  // namespace lectern
