#include "pdf/pdfium_vertical.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/fpdfapi/font/cpdf_font.h"
#include "core/fpdfapi/page/cpdf_page.h"
#include "core/fpdfapi/page/cpdf_textobject.h"
#include "pdf/pdfium_objects.h"

namespace lectern {
namespace {

using CharInfo = CPDF_TextPage::CharInfo;
using Join = TextSpan::Join;

/// PDFium's text page skips what is narrower.
constexpr float kNarrow = 0.01f;

// Shares of the font size.
constexpr float kSameColumn = 0.35f;
constexpr float kJoinedGap = 0.6f;
/// Digits set upright across a column.
constexpr float kAcross = 1.6f;
constexpr float kDirectlyBelow = 1.0f;
/// An em box around a baseline.
constexpr float kAscent = 0.88f;
constexpr float kDescent = 0.12f;

/// Consecutive characters of one text object. Places are in the direction of its glyphs, in points.
struct Piece {
  std::size_t first = 0;
  std::size_t count = 0;
  std::size_t guessed = 0;   ///< characters after these that belong to no object
  std::size_t drawn_as = 0;  ///< in the order of the content
  bool vertical = false;
  bool has_place = false;
  CFX_PointF right;  ///< where the next glyph of a horizontal line stands, length 1
  float size = 0;    ///< of the font
  float middle = 0;  ///< across the column, to the right
  float width = 0;   ///< across the column
  float top = 0;
  float bottom = 0;
};

float dot(CFX_PointF one, CFX_PointF other) { return one.x * other.x + one.y * other.y; }

/// Fills in the places. They stay unknown for glyphs that are mirrored, flat or nowhere.
void place(const CPDF_TextPage& text, Piece& piece) {
  const CharInfo& first = text.GetCharInfo(piece.first);
  const CharInfo& last = text.GetCharInfo(piece.first + piece.count - 1);
  const CPDF_TextObject* object = first.text_object();
  const CFX_Matrix& matrix = first.matrix();
  const float across = std::hypot(matrix.a, matrix.b);
  const float along = std::hypot(matrix.c, matrix.d);
  piece.size = std::fabs(object->GetFontSize()) * along;
  if (!(across > 0 && piece.size > 0) || matrix.a * matrix.d - matrix.b * matrix.c <= 0) return;
  piece.right = CFX_PointF(matrix.a / across, matrix.b / across);
  const CFX_PointF up(-piece.right.y, piece.right.x);
  if (piece.vertical) {
    // A vertical line starts at the middle of its first glyph's top.
    const CFX_PointF start(matrix.e, matrix.f);
    piece.middle = dot(start, piece.right);
    piece.width = piece.size;
    piece.top = dot(start, up);
    piece.bottom = dot(last.origin(), up) - kDescent * piece.size;
  } else {
    const float begin = dot(first.origin(), piece.right);
    const float end =
        dot(last.origin(), piece.right) + object->GetCharWidth(last.char_code()) * across;
    piece.middle = (begin + end) / 2;
    piece.width = std::fabs(end - begin);
    piece.top = dot(first.origin(), up) + kAscent * piece.size;
    piece.bottom = piece.top - piece.size;
  }
  piece.has_place = std::isfinite(piece.middle) && std::isfinite(piece.width) &&
                    std::isfinite(piece.top) && std::isfinite(piece.bottom);
}

bool same_direction(const Piece& one, const Piece& other) {
  return dot(one.right, other.right) > 0.99f;
}

/// Whether a horizontal piece stands in the column of a vertical one, directly below or above it.
bool stands_across(const Piece& piece, const Piece& column, bool below) {
  if (!column.vertical || !piece.has_place || !column.has_place || !same_direction(piece, column))
    return false;
  const float gap = below ? column.bottom - piece.top : piece.bottom - column.top;
  return piece.width <= kAcross * column.size &&
         std::fabs(piece.middle - column.middle) <= kSameColumn * column.size &&
         std::fabs(gap) <= kDirectlyBelow * column.size;
}

class Order {
 public:
  Order(const CPDF_Page& page, const CPDF_TextPage& text) : page_(page), text_(text) {}

  std::vector<TextSpan> run() {
    if (!has_vertical()) return {{0, text_.size(), Join::kAsGuessed}};
    collect();
    for (std::size_t i = 0; i < pieces_.size();) {
      const std::size_t end = end_of_block(i);
      if (end == i || !is_in_columns(i, end)) {
        for (const std::size_t line_end = std::max(end, i + 1); i < line_end; ++i) {
          const Piece& piece = pieces_[i];
          add(piece.first, piece.count + piece.guessed,
              after_block_ ? Join::kOtherLine : Join::kAsGuessed);
          after_block_ = false;
        }
      } else {
        add_block(i, end);
        after_block_ = true;
        i = end;
      }
    }
    return std::move(spans_);
  }

 private:
  bool has_vertical() const {
    bool found = false;
    for_each_text(page_, [&found](const CPDF_TextObject& object) {
      found = found || object.GetFont()->IsVertWriting();
    });
    return found;
  }

  void collect() {
    for_each_text(page_, [this](const CPDF_TextObject& object) {
      drawn_as_.emplace(&object, drawn_as_.size());
    });
    const CPDF_TextObject* current = nullptr;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const CPDF_TextObject* object = text_.GetCharInfo(i).text_object();
      if (object == nullptr) {
        if (!pieces_.empty()) ++pieces_.back().guessed;
        continue;
      }
      if (object != current || pieces_.back().guessed > 0) {
        current = object;
        Piece piece;
        piece.first = i;
        piece.vertical = object->GetFont()->IsVertWriting();
        if (const auto found = drawn_as_.find(object); found != drawn_as_.end())
          piece.drawn_as = found->second;
        pieces_.push_back(piece);
      }
      ++pieces_.back().count;
    }
    for (Piece& piece : pieces_) place(text_, piece);
  }

