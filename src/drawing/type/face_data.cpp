// PDFium's arrays, in a namespace of ours: a program that has PDFium in it has them there as well.
#include <array>
#include <cstdint>

#include "core/fxge/fontdata/chromefontdata/chromefontdata.h"
#include "drawing/type/face.h"

namespace lectern::drawing {
namespace {

// NOLINTBEGIN(bugprone-suspicious-include): the arrays stand in sources.
#include "core/fxge/fontdata/chromefontdata/FoxitSans.cpp"
#include "core/fxge/fontdata/chromefontdata/FoxitSansBold.cpp"
// NOLINTEND(bugprone-suspicious-include)

}  // namespace

ByteSpan face_data(bool is_bold) {
  if (is_bold) return kFoxitSansBoldFontData;
  return kFoxitSansFontData;
}

}  // namespace lectern::drawing
