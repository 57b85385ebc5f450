// What elements inherit from those above them (SVG 2, section 6).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "drawing/raster/sources.h"
#include "drawing/svg/tree.h"
#include "drawing/svg/values.h"

namespace lectern::drawing {

struct Paint {
  enum class Kind : std::uint8_t { kNone, kColor, kServer };
  Kind kind = Kind::kNone;
  Color color;               ///< also where the server is not there
  bool has_fallback = true;  ///< of a server that is not there: `color`; else nothing
  NodeId server = kNoNode;
};

enum class Anchor : std::uint8_t { kStart, kMiddle, kEnd };

struct Style {
  Color color;
  Paint fill{Paint::Kind::kColor, {}, true, kNoNode};
  Paint stroke;
  double fill_opacity = 1;
  double stroke_opacity = 1;
  FillRule fill_rule = FillRule::kNonZero;
  FillRule clip_rule = FillRule::kNonZero;
  Pen pen;
  bool strokes_first = false;
  bool is_visible = true;
  NodeId marker_start = kNoNode;
  NodeId marker_mid = kNoNode;
  NodeId marker_end = kNoNode;
  double font_size = 16;
  int font_weight = 400;
  bool is_italic = false;
  Anchor anchor = Anchor::kStart;
  double letter_spacing = 0;
  double word_spacing = 0;
  bool keeps_spaces = false;
  bool is_pixelated = false;
  bool is_underlined = false;
  bool is_struck = false;
  bool is_overlined = false;
  /// Of the text's baseline, in font sizes.
  double baseline = 0;
};

/// What `context-fill` and `context-stroke` mean inside of a marker.
struct Context {
  Paint fill;
  Paint stroke;
};

/// The style of an element below one of style `parent`.
Style style_of(const Tree& tree, NodeId node, const Style& parent, const Measures& measures,
               const Context& context, Meter& meter);

}  // namespace lectern::drawing
