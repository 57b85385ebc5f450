// Rows of a table found by its text.
//
// Header: the lines above the first rule that runs through the table and has lines above and below,
// when no values stand there; without such a rule, the leading lines that have no values beside the
// first column (years are headings), when values follow. In a header, lines are one row until a
// heading over several columns has its own headings below, or a rule comes between.
//
// Body: a rule through the table ends a row. Where lines stand at two distances, near and far, and
// the near ones leave columns empty, a row ends at the far ones. Elsewhere a line continues the row
// above when it has neither first column nor values, or when its first column begins in the middle
// of a sentence. A label further left than the row's, or bold where that is not, begins a row. A
// value and what stands above or below it beside the first column are never one cell.
#include "pdf/layout/table_rows.h"

#include <algorithm>
#include <cmath>

namespace lectern {
namespace {

constexpr float kThrough = 0.7f;         // of the table's width: a rule that runs through it
constexpr std::uint32_t kMostSide = 12;  // columns beside a heading that it may stand over
constexpr float kOutdent = 2.0f;         // points
constexpr float kOffCentre = 4.0f;       // what a font size off the middle weighs, in columns
constexpr float kAtLeft = 10.0f;         // points
constexpr std::size_t kMaxRowLines = 40;
constexpr std::size_t kMaxHeader = 8;  // lines

class RowMaker {
 public:
  RowMaker(const TableFrame& frame, const std::vector<PlacedLine>& lines, std::uint32_t columns,
           const std::vector<RuleLine>& horizontals, float left, float right)
      : frame_(frame),
        lines_(lines),
        columns_(columns),
        horizontals_(horizontals),
        left_(left),
        right_(right) {}

  TableRows run() {
    find_centres();
    find_through_rules();
    header_ = header_lines();
    near_ = near_distance();
    row_of_.assign(lines_.size(), 0);
    std::uint32_t row = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (i > 0) {
        const bool same = i == header_  ? false
                          : i < header_ ? is_same_header_row(i)
                                        : continues_row(i);
        if (!same) {
          ++row;
          row_start_ = i;
        }
      }
      row_of_[i] = row;
      if (i + 1 == header_) result_.header_rows = row + 1;
    }
    result_.rows = row + 1;
    make_cells();
    return std::move(result_);
  }

 private:
  /// The middle of what stands in each column alone.
  void find_centres() {
    std::vector<float> from(columns_, right_);
    std::vector<float> to(columns_, left_);
    for (const PlacedLine& line : lines_) {
      for (const PlacedChunk& placed : line.chunks) {
        if (placed.first != placed.last) continue;
        from[placed.first] = std::min(from[placed.first], placed.chunk.left);
        to[placed.first] = std::max(to[placed.first], placed.chunk.right);
      }
    }
    for (std::uint32_t i = 0; i < columns_; ++i) centres_.push_back((from[i] + to[i]) / 2);
  }

  /// through_[i]: a rule through the table between lines i - 1 and i.
  void find_through_rules() {
    through_.assign(lines_.size() + 1, false);
    std::vector<float> covered(lines_.size() + 1);
    std::vector<float> from(lines_.size() + 1, right_);
    for (const RuleLine& rule : horizontals_) {
      const float length = std::min(rule.to, right_ + 3) - std::max(rule.from, left_ - 3);
      const std::size_t line = line_below(rule.at);
      if (length > 0) covered[line] += length;
      from[line] = std::min(from[line], rule.from);
    }
    // One that leaves out the first column joins headings.
    for (std::size_t i = 0; i < covered.size(); ++i)
      through_[i] = covered[i] >= kThrough * (right_ - left_) && from[i] <= left_ + kAtLeft;
  }

  /// The first line below y.
  std::size_t line_below(float y) const {
    const auto next = std::upper_bound(
        lines_.begin(), lines_.end(), y,
        [](float at, const PlacedLine& line) { return at < line.base - 0.3f * line.size; });
    return static_cast<std::size_t>(next - lines_.begin());
  }

  std::size_t values_in(std::size_t i, bool with_years) const {
    std::size_t values = 0;
    for (const PlacedChunk& placed : lines_[i].chunks) {
      if (placed.last > 0 && placed.chunk.is_value && (with_years || !placed.chunk.is_year))
        ++values;
    }
    return values;
  }

