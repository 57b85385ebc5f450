#include "drawing/svg/names.h"

#include <iterator>

namespace lectern::drawing {
namespace {

#define LECTERN_SVG_TEXT(name, text) text,
constexpr std::string_view kTags[] = {LECTERN_SVG_TAGS(LECTERN_SVG_TEXT)};
constexpr std::string_view kAttributes[] = {LECTERN_SVG_PROPERTIES(LECTERN_SVG_TEXT)
                                                LECTERN_SVG_ATTRIBUTES(LECTERN_SVG_TEXT)};
#undef LECTERN_SVG_TEXT

}  // namespace

Tag tag_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kTags); ++i)
    if (kTags[i] == name) return static_cast<Tag>(i);
  return Tag::kOther;
}

Att attribute_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kAttributes); ++i)
    if (kAttributes[i] == name) return static_cast<Att>(i);
  return Att::kNone;
}

std::string_view name_of(Att attribute) {
  const auto i = static_cast<std::size_t>(attribute);
  return i < std::size(kAttributes) ? kAttributes[i] : std::string_view();
}

}  // namespace lectern::drawing
