#include "pdf/layout/table_cells.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pdf/layout/table_rows.h"

namespace lectern {
namespace {

constexpr float kFineGap = 0.5f;   // of the font size
constexpr float kTallRule = 0.5f;  // of the region's height: separates columns wherever it stands
constexpr std::uint32_t kMaxColumns = 200;
constexpr std::size_t kLongCell = 12;
constexpr std::size_t kMaxLineWords = 1000;
constexpr std::size_t kMaxRegionRules = 2000;
constexpr std::size_t kMaxPlaces = 1'000'000;

std::uint32_t column_at(const std::vector<ColumnGap>& gaps, float x) {
  const auto next =
      std::upper_bound(gaps.begin(), gaps.end(), x,
                       [](float at, const ColumnGap& gap) { return at < gap.middle(); });
  return static_cast<std::uint32_t>(next - gaps.begin());
}

/// Columns of nothing but the sign of a currency go to the next, those of a percentage to the one
/// before.
void drop_sign_columns(const TableFrame& frame, const std::vector<ChunkLine>& lines,
                       std::vector<ColumnGap>& gaps) {
  struct Column {
    std::size_t words = 0;
    std::size_t currencies = 0;
    std::size_t percents = 0;
  };
  std::vector<Column> columns(gaps.size() + 1);
  for (const ChunkLine& line : lines) {
    for (const TableChunk& chunk : line.chunks) {
      const std::uint32_t first = column_at(gaps, chunk.left);
      if (first != column_at(gaps, chunk.right)) continue;
      Column& column = columns[first];
      for (const std::uint32_t i : chunk.words) {
        ++column.words;
        column.currencies += frame.words[i].currency ? 1 : 0;
        column.percents += frame.words[i].percent ? 1 : 0;
      }
    }
  }
  std::vector<ColumnGap> kept;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const bool before = columns[i].words > 0 && columns[i].currencies == columns[i].words;
    const bool after = columns[i + 1].words > 0 && columns[i + 1].percents == columns[i + 1].words;
    if (!before && !after) kept.push_back(gaps[i]);
  }
  gaps = std::move(kept);
}

TableChunk part_of(const TableFrame& frame, const TableChunk& chunk, std::size_t first,
                   std::size_t end) {
  TableChunk part;
  part.words.assign(chunk.words.begin() + static_cast<std::ptrdiff_t>(first),
                    chunk.words.begin() + static_cast<std::ptrdiff_t>(end));
  part.left = frame.words[part.words.front()].left;
  part.right = part.left;
  std::size_t values = 0;
  part.bold = true;
  for (const std::uint32_t i : part.words) {
    const TableWord& word = frame.words[i];
    if (!word.leader) part.right = std::max(part.right, word.right);
    values += word.is_value ? 1 : 0;
    part.bold = part.bold && word.bold;
  }
  part.is_value = values > 0 && 2 * values >= part.words.size();
  part.is_year = part.words.size() == 1 && frame.words[part.words[0]].year;
  return part;
}

/// Places a chunk, split at gaps where a value begins or ends there.
void place_chunk(const TableFrame& frame, const std::vector<ColumnGap>& gaps, TableChunk chunk,
                 std::vector<PlacedChunk>& placed) {
  for (;;) {
    const float inset = std::min(1.0f, (chunk.right - chunk.left) / 4);
    const std::uint32_t first = column_at(gaps, chunk.left + inset);
    const std::uint32_t last = column_at(gaps, chunk.right - inset);
    bool split = false;
    for (std::uint32_t gap = first; gap < last && !split; ++gap) {
      for (std::size_t i = 1; i < chunk.words.size(); ++i) {
        const TableWord& before = frame.words[chunk.words[i - 1]];
        const TableWord& after = frame.words[chunk.words[i]];
        if (before.right > gaps[gap].right + 2 || after.left < gaps[gap].left - 2 ||
            after.left - before.right < 0.1f * after.size || after.joined) {
          continue;
        }
        if (!before.is_value && !after.is_value) continue;
        TableChunk rest = part_of(frame, chunk, i, chunk.words.size());
        const TableChunk start = part_of(frame, chunk, 0, i);
        const std::uint32_t column = column_at(gaps, start.left + 0.5f);
        placed.push_back({start, std::min(column, gap), gap});
        chunk = std::move(rest);
        split = true;
        break;
      }
    }
    if (split) continue;
    // Mostly in one column: there.
    std::uint32_t only = first;
    float most = 0;
    for (std::uint32_t column = first; column <= last; ++column) {
      const float from = std::max(chunk.left, column == 0 ? chunk.left : gaps[column - 1].middle());
      const float to =
          std::min(chunk.right, column == gaps.size() ? chunk.right : gaps[column].middle());
      if (to - from > most) {
        most = to - from;
        only = column;
      }
    }
    if (most >= 0.85f * (chunk.right - chunk.left)) {
      placed.push_back({std::move(chunk), only, only});
    } else {
      placed.push_back({std::move(chunk), first, last});
    }
    return;
  }
}

}  // namespace

