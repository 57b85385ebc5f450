#include "pdf/layout/figure_labels.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pdf/layout/characters.h"
#include "pdf/layout/geometry.h"

namespace lectern {
namespace {

constexpr std::size_t kMostLabelWords = 6;
constexpr std::size_t kTextWords = 9;  ///< a line of so many words is a sentence
constexpr float kInsideShare = 0.8f;   ///< of a line's area
// Points beyond the axes, and beyond the numbers beside them.
constexpr float kNumberReach = 12;
constexpr float kTitleReach = 10;
constexpr float kTurnedReach = 14;
constexpr float kMostBetween = 70;  ///< from one chart to the next
constexpr float kBesideShare = 0.6f;
constexpr std::size_t kMostTurned = 400;
/// Comparisons of turned words; those beyond belong to no figure.
constexpr std::uint64_t kMostTurnedLooks = 10'000'000;
// Of the font size.
constexpr float kSameTurnedLine = 1.2f;
constexpr float kNextLine = 1.7f;
constexpr float kSameMargin = 0.5f;
constexpr float kLabelRow = 0.5f;  ///< of the lower one's height

bool is_within(const PageBox& box, const PageBox& other) {
  const float x = (box.left + box.right) / 2;
  const float y = (box.top + box.bottom) / 2;
  return x > other.left && x < other.right && y > other.top && y < other.bottom;
}

PageBox grown(const PageBox& box, float by) {
  return {box.left - by, box.top - by, box.right + by, box.bottom + by};
}

}  // namespace

FigureLabels::FigureLabels(const PageContent& page, PageVocabulary& vocabulary,
                           std::vector<bool>& used)
    : page_(page), vocabulary_(vocabulary), used_(used) {
  std::vector<std::uint32_t> words;
  for (std::size_t i = 0; i < page.words.size(); ++i) {
    if (used[i]) continue;
    const auto index = static_cast<std::uint32_t>(i);
    (page.words[i].direction == WordDirection::kRight ? words : turned_).push_back(index);
  }
  lines_ = find_lines(page, words);
  running_.assign(lines_.size(), -1);
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].words.size() > kMostLabelWords) long_lines_.push_back(i);
  }
}

bool FigureLabels::is_free(const LayoutLine& line) const {
  return std::none_of(line.words.begin(), line.words.end(), [this](const LineWord& word) {
    return used_[word.index] || page_.words[word.index].field ||
           page_.words[word.index].field_value;
  });
}

/// Whether a sentence stands in the line above or below it, as with the last line of a paragraph.
bool FigureLabels::is_running_text(const LayoutLine& line) const {
  signed char& known = running_[static_cast<std::size_t>(&line - lines_.data())];
  if (known >= 0) return known > 0;
  const bool is_running =
      std::any_of(long_lines_.begin(), long_lines_.end(), [this, &line](std::size_t i) {
        const LayoutLine& other = lines_[i];
        const float pitch = std::fabs(other.baseline - line.baseline);
        return pitch > 0 && pitch <= kNextLine * line.size &&
               std::fabs(other.size - line.size) < 0.1f * line.size &&
               shared_width(other.box, line.box) > 0 &&
               line.box.left > other.box.left - 2 * line.size;
      });
  known = is_running ? 1 : 0;
  return is_running;
}

bool FigureLabels::is_beside(const LayoutLine& line, const PageBox& axes, const PageBox& box,
                             float reach) const {
  if (line.words.size() > kMostLabelWords || shared_width(line.box, box) < -reach ||
      shared_height(line.box, box) < -reach)
    return false;
  const float x = (line.box.left + line.box.right) / 2;
  const float y = (line.box.top + line.box.bottom) / 2;
  const float slack = line.size;
  const bool above = x > axes.left - slack && x < axes.right + slack;
  const bool left = y > axes.top - slack && y < axes.bottom + slack;
  return (above || left) && width_of(line.box) < width_of(axes) && !is_running_text(line);
}

bool FigureLabels::is_number(const LayoutLine& line) const {
  return std::none_of(line.words.begin(), line.words.end(), [this](const LineWord& word) {
    return is_letter(first_character(page_.words[word.index].text));
  });
}

/// Whether a line between two charts shows that they are two figures.
bool FigureLabels::parts_charts(const LayoutLine& line) const {
  if (line.words.size() > kMostLabelWords || is_running_text(line)) return true;
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(line.words.size(), 2); ++i)
    text += page_.words[line.words[i].index].text + " ";
  return is_caption(text);
}

bool FigureLabels::are_one(const Figure& one, const Figure& other) const {
  if (!one.axes || !other.axes) return false;
  const float across = shared_width(one.box, other.box);
  const float down = shared_height(one.box, other.box);
  if (across < -kMostBetween || down < -kMostBetween) return false;
  const bool beside = down > kBesideShare * std::min(height_of(one.box), height_of(other.box));
  const bool below = across > kBesideShare * std::min(width_of(one.box), width_of(other.box));
  if (!beside && !below) return false;
  PageBox between = around(one.box, other.box);
  if (across < 0) {
    between.left = std::min(one.box.right, other.box.right);
    between.right = std::max(one.box.left, other.box.left);
  }
  if (down < 0) {
    between.top = std::min(one.box.bottom, other.box.bottom);
    between.bottom = std::max(one.box.top, other.box.top);
  }
  return std::none_of(lines_.begin(), lines_.end(), [&](const LayoutLine& line) {
    return shared_area(line.box, between) > 0 && parts_charts(line);
  });
}

