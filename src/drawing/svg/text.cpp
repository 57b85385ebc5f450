#include <algorithm>

#include "drawing/raster/angles.h"
#include "drawing/svg/text_layout.h"

namespace lectern::drawing {
namespace {

using Letter = TextLayout::Letter;

/// How far italic letters lean: a fifth of their height.
constexpr double kSlant = 0.2;

/// From the face's units to those of the user.
Matrix matrix_of(const Letter& letter, const Style& style) {
  const Point turn = direction_of(letter.turn + letter.rotate);
  const double scale = style.font_size / Face::kUnits;
  return Matrix{turn.x, turn.y, -turn.y, turn.x, letter.at.x, letter.at.y} *
         Matrix::translate(0, style.baseline * style.font_size) *
         Matrix{scale, 0, style.is_italic ? kSlant * scale : 0, -scale, 0, 0};
}

/// What stands for a character that the face lacks.
Path box_of(double advance, double scale) {
  const double right = advance / scale - 60;
  Path path = Path::rectangle({60, 0, right, 700});
  path.move({110, 50});
  path.line({110, 650});
  path.line({right - 50, 650});
  path.line({right - 50, 50});
  path.close();
  return path;
}

void add_bar(const Letter& first, const Letter& last, const Style& style, double y, Path& to) {
  const double size = style.font_size;
  const double thick = size * 0.05;
  const Point turn = direction_of(first.turn + first.rotate);
  const double width =
      first.turn == 0 && first.rotate == 0 ? last.at.x + last.advance - first.at.x : first.advance;
  Path bar = Path::rectangle(Box::of(0, y * size - thick / 2, width, thick));
  to.append(bar, Matrix{turn.x, turn.y, -turn.y, turn.x, first.at.x, first.at.y} *
                     Matrix::translate(0, style.baseline * size));
}

void add_decoration(std::span<const Letter> letters, const Style& style, Path& to) {
  for (std::size_t i = 0; i < letters.size();) {
    std::size_t end = i + 1;
    const bool is_straight = letters[i].turn == 0 && letters[i].rotate == 0;
    while (is_straight && end < letters.size() && letters[end].at.y == letters[i].at.y &&
           letters[end].rotate == 0 && !letters[end].x)
      ++end;
    const Letter& last = letters[end - 1];
    if (style.is_underlined) add_bar(letters[i], last, style, 0.125, to);
    if (style.is_struck) add_bar(letters[i], last, style, -0.28, to);
    if (style.is_overlined) add_bar(letters[i], last, style, -0.75, to);
    i = end;
  }
}

}  // namespace

const Glyph* Drawer::glyph(char32_t character, bool is_bold) {
  auto& known = glyphs_[is_bold ? 1 : 0];
  if (const auto found = known.find(character); found != known.end()) return &found->second;
  std::optional<Glyph> glyph = Face::of(is_bold).glyph(character);
  return glyph ? &known.emplace(character, *std::move(glyph)).first->second : nullptr;
}

void Drawer::text(NodeId id, const State& state) {
  const TextLayout layout(*this, id, state);
  const std::vector<Letter>& letters = layout.letters();
  if (letters.empty() || meter_.has_failed()) return;
  Box box;
  for (const Letter& letter : letters) {
    if (letter.is_hidden) continue;
    const Style& style = layout.runs()[letter.run].state.style;
    const double units = style.font_size > 0 ? letter.advance * Face::kUnits / style.font_size : 0;
    box.add(matrix_of(letter, style)(
        Box{0, -Face::kDescent * Face::kUnits, units, Face::kAscent * Face::kUnits}));
  }
  for (std::size_t i = 0; i < letters.size() && !meter_.has_failed();) {
    const std::size_t run = letters[i].run;
    std::size_t end = i;
    while (end < letters.size() && letters[end].run == run) ++end;
    const State& of_run = layout.runs()[run].state;
    const Style& style = of_run.style;
    const std::span<const Letter> all = std::span(letters).subspan(i, end - i);
    i = end;
    if (!(style.font_size > 0)) continue;
    if (measuring_ != nullptr && !measuring_->has_pens) {
      measure(Path::rectangle(box), of_run);
      continue;
    }
    Path path;
    Held held;
    for (const Letter& letter : all) {
      if (letter.is_hidden) continue;
      const double scale = style.font_size / Face::kUnits;
      const Path missing =
          letter.glyph || letter.advance <= 0 ? Path() : box_of(letter.advance, scale);
      const Path& glyph = letter.glyph ? letter.glyph->path : missing;
      if (!held.grow(meter_, 3 * glyph.size_bytes())) return;
      path.append(glyph, matrix_of(letter, style));
    }
    if (style.is_underlined || style.is_struck || style.is_overlined)
      add_decoration(all, style, path);
    State drawn = of_run;
    drawn.style.fill_rule = FillRule::kNonZero;
    paint_path(path, drawn, box);
  }
}

}  // namespace lectern::drawing
