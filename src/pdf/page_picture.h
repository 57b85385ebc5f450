// Decides what a page is and whether it needs a picture, and makes the picture.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/request.h"
#include "base/tool_result.h"
#include "image/fit/deliver.h"
#include "pdf/pdf_engine.h"

namespace lectern {

PageClass classify(const PdfPage& page);

/// What `PageImages::kAuto` adds to a page's text.
enum class AutoPicture {
  kNone,     ///< its text carries it
  kPage,     ///< a picture of it
  kFigures,  ///< a picture of each of its figures
};

AutoPicture auto_picture(const PdfPage& page, const std::vector<LaidOutFigure>& figures);

struct PageImage {
  ImageContent image;
  std::vector<MissingGlyphs> missing;
};

/// The page as a picture that fits `options.provider`: its only JPEG as it is where that shows all
/// of it, else drawn. \param index  counted from 0 \returns CORRUPT_PDF or LIMIT_EXCEEDED with the
/// bare reason.
Result<PageImage> picture_of_page(PdfDocument& document, std::uint64_t index, const PdfPage& page,
                                  const ReadOptions& options, ImageBudget used);

/// The same for a part of it, which lies on the page, as large as it is in a picture of the page.
/// \param is_last  no other follows of this page
Result<PageImage> picture_of_figure(PdfDocument& document, std::uint64_t index,
                                    const PixelRegion& region, bool is_last,
                                    const ReadOptions& options, ImageBudget used);

/// The same, as large as helps.
Result<PageImage> picture_of_region(PdfDocument& document, std::uint64_t index,
                                    const PixelRegion& region, const ReadOptions& options,
                                    ImageBudget used);

}  // namespace lectern
