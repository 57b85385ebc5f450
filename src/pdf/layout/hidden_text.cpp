#include "pdf/layout/hidden_text.h"

#include <algorithm>

#include "pdf/layout/geometry.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr float kReadable = 2;  ///< points
constexpr std::uint32_t kNearlyWhite = 0xF5;
/// Grounds that are looked at for a word; a page with more of them is taken to have one everywhere.
constexpr std::size_t kMostGrounds = 200;

bool is_white(std::uint32_t rgb) {
  return (rgb >> 16 & 0xFF) >= kNearlyWhite && (rgb >> 8 & 0xFF) >= kNearlyWhite &&
         (rgb & 0xFF) >= kNearlyWhite;
}

bool holds(const PageBox& box, const PageBox& word) {
  const float x = (word.left + word.right) / 2;
  const float y = (word.top + word.bottom) / 2;
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

bool has_picture_behind(const PageContent& page, const PageBox& word) {
  return page.pictures.size() > kMostGrounds ||
         std::any_of(page.pictures.begin(), page.pictures.end(),
                     [&word](const PagePicture& picture) { return holds(picture.box, word); });
}

/// Whether anything but white lies behind a word.
bool has_ground(const PageContent& page, const PageBox& word) {
  if (page.areas.size() + page.drawings.size() + page.rules.size() > kMostGrounds) return true;
  return has_picture_behind(page, word) ||
         std::any_of(page.areas.begin(), page.areas.end(),
                     [&word](const PageArea& area) {
                       return !is_white(area.rgb) && holds(area.box, word);
                     }) ||
         std::any_of(page.drawings.begin(), page.drawings.end(),
                     [&word](const PageBox& box) { return holds(box, word); }) ||
         std::any_of(page.rules.begin(), page.rules.end(), [&word](const PageRule& rule) {
           // A thick stroke is a ground, too.
           const float half = rule.thickness / 2;
           return rule.thickness > kReadable &&
                  holds({rule.line.left - half, rule.line.top - half, rule.line.right + half,
                         rule.line.bottom + half},
                        word);
         });
}

}  // namespace

std::uint64_t count_hidden_letters(const PageContent& page) {
  std::uint64_t count = 0;
  for (const PageWord& word : page.words) {
    const bool hidden = word.invisible ? !has_picture_behind(page, word.box)
                                       : word.font_size < kReadable ||
                                             (is_white(word.rgb) && !has_ground(page, word.box));
    if (hidden) count += utf8_length(word.text);
  }
  return count;
}

}  // namespace lectern