  std::size_t header_lines() const {
    const std::size_t most = std::min(kMaxHeader, lines_.size() - 1);
    std::size_t with_values = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) with_values += values_in(i, true) > 0 ? 1 : 0;
    for (std::size_t i = 1; i <= most; ++i) {
      if (!through_[i]) continue;
      std::size_t values = 0;
      std::size_t chunks = 0;
      for (std::size_t k = 0; k < i; ++k) {
        values += values_in(k, false);
        chunks += lines_[k].chunks.size();
      }
      if (3 * values <= chunks) return i;
      break;
    }
    std::size_t end = 0;
    while (end < most && values_in(end, false) == 0) ++end;
    if (end == most || 3 * with_values < lines_.size()) return 0;
    // Lines with the first column only belong to the body: they are its headings.
    while (end > 0 && lines_[end - 1].chunks.size() == 1 && lines_[end - 1].chunks[0].last == 0)
      --end;
    return end;
  }

  bool has_rule_between(std::size_t above, std::size_t below, float left, float right) const {
    for (const RuleLine& rule : horizontals_) {
      if (rule.at > lines_[above].base - 0.3f * lines_[above].size &&
          rule.at < lines_[below].base - 0.3f * lines_[below].size && rule.from < right - 1 &&
          rule.to > left + 1)
        return true;
    }
    return false;
  }

  bool is_same_header_row(std::size_t i) const {
    if (through_[i]) return false;
    for (const PlacedChunk& above : lines_[i - 1].chunks) {
      std::size_t below = 0;
      for (const PlacedChunk& chunk : lines_[i].chunks) {
        const float middle = (chunk.chunk.left + chunk.chunk.right) / 2;
        if ((chunk.first >= above.first && chunk.last <= above.last && above.last > above.first) ||
            (middle > above.chunk.left && middle < above.chunk.right))
          ++below;
      }
      if (below >= 2) return false;
      if (above.chunk.right > above.chunk.left &&
          has_rule_between(i - 1, i, above.chunk.left, above.chunk.right))
        return false;
    }
    return true;
  }

  /// The largest distance of two lines of one row, where distances tell; else 0.
  float near_distance() const {
    std::vector<float> distances;
    for (std::size_t i = header_ + 1; i < lines_.size(); ++i) {
      if (!through_[i]) distances.push_back(lines_[i].base - lines_[i - 1].base);
    }
    if (distances.size() < 3) return 0;
    std::stable_sort(distances.begin(), distances.end());
    float best = 1.18f;
    float limit = 0;
    for (std::size_t i = 0; i + 1 < distances.size(); ++i) {
      if (distances[i] <= 0.5f) continue;
      const float ratio = distances[i + 1] / distances[i];
      if (ratio > best) {
        best = ratio;
        limit = (distances[i] + distances[i + 1]) / 2;
      }
    }
    if (limit == 0) return 0;
    // Near lines must look like parts of rows: few of them have values where the line above has.
    std::size_t near = 0;
    std::size_t against = 0;
    std::size_t partial = 0;
    for (std::size_t i = header_ + 1; i < lines_.size(); ++i) {
      if (through_[i] || lines_[i].base - lines_[i - 1].base >= limit) continue;
      ++near;
      against += clash(i - 1, i) ? 1 : 0;
      partial +=
          lines_[i].chunks.size() < columns_ || lines_[i - 1].chunks.size() < columns_ ? 1 : 0;
    }
    return 10 * against <= near && 2 * partial >= near ? limit : 0;
  }

  bool clash(std::size_t a, std::size_t b) const {
    for (const PlacedChunk& one : lines_[a].chunks) {
      for (const PlacedChunk& other : lines_[b].chunks) {
        if ((one.chunk.is_value || other.chunk.is_value) && one.first == other.first &&
            one.first > 0)
          return true;
      }
    }
    return false;
  }

  const PlacedChunk* first_column(std::size_t i) const {
    const auto& chunks = lines_[i].chunks;
    return !chunks.empty() && chunks[0].first == 0 ? &chunks[0] : nullptr;
  }

