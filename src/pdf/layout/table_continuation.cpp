// Tables that go on over pages.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "pdf/layout/table.h"
#include "pdf/layout/table_frame.h"
#include "pdf/layout/table_markdown.h"

namespace lectern {
namespace {

constexpr std::size_t kMostLinesBeside = 3;
constexpr float kSameWidth = 0.1f;  // of the wider table

struct ColumnSpan {
  float left = 1e9f;
  float right = -1e9f;
};

WordDirection direction_of(const PageContent& page, const PageTable& table) {
  return table.cells.empty() || table.cells[0].words.empty()
             ? WordDirection::kRight
             : page.words[table.cells[0].words[0]].direction;
}

/// Where the words of each column stand; a column without any keeps an empty span.
std::vector<ColumnSpan> column_spans(const PageContent& page, const PageTable& table,
                                     WordDirection direction) {
  std::vector<ColumnSpan> spans(table.columns);
  for (const TableCell& cell : table.cells) {
    if (cell.column_span > 1) continue;
    for (const std::uint32_t i : cell.words) {
      const PageBox box = box_in_frame(page.words[i].box, page, direction);
      ColumnSpan& span = spans[cell.column];
      span.left = std::min(span.left, box.left);
      span.right = std::max(span.right, box.right);
    }
  }
  return spans;
}

bool have_same_columns(const std::vector<ColumnSpan>& one, const std::vector<ColumnSpan>& other) {
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i].left > one[i].right || other[i].left > other[i].right) continue;
    if (std::min(one[i].right, other[i].right) < std::max(one[i].left, other[i].left)) return false;
  }
  return true;
}

/// Lines beyond one of a table's ends.
std::size_t lines_beyond(const PageContent& page, const PageTable& table, WordDirection direction,
                         bool above) {
  const PageBox box = box_in_frame(table.box, page, direction);
  const TableFrame frame = make_frame(page, direction, std::vector<bool>(page.words.size()));
  return static_cast<std::size_t>(std::count_if(
      frame.lines.begin(), frame.lines.end(),
      [&](const TextLine& line) { return above ? line.base <= box.top : line.top >= box.bottom; }));
}

std::uint32_t repeated_rows(const PageContent& page_before, const PageTable& before,
                            const PageContent& page, const PageTable& table) {
  const std::uint32_t most = std::min(before.header_rows, table.rows);
  for (std::uint32_t rows = most; rows > 0; --rows) {
    const auto text = [rows](const PageContent& content, const PageTable& of) {
      std::string all;
      for (const TableCell& cell : of.cells) {
        if (cell.row >= rows) continue;
        all += std::to_string(cell.row) + ',' + std::to_string(cell.column) + ':' +
               table_cell_text(content, cell) + '\n';
      }
      return all;
    };
    if (text(page_before, before) == text(page, table)) return rows;
  }
  return 0;
}

}  // namespace

void drop_rows(PageTable& table, std::uint32_t rows) {
  std::erase_if(table.cells, [rows](const TableCell& cell) { return cell.row < rows; });
  for (TableCell& cell : table.cells) cell.row -= rows;
  table.rows -= rows;
  table.header_rows -= std::min(table.header_rows, rows);
}

TableContinuation table_continuation(const PageContent& page_before, const PageTable& before,
                                     const PageContent& page, const PageTable& table) {
  TableContinuation result;
  if (before.columns != table.columns || before.columns < 2) return result;
  const WordDirection direction = direction_of(page_before, before);
  if (direction != direction_of(page, table)) return result;
  const PageBox one = box_in_frame(before.box, page_before, direction);
  const PageBox other = box_in_frame(table.box, page, direction);
  const float width = std::max(one.right - one.left, other.right - other.left);
  if (std::abs((one.right - one.left) - (other.right - other.left)) > kSameWidth * width)
    return result;
  if (!have_same_columns(column_spans(page_before, before, direction),
                         column_spans(page, table, direction)))
    return result;
  if (lines_beyond(page_before, before, direction, false) > kMostLinesBeside ||
      lines_beyond(page, table, direction, true) > kMostLinesBeside) {
    return result;
  }
  result.continues = true;
  result.repeated_rows = repeated_rows(page_before, before, page, table);
  return result;
}

}  // namespace lectern
