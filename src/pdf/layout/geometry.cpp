#include "pdf/layout/geometry.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lectern {
namespace {

class PageTurner {
 public:
  PageTurner(PageContent& page, WordDirection direction)
      : page_(page),
        turns_(static_cast<int>(direction)),
        width_(page.width),
        height_(page.height) {}

  void run() {
    if (turns_ == 0) return;
    for (PageWord& word : page_.words) {
      turn(word);
      turn(word.box);
    }
    for (PageRule& rule : page_.rules) turn(rule.line);
    for (PageArea& area : page_.areas) turn(area.box);
    for (PagePicture& picture : page_.pictures) turn(picture.box);
    for (PageBox& box : page_.drawings) turn(box);
    for (PageBox& box : page_.slants) turn(box);
    for (PageLink& link : page_.links) turn(link.box);
    for (PageNote& note : page_.notes) {
      turn(note.box);
      for (PageBox& box : note.marked) turn(box);
    }
    if (turns_ != 2) std::swap(page_.width, page_.height);
  }

 private:
  void turn(PageBox& box) const {
    const PageBox old = box;
    switch (turns_) {
      case 1:
        box = {old.top, width_ - old.right, old.bottom, width_ - old.left};
        break;
      case 2:
        box = {width_ - old.right, height_ - old.bottom, width_ - old.left, height_ - old.top};
        break;
      default:
        box = {height_ - old.bottom, old.left, height_ - old.top, old.right};
        break;
    }
  }

  void turn(PageWord& word) const {
    const bool level =
        word.direction == WordDirection::kRight || word.direction == WordDirection::kLeft;
    // A baseline is a y for level words and an x for upright ones; after a turn to the side it is
    // the other.
    switch (turns_) {
      case 1:
        if (!level) word.baseline = width_ - word.baseline;
        break;
      case 2:
        word.baseline = (level ? height_ : width_) - word.baseline;
        break;
      default:
        if (level) word.baseline = height_ - word.baseline;
        break;
    }
    word.direction =
        static_cast<WordDirection>((static_cast<int>(word.direction) + 4 - turns_) % 4);
  }

  PageContent& page_;
  const int turns_;
  const float width_;
  const float height_;
};

}  // namespace

PageBox around(const PageBox& one, const PageBox& other) {
  return {std::min(one.left, other.left), std::min(one.top, other.top),
          std::max(one.right, other.right), std::max(one.bottom, other.bottom)};
}

WordDirection main_direction(const PageContent& page) {
  std::array<std::size_t, 4> letters{};
  for (const PageWord& word : page.words)
    letters[static_cast<std::size_t>(word.direction)] += word.text.size();
  const auto most = std::max_element(letters.begin(), letters.end());
  return static_cast<WordDirection>(most - letters.begin());
}

void turn_upright(PageContent& page, WordDirection direction) { PageTurner(page, direction).run(); }

PageBox turned_back(const PageBox& box, const PageContent& page, WordDirection direction) {
  PageContent turned;
  turned.width = page.width;
  turned.height = page.height;
  turned.areas.push_back({box});
  turn_upright(turned, static_cast<WordDirection>((4 - static_cast<int>(direction)) % 4));
  return turned.areas[0].box;
}

}  // namespace lectern
