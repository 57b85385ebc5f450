#include "pdf/layout/page_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "pdf/layout/characters.h"
#include "pdf/layout/geometry.h"

namespace lectern {
namespace {

constexpr std::size_t kLeastNumbers = 3;
constexpr float kAligned = 2;          ///< points
constexpr float kSameBaseline = 0.3f;  ///< of the font size
constexpr float kRagged = 2;           ///< of the font size: titles end at different places

class PageNumbers {
 public:
  PageNumbers(const PageContent& page, std::vector<LayoutLine>& lines)
      : page_(page), lines_(lines) {}

  void run() {
    std::map<std::int64_t, std::vector<std::size_t>> columns;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      rows_[row_of(lines_[i].baseline)].push_back(i);
      if (is_number(lines_[i]))
        columns[static_cast<std::int64_t>(std::round(lines_[i].box.right / kAligned))].push_back(i);
    }
    gone_.assign(lines_.size(), false);
    for (const auto& [right, numbers] : columns) join_column(numbers);
    std::vector<LayoutLine> kept;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (!gone_[i]) kept.push_back(std::move(lines_[i]));
    }
    lines_ = std::move(kept);
    for (LayoutLine& line : lines_)
      line.leads_to_page = line.leads_to_page || ends_in_led_number(line);
  }

 private:
  static std::int64_t row_of(float baseline) {
    constexpr float kRow = 6;
    return static_cast<std::int64_t>(std::floor(baseline / kRow));
  }

  bool is_number(const LayoutLine& line) const {
    return line.words.size() == 1 && is_page_number(page_.words[line.words[0].index].text);
  }

  void join_column(const std::vector<std::size_t>& numbers) {
    if (numbers.size() < kLeastNumbers) return;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;  // title, number
    float right = 0;
    for (const std::size_t number : numbers) {
      const std::size_t title = title_of(number);
      if (title == lines_.size()) continue;
      pairs.emplace_back(title, number);
      right = std::max(right, lines_[title].box.right);
    }
    if (pairs.size() < kLeastNumbers || pairs.size() * 5 < numbers.size() * 4) return;
    // Full lines of a column of text are no titles.
    const auto ragged = std::count_if(pairs.begin(), pairs.end(), [&](const auto& pair) {
      const LayoutLine& title = lines_[pair.first];
      return ends_in_dots(title) || right - title.box.right > kRagged * title.size;
    });
    if (static_cast<std::size_t>(ragged) * 2 < pairs.size()) return;
    for (const auto& [title, number] : pairs) {
      LayoutLine& line = lines_[title];
      line.words.push_back({lines_[number].words[0].index, true});
      line.box = around(line.box, lines_[number].box);
      line.leads_to_page = true;
      gone_[number] = true;
    }
  }

  bool ends_in_dots(const LayoutLine& line) const {
    const std::string& word = page_.words[line.words.back().index].text;
    return word.ends_with(".") || word.ends_with("…");
  }

  /// Whether dots lead to the number at the line's end.
  bool ends_in_led_number(const LayoutLine& line) const {
    const std::size_t count = line.words.size();
    if (count < 3 || !is_page_number(page_.words[line.words[count - 1].index].text)) return false;
    const std::string& before = page_.words[line.words[count - 2].index].text;
    if (!is_dots(before)) return false;
    return before.size() >= kLeastDots ||
           is_dots(page_.words[line.words[count - 3].index].text);
  }

  /// The nearest line to the left of a number; the number of lines when there is none.
  std::size_t title_of(std::size_t number) const {
    const LayoutLine& line = lines_[number];
    std::size_t best = lines_.size();
    for (std::int64_t row = row_of(line.baseline) - 1; row <= row_of(line.baseline) + 1; ++row) {
      const auto found = rows_.find(row);
      if (found == rows_.end() || found->second.size() > kMostInRow) continue;
      for (const std::size_t i : found->second) {
        const LayoutLine& other = lines_[i];
        if (i == number || gone_[i] || other.box.right > line.box.left ||
            std::fabs(other.baseline - line.baseline) > kSameBaseline * line.size)
          continue;
        if (best == lines_.size() || other.box.right > lines_[best].box.right) best = i;
      }
    }
    return best < lines_.size() && !is_number(lines_[best]) ? best : lines_.size();
  }

  static constexpr std::size_t kMostInRow = 64;
  static constexpr std::size_t kLeastDots = 4;

  const PageContent& page_;
  std::vector<LayoutLine>& lines_;
  std::map<std::int64_t, std::vector<std::size_t>> rows_;
  std::vector<bool> gone_;
};

}  // namespace

void join_page_numbers(const PageContent& page, std::vector<LayoutLine>& lines) {
  PageNumbers(page, lines).run();
}

}  // namespace lectern
