#include "pdf/page_picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "image/fit/fit.h"

namespace lectern {
namespace {

/// Fewer characters than this say little: a page number, a stamp.
constexpr std::uint64_t kLittleText = 20;
/// Pictures that cover less are decoration: logos, icons.
constexpr double kMatters = 0.12;
/// Pictures that cover this much are the page when it has little text besides.
constexpr double kScanned = 0.5;
constexpr std::uint64_t kScanText = 200;
/// Rules and boxes around text are fewer; charts and maps have more.
constexpr std::uint64_t kManyDrawings = 400;
/// More than this part of unmapped characters is garbled text: one in five.
constexpr std::uint64_t kGarbledPart = 5;

/// Fine enough to read small print, and what profiles scale down to anyway.
constexpr double kPixelsPerPoint = 2.0;
/// A part of a page that the model asks for is drawn to this many pixels, if it is not too small.
constexpr double kEnlargedSide = 2'048;
constexpr double kMostPixelsPerPoint = 8.0;
/// More figures, or figures that cover more of the page: the page is one.
constexpr std::size_t kMostCrops = 4;
constexpr double kMostOfPage = 0.5;
/// Pictures may cover so much more than the figures that were found, at their edges.
constexpr double kAllPictures = 1.2;
/// Largest picture that is drawn: hosts of 128 MB must hold it twice.
constexpr double kMaxDrawnPixels = 4'000'000;
constexpr double kMaxDrawnSide = 16'384;

std::uint64_t visible_characters(const PdfPage& page) {
  return page.characters - std::min(page.characters, page.invisible_characters);
}

bool is_garbled(const PdfPage& page) {
  return page.unmapped_characters * kGarbledPart > page.characters;
}

std::uint32_t side(double points, double scale) {
  return static_cast<std::uint32_t>(std::clamp(std::round(points * scale), 1.0, kMaxDrawnSide));
}

double most_pixels(const Limits& limits) {
  return std::min({kMaxDrawnPixels, static_cast<double>(limits.max_pixels),
                   static_cast<double>(limits.max_decoded_bytes) / (2 * kRgbaBytes)});
}

/// Pixels to draw so much of a page with, before the provider's limits.
Dimensions drawn_size(double width_points, double height_points, double scale,
                      const Limits& limits) {
  const double width = std::clamp(width_points, 1.0, 1e6);
  const double height = std::clamp(height_points, 1.0, 1e6);
  const double used = std::min(scale, std::sqrt(most_pixels(limits) / (width * height)));
  Dimensions size{side(width, used), side(height, used)};
  // Rounded up, both sides may be a pixel too much.
  if (std::uint64_t{size.width} * size.height > limits.max_pixels && size.height > 1) --size.height;
  if (std::uint64_t{size.width} * size.height > limits.max_pixels && size.width > 1) --size.width;
  return size;
}

/// The page's JPEG, when it may be sent and shows the page as it stands.
std::optional<ImageContent> embedded_jpeg(const PdfPage& page, const ReadOptions& options,
                                          const ImageBudget& used) {
  if (!page.jpeg) return std::nullopt;
  auto delivered = deliver_image(Media::own(*page.jpeg), options, used);
  if (!delivered || delivered->original.orientation != 1) return std::nullopt;
  if (delivered->original.color_type == "cmyk") return std::nullopt;
  return std::move(delivered->image);
}

Result<PageImage> drawn(PdfDocument& document, std::uint64_t index, const PdfView& view,
                        const ReadOptions& options, ImageBudget used) {
  LECTERN_TRY(PdfPicture picture, document.render(index, view, options.limits));
  LECTERN_TRY(DeliveredImage delivered, deliver_pixels(picture.pixels.view(), options, used));
  delivered.image.page = index + 1;
  return PageImage{std::move(delivered.image), std::move(picture.missing)};
}

Result<PageImage> picture_of_part(PdfDocument& document, std::uint64_t index,
                                  const PixelRegion& part, double scale, bool is_last,
                                  const ReadOptions& options, ImageBudget used) {
  LECTERN_TRY(const FitLimits limits, fit_limits(options, used.images, used.bytes));
  const Dimensions size =
      fitted_size(drawn_size(part.width, part.height, scale, options.limits), limits);
  return drawn(document, index, {size, part, is_last}, options, used);
}

}  // namespace

PageClass classify(const PdfPage& page) {
  if (page.characters == 0 && page.pictures == 0 && page.drawings == 0) return PageClass::kEmpty;
  if (page.picture_coverage >= kScanned && visible_characters(page) < kScanText) {
    return PageClass::kScan;
  }
  if (page.picture_coverage >= kMatters || page.drawings >= kManyDrawings) return PageClass::kMixed;
  if (page.characters < kLittleText && (page.pictures > 0 || page.drawings > 0)) {
    return PageClass::kMixed;
  }
  return PageClass::kText;
}

AutoPicture auto_picture(const PdfPage& page, const std::vector<LaidOutFigure>& figures) {
  const PageClass page_class = classify(page);
  if (page_class == PageClass::kScan || is_garbled(page)) return AutoPicture::kPage;
  double area = 0;
  for (const LaidOutFigure& figure : figures)
    area += static_cast<double>(figure.region.width) * figure.region.height;
  const double page_area = std::max(page.width_points * page.height_points, 1.0);
  // One picture of the page takes less than many of its parts.
  const bool parts_suffice =
      !figures.empty() && figures.size() <= kMostCrops && area < kMostOfPage * page_area;
  if (page_class == PageClass::kText)
    return figures.empty() ? AutoPicture::kNone
                           : parts_suffice ? AutoPicture::kFigures : AutoPicture::kPage;
  if (page_class != PageClass::kMixed) return AutoPicture::kNone;
  const bool all_found = page.characters >= kLittleText &&
                         page.picture_coverage * page_area <= kAllPictures * area &&
                         (page.drawings < kManyDrawings || area >= kMatters * page_area);
  return parts_suffice && all_found ? AutoPicture::kFigures : AutoPicture::kPage;
}

Result<PageImage> picture_of_page(PdfDocument& document, std::uint64_t index, const PdfPage& page,
                                  const ReadOptions& options, ImageBudget used) {
  std::optional<ImageContent> image = embedded_jpeg(page, options, used);
  if (!image) {
    LECTERN_TRY(const FitLimits limits, fit_limits(options, used.images, used.bytes));
    const Dimensions size = fitted_size(
        drawn_size(page.width_points, page.height_points, kPixelsPerPoint, options.limits), limits);
    return drawn(document, index, {size, {}}, options, used);
  }
  image->page = index + 1;
  return PageImage{*std::move(image), {}};
}

Result<PageImage> picture_of_figure(PdfDocument& document, std::uint64_t index,
                                    const PixelRegion& region, bool is_last,
                                    const ReadOptions& options, ImageBudget used) {
  return picture_of_part(document, index, region, kPixelsPerPoint, is_last, options, used);
}

Result<PageImage> picture_of_region(PdfDocument& document, std::uint64_t index,
                                    const PixelRegion& region, const ReadOptions& options,
                                    ImageBudget used) {
  const double longer = std::max(region.width, region.height);
  const double scale = std::clamp(kEnlargedSide / longer, kPixelsPerPoint, kMostPixelsPerPoint);
  return picture_of_part(document, index, region, scale, true, options, used);
}

}  // namespace lectern