  /// The end of the vertical pieces from here on, with what stands across their columns; `begin`
  /// when there are none.
  std::size_t end_of_block(std::size_t begin) {
    std::size_t end = begin;
    for (; end < pieces_.size(); ++end) {
      Piece& piece = pieces_[end];
      if (piece.vertical && piece.has_place &&
          (end == begin || same_direction(piece, pieces_[begin])))
        continue;
      const Piece* column = nullptr;
      if (end > begin && stands_across(piece, pieces_[end - 1], true)) column = &pieces_[end - 1];
      if (end + 1 < pieces_.size() && stands_across(piece, pieces_[end + 1], false))
        column = &pieces_[end + 1];
      if (column == nullptr) break;
      piece.middle = column->middle;
    }
    return end;
  }

  /// A font for columns may be set glyph by glyph in lines, and what is not East Asian may stand in
  /// columns from left to right.
  bool is_in_columns(std::size_t begin, std::size_t end) const {
    std::size_t downward = 0;
    std::size_t rightward = 0;
    bool east_asian = false;
    for (std::size_t i = begin; i < end; ++i) {
      const Piece& piece = pieces_[i];
      downward += piece.count - 1;
      for (std::size_t k = piece.first; k < piece.first + piece.count; ++k)
        east_asian =
            east_asian || is_east_asian(static_cast<char32_t>(text_.GetCharInfo(k).unicode()));
      if (i == begin) continue;
      const Piece& before = pieces_[i - 1];
      const float aside = piece.middle - before.middle;
      if (std::fabs(aside) <= kSameColumn * piece.size) {
        ++downward;
      } else if (aside > 0 && piece.count == 1 && before.count == 1 &&
                 std::fabs(piece.top - before.top) <= kSameColumn * piece.size) {
        ++rightward;
      }
    }
    return east_asian && downward >= rightward;
  }

  void add_block(std::size_t begin, std::size_t end) {
    const auto first = pieces_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = pieces_.begin() + static_cast<std::ptrdiff_t>(end);
    std::stable_sort(first, last, [](const Piece& one, const Piece& other) {
      return one.drawn_as < other.drawn_as;
    });
    for (auto tier = first; tier != last;) {
      const auto next = end_of_tier(tier, last);
      add_tier(tier, next);
      tier = next;
    }
  }

  using Pieces = std::vector<Piece>::iterator;

  /// A page may have rows of columns: the next one starts to the right of where the last one ended,
  /// below all of it.
  static Pieces end_of_tier(Pieces begin, Pieces last) {
    float bottom = begin->bottom;
    Pieces at = begin + 1;
    for (; at != last; ++at) {
      const bool is_right = at->middle > (at - 1)->middle + at->size / 2;
      if (is_right && at->top <= bottom + at->size / 2) break;
      bottom = std::min(bottom, at->bottom);
    }
    return at;
  }

  void add_tier(Pieces first, Pieces last) {
    std::stable_sort(first, last, [](const Piece& one, const Piece& other) {
      return one.middle > other.middle;
    });
    for (auto begin = first; begin != last;) {
      const auto end = std::find_if(begin, last, [&](const Piece& piece) {
        return begin->middle - piece.middle > kSameColumn * begin->size;
      });
      std::stable_sort(begin, end,
                       [](const Piece& one, const Piece& other) { return one.top > other.top; });
      for (auto piece = begin; piece != end; ++piece) {
        Join join = Join::kOtherLine;
        if (piece != begin) {
          const float gap = (piece - 1)->bottom - piece->top;
          join = gap <= kJoinedGap * piece->size ? Join::kJoined : Join::kSpace;
        }
        add(piece->first, piece->count, join);
      }
      begin = end;
    }
  }

  void add(std::size_t first, std::size_t count, Join join) {
    spans_.push_back({first, count, join});
  }

  const CPDF_Page& page_;
  const CPDF_TextPage& text_;
  std::unordered_map<const CPDF_TextObject*, std::size_t> drawn_as_;
  std::vector<Piece> pieces_;
  std::vector<TextSpan> spans_;
  bool after_block_ = false;
};

}  // namespace

bool is_east_asian(char32_t c) {
  return (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7AF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE4F) ||
         (c >= 0xFF00 && c <= 0xFF60) || (c >= 0x20000 && c <= 0x3FFFF);
}

std::vector<TextSpan> reading_order(const CPDF_Page& page, const CPDF_TextPage& text) {
  return Order(page, text).run();
}

void place_unseen_text(CPDF_Page& page) {
  auto visit = [](CPDF_TextObject& object) {
    if (std::fabs(object.GetRect().Width()) >= kNarrow) return;
    const float size = std::fabs(object.GetFontSize());
    CFX_FloatRect box;
    for (std::size_t i = 0; i < object.CountItems(); ++i) {
      const CPDF_TextObject::Item item = object.GetItemInfo(i);
      const WideString unicode = item.m_CharCode == CPDF_Font::kInvalidCharCode
                                     ? WideString()
                                     : object.GetFont()->UnicodeFromCharCode(item.m_CharCode);
      if (unicode.IsEmpty() || unicode == L" ") continue;
      const CFX_FloatRect glyph(item.m_Origin.x, item.m_Origin.y, item.m_Origin.x + size,
                                item.m_Origin.y + size);
      if (box.IsEmpty()) {
        box = glyph;
      } else {
        box.Union(glyph);
      }
    }
    if (!box.IsEmpty()) object.SetRect(object.GetTextMatrix().TransformRect(box));
  };
  for_each_text(page, visit);
}

}  // namespace lectern
