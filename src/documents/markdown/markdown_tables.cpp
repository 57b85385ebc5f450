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
/// What a cell may hold, or a table in one.
constexpr std::size_t kMaxCellBytes = std::size_t{16} << 20;
constexpr std::string_view kRestOfCell = "[The rest is left out: it is larger than 16 MiB]";

/// Each table in a cell is copied into the one around it: tables that nest deeper are their text.
constexpr std::size_t kMaxTableNesting = 16;

/// A line of a cell that the writer has written as a heading: text of a document has a kLineMark or
/// a backslash before its "<".
bool is_heading_line(std::string_view line) { return line.starts_with("<h"); }
unsigned heading_level(std::string_view line) { return static_cast<unsigned>(line[2] - '0'); }
std::string_view heading_text(std::string_view line) { return line.substr(4, line.size() - 9); }

/// Calls `use` with each line of a cell and whether it is the first.
template <typename Use>
void each_line(std::string_view cell, const Use& use) {
  for (std::size_t at = 0; at <= cell.size();) {
    const std::size_t end = std::min(cell.find(kBlockMark, at), cell.size());
    use(cell.substr(at, end - at), at == 0);
    at = end + 1;
  }
}

/// True when two cells or more have text and all of it is bold or a heading.
bool is_bold_row(const std::vector<std::string>& row) {
  std::size_t filled = 0;
  for (std::string_view cell : row) {
    if (cell.empty()) continue;
    ++filled;
    if (is_heading_line(cell) && cell.find(kBlockMark) == cell.npos) continue;
    if (cell.starts_with(kLineMark)) cell.remove_prefix(1);
    if (cell.size() < 5 || !cell.starts_with("**") || !cell.ends_with("**")) return false;
  }
  return filled >= 2;
}

void replace_marks(std::string_view cell, std::string_view by, std::string& out) {
  std::size_t done = 0;
  for (std::size_t at = 0; at < cell.size(); ++at) {
    if (cell[at] != kBlockMark && cell[at] != kLineMark) continue;
    out += cell.substr(done, at - done);
    if (cell[at] == kBlockMark) out += by;
    done = at + 1;
  }
  out += cell.substr(done);
}

}  // namespace

void MarkdownWriter::begin_table(std::uint32_t header_rows) {
  end_block();
  if (tables_.size() == kMaxTableNesting) {
    ++tables_as_text_;
    return;
  }
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
  if (!in_table() || tables_as_text_ > 0) return;
  Table& table = tables_.back();
  if (table.is_html) {
    if (table.html.size() <= kMaxCellBytes) table.html += "<tr>";
  } else {
    table.rows.emplace_back();
  }
}

void MarkdownWriter::begin_cell(std::uint32_t columns) {
  if (!in_table() || tables_as_text_ > 0) return;
  tables_.back().cell.clear();
  tables_.back().covered = std::clamp(columns, 1U, kMaxColumns);
}

void MarkdownWriter::add_to_cell(std::string_view text) {
  std::string& cell = tables_.back().cell;
  if (cell.size() > kMaxCellBytes) {
    if (!cell.ends_with(kRestOfCell)) (cell += kBlockMark) += kRestOfCell;
    return;
  }
  if (!cell.empty()) cell += kBlockMark;
  for (;;) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::size_t start = cell.size();
    cell += text.substr(0, end);
    std::replace(cell.begin() + static_cast<std::ptrdiff_t>(start), cell.end(), '\t', ' ');
    if (end == text.size()) return;
    if (!cell.ends_with(kBlockMark)) cell += kBlockMark;
    text.remove_prefix(end + 1);
  }
}

void MarkdownWriter::end_cell() {
  if (!in_table()) return;
  end_block();
  if (tables_as_text_ > 0) return;
  Table& table = tables_.back();
  if (table.is_html && table.html.size() > kMaxCellBytes) {
    if (!table.html.ends_with(kRestOfCell)) (table.html += "<td>") += kRestOfCell;
    return;
  }
  if (table.is_html) {
    table.html += table.covered > 1 ? compose({"<td colspan=\"{}\">", table.covered}) : "<td>";
    replace_marks(table.cell, "<br>", table.html);
    table.html += "</td>";
    return;
  }
  if (table.rows.empty()) table.rows.emplace_back();
  std::vector<std::string>& row = table.rows.back();
  if (table.held_bytes > kMaxCellBytes && !table.cell.empty()) table.cell = kRestOfCell;
  table.held_bytes += table.cell.size();
  if (row.size() < kMaxColumns) {
    row.push_back(std::exchange(table.cell, {}));
  } else if (!table.cell.empty()) {
    (row.back() += kBlockMark) += std::exchange(table.cell, {});
  }
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
  if (!in_table() || tables_as_text_ > 0) return;
  Table& table = tables_.back();
  if (table.is_html) {
    if (table.html.size() <= kMaxCellBytes) table.html += "</tr>";
  } else if (table.is_open || table.rows.size() >= kHeldRows || table.held_bytes >= kHeldBytes) {
    flush_rows(table);
  }
}

void MarkdownWriter::drop_row() {
  if (in_table() && !tables_.back().rows.empty()) tables_.back().rows.pop_back();
}

/// A header shows the text of headings alone: its cells are set off already.
void MarkdownWriter::write_row(const std::vector<std::string>& cells, std::uint32_t columns,
                               bool is_header) {
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
      each_line(cells[i], [&](std::string_view text, bool is_first) {
        if (!is_first) line += "<br>";
        if (is_heading_line(text)) {
          if (is_header) {
            text = heading_text(text);
          } else {
            sink_.heading(heading_level(text), heading_text(text));
          }
        }
        replace_marks(text, "", line);
      });
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
      write_row(table.rows.front(), table.columns, true);
      first = 1;
    } else {
      write_row({}, table.columns, true);
    }
    std::string line = "|";
    for (std::uint32_t i = 0; i < table.columns; ++i) line += "---|";
    write_block(line, true);
    table.rows.erase(table.rows.begin(), table.rows.begin() + static_cast<std::ptrdiff_t>(first));
  }
  for (const auto& row : table.rows) write_row(row, table.columns, false);
  table.rows.clear();
  table.held_bytes = 0;
}

/// A table of one column serves the layout only.
void MarkdownWriter::write_as_text(Table& table) {
  for (const auto& row : table.rows) {
    for (const std::string_view cell : row) {
      if (cell.empty()) continue;
      std::string text;
      each_line(cell, [&](std::string_view line, bool /*is_first*/) {
        if (is_heading_line(line)) {
          if (!text.empty()) write_block(std::exchange(text, {}));
          return write_heading(heading_level(line), std::string(heading_text(line)));
        }
        if (!text.empty()) text += '\n';
        const std::size_t start = text.size();
        const bool is_own = !line.starts_with(kLineMark);
        text += line.substr(is_own ? 0 : 1);
        if (!is_own) escape_line_start(text, start);
      });
      if (!text.empty()) write_block(text);
    }
  }
}

void MarkdownWriter::end_table() {
  if (!in_table()) return;
  end_block();
  if (tables_as_text_ > 0) {
    --tables_as_text_;
    return;
  }
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
