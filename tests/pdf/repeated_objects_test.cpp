// Objects of a document that name each other, or that many name, and more of a kind than is kept.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/pdf_writer.h"

namespace lectern::testing::named_often {
namespace {

constexpr const char* kPaper = "/MediaBox[0 0 400 500]";

std::string reference(int number) { return std::to_string(number) + " 0 R "; }

std::string times_over(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

bool warns(const ToolResult& result, std::string_view text) {
  for (const std::string& warning : result.metadata.warnings) {
    if (warning == text) return true;
  }
  return false;
}

/// A page with annotations.
ToolResult read_annotated(std::string_view each, int times) {
  PdfWriter writer;
  writer.add_page(shown_text("text"),
                  std::string(kPaper) + "/Annots[" + times_over(each, times) + "]");
  return read_without_pictures(writer);
}

}  // namespace

TEST_CASE("labels of pages are found in a tree whose nodes name each other") {
  PdfWriter writer;
  writer.add_page(shown_text("one"));
  writer.add_page(shown_text("two"));
  const int loop = writer.next_number();
  writer.add("<</Kids[" + times_over(reference(loop), 3) + reference(loop + 1) + "]>>");
  writer.add("<</Nums[0<</P(A-)/S/D/St 7>> 1<</S/R/St 1994>>]>>");
  writer.set_catalog("/PageLabels " + reference(loop));
  const ToolResult result = read_without_pictures(writer);
  REQUIRE(result.success);
  REQUIRE(result.metadata.pages.size() == 2);
  CHECK(result.metadata.pages[0].label == "A-7");
  CHECK(result.metadata.pages[1].label == "MCMXCIV");
}

TEST_CASE("labels in letters begin again at aa, and have no signs for negative numbers") {
  PdfWriter writer;
  for (int i = 0; i < 3; ++i) writer.add_page(shown_text("text"));
  writer.set_catalog("/PageLabels<</Nums[0<</S/a/St 28>> 1<</S/A/St -2000>> 2<</S/r/St -5>>]>>");
  const ToolResult result = read_without_pictures(writer);
  REQUIRE(result.metadata.pages.size() == 3);
  CHECK(result.metadata.pages[0].label == "bb");
  CHECK(result.metadata.pages[1].label.empty());
  CHECK(result.metadata.pages[2].label.empty());
}

TEST_CASE("an expression of layers is counted as often as it names its parts") {
  PdfWriter writer;
  const int layer = writer.add("<</Type/OCG/Name(a)>>");
  int expression = writer.add("[/And " + reference(layer) + "]");
  for (int level = 0; level < 16; ++level)
    expression = writer.add("[/And " + times_over(reference(expression), 4) + "]");
  const int member = writer.add("<</Type/OCMD/VE " + reference(expression) + ">>");
  writer.add_page("/OC /M BDC " + shown_text("text") + " EMC", "",
                  "/Properties<</M " + reference(member) + ">>");
  writer.set_catalog("/OCProperties<</OCGs[" + reference(layer) + "]/D<<>>>>");
  const ToolResult result = read_without_pictures(writer);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
}

TEST_CASE("marked content in marked content is read unless it is too deep") {
  const auto nested = [](int levels) {
    PdfWriter writer;
    writer.add_page(times_over("/A BMC ", levels) + shown_text("text"));
    return read_without_pictures(writer);
  };
  CHECK(nested(200).success);
  const ToolResult result = nested(20'000);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
}

TEST_CASE("a page says of which annotations it does not show all") {
  const std::string link =
      "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.com/)>>>>";
  const std::string links = "page 1: not all of its links are shown";
  CHECK_FALSE(warns(read_annotated(link, 1'000), links));
  CHECK(warns(read_annotated(link, 1'001), links));
  CHECK(warns(read_annotated("<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://" +
                                 std::string(3'000, 'a') + ")>>>>",
                             1),
              links));
  const std::string comment =
      "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(what somebody says)>>";
  const std::string comments = "page 1: not all of its comments are shown";
  CHECK_FALSE(warns(read_annotated(comment, 300), comments));
  CHECK(warns(read_annotated(comment, 301), comments));
  const std::string field = "<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 9 9]>>";
  const std::string fields = "page 1: not all of its form fields are shown";
  CHECK_FALSE(warns(read_annotated(field, 1'000), fields));
  CHECK(warns(read_annotated(field, 1'001), fields));
}

TEST_CASE("a choice shows what the file stores for it") {
  const ToolResult result = read_annotated(
      "<</Type/Annot/Subtype/Widget/FT/Ch/Rect[10 300 90 320]/V(b)"
      "/Opt[[(a)(First)][(b)(Second)][(b)(Third)]]>>",
      1);
  CHECK(result.content.find("Second") != std::string::npos);
  CHECK(result.content.find("Second [▾ First / Second / Third]") != std::string::npos);
}

TEST_CASE("the words of marked content that tags name often stand there once") {
  PdfWriter writer;
  const int root = writer.next_number();
  writer.add("<</Type/StructTreeRoot/K " + reference(root + 1) + "/ParentTree<</Nums[0[" +
             reference(root + 1) + "]]>>>>");
  writer.add("<</Type/StructElem/S/P/P " + reference(root) + "/K[" + times_over("0 ", 50'000) +
             "]>>");
  std::string words;
  for (int i = 0; i < 5'000; ++i)
    words += "1 0 0 1 " + std::to_string(2 + i % 50 * 7) + " " + std::to_string(490 - i / 50 * 4) +
             " Tm (w) Tj ";
  writer.add_page("/P <</MCID 0>> BDC BT /F1 4 Tf " + words + "ET EMC",
                  std::string(kPaper) + "/StructParents 0");
  writer.set_catalog("/StructTreeRoot " + reference(root));
  const ToolResult result = read_without_pictures(writer);
  REQUIRE(result.success);
  CHECK(std::count(result.content.begin(), result.content.end(), 'w') == 5'000);
}

TEST_CASE("names of what a page would draw pay for being held") {
  const auto page_of = [](int names) {
    PdfWriter writer;
    std::string content = shown_text("text");
    for (int i = 0; i < names; ++i) content += "/N" + std::to_string(i) + " Do ";
    const int form = writer.add_stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "");
    writer.add_page(content, "", "/XObject<</X " + reference(form) + ">>");
    ReadRequest request;
    request.file_path = "report.pdf";
    ReadOptions options;
    options.pdf.page_images = PageImages::kNever;
    options.limits.max_work = 20'000'000;
    return read(writer.finish(), request, options);
  };
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  CHECK(page_of(1'000).success);
  const ToolResult result = page_of(10'000);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
}

}  // namespace lectern::testing::named_often
