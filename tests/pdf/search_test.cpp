// Search and outline of PDFs.
#include <catch2/catch_test_macros.hpp>
#include <optional>
#include <string>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/pdf_writer.h"

namespace lectern::testing {
namespace {

constexpr const char* kFolio = "/MediaBox[0 0 400 500]";

std::string run_at(int x, int y, const std::string& text, int size = 10) {
  return "BT /F1 " + std::to_string(size) + " Tf " + std::to_string(x) + " " + std::to_string(y) +
         " Td (" + text + ") Tj ET\n";
}

ToolResult look(const PdfWriter& writer, const std::string& words) {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  ReadRequest request;
  request.file_path = "report.pdf";
  request.search = words;
  return read(writer.finish(), request, {});
}

}  // namespace

TEST_CASE("a search shows the line that a read of the page has") {
  PdfWriter writer;
  writer.add_page(run_at(20, 400, "It is the responsi-") +
                      run_at(20, 388, "bility of all to be there."),
                  kFolio);
  CHECK(look(writer, "the responsibility of").content ==
        "1 line on 1 page with \"the responsibility of\" (searched 1 page of 1)\n\n"
        "--- Page 1 of 1 ---\nIt is the responsibility of all to be there.\n");
}

TEST_CASE("signs of Markdown do not keep words apart") {
  PdfWriter writer;
  const int link = writer.add(
      "<</Type/Annot/Subtype/Link/Rect[40 295 90 315]/A<</S/URI/URI(http://example.org/a)>>>>");
  writer.add_page("BT /F1 10 Tf 20 400 Td (10) Tj /F1 6 Tf 4 Ts (6) Tj /F1 10 Tf 0 Ts"
                  " ( m of CO) Tj /F1 6 Tf -2 Ts (2) Tj ET " +
                      run_at(20, 300, "see the report of May") + run_at(20, 200, "f\\(*a\\) it"),
                  std::string(kFolio) + "/Annots[" + std::to_string(link) + " 0 R]");
  CHECK(look(writer, "106 m of co2").content.find("10⁶ m of CO₂\n") != std::string::npos);
  CHECK(look(writer, "see the report of May").content.starts_with("1 line"));
  CHECK(look(writer, "f(*a) it").content.starts_with("1 line"));
}

TEST_CASE("of a long line, the part with the words is shown") {
  PdfWriter writer;
  std::string content;
  for (int i = 0; i < 20; ++i)
    content += run_at(20, 400 - 12 * i, "words that fill the line up to its very end, as text does");
  writer.add_page(content + run_at(20, 160, "and here is the needle."), kFolio);
  const std::string found = look(writer, "needle").content;
  CHECK(found.find("…") != std::string::npos);
  CHECK(found.find("and here is the needle.\n") != std::string::npos);
  CHECK(found.size() < 400);
}

TEST_CASE("a search ends with the work, and those that go on with it find all the same") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  constexpr int kPages = 12;
  PdfWriter writer;
  for (int i = 1; i <= kPages; ++i)
    writer.add_page(run_at(20, 400, "needle " + std::to_string(i)) + std::string(10'000, ' '),
                    kFolio);
  const auto bytes = writer.finish();
  const auto lines_of = [](const std::string& content) {
    return content.substr(content.find("\n---"));
  };
  ReadRequest request;
  request.file_path = "report.pdf";
  request.search = "needle";
  const std::string all = lines_of(read(bytes, request, {}).content);
  ReadOptions options;
  options.limits.max_work = 20'000'000;
  std::string found;
  int searches = 0;
  for (std::optional<ReadRequest> next = request; next; ++searches) {
    REQUIRE(searches < kPages);
    const ToolResult result = read(bytes, *next, options);
    REQUIRE(result.success);
    CHECK(result.metadata.warnings.empty());
    found += lines_of(result.content);
    next = result.truncation ? result.truncation->next : std::nullopt;
  }
  CHECK(searches == 4);
  CHECK(found == all);
}

TEST_CASE("an outline shows the bookmarks with their pages") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  const int page = writer.add_page(run_at(20, 400, "text"), kFolio);
  const int root = writer.next_number();
  const std::string item = std::to_string(root + 1) + " 0 R";
  const std::string inner = std::to_string(root + 2) + " 0 R";
  writer.add("<</First " + item + "/Last " + item + "/Count 1>>");
  writer.add("<</Title(Chapter)/Parent " + std::to_string(root) + " 0 R/First " + inner + "/Last " +
             inner + "/Dest[" + std::to_string(page) + " 0 R/Fit]>>");
  writer.add("<</Title(Section)/Parent " + item + ">>");
  writer.set_catalog("/Outlines " + std::to_string(root) + " 0 R");
  ReadRequest request;
  request.file_path = "report.pdf";
  request.outline = true;
  const ToolResult result = read(writer.finish(), request, {});
  REQUIRE(result.success);
  CHECK(result.content ==
        "Outline of 1 page, from the document's bookmarks:\n- Chapter (page 1)\n  - Section\n");
  CHECK(result.short_result == "PDF outline (2 lines)");
}

TEST_CASE("without bookmarks the outline shows the headings of the pages") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  for (int i = 1; i <= 2; ++i) {
    writer.add_page(run_at(20, 450, "Chapter " + std::string(1, static_cast<char>('A' + i)), 20) +
                        run_at(20, 400, "The text of the chapter has two lines, of which this is") +
                        run_at(20, 388, "the second one and the last."),
                    kFolio);
  }
  ReadRequest request;
  request.file_path = "report.pdf";
  request.outline = true;
  const ToolResult result = read(writer.finish(), request, {});
  REQUIRE(result.success);
  CHECK(result.content ==
        "The document has no bookmarks. Headings found on 2 pages of 2:\n- Chapter B (page 1)\n"
        "- Chapter C (page 2)\n");
}

}  // namespace lectern::testing
