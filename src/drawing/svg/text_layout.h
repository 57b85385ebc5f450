// Where the letters of a `text` element stand (SVG 2, section 11).
#pragma once

#include <deque>
#include <vector>

#include "drawing/svg/drawer.h"

namespace lectern::drawing {

class TextLayout {
 public:
  /// \param id  a `text` element
  TextLayout(Drawer& drawer, NodeId id, const State& state);

  struct Letter {
    char32_t character = 0;
    std::size_t run = 0;  ///< its element, in `runs()`
    std::optional<double> x;
    std::optional<double> y;
    double dx = 0;
    double dy = 0;
    double rotate = 0;
    // What the layout adds:
    Point at;  ///< of the pen, on the line
    double advance = 0;
    double turn = 0;  ///< along a path, in degrees
    bool is_hidden = false;
    const Glyph* glyph = nullptr;  ///< null where the face lacks the character
  };
  struct Run {
    State state;
    NodeId path = kNoNode;  ///< that the letters stand along
    double path_start = 0;
  };
  const std::vector<Letter>& letters() const { return letters_; }
  const std::deque<Run>& runs() const { return runs_; }

 private:
  /// Positions of an element's letters, from its first letter on.
  struct Positions {
    std::size_t first;
    std::vector<double> x, y, dx, dy, rotate;
  };
  void collect(NodeId id, std::size_t run);
  void add_text(std::string_view text, std::size_t run);
  void add_letter(char32_t character, std::size_t run);
  void lay_out();
  void end_chunk(std::size_t first, std::size_t end);
  void along_path(std::size_t first, std::size_t end);
  void stretch(double wanted);

  Drawer& drawer_;
  NodeId id_;
  std::vector<Letter> letters_;
  std::deque<Run> runs_;
  std::vector<Positions> positions_;
  Held held_;
  bool ends_with_space_ = true;
};

}  // namespace lectern::drawing
