#include "pdf/layout/elements.h"

#include <algorithm>
#include <utility>

#include "pdf/layout/blocks.h"
#include "pdf/layout/geometry.h"
#include "pdf/layout/inline_text.h"
#include "pdf/layout/lines.h"
#include "pdf/layout/paragraphs.h"
#include "pdf/layout/table.h"

namespace lectern {
namespace {

/// More of a page's letters than this in fonts of one pitch: they are no sign of code.
constexpr std::size_t kTypedShare = 60;  ///< percent

class PageReader {
 public:
  explicit PageReader(PageContent& page) : page_(page), vocabulary_(page) {}

  std::vector<PageElement> run() {
    if (page_.words.empty()) return {};
    turn_upright(page_, main_direction(page_));
    used_.assign(page_.words.size(), false);
    std::size_t letters = 0;
    std::size_t typed = 0;
    for (const PageWord& word : page_.words) {
      letters += word.text.size();
      if (word.monospace) typed += word.text.size();
    }
    code_ = typed * 100 < letters * kTypedShare;
    add_part();
    // What runs in other directions (margins, labels of axes) comes after the rest.
    for (int turn = 1; turn < 4; ++turn) {
      turn_upright(page_, WordDirection::kDown);
      const std::size_t before = elements_.size();
      add_part();
      for (std::size_t i = before; i < elements_.size(); ++i) elements_[i].turned = true;
    }
    turn_upright(page_, WordDirection::kDown);
    return std::move(elements_);
  }

 private:
  void add_part() {
    const bool any = std::any_of(page_.words.begin(), page_.words.end(), [](const PageWord& word) {
      return word.direction == WordDirection::kRight;
    });
    if (!any) return;
    const std::vector<TextBlock> blocks = find_blocks(find_lines(page_, used_));
    std::vector<OrderedBox> boxes;
    for (const TextBlock& block : blocks) {
      const bool wide = block.lines.size() > 1 || width_of(block.box) > 0.3f * page_.width;
      boxes.push_back({block.box, block.order, wide});
    }
    for (const std::size_t i : reading_order(boxes, page_.width))
      append_paragraphs(page_, blocks[i], code_, vocabulary_, elements_);
  }

  PageContent& page_;
  PageVocabulary vocabulary_;
  std::vector<bool> used_;
  bool code_ = false;
  std::vector<PageElement> elements_;
};

}  // namespace

std::vector<PageElement> page_elements(PageContent& page) { return PageReader(page).run(); }

}  // namespace lectern
