// What a PDF page shows, free of any PDF library: glyphs with their places, and how much of the page pictures cover.
// The engine (pdf_engine.h) fills it, text_layout.h turns it into text, page_class.h judges it.
//
// Coordinates are points (1/72 inch) on the upright page as a viewer shows it: the origin is its upper left corner, x
// grows to the right and y downwards.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lectern {

/// One drawn glyph. `text_begin` and `text_length` select its characters in `PageContent::characters`.
struct PageGlyph {
  std::uint32_t text_begin = 0;
  std::uint32_t text_length = 0;
  /// Origin, on the baseline.
  float x = 0;
  float y = 0;
  /// From the origin to where the next glyph would stand without extra spacing.
  float advance_x = 0;
  float advance_y = 0;
  /// Height of the font in points, as drawn.
  float size = 0;
};

struct PageContent {
  float width_points = 0;
  float height_points = 0;
  /// In the order in which the page draws them.
  std::vector<PageGlyph> glyphs;
  std::u32string characters;

  /// Glyphs whose font gives no Unicode value; their characters are a guess.
  std::uint32_t unmapped_glyphs = 0;
  /// Glyphs drawn invisibly, as the text layer of a scan is.
  std::uint32_t invisible_glyphs = 0;
  std::uint32_t images = 0;
  /// Share of the page under pictures, 0 to 1; overlapping pictures count twice, so it is capped.
  float image_coverage = 0;
  std::uint32_t paths = 0;
  /// True when the page held more than the engine's limits let it look at.
  bool truncated = false;
};

}  // namespace lectern
