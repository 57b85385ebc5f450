// Parts of pages as pictures: those that the model asks for, and figures.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/pdf_writer.h"

namespace lectern::testing {
namespace {

constexpr const char* kSheet = "/MediaBox[0 0 400 500]";

std::string text_at(int x, int y, const std::string& text) {
  return "BT /F1 10 Tf " + std::to_string(x) + " " + std::to_string(y) + " Td (" + text +
         ") Tj ET\n";
}

/// Three columns of a chart and its axes, 160 x 102 points at 100,200 from the upper left corner.
const std::string kBars =
    "0 0 1 rg 110 200 20 30 re f 150 200 20 60 re f 190 200 20 100 re f "
    "0 G 100 200 m 260 200 l S 100 200 m 100 300 l S\n";

std::string body_text() {
  std::string text;
  for (int i = 0; i < 8; ++i)
    text += text_at(20, 150 - 12 * i, "running text of the page that stands below its figure");
  return text;
}

ToolResult read_page(const PdfWriter& writer, const ReadRequest& asked = {},
                     const ReadOptions& options = {}) {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  ReadRequest request = asked;
  request.file_path = "report.pdf";
  return read(writer.finish(), request, options);
}

}  // namespace

TEST_CASE("a region of a page comes as its text and as a picture of it that is larger") {
  PdfWriter writer;
  writer.add_page(text_at(20, 450, "above") + text_at(20, 100, "inside the region"), kSheet);
  ReadRequest request;
  request.region = PixelRegion{10, 380, 200, 50};
  const ToolResult result = read_page(writer, request);
  REQUIRE(result.success);
  CHECK(result.content ==
        "--- Page 1 of 1 ---\n(the region of 200x50 points at 10,380)\ninside the region\n"
        "(region image: 1600x400 PNG)\n");
  REQUIRE(result.images.size() == 1);
  CHECK(result.images[0].size == Dimensions{1'600, 400});
  CHECK(result.images[0].page == 1);
  request.view = View::kText;
  CHECK(read_page(writer, request).images.empty());
}

TEST_CASE("the picture of a region shows that part of the page") {
  PdfWriter writer;
  // A black square whose upper left corner is at 100,100.
  writer.add_page("0 g 100 300 100 100 re f", kSheet);
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  const ByteVector bytes = writer.finish();
  auto document = pdf_engine()->open(bytes, "", Limits());
  REQUIRE(document.has_value());
  auto picture =
      (*document)->render(0, {Dimensions{80, 40}, PixelRegion{80, 90, 40, 20}}, Limits{});
  REQUIRE(picture.has_value());
  // White to the left of the corner and above it, black beyond.
  CHECK(picture->pixels.row(30)[4 * 30] == 0xFF);
  CHECK(picture->pixels.row(10)[4 * 60] == 0xFF);
  CHECK(picture->pixels.row(30)[4 * 60] == 0x00);
}

TEST_CASE("parts of a page look the same one after the other and alone") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  std::string samples;
  for (int i = 0; i < 64 * 64; ++i) samples += static_cast<char>(i * 37);
  const int picture = writer.add_stream(
      "/Subtype/Image/Width 64/Height 64/BitsPerComponent 8/ColorSpace/DeviceGray", samples);
  const int look =
      writer.add_stream("/Subtype/Form/BBox[0 0 90 90]/Resources<</ExtGState<</G<</ca .5>>>>>>",
                        "/G gs .5 g 0 0 90 90 re f");
  const std::string field =
      "<</Subtype/Widget/FT/Btn/Rect[20 20 110 110]/AP<</N " + std::to_string(look) + " 0 R>>>>";
  writer.add_page("/G gs q 300 0 0 300 50 150 cm /P Do Q",
                  std::string(kSheet) + "/Annots[" + field + "]",
                  "/ExtGState<</G<</ca .5>>>>/XObject<</P " + std::to_string(picture) + " 0 R>>");
  const ByteVector bytes = writer.finish();
  const std::vector<PdfView> views = {{Dimensions{100, 125}, PixelRegion{0, 0, 400, 500}, false},
                                      {Dimensions{200, 200}, PixelRegion{0, 300, 200, 200}, false},
                                      {Dimensions{900, 900}, PixelRegion{50, 50, 300, 300}, true},
                                      {Dimensions{100, 125}, {}, true}};
  const auto draw = [](PdfDocument& document, const PdfView& view) {
    auto picture = document.render(0, view, Limits{});
    REQUIRE(picture.has_value());
    ByteVector samples;
    for (std::uint32_t y = 0; y < view.size.height; ++y) {
      const auto row = picture->pixels.row(y);
      samples.insert(samples.end(), row.begin(), row.end());
    }
    return samples;
  };
  std::vector<ByteVector> alone;
  for (const PdfView& view : views) {
    auto document = pdf_engine()->open(bytes, "", Limits());
    REQUIRE(document.has_value());
    alone.push_back(draw(**document, view));
  }
  auto document = pdf_engine()->open(bytes, "", Limits());
  REQUIRE(document.has_value());
  for (std::size_t i = 0; i < views.size(); ++i) {
    INFO(views[i].size.width);
    CHECK((draw(**document, views[i]) == alone[i]));
  }
}

TEST_CASE("a region is cut at the page's edge, and refused beyond it") {
  PdfWriter writer;
  writer.add_page(text_at(20, 450, "text"), kSheet);
  ReadRequest request;
  request.region = PixelRegion{300, 400, 5'000, 5'000};
  const ToolResult cut = read_page(writer, request);
  REQUIRE(cut.success);
  CHECK(cut.content.find("(the region of 100x100 points at 300,400)") != std::string::npos);
  CHECK(cut.content.find("(no text in this region)") != std::string::npos);
  request.region = PixelRegion{400, 0, 10, 10};
  const ToolResult refused = read_page(writer, request);
  REQUIRE_FALSE(refused.success);
  CHECK(refused.error->code == ErrorCode::kOutOfRange);
  CHECK(refused.error->message == "region at 400,0 is outside of the page: it has 400x500 points");
}

TEST_CASE("a region of a document of several pages needs to know the page") {
  PdfWriter writer;
  writer.add_page(text_at(20, 450, "one"), kSheet);
  writer.add_page(text_at(20, 450, "two"), kSheet);
  ReadRequest request;
  request.region = PixelRegion{0, 0, 100, 100};
  const ToolResult refused = read_page(writer, request);
  REQUIRE_FALSE(refused.success);
  CHECK(refused.error->code == ErrorCode::kInvalidArgument);
  request.pages = {{2, 2}};
  const ToolResult second = read_page(writer, request);
  REQUIRE(second.success);
  CHECK(second.content.find("two") != std::string::npos);
}

TEST_CASE("a chart on a page of text is named in its place and comes as a picture") {
  PdfWriter writer;
  writer.add_page(text_at(20, 450, "before the figure") + kBars +
                      text_at(100, 180, "Figure 2: Growth") + body_text(),
                  kSheet);
  const ToolResult result = read_page(writer);
  REQUIRE(result.success);
  const std::string line =
      "[Figure 160x100 at 100,200: \"Figure 2\"]\n"
      "(figure image: 320x200 PNG)\n";
  CHECK(result.content.find(line) != std::string::npos);
  CHECK(result.content.find("before the figure") < result.content.find(line));
  CHECK(result.content.find(line) < result.content.find("running text"));
  REQUIRE(result.images.size() == 1);
  CHECK(result.images[0].size == Dimensions{320, 200});
  // The picture stands behind the line that names it.
  REQUIRE(result.parts.size() == 3);
  CHECK(std::get<std::string>(result.parts[0].piece).ends_with("PNG)\n"));
  CHECK(std::get<std::size_t>(result.parts[1].piece) == 0);
}

TEST_CASE("one line of a chart is a figure, and so are sectors of a circle") {
  PdfWriter line;
  line.add_page("20 300 m 60 340 l 100 310 l 140 390 l 200 330 l S " + body_text(), kSheet);
  CHECK(read_page(line).content.find("[Figure 180x90 at 20,110]") != std::string::npos);
  PdfWriter pie;
  std::string sectors;
  for (const char* ends : {"150 300 m 250 300 l 250 355 205 400 150 400 c f ",
                           "150 300 m 150 400 l 95 400 50 355 50 300 c f ",
                           "150 300 m 50 300 l 50 245 95 200 150 200 c f "})
    sectors += ends;
  pie.add_page(sectors + body_text(), kSheet);
  CHECK(read_page(pie).content.find("[Figure 200x200 at 50,100]") != std::string::npos);
}

TEST_CASE("frames with round corners, stripes of a table and logos are no figures") {
  PdfWriter writer;
  writer.add_page(
      // A frame around text.
      "30 300 m 170 300 l 175 300 180 305 180 310 c 180 390 l 180 395 175 400 170 400 c "
      "30 400 l 25 400 20 395 20 390 c 20 310 l 20 305 25 300 30 300 c s " +
          text_at(40, 350, "framed text") +
          // Stripes.
          "0.9 0.9 1 rg 200 400 180 12 re f 200 370 180 12 re f 200 340 180 12 re f " +
          // A mark as small as a logo.
          "0 g 350 470 m 370 490 l 380 465 l f " + body_text(),
      kSheet);
  const ToolResult result = read_page(writer);
  CHECK(result.content.find("[Figure") == std::string::npos);
  CHECK(result.images.empty());
}

TEST_CASE("a ground that running text stands on is no figure") {
  PdfWriter writer;
  const int shading = writer.add(
      "<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 400 0]/Function<</FunctionType 2/Domain[0 "
      "1]/C0[0.8]/C1[1]/N 1>>>>");
  std::string text;
  for (int i = 0; i < 14; ++i)
    text +=
        text_at(20, 400 - 12 * i, "running text of the page that stands on a ground of its own");
  const std::string picture = "q 10 235 300 180 re W n /S sh Q\n";
  writer.add_page(
      picture + picture + picture + picture + picture + picture + picture + picture + text, kSheet,
      "/Shading<</S " + std::to_string(shading) + " 0 R>>");
  CHECK(read_page(writer).content.find("[Figure") == std::string::npos);
}

TEST_CASE("a figure without room for its picture says how to ask for it") {
  PdfWriter writer;
  writer.add_page(kBars + body_text(), kSheet);
  ReadOptions options;
  options.limits.max_images = 0;
  const ToolResult result = read_page(writer, {}, options);
  CHECK(result.content.find("(no picture of this figure: the result has 0 images already; pages=1 "
                            "with region=100,200,160,100 shows it)") != std::string::npos);
  ReadRequest asked;
  asked.region = PixelRegion{100, 200, 160, 100};
  CHECK(read_page(writer, asked).images.size() == 1);
}

TEST_CASE("figures are named when pictures are not wanted") {
  PdfWriter writer;
  writer.add_page(kBars + body_text(), kSheet);
  ReadOptions options;
  options.pdf.page_images = PageImages::kNever;
  const ToolResult result = read_page(writer, {}, options);
  CHECK(result.content.find("[Figure 160x100 at 100,200]") != std::string::npos);
  CHECK(result.images.empty());
}

TEST_CASE("figures of a page that runs sideways are where the file has them") {
  PdfWriter writer;
  std::string text;
  for (int i = 0; i < 8; ++i)
    text += "BT /F1 10 Tf 0 1 -1 0 " + std::to_string(300 + 12 * i) +
            " 20 Tm (running text of the page that stands below its figure) Tj ET\n";
  writer.add_page(kBars + text, kSheet);
  ReadOptions options;
  options.pdf.page_images = PageImages::kNever;
  CHECK(read_page(writer, {}, options).content.find("[Figure 160x100 at 100,200]") !=
        std::string::npos);
}

}  // namespace lectern::testing
