// Footnotes, and what stands in the cells of tables and goes on over pages.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/pdf_writer.h"

namespace lectern::testing {
namespace {

constexpr const char* kLeaf = "/MediaBox[0 0 400 500]";

std::string part_at(int x, int y, const std::string& text, int size = 10) {
  return "BT /F1 " + std::to_string(size) + " Tf " + std::to_string(x) + " " + std::to_string(y) +
         " Td (" + text + ") Tj ET\n";
}

/// `text` with a raised number behind it.
std::string marked_at(int x, int y, const std::string& text, const std::string& number,
                      const std::string& rest) {
  return "BT /F1 10 Tf " + std::to_string(x) + " " + std::to_string(y) + " Td (" + text +
         ") Tj /F1 6 Tf 4 Ts (" + number + ") Tj /F1 10 Tf 0 Ts (" + rest + ") Tj ET\n";
}

/// A note below the text: its number raised, its text smaller than that.
std::string note_at(int y, const std::string& number, const std::string& text) {
  return "BT /F1 5 Tf 20 " + std::to_string(y) + " Td 3 Ts (" + number +
         ") Tj /F1 8 Tf 0 Ts ( " + text + ") Tj ET\n";
}

std::string read_leaves(const PdfWriter& writer, bool all = true) {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  ReadRequest request;
  request.file_path = "report.pdf";
  if (!all) request.pages = {{2, 2}};
  ReadOptions options;
  options.pdf.page_images = PageImages::kNever;
  const ToolResult result = read(writer.finish(), request, options);
  REQUIRE(result.success);
  return result.content;
}

/// A ruled table: each row as its cells, 20 points high, 120 wide, from the page's left margin.
std::string ruled(int top, const std::vector<std::vector<std::string>>& rows) {
  std::string content = "0.5 w\n";
  const int columns = static_cast<int>(rows[0].size());
  const int bottom = top - 20 * static_cast<int>(rows.size());
  for (std::size_t i = 0; i <= rows.size(); ++i) {
    const std::string y = std::to_string(top - 20 * static_cast<int>(i));
    content += "20 " + y + " m " + std::to_string(20 + 120 * columns) + " " + y + " l S\n";
  }
  for (int i = 0; i <= columns; ++i) {
    const std::string x = std::to_string(20 + 120 * i);
    content += x + " " + std::to_string(top) + " m " + x + " " + std::to_string(bottom) + " l S\n";
  }
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t column = 0; column < rows[row].size(); ++column)
      content += part_at(25 + 120 * static_cast<int>(column),
                         top - 14 - 20 * static_cast<int>(row), rows[row][column]);
  }
  return content;
}

}  // namespace

TEST_CASE("a footnote's marker and its text find each other") {
  PdfWriter writer;
  writer.add_page(marked_at(20, 400, "The first claim", "1", " has a note here.") +
                      marked_at(20, 300, "The second claim.", "2", "") +
                      note_at(60, "1", "See the first book.") +
                      note_at(40, "2", "See the second book."),
                  kLeaf);
  CHECK(read_leaves(writer) ==
        "--- Page 1 of 1 ---\nThe first claim[^1] has a note here.\n\nThe second claim.[^2]\n\n"
        "[^1]: See the first book.\n\n[^2]: See the second book.\n");
}

TEST_CASE("a raised number without a note, and exponents, stay as they are") {
  PdfWriter writer;
  writer.add_page(marked_at(20, 400, "The claim", "3", " has no note.") +
                      marked_at(20, 350, "It has 10", "2", " parts,") +
                      marked_at(20, 300, "and 5 m", "2", " of ground") +
                      note_at(40, "2", "A note that nothing marks."),
                  kLeaf);
  const std::string text = read_leaves(writer);
  CHECK(text.find("claim³ has") != std::string::npos);
  CHECK(text.find("10² parts") != std::string::npos);
  CHECK(text.find("5 m² of") != std::string::npos);
  CHECK(text.find("[^") == std::string::npos);
}

TEST_CASE("cells of tables have raised digits and links") {
  PdfWriter writer;
  const int link = writer.add(
      "<</Type/Annot/Subtype/Link/Rect[25 420 60 438]/A<</S/URI/URI(http://example.org/a|b)>>>>");
  writer.add_page(ruled(460, {{"Name", "Unit"}, {"area", "dm) Tj /F1 6 Tf 4 Ts (2) Tj 0 Ts ("}, {"here", "kg"}, {"two", "s"}}),
                  std::string(kLeaf) + "/Annots[" + std::to_string(link) + " 0 R]");
  const std::string text = read_leaves(writer);
  CHECK(text.find("| dm² |") != std::string::npos);
  CHECK(text.find("](http://example.org/a\\|b)") != std::string::npos);
}

TEST_CASE("a table that goes on over pages says so and does not repeat its header") {
  PdfWriter writer;
  writer.add_page(part_at(20, 480, "Title of the list") +
                      ruled(200, {{"Name", "Amount"}, {"one", "100"}, {"two", "200"}}),
                  kLeaf);
  writer.add_page(ruled(480, {{"Name", "Amount"}, {"three", "300"}, {"four", "400"}}) +
                      part_at(20, 100, "The end of the list."),
                  kLeaf);
  const std::string text = read_leaves(writer);
  CHECK(text.find("--- Page 2 of 2 ---\n[The table of page 1 goes on]\n\n|  |  |\n|---|---|\n"
                  "| three | 300 |\n| four | 400 |\n") != std::string::npos);
  // A page that is read alone has its header.
  CHECK(read_leaves(writer, false).find("| Name | Amount |") != std::string::npos);
}

TEST_CASE("a table with a header of its own is another table") {
  PdfWriter writer;
  writer.add_page(ruled(200, {{"Name", "Amount"}, {"one", "100"}, {"two", "200"}}), kLeaf);
  writer.add_page(ruled(480, {{"City", "People"}, {"Ulm", "300"}, {"Bonn", "400"}}), kLeaf);
  const std::string text = read_leaves(writer);
  CHECK(text.find("goes on") == std::string::npos);
  CHECK(text.find("| City | People |") != std::string::npos);
}

}  // namespace lectern::testing
