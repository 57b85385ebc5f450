#include "pdf/layout/lines.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "pdf/layout/characters.h"
#include "pdf/layout/geometry.h"
#include "pdf/layout/stretched_lines.h"
#include "text/utf8.h"

namespace lectern {
namespace {

// Shares of the font size.
constexpr float kWidestSpace = 1.3f;
constexpr float kWidestSpaceOutOfOrder = 0.7f;
/// In a justified line: of its widest space so far, and of the font size.
constexpr float kJustified = 1.6f;
constexpr float kWidestJustified = 2.2f;
/// Between a marker of a list or the number of a heading and its text.
constexpr float kAfterMarker = 4.5f;
/// Between a field of a form and its label.
constexpr float kBesideField = 3;
/// The same where the field stands to the right of its label.
constexpr float kBeforeField = 20;
/// Between the raised number of a note and its text.
constexpr float kAfterNoteNumber = 5;
constexpr float kNoteNumberSize = 0.8f;
constexpr float kNoteNumberRow = 0.2f;  ///< of its height, beside the text
constexpr float kStepBack = 0.6f;
/// Of the line's font size.
constexpr float kIndexSize = 0.85f;
constexpr float kMovedBy = 0.15f;  ///< of its own font size
constexpr float kSmallCapitals = 1.45f;
constexpr float kDropCap = 1.8f;
constexpr float kTouchingWords = 0.11f;
/// Between words of code that the page draws one after the other.
constexpr float kCodeColumns = 12;
constexpr float kSameCodeLine = 0.3f;
constexpr float kSameRow = 0.5f;  ///< of the lower one's height
constexpr float kRowCell = 4;     ///< points
/// Between a formula and its number, of the font size.
constexpr float kBeforeNumber = 25;
constexpr float kSameEdge = 1.5f;  ///< points
constexpr std::size_t kFullLineWords = 6;
constexpr std::size_t kMostNumberSteps = 64;
constexpr std::size_t kMostMerged = 512;  ///< words of a line that is joined of pieces

class LineFinder {
 public:
  explicit LineFinder(const PageContent& page, bool code = false) : page_(page), code_(code) {}

  std::vector<LayoutLine> run(const std::vector<std::uint32_t>& words) {
    for (const std::uint32_t word : words) add(word, page_.words[word]);
    for (LayoutLine& line : lines_) finish_line(page_, line);
    return std::move(lines_);
  }

  std::vector<LayoutLine> run(const std::vector<bool>& used) {
    add_words(used);
    // Lines to their left show which numbers are those of formulas.
    find_full_lines();
    if (has_formula_number_) {
      lines_.clear();
      add_words(used);
    }
    for (LayoutLine& line : lines_) finish_line(page_, line);
    join_stretched(page_, lines_);
    merge();
    return std::move(lines_);
  }

 private:
  void add_words(const std::vector<bool>& used) {
    for (std::size_t i = 0; i < page_.words.size(); ++i) {
      const PageWord& word = page_.words[i];
      if (used[i] || word.direction != WordDirection::kRight) continue;
      add(static_cast<std::uint32_t>(i), word);
      has_formula_number_ = has_formula_number_ || is_formula_number(word);
    }
  }

  void add(std::uint32_t index, const PageWord& word) {
    if (!lines_.empty() && follows(word)) {
      LayoutLine& line = lines_.back();
      if (!word.joined) space_ = std::max(space_, word.box.left - line.box.right);
      line.words.push_back({index, !word.joined});
      line.box = around(line.box, word.box);
      if (word.font_size > line.size) set_row(word);
      index_left_ =
          word.font_size > kIndexSize * line.size ? kNoIndex : std::min(index_left_, word.box.left);
      return;
    }
    LayoutLine line;
    line.words.push_back({index, false});
    line.box = word.box;
    line.order = index;
    lines_.push_back(std::move(line));
    space_ = 0;
    index_left_ = kNoIndex;
    set_row(word);
  }

  /// The line's row is that of its largest word so far: others may be raised.
  void set_row(const PageWord& word) {
    lines_.back().size = word.font_size;
    row_ = word.box;
  }

