#include "pdf/layout/figures.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "base/format.h"
#include "base/message.h"
#include "pdf/layout/chart_axes.h"
#include "pdf/layout/geometry.h"

namespace lectern {
namespace {

constexpr float kFigureCell = 12;  ///< points: parts of a figure are no farther apart
constexpr std::size_t kMostCells = 40'000;
constexpr std::uint64_t kMostMarks = 4'000'000;
constexpr std::size_t kMostFigures = 50;
constexpr float kMostOfPage = 0.85f;      ///< of the page's area
constexpr float kMostOfSide = 0.9f;       ///< of the page: what has it is a frame
constexpr std::uint32_t kLeastParts = 8;  ///< curves of a chart
// Points.
constexpr float kLeastSide = 60;
constexpr float kLeastPictureWidth = 40;
constexpr float kLeastPictureHeight = 30;
constexpr float kLeastPictureArea = 3'600;
constexpr float kLeastSlantSide = 12;
constexpr std::uint32_t kSlantParts = 3;
constexpr float kLongSlant = 60;  ///< one line of a chart is enough
constexpr float kHighSlant = 30;
constexpr float kLeastBar = 3;
constexpr std::uint32_t kBarParts = 3;
constexpr std::size_t kLeastBars = 3;
constexpr float kMostPlace = 100'000;  ///< points

/// The page in cells: those that parts of figures touch, and figures as cells that hang together.
class FigureFinder {
 public:
  FigureFinder(const PageContent& page, FigureParts parts) : page_(page), kind_(parts) {}

  std::vector<Figure> run() {
    columns_ = static_cast<std::size_t>(std::max(page_.width, 0.0f) / kFigureCell) + 1;
    rows_ = static_cast<std::size_t>(std::max(page_.height, 0.0f) / kFigureCell) + 1;
    if (columns_ > kMostCells || columns_ * rows_ > kMostCells) return {};
    for (const PageBox& box : page_.drawings) add(box, 1, false);
    for (const PagePicture& picture : page_.pictures) add(picture.box, kLeastParts, true);
    for (const PageBox& axes : find_chart_axes(page_)) {
      if (width_of(axes) > kMostOfSide * page_.width && height_of(axes) > kMostOfSide * page_.height)
        continue;
      parts_.push_back({axes, kLeastParts, false, true});
    }
    if (kind_ == FigureParts::kAll) {
      add_slants();
      add_bars();
    }
    if (parts_.empty()) return {};
    cells_.assign(columns_ * rows_, kEmpty);
    for (const Part& part : parts_) mark(part.box);
    find_components();
    for (const Part& part : parts_) {
      // A part beyond the bound of marks has no cell.
      const std::uint32_t number = cells_[cell_of(part.box)];
      if (number >= components_.size()) continue;
      Component& component = components_[number];
      component.box = component.weight == 0 ? part.box : around(component.box, part.box);
      component.weight += part.weight;
      component.picture = component.picture || part.picture;
      component.axes = component.axes || part.axes;
    }
    std::vector<Figure> figures;
    for (const Component& component : components_) {
      if (figures.size() < kMostFigures && is_figure(component))
        figures.push_back({component.box, component.axes, component.picture});
    }
    return figures;
  }

 private:
  struct Part {
    PageBox box;
    std::uint32_t weight = 0;
    bool picture = false;
    bool axes = false;
  };
  struct Component {
    PageBox box;
    std::uint32_t weight = 0;
    bool picture = false;
    bool axes = false;
  };
  static constexpr std::uint32_t kEmpty = UINT32_MAX;
  static constexpr std::uint32_t kMarked = UINT32_MAX - 1;

  void add(const PageBox& box, std::uint32_t weight, bool picture) {
    const bool is_ground =
        width_of(box) * height_of(box) > kMostOfPage * page_.width * page_.height;
    if (!is_ground) parts_.push_back({box, weight, picture, false});
  }

  void add_slants() {
    for (const PageBox& box : page_.slants) {
      if (width_of(box) < kLeastSlantSide || height_of(box) < kLeastSlantSide) continue;
      const bool alone = width_of(box) >= kLongSlant && height_of(box) >= kHighSlant;
      add(box, alone ? kLeastParts : kSlantParts, false);
    }
  }

  /// Bars of a chart: areas that begin at one line, from which they go on to different lengths.
  void add_bars() {
    std::map<int, std::vector<std::uint32_t>> upright;
    std::map<int, std::vector<std::uint32_t>> level;
    const auto place = [](float at) {
      return static_cast<int>(std::lround(std::clamp(at, -kMostPlace, kMostPlace)));
    };
    for (std::uint32_t i = 0; i < page_.areas.size(); ++i) {
      const PageBox& box = page_.areas[i].box;
      if (width_of(box) < kLeastBar || height_of(box) < kLeastBar || is_white(page_.areas[i].rgb))
        continue;
      upright[place(box.bottom)].push_back(i);
      level[place(box.left)].push_back(i);
    }
    for (const auto& [at, bars] : upright) add_group(bars, true);
    for (const auto& [at, bars] : level) add_group(bars, false);
  }