  /// Whether a text goes on: it begins with a small letter or a bracket.
  bool goes_on(const PlacedChunk& placed) const {
    return frame_.words[placed.chunk.words.front()].starts_small;
  }

  /// Whether a line's label stands further left than the row's, or is bold where the row's is not.
  bool begins_label(std::size_t i) const {
    const PlacedChunk* label = first_column(i);
    const PlacedChunk* start = first_column(row_start_);
    if (label == nullptr || start == nullptr) return false;
    return label->chunk.left < start->chunk.left - kOutdent ||
           (label->chunk.bold && !start->chunk.bold);
  }

  bool continues_row(std::size_t i) const {
    if (through_[i] || i - row_start_ >= kMaxRowLines) return false;
    for (std::size_t k = row_start_; k < i; ++k) {
      if (clash(k, i)) return false;
    }
    const PlacedLine& line = lines_[i];
    const PlacedLine& above = lines_[i - 1];
    const float distance = line.base - above.base;
    if (begins_label(i)) return false;
    if (near_ > 0) return distance < near_;
    if (distance > 1.6f * std::max(line.size, above.size)) return false;
    const PlacedChunk* label = first_column(i);
    const std::size_t values = values_in(i, true);
    if (label == nullptr) {
      if (values == 0) return true;
      // A value between the lines of its label.
      return distance < 0.9f * line.size && values_in(i - 1, true) == 0;
    }
    const bool only_label = line.chunks.size() == 1;
    const PlacedChunk* label_above = first_column(i - 1);
    if (label_above == nullptr) return only_label && distance < 0.9f * line.size;
    if (only_label && above.chunks.size() > 1)
      return goes_on(*label) || distance < 0.9f * line.size;
    if (above.chunks.size() == 1) return goes_on(*label) && above.chunks[0].first == 0;
    return false;
  }

