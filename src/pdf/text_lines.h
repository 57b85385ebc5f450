// First stage of the layout: glyphs become segments, pieces of one line without a wide gap.
#pragma once

#include <string>
#include <vector>

#include "pdf/page_content.h"

namespace lectern {

/// A piece of a line. `u` runs along the line, `v` across it towards the next line (points, in the group's turned
/// coordinates).
struct TextSegment {
  float u0 = 0;
  float u1 = 0;
  float baseline = 0;  ///< v of the baseline
  float size = 0;      ///< height of its largest font
  /// Order of its first glyph on the page.
  std::uint32_t order = 0;
  /// In logical order, words set apart by one space.
  std::u32string text;
};

/// Segments whose lines run in one direction.
struct TextGroup {
  float angle_degrees = 0;
  std::vector<TextSegment> segments;
  std::size_t glyph_count = 0;
};

/// Splits a page's glyphs into groups by direction, the largest first, and each into segments in drawing order.
std::vector<TextGroup> find_segments(const PageContent& content);

}  // namespace lectern
