// What makes a run of lines a table. With two rules as wide as the run or more, two columns and two
// rows that are no running text are enough. Without them, values must show it: three columns and
// two rows with values, or two columns and three rows of which most have one. Tables of text alone
// need three columns, most of their places filled, with a bold heading over each or short cells.
// Items of a list, lines of a table of contents and code are no tables.
#include "pdf/layout/table_accept.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lectern {
namespace {

PageBox box_of(const TableFrame& frame, const std::vector<TextLine>& lines) {
  PageBox box{frame.width, lines.front().top, 0, lines.back().bottom};
  for (const TextLine& line : lines) {
    box.top = std::min(box.top, line.top);
    box.bottom = std::max(box.bottom, line.bottom);
    for (const std::uint32_t i : line.words) {
      box.left = std::min(box.left, frame.words[i].left);
      box.right = std::max(box.right, frame.words[i].right);
    }
  }
  return box;
}

struct Share {
  std::size_t count = 0;
  std::size_t of = 0;
};

Share leaders(const TableFrame& frame, const TableRun& run) {
  Share share;
  for (const TextLine& line : run.lines) {
    ++share.of;
    share.count += std::any_of(line.words.begin(), line.words.end(),
                               [&frame](std::uint32_t i) { return frame.words[i].leader; })
                       ? 1
                       : 0;
  }
  return share;
}

Share markers(const TableFrame& frame, const BuiltTable& built) {
  Share share;
  for (const TableCell& cell : built.table.cells) {
    if (cell.column != 0) continue;
    ++share.of;
    share.count += cell.words.size() == 1 && frame.words[cell.words[0]].marker ? 1 : 0;
  }
  return share;
}

Share monospace(const TableFrame& frame, const TableRun& run) {
  Share share;
  for (const TextLine& line : run.lines) {
    for (const std::uint32_t i : line.words) {
      ++share.of;
      share.count += frame.words[i].monospace ? 1 : 0;
    }
  }
  return share;
}

/// Whether a word of one line stands above one of the other.
bool words_overlap(const TableFrame& frame, const TextLine& upper, const TextLine& lower) {
  std::size_t a = 0;
  std::size_t b = 0;
  while (a < upper.words.size() && b < lower.words.size()) {
    const TableWord& one = frame.words[upper.words[a]];
    const TableWord& other = frame.words[lower.words[b]];
    if (std::min(one.right, other.right) - std::max(one.left, other.left) > 1) return true;
    if (one.right < other.right) {
      ++a;
    } else {
      ++b;
    }
  }
  return false;
}

/// Whether lines overlap, or have signs of mathematics, as the parts of a formula do.
bool is_formula(const TableFrame& frame, const TableRun& run) {
  std::size_t close = 0;
  std::size_t with_sign = 0;
  for (std::size_t i = 0; i < run.lines.size(); ++i) {
    const TextLine& line = run.lines[i];
    if (i > 0 &&
        line.base - run.lines[i - 1].base < 0.75f * std::max(line.size, run.lines[i - 1].size) &&
        words_overlap(frame, run.lines[i - 1], line)) {
      ++close;
    }
    with_sign += std::any_of(line.words.begin(), line.words.end(),
                             [&frame](std::uint32_t k) { return frame.words[k].symbol; })
                     ? 1
                     : 0;
  }
  return 4 * with_sign >= run.lines.size() || 3 * close >= run.lines.size();
}

/// Whether lines of raised or lowered words stand between the others: names with the numbers of
/// their notes.
bool has_raised_lines(const TableRun& run) {
  constexpr float kSmall = 0.8f;
  constexpr float kNear = 0.6f;
  const auto is_raised = [](const TextLine& line, const TextLine& other) {
    return line.size <= kSmall * other.size &&
           std::fabs(line.base - other.base) < kNear * other.size;
  };
  std::size_t raised = 0;
  for (std::size_t i = 0; i < run.lines.size(); ++i) {
    const TextLine& line = run.lines[i];
    if ((i > 0 && is_raised(line, run.lines[i - 1])) ||
        (i + 1 < run.lines.size() && is_raised(line, run.lines[i + 1])))
      ++raised;
  }
  return 3 * raised >= run.lines.size();
}

/// Whether the last column is whole numbers that never fall, as page numbers do.
bool counts_up(const PageContent& page, const TableFrame& frame, const BuiltTable& built) {
  std::uint64_t last = 0;
  std::size_t count = 0;
  for (const TableCell& cell : built.table.cells) {
    if (cell.column + 1 != built.table.columns) continue;
    if (cell.words.size() != 1) return false;
    const std::string& text = page.words[frame.words[cell.words[0]].index].text;
    if (text.size() > 4 || text.find_first_not_of("0123456789") != std::string::npos) return false;
    std::uint64_t number = 0;
    for (const char c : text) number = number * 10 + static_cast<std::uint64_t>(c - '0');
    if (number < last) return false;
    last = number;
    ++count;
  }
  return count >= 4;
}

/// Whether the first column is bold labels of what stands beside.
bool has_bold_labels(const TableFrame& frame, const BuiltTable& built) {
  std::size_t labels = 0;
  std::size_t others = 0;
  std::size_t bold_others = 0;
  for (const TableCell& cell : built.table.cells) {
    const bool bold = std::all_of(cell.words.begin(), cell.words.end(),
                                  [&frame](std::uint32_t i) { return frame.words[i].bold; });
    if (cell.column == 0) {
      if (!bold) return false;
      ++labels;
    } else {
      ++others;
      bold_others += bold ? 1 : 0;
    }
  }
  return labels >= 4 && 4 * others >= 3 * labels && 4 * bold_others <= others;
}

/// Whether the first row has a bold heading over each column, and little else is bold.
bool has_bold_headings(const TableFrame& frame, const BuiltTable& built) {
  std::size_t headings = 0;
  std::size_t bold_others = 0;
  for (const TableCell& cell : built.table.cells) {
    const bool bold = std::all_of(cell.words.begin(), cell.words.end(),
                                  [&frame](std::uint32_t i) { return frame.words[i].bold; });
    if (cell.row > 0)
      bold_others += bold ? 1 : 0;
    else if (bold && cell.column_span == 1)
      ++headings;
  }
  return headings == built.table.columns && 4 * bold_others <= built.table.cells.size() - headings;
}

/// Whether curves and pictures, none of them larger, cover much of a box: a chart and its labels.
bool is_drawn_over(const PageContent& page, const PageBox& box) {
  constexpr std::size_t kMostDrawings = 2000;
  const float area = (box.right - box.left) * (box.bottom - box.top);
  const auto covered = [&box](const PageBox& other) {
    const float width = std::min(box.right, other.right) - std::max(box.left, other.left);
    const float height = std::min(box.bottom, other.bottom) - std::max(box.top, other.top);
    const bool larger = other.right - other.left > 1.1f * (box.right - box.left) ||
                        other.bottom - other.top > 1.1f * (box.bottom - box.top);
    return width > 0 && height > 0 && !larger ? width * height : 0.0f;
  };
  float sum = 0;
  for (std::size_t i = 0; i < std::min(page.drawings.size(), kMostDrawings); ++i)
    sum += covered(page.drawings[i]);
  for (std::size_t i = 0; i < std::min(page.pictures.size(), kMostDrawings); ++i)
    sum += covered(page.pictures[i].box);
  return sum > 0.25f * area;
}

/// A decimal number of at most 12 characters.
bool parse_number(std::string_view text, double& number) {
  const bool negative = !text.empty() && text[0] == '-';
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > 12) return false;
  double scale = 0;
  number = 0;
  for (const char c : text) {
    if (c == '.' && scale == 0) {
      scale = 1;
    } else if (c >= '0' && c <= '9') {
      number = number * 10 + (c - '0');
      scale *= 10;
    } else {
      return false;
    }
  }
  if (scale > 1) number /= scale;
  if (negative) number = -number;
  return true;
}