TableRegion make_region(const TableFrame& frame, const PageBox& box,
                        const std::vector<std::uint32_t>& words) {
  TableRegion region;
  region.box = box;
  std::vector<std::uint32_t> inside;
  for (const std::uint32_t i : words) {
    const TableWord& word = frame.words[i];
    if (word.sideways) continue;
    const float x = (word.left + word.right) / 2;
    const float y = word.base - 0.3f * word.size;
    if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) inside.push_back(i);
  }
  region.lines = make_lines(frame, std::move(inside));
  for (const RuleLine& line : frame.horizontals) {
    if (line.at >= box.top - 3 && line.at <= box.bottom + 3 && line.to > box.left &&
        line.from < box.right)
      region.horizontals.push_back(line);
  }
  for (const RuleLine& line : frame.verticals) {
    if (line.at >= box.left - 3 && line.at <= box.right + 3 && line.to > box.top &&
        line.from < box.bottom)
      region.verticals.push_back(line);
  }
  return region;
}

bool build_table(const TableFrame& frame, const TableRegion& region, BuiltTable& built) {
  if (region.lines.size() < 2 || region.horizontals.size() > kMaxRegionRules ||
      region.verticals.size() > kMaxRegionRules) {
    return false;
  }
  for (const TextLine& line : region.lines) {
    if (line.words.size() > kMaxLineWords) return false;
  }
  std::vector<ChunkLine> lines;
  for (const TextLine& line : region.lines)
    lines.push_back(split_line(frame, line, kFineGap, region.verticals));
  std::vector<RuleLine> tall;
  const float height = region.lines.back().bottom - region.lines.front().top;
  float left = region.box.right;
  float right = region.box.left;
  for (const ChunkLine& line : lines) {
    left = std::min(left, line.chunks.front().left);
    for (const TableChunk& chunk : line.chunks) right = std::max(right, chunk.right);
  }
  for (const RuleLine& line : region.verticals) {
    const float covered =
        std::min(line.to, region.box.bottom) - std::max(line.from, region.box.top);
    const bool between = line.at > left + 1 && line.at < right - 1;
    if (between && covered >= kTallRule * height && (tall.empty() || line.at - tall.back().at > 3))
      tall.push_back(line);
  }
  std::vector<ColumnGap> gaps = find_column_gaps(lines, tall);
  drop_sign_columns(frame, lines, gaps);
  if (gaps.empty() || gaps.size() >= kMaxColumns || gaps.size() * lines.size() > kMaxPlaces)
    return false;
  std::vector<PlacedLine> placed;
  for (ChunkLine& line : lines) {
    PlacedLine to{line.base, line.top, line.bottom, line.size, {}};
    for (TableChunk& chunk : line.chunks) place_chunk(frame, gaps, std::move(chunk), to.chunks);
    placed.push_back(std::move(to));
  }
  const auto columns = static_cast<std::uint32_t>(gaps.size() + 1);
  TableRows rows = make_rows(frame, placed, columns, region.horizontals, left, right);
  if (rows.rows < 2) return false;
  PageTable& table = built.table;
  table.rows = rows.rows;
  table.columns = columns;
  table.header_rows = rows.header_rows;
  table.cells = std::move(rows.cells);
  table.box = {left, region.lines.front().top, right, region.lines.back().bottom};
  std::vector<std::uint32_t> cells_of_row(table.rows);
  std::vector<bool> values_of_row(table.rows);
  std::uint32_t places = 0;
  for (const TableCell& cell : table.cells) {
    ++cells_of_row[cell.row];
    places += cell.row_span * cell.column_span;
    if (cell.words.size() > kLongCell) ++built.long_cells;
    if (cell.column == 0 || cell.row < table.header_rows) continue;
    std::size_t values = 0;
    for (const std::uint32_t i : cell.words) values += frame.words[i].is_value ? 1 : 0;
    if (2 * values >= cell.words.size()) {
      ++built.value_cells;
      values_of_row[cell.row] = true;
    } else {
      ++built.other_cells;
    }
  }
  for (std::uint32_t row = 0; row < table.rows; ++row) {
    built.full_rows += cells_of_row[row] >= 2 ? 1 : 0;
    built.value_rows += values_of_row[row] ? 1 : 0;
  }
  built.filled = static_cast<float>(places) / static_cast<float>(table.rows * columns);
  for (const ColumnGap& gap : gaps) built.gaps.push_back(gap.middle());
  return true;
}

}  // namespace lectern
