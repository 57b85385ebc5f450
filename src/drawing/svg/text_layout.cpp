#include "drawing/svg/text_layout.h"

#include <algorithm>

#include "drawing/raster/angles.h"
#include "drawing/svg/scanner.h"

namespace lectern::drawing {
namespace {

constexpr double kBoxAdvance = 600;

/// The next character of well-formed UTF-8.
char32_t next_character(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0x80u;
  };
  const unsigned first = byte(at++);
  if (first < 0x80) return first;
  const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  char32_t character = first & (0x3Fu >> more);
  for (int i = 0; i < more; ++i) character = character << 6 | (byte(at++) & 0x3Fu);
  return character;
}

/// Characters that are not drawn themselves.
bool is_invisible(char32_t c) {
  return c == 0x200B || c == 0x200C || c == 0x200D || c == 0x2060 || c == 0xFEFF ||
         (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0x200E && c <= 0x200F) || c < 0x20;
}

bool is_combining(char32_t c) { return c >= 0x300 && c <= 0x36F; }

}  // namespace

TextLayout::TextLayout(Drawer& drawer, NodeId id, const State& state) : drawer_(drawer), id_(id) {
  runs_.push_back({state, kNoNode, 0});
  collect(id, 0);
  // White space at the end goes away.
  if (!letters_.empty() && letters_.back().character == U' ' &&
      !runs_[letters_.back().run].state.style.keeps_spaces)
    letters_.pop_back();
  lay_out();
}

void TextLayout::collect(NodeId id, std::size_t run) {
  const Tree& tree = drawer_.tree_;
  const State& state = runs_[run].state;
  const auto list = [&](Att name, Axis axis) {
    const std::string_view text = tree.get(id, name);
    return text.empty() ? std::vector<double>()
                        : read_lengths(text, axis, state.measures, drawer_.meter_);
  };
  Positions positions{letters_.size(), {}, {}, {}, {}, {}};
  if (tree[id].tag != Tag::kA) {
    positions.x = list(Att::kX, Axis::kX);
    positions.y = list(Att::kY, Axis::kY);
    positions.dx = list(Att::kDx, Axis::kX);
    positions.dy = list(Att::kDy, Axis::kY);
    positions.rotate = list(Att::kRotate, Axis::kOther);
  }
  positions_.push_back(std::move(positions));
  for (NodeId i = tree[id].first_child; i != kNoNode; i = tree[i].next) {
    if (!drawer_.meter_.spend(1, 16)) break;
    const Node& node = tree[i];
    if (node.is_text) {
      add_text(node.text, run);
      continue;
    }
    if (node.tag == Tag::kTitle || node.tag == Tag::kDesc || node.is_foreign) continue;
    if (node.tag != Tag::kTspan && node.tag != Tag::kA && node.tag != Tag::kTextPath) {
      if (drawer_.measuring_ == nullptr) drawer_.leave_out(node.text);
      continue;
    }
    if (!drawer_.is_shown(i) || drawer_.depth_ > 90) continue;
    ++drawer_.depth_;
    State inner = state;
    inner.style = style_of(tree, i, state.style, state.measures, drawer_.context_, drawer_.meter_);
    const std::uint64_t dashes = inner.style.pen.dashes.size();
    if (!held_.grow(drawer_.meter_, sizeof(Run) + dashes * sizeof(double))) {
      --drawer_.depth_;
      break;
    }
    inner.measures.font_size = inner.style.font_size;
    Run next{std::move(inner), runs_[run].path, runs_[run].path_start};
    if (node.tag == Tag::kTextPath) {
      next.path = tree.referred(tree.get(i, Att::kHref));
      if (next.path != kNoNode && tree[next.path].tag != Tag::kPath) next.path = kNoNode;
      const bool has_path = next.path != kNoNode;
      const std::string_view start = trimmed(tree.get(i, Att::kStartOffset));
      next.path_start = read_length(start, Axis::kOther, next.state.measures).value_or(0);
      // Shares are those of the path: they are kept as negative numbers below any length.
      if (start.ends_with('%')) next.path_start = -1e13 - Scanner(start).number().value_or(0);
      if (!has_path) {
        --drawer_.depth_;
        continue;
      }
    }
    runs_.push_back(std::move(next));
    collect(i, runs_.size() - 1);
    --drawer_.depth_;
  }
  positions_.pop_back();
}

void TextLayout::add_text(std::string_view text, std::size_t run) {
  const bool keeps = runs_[run].state.style.keeps_spaces;
  for (std::size_t at = 0; at < text.size();) {
    char32_t c = next_character(text, at);
    if (c == U'\n' || c == U'\r' || c == U'\t') c = U' ';
    if (c == U' ' && !keeps && ends_with_space_) continue;
    ends_with_space_ = c == U' ';
    if (!drawer_.meter_.spend(1, 64) || !held_.grow(drawer_.meter_, 2 * sizeof(Letter))) return;
    add_letter(c, run);
  }
}

void TextLayout::add_letter(char32_t character, std::size_t run) {
  Letter letter;
  letter.character = character;
  letter.run = run;
  const std::size_t index = letters_.size();
  bool has_dx = false;
  bool has_dy = false;
  bool has_turn = false;
  // The innermost element that says something counts.
  for (auto p = positions_.rbegin(); p != positions_.rend(); ++p) {
    const std::size_t i = index - p->first;
    if (!letter.x && i < p->x.size()) letter.x = p->x[i];
    if (!letter.y && i < p->y.size()) letter.y = p->y[i];
    if (!has_dx && i < p->dx.size()) letter.dx = p->dx[i], has_dx = true;
    if (!has_dy && i < p->dy.size()) letter.dy = p->dy[i], has_dy = true;
    if (!has_turn && !p->rotate.empty()) {
      letter.rotate = p->rotate[std::min(i, p->rotate.size() - 1)];
      has_turn = true;
    }
  }
  letters_.push_back(std::move(letter));
}

