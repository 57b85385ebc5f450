// Pages as Markdown, from the file to the text that a model reads.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/pdf_writer.h"

namespace lectern::testing {
namespace {

constexpr const char* kLetter = "/MediaBox[0 0 400 500]";

std::string line_at(int x, int y, const std::string& text, int size = 10, const char* font = "F1") {
  return "BT /" + std::string(font) + " " + std::to_string(size) + " Tf " + std::to_string(x) +
         " " + std::to_string(y) + " Td (" + text + ") Tj ET\n";
}

ToolResult read_markdown(const PdfWriter& writer, ReadOptions options = {}) {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  ReadRequest request;
  request.file_path = "report.pdf";
  options.pdf.page_images = PageImages::kNever;
  return read(writer.finish(), request, options);
}

/// The text of a document of one page.
std::string markdown_of(const std::string& content, const std::string& resources = "",
                        const std::string& extra = kLetter) {
  PdfWriter writer;
  writer.add_page(content, extra, resources);
  const ToolResult result = read_markdown(writer);
  REQUIRE(result.success);
  constexpr std::string_view kTitle = "--- Page 1 of 1 ---\n";
  REQUIRE(result.content.starts_with(kTitle));
  return result.content.substr(kTitle.size());
}

const std::string kBody =
    line_at(20, 380, "The first line of running text is as long as the column it stands in") +
    line_at(20, 368, "and so is the second one, which says no more than the first one did.");

}  // namespace

TEST_CASE("lines of a paragraph are joined, and so is a word that a line's end has divided") {
  CHECK(markdown_of(line_at(20, 400, "It is the responsi-") +
                    line_at(20, 388, "bility of all to be") + line_at(20, 376, "more-or-") +
                    line_at(20, 364, "less in time.")) ==
        "It is the responsibility of all to be more-or-less in time.\n");
}

TEST_CASE("larger and bold lines are headings, by their size") {
  PdfWriter writer;
  const int bold = writer.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>");
  const std::string fonts = "/Font<</F1 3 0 R/F2 " + std::to_string(bold) + " 0 R>>";
  writer.add_page(line_at(20, 450, "Annual report", 20, "F2") +
                      line_at(20, 410, "1. Results", 14, "F2") + kBody +
                      line_at(20, 340, "Outlook", 10, "F2") +
                      line_at(20, 326, "The second section has a line of its own."),
                  std::string(kLetter) + "/Resources<<" + fonts + ">>");
  const std::string text = read_markdown(writer).content;
  CHECK(text.find("# Annual report\n") != std::string::npos);
  CHECK(text.find("\n## 1. Results\n") != std::string::npos);
  CHECK(text.find("\n### Outlook\n") != std::string::npos);
}

TEST_CASE("items keep their numbers, and stand below the item that they belong to") {
  CHECK(markdown_of(line_at(20, 400, "1. first") + line_at(20, 388, "2. second") +
                    line_at(40, 376, "\\(a\\) inner") + line_at(20, 364, "3. third")) ==
        "1. first\n2. second\n   - (a) inner\n3. third\n");
}

TEST_CASE("columns are read one after the other, below what stands over both") {
  std::string content = line_at(20, 450, "A line across the page, over both of its columns, alone");
  for (int i = 0; i < 4; ++i) {
    content += line_at(20, 400 - 12 * i, "left column text line " + std::to_string(i) + " goes on");
    content += line_at(210, 400 - 12 * i, "right column text line " + std::to_string(i) + " too");
  }
  const std::string text = markdown_of(content);
  CHECK(text.find("left column text line 3") < text.find("right column text line 0"));
  CHECK(text.find("A line across") < text.find("left column text line 0"));
}

TEST_CASE("links have their target, unless the page shows it") {
  PdfWriter writer;
  const int link = writer.add(
      "<</Type/Annot/Subtype/Link/Rect[5 395 60 415]/A<</S/URI/URI(http://example.org/a)>>>>");
  const int shown = writer.add(
      "<</Type/Annot/Subtype/Link/Rect[5 295 200 315]/A<</S/URI/URI(http://example.org/)>>>>");
  writer.add_page(line_at(10, 400, "here") + line_at(10, 300, "www.example.org/ or example.org"),
                  std::string(kLetter) + "/Annots[" + std::to_string(link) + " 0 R " +
                      std::to_string(shown) + " 0 R]");
  const std::string text = read_markdown(writer).content;
  CHECK(text.find("[here](http://example.org/a)\n") != std::string::npos);
  CHECK(text.find("www.example.org/ or example.org\n") != std::string::npos);
}

TEST_CASE("raised and lowered digits are shown as such, in their line") {
  CHECK(markdown_of("BT /F1 10 Tf 20 400 Td (10) Tj /F1 6 Tf 4 Ts (6) Tj /F1 10 Tf 0 Ts"
                    " ( m of CO) Tj /F1 6 Tf -2 Ts (2) Tj ET") == "10⁶ m of CO₂\n");
}

TEST_CASE("a small square that lines cross is a box that somebody has ticked") {
  const std::string boxes = "20 399 9 9 re S 20 379 9 9 re S\n";
  const std::string labels = line_at(34, 400, "by post") + line_at(34, 380, "by mail");
  CHECK(markdown_of(boxes + labels + "21 400 m 28 407 l S 21 407 m 28 400 l S") ==
        "[x] by post\n\n[ ] by mail\n");
  CHECK(markdown_of(boxes + labels) == "by post\n\nby mail\n");
}

TEST_CASE("a line of the file cannot pass for one between our pages, and a warning says so") {
  PdfWriter writer;
  writer.add_page(line_at(20, 400, "--- Page 2 of 9 ---"), kLetter);
  const ToolResult result = read_markdown(writer);
  CHECK(result.content == "--- Page 1 of 1 ---\n\\--- Page 2 of 9 ---\n");
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(result.metadata.warnings[0].find("backslash") != std::string::npos);
}

TEST_CASE("what Markdown would take for a sign of its own is escaped") {
  CHECK(markdown_of(line_at(20, 400, "# no heading")) == "\\# no heading\n");
  CHECK(markdown_of(line_at(20, 400, "f\\(*a\\) and _b_ in <b>")) ==
        "f(\\*a) and \\_b\\_ in \\<b>\n");
  CHECK(markdown_of(line_at(20, 400, "snake_case and 2 * 3")) == "snake_case and 2 * 3\n");
}

TEST_CASE("lines that repeat at the head and foot of pages are shown once, kept or dropped") {
  PdfWriter writer;
  for (int page = 1; page <= 3; ++page) {
    writer.add_page(line_at(20, 480, "Annual report of the house") +
                        line_at(20, 250, "text of page number " + std::to_string(page)) +
                        line_at(200, 15, "Page " + std::to_string(page) + " of 3"),
                    kLetter);
  }
  const auto count = [](const std::string& text, std::string_view what) {
    int found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
      ++found;
    return found;
  };
  ReadOptions options;
  const ToolResult once = read_markdown(writer, options);
  CHECK(count(once.content, "Annual report") == 1);
  CHECK(count(once.content, "\nPage ") == 1);
  CHECK(count(once.content, "text of page") == 3);
  REQUIRE(once.metadata.warnings.size() == 1);
  CHECK(once.metadata.warnings[0].find("4 times") != std::string::npos);
  options.pdf.headers_footers = HeadersFooters::kKeep;
  CHECK(count(read_markdown(writer, options).content, "Annual report") == 3);
  options.pdf.headers_footers = HeadersFooters::kDrop;
  CHECK(count(read_markdown(writer, options).content, "Annual report") == 0);
}

TEST_CASE("a page that runs downwards is read as one that runs to the right") {
  CHECK(markdown_of(line_at(20, 400, "first line") + line_at(20, 388, "second line"), "",
                    std::string(kLetter) + "/Rotate 90") ==
        markdown_of(line_at(20, 400, "first line") + line_at(20, 388, "second line")));
}

TEST_CASE("the structure tree says what a page's parts are") {
  PdfWriter writer;
  const int page = writer.next_number() + 1;  // its content comes first
  const std::string page_reference = std::to_string(page) + " 0 R";
  writer.add_page("/H1 <</MCID 1>> BDC " + line_at(20, 300, "Title below") +
                      "EMC /P <</MCID 0>> BDC " + line_at(20, 400, "Text above") +
                      "EMC /Artifact BMC " + line_at(20, 20, "artifact") + "EMC",
                  std::string(kLetter) + "/StructParents 0");
  const int root = writer.next_number() + 3;
  const std::string parent = "/P " + std::to_string(root) + " 0 R/Pg " + page_reference;
  const int heading = writer.add("<</Type/StructElem/S/Head/K 1" + parent + ">>");
  const int text = writer.add("<</Type/StructElem/S/P/K 0" + parent + ">>");
  const int parents = writer.add("<</Nums[0[" + std::to_string(text) + " 0 R " +
                                 std::to_string(heading) + " 0 R]]>>");
  writer.add("<</Type/StructTreeRoot/RoleMap<</Head/H2>>/K[" + std::to_string(heading) + " 0 R " +
             std::to_string(text) + " 0 R]/ParentTree " + std::to_string(parents) + " 0 R>>");
  writer.set_catalog("/MarkInfo<</Marked true>>/StructTreeRoot " + std::to_string(root) + " 0 R");
  CHECK(read_markdown(writer).content ==
        "--- Page 1 of 1 ---\n## Title below\n\nText above\n\nartifact\n");
}

TEST_CASE("text that cannot be seen is shown, and a warning counts it") {
  PdfWriter writer;
  writer.add_page("1 g " + line_at(20, 400, "white") + "0 0 1 rg 10 290 100 30 re f 1 g " +
                      line_at(20, 300, "banner") + "0 g " + line_at(20, 200, "tiny", 1) +
                      line_at(900, 200, "outside"),
                  kLetter);
  const ToolResult result = read_markdown(writer);
  CHECK(result.content.find("white") != std::string::npos);
  CHECK(result.content.find("outside") == std::string::npos);
  REQUIRE(result.metadata.warnings.size() == 2);
  CHECK(result.metadata.warnings[0].find("9 characters") != std::string::npos);
  CHECK(result.metadata.warnings[1].find("7 characters") != std::string::npos);
}

TEST_CASE("fields of a form show their state, their choices and that they are empty") {
  PdfWriter writer;
  const auto field = [&writer](const std::string& entries, int y) {
    return std::to_string(writer.add("<</Type/Annot/Subtype/Widget/Rect[80 " + std::to_string(y) +
                                     " 92 " + std::to_string(y + 10) + "]" + entries + ">>")) +
           " 0 R ";
  };
  const std::string fields = field("/FT/Btn/AS/Yes", 398) + field("/FT/Btn/AS/Off", 368) +
                             field("/FT/Tx", 338) +
                             field("/FT/Ch/Opt[(France)[(d)(Germany)]]", 308);
  writer.add_page(line_at(20, 400, "Checked:") + line_at(20, 370, "Unchecked:") +
                      line_at(20, 340, "Your name:") + line_at(20, 310, "Country:"),
                  std::string(kLetter) + "/Annots[" + fields + "]");
  const std::string text = read_markdown(writer).content;
  CHECK(text.find("Checked: [x]") != std::string::npos);
  CHECK(text.find("Unchecked: [ ]") != std::string::npos);
  CHECK(text.find("Your name: [____]") != std::string::npos);
  CHECK(text.find("Country: [____] [▾ France / Germany]") != std::string::npos);
}

TEST_CASE("a field's value stands at its label, however far and large it is set") {
  PdfWriter writer;
  const auto appearance = [&writer](const std::string& text, int size) {
    return std::to_string(writer.add_stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 150 40]/Resources<</Font<</F1 3 0 R>>>>",
        line_at(2, 8, text, size)));
  };
  const std::string large = appearance("Ann Example", 24);
  const std::string list = appearance("Germany", 10);
  const int name = writer.add("<</Type/Annot/Subtype/Widget/FT/Tx/V(Ann Example)/Rect[220 395 370 "
                              "435]/AP<</N " + large + " 0 R>>>>");
  const int land = writer.add("<</Type/Annot/Subtype/Widget/FT/Ch/V(fr)/Opt[[(de)(Germany)][(fr)"
                              "(France)]]/Rect[220 295 370 335]/AP<</N " + list + " 0 R>>>>");
  writer.add_page(line_at(20, 405, "Name") + line_at(20, 310, "Country") + kBody,
                  std::string(kLetter) + "/Annots[" + std::to_string(name) + " 0 R " +
                      std::to_string(land) + " 0 R]");
  const std::string text = read_markdown(writer).content;
  CHECK(text.find("Name Ann Example\n") != std::string::npos);
  CHECK(text.find("Country France [▾ Germany / France]\n") != std::string::npos);
}

TEST_CASE("the text form shows the lines of a page as they are") {
  PdfWriter writer;
  writer.add_page(line_at(20, 400, "# one") + line_at(20, 388, "two"), kLetter);
  ReadOptions options;
  options.pdf.form = PdfForm::kText;
  CHECK(read_markdown(writer, options).content == "--- Page 1 of 1 ---\n# one\ntwo\n");
}

}  // namespace lectern::testing
