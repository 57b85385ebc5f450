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

/// Pixels to draw the page with, before the provider's limits.
Dimensions drawn_size(const PdfPage& page, const Limits& limits) {
  const double width = std::clamp(page.width_points, 1.0, 1e6);
  const double height = std::clamp(page.height_points, 1.0, 1e6);
  const double most = std::min({kMaxDrawnPixels, static_cast<double>(limits.max_pixels),
                                static_cast<double>(limits.max_decoded_bytes) / (2 * kRgbaBytes)});
  const double scale = std::min(kPixelsPerPoint, std::sqrt(most / (width * height)));
  Dimensions size{side(width, scale), side(height, scale)};
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

bool needs_picture(const PdfPage& page) {
  const PageClass page_class = classify(page);
  return page_class == PageClass::kScan || page_class == PageClass::kMixed || is_garbled(page);
}

Result<PageImage> picture_of_page(PdfDocument& document, std::uint64_t index, const PdfPage& page,
                                  const ReadOptions& options, ImageBudget used) {
  std::optional<ImageContent> image = embedded_jpeg(page, options, used);
  std::vector<MissingGlyphs> missing;
  if (!image) {
    LECTERN_TRY(const FitLimits limits, fit_limits(options, used.images, used.bytes));
    const Dimensions size = fitted_size(drawn_size(page, options.limits), limits);
    LECTERN_TRY(PdfPicture drawn, document.render(index, size, options.limits));
    LECTERN_TRY(DeliveredImage delivered, deliver_pixels(drawn.pixels.view(), options, used));
    missing = std::move(drawn.missing);
    image = std::move(delivered.image);
  }
  image->page = index + 1;
  return PageImage{*std::move(image), std::move(missing)};
}

}  // namespace lectern
