// Segments are found in drawing order first, which almost every producer keeps within a word, and then joined by their
// places, which no producer can get wrong. Thresholds are shares of the font's height; where they come from a known
// extractor (poppler's TextOutputDev) they are the same numbers, because readers are used to its words.
#include "pdf/text_lines.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "pdf/bidi.h"

namespace lectern {
namespace {

constexpr float kSameAngleDegrees = 2.0f;
constexpr float kWordGap = 0.15f;          // a wider gap is a space
constexpr float kMarkedWordGap = 0.03f;    // enough where the page draws a space character
constexpr float kSegmentGap = 1.0f;        // a wider gap ends the segment
constexpr float kOverlap = 0.5f;           // how far a glyph may reach back into its neighbour
constexpr float kSameBaseline = 0.15f;
constexpr float kScriptShift = 0.6f;       // super- and subscripts stand at most this far from the baseline
constexpr float kScriptGap = 0.3f;
constexpr float kScriptSize = 0.85f;       // and are at most this size
constexpr float kDuplicateAlong = 0.1f;
constexpr float kDuplicateAcross = 0.2f;
constexpr float kMinSize = 0.1f;

struct Glyph {
  float u0 = 0;
  float u1 = 0;
  float v = 0;
  float size = 0;
  std::u32string_view text;
  std::uint32_t order = 0;
  bool has_space_before = false;  // the page draws a space between the glyph drawn before and this one
};

struct Piece {
  std::vector<Glyph> glyphs;
  float u0 = 0;
  float u1 = 0;
  float v = 0;
  float size = 0;

  void add(const Glyph& glyph) {
    if (glyphs.empty()) {
      u0 = glyph.u0;
      u1 = glyph.u1;
      v = glyph.v;
    }
    u0 = std::min(u0, glyph.u0);
    u1 = std::max(u1, glyph.u1);
    size = std::max(size, glyph.size);
    glyphs.push_back(glyph);
  }

