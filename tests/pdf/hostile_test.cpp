// Pages that would take hours or gigabytes when they are believed.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/drawn_page.h"
#include "support/pdf_writer.h"

namespace lectern {
namespace {

using testing::contains;
using testing::draw;
using testing::PdfWriter;
using testing::repeated;
using testing::shown_text;

/// The words around the numbers.
bool takes_too_long(const std::string& content, std::string_view part) {
  return contains(content, "(no picture of this page: drawing the page takes ") &&
         contains(content, "most of them for its " + std::string(part) +
                               ", and 5,000,000,000 are left of maxWork)");
}

/// A page of 200 x 100 points, filled with a form that is a group of its own.
std::string group_of(PdfWriter& writer, std::string_view content,
                     const std::string& resources = "") {
  return std::to_string(writer.add_stream(
      "/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Group<</S/Transparency/I true>>/Resources<<" +
          resources + ">>",
      content));
}

/// A page filled with a pattern of that step, and text.
PdfWriter tiled_page(const std::string& step) {
  PdfWriter writer;
  const int pattern = writer.add_stream(
      "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/Resources<<>>/XStep " + step +
          "/YStep " + step,
      "1 0 0 rg 0 0 .5 .5 re f");
  writer.add_page(shown_text("text") + " /Pattern cs /P scn 0 0 200 100 re f", "",
                  "/Pattern<</P " + std::to_string(pattern) + " 0 R>>");
  return writer;
}

/// A stamp on all of the page that looks like the content; its number.
int stamped(PdfWriter& writer, std::string_view content, const std::string& resources = "") {
  const int look = writer.add_stream(
      "/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<</F1 3 0 R>>" + resources +
          ">>",
      content);
  return writer.add("<</Type/Annot/Subtype/Stamp/Rect[0 0 200 100]/Contents(note)/AP<</N " +
                    std::to_string(look) + " 0 R>>>>");
}

}  // namespace

TEST_CASE("a pattern is drawn unless its steps are too small") {
  CHECK(draw(tiled_page("1")).images.size() == 1);
  for (const char* step : {".0001", "0"}) {
    const ToolResult result = draw(tiled_page(step));
    REQUIRE(result.success);
    CHECK(result.images.empty());
    CHECK(contains(result.content, "text\n"));
    CHECK(takes_too_long(result.content, "tiling patterns"));
  }
}

TEST_CASE("a page that is painted over too often is not drawn") {
  PdfWriter writer;
  std::string content = shown_text("text");
  for (int i = 0; i < 60'000; ++i) content += " 0 0 200 100 re f";
  writer.add_page(content);
  CHECK(takes_too_long(draw(writer).content, "paths"));
}

TEST_CASE("a picture larger than the limits is not drawn") {
  PdfWriter writer;
  const int picture = writer.add_stream(
      "/Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 8"
      "/ColorSpace/DeviceRGB",
      "x");
  writer.add_page(shown_text("text") + " /P Do", "",
                  "/XObject<</P " + std::to_string(picture) + " 0 R>>");
  CHECK(contains(draw(writer).content,
                 "(no picture of this page: a picture on the page has 3,600,000,000 pixels, more "
                 "than the limit of 100,000,000)"));
}

TEST_CASE("a form that is too large for how often it is drawn is refused") {
  PdfWriter writer;
  const int form = writer.add_stream("/Subtype/Form/BBox[0 0 9 9]",
                                     std::string(1'000'000, ' ') + "0 0 1 1 re f");
  std::string content;
  for (int i = 0; i < 100; ++i) content += "/X Do ";
  writer.add_page(content, "", "/XObject<</X " + std::to_string(form) + " 0 R>>");
  const ToolResult result = draw(writer);
  REQUIRE_FALSE(result.success);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
}

TEST_CASE("a page with more annotations than any real one is shown without them, and says so") {
  PdfWriter writer;
  const std::string stamp = std::to_string(stamped(writer, shown_text("stamp"))) + " 0 R ";
  std::string stamps;
  for (int i = 0; i < 10'001; ++i) stamps += stamp;
  writer.add_page(shown_text("text"), "/Annots[" + stamps + "]");
  const ToolResult result = draw(writer);
  REQUIRE(result.success);
  CHECK_FALSE(contains(result.content, "stamp"));
  CHECK(result.images.size() == 1);
  CHECK(result.metadata.warnings ==
        std::vector<std::string>{"page 1 is shown without its annotations: it has 10,001, more "
                                 "than the limit of 10,000"});
}

TEST_CASE("how many forms a page may draw depends on the memory that a read may take") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  const int form = writer.add_stream("/Subtype/Form/BBox[0 0 9 9]", "0 0 1 1 re f");
  std::string content;
  for (int i = 0; i < 1'000; ++i) content += "/X Do ";
  writer.add_page(content, "", "/XObject<</X " + std::to_string(form) + " 0 R>>");
  const ByteVector bytes = writer.finish();
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  CHECK(read(bytes, request, options).success);
  options.limits.max_decoded_bytes = 4'000'000;
  const ToolResult result = read(bytes, request, options);
  REQUIRE_FALSE(result.success);
  CHECK(contains(result.content + result.error->message, "page 1 draws too many forms"));
}

TEST_CASE("how many objects a page may have depends on the memory that a read may take") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  std::string content = "BT /F1 12 Tf ";
  for (int i = 0; i < 2'000; ++i) content += "(a \\( S f) Tj ";
  content += "ET";
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  SECTION("in its own content, whose characters are counted") {
    PdfWriter writer;
    writer.add_page(content);
    CHECK(read(writer.finish(), request, {}).success);
    options.limits.max_decoded_bytes = 800'000;
    const ToolResult result = read(writer.finish(), request, options);
    REQUIRE(result.error);
    CHECK(contains(result.error->message, "the page has more characters than the limit of 2,000"));
  }
  SECTION("in its own content, with the line ends that its strings may get") {
    PdfWriter writer;
    writer.add_page(content);
    // It shows 14,000 characters in 2,000 strings.
    options.limits.max_decoded_bytes = 400 * 16'000;
    options.pdf.form = PdfForm::kMarkdown;
    CHECK(read(writer.finish(), request, options).success);
    options.pdf.form = PdfForm::kText;
    const ToolResult result = read(writer.finish(), request, options);
    REQUIRE(result.error);
    CHECK(contains(result.error->message, "the page has more characters than the limit of 16,000"));
  }
  SECTION("in a form, whose strings are not taken for operators") {
    PdfWriter writer;
    const std::string form = std::to_string(writer.add_stream(
        "/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<</F1 3 0 R>>>>", content));
    writer.add_page("/X Do", "", "/XObject<</X " + form + " 0 R>>");
    const ToolResult enough = read(writer.finish(), request, {});
    CHECK(enough.success);
    options.limits.max_decoded_bytes = 790'000;
    const ToolResult result = read(writer.finish(), request, options);
    REQUIRE(result.error);
    CHECK(contains(result.error->message, "page 1 draws too many forms"));
  }
}

TEST_CASE("states that change from object to object count as parts of them") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  std::string content;
  for (int i = 0; i < 900; ++i) content += "/G gs .1 g 2 w 0 0 9 9 re f ";
  content += shown_text("the last");
  const std::string state = "/ExtGState<</G<</ca .5>>>>";
  PdfWriter writer;
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  SECTION("in its own content") {
    writer.add_page(content, "", state);
    options.limits.max_decoded_bytes = 1'800 * 620;
    CHECK(contains(read(writer.finish(), request, options).content, "the last"));
    options.limits.max_decoded_bytes = 1'000 * 620;
    const ToolResult result = read(writer.finish(), request, options);
    REQUIRE(result.success);
    CHECK_FALSE(contains(result.content, "the last"));
    CHECK(contains(result.metadata.warnings.at(0), "page 1 has too many parts"));
  }
  SECTION("in a form") {
    const std::string form = std::to_string(writer.add_stream(
        "/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<</F1 3 0 R>>" + state + ">>", content));
    writer.add_page("/X Do", "", "/XObject<</X " + form + " 0 R>>");
    options.limits.max_decoded_bytes = 1'810 * 620;
    CHECK(contains(read(writer.finish(), request, options).content, "the last"));
    options.limits.max_decoded_bytes = 1'000 * 620;
    const ToolResult result = read(writer.finish(), request, options);
    REQUIRE(result.error);
    CHECK(contains(result.error->message, "page 1 draws too many forms or objects"));
  }
}

TEST_CASE("a search says which pages it did not see whole") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  const std::string stamp = std::to_string(stamped(writer, shown_text("stamp"))) + " 0 R ";
  std::string stamps;
  for (int i = 0; i < 10'001; ++i) stamps += stamp;
  writer.add_page(shown_text("text"), "/Annots[" + stamps + "]");
  ReadRequest request;
  request.file_path = "report.pdf";
  request.search = "stamp";
  const ToolResult result = read(writer.finish(), request);
  REQUIRE(result.success);
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(contains(result.metadata.warnings[0], "page 1 is shown without its annotations"));
}

TEST_CASE("annotations that draw more than a page may are left out, and the result says so") {
  PdfWriter writer;
  SECTION("forms in forms") {
    const std::string inner = std::to_string(writer.add_doubling_forms(38));
    const int stamp = stamped(writer, "/X Do", "/XObject<</X " + inner + " 0 R>>");
    writer.add_page(shown_text("text"), "/Annots[" + std::to_string(stamp) + " 0 R]");
  }
  SECTION("a large form many times") {
    const int stamp = stamped(writer, std::string(1'000'000, ' ') + "0 0 1 1 re f");
    std::string stamps;
    for (int i = 0; i < 100; ++i) stamps += std::to_string(stamp) + " 0 R ";
    writer.add_page(shown_text("text"), "/Annots[" + stamps + "]");
  }
  const ToolResult result = draw(writer);
  REQUIRE(result.success);
  CHECK(contains(result.content, "text\n"));
  CHECK(result.images.size() == 1);
  CHECK(
      result.metadata.warnings ==
      std::vector<std::string>{"page 1 is shown without its annotations: what they draw is more "
                               "than 53,687 forms, 432,960 objects or 4,194,304 bytes of content"});
}

TEST_CASE("marks without an appearance count with what PDFium would draw for them") {
  PdfWriter writer;
  const auto mark = [](std::string_view kind, const std::string& entries) {
    return "<</Type/Annot/Rect[0 0 9 9]/Subtype/" + std::string(kind) + entries + ">>";
  };
  std::string corners;
  for (int i = 0; i < 4'000; ++i) corners += "1 2 3 2 1 1 3 1 ";
  corners = std::to_string(writer.add("[" + corners + "]")) + " 0 R";
  std::string marks;
  SECTION("areas that many share") {
    for (int i = 0; i < 20; ++i) marks += mark("Highlight", "/QuadPoints " + corners);
  }
  SECTION("strokes that many share") {
    for (int i = 0; i < 20; ++i) marks += mark("Ink", "/InkList[" + corners + "]");
  }
  SECTION("a squiggle of a million points") {
    marks = mark("Squiggly", "/QuadPoints[0 10 1000000 10 0 0 1000000 0]");
  }
  SECTION("a squiggle that would not end: where it is, two points more are none") {
    marks =
        mark("Squiggly", "/QuadPoints[-1000000000 10 -999999000 10 -1000000000 0 -999999000 0]");
  }
  writer.add_page(shown_text("text"), "/Annots[" + marks + "]");
  const ToolResult result = draw(writer);
  REQUIRE(result.success);
  CHECK(contains(result.content, "text\n"));
  CHECK(result.images.size() == 1);
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(contains(result.metadata.warnings[0],
                 "page 1 is shown without its annotations: what they draw is more than"));
}

TEST_CASE("a page whose annotation would take too long to be drawn is not drawn") {
  PdfWriter writer;
  const int pattern = writer.add_stream(
      "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/Resources<<>>/XStep .0001/YStep .0001",
      "1 0 0 rg 0 0 .5 .5 re f");
  const int stamp = stamped(writer, "/Pattern cs /P scn 0 0 200 100 re f",
                            "/Pattern<</P " + std::to_string(pattern) + " 0 R>>");
  writer.add_page(shown_text("text"), "/Annots[" + std::to_string(stamp) + " 0 R]");
  const ToolResult result = draw(writer);
  REQUIRE(result.success);
  CHECK(contains(result.content, "text\n"));
  CHECK(takes_too_long(result.content, "tiling patterns"));
}

TEST_CASE("form fields are in the picture of the page") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  const int appearance =
      writer.add_stream("/Type/XObject/Subtype/Form/BBox[0 0 200 100]", "0 0 200 100 re f");
  const int field = writer.add("<</Type/Annot/Subtype/Widget/Rect[0 0 200 100]/AP<</N " +
                               std::to_string(appearance) + " 0 R>>>>");
  writer.add_page("", "/Annots[" + std::to_string(field) + " 0 R]");
  const ByteVector bytes = writer.finish();
  const auto document = pdf_engine()->open(bytes, "", Limits());
  REQUIRE(document.has_value());
  auto picture = (*document)->render(0, {Dimensions{20, 10}, {}}, Limits{});
  REQUIRE(picture.has_value());
  CHECK(picture->pixels.row(5)[40] == 0);
}

TEST_CASE("a document is opened in as little memory as its read may hold") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  writer.add_page("");
  writer.set_catalog("/Other[" + repeated(80'000, "<</A 1/B 2/C 3/D 4>>") + "]");
  const ByteVector bytes = writer.finish();
  CHECK(pdf_engine()->open(bytes, "", Limits()).has_value());
  Limits limits;
  limits.max_decoded_bytes = 40 << 20;
  const auto document = pdf_engine()->open(bytes, "", limits);
  REQUIRE_FALSE(document.has_value());
  CHECK(document.error().code == ErrorCode::kLimitExceeded);
}

TEST_CASE("a page is not drawn when one thing on it takes more work than all may, which is named") {
  PdfWriter writer;
  std::string part;
  std::string content;
  std::string resources;
  std::string extra;
  SECTION("blended groups, before each of which all is drawn again") {
    const std::string form = group_of(writer, "0 0 200 100 re f");
    content = repeated(300, "/G gs /X Do ");
    resources = "/XObject<</X " + form + " 0 R>>/ExtGState<</G<</BM/Multiply>>>>";
    extra = "/Group<</S/Transparency/I true>>";
    part = "transparency groups";
  }
  SECTION("soft masks") {
    const std::string form = group_of(writer, "1 g 0 0 200 100 re f");
    content = "/G gs " + repeated(2'000, "0 0 200 100 re f ");
    resources = "/ExtGState<</G<</SMask<</S/Luminosity/G " + form + " 0 R>>>>>>";
    part = "transparency groups";
  }
  SECTION("dashes") {
    content = "[.0001 .0001] 0 d 0 50 m 200 50 l S";
    part = "paths";
  }
  SECTION("dashes on a line that is far longer than the page") {
    content = "[1 1] 0 d 0 50 m 9000000 50 l S";
    part = "paths";
  }
  SECTION("an outline that crosses the page again and again") {
    content = "0 0 m " + repeated(400'000, "200 100 l 0 9 l ") + "f";
    part = "paths";
  }
  SECTION("clips") {
    for (int i = 0; i < 600; ++i) {
      content += "0 0 m " + std::to_string(200 - i % 9) + " 0 l 100 100 l W n 0 0 9 9 re f ";
    }
    part = "clip paths";
  }
  SECTION("a picture") {
    const int picture = writer.add_stream(
        "/Type/XObject/Subtype/Image/Width 5000/Height 5000/BitsPerComponent "
        "8/ColorSpace/DeviceRGB",
        "x");
    content = repeated(200, "q 200 0 0 100 0 0 cm /P Do Q ");
    resources = "/XObject<</P " + std::to_string(picture) + " 0 R>>";
    part = "pictures";
  }
  SECTION("a picture whose colors are computed") {
    const int tint = writer.add_stream("/FunctionType 4/Domain[0 1 0 1]/Range[0 1]",
                                       "{ " + repeated(3'000, "dup mul ") + "}");
    const int picture = writer.add_stream(
        "/Type/XObject/Subtype/Image/Width 500/Height 500/BitsPerComponent 8/ColorSpace"
        "[/DeviceN[/A/B]/DeviceGray " +
            std::to_string(tint) + " 0 R]",
        "x");
    content = "q 200 0 0 100 0 0 cm /P Do Q";
    resources = "/XObject<</P " + std::to_string(picture) + " 0 R>>";
    part = "pictures";
  }
  SECTION("a shading by a program") {
    const int function = writer.add_stream("/FunctionType 4/Domain[0 200 0 100]/Range[0 1]",
                                           "{ " + repeated(9'000, "dup mul ") + "add }");
    content = "/S sh";
    resources = "/Shading<</S<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 200 0 100]/Function " +
                std::to_string(function) + " 0 R>>>>";
    part = "shadings";
  }
  writer.add_page(shown_text("text") + " " + content, extra, resources);
  const ToolResult result = draw(writer);
  REQUIRE(result.success);
  CHECK(contains(result.content, "text\n"));
  CHECK(result.images.empty());
  INFO(result.content);
  CHECK(takes_too_long(result.content, part));
}

TEST_CASE("groups in groups are drawn as long as their bitmaps have room") {
  const auto page_of = [](int levels) {
    PdfWriter writer;
    std::string form = group_of(writer, "0 0 200 100 re f");
    for (int level = 1; level < levels; ++level)
      form = group_of(writer, "/X Do", "/XObject<</X " + form + " 0 R>>");
    writer.add_page(shown_text("text") + " /X Do", "", "/XObject<</X " + form + " 0 R>>");
    return draw(writer);
  };
  CHECK(page_of(10).images.size() == 1);
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  std::string form = group_of(writer, "0 0 200 100 re f");
  for (int level = 1; level < 30; ++level)
    form = group_of(writer, "/X Do", "/XObject<</X " + form + " 0 R>>");
  writer.add_page("/X Do", "", "/XObject<</X " + form + " 0 R>>");
  const ByteVector bytes = writer.finish();
  const auto document = pdf_engine()->open(bytes, "", Limits());
  REQUIRE(document.has_value());
  const auto picture = (*document)->render(0, {Dimensions{2'000, 1'000}, {}}, Limits{});
  REQUIRE_FALSE(picture.has_value());
  CHECK(contains(picture.error().message, "the page's transparency groups take 144,000,000 bytes"));
}

TEST_CASE("pictures of one form are drawn as long as all of them have room at once") {
  const auto page_of = [](int count) {
    PdfWriter writer;
    std::string pictures;
    std::string content;
    for (int i = 0; i < count; ++i) {
      const int picture = writer.add_stream(
          "/Type/XObject/Subtype/Image/Width 2000/Height 2000/BitsPerComponent 8"
          "/ColorSpace/DeviceRGB",
          "x");
      pictures += "/P" + std::to_string(i) + " " + std::to_string(picture) + " 0 R";
      content += "q 200 0 0 100 0 0 cm /P" + std::to_string(i) + " Do Q ";
    }
    const int form = writer.add_stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources"
        "<</XObject<<" +
            pictures + ">>>>",
        content);
    writer.add_page(shown_text("text") + " /X Do", "",
                    "/XObject<</X " + std::to_string(form) + " 0 R>>");
    return draw(writer);
  };
  CHECK(page_of(2).images.size() == 1);
  const ToolResult result = page_of(12);
  REQUIRE(result.success);
  CHECK(
      contains(result.content,
               "(no picture of this page: the pictures of one object on the page take 144,000,000 "
               "bytes or more, the limit is 134,217,728)"));
}

TEST_CASE("a picture that is turned, or has a mask, costs more where it stands") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  const auto pictures_of = [](std::string_view matrix, bool is_masked) {
    PdfWriter writer;
    const std::string gray =
        "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray";
    const int mask = writer.add_stream(gray, "abcd");
    const std::string masked = is_masked ? "/SMask " + std::to_string(mask) + " 0 R" : "";
    const int picture = writer.add_stream(gray + masked, "abcd");
    writer.add_page("q " + std::string(matrix) + " cm /P Do Q", "",
                    "/XObject<</P " + std::to_string(picture) + " 0 R>>");
    ReadRequest request;
    request.file_path = "report.pdf";
    ReadOptions options;
    options.pdf.page_images = PageImages::kAlways;
    options.limits.max_work = 1'900'000;
    return read(writer.finish(), request, options).images.size();
  };
  CHECK(pictures_of("200 0 0 100 0 0", false) == 1);
  CHECK(pictures_of("200 0 0 100 0 0", true) == 0);
  CHECK(pictures_of("0 200 -100 0 200 0", false) == 1);
  CHECK(pictures_of("200 100 -200 100 100 -50", false) == 0);
}

}  // namespace lectern
