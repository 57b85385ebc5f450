// Draws the elements of an SVG (SVG 2) into a canvas.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.h"
#include "drawing/svg/style.h"
#include "drawing/type/face.h"

namespace lectern::drawing {

/// What is true where an element is drawn.
struct State {
  Matrix matrix;  ///< from user units to pixels
  Style style;
  Measures measures;
  Clip clip;
  Pixmap* to = nullptr;
};

/// What the result says is missing.
struct Missing {
  LeftOut left_out;
  std::map<char32_t, std::uint64_t> characters;
};

/// kNormal for a name that is none.
Blend blend_named(std::string_view name);

/// An attribute's text with the unit's meaning: shares of a box, or user units.
struct Units {
  bool is_of_box = false;
  Measures measures;
};

class Drawer {
 public:
  /// \param depth  how many SVGs stand around this one, as pictures.
  Drawer(const Tree& tree, const Limits& limits, Meter& meter, Missing& missing, int depth = 0)
      : tree_(tree), limits_(limits), meter_(meter), missing_(missing), document_depth_(depth) {}

  /// Draws the whole document into the viewport, which `matrix` puts into the canvas.
  void draw(Pixmap& to, const Matrix& matrix, const Clip& clip, Point viewport);

 private:
  friend class TextLayout;

  // Elements: drawer.cpp.
  void element(NodeId id, const State& parent);
  void with_effects(NodeId id, State& state);
  void content(NodeId id, const State& state);
  void children(NodeId id, const State& state);
  void switch_children(NodeId id, const State& state);
  void use(NodeId id, const State& state);
  void viewport(NodeId id, const State& state, const Box& place);
  bool is_shown(NodeId id) const;
  void place(NodeId id, const State& parent, State& state);
  /// False when it is being drawn already.
  bool enter(NodeId id);
  void leave() { active_.pop_back(); }
  double length(NodeId id, Att name, Axis axis, const State& state, double or_else = 0) const;
  double length(NodeId id, Att name, Axis axis, const Units& units, std::string_view or_else) const;
  /// What is drawn below, in the units of `state`, or with its pens in pixels.
  Box bounds(NodeId id, const State& state, bool in_pixels);

  // Shapes: shapes.cpp.
  void shape(NodeId id, const State& state);
  Path shape_path(NodeId id, const State& state, Held& held);
  void paint_path(const Path& path, const State& state, const Box& box, bool has_inside = true);
  void fill_path(const Path& path, const State& state, const Box& box);
  void stroke_path(const Path& path, const State& state, const Box& box);
  void measure(const Path& path, const State& state);
  void markers(NodeId id, const Path& path, const State& state);
  void marker(NodeId id, Point at, Point from, Point to, bool is_start, const State& state);

  // Paint: paint_servers.cpp.
  std::unique_ptr<Source> source_of(const Paint& paint, double opacity, const State& state,
                                    const Box& box);
  std::unique_ptr<Source> gradient(NodeId id, double opacity, const State& state, const Box& box,
                                   std::optional<Color>& single);
  std::unique_ptr<Source> pattern(NodeId id, double opacity, const State& state, const Box& box);
  std::vector<Stop> stops(NodeId id);
  NodeId template_with(NodeId id, Att name) const;
  std::string_view of_template(NodeId id, Att name) const;

  // Clips and masks: clips.cpp.
  void clip_to(const Path& path, const Matrix& matrix, FillRule rule, Clip& clip);
  void clip_to(NodeId clip_path, NodeId of, const State& state, Clip& clip);
  std::shared_ptr<const Mask> mask(NodeId id, NodeId of, const State& state);
  Units units_of(NodeId id, Att name, bool is_box_by_default, const State& state) const;

  // Filters: filters.cpp.
  std::optional<Box> filter_region(NodeId filter, const Box& box, const State& state);
  bool is_known_filter(NodeId filter) const;
  std::optional<Pixmap> filtered(NodeId filter, Pixmap source, const Box& region,
                                 const State& state);

  // Pictures: pictures.cpp.
  void image(NodeId id, const State& state);
  bool svg_image(ByteSpan bytes, const Box& place, const State& state, std::string_view aspect);

  // Text: text.cpp.
  void text(NodeId id, const State& state);
  /// Nullptr when the face lacks the character.
  const Glyph* glyph(char32_t character, bool is_bold);

  void leave_out(std::string_view what) {
    // Longer names are not shown.
    constexpr std::size_t kLongest = 64;
    what = what.substr(0, kLongest);
    const auto found = missing_.left_out.find(what);
    if (found != missing_.left_out.end()) {
      ++found->second;
    } else {
      missing_.left_out.emplace(what, 1);
    }
  }

  /// Collects bounds instead of drawing.
  struct Measuring {
    Box box;
    Matrix from_pixels;
    bool has_pens = false;
  };

  const Tree& tree_;
  const Limits& limits_;
  Meter& meter_;
  Missing& missing_;
  int document_depth_;
  int depth_ = 0;
  /// Shapes are filled for a clip path, whatever their paint is.
  bool is_clip_ = false;
  Measuring* measuring_ = nullptr;
  Context context_;
  std::vector<NodeId> active_;
  /// Of the faces, regular and bold, as far as letters were drawn.
  std::map<char32_t, Glyph> glyphs_[2];
};

}  // namespace lectern::drawing
