// SVGs drawn, by pixels at places.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "base/base64.h"
#include "drawing/drawing.h"
#include "read/read.h"
#include "support/pictures.h"

namespace lectern {
namespace {

constexpr std::uint32_t kRedInk = 0xFF0000, kGreenInk = 0x008000, kBlueInk = 0x0000FF,
                        kPaper = 0xFFFFFF, kBlackInk = 0;

DecodedPicture drawn(std::string_view inside, std::string_view attributes = "") {
  const std::string svg =
      "<svg xmlns='http://www.w3.org/2000/svg' "
      "xmlns:xlink='http://www.w3.org/1999/xlink' width='40' height='40' " +
      std::string(attributes) + ">" + std::string(inside) + "</svg>";
  auto picture = draw_svg(as_bytes(svg), Limits());
  if (!picture) FAIL(picture.error().message);
  return *std::move(picture);
}

std::uint32_t ink(const DecodedPicture& picture, std::uint32_t x, std::uint32_t y) {
  const ByteSpan at = picture.pixels.view().row(y).subspan(std::size_t{x} * 4, 4);
  return std::uint32_t{at[0]} << 16 | std::uint32_t{at[1]} << 8 | at[2];
}

std::string warning_of(const DecodedPicture& picture) {
  return picture.facts.warnings.empty() ? "" : picture.facts.warnings.front();
}

Error refused(std::string_view svg, const Limits& limits = {}) {
  auto picture = draw_svg(as_bytes(svg), limits);
  if (picture) FAIL("it was drawn");
  return std::move(picture).error();
}

TEST_CASE("An SVG is drawn at its own size on white", "[svg]") {
  const auto picture = drawn("<rect x='10' y='10' width='20' height='20' fill='red'/>");
  CHECK(picture.pixels.size() == Dimensions{40, 40});
  CHECK(ink(picture, 9, 9) == kPaper);
  CHECK(ink(picture, 10, 10) == kRedInk);
  CHECK(ink(picture, 29, 29) == kRedInk);
  CHECK(ink(picture, 30, 30) == kPaper);
  CHECK_FALSE(picture.facts.alpha);
  CHECK(picture.facts.warnings.empty());
}

TEST_CASE("An SVG is drawn as large as it fits, and its own size is told", "[svg]") {
  const std::string_view svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='80' height='40'>"
      "<rect x='20' y='10' width='40' height='20' fill='red'/></svg>";
  FitLimits fit;
  fit.max_side = 40;
  const auto smaller = draw_svg(as_bytes(svg), Limits(), fit);
  REQUIRE(smaller);
  CHECK(smaller->pixels.size() == Dimensions{40, 20});
  CHECK(smaller->facts.full_size == Dimensions{80, 40});
  CHECK(smaller->facts.warnings.empty());
  CHECK(ink(*smaller, 9, 5) == kPaper);
  CHECK(ink(*smaller, 10, 5) == kRedInk);
  CHECK(ink(*smaller, 29, 14) == kRedInk);
  CHECK(ink(*smaller, 30, 14) == kPaper);
  fit.max_side = 80;
  const auto whole = draw_svg(as_bytes(svg), Limits(), fit);
  REQUIRE(whole);
  CHECK(whole->pixels.size() == Dimensions{80, 40});
  CHECK_FALSE(whole->facts.full_size);
}

TEST_CASE("A view box is fitted into the size of the SVG", "[svg]") {
  const auto middle = drawn("<rect width='10' height='10' fill='red'/>", "viewBox='0 0 10 20'");
  CHECK(ink(middle, 9, 5) == kPaper);
  CHECK(ink(middle, 10, 5) == kRedInk);
  CHECK(ink(middle, 29, 19) == kRedInk);
  CHECK(ink(middle, 29, 20) == kPaper);
  const auto stretched = drawn("<rect width='10' height='10' fill='red'/>",
                               "viewBox='0 0 10 20' preserveAspectRatio='none'");
  CHECK(ink(stretched, 0, 19) == kRedInk);
  CHECK(ink(stretched, 39, 20) == kPaper);
}

TEST_CASE("Half of a covered pixel is half of its colour", "[svg]") {
  const auto picture = drawn("<rect x='0.5' width='4' height='4'/>");
  CHECK(ink(picture, 0, 0) == 0x7F7F7F);
  CHECK(ink(picture, 1, 0) == kBlackInk);
}

TEST_CASE("Shapes and paths are filled", "[svg]") {
  const auto shapes = drawn(
      "<circle cx='10' cy='10' r='8' fill='red'/><ellipse cx='30' cy='10' rx='8' ry='4' "
      "fill='blue'/>"
      "<polygon points='2,38 18,38 10,22' fill='green'/>"
      "<path d='M22 22h16v16h-16zm4 4v8h8v-8z' fill='#00F'/>");
  CHECK(ink(shapes, 10, 10) == kRedInk);
  CHECK(ink(shapes, 3, 3) == kPaper);
  CHECK(ink(shapes, 30, 10) == kBlueInk);
  CHECK(ink(shapes, 30, 4) == kPaper);
  CHECK(ink(shapes, 10, 34) == kGreenInk);
  CHECK(ink(shapes, 23, 23) == kBlueInk);
  CHECK(ink(shapes, 30, 30) == kPaper);
  const auto curves = drawn(
      "<path d='M0 20A20 20 0 0 1 40 20z' fill='red'/>"
      "<path d='M5 25Q20 45 35 25t0 0z' fill='blue'/>");
  CHECK(ink(curves, 20, 2) == kRedInk);
  CHECK(ink(curves, 1, 2) == kPaper);
  CHECK(ink(curves, 20, 30) == kBlueInk);
}

TEST_CASE("The rule of a fill decides what is inside", "[svg]") {
  const std::string twice = "d='M0 0H40V40H0z M10 10H30V30H10z' fill='red'";
  CHECK(ink(drawn("<path " + twice + "/>"), 20, 20) == kRedInk);
  CHECK(ink(drawn("<path fill-rule='evenodd' " + twice + "/>"), 20, 20) == kPaper);
}

TEST_CASE("Lines have widths, caps, joins and dashes", "[svg]") {
  const auto butt = drawn("<path d='M10 20H30' stroke='red' stroke-width='8'/>");
  CHECK(ink(butt, 10, 16) == kRedInk);
  CHECK(ink(butt, 29, 23) == kRedInk);
  CHECK(ink(butt, 9, 20) == kPaper);
  CHECK(ink(butt, 20, 15) == kPaper);
  const auto square =
      drawn("<path d='M10 20H30' stroke='red' stroke-width='8' stroke-linecap='square'/>");
  CHECK(ink(square, 6, 17) == kRedInk);
  const auto round =
      drawn("<path d='M10 20H30' stroke='red' stroke-width='8' stroke-linecap='round'/>");
  CHECK(ink(round, 7, 20) == kRedInk);
  CHECK(ink(round, 6, 16) == kPaper);
  const std::string corner = "<path d='M5 30H30V5' fill='none' stroke='red' stroke-width='10' ";
  CHECK(ink(drawn(corner + "/>"), 34, 34) == kRedInk);
  CHECK(ink(drawn(corner + "stroke-linejoin='bevel'/>"), 34, 34) == kPaper);
  CHECK(ink(drawn(corner + "stroke-linejoin='round'/>"), 32, 32) == kRedInk);
  CHECK(ink(drawn(corner + "stroke-miterlimit='1'/>"), 34, 34) == kPaper);
  const auto dashes = drawn(
      "<path d='M0 20H40' stroke='red' stroke-width='8' stroke-dasharray='10 5' "
      "stroke-dashoffset='5'/>");
  CHECK(ink(dashes, 4, 20) == kRedInk);
  CHECK(ink(dashes, 7, 20) == kPaper);
  CHECK(ink(dashes, 10, 20) == kRedInk);
  const auto closed = drawn(
      "<rect x='10' y='10' width='20' height='20' fill='none' stroke='red' "
      "stroke-width='4'/>");
  CHECK(ink(closed, 8, 8) == kRedInk);
  CHECK(ink(closed, 20, 20) == kPaper);
}

TEST_CASE("Styles come from attributes, sheets and inheritance", "[svg]") {
  const std::string_view sheet =
      "<style>rect{fill:blue}.a{fill:green}g > .b{fill:red}#c{fill:red!important}</style>";
  CHECK(ink(drawn(std::string(sheet) + "<rect fill='red' width='40' height='40'/>"), 5, 5) ==
        kBlueInk);
  CHECK(ink(drawn(std::string(sheet) + "<rect class='x a' width='40' height='40'/>"), 5, 5) ==
        kGreenInk);
  CHECK(ink(drawn(std::string(sheet) + "<g><rect class='a b' width='40' height='40'/></g>"), 5,
            5) == kRedInk);
  CHECK(ink(drawn(std::string(sheet) + "<rect id='c' style='fill:blue' width='40' height='40'/>"),
            5, 5) == kRedInk);
  CHECK(ink(drawn("<g color='red'><rect fill='currentColor' width='40' height='40'/></g>"), 5, 5) ==
        kRedInk);
  CHECK(ink(drawn("<rect width='40' height='40' fill='hsl(240, 100%, 50%)'/>"), 5, 5) == kBlueInk);
  CHECK(ink(drawn("<rect width='40' height='40' display='none'/>"), 5, 5) == kPaper);
  CHECK(ink(drawn("<g visibility='hidden'><rect width='40' height='40'/></g>"), 5, 5) == kPaper);
}

TEST_CASE("Opacity applies to a group as a whole", "[svg]") {
  const auto picture = drawn(
      "<g opacity='.5'><rect width='30' height='30' fill='red'/>"
      "<rect x='10' width='30' height='30' fill='blue'/></g>");
  CHECK(ink(picture, 20, 20) == 0x7F7FFF);
  CHECK(ink(picture, 5, 5) == 0xFF7F7F);
}

TEST_CASE("Gradients and patterns fill shapes", "[svg]") {
  const auto linear = drawn(
      "<linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='blue'/>"
      "</linearGradient><rect width='40' height='40' fill='url(#g)'/>");
  CHECK(ink(linear, 0, 20) >> 16 > 0xF0);
  CHECK((ink(linear, 39, 20) & 0xFF) > 0xF0);
  CHECK((ink(linear, 20, 20) >> 16) > 0x70);
  CHECK((ink(linear, 20, 20) >> 16) < 0x90);
  const auto radial = drawn(
      "<radialGradient id='a'><stop stop-color='red'/><stop offset='1' stop-color='blue'/>"
      "</radialGradient><radialGradient id='g' xlink:href='#a' r='25%'/>"
      "<rect width='40' height='40' fill='url(#g)'/>");
  CHECK(ink(radial, 20, 20) >> 16 > 0xE0);
  CHECK(ink(radial, 0, 0) == kBlueInk);
  const auto pattern = drawn(
      "<pattern id='p' width='10' height='10' patternUnits='userSpaceOnUse'>"
      "<rect width='5' height='5' fill='red'/></pattern><rect width='40' height='40' "
      "fill='url(#p)'/>");
  CHECK(ink(pattern, 2, 2) == kRedInk);
  CHECK(ink(pattern, 7, 2) == kPaper);
  CHECK(ink(pattern, 32, 32) == kRedInk);
  CHECK(ink(drawn("<rect width='40' height='40' fill='url(#none) green'/>"), 5, 5) == kGreenInk);
}

TEST_CASE("Clip paths and masks hide what is outside of them", "[svg]") {
  const auto clip = drawn(
      "<clipPath id='c'><circle cx='20' cy='20' r='10'/></clipPath>"
      "<rect width='40' height='40' fill='red' clip-path='url(#c)'/>");
  CHECK(ink(clip, 20, 20) == kRedInk);
  CHECK(ink(clip, 5, 5) == kPaper);
  const auto mask = drawn(
      "<mask id='m'><rect width='20' height='40' fill='white'/>"
      "<rect x='20' width='20' height='40' fill='black'/></mask>"
      "<rect width='40' height='40' fill='red' mask='url(#m)'/>");
  CHECK(ink(mask, 10, 10) == kRedInk);
  CHECK(ink(mask, 30, 10) == kPaper);
}

TEST_CASE("Elements are used again, with symbols and markers", "[svg]") {
  const auto use = drawn(
      "<defs><rect id='r' width='10' height='10'/></defs>"
      "<use xlink:href='#r' x='20' y='20' fill='red'/>");
  CHECK(ink(use, 25, 25) == kRedInk);
  CHECK(ink(use, 5, 5) == kPaper);
  const auto symbol = drawn(
      "<symbol id='s' viewBox='0 0 1 1'><rect width='1' height='1' "
      "fill='blue'/></symbol><use href='#s' x='20' width='20' height='20'/>");
  CHECK(ink(symbol, 30, 10) == kBlueInk);
  CHECK(ink(symbol, 30, 30) == kPaper);
  const auto marker = drawn(
      "<marker id='m' markerWidth='6' markerHeight='6' refX='3' refY='3'>"
      "<rect width='6' height='6' fill='red'/></marker>"
      "<path d='M10 20H30' stroke='black' marker-end='url(#m)'/>");
  CHECK(ink(marker, 31, 22) == kRedInk);
  CHECK(ink(marker, 10, 22) == kPaper);
}

/// Dark pixels of columns from `from` up to `to`.
int dark(const DecodedPicture& picture, std::uint32_t from, std::uint32_t to) {
  int count = 0;
  for (std::uint32_t y = 0; y < picture.pixels.size().height; ++y)
    for (std::uint32_t x = from; x < to; ++x) count += (ink(picture, x, y) & 0xFF) < 128;
  return count;
}

TEST_CASE("Text is drawn, anchored and emboldened", "[svg]") {
  const auto start = drawn("<text x='20' y='30' font-size='20'>H</text>");
  CHECK(dark(start, 20, 40) > 40);
  CHECK(dark(start, 0, 20) == 0);
  const auto end = drawn("<text x='20' y='30' font-size='20' text-anchor='end'>H</text>");
  CHECK(dark(end, 0, 20) > 40);
  CHECK(dark(end, 20, 40) == 0);
  const auto bold = drawn("<text x='20' y='30' font-size='20' font-weight='bold'>H</text>");
  CHECK(dark(bold, 20, 40) > dark(start, 20, 40) + 10);
  const auto spans = drawn("<text y='20' font-size='10'>a<tspan x='30' dy='10'>b</tspan></text>");
  CHECK(dark(spans, 0, 10) > 5);
  CHECK(dark(spans, 10, 28) == 0);
  CHECK(dark(spans, 29, 40) > 5);
}

TEST_CASE("Characters that the face lacks are boxes and named", "[svg]") {
  const auto picture = drawn("<text x='2' y='30' font-size='20'>\xE6\x97\xA5\xE6\x97\xA5</text>");
  CHECK(warning_of(picture) == "2 characters drawn as boxes: the face has no U+65E5");
  CHECK(dark(picture, 0, 40) > 20);
}

TEST_CASE("Shadows and blurs are drawn", "[svg]") {
  const auto shadow = drawn(
      "<filter id='f'><feDropShadow dx='10' dy='0' stdDeviation='0' "
      "flood-color='red'/></filter><g filter='url(#f)'>"
      "<rect x='4' y='4' width='30' height='30' fill='none'/>"
      "<rect x='10' y='10' width='10' height='10'/></g>");
  CHECK(ink(shadow, 15, 15) == kBlackInk);
  CHECK(ink(shadow, 25, 15) == kRedInk);
  const auto blur = drawn(
      "<filter id='f'><feGaussianBlur stdDeviation='3'/></filter>"
      "<rect x='10' y='10' width='20' height='20' filter='url(#f)'/>");
  CHECK(ink(blur, 20, 20) < 0x303030);
  CHECK(ink(blur, 10, 20) > 0x404040);
  CHECK(ink(blur, 10, 20) < 0xC0C0C0);
}

TEST_CASE("Pictures are drawn from data URIs only", "[svg]") {
  const auto inside = drawn(
      "<image width='40' height='40' href=\"data:image/svg+xml,"
      "%3Csvg xmlns='http://www.w3.org/2000/svg' width='1' height='1'%3E"
      "%3Crect width='1' height='1' fill='red'/%3E%3C/svg%3E\"/>");
  CHECK(ink(inside, 20, 20) == kRedInk);
  const auto outside = drawn(
      "<image width='40' height='40' href='http://example.com/a.png'/>"
      "<use href='other.svg#a'/>");
  CHECK(warning_of(outside) == "Not drawn: 1 external picture, 1 external reference");
}

TEST_CASE("What is not drawn is counted", "[svg]") {
  const auto picture = drawn(
      "<foreignObject/><script/><filter id='f'><feTurbulence/></filter>"
      "<rect width='40' height='40' fill='red' filter='url(#f)'/><wobble/><wobble/>");
  CHECK(ink(picture, 5, 5) == kRedInk);
  CHECK(warning_of(picture) == "Not drawn: 1 filter, 1 foreignObject, 1 script, 2 wobbles");
}

TEST_CASE("A drawing in itself ends", "[svg]") {
  const auto use = drawn("<g id='a'><use href='#a'/><rect width='40' height='40' fill='red'/></g>");
  CHECK(ink(use, 5, 5) == kRedInk);
  CHECK(warning_of(use) == "Not drawn: 1 circular reference");
  const auto pattern = drawn(
      "<pattern id='p' width='1' height='1'><rect width='40' height='40' "
      "fill='url(#p)'/></pattern><rect width='40' height='40' fill='url(#p)'/>");
  CHECK(pattern.facts.warnings.size() == 1);
}

TEST_CASE("What a drawing may take is bounded", "[svg]") {
  std::string bomb =
      "<svg xmlns='http://www.w3.org/2000/svg'><g id='a0'><rect width='9' height='9'/></g>";
  for (int i = 1; i < 30; ++i) {
    const std::string below = std::to_string(i - 1);
    bomb += "<g id='a" + std::to_string(i) + "'>";
    for (int j = 0; j < 10; ++j) bomb += "<use href='#a" + below + "'/>";
    bomb += "</g>";
  }
  Limits few;
  few.max_work = 20'000'000;
  CHECK(refused(bomb + "</svg>", few).code == ErrorCode::kLimitExceeded);
  CHECK(refused("<svg xmlns='http://www.w3.org/2000/svg'><path stroke='red' d='M0 0H1e12' "
                "stroke-dasharray='1e-9'/></svg>",
                few)
            .code == ErrorCode::kLimitExceeded);
  Limits small;
  small.max_decoded_bytes = 100'000;
  CHECK(refused("<svg xmlns='http://www.w3.org/2000/svg' width='400' height='400'/>", small).code ==
        ErrorCode::kLimitExceeded);
  const auto huge = draw_svg(
      as_bytes("<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='5e8'>"
               "<rect width='1e308' height='1e308' stroke-width='1e308' stroke='red'/></svg>"),
      Limits());
  REQUIRE(huge);
  CHECK(huge->pixels.size() == Dimensions{4096, 2048});
}

TEST_CASE("A damaged picture in a drawing is paid for each time", "[svg]") {
  ByteVector png = testing::png_of(testing::gradient({400, 400}));
  png.resize(png.size() - 12);
  std::string svg = "<svg xmlns='http://www.w3.org/2000/svg'><image id='a' width='9' href='" +
                    ("data:image/png;base64," + base64_encode(png)) + "'/>";
  CHECK(draw_svg(as_bytes(svg + "</svg>"), Limits()));
  for (int i = 0; i < 30; ++i) svg += "<use href='#a'/>";
  Limits few;
  few.max_work = 200'000'000;
  CHECK(refused(svg + "</svg>", few).code == ErrorCode::kLimitExceeded);
}

TEST_CASE("What is no SVG is refused", "[svg]") {
  CHECK(refused("<html/>").message == "the document's element is \"html\", not \"svg\"");
  CHECK(refused("<svg xmlns='http://www.w3.org/2000/svg'><g>").code == ErrorCode::kCorruptImage);
  CHECK(refused("<svg xmlns='http://www.w3.org/2000/svg' width='0'/>").code ==
        ErrorCode::kCorruptImage);
}

TEST_CASE("An SVG that is larger than its provider takes keeps its own coordinates", "[svg]") {
  const std::string_view svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='3136' height='32'>"
      "<rect x='1568' width='1568' height='32' fill='red'/></svg>";
  ReadRequest request;
  request.file_path = "a.svg";
  ReadOptions options;
  options.image.svg = SvgForm::kImage;
  options.provider = Provider::kAnthropic;
  const ToolResult fitted = read(as_bytes(svg), request, options);
  REQUIRE(fitted.images.size() == 1);
  CHECK(fitted.images[0].size == Dimensions{1568, 16});
  CHECK(fitted.metadata.scale == 2.0);
  CHECK(fitted.metadata.original_dimensions == Dimensions{3136, 32});
  request.region = PixelRegion{1568, 0, 1000, 32};
  const ToolResult part = read(as_bytes(svg), request, options);
  REQUIRE(part.images.size() == 1);
  CHECK(part.images[0].size == Dimensions{1000, 32});
}

TEST_CASE("An SVG that is wanted as a picture is read as one", "[svg]") {
  const std::string_view svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20'><rect width='9' "
      "height='9'/></svg>";
  ReadRequest request;
  request.file_path = "a.svg";
  ReadOptions options;
  CHECK(read(as_bytes(svg), request, options).content_type == ContentType::kText);
  options.image.svg = SvgForm::kImage;
  const ToolResult result = read(as_bytes(svg), request, options);
  CHECK_FALSE(result.error);
  REQUIRE(result.images.size() == 1);
  CHECK(result.images[0].mime_type == "image/png");
}

}  // namespace
}  // namespace lectern