  bool follows(const PageWord& word) const {
    const LayoutLine& line = lines_.back();
    const float size = std::max(line.size, word.font_size);
    const float lower = std::min(height_of(row_), height_of(word.box));
    if (shared_height(row_, word.box) < kSameRow * lower) return false;
    const PageWord& last = page_.words[line.words.back().index];
    float gap = word.box.left - line.box.right;
    if (gap < -kStepBack * size && (is_right_to_left(word.text) || is_right_to_left(last.text)))
      gap = line.box.left - word.box.right;
    const float widest =
        is_marker_line(line) && !is_formula_number(line)
            ? kAfterMarker
            : std::clamp(kJustified * space_ / size, kWidestSpace, kWidestJustified);
    // An index below an exponent begins where that began.
    const bool stacked =
        word.font_size <= kIndexSize * line.size && last.font_size <= kIndexSize * line.size &&
        word.box.left >= std::min(index_left_, line.box.right) - kStepBack * word.font_size;
    return (gap >= -kStepBack * size || stacked) &&
           (gap <= widest * size || (gap <= kCodeColumns * size && is_code_beside(last, word)));
  }

  /// What a program aligns in columns is one line of it.
  bool is_code_beside(const PageWord& last, const PageWord& word) const {
    return code_ && last.monospace && word.monospace && last.font_size == word.font_size &&
           std::fabs(last.baseline - word.baseline) < kSameCodeLine * word.font_size &&
           !is_mail_address(last.text);
  }

  bool is_of_field(const LineWord& word) const {
    return page_.words[word.index].field || page_.words[word.index].field_value;
  }

  bool is_field(const LayoutLine& line) const {
    return is_of_field(line.words.front()) || is_of_field(line.words.back());
  }

  bool is_marker_line(const LayoutLine& line) const {
    if (line.words.size() != 1) return false;
    const std::string& word = page_.words[line.words[0].index].text;
    if (is_bracketed_name(word)) return true;
    // "3.5" alone is a number of a heading or of a table.
    return is_list_marker(word) && !(word.back() >= '0' && word.back() <= '9');
  }

  /// A small number that stands alone, higher than the text on its right.
  bool is_note_number(const LayoutLine& line, const LayoutLine& other) const {
    constexpr std::size_t kMostDigits = 3;
    constexpr std::size_t kLeastWords = 5;
    if (line.words.size() != 1 || other.words.size() < kLeastWords ||
        line.size > kNoteNumberSize * other.size || line.baseline >= other.baseline ||
        shared_height(line.box, other.box) < kNoteNumberRow * height_of(line.box))
      return false;
    const std::string& text = page_.words[line.words[0].index].text;
    return text.size() <= kMostDigits && text[0] != '0' &&
           text.find_first_not_of("0123456789") == std::string::npos;
  }

  static bool is_formula_number(const PageWord& word) {
    std::string_view text = word.text;
    if (text.size() < 3 || text.front() != '(' || text.back() != ')') return false;
    text.remove_prefix(1);
    // "(A4)", "(B.2)" in appendices.
    if (text[0] >= 'A' && text[0] <= 'Z') text.remove_prefix(1);
    if (text[0] == '.') text.remove_prefix(1);
    return text[0] >= '0' && text[0] <= '9';
  }

  /// "(2)" at the right edge of a column of text is the number of a formula, no marker.
  bool is_formula_number(const LayoutLine& line) const {
    if (line.words.size() != 1 || !is_formula_number(page_.words[line.words[0].index]))
      return false;
    const auto first =
        std::lower_bound(full_lines_.begin(), full_lines_.end(), line.box.right - kSameEdge);
    const auto last = std::upper_bound(first, full_lines_.end(), line.box.right + kSameEdge);
    return first != last;
  }

  void find_full_lines() {
    for (const LayoutLine& line : lines_) {
      if (line.words.size() >= kFullLineWords) full_lines_.push_back(line.box.right);
    }
    std::sort(full_lines_.begin(), full_lines_.end());
  }

  /// Joins lines that stand side by side but were drawn apart.
  void merge() {
    std::map<std::int64_t, std::vector<std::size_t>> rows;
    for (std::size_t i = 0; i < lines_.size(); ++i) rows[cell(lines_[i].baseline)].push_back(i);
    for (auto& [row, members] : rows) {
      std::stable_sort(members.begin(), members.end(), [this](std::size_t one, std::size_t other) {
        return lines_[one].box.left < lines_[other].box.left;
      });
    }
    std::vector<std::size_t> by_left(lines_.size());
    for (std::size_t i = 0; i < by_left.size(); ++i) by_left[i] = i;
    std::stable_sort(by_left.begin(), by_left.end(), [this](std::size_t one, std::size_t other) {
      return lines_[one].box.left < lines_[other].box.left;
    });
    std::vector<bool> gone(lines_.size());
    // Numbers of notes last: the text beside them may be in pieces.
    for (const bool notes : {false, true}) {
      notes_ = notes;
      for (const std::size_t i : by_left) {
        if (gone[i] || (notes && lines_[i].words.size() != 1)) continue;
        // What its words say together is found anew with each piece.
        while (lines_[i].words.size() < kMostMerged) {
          const std::size_t next = right_neighbour(rows, gone, i);
          if (next == lines_.size()) break;
          append(lines_[i], lines_[next]);
          gone[next] = true;
        }
      }
    }
    join_formula_numbers(rows, gone);
    std::vector<LayoutLine> kept;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (!gone[i]) kept.push_back(std::move(lines_[i]));
    }
    std::stable_sort(kept.begin(), kept.end(), [](const LayoutLine& one, const LayoutLine& other) {
      return one.order < other.order;
    });
    lines_ = std::move(kept);
  }

