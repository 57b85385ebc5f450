// What a file asks for once its picture is decoded: a crop, quarter turns, a mirror.
#pragma once

#include "base/error.h"
#include "base/limits.h"
#include "image/avif/avif_boxes.h"
#include "image/pixels.h"

namespace lectern {

/// The picture as it is shown: `clap`, `irot` and `imir` of `item` in their order. A crop that does
/// not lie in the picture is left out.
Result<Pixels> turned(Pixels pixels, const AvifFile& file, const AvifItem& item,
                      const Limits& limits);

}  // namespace lectern