  void add(const Piece& other) {
    // The larger font decides where the line stands.
    if (other.size > size * 1.1f) v = other.v;
    u0 = std::min(u0, other.u0);
    u1 = std::max(u1, other.u1);
    size = std::max(size, other.size);
    glyphs.insert(glyphs.end(), other.glyphs.begin(), other.glyphs.end());
  }
};

bool is_space(std::u32string_view text) {
  return std::all_of(text.begin(), text.end(), [](char32_t c) {
    return c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200b) || c == 0x202f || c == 0x205f ||
           c == 0x3000 || c == 0x2028 || c == 0x2029;
  });
}

float angle_of(const PageGlyph& glyph) {
  if (glyph.advance_x == 0 && glyph.advance_y == 0) return 0;
  return std::atan2(glyph.advance_y, glyph.advance_x) * 180.0f / 3.14159265f;
}

float angle_between(float left, float right) {
  const float difference = std::fabs(left - right);
  return std::min(difference, 360.0f - difference);
}

struct Direction {
  float angle = 0;
  std::vector<Glyph> glyphs;
};

Glyph place(const PageGlyph& glyph, const PageContent& content, float angle, std::uint32_t order) {
  const float radians = angle * 3.14159265f / 180.0f;
  const float cosine = std::cos(radians);
  const float sine = std::sin(radians);
  Glyph placed;
  placed.u0 = glyph.x * cosine + glyph.y * sine;
  placed.u1 = placed.u0 + std::hypot(glyph.advance_x, glyph.advance_y);
  placed.v = glyph.y * cosine - glyph.x * sine;
  placed.size = std::max(glyph.size, kMinSize);
  placed.text = std::u32string_view(content.characters).substr(glyph.text_begin, glyph.text_length);
  placed.order = order;
  return placed;
}

std::vector<Direction> group_by_direction(const PageContent& content) {
  std::vector<Direction> directions;
  bool space_before = false;
  std::uint32_t order = 0;
  for (const PageGlyph& glyph : content.glyphs) {
    const std::u32string_view text =
        std::u32string_view(content.characters).substr(glyph.text_begin, glyph.text_length);
    ++order;
    if (is_space(text)) {
      space_before = true;
      continue;
    }
    const float angle = angle_of(glyph);
    auto direction = std::find_if(directions.begin(), directions.end(), [angle](const Direction& known) {
      return angle_between(known.angle, angle) <= kSameAngleDegrees;
    });
    if (direction == directions.end()) {
      directions.push_back({angle, {}});
      direction = std::prev(directions.end());
    }
    direction->glyphs.push_back(place(glyph, content, direction->angle, order));
    direction->glyphs.back().has_space_before = space_before;
    space_before = false;
  }
  std::stable_sort(directions.begin(), directions.end(), [](const Direction& left, const Direction& right) {
    return left.glyphs.size() > right.glyphs.size();
  });
  return directions;
}

// Drops glyphs drawn a second time in the same place: fake bold, shadows.
void drop_duplicates(std::vector<Glyph>& glyphs) {
  constexpr float kCell = 4.0f;  // points
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> cells;
  const auto key = [](std::int64_t column, std::int64_t row) {
    return static_cast<std::uint64_t>(column) * 0x9e3779b97f4a7c15U ^ static_cast<std::uint64_t>(row);
  };
  std::vector<Glyph> kept;
  kept.reserve(glyphs.size());
  for (const Glyph& glyph : glyphs) {
    const auto column = static_cast<std::int64_t>(std::floor(glyph.u0 / kCell));
    const auto row = static_cast<std::int64_t>(std::floor(glyph.v / kCell));
    bool is_duplicate = false;
    for (std::int64_t dc = -1; dc <= 1 && !is_duplicate; ++dc) {
      for (std::int64_t dr = -1; dr <= 1 && !is_duplicate; ++dr) {
        const auto cell = cells.find(key(column + dc, row + dr));
        if (cell == cells.end()) continue;
        is_duplicate = std::any_of(cell->second.begin(), cell->second.end(), [&](std::size_t index) {
          const Glyph& other = kept[index];
          return other.text == glyph.text && std::fabs(other.u0 - glyph.u0) < kDuplicateAlong * glyph.size &&
                 std::fabs(other.v - glyph.v) < kDuplicateAcross * glyph.size;
        });
      }
    }
    if (is_duplicate) continue;
    cells[key(column, row)].push_back(kept.size());
    kept.push_back(glyph);
  }
  glyphs = std::move(kept);
}

// Distance between two intervals; negative where they overlap.
float gap_between(float a0, float a1, float b0, float b1) { return std::max(b0 - a1, a0 - b1); }

std::vector<Piece> split_in_drawing_order(const std::vector<Glyph>& glyphs) {
  std::vector<Piece> pieces;
  for (const Glyph& glyph : glyphs) {
    bool continues = false;
    if (!pieces.empty()) {
      const Piece& last = pieces.back();
      const float size = std::max(last.size, glyph.size);
      const float gap = gap_between(last.u0, last.u1, glyph.u0, glyph.u1);
      continues = std::fabs(last.v - glyph.v) <= kSameBaseline * size && gap <= kSegmentGap * size &&
                  gap >= -kOverlap * size - (glyph.u1 - glyph.u0);
    }
    if (!continues) pieces.emplace_back();
    pieces.back().add(glyph);
  }
  return pieces;
}

bool belong_together(const Piece& left, const Piece& right) {
  const float large = std::max(left.size, right.size);
  const float small = std::min(left.size, right.size);
  const float shift = std::fabs(left.v - right.v);
  const float gap = gap_between(left.u0, left.u1, right.u0, right.u1);
  if (shift <= kSameBaseline * large) return gap <= kSegmentGap * large;
  return small <= kScriptSize * large && shift <= kScriptShift * large && gap <= kScriptGap * large &&
         gap >= -kScriptGap * large;
}

// Joins pieces that stand next to each other on one line, whatever the order they were drawn in.
std::vector<Piece> join_by_place(std::vector<Piece> pieces) {
  std::stable_sort(pieces.begin(), pieces.end(), [](const Piece& left, const Piece& right) { return left.v < right.v; });
  float largest = 0;
  for (const Piece& piece : pieces) largest = std::max(largest, piece.size);
  // Each round can only shorten the list, so this ends; real pages need two or three rounds.
  bool has_changed = true;
  for (int round = 0; has_changed && round < 8; ++round) {
    has_changed = false;
    std::vector<Piece> joined;
    for (Piece& piece : pieces) {
      std::size_t target = joined.size();
      for (std::size_t i = joined.size(); i-- > 0;) {
        if (piece.v - joined[i].v > 2 * largest) break;
        if (belong_together(joined[i], piece)) {
          target = i;
          break;
        }
      }
      if (target == joined.size()) {
        joined.push_back(std::move(piece));
      } else {
        joined[target].add(piece);
        has_changed = true;
      }
    }
    pieces = std::move(joined);
  }
  return pieces;
}

// The gap that counts as a space in a piece: more where the letters themselves are set apart.
float space_threshold(const std::vector<Glyph>& glyphs, float size) {
  if (glyphs.size() < 4) return kWordGap * size;
  std::vector<float> gaps;
  for (std::size_t i = 1; i < glyphs.size(); ++i) gaps.push_back(glyphs[i].u0 - glyphs[i - 1].u1);
  std::nth_element(gaps.begin(), gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2), gaps.end());
  const float median = gaps[gaps.size() / 2];
  return std::max(0.0f, median) + kWordGap * size;
}