void TextLayout::lay_out() {
  Point pen;
  std::size_t chunk = 0;
  for (std::size_t i = 0; i < letters_.size() && drawer_.meter_.spend(1, 400); ++i) {
    Letter& letter = letters_[i];
    const Run& run = runs_[letter.run];
    const Style& style = run.state.style;
    const bool is_other_path = i > 0 && runs_[letters_[i - 1].run].path != run.path;
    if (letter.x || letter.y || is_other_path) {
      end_chunk(chunk, i);
      chunk = i;
      if (is_other_path && run.path != kNoNode) pen = {};
    }
    if (letter.x) pen.x = *letter.x;
    if (letter.y) pen.y = *letter.y;
    pen = pen + Point{letter.dx, letter.dy};
    letter.at = pen;
    const double scale = style.font_size / Face::kUnits;
    if (is_invisible(letter.character)) {
      letter.is_hidden = true;
      continue;
    }
    letter.glyph = drawer_.glyph(letter.character, style.font_weight >= 600);
    letter.advance = (letter.glyph ? letter.glyph->advance : kBoxAdvance) * scale;
    if (!letter.glyph && is_combining(letter.character)) letter.advance = 0;
    if (!letter.glyph && drawer_.measuring_ == nullptr)
      ++drawer_.missing_.characters[letter.character];
    pen.x += letter.advance + style.letter_spacing;
    if (letter.character == U' ') pen.x += style.word_spacing;
  }
  end_chunk(chunk, letters_.size());
  const double wanted = drawer_.length(id_, Att::kTextLength, Axis::kX, runs_[0].state, -1);
  if (wanted > 0) stretch(wanted);
  for (std::size_t i = 0; i < letters_.size();) {
    std::size_t end = i + 1;
    const NodeId path = runs_[letters_[i].run].path;
    while (end < letters_.size() && runs_[letters_[end].run].path == path) ++end;
    if (path != kNoNode) along_path(i, end);
    i = end;
  }
}

/// Moves what belongs together to its anchor.
void TextLayout::end_chunk(std::size_t first, std::size_t end) {
  if (first >= end) return;
  const Style& style = runs_[letters_[first].run].state.style;
  if (style.anchor == Anchor::kStart) return;
  const double from = letters_[first].at.x - letters_[first].dx;
  const double width = letters_[end - 1].at.x + letters_[end - 1].advance - from;
  const double shift = style.anchor == Anchor::kMiddle ? width / 2 : width;
  for (std::size_t i = first; i < end; ++i) letters_[i].at.x -= shift;
}

/// Spreads the letters of one line over a width.
void TextLayout::stretch(double wanted) {
  if (letters_.size() < 2) return;
  for (std::size_t i = 1; i < letters_.size(); ++i)
    if (letters_[i].x || letters_[i].y) return;
  const Letter& last = letters_.back();
  const double start = letters_[0].at.x;
  const double more = wanted - (last.at.x + last.advance - start);
  const Anchor anchor = runs_[letters_[0].run].state.style.anchor;
  const double shift = anchor == Anchor::kStart ? 0 : anchor == Anchor::kMiddle ? more / 2 : more;
  const double count = static_cast<double>(letters_.size() - 1);
  for (std::size_t i = 0; i < letters_.size(); ++i)
    letters_[i].at.x += more * static_cast<double>(i) / count - shift;
}

void TextLayout::along_path(std::size_t first, std::size_t end) {
  const Run& run = runs_[letters_[first].run];
  Held held;
  Path path = read_path(drawer_.tree_.get(run.path, Att::kD), drawer_.meter_, held);
  if (const auto own = read_transform(drawer_.tree_.get(run.path, Att::kTransform))) {
    Path moved;
    moved.append(path, *own);
    path = std::move(moved);
  }
  struct Piece {
    Point from;
    Point way;
    double start;
    double size;
  };
  std::vector<Piece> pieces;
  double whole = 0;
  flatten(path, run.state.matrix.mean_scale(), drawer_.meter_, [&](Polyline& line) {
    if (line.is_closed) line.points.push_back(line.points[0]);
    if (!drawer_.meter_.spend(line.points.size(), 24)) return false;
    for (std::size_t i = 1; i < line.points.size(); ++i) {
      const Point way = line.points[i] - line.points[i - 1];
      const double size = length(way);
      if (!(size > 0) || !held.grow(drawer_.meter_, 2 * sizeof(Piece))) continue;
      pieces.push_back({line.points[i - 1], way, whole, size});
      whole += size;
    }
    return true;
  });
  const double start = run.path_start <= -1e13 + 1e9 && run.path_start < -1e12
                           ? -(run.path_start + 1e13) / 100 * whole
                           : run.path_start;
  if (!drawer_.meter_.spend(end - first, 64)) return;
  for (std::size_t i = first; i < end; ++i) {
    Letter& letter = letters_[i];
    const double middle = start + letter.at.x + letter.advance / 2;
    const auto piece = std::upper_bound(
        pieces.begin(), pieces.end(), middle,
        [](double place, const Piece& candidate) { return place < candidate.start; });
    if (piece == pieces.begin() || middle > whole) {
      letter.is_hidden = true;
      continue;
    }
    const Piece& on = *std::prev(piece);
    const Point along = on.way * (1 / on.size);
    const Point at = on.from + along * (middle - on.start - letter.advance / 2);
    letter.turn = degrees_of(along);
    letter.at = at + turned(along) * letter.at.y;
  }
}

}  // namespace lectern::drawing