  static bool is_white(std::uint32_t rgb) {
    constexpr std::uint32_t kNearlyWhite = 0xF0;
    return (rgb >> 16 & 0xFF) >= kNearlyWhite && (rgb >> 8 & 0xFF) >= kNearlyWhite &&
           (rgb & 0xFF) >= kNearlyWhite;
  }

  void add_group(const std::vector<std::uint32_t>& bars, bool upright) {
    if (bars.size() < kLeastBars) return;
    std::vector<int> lengths;
    std::vector<int> widths;
    for (const std::uint32_t i : bars) {
      const PageBox& box = page_.areas[i].box;
      lengths.push_back(static_cast<int>(upright ? height_of(box) : width_of(box)) / 2);
      widths.push_back(static_cast<int>(upright ? width_of(box) : height_of(box)) / 2);
    }
    // Cells of a table have different widths too, but they stand below each other.
    const auto kinds = [](std::vector<int>& of) {
      std::sort(of.begin(), of.end());
      return static_cast<std::size_t>(std::unique(of.begin(), of.end()) - of.begin());
    };
    if (kinds(lengths) < kLeastBars || kinds(widths) > 2) return;
    PageBox all = page_.areas[bars[0]].box;
    for (const std::uint32_t i : bars) all = around(all, page_.areas[i].box);
    add(all, kBarParts * static_cast<std::uint32_t>(bars.size()), false);
  }

  std::size_t place(float at, std::size_t count) const {
    return std::min(static_cast<std::size_t>(std::max(at, 0.0f) / kFigureCell), count - 1);
  }

  std::size_t cell_of(const PageBox& box) const {
    return place(box.top, rows_) * columns_ + place(box.left, columns_);
  }

  void mark(const PageBox& box) {
    if (marks_ > kMostMarks) return;
    for (std::size_t row = place(box.top, rows_); row <= place(box.bottom, rows_); ++row) {
      for (std::size_t column = place(box.left, columns_); column <= place(box.right, columns_);
           ++column, ++marks_)
        cells_[row * columns_ + column] = kMarked;
    }
  }

  void find_components() {
    std::vector<std::size_t> waiting;
    for (std::size_t start = 0; start < cells_.size(); ++start) {
      if (cells_[start] != kMarked) continue;
      const auto number = static_cast<std::uint32_t>(components_.size());
      components_.emplace_back();
      cells_[start] = number;
      waiting.push_back(start);
      while (!waiting.empty()) {
        const std::size_t row = waiting.back() / columns_;
        const std::size_t column = waiting.back() % columns_;
        waiting.pop_back();
        for (std::size_t y = row > 0 ? row - 1 : 0; y <= std::min(row + 1, rows_ - 1); ++y) {
          for (std::size_t x = column > 0 ? column - 1 : 0;
               x <= std::min(column + 1, columns_ - 1); ++x) {
            std::uint32_t& next = cells_[y * columns_ + x];
            if (next != kMarked) continue;
            next = number;
            waiting.push_back(y * columns_ + x);
          }
        }
      }
    }
  }

  static bool is_figure(const Component& component) {
    if (component.weight < kLeastParts) return false;
    const float width = width_of(component.box);
    const float height = height_of(component.box);
    if (component.axes && width >= kLeastPictureWidth && height >= kLeastPictureHeight) return true;
    if (component.picture && width >= kLeastPictureWidth && height >= kLeastPictureHeight &&
        width * height >= kLeastPictureArea)
      return true;
    return width >= kLeastSide && height >= kLeastSide;
  }