  void make_cells() {
    std::vector<std::uint32_t> cell_at(std::size_t{result_.rows} * columns_, kNoCell);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      for (const PlacedChunk& placed : lines_[i].chunks) add(i, placed, cell_at);
    }
    std::stable_sort(result_.cells.begin(), result_.cells.end(),
              [](const TableCell& a, const TableCell& b) {
                return a.row != b.row ? a.row < b.row : a.column < b.column;
              });
  }

  void add(std::size_t i, const PlacedChunk& placed, std::vector<std::uint32_t>& cell_at) {
    const std::uint32_t row = row_of_[i];
    std::uint32_t first = placed.first;
    std::uint32_t last = placed.last;
    if (i < header_) widen(i, placed, first, last);
    std::uint32_t* places = &cell_at[std::size_t{row} * columns_];
    // No further than to the headings beside it.
    for (std::uint32_t column = placed.first; column > first;) {
      if (places[--column] != kNoCell) first = column + 1;
    }
    for (std::uint32_t column = placed.last + 1; column <= last; ++column) {
      if (places[column] != kNoCell) last = column - 1;
    }
    std::uint32_t cell = kNoCell;
    for (std::uint32_t column = first; column <= last && cell == kNoCell; ++column)
      cell = places[column];
    if (cell == kNoCell) {
      // A heading of one column that began in the row above goes on here.
      if (i > 0 && i < header_ && row > 0 && first == last && row_of_[i - 1] + 1 == row) {
        const std::uint32_t above =
            places[static_cast<std::ptrdiff_t>(first) - static_cast<std::ptrdiff_t>(columns_)];
        if (above != kNoCell && result_.cells[above].column_span == 1 &&
            !has_rule_between(i - 1, i, placed.chunk.left, placed.chunk.right)) {
          cell = above;
          result_.cells[above].row_span = row - result_.cells[above].row + 1;
          places[first] = above;
        }
      }
    }
    if (cell == kNoCell) {
      cell = static_cast<std::uint32_t>(result_.cells.size());
      result_.cells.push_back({row, first, 1, 1, {}});
    }
    TableCell& target = result_.cells[cell];
    if (target.row == row && target.row_span == 1) {
      const std::uint32_t from = std::min(first, target.column);
      const std::uint32_t to = std::max(last, target.column + target.column_span - 1);
      bool is_free = true;
      for (std::uint32_t column = from; column <= to; ++column)
        is_free = is_free && (places[column] == kNoCell || places[column] == cell);
      if (is_free) {
        target.column = from;
        target.column_span = to - from + 1;
        for (std::uint32_t column = from; column <= to; ++column) places[column] = cell;
      }
    }
    target.words.insert(target.words.end(), placed.chunk.words.begin(), placed.chunk.words.end());
  }

  /// Whether another heading of the line stands over the same rule.
  bool covers_another(std::size_t i, const PlacedChunk& placed, const RuleLine& rule) const {
    return std::any_of(lines_[i].chunks.begin(), lines_[i].chunks.end(),
                       [&](const PlacedChunk& other) {
                         return other.chunk.left != placed.chunk.left &&
                                other.chunk.right > rule.from + 2 && other.chunk.left < rule.to - 2;
                       });
  }

  /// A heading with a rule below it stands over all columns that the rule covers; one without, over
  /// those around whose middle it stands, if they have headings of their own.
  void widen(std::size_t i, const PlacedChunk& placed, std::uint32_t& first,
             std::uint32_t& last) const {
    if (i + 1 >= header_ || row_of_[i] == row_of_[i + 1]) return;
    std::uint32_t lowest = 0;
    std::uint32_t highest = columns_ - 1;
    for (const PlacedChunk& other : lines_[i].chunks) {
      if (other.last < placed.first) lowest = std::max(lowest, other.last + 1);
      if (other.first > placed.last) highest = std::min(highest, other.first - 1);
    }
    const PlacedLine& line = lines_[i];
    const float below = lines_[i + 1].base - 0.3f * lines_[i + 1].size;
    for (const RuleLine& rule : horizontals_) {
      if (rule.at < line.base - 0.3f * line.size || rule.at > below) continue;
      if (rule.from > placed.chunk.left + 2 || rule.to < placed.chunk.right - 2) continue;
      if (rule.to - rule.from > 0.95f * (right_ - left_)) continue;
      if (covers_another(i, placed, rule)) continue;
      for (std::uint32_t column = lowest; column <= highest; ++column) {
        if (centres_[column] < rule.from || centres_[column] > rule.to) continue;
        first = std::min(first, column);
        last = std::max(last, column);
      }
      return;
    }
    const float middle = (placed.chunk.left + placed.chunk.right) / 2;
    lowest = std::max<std::uint32_t>({lowest, 1, first > kMostSide ? first - kMostSide : 0});
    highest = std::min(highest, last + kMostSide);
    std::uint32_t from = first;
    std::uint32_t to = last;
    float best = 0;
    for (std::uint32_t a = lowest; a <= first; ++a) {
      for (std::uint32_t b = last; b <= highest; ++b) {
        const float off = std::fabs((centres_[a] + centres_[b]) / 2 - middle) / line.size;
        const float score = static_cast<float>(b - a) - kOffCentre * off;
        if (off <= 0.6f && score > best) {
          best = score;
          from = a;
          to = b;
        }
      }
    }
    std::size_t own = 0;
    for (const PlacedChunk& heading : lines_[i + 1].chunks)
      own += heading.first >= from && heading.last <= to ? 1 : 0;
    if (own < 2) return;
    first = from;
    last = to;
  }

  static constexpr std::uint32_t kNoCell = 0xFFFFFFFF;
  const TableFrame& frame_;
  const std::vector<PlacedLine>& lines_;
  const std::uint32_t columns_;
  const std::vector<RuleLine>& horizontals_;
  const float left_;
  const float right_;
  std::vector<float> centres_;  ///< of columns
  std::vector<bool> through_;
  std::vector<std::uint32_t> row_of_;
  std::size_t header_ = 0;
  std::size_t row_start_ = 0;
  float near_ = 0;
  TableRows result_;
};

}  // namespace

TableRows make_rows(const TableFrame& frame, const std::vector<PlacedLine>& lines,
                    std::uint32_t columns, const std::vector<RuleLine>& horizontals, float left,
                    float right) {
  return RowMaker(frame, lines, columns, horizontals, left, right).run();
}

}  // namespace lectern
