#include "pdf/layout/drop_caps.h"

#include <algorithm>

#include "pdf/layout/characters.h"
#include "pdf/layout/geometry.h"
#include "text/utf8.h"

namespace lectern {
namespace {

// Of the font size of the text beside it.
constexpr float kLeastCap = 1.8f;
constexpr float kMostCap = 8;
constexpr float kBesideCap = 1.5f;
constexpr float kTouchesCap = -0.5f;
constexpr std::size_t kMostCapLetters = 2;  // an opening quotation mark and a letter
/// Pages have few of them; one with more is a poster, or letters of a diagram.
constexpr std::size_t kMostCaps = 20;

class DropCaps {
 public:
  DropCaps(const PageContent& page, std::vector<LayoutLine>& lines) : page_(page), lines_(lines) {}

  void run() {
    std::vector<std::size_t> caps;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (may_be_cap(lines_[i])) caps.push_back(i);
    }
    if (caps.empty() || caps.size() > kMostCaps) return;
    std::vector<bool> gone(lines_.size());
    for (const std::size_t cap : caps) {
      const std::size_t text = line_of(cap);
      if (text == lines_.size()) continue;
      // The lines beside it begin where it does, as those below.
      for (LayoutLine& line : lines_) {
        if (&line != &lines_[cap] && is_beside(lines_[cap], line))
          line.box.left = lines_[cap].box.left;
      }
      put_before(lines_[cap], lines_[text]);
      gone[cap] = true;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (gone[i]) continue;
      if (kept != i) lines_[kept] = std::move(lines_[i]);
      ++kept;
    }
    lines_.resize(kept);
  }

 private:
  bool may_be_cap(const LayoutLine& line) const {
    if (line.words.size() != 1) return false;
    const std::string& word = page_.words[line.words[0].index].text;
    return utf8_length(word) <= kMostCapLetters && is_letter(last_character(word)) &&
           !has_lower_case(word);
  }

  bool is_beside(const LayoutLine& cap, const LayoutLine& line) const {
    const float gap = line.box.left - cap.box.right;
    return cap.size >= kLeastCap * line.size && cap.size <= kMostCap * line.size &&
           gap >= kTouchesCap * line.size && gap <= kBesideCap * line.size &&
           line.baseline > cap.box.top && line.baseline <= cap.baseline + 0.3f * line.size;
  }

  /// The highest of the two lines or more that stand beside a cap; the number of lines when there
  /// are no such.
  std::size_t line_of(std::size_t cap) const {
    std::size_t best = lines_.size();
    std::size_t beside = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (i == cap || !is_beside(lines_[cap], lines_[i])) continue;
      ++beside;
      if (best == lines_.size() || lines_[i].baseline < lines_[best].baseline) best = i;
    }
    return beside >= 2 ? best : lines_.size();
  }

  void put_before(const LayoutLine& cap, LayoutLine& line) const {
    LineWord letter = cap.words[0];
    letter.space = false;
    const char32_t next = first_character(page_.words[line.words[0].index].text);
    line.words[0].space = is_letter(next) && !is_lower_case(next);
    line.words.insert(line.words.begin(), letter);
    line.order = std::min(line.order, cap.order);
  }

  const PageContent& page_;
  std::vector<LayoutLine>& lines_;
};

}  // namespace

void join_drop_caps(const PageContent& page, std::vector<LayoutLine>& lines) {
  DropCaps(page, lines).run();
}

}  // namespace lectern
