// A part of a page, in points of the upright page from its upper left corner.
#pragma once

#include "base/error.h"
#include "base/ranges.h"
#include "pdf/layout/page_content.h"

namespace lectern {

/// What of `region` lies on a page of that size. OUT_OF_RANGE when nothing does.
Result<PixelRegion> part_of_page(const PixelRegion& region, double width, double height);

/// Takes out the words that do not have their middle in the region, and cuts rules and areas there.
/// Pictures and what the file says of the page's structure go, too.
void keep_region(PageContent& page, const PixelRegion& region);

}  // namespace lectern