  /// The number of a formula belongs to the line that ends nearest to its left.
  void join_formula_numbers(const std::map<std::int64_t, std::vector<std::size_t>>& rows,
                            std::vector<bool>& gone) {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const LayoutLine& line = lines_[i];
      if (gone[i] || !is_formula_number(line)) continue;
      std::size_t best = lines_.size();
      std::size_t steps = 0;
      for (std::int64_t row = cell(line.baseline) - 1; row <= cell(line.baseline) + 1; ++row) {
        const auto found = rows.find(row);
        if (found == rows.end()) continue;
        for (const std::size_t k : found->second) {
          if (++steps > kMostNumberSteps) break;
          const LayoutLine& other = lines_[k];
          const float gap = line.box.left - other.box.right;
          if (k == i || gone[k] || gap < 0 || gap > kBeforeNumber * line.size ||
              std::fabs(other.baseline - line.baseline) > 0.35f * line.size)
            continue;
          if (best == lines_.size() || other.box.right > lines_[best].box.right) best = k;
        }
      }
      if (best == lines_.size()) continue;
      append(lines_[best], lines_[i]);
      gone[i] = true;
    }
  }

  static std::int64_t cell(float baseline) {
    return static_cast<std::int64_t>(std::floor(baseline / kRowCell));
  }

  std::size_t right_neighbour(const std::map<std::int64_t, std::vector<std::size_t>>& rows,
                              const std::vector<bool>& gone, std::size_t i) const {
    const LayoutLine& line = lines_[i];
    std::size_t best = lines_.size();
    for (std::int64_t row = cell(line.baseline) - 1; row <= cell(line.baseline) + 1; ++row) {
      const auto found = rows.find(row);
      if (found == rows.end()) continue;
      const std::vector<std::size_t>& members = found->second;
      auto at = std::lower_bound(
          members.begin(), members.end(), line.box.right - kStepBack * line.size,
          [this](std::size_t member, float left) { return lines_[member].box.left < left; });
      // Those already taken stand to the left of the rest: a few steps suffice.
      constexpr int kMostSteps = 8;
      for (int step = 0; at != members.end() && step < kMostSteps; ++at, ++step) {
        const LayoutLine& other = lines_[*at];
        if (*at == i || gone[*at] || other.box.left < line.box.left) continue;
        const float size = std::min(line.size, other.size);
        const float gap = other.box.left - line.box.right;
        if (notes_) {
          if (!is_note_number(line, other) || gap > kAfterNoteNumber * other.size) break;
        } else if (is_field(line) || is_field(other)) {
          const bool is_labelled =
              is_of_field(other.words.front()) && !is_of_field(line.words.back());
          if (gap > (is_labelled ? kBeforeField : kBesideField) * size) break;
          if (shared_height(line.box, other.box) < kSameRow * height_of(line.box)) continue;
        } else {
          const bool is_marker = is_marker_line(line) && !is_formula_number(line);
          const float widest = is_marker ? kAfterMarker : kWidestSpaceOutOfOrder;
          if (gap > widest * size) break;
          if (std::fabs(other.size - line.size) > 0.1f * size && gap > kTouchingWords * size)
            continue;
          // A drop cap, which stands on the baseline of a lower line than its own.
          if (line.words.size() == 1 && line.size > kDropCap * other.size &&
              is_letter(first_character(page_.words[line.words[0].index].text)))
            continue;
          if (std::fabs(other.baseline - line.baseline) > 0.35f * size) continue;
        }
        if (best == lines_.size() || other.box.left < lines_[best].box.left) best = *at;
        break;
      }
    }
    return best;
  }

  void append(LayoutLine& line, LayoutLine& other) {
    const float gap = other.box.left - line.box.right;
    other.words.front().space = gap > kTouchingWords * std::max(line.size, other.size);
    line.words.insert(line.words.end(), other.words.begin(), other.words.end());
    line.order = std::min(line.order, other.order);
    finish_line(page_, line);
  }