// A mark is drawn over a letter: it joins the unit it overlaps most.
bool is_mark(const Glyph& glyph) { return glyph.text.size() == 1 && is_combining_mark(glyph.text.front()); }

std::u32string text_of(Piece& piece) {
  std::vector<Glyph>& glyphs = piece.glyphs;
  std::vector<Glyph> marks;
  for (const Glyph& glyph : glyphs) {
    if (is_mark(glyph)) marks.push_back(glyph);
  }
  if (marks.size() < glyphs.size()) {
    glyphs.erase(std::remove_if(glyphs.begin(), glyphs.end(), is_mark), glyphs.end());
  } else {
    marks.clear();
  }
  std::stable_sort(glyphs.begin(), glyphs.end(),
                   [](const Glyph& left, const Glyph& right) { return left.u0 < right.u0; });
  const float threshold = space_threshold(glyphs, piece.size);
  std::vector<std::u32string> units;
  std::vector<std::size_t> unit_of_glyph;
  for (std::size_t i = 0; i < glyphs.size(); ++i) {
    if (i > 0) {
      const float gap = glyphs[i].u0 - glyphs[i - 1].u1;
      const bool is_marked = glyphs[i].has_space_before || glyphs[i - 1].has_space_before;
      const bool are_neighbours = glyphs[i].order > glyphs[i - 1].order ? glyphs[i].has_space_before
                                                                          : glyphs[i - 1].has_space_before;
      const float limit = is_marked && are_neighbours ? kMarkedWordGap * glyphs[i].size : threshold;
      if (gap > limit) units.emplace_back(1, U' ');
    }
    unit_of_glyph.push_back(units.size());
    units.emplace_back(glyphs[i].text);
  }
  for (const Glyph& mark : marks) {
    const float middle = (mark.u0 + mark.u1) / 2;
    std::size_t best = 0;
    float best_distance = -1;
    for (std::size_t i = 0; i < glyphs.size(); ++i) {
      const float distance = std::fabs((glyphs[i].u0 + glyphs[i].u1) / 2 - middle);
      if (best_distance < 0 || distance < best_distance) {
        best = i;
        best_distance = distance;
      }
    }
    units[unit_of_glyph[best]] += mark.text;
  }
  return to_logical_order(std::move(units));
}

}  // namespace

std::vector<TextGroup> find_segments(const PageContent& content) {
  std::vector<TextGroup> groups;
  for (Direction& direction : group_by_direction(content)) {
    drop_duplicates(direction.glyphs);
    TextGroup group;
    group.angle_degrees = direction.angle;
    group.glyph_count = direction.glyphs.size();
    for (Piece& piece : join_by_place(split_in_drawing_order(direction.glyphs))) {
      TextSegment segment;
      segment.u0 = piece.u0;
      segment.u1 = piece.u1;
      segment.baseline = piece.v;
      segment.size = piece.size;
      segment.order = std::min_element(piece.glyphs.begin(), piece.glyphs.end(), [](const Glyph& left, const Glyph& right) {
                        return left.order < right.order;
                      })->order;
      segment.text = text_of(piece);
      group.segments.push_back(std::move(segment));
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace lectern
