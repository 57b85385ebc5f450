#include "pdf/layout/elements.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pdf/layout/blocks.h"
#include "pdf/layout/characters.h"
#include "pdf/layout/divided.h"
#include "pdf/layout/drop_caps.h"
#include "pdf/layout/figure_labels.h"
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

constexpr float kAxisLabels = 25;  ///< points beyond the axes
constexpr std::uint32_t kFewPlaces = 12;
/// A figure that shares more of its area with a table is the table.
constexpr float kMostShared = 0.3f;
/// Of a figure's area: diagrams have less text in them.
constexpr float kMostText = 0.3f;
/// A formula has more signs than one word in so many.
constexpr std::size_t kFormulaShare = 6;

class PageReader {
 public:
  PageReader(PageContent& page, std::vector<PageTable>& tables)
      : page_(page), vocabulary_(page), tables_(tables) {}

  std::vector<PageElement> run() {
    if (page_.words.empty()) return {};
    direction_ = main_direction(page_);
    turn_upright(page_, direction_);
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
    figures_ = find_figures(page_, FigureParts::kDrawn);
    std::vector<PageTable> tables;
    if (!has_table_tag) tables = find_tables(page_);
    // Tags that do not know of the table that the page is are an export's, not an author's.
    std::size_t in_tables = 0;
    for (const PageTable& table : tables) {
      for (const TableCell& cell : table.cells) in_tables += cell.words.size();
    }
    const bool denied = in_tables * 2 > page_.words.size();
    const bool tagged = !denied && append_tagged(page_, vocabulary_, used_, elements_);
    if (!tagged) place_tables(has_table_tag ? find_tables(page_) : std::move(tables));
    add_other_figures();
    place_figures(tagged);
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
  struct PlacedElement {
    PageElement element;
    std::uint32_t order = 0;
    std::uint32_t last = 0;  ///< of a table: the largest index of its words
  };

  void place_tables(const std::vector<PageTable>& tables) {
    for (const PageTable& table : tables) {
      if (is_in_figure(table) || is_formula(table)) continue;
      PageElement element;
      element.kind = PageElement::Kind::kTable;
      tables_.push_back(table);
      element.table = static_cast<std::uint32_t>(tables_.size());
      element.text = table_markdown(page_, table);
      while (element.text.ends_with('\n')) element.text.pop_back();
      element.box = table.box;
      std::uint32_t order = static_cast<std::uint32_t>(page_.words.size());
      std::uint32_t last = 0;
      for (const TableCell& cell : table.cells) {
        for (const std::uint32_t word : cell.words) {
          used_[word] = true;
          order = std::min(order, word);
          last = std::max(last, word);
        }
      }
      for (const std::uint32_t word : table.line_words) used_[word] = true;
      placed_.push_back({std::move(element), order, last});
    }
  }

  /// Figures that look like a table as well, where there is no table.
  void add_other_figures() {
    for (const Figure& found : find_figures(page_, FigureParts::kAll)) {
      const PageBox& figure = found.box;
      const bool is_known = std::any_of(figures_.begin(), figures_.end(), [&](const Figure& known) {
        return shared_area(known.box, figure) > 0;
      });
      const bool is_table =
          std::any_of(placed_.begin(), placed_.end(), [&](const PlacedElement& placed) {
            const float area = shared_area(placed.element.box, figure);
            return area > kMostShared * area_of(figure) ||
                   area > kMostShared * area_of(placed.element.box);
          });
      if (!is_known && !is_table) figures_.push_back(found);
    }
  }

  /// \param tagged  the page's other elements are known already, and some figures by their names.
  void place_figures(bool tagged) {
    std::vector<PlacedElement> found;
    if (figures_.empty()) return;
    FigureLabels labels(page_, vocabulary_, used_);
    labels.join_charts(figures_);
    for (const Figure& drawn : figures_) {
      if (is_ground(drawn.box)) continue;
      PageElement element;
      PageBox figure = drawn.box;
      auto order = static_cast<std::uint32_t>(page_.words.size());
      if (!tagged) element.labels = labels.take(drawn, figure, order);
      figure = around(figure, with_labels(page_, drawn.box));
      element.kind = PageElement::Kind::kFigure;
      element.box = figure;
      element.width = width_of(figure);
      element.height = height_of(figure);
      element.region = region_of(figure);
      found.push_back({std::move(element), order, order});
    }
    if (tagged) {
      add_to_tagged(std::move(found));
      return;
    }
    for (auto& [element, order, last] : found) {
      const PageBox figure = element.box;
      // It is read before the text that stands in it and below it.
      element.box.bottom = std::min(figure.bottom, figure.top + 1);
      for (std::size_t i = 0; i < page_.words.size(); ++i) {
        const PageBox& word = page_.words[i].box;
        if (word.top >= figure.top && shared_width(word, figure) > 0) {
          order = std::min(order, static_cast<std::uint32_t>(i));
          break;
        }
      }
      placed_.push_back({std::move(element), order, order});
    }
  }

  /// Whether running text stands on it: the ground of a column, or a scan with its text.
  bool is_ground(const PageBox& figure) const {
    float text = 0;
    for (const PageWord& word : page_.words) text += shared_area(word.box, figure);
    return text > kMostText * area_of(figure);
  }

  void add_to_tagged(std::vector<PlacedElement> placed) {
    std::vector<PageElement> found;
    for (PlacedElement& one : placed) found.push_back(std::move(one.element));
    std::vector<PageElement*> named;
    for (PageElement& element : elements_) {
      if (element.kind == PageElement::Kind::kFigure) named.push_back(&element);
    }
    if (named.size() != found.size()) {
      insert_at_place(std::move(found), elements_);
      return;
    }
    // As many have a text in their place: they are these.
    for (std::size_t i = 0; i < found.size(); ++i) {
      found[i].text = std::move(named[i]->text);
      *named[i] = std::move(found[i]);
    }
  }

  /// Whole points of the page as the file has it.
  PixelRegion region_of(const PageBox& box) const {
    const PageBox there = turned_back(box, page_, direction_);
    const auto whole = [](float at) {
      constexpr float kMost = 1'000'000;
      return static_cast<std::uint32_t>(std::clamp(at, 0.0f, kMost));
    };
    PixelRegion region{whole(std::floor(there.left)), whole(std::floor(there.top))};
    region.width = std::max(whole(std::ceil(there.right)), region.x + 1) - region.x;
    region.height = std::max(whole(std::ceil(there.bottom)), region.y + 1) - region.y;
    return region;
  }

  /// Axes and labels of a chart stand in rows and columns, too.
  bool is_in_figure(const PageTable& table) const {
    if (table.ruled && table.rows * table.columns > kFewPlaces) return false;
    float inside = 0;
    for (const Figure& figure : figures_) {
      // The numbers at its axes are no table either.
      const float beyond = figure.axes ? kAxisLabels : 0;
      const PageBox box{figure.box.left - beyond, figure.box.top - beyond,
                        figure.box.right + beyond, figure.box.bottom + beyond};
      const float area = shared_area(box, table.box);
      if (figure.axes && area > kMostShared * area_of(table.box)) return true;
      inside += area;
    }
    return inside > 0.5f * area_of(table.box);
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
    std::vector<LayoutLine> lines = find_lines(page_, used_, code_);
    if (!code_ && has_statements(lines)) {
      code_ = true;
      lines = find_lines(page_, used_, code_);
    }
    join_page_numbers(page_, lines);
    join_drop_caps(page_, lines);
    const std::vector<TextBlock> blocks = find_blocks(std::move(lines));
    std::vector<OrderedBox> boxes;
    for (const TextBlock& block : blocks) {
      const bool wide = block.lines.size() > 1 || width_of(block.box) > 0.3f * page_.width;
      boxes.push_back({block.box, block.order, wide, block.last});
    }
    for (const PlacedElement& placed : placed_)
      boxes.push_back({placed.element.box, placed.order, true, placed.last,
                       placed.element.kind == PageElement::Kind::kTable});
    std::vector<bool> floats;
    for (const std::size_t i : reading_order(boxes, page_.width, find_dividers(page_), floats)) {
      if (i < blocks.size()) {
        const std::size_t before = elements_.size();
        append_paragraphs(page_, blocks[i], code_, vocabulary_, elements_);
        for (std::size_t k = before; k < elements_.size(); ++k) elements_[k].aside = floats[i];
      } else {
        elements_.push_back(std::move(placed_[i - blocks.size()].element));
      }
    }
    join_code(elements_, first);
    join_divided(elements_, first, vocabulary_);
    settle_lone_items(elements_, first);
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

  PageContent& page_;
  PageVocabulary vocabulary_;
  std::vector<PageTable>& tables_;
  WordDirection direction_ = WordDirection::kRight;
  std::vector<bool> used_;
  bool code_ = false;
  std::vector<PlacedElement> placed_;
  std::vector<Figure> figures_;
  std::vector<PageElement> elements_;
};

}  // namespace

std::vector<PageElement> page_elements(PageContent& page, std::vector<PageTable>& tables) {
  return PageReader(page, tables).run();
}

void insert_at_place(std::vector<PageElement> added, std::vector<PageElement>& elements) {
  constexpr std::size_t kMostComparisons = 5'000'000;
  constexpr float kBesideShare = 0.25f;  // what is beside counts as nearer than what is below
  std::vector<std::pair<std::size_t, PageElement>> places;
  const bool too_many = std::uint64_t{added.size()} * elements.size() > kMostComparisons;
  for (PageElement& element : added) {
    std::size_t nearest = elements.size();
    float least = 0;
    for (std::size_t i = 0; !too_many && i < elements.size(); ++i) {
      const PageBox& box = elements[i].box;
      if (elements[i].turned || area_of(box) <= 0) continue;
      const float distance = std::max(-shared_height(box, element.box), 0.0f) +
                             kBesideShare * std::max(-shared_width(box, element.box), 0.0f);
      if (nearest < elements.size() && distance >= least) continue;
      nearest = i;
      least = distance;
    }
    places.emplace_back(std::min(nearest + 1, elements.size()), std::move(element));
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const auto& one, const auto& other) { return one.first < other.first; });
  std::vector<PageElement> all;
  std::size_t next = 0;
  for (std::size_t i = 0; i <= elements.size(); ++i) {
    while (next < places.size() && places[next].first == i)
      all.push_back(std::move(places[next++].second));
    if (i < elements.size()) all.push_back(std::move(elements[i]));
  }
  elements = std::move(all);
}

}  // namespace lectern
