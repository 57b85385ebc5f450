#include "pdf/layout/elements.h"

#include <algorithm>
#include <utility>

#include "pdf/layout/blocks.h"
#include "pdf/layout/characters.h"
#include "pdf/layout/divided.h"
#include "pdf/layout/drop_caps.h"
#include "pdf/layout/figures.h"
#include "pdf/layout/geometry.h"
#include "pdf/layout/inline_text.h"
#include "pdf/layout/lines.h"
#include "pdf/layout/page_numbers.h"
#include "pdf/layout/paragraphs.h"
#include "pdf/layout/table.h"
#include "pdf/layout/table_markdown.h"
#include "pdf/layout/tagged.h"

namespace lectern {
namespace {

/// More of a page's letters than this in fonts of one pitch: they are no sign of code.
constexpr std::size_t kTypedShare = 60;  ///< percent

constexpr std::size_t kStatements = 4;  ///< one line of a listing in so many ends as a statement

constexpr std::uint32_t kFewPlaces = 12;
/// A formula has more signs than one word in so many.
constexpr std::size_t kFormulaShare = 6;

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
    const bool has_table_tag = std::any_of(page_.tags.begin(), page_.tags.end(),
                                           [](const PageTag& tag) { return tag.role == "Table"; });
    figures_ = find_figures(page_);
    std::vector<PageTable> tables;
    if (!has_table_tag) tables = find_tables(page_);
    // Tags that do not know of the table that the page is are an export's, not an author's.
    std::size_t in_tables = 0;
    for (const PageTable& table : tables) {
      for (const TableCell& cell : table.cells) in_tables += cell.words.size();
    }
    const bool denied = in_tables * 2 > page_.words.size();
    const bool tagged = !denied && append_tagged(page_, vocabulary_, used_, elements_);
    if (!tagged) place_figures();
    if (!tagged) place_tables(has_table_tag ? find_tables(page_) : std::move(tables));
    const std::size_t first_untagged = elements_.size();
    add_part();
    for (std::size_t i = 0; i < elements_.size(); ++i)
      elements_[i].tagged = tagged && i < first_untagged;
    placed_.clear();
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
  void place_tables(const std::vector<PageTable>& tables) {
    for (const PageTable& table : tables) {
      if (is_in_figure(table) || is_formula(table)) continue;
      PageElement element;
      element.kind = PageElement::Kind::kTable;
      element.text = table_markdown(page_, table);
      while (element.text.ends_with('\n')) element.text.pop_back();
      element.box = table.box;
      std::uint32_t order = static_cast<std::uint32_t>(page_.words.size());
      for (const TableCell& cell : table.cells) {
        for (const std::uint32_t word : cell.words) {
          used_[word] = true;
          order = std::min(order, word);
        }
      }
      for (const std::uint32_t word : table.line_words) used_[word] = true;
      placed_.push_back({std::move(element), order});
    }
  }

  void place_figures() {
    for (const PageBox& figure : figures_) {
      PageElement element;
      element.kind = PageElement::Kind::kFigure;
      element.box = figure;
      // It is read before the text that stands in it and below it.
      element.box.bottom = std::min(figure.bottom, figure.top + 1);
      std::uint32_t order = static_cast<std::uint32_t>(page_.words.size());
      for (std::size_t i = 0; i < page_.words.size(); ++i) {
        const PageBox& word = page_.words[i].box;
        if (word.top >= figure.top && shared_width(word, figure) > 0) {
          order = static_cast<std::uint32_t>(i);
          break;
        }
      }
      element.width = width_of(figure);
      element.height = height_of(figure);
      placed_.push_back({std::move(element), order});
    }
  }

  /// Axes and labels of a chart stand in rows and columns, too.
  bool is_in_figure(const PageTable& table) const {
    if (table.ruled && table.rows * table.columns > kFewPlaces) return false;
    return std::any_of(figures_.begin(), figures_.end(), [&table](const PageBox& figure) {
      const float width = shared_width(figure, table.box);
      const float height = shared_height(figure, table.box);
      return width > 0 && height > 0 &&
             width * height > 0.5f * width_of(table.box) * height_of(table.box);
    });
  }

  /// Lines of a formula that is set in several heights.
  bool is_formula(const PageTable& table) const {
    if (table.ruled) return false;
    std::size_t words = 0;
    std::size_t signs = 0;
    for (const TableCell& cell : table.cells) {
      for (const std::uint32_t word : cell.words) {
        ++words;
        if (is_mathematical(page_.words[word].text)) ++signs;
      }
    }
    return signs * kFormulaShare > words;
  }

  void add_part() {
    const bool any = std::any_of(page_.words.begin(), page_.words.end(), [](const PageWord& word) {
      return word.direction == WordDirection::kRight;
    });
    if (!any) return;
    const std::size_t first = elements_.size();
    std::vector<LayoutLine> lines = find_lines(page_, used_);
    join_page_numbers(page_, lines);
    join_drop_caps(page_, lines);
    code_ = code_ || has_statements(lines);
    const std::vector<TextBlock> blocks = find_blocks(std::move(lines));
    std::vector<OrderedBox> boxes;
    for (const TextBlock& block : blocks) {
      const bool wide = block.lines.size() > 1 || width_of(block.box) > 0.3f * page_.width;
      boxes.push_back({block.box, block.order, wide, block.last});
    }
    for (const PlacedElement& placed : placed_)
      boxes.push_back({placed.element.box, placed.order, true, placed.order});
    for (const std::size_t i : reading_order(boxes, page_.width)) {
      if (i < blocks.size()) {
        append_paragraphs(page_, blocks[i], code_, vocabulary_, elements_);
      } else {
        elements_.push_back(std::move(placed_[i - blocks.size()].element));
      }
    }
    join_code(elements_, first);
    join_divided(elements_, first, vocabulary_);
  }

  /// Whether typed lines end as statements do: a page of nothing else is a listing, no letter.
  bool has_statements(const std::vector<LayoutLine>& lines) const {
    std::size_t typed = 0;
    std::size_t statements = 0;
    for (const LayoutLine& line : lines) {
      if (!line.monospace) continue;
      ++typed;
      const std::string& first = page_.words[line.words.front().index].text;
      const std::string& last = page_.words[line.words.back().index].text;
      if (last.ends_with(";") || last.ends_with("{") || last.ends_with("}") ||
          first.starts_with("#") || first.starts_with("//") || first.starts_with("/*"))
        ++statements;
    }
    return typed > 0 && statements * kStatements >= typed;
  }

  struct PlacedElement {
    PageElement element;
    std::uint32_t order = 0;
  };

  PageContent& page_;
  PageVocabulary vocabulary_;
  std::vector<bool> used_;
  bool code_ = false;
  std::vector<PlacedElement> placed_;
  std::vector<PageBox> figures_;
  std::vector<PageElement> elements_;
};

}  // namespace

std::vector<PageElement> page_elements(PageContent& page) { return PageReader(page).run(); }

}  // namespace lectern