  const PageContent& page_;
  const FigureParts kind_;
  std::size_t columns_ = 0;
  std::size_t rows_ = 0;
  std::vector<Part> parts_;
  std::vector<std::uint32_t> cells_;  ///< number of the component
  std::vector<Component> components_;
  std::uint64_t marks_ = 0;
};

constexpr float kLabelReach = 10;   ///< points beyond the figure
constexpr float kMostLabel = 80;    ///< width and height of a label
constexpr float kAxisGap = 12;      ///< points between an axis and what is drawn beside it
/// Points, and part of the figure's side, that a rule of it may go beyond it.
constexpr float kMostAxis = 30;
constexpr float kMostAxisPart = 0.25f;
constexpr std::size_t kMostCaption = 40;
constexpr float kCaptionReach = 60;

/// "Figure 2" of "**Figure 2:** Growth": the text has the rest.
std::string caption_label(std::string_view text) {
  constexpr std::string_view kSigns = "*_[(# ";
  while (!text.empty() && kSigns.find(text[0]) != std::string_view::npos) text.remove_prefix(1);
  std::size_t end = text.find(' ');
  const bool is_name = text.find_first_of("0123456789") > end;
  if (is_name && end != std::string_view::npos) end = text.find(' ', end + 1);
  text = text.substr(0, std::min({end, text.find('\n'), kMostCaption}));
  while (text.size() > 1 && (text.back() == ':' || text.back() == '.' || text.back() == '*'))
    text.remove_suffix(1);
  return std::string(text);
}

const PageElement* caption_of(const PageElement& figure, const std::vector<PageElement>& elements) {
  const PageBox box{figure.box.left, figure.box.top, figure.box.left + figure.width,
                    figure.box.top + figure.height};
  const PageElement* nearest = nullptr;
  float least = kCaptionReach;
  for (const PageElement& element : elements) {
    if (element.kind == PageElement::Kind::kFigure || element.kind == PageElement::Kind::kTable ||
        element.turned || shared_width(element.box, box) <= 0)
      continue;
    const float gap = std::max(element.box.top - box.bottom, box.top - element.box.bottom);
    const float distance = std::max(gap, 0.0f);
    if (distance >= least || !is_caption(element.text)) continue;
    nearest = &element;
    least = distance;
  }
  return nearest;
}

}  // namespace

bool is_caption(std::string_view text) {
  constexpr std::string_view kSigns = "*_[(# ";
  while (!text.empty() && kSigns.find(text[0]) != std::string_view::npos) text.remove_prefix(1);
  constexpr std::string_view kNames[] = {"Figure", "FIGURE", "Fig.",   "FIG.",    "Fig ",
                                         "Chart",  "CHART",  "Graph",  "Diagram", "Exhibit",
                                         "Photo",  "Image",  "Map",    "Plate",   "Scheme",
                                         "Abb.",   "Abbildung", "Grafik", "Schaubild", "Bild",
                                         "Diagramm", "Figura", "Gráfico", "Imagen", "Grafico",
                                         "Graphique", "Schéma", "Afbeelding", "Figuur", "Rysunek",
                                         "Рис", "図", "图", "圖", "그림"};
  for (const std::string_view name : kNames) {
    if (!text.starts_with(name)) continue;
    std::string_view rest = text.substr(name.size());
    while (!rest.empty() && (rest[0] == ' ' || rest[0] == '.' || rest[0] == '\\'))
      rest.remove_prefix(1);
    if (rest.empty()) return false;
    if (rest[0] >= '0' && rest[0] <= '9') return true;
    // "Figure A.1", "Figure IV:"
    return rest[0] >= 'A' && rest[0] <= 'Z' &&
           (rest.size() == 1 || !(rest[1] >= 'a' && rest[1] <= 'z'));
  }
  return false;
}

std::vector<Figure> find_figures(const PageContent& page, FigureParts parts) {
  std::vector<Figure> figures = FigureFinder(page, parts).run();
  std::stable_sort(figures.begin(), figures.end(), [](const Figure& one, const Figure& other) {
    return one.box.top < other.box.top;
  });
  return figures;
}

PageBox with_axes(const PageContent& page, const PageBox& figure) {
  PageBox all = figure;
  const float across = kMostAxis + kMostAxisPart * width_of(figure);
  const float down = kMostAxis + kMostAxisPart * height_of(figure);
  for (const PageRule& rule : page.rules) {
    const PageBox& line = rule.line;
    if (shared_width(line, figure) >= -kAxisGap && shared_height(line, figure) >= -kAxisGap &&
        line.left > figure.left - across && line.right < figure.right + across &&
        line.top > figure.top - down && line.bottom < figure.bottom + down)
      all = around(all, line);
  }
  return all;
}

PageBox with_labels(const PageContent& page, const PageBox& figure) {
  const PageBox axes = with_axes(page, figure);
  PageBox all = axes;
  for (const PageWord& word : page.words) {
    if (shared_width(word.box, axes) > -kLabelReach && shared_height(word.box, axes) > -kLabelReach &&
        width_of(word.box) < kMostLabel && height_of(word.box) < kMostLabel)
      all = around(all, word.box);
  }
  return {std::max(all.left, 0.0f), std::max(all.top, 0.0f), std::min(all.right, page.width),
          std::min(all.bottom, page.height)};
}

void name_figures(std::vector<PageElement>& elements) {
  for (PageElement& element : elements) {
    if (element.kind != PageElement::Kind::kFigure) continue;
    if (element.region.width == 0) {
      // Its tag says what it shows, not where it is.
      element.text = compose({"[Figure: \"{}\"]", element.text});
      continue;
    }
    const PixelRegion& region = element.region;
    std::string line = compose(
        {"[Figure {} at {},{}", Dimensions{region.width, region.height}, region.x, region.y});
    std::string caption = element.text;
    if (caption.empty()) {
      if (const PageElement* found = caption_of(element, elements))
        caption = caption_label(found->text);
    }
    if (!caption.empty()) append_to(line, {": \"{}\"", caption});
    element.text = line + "]";
  }
}

}  // namespace lectern
