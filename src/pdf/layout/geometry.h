// Boxes of a page, and the page turned.
#pragma once

#include "pdf/layout/page_content.h"

namespace lectern {

inline float width_of(const PageBox& box) { return box.right - box.left; }
inline float height_of(const PageBox& box) { return box.bottom - box.top; }

/// How far two ranges share places; negative for the gap between them.
inline float shared(float from, float to, float other_from, float other_to) {
  return (to < other_to ? to : other_to) - (from > other_from ? from : other_from);
}
inline float shared_width(const PageBox& one, const PageBox& other) {
  return shared(one.left, one.right, other.left, other.right);
}
inline float shared_height(const PageBox& one, const PageBox& other) {
  return shared(one.top, one.bottom, other.top, other.bottom);
}

inline float area_of(const PageBox& box) { return width_of(box) * height_of(box); }
/// 0 for boxes that do not meet.
inline float shared_area(const PageBox& one, const PageBox& other) {
  const float width = shared_width(one, other);
  const float height = shared_height(one, other);
  return width > 0 && height > 0 ? width * height : 0;
}

/// The smallest box around both.
PageBox around(const PageBox& one, const PageBox& other);

/// The direction in which most letters of the page run.
WordDirection main_direction(const PageContent& page);

/// Turns the page so that what runs in `direction` runs to the right.
void turn_upright(PageContent& page, WordDirection direction);

/// A box of the page that `turn_upright` has turned, where it was before.
PageBox turned_back(const PageBox& box, const PageContent& page, WordDirection direction);

}  // namespace lectern
