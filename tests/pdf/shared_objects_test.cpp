// Functions, color spaces, nodes and patterns that name each other, and pages that share what they
// show.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/drawn_page.h"
#include "support/pdf_writer.h"

namespace lectern::testing::named_by_many {
namespace {

std::string reference(int number) { return std::to_string(number) + " 0 R "; }

/// A function of ten others, each of ten others, at the last of which is one that computes; its
/// number.
int stitched(PdfWriter& writer, int levels, int parts) {
  int function = writer.add("<</FunctionType 2/Domain[0 1]/N 1>>");
  for (int level = 0; level < levels; ++level) {
    function = writer.add("<</FunctionType 3/Domain[0 1]/Bounds[" + repeated(parts - 1, ".5 ") +
                          "]/Encode[" + repeated(parts, "0 1 ") + "]/Functions[" +
                          repeated(parts, reference(function)) + "]>>");
  }
  return function;
}

ToolResult shaded(PdfWriter& writer, int function) {
  writer.add_page(shown_text("text") + " /S sh", "",
                  "/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function " +
                      reference(function) + ">>>>");
  return draw(writer);
}

ToolResult found(const PdfWriter& writer, const std::string& words, std::uint64_t max_chars = 0,
                 bool outline = false) {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  ReadRequest request;
  request.file_path = "report.pdf";
  request.search = words;
  request.outline = outline;
  ReadOptions options;
  if (max_chars > 0) options.limits.max_content_chars = max_chars;
  return read(writer.finish(), request, options);
}

}  // namespace

TEST_CASE("what a page's content makes be read of the file is not left for its objects") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  std::string numbers;
  for (int i = 0; i < 700'000; ++i) numbers += "0 ";
  const std::string large = std::to_string(writer.add("<</Numbers[" + numbers + "]>>"));
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "0 0 9 9 re f ";
  const auto is_cut = [&](const std::string& before) {
    PdfWriter file = writer;
    file.add_page(before + objects, "", "/Properties<</Large " + large + " 0 R>>");
    ReadRequest request;
    request.file_path = "report.pdf";
    ReadOptions options;
    options.limits.max_decoded_bytes = 96 << 20;
    const ToolResult result = read(file.finish(), request, options);
    REQUIRE(result.success);
    return !result.metadata.warnings.empty() &&
           contains(result.metadata.warnings.at(0), "page 1 has too many parts");
  };
  CHECK_FALSE(is_cut(""));
  CHECK(is_cut("/OC /Large BDC EMC "));
}

TEST_CASE("functions that are stitched of functions count as often as they are named") {
  PdfWriter few;
  CHECK(contains(shaded(few, stitched(few, 3, 10)).content, "text\n(page image: "));
  PdfWriter many;
  const ToolResult result = shaded(many, stitched(many, 9, 10));
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
  CHECK(contains(result.error->message, "the content of page 1 is too large"));
}

TEST_CASE("functions and color spaces lie in each other so deep only") {
  PdfWriter functions;
  const ToolResult shading = shaded(functions, stitched(functions, 20'000, 1));
  REQUIRE(shading.error);
  CHECK(shading.error->code == ErrorCode::kLimitExceeded);

  PdfWriter spaces;
  const int function = stitched(spaces, 0, 0);
  std::string space = "/DeviceGray";
  // The page names some of them, so that none seems deep where it is looked at.
  std::string named;
  for (int i = 0; i < 20'000; ++i) {
    space = reference(spaces.add("[/Separation/A " + space + reference(function) + "]"));
    if (i % 10 == 0) named += "/C" + std::to_string(100'000 + i) + " " + space;
  }
  spaces.add_page(shown_text("text") + " /Z cs 1 scn 0 0 9 9 re f", "",
                  "/ColorSpace<<" + named + "/Z " + space + ">>");
  CHECK(contains(draw(spaces).content, "text"));
}

TEST_CASE("a mesh counts each time that content names it") {
  PdfWriter writer;
  const int mesh = writer.add_stream(
      "/Filter/RunLengthDecode/ShadingType 4/ColorSpace/DeviceGray/BitsPerCoordinate 16"
      "/BitsPerComponent 8/BitsPerFlag 8/Decode[0 600 0 800 0 1]",
      repeated(10'000, "\x81\xff") + "\x80");
  const std::string resources = "/Shading<</S " + reference(mesh) + ">>";
  writer.add_page(shown_text("few") + " /S sh", "", resources);
  writer.add_page(shown_text("many") + repeated(3'000, " /S sh"), "", resources);
  const ToolResult result = found(writer, "few");
  CHECK(contains(result.content, "few\n"));
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(contains(result.metadata.warnings[0], "page 2: what the document's streams, "));
}

TEST_CASE("patterns and masks count with the content that is parsed for each object") {
  const std::string content = repeated(100'000, "q 1 w Q ");
  PdfWriter writer;
  SECTION("a pattern") {
    const int pattern = writer.add_stream(
        "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9", content);
    writer.add_page(shown_text("text") + "/Pattern cs /P scn" + repeated(1'000, " 0 0 1 1 re f"),
                    "", "/Pattern<</P " + reference(pattern) + ">>");
  }
  SECTION("a mask") {
    const int group = writer.add_stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Group<</S/Transparency>>", content);
    writer.add_page(shown_text("text") + "/G gs" + repeated(1'000, " 0 0 1 1 re f"), "",
                    "/ExtGState<</G<</SMask<</S/Luminosity/G " + reference(group) + ">>>>>>");
  }
  CHECK(contains(draw(writer).content, "text\n(no picture of this page: drawing the page takes "));
}

TEST_CASE("a pattern of many dashes counts for each line") {
  PdfWriter writer;
  writer.add_page(shown_text("text") + " [" + repeated(100'000, "1 ") + "] 0 d " +
                  repeated(10'000, "0 9 m 9 9 l S "));
  CHECK(contains(draw(writer).content, "text\n(no picture of this page: drawing the page takes "));
}

TEST_CASE("a page is taken out with a long list of what it names") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  const int first = writer.next_number();
  constexpr int kBeads = 50'000;
  for (int i = 1; i <= kBeads; ++i) writer.add("<</N " + reference(first + i) + ">>");
  writer.add("<</Last(here)>>");
  writer.add_page(shown_text("one"), "/B[" + reference(first) + "]");
  writer.add_page(shown_text("two"));
  ReadRequest request;
  request.file_path = "report.pdf";
  request.pages = {{1, 1}};
  ReadOptions options;
  options.pdf.as = PdfAs::kDocument;
  const ToolResult result = read(writer.finish(), request, options);
  REQUIRE(result.success);
  REQUIRE(result.documents.size() == 1);
  const ByteSpan bytes = result.documents[0].data.bytes();
  CHECK(contains(std::string(bytes.begin(), bytes.end()), "/Last(here)"));
}

TEST_CASE("nodes of a tree that share their kids are gone through once") {
  PdfWriter writer;
  writer.add_page(shown_text("one"));
  const int kids = writer.next_number();
  constexpr int kNodes = 5'000;
  std::string all;
  for (int i = 1; i <= kNodes + 1; ++i) all += reference(kids + i);
  writer.add("[" + all + "]");
  for (int i = 0; i < kNodes; ++i) writer.add("<</Kids " + reference(kids) + ">>");
  writer.add("<</Nums[0<</P(Section )/S/D/St 4>>]>>");
  writer.set_catalog("/PageLabels " + reference(kids + 1));
  const ToolResult result = read_without_pictures(writer);
  REQUIRE(result.metadata.pages.size() == 1);
  CHECK(result.metadata.pages[0].label == "Section 4");
}

TEST_CASE("annotations that pages share one by one are shown so often only") {
  PdfWriter writer;
  const std::string field =
      reference(writer.add("<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 99 99]>>"));
  for (int i = 0; i < 60; ++i)
    writer.add_page(shown_text("text"), "/Annots[" + repeated(1'000, field) + "]");
  CHECK(found(writer, "text").metadata.warnings ==
        std::vector<std::string>{
            "each of pages 52-60 is shown without its annotations: it shares 1,000 with other "
            "pages, and those have used them too often"});
}

TEST_CASE("what is left out of many pages is one warning") {
  PdfWriter writer;
  const std::string link =
      "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.com/)>>>>";
  for (const int links : {1'001, 1, 1'001, 1'001})
    writer.add_page(shown_text("text"), "/Annots[" + repeated(links, link) + "]");
  CHECK(found(writer, "text").metadata.warnings ==
        std::vector<std::string>{"each of pages 1,3-4: not all of its links are shown"});
}

TEST_CASE("short contents of many pages are read, and contents that pages share so often only") {
  PdfWriter honest;
  // Spaces in runs of 128: 6 KB that have 100 bytes in the file.
  const std::string spaces = repeated(50, "\x81 ");
  for (int i = 0; i < 600; ++i) {
    const std::string text = shown_text("page " + std::to_string(i));
    const int content = honest.add_stream(
        "/Filter/RunLengthDecode", spaces + static_cast<char>(text.size() - 1) + text + "\x80");
    honest.add_page("", "/Contents " + reference(content));
  }
  const ToolResult all = found(honest, "page");
  CHECK(all.metadata.warnings.empty());
  CHECK(contains(all.content, "600 lines on 600 pages"));

  PdfWriter shared;
  const std::string content =
      reference(shared.add_stream("", shown_text("text") + repeated(30'000, "1 w ")));
  for (int i = 0; i < 100; ++i) shared.add_page("", "/Contents " + content);
  const ToolResult some = found(shared, "text");
  CHECK(some.metadata.warnings.empty());
  REQUIRE(some.truncation);
  REQUIRE(some.truncation->next);
  CHECK(some.truncation->next->pages.front().first == 53);
}

TEST_CASE("a form that pages share is looked at once, and read until all have read too much") {
  PdfWriter writer;
  const int form =
      writer.add_stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", repeated(300'000, "1 w "));
  for (int i = 0; i < 300; ++i)
    writer.add_page("/X Do " + shown_text("text"), "", "/XObject<</X " + reference(form) + ">>");
  const ToolResult result = found(writer, "text");
  CHECK(result.metadata.warnings.empty());
  REQUIRE(result.truncation);
  REQUIRE(result.truncation->next);
  CHECK(result.truncation->next->pages.front().first == 8);
}

TEST_CASE("a search that is full says how many pages it has searched, and leaves those asked for") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  for (int i = 0; i < 9; ++i) writer.add_page(shown_text("needle " + std::to_string(i)));
  ReadRequest request;
  request.file_path = "report.pdf";
  request.search = "needle";
  request.pages = {{1, 1}, {3, 4}, {8, 9}};
  ReadOptions options;
  options.limits.max_content_chars = 70;
  const ToolResult result = read(writer.finish(), request, options);
  CHECK(contains(result.content, "2 lines on 2 pages with \"needle\" (searched 2 pages of 9)"));
  REQUIRE(result.truncation);
  REQUIRE(result.truncation->next);
  CHECK(result.truncation->next->pages == std::vector<NumberRange>{{4, 4}, {8, 9}});
}

TEST_CASE("the lines of a page that alone are more than a result holds are cut") {
  PdfWriter writer;
  std::string content;
  for (int i = 0; i < 40; ++i)
    content += shown_text("needle " + std::to_string(i), 10, 900 - 20 * i);
  writer.add_page(content, "/MediaBox[0 0 600 1000]");
  const ToolResult result = found(writer, "needle", 200);
  CHECK(result.truncated);
  CHECK(contains(result.content, "... (truncated)\n"));
  CHECK(result.content.size() < 400);
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(contains(result.metadata.warnings[0], "page 1 is cut: "));
}

}  // namespace lectern::testing::named_by_many