  const PageContent& page_;
  const bool code_;
  std::vector<LayoutLine> lines_;
  std::vector<float> full_lines_;  ///< right edges of lines of text
  bool has_formula_number_ = false;
  bool notes_ = false;
  PageBox row_;
  float space_ = 0;  ///< the widest of the last line
  static constexpr float kNoIndex = std::numeric_limits<float>::max();
  float index_left_ = kNoIndex;  ///< where the raised and lowered words at its end begin
};

/// Words between those of a script that runs leftward: words of other scripts run from left to
/// right, and numbers alone do where they touch.
void order_rightward(const PageContent& page, std::vector<LineWord>::iterator first,
                     std::vector<LineWord>::iterator last) {
  const bool has_letters = std::any_of(first, last, [&page](const LineWord& word) {
    return has_letter(page.words[word.index].text);
  });
  while (first != last) {
    auto end = has_letters ? last : first + 1;
    for (; end != last; ++end) {
      const PageWord& word = page.words[(end - 1)->index];
      const float gap = word.box.left - page.words[end->index].box.right;
      if (gap > kTouchingWords * word.font_size) break;
    }
    std::reverse(first, end);
    first = end;
  }
}

/// Words of a line that runs from right to left, in the order to read them.
void order_leftward(const PageContent& page, LayoutLine& line) {
  std::stable_sort(line.words.begin(), line.words.end(),
                   [&page](const LineWord& one, const LineWord& other) {
                     return page.words[one.index].box.right > page.words[other.index].box.right;
                   });
  for (auto first = line.words.begin(); first != line.words.end();) {
    const auto last = std::find_if(first, line.words.end(), [&page](const LineWord& word) {
      return is_right_to_left(page.words[word.index].text);
    });
    order_rightward(page, first, last);
    first = last == line.words.end() ? last : last + 1;
  }
  for (std::size_t i = 0; i < line.words.size(); ++i) {
    line.words[i].space = false;
    if (i == 0) continue;
    const PageBox& box = page.words[line.words[i].index].box;
    const PageBox& before = page.words[line.words[i - 1].index].box;
    const float gap = std::max(before.left - box.right, box.left - before.right);
    line.words[i].space = gap > kTouchingWords * page.words[line.words[i].index].font_size;
  }
}

}  // namespace

std::vector<LayoutLine> find_lines(const PageContent& page, const std::vector<bool>& used,
                                   bool code) {
  return LineFinder(page, code).run(used);
}

std::vector<LayoutLine> find_lines(const PageContent& page,
                                   const std::vector<std::uint32_t>& words) {
  return LineFinder(page).run(words);
}

void finish_line(const PageContent& page, LayoutLine& line) {
  std::map<float, std::size_t> sizes;
  std::size_t letters = 0;
  std::size_t bold = 0;
  std::size_t italic = 0;
  std::size_t monospace = 0;
  std::size_t leftward = 0;
  const PageWord* base = &page.words[line.words[0].index];
  line.box = base->box;
  for (const LineWord& member : line.words) {
    const PageWord& word = page.words[member.index];
    const std::size_t count = utf8_length(word.text);
    letters += count;
    // An exponent may be longer than what it belongs to.
    const bool is_attached = !member.space && word.font_size <= kIndexSize * base->font_size &&
                             std::fabs(word.baseline - base->baseline) > kMovedBy * word.font_size;
    if (!is_attached) {
      sizes[word.font_size] += count;
      base = &word;
    }
    if (word.bold) bold += count;
    if (word.italic) italic += count;
    if (word.monospace) monospace += count;
    if (is_right_to_left(word.text)) leftward += count;
    line.box = around(line.box, word.box);
  }
  const auto most = std::max_element(
      sizes.begin(), sizes.end(),
      [](const auto& one, const auto& other) { return one.second < other.second; });
  line.size = most->first;
  // Bullets may stand lower or higher than the words: the baseline is that of the longest word.
  std::size_t longest = 0;
  for (const LineWord& member : line.words) {
    const PageWord& word = page.words[member.index];
    const std::size_t count = utf8_length(word.text);
    if (word.font_size != line.size || count <= longest) continue;
    longest = count;
    line.baseline = word.baseline;
  }
  // Small capitals: the size is that of the large ones.
  const float largest = sizes.rbegin()->first;
  if (largest <= kSmallCapitals * line.size &&
      std::none_of(line.words.begin(), line.words.end(), [&page](const LineWord& member) {
        return has_lower_case(page.words[member.index].text);
      }))
    line.size = largest;
  line.bold = bold * 5 >= letters * 4;
  line.italic = italic * 5 >= letters * 4;
  line.monospace = monospace * 5 >= letters * 4;
  line.right_to_left = leftward * 2 > letters;
  if (line.right_to_left) order_leftward(page, line);
}

}  // namespace lectern