/// Whether the first column is the scale of an axis: five numbers or more at one distance, with
/// little beside them.
bool has_scale(const PageContent& page, const TableFrame& frame, const BuiltTable& built) {
  if (built.filled > 0.6f) return false;
  double last = 0;
  double step = 0;
  std::size_t steps = 0;
  std::size_t count = 0;
  for (const TableCell& cell : built.table.cells) {
    if (cell.column != 0 || cell.words.size() != 1) continue;
    std::string text = page.words[frame.words[cell.words[0]].index].text;
    std::erase(text, ',');
    std::erase(text, '%');
    double number = 0;
    if (!parse_number(text, number)) continue;
    if (count > 0) {
      if (steps > 0 && std::fabs(number - last - step) < 1e-6 * std::fabs(step)) {
        ++steps;
      } else if (steps < 4) {
        step = number - last;
        steps = step != 0 ? 1 : 0;
      }
    }
    last = number;
    ++count;
  }
  return steps >= 4;
}

}  // namespace

bool build_run_table(const TableFrame& frame, const PageContent& page, const TableRun& run,
                     WordDirection direction, BuiltTable& built) {
  TableRegion region;
  region.box = box_of(frame, run.lines);
  region.lines = run.lines;
  for (const RuleLine& line : frame.horizontals) {
    if (line.at >= region.box.top - 3 && line.at <= region.box.bottom + 3 &&
        line.to > region.box.left && line.from < region.box.right)
      region.horizontals.push_back(line);
  }
  for (const RuleLine& line : frame.verticals) {
    if (line.at >= region.box.left - 3 && line.at <= region.box.right + 3 &&
        line.to > region.box.top && line.from < region.box.bottom)
      region.verticals.push_back(line);
  }
  if (!build_table(frame, region, built)) return false;
  const PageTable& table = built.table;
  const std::uint32_t body = table.rows - table.header_rows;
  const std::uint32_t beside = built.value_cells + built.other_cells;
  const Share marked = markers(frame, built);
  if (table.columns == 2 && 2 * marked.count > marked.of) return false;
  const Share dotted = leaders(frame, run);
  if (2 * dotted.count > dotted.of && (table.columns == 2 || counts_up(page, frame, built)))
    return false;
  if (3 * built.long_cells > table.cells.size()) return false;
  if (beside == 0 || 2 * built.full_rows < table.rows) return false;
  if (built.filled < 0.3f) return false;
  if (run.rules < 3 && (is_formula(frame, run) || has_raised_lines(run))) return false;
  if (has_scale(page, frame, built)) return false;
  if (is_drawn_over(page, box_on_page(table.box, page, direction))) return false;
  if (run.rules >= 2) {
    if (table.columns == 2)
      return built.full_rows >= 2 && (built.value_rows > 0 || built.long_cells == 0);
    return built.full_rows >= 2;
  }
  const Share code = monospace(frame, run);
  if (2 * code.count > code.of && 2 * built.value_cells < beside) return false;
  if (table.columns == 2 && counts_up(page, frame, built)) return false;
  if (table.columns == 2 && has_bold_labels(frame, built)) return true;
  if (table.columns == 2)
    return built.full_rows >= 3 && 3 * built.value_rows >= 2 * body &&
           10 * built.value_cells >= 7 * beside;
  if (3 * built.value_cells >= beside) return built.full_rows >= 3 && built.value_rows >= 2;
  if (built.filled < 0.6f) return false;
  if (built.full_rows >= 3 && has_bold_headings(frame, built)) {
    built.table.header_rows = std::max<std::uint32_t>(built.table.header_rows, 1);
    return true;
  }
  return built.full_rows >= 4 && built.long_cells == 0;
}

