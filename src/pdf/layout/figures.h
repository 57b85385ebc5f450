// Regions of a page that are drawn: charts, diagrams, photographs.
#pragma once

#include <string_view>
#include <vector>

#include "pdf/layout/elements.h"
#include "pdf/layout/page_content.h"

namespace lectern {

/// What parts of figures are looked for.
enum class FigureParts {
  kDrawn,  ///< many curves, and pictures: they are no table
  kAll,    ///< also a few lines at a slant, arcs, and bars, which tables may have, too
};

struct Figure {
  PageBox box;
  bool axes = false;     ///< a chart with ticks at its axes
  bool picture = false;  ///< or one with pictures in it
};

/// The figures of a page, from top to bottom. Logos and ornaments are too small, backgrounds too
/// large to be one.
std::vector<Figure> find_figures(const PageContent& page, FigureParts parts);

/// The figure with the rules that stand beside it: axes, frames of a colour scale.
PageBox with_axes(const PageContent& page, const PageBox& figure);

/// The figure with the labels that stand beside it, as far as the page goes.
PageBox with_labels(const PageContent& page, const PageBox& figure);

/// Whether a text begins as captions do: "Figure", "Fig.", "Abb." and the like, with a number.
bool is_caption(std::string_view text);

/// Writes the line of each figure among the elements of a page, with the name that its caption gives
/// it: an element beside it that begins as captions do ("Figure 2:").
void name_figures(std::vector<PageElement>& elements);

}  // namespace lectern