void FigureLabels::join_charts(std::vector<Figure>& figures) const {
  for (std::size_t i = 0; i < figures.size(); ++i) {
    for (std::size_t k = i + 1; k < figures.size();) {
      if (!are_one(figures[i], figures[k])) {
        ++k;
        continue;
      }
      figures[i].box = around(figures[i].box, figures[k].box);
      figures[i].picture = figures[i].picture || figures[k].picture;
      figures.erase(figures.begin() + static_cast<std::ptrdiff_t>(k));
      k = i + 1;
    }
  }
}

std::string FigureLabels::take(const Figure& figure, PageBox& box, std::uint32_t& first) {
  box = figure.box;
  if (figure.picture && !figure.axes) return "";
  std::vector<std::size_t> inside;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const LayoutLine& line = lines_[i];
    if (shared_area(line.box, figure.box) < kInsideShare * area_of(line.box) || !is_free(line))
      continue;
    if (line.words.size() >= kTextWords) return "";  // a box with text in it
    inside.push_back(i);
  }
  std::vector<bool> taken(lines_.size());
  for (const std::size_t i : inside) taken[i] = true;
  {
    if (figure.axes) box = with_axes(page_, figure.box);
    const PageBox axes = box;
    for (const float reach : {kNumberReach, kTitleReach}) {
      if (!figure.axes && reach != kNumberReach) break;
      PageBox next = box;
      for (std::size_t i = 0; i < lines_.size(); ++i) {
        const LayoutLine& line = lines_[i];
        if (taken[i] || !is_beside(line, axes, box, reach) || !is_free(line)) continue;
        if (!figure.axes && !is_number(line)) continue;
        if (reach == kNumberReach && !is_number(line) && line.words.size() > 2) continue;
        taken[i] = true;
        next = around(next, line.box);
      }
      box = next;
    }
  }
  std::vector<LayoutLine> found;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (!taken[i]) continue;
    for (const LineWord& word : lines_[i].words) {
      used_[word.index] = true;
      first = std::min(first, word.index);
    }
    found.push_back(lines_[i]);
  }
  std::string text = written(std::move(found));
  add_turned(figure.axes ? with_axes(page_, figure.box) : figure.box, box, first, text);
  return text;
}

std::string FigureLabels::written(std::vector<LayoutLine> lines) {
  std::stable_sort(lines.begin(), lines.end(), [](const LayoutLine& one, const LayoutLine& other) {
    return one.box.bottom < other.box.bottom;
  });
  InlineText text(page_, vocabulary_);
  std::string all;
  bool after_number = false;
  for (std::size_t from = 0; from < lines.size();) {
    std::size_t to = from + 1;
    while (to < lines.size() &&
           shared_height(lines[from].box, lines[to].box) >
               kLabelRow * std::min(height_of(lines[from].box), height_of(lines[to].box)))
      ++to;
    std::stable_sort(lines.begin() + static_cast<std::ptrdiff_t>(from),
                     lines.begin() + static_cast<std::ptrdiff_t>(to),
                     [](const LayoutLine& one, const LayoutLine& other) {
                       return one.box.left < other.box.left;
                     });
    for (std::size_t i = from; i < to; ++i) {
      const bool number = is_number(lines[i]);
      if (!all.empty()) all += i > from || (number && after_number) ? ' ' : '\n';
      text.add_line(lines[i], false);
      all += text.take();
      after_number = number;
    }
    from = to;
  }
  return all;
}

void FigureLabels::add_turned(const PageBox& axes, PageBox& box, std::uint32_t& first,
                              std::string& text) {
  const PageBox reach = grown(box, kTurnedReach);
  std::vector<std::size_t> found;
  const auto goes_on = [&](const PageWord& word) {
    turned_looks_ += found.size();
    return turned_looks_ < kMostTurnedLooks &&
           std::any_of(found.begin(), found.end(), [&](std::size_t i) {
             const PageWord& known = page_.words[turned_[i]];
             return known.direction == word.direction &&
                    std::fabs(known.baseline - word.baseline) < kSameTurnedLine * known.font_size &&
                    shared_height(known.box, word.box) > -kSameTurnedLine * known.font_size;
           });
  };
  // Raised parts stand farther out than the line that they belong to.
  for (const bool inside : {true, false, false}) {
    const std::size_t before = found.size();
    for (std::size_t i = 0; i < turned_.size() && found.size() < kMostTurned; ++i) {
      const PageWord& word = page_.words[turned_[i]];
      if (used_[turned_[i]] || word.direction == WordDirection::kLeft ||
          shared_height(word.box, axes) < kInsideShare * height_of(word.box) ||
          std::binary_search(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(before), i))
        continue;
      if (inside ? is_within(word.box, reach) : goes_on(word)) found.push_back(i);
    }
    if (found.empty()) return;
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
  }
  const PageWord* last = nullptr;
  for (const std::size_t i : found) {
    const PageWord& word = page_.words[turned_[i]];
    used_[turned_[i]] = true;
    first = std::min(first, turned_[i]);
    const bool same_line =
        last != nullptr && last->direction == word.direction &&
        std::fabs(last->baseline - word.baseline) < kSameTurnedLine * last->font_size &&
        shared_height(last->box, word.box) > -kSameTurnedLine * last->font_size;
    if (!text.empty() && !(same_line && word.joined)) text += same_line ? ' ' : '\n';
    const std::string moved =
        same_line ? raised_text(word, last->baseline, last->font_size) : std::string();
    if (moved.empty())
      append_escaped(word.text, text);
    else
      text += moved;
    if (moved.empty() || !same_line) last = &word;
    if (word.soft_hyphen) text += '-';
    box = around(box, word.box);
  }
}

}  // namespace lectern