bool find_parting(const TableFrame& frame, const TableRun& run, float& place) {
  constexpr std::uint32_t kLeastBetween = 4;
  constexpr std::size_t kLeastWords = 3;
  std::vector<const TableWord*> words;
  for (const TextLine& line : run.lines) {
    for (const std::uint32_t i : line.words) words.push_back(&frame.words[i]);
  }
  if (words.size() < 2 * kLeastWords) return false;
  std::stable_sort(words.begin(), words.end(), [](const TableWord* one, const TableWord* other) {
    return one->left < other->left;
  });
  // Of the words from each place on.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> later(words.size());
  for (std::size_t i = words.size(); i-- > 0;) {
    const std::uint32_t index = words[i]->index;
    later[i] = i + 1 < words.size() ? later[i + 1] : std::pair{index, index};
    later[i].first = std::min(later[i].first, index);
    later[i].second = std::max(later[i].second, index);
  }
  float right = words[0]->right;
  std::uint32_t first = words[0]->index;
  std::uint32_t last = first;
  for (std::size_t i = 1; i + kLeastWords <= words.size(); ++i) {
    if (i >= kLeastWords && words[i]->left > right &&
        (last + kLeastBetween < later[i].first || later[i].second + kLeastBetween < first)) {
      place = (right + words[i]->left) / 2;
      return true;
    }
    right = std::max(right, words[i]->right);
    first = std::min(first, words[i]->index);
    last = std::max(last, words[i]->index);
  }
  return false;
}

}  // namespace lectern
