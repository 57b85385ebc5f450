// What it costs to paint a page's shapes, by how they are painted.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/pdf_writer.h"

namespace lectern::testing::painted {
namespace {

constexpr const char* kFill = "0 0 600 800 re f ";
constexpr const char* kTriangle = "0 0 m 600 400 l 0 800 l ";

/// Whether a page of 1,200 x 1,600 pixels is drawn, with as much work as takes a few of its size.
bool is_drawn(const std::string& content, const std::string& annotation = "") {
  PdfWriter writer;
  const int form = writer.add_stream("/Type/XObject/Subtype/Form/BBox[0 0 600 800]", kFill);
  writer.add_page(content, "/MediaBox[0 0 600 800]/Annots[" + annotation + "]",
                  "/ExtGState<</Half<</ca "
                  ".5>>/Mixed<</BM/Multiply>>>>/Font<</F<</Type/Font/Subtype/Type1/BaseFont"
                  "/Helvetica>>>>/XObject<</X " +
                      std::to_string(form) + " 0 R>>");
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  options.pdf.page_images = PageImages::kAlways;
  options.limits.max_work = 20'000'000;
  return read(writer.finish(), request, options).images.size() == 1;
}

}  // namespace

TEST_CASE("what is seen through costs more to paint than what is opaque") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  const std::string letter = "BT /F 800 Tf (B) Tj ET";
  CHECK(is_drawn(kFill));
  CHECK_FALSE(is_drawn(std::string("/Half gs ") + kFill));
  CHECK(is_drawn(letter));
  CHECK_FALSE(is_drawn("/Half gs " + letter));
}

TEST_CASE(
    "what is blended pays for what it stands on, which is drawn again, and for nothing elsewhere") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  std::string here = "0 0 300 800 re f /Mixed gs ";
  std::string elsewhere = here;
  for (int i = 0; i < 12; ++i) {
    here += "9 9 9 9 re f ";
    elsewhere += "400 9 9 9 re f ";
  }
  CHECK_FALSE(is_drawn(here));
  CHECK(is_drawn(elsewhere));
}

TEST_CASE("a line and a filling that are seen through cost as much as both in an annotation") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  const std::string square =
      "<</Type/Annot/Subtype/Square/Rect[0 0 600 800]/C[1 0 0]/IC[1 1 0]/BS<</W 9>>";
  CHECK(is_drawn("", square + ">>"));
  CHECK_FALSE(is_drawn("", square + "/CA .5>>"));
}

TEST_CASE("what is painted in a clip that is no rectangle pays for its mask, in forms as well") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  for (const std::string fill : {kFill, "/X Do "}) {
    CHECK(is_drawn("0 0 600 800 re W n " + fill));
    CHECK_FALSE(is_drawn(std::string(kTriangle) + "W n " + fill));
  }
}

TEST_CASE("outlines pay for the edge that closes them, and lines for their width at each cap") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  std::string triangles;
  for (int i = 0; i < 50; ++i) triangles += kTriangle;
  CHECK(is_drawn(std::string(kTriangle) + "f"));
  CHECK_FALSE(is_drawn(triangles + "f*"));
  const std::string dashes = "1 J [1 1] 0 d 0 0 m 600 800 l S";
  CHECK(is_drawn("1 w " + dashes));
  CHECK_FALSE(is_drawn("300 w " + dashes));
}

TEST_CASE("each pixel that an outline crosses is paid for, on both sides of a line") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  constexpr const char* kLine = "0 0 m 600 800 l ";
  std::string lines;
  for (int i = 0; i < 20; ++i) lines += kLine;
  CHECK(is_drawn(std::string(kLine) + "S"));
  CHECK_FALSE(is_drawn(lines + "S"));
  constexpr const char* kSpike = "0 0 m 600 800 l 1 0 l ";
  std::string spikes;
  for (int i = 0; i < 15; ++i) spikes += kSpike;
  CHECK(is_drawn(std::string(kSpike) + "f"));
  CHECK_FALSE(is_drawn(spikes + "f"));
}

}  // namespace lectern::testing::painted
