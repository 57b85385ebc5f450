// Content that pages, forms, fonts and clips share: it counts each time that it is read.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>
#include <vector>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/drawn_page.h"
#include "support/pdf_writer.h"

namespace lectern {

using testing::contains;
using testing::draw;
using testing::PdfWriter;
using testing::repeated;
using testing::shown_text;

TEST_CASE("content counts as often as a page lists it") {
  PdfWriter writer;
  const int stream = writer.add_stream("", std::string(1'000'000, ' ') + shown_text("text"));
  const std::string content = std::to_string(stream) + " 0 R ";
  SECTION("a few times") {
    writer.add_page("", "/Contents[" + repeated(3, content) + "]");
    CHECK(contains(draw(writer).content, "text"));
  }
  SECTION("more often than a page has room for") {
    writer.add_page("", "/Contents[" + repeated(60, content) + "]");
    const ToolResult result = draw(writer);
    REQUIRE(result.error);
    CHECK(result.error->code == ErrorCode::kLimitExceeded);
    CHECK(contains(result.error->message, "the content of page 1 is too large"));
  }
}

TEST_CASE("content that pages share is not parsed again and again") {
  PdfWriter writer;
  const std::string content = std::to_string(
      writer.add_stream("/Filter/RunLengthDecode",
                        repeated(100'000, std::string("\x81 ", 2)) + std::string("\x80", 1)));
  for (int i = 0; i < 12; ++i) {
    writer.add_page("", "/Contents " + content + " 0 R");
  }
  const ToolResult result = draw(writer);
  REQUIRE(result.success);
  REQUIRE_FALSE(result.metadata.warnings.empty());
  CHECK(contains(result.metadata.warnings.back(),
                 "-12: the contents of the PDF's pages so far take "));
}

TEST_CASE("pages of many objects are shown a few at a time") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  const std::string content =
      std::to_string(writer.add_stream("", repeated(20'000, "0 0 9 9 re f\n"))) + " 0 R";
  for (int i = 0; i < 5; ++i) writer.add_page("", "/Contents " + content);
  ReadRequest request;
  request.file_path = "maps.pdf";
  ReadOptions options;
  options.pdf.page_images = PageImages::kNever;
  options.limits.max_work = 500'000'000;
  const ToolResult first = read(writer.finish(), request, options);
  REQUIRE(first.success);
  CHECK(first.metadata.warnings.empty());
  CHECK(contains(first.content, "(Showing pages 1-2 of 5. Next: pages=3-5)"));
  options.limits = Limits();
  const ToolResult all = read(writer.finish(), request, options);
  REQUIRE(all.success);
  CHECK_FALSE(all.truncated);
}

TEST_CASE("characters that no page shows count for how many pages are shown") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  const std::string texts = repeated(10, "(" + std::string(20'000, 'x') + ") Tj ");
  const std::string outside = "BT /F1 1 Tf 0 9000 Td " + texts + "ET";
  for (int i = 0; i < 5; ++i) writer.add_page(outside);
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  options.pdf.page_images = PageImages::kNever;
  options.limits.max_work = 500'000'000;
  const ToolResult result = read(writer.finish(), request, options);
  REQUIRE(result.success);
  CHECK(contains(result.content, "(Showing pages 1-2 of 5. Next: pages=3-5)"));
}

TEST_CASE(
    "annotations that pages share are shown so often only, and a search says where they end") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  const std::string field =
      std::to_string(writer.add("<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 99 99]>>")) + " 0 R ";
  const std::string fields = std::to_string(writer.add("[" + repeated(5'000, field) + "]"));
  for (int i = 0; i < 12; ++i) writer.add_page(shown_text("text"), "/Annots " + fields + " 0 R");
  ReadRequest request;
  request.file_path = "report.pdf";
  request.search = "text";
  const ToolResult result = read(writer.finish(), request);
  REQUIRE(result.success);
  CHECK(contains(result.content, "12 lines on 12 pages"));
  // Those before it have more fields than a page may show.
  CHECK(result.metadata.warnings.size() == 2);
  CHECK(
      result.metadata.warnings.back() ==
      "page 12 is shown without its annotations: it shares 5,000 with other pages, and those have "
      "used them too often");
}

TEST_CASE("choices and notes that pages share are shown so often only, and it is said") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  const auto searched = [](int pages, int times, const std::string& annotation) {
    PdfWriter writer;
    const std::string choices =
        std::to_string(writer.add("[" + repeated(30, "(choice)") + "]")) + " 0 R";
    const std::string shared = std::to_string(
        writer.add("<</Type/Annot/Rect[0 0 99 99]/Opt " + choices + annotation + ">>"));
    for (int i = 0; i < pages; ++i)
      writer.add_page(shown_text("text"), "/Annots[" + repeated(times, shared + " 0 R ") + "]");
    ReadRequest request;
    request.file_path = "report.pdf";
    request.search = "text";
    ReadOptions options;
    options.pdf.form = PdfForm::kMarkdown;
    return read(writer.finish(), request, options).metadata.warnings;
  };
  CHECK(searched(4, 100, "/Subtype/Widget/FT/Ch").empty());
  CHECK(searched(80, 100, "/Subtype/Widget/FT/Ch").back() ==
        "each of pages 35-80: some choices of its fields are left out or shown as they are stored: "
        "the "
        "document has too many");
  const std::string marks = "/Subtype/Highlight/QuadPoints[" + repeated(800, "1 ") + "]";
  CHECK(searched(4, 100, marks).empty());
  CHECK(contains(searched(12, 100, marks).back(),
                 "-12: its notes are cut: the document has too many"));
}

TEST_CASE("what annotations draw counts for each page that shares it") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  const std::string drawn = std::to_string(writer.add_stream(
      "/Type/XObject/Subtype/Form/BBox[0 0 9 9]", std::string(100'000, ' ') + "0 0 1 1 re f"));
  const std::string stamp =
      std::to_string(
          writer.add("<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AP<</N " + drawn + " 0 R>>>>")) +
      " 0 R ";
  for (int i = 0; i < 10; ++i)
    writer.add_page(shown_text("text"), "/Annots[" + repeated(20, stamp) + "]");
  ReadRequest request;
  request.file_path = "report.pdf";
  request.search = "text";
  CHECK(read(writer.finish(), request).metadata.warnings.size() == 1);
}

TEST_CASE("a page finds its tags among those of many pages, and says when they are too many") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  const auto read_with = [](int pages, int others, const std::string& other) {
    PdfWriter writer;
    for (int i = 0; i < pages; ++i) {
      writer.add_page("/H1 <</MCID 0>> BDC " + shown_text("Title", 10, 20) +
                          " EMC /P <</MCID 1>> BDC " + shown_text("text", 10, 70) + " EMC",
                      "/StructParents 0");
    }
    const std::string title = std::to_string(writer.add("<</Type/StructElem/S/H2/K 0>>")) + " 0 R ";
    const std::string text = std::to_string(writer.add("<</Type/StructElem/S/P/K 1>>")) + " 0 R ";
    const int root = writer.add("<</Type/StructTreeRoot/K[" + repeated(others, other) + title +
                                text + "]/ParentTree<</Nums[0[" + title + text + "]]>>>>");
    writer.set_catalog("/MarkInfo<</Marked true>>/StructTreeRoot " + std::to_string(root) + " 0 R");
    ReadRequest request;
    request.file_path = "report.pdf";
    ReadOptions options;
    options.pdf.form = PdfForm::kMarkdown;
    return read(writer.finish(), request, options);
  };
  const ToolResult found = read_with(3, 2'000, "<</Type/StructElem/S/P>>");
  CHECK(contains(found.content, "--- Page 3 of 3 ---\n## Title\n\ntext\n"));
  CHECK(found.metadata.warnings.empty());
  const ToolResult cut = read_with(6, 300'000, "9 ");
  CHECK(contains(cut.content, "--- Page 1 of 6 ---\n## Title\n\ntext\n"));
  CHECK(contains(cut.content, "--- Page 6 of 6 ---\ntext\n"));
  REQUIRE_FALSE(cut.metadata.warnings.empty());
  CHECK(cut.metadata.warnings.back() ==
        "each of pages 5-6 is read without its tags: their tree is too large");
}

TEST_CASE("the tags of other pages are not read, contents of its own among them are") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  writer.add_page("/H1 <</MCID 0>> BDC " + shown_text("Title", 10, 20) +
                      " EMC /P <</MCID 1>> BDC " + shown_text("text", 10, 70) + " EMC",
                  "/StructParents 0");
  const auto reference = [](int number) { return std::to_string(number) + " 0 R "; };
  const int root = writer.next_number();
  const int title = root + 1;
  const int text = root + 2;
  const int content = root + 3;
  constexpr int kOthers = 40'000;
  std::string others;
  for (int i = 1; i <= kOthers; ++i) others += reference(content + i);
  writer.add("<</Type/StructTreeRoot/K[" + others + reference(title) + reference(text) +
             "]/ParentTree<</Nums[0[" + reference(title) + reference(text) + "]]>>>>");
  writer.add("<</Type/StructElem/S/H2/P " + reference(root) + "/K 0>>");
  writer.add("<</Type/StructElem/S/H3/P " + reference(root) + "/K[" + repeated(300, "9 ") +
             reference(content) + "]>>");
  writer.add("<</Type/MCR/MCID 1>>");
  for (int i = 0; i < kOthers; ++i)
    writer.add("<</Type/StructElem/S/P/P " + reference(root) +
               "/K 7/A<</O/Layout/SpaceAfter 6>>>>");
  writer.set_catalog("/MarkInfo<</Marked true>>/StructTreeRoot " + reference(root));
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  options.pdf.form = PdfForm::kMarkdown;
  options.limits.max_decoded_bytes = 40 << 20;
  const ToolResult result = read(writer.finish(), request, options);
  CHECK(contains(result.content, "## Title\n\n### text\n"));
  CHECK(result.metadata.warnings.empty());
}

TEST_CASE("contents that the root of the tags has itself are found in a long list") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  writer.add_page("/H1 <</MCID 0>> BDC " + shown_text("Title", 10, 70) +
                      " EMC /P <</MCID 1>> BDC " + shown_text("text", 10, 20) + " EMC",
                  "/StructParents 0");
  const int number = writer.next_number();
  const std::string root = std::to_string(number) + " 0 R ";
  const std::string title = std::to_string(number + 1) + " 0 R ";
  const std::string content = std::to_string(number + 2) + " 0 R ";
  writer.add("<</Type/StructTreeRoot/K[" + repeated(300, "9 ") + content + title +
             "]/ParentTree<</Nums[0[" + title + root + "]]>>>>");
  writer.add("<</Type/StructElem/S/H2/P " + root + "/K 0>>");
  writer.add("<</Type/MCR/MCID 1>>");
  writer.set_catalog("/MarkInfo<</Marked true>>/StructTreeRoot " + root);
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  options.pdf.form = PdfForm::kMarkdown;
  CHECK(contains(read(writer.finish(), request, options).content, "text\n\n## Title\n"));
}

TEST_CASE("paths that clip count each time that they are copied") {
  PdfWriter writer;
  std::string content = shown_text("text");
  for (int i = 0; i < 4'000; ++i) content += " 0 0 m 200 0 l 100 100 l W n 0 0 9 9 re f";
  SECTION("on a page, whose text is cut") {
    writer.add_page(content);
    CHECK(draw(writer).metadata.warnings ==
          std::vector<std::string>{"page 1 has too many parts: its text is incomplete"});
  }
  SECTION("in a form, which is refused") {
    const int form = writer.add_stream("/Type/XObject/Subtype/Form/BBox[0 0 200 100]", content);
    writer.add_page("/X Do", "", "/XObject<</X " + std::to_string(form) + " 0 R>>");
    const ToolResult result = draw(writer);
    REQUIRE(result.error);
    CHECK(contains(result.error->message, "page 1 draws too many forms or objects"));
  }
}

TEST_CASE("what fonts and colors share counts for each of them, as each reads it for itself") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  const auto read_with = [](int count, const std::string& shared, std::string_view bytes,
                            const std::string& kind, const std::string& before,
                            const std::string& after) {
    PdfWriter writer;
    const std::string stream = std::to_string(writer.add_stream(shared, bytes)) + " 0 R";
    std::string resources = kind + "<<";
    for (int i = 0; i < count; ++i) resources += "/N" + std::to_string(i) + before + stream + after;
    writer.add_page(shown_text("text"), "", "/Font<</F1 3 0 R>>" + resources + ">>");
    ReadRequest request;
    request.file_path = "report.pdf";
    ReadOptions options;
    options.limits.max_decoded_bytes = 1'500'000;
    return read(writer.finish(), request, options);
  };
  const std::string blank(100'000, ' ');
  const auto is_refused = [](const ToolResult& result) {
    return result.error && contains(result.error->message, "the content of page 1 is too large");
  };
  SECTION("a function of colors") {
    const auto colors = [&](int count) {
      return read_with(count, "/FunctionType 0/Domain[0 1]/Range[0 1]/Size[100000]/BitsPerSample 8",
                       blank, "/ColorSpace", "[/Separation/A/DeviceGray ", "]");
    };
    CHECK(colors(2).success);
    CHECK(is_refused(colors(20)));
  }
  SECTION("a function of shadings") {
    const auto shadings = [&](int count) {
      return read_with(count, "/FunctionType 0/Domain[0 1]/Range[0 1]/Size[100000]/BitsPerSample 8",
                       blank, "/Shading",
                       "<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function ", ">>");
    };
    CHECK(shadings(2).success);
    CHECK(is_refused(shadings(20)));
  }
}

TEST_CASE("what a page looks up is as little a bomb as what it draws") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  // Each pair of bytes becomes 128 spaces.
  const std::string packed = repeated(20'000, std::string("\x81 ", 2)) + "\x80";
  const auto add = [&](const std::string& dictionary) {
    return std::to_string(writer.add_stream("/Filter/RunLengthDecode" + dictionary, packed)) +
           " 0 R";
  };
  std::string resources;
  SECTION("a map to Unicode") {
    resources = "/Font<</F1 3 0 R/F2<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode " +
                add("") + ">>>>";
  }
  SECTION("the font of a composite font") {
    resources =
        "/Font<</F1 3 0 R/F2<</Type/Font/Subtype/Type0/DescendantFonts[<</FontDescriptor<<"
        "/FontFile2 " +
        add("") + ">>>>]>>>>";
  }
  SECTION("a profile") { resources = "/ColorSpace<</C[/ICCBased " + add("/N 3") + "]>>"; }
  SECTION("the colors of a picture") {
    const int picture = writer.add_stream(
        "/Type/XObject/Subtype/Image/Width 1/Height 1"
        "/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 255 " +
            add("") + "]",
        "x");
    resources = "/XObject<</P " + std::to_string(picture) + " 0 R>>";
  }
  SECTION("a function in a function of a shading") {
    resources =
        "/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Function<</FunctionType 3"
        "/Functions[" +
        add("/FunctionType 0") + "]>>>>>>";
  }
  SECTION("the transfer function of a soft mask") {
    resources = "/ExtGState<</G<</SMask<</S/Luminosity/TR " + add("/FunctionType 0") + ">>>>>>";
  }
  writer.add_page(shown_text("text"), "", resources);
  const ByteVector bytes = writer.finish();
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  CHECK(read(bytes, request, options).success);
  options.limits.max_decoded_bytes = 3'000'000;
  const ToolResult result = read(bytes, request, options);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
  CHECK(contains(result.error->message, "the content of page 1 is too large"));
}

TEST_CASE("glyphs that a font names by an encoding alone count, too") {
  PdfWriter writer;
  const int glyph =
      writer.add_stream("", "1000 0 d0 " + std::string(100'000, ' ') + "0 0 9 9 re f");
  std::string glyphs;
  for (char letter = 'a'; letter <= 'z'; ++letter)
    glyphs += std::string("/") + letter + " " + std::to_string(glyph) + " 0 R";
  const auto page_of = [&](int fonts, const std::string& encoding) {
    std::string all = "/Font<<";
    for (int i = 0; i < fonts; ++i) {
      all += "/T" + std::to_string(i) +
             "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/Encoding" +
             encoding + "/CharProcs<<" + glyphs + ">>>>";
    }
    writer.add_page("BT /T0 9 Tf 9 9 Td (a) Tj ET", "", all + ">>");
    return draw(writer);
  };
  SECTION("a few") { CHECK(page_of(2, "/WinAnsiEncoding").success); }
  SECTION("many") {
    const std::string encoding =
        GENERATE("/WinAnsiEncoding", "<<>>", "<</BaseEncoding/MacRomanEncoding>>");
    const ToolResult result = page_of(30, encoding);
    REQUIRE(result.error);
    CHECK(contains(result.error->message, "the content of page 1 is too large"));
  }
  SECTION("many that are not drawn") { CHECK(page_of(30, "/Another").success); }
}

}  // namespace lectern
