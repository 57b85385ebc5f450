// Pages as lines of text, which PDFium finds.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/drawn_page.h"
#include "support/pdf_writer.h"

namespace lectern {

using testing::contains;
using testing::PdfWriter;
using testing::repeated;

namespace {

ToolResult lines_of(const std::string& content, const std::string& box = "/MediaBox[0 0 600 600]",
                    const std::string& resources = "") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  writer.add_page("BT /F1 10 Tf 9 500 Td " + content + " ET", box, resources);
  const ByteVector bytes = writer.finish();
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  options.pdf.form = PdfForm::kText;
  return read(bytes, request, options);
}

/// Marks by turns, each of which gives a text of so many characters instead of its letter.
ToolResult marked(int marks, int characters, const std::string& character) {
  std::string content;
  for (int i = 0; i < marks; ++i)
    content += "/Span /M" + std::to_string(i % 2) + " BDC 0 -9 Td (a) Tj EMC ";
  const std::string mark = "<</ActualText<FEFF" + repeated(characters, character) + ">>>";
  return lines_of(content, "/MediaBox[0 0 600 600]",
                  "/Properties<</M0 " + mark + "/M1 " + mark + ">>");
}

}  // namespace

TEST_CASE("of spaces on a line one stays, however many there are and wherever they begin") {
  CHECK(contains(lines_of("(one   two) Tj").content, "\none two\n"));
  CHECK(contains(lines_of("( one) Tj ( ) Tj (  two  ) Tj").content, "\none two\n"));
  const std::string many(30'000, ' ');
  const std::string line = "/F1 0.05 Tf (one" + repeated(10, many + ") Tj (") + "two) Tj";
  CHECK(contains(lines_of(line, "/MediaBox[0 0 6000 600]").content, "\none two\n"));
}

TEST_CASE("the lines of a page without end are found") {
  CHECK(contains(lines_of("(some words) Tj", "/MediaBox[0 0 2000000000 2000000000]").content,
                 "\nsome words\n"));
}

TEST_CASE("texts that marks give instead of a page's count for each mark") {
  CHECK(marked(20, 100, "0041").success);
  CHECK(marked(20, 100, "4E00").success);
  const ToolResult shown = marked(100, 20'000, "0041");
  REQUIRE(shown.error);
  CHECK(shown.error->code == ErrorCode::kLimitExceeded);
  const ToolResult missing = marked(600, 20'000, "4E00");
  REQUIRE(missing.error);
  CHECK(missing.error->code == ErrorCode::kLimitExceeded);
}

}  // namespace lectern
