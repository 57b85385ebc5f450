// Documents whose package is one XML: flat OpenDocument and Office Open XML, Word and Excel 2003.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "documents/sheets/xml2003/xml_workbook.h"
#include "read/read.h"

namespace lectern {
namespace {

/// A PNG of one pixel.
constexpr std::string_view kPixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

ToolResult read_as(std::string_view name, std::string_view text, ReadRequest request = {},
                   const ReadOptions& options = {}) {
  request.file_path = name;
  return read(as_bytes(text), request, options);
}

std::string open_document(std::string_view kind, std::string_view rest) {
  return "<?xml version=\"1.0\"?><office:document "
         "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" "
         "xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" "
         "xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" "
         "xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" "
         "xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" "
         "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
         "office:mimetype=\"application/vnd.oasis.opendocument." +
         std::string(kind) +
         "\"><office:meta><dc:title>Plan</dc:title></office:meta><office:master-styles>"
         "<style:master-page><style:header><text:p>Top</text:p></style:header>"
         "</style:master-page></office:master-styles><office:body><office:" +
         std::string(kind) + ">" + std::string(rest) + "</office:" + std::string(kind) +
         "></office:body></office:document>";
}

std::string word_2003(std::string_view before, std::string_view body) {
  return "<?xml version=\"1.0\"?><?mso-application progid=\"Word.Document\"?><!-- <x> -->"
         "<w:wordDocument xmlns:w=\"http://schemas.microsoft.com/office/word/2003/wordml\" "
         "xmlns:v=\"urn:schemas-microsoft-com:vml\" "
         "xmlns:o=\"urn:schemas-microsoft-com:office:office\" "
         "xmlns:wx=\"http://schemas.microsoft.com/office/word/2003/auxHint\" "
         "xmlns:aml=\"http://schemas.microsoft.com/aml/2001/core\" xmlns:my=\"urn:mine\">" +
         std::string(before) + "<w:body><wx:sect>" + std::string(body) +
         "</wx:sect></w:body></w:wordDocument>";
}

std::string run(std::string_view text) { return "<w:r><w:t>" + std::string(text) + "</w:t></w:r>"; }

std::string workbook_2003(std::string_view before, std::string_view sheets) {
  return "<?xml version=\"1.0\"?>\n<Workbook "
         "xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\" "
         "xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\" "
         "xmlns:x=\"urn:schemas-microsoft-com:office:excel\">" +
         std::string(before) + std::string(sheets) + "</Workbook>";
}

std::string sheet_2003(std::string_view name, std::string_view rows) {
  return "<Worksheet ss:Name=\"" + std::string(name) + "\"><Table>" + std::string(rows) +
         "</Table></Worksheet>";
}

std::string flat_package(std::string_view parts) {
  return "<pkg:package xmlns:pkg=\"http://schemas.microsoft.com/office/2006/xmlPackage\" "
         "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">" +
         std::string(parts) + "</pkg:package>";
}

std::string word_part(std::string_view text) {
  return "<pkg:part pkg:name=\"/word/document.xml\" "
         "pkg:contentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml."
         "document.main+xml\"><pkg:xmlData><w:document><w:body><w:p><w:r><w:t>" +
         std::string(text) + "</w:t></w:r></w:p></w:body></w:document></pkg:xmlData></pkg:part>";
}

}  // namespace

TEST_CASE("a flat OpenDocument is read as its package, whatever its name", "[flat]") {
  const std::string text = open_document(
      "text",
      "<text:h text:outline-level=\"2\">Head</text:h><text:p>a &lt;b&gt;<draw:frame><draw:image>"
      "<office:binary-data>" +
          std::string(kPixel) +
          "</office:binary-data></draw:image></draw:frame></text:p><text:p><draw:frame>"
          "<draw:object><math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi>x</mi></math>"
          "</draw:object></draw:frame></text:p>");
  for (const std::string_view name : {"a.fodt", "a.xml", "a"}) {
    const ToolResult result = read_as(name, text);
    REQUIRE(result.success);
    CHECK(result.content == "[Header: Top]\n\n## Head\n\na \\<b>[Image 1: 1x1 PNG]\n\n$x$");
    CHECK(result.images.size() == 1);
    CHECK(result.metadata.mime_type == "application/vnd.oasis.opendocument.text");
    CHECK(result.metadata.document->title == "Plan");
  }
}

TEST_CASE("flat OpenDocument sheets and slides are read as those of packages", "[flat]") {
  const ToolResult sheet = read_as(
      "a.fods", open_document("spreadsheet",
                              "<table:table table:name=\"S\"><table:table-row><table:table-cell "
                              "office:value-type=\"float\" office:value=\"3\"><text:p>3.00"
                              "</text:p></table:table-cell></table:table-row></table:table>"));
  REQUIRE(sheet.success);
  CHECK(sheet.content.find("| 1 | 3.00 |") != std::string::npos);
  const ToolResult slide =
      read_as("a.fodp", open_document("presentation",
                                      "<draw:page draw:name=\"p\"><draw:frame><draw:text-box>"
                                      "<text:p>On it</text:p></draw:text-box></draw:frame>"
                                      "</draw:page>"));
  REQUIRE(slide.success);
  CHECK(slide.content.find("## Slide 1 of 1\n\nOn it") != std::string::npos);
}

TEST_CASE("a package as one XML is read by the reader of its kind", "[flat]") {
  const ToolResult result = read_as("a.xml", flat_package(word_part("Flat &amp; one")));
  REQUIRE(result.success);
  CHECK(result.content == "Flat & one");
  CHECK(result.metadata.mime_type ==
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document");
  // The name promises another format.
  CHECK(read_as("a.doc", flat_package(word_part("x"))).metadata.warnings.size() == 1);
}

TEST_CASE("a flat package that breaks off shows what it has and says so", "[flat]") {
  std::string text = flat_package(word_part("whole"));
  text.resize(text.find("</pkg:package>"));
  const ToolResult result = read_as("a.xml", text);
  REQUIRE(result.success);
  CHECK(result.content == "whole");
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(result.metadata.warnings[0].find("not well-formed at byte") != std::string::npos);
}

TEST_CASE("parts of a flat document are bounded", "[flat]") {
  ReadOptions options;
  options.limits.max_decoded_bytes = 1'000;
  const ToolResult result =
      read_as("a.xml", flat_package(word_part(std::string(2'000, 'x'))), {}, options);
  REQUIRE_FALSE(result.success);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
}

TEST_CASE("a picture that is too long for a flat document is left out by name", "[flat]") {
  const std::string text = open_document(
      "text",
      "<text:p>before</text:p><text:p><draw:frame><draw:image><office:binary-data>" +
          std::string(4'000, 'A') +
          "</office:binary-data></draw:image></draw:frame></text:p><text:p>behind</text:p>");
  ReadOptions options;
  options.limits.max_decoded_bytes = 6'000;
  const ToolResult cut = read_as("a.fodt", text, {}, options);
  REQUIRE(cut.success);
  CHECK(cut.content.find("before") != std::string::npos);
  CHECK(cut.content.find("behind") != std::string::npos);
  REQUIRE_FALSE(cut.metadata.warnings.empty());
  CHECK(cut.metadata.warnings[0].find("1 part of the document left out") != std::string::npos);
  // Half of the room is for a picture that may be shown.
  options.limits.max_decoded_bytes = 10'000;
  for (const std::string& warning : read_as("a.fodt", text, {}, options).metadata.warnings)
    CHECK(warning.find("left out") == std::string::npos);
}

TEST_CASE("XML that only names these formats stays text", "[flat]") {
  for (const std::string_view text :
       {"<a xmlns:pkg=\"http://schemas.microsoft.com/office/2006/xmlPackage\"/>",
        "see <w:wordDocument xmlns:w=\"http://schemas.microsoft.com/office/word/2003/wordml\">",
        "<Workbook>urn:schemas-microsoft-com:office:spreadsheet</Workbook>",
        "<!-- <Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\"> --><b/>"}) {
    CHECK(read_as("a.xml", text).content_type == ContentType::kText);
  }
  ReadRequest request;
  request.file_type = "text";
  CHECK(read_as("a.xml", workbook_2003("", ""), request).content_type == ContentType::kText);
}

TEST_CASE("a Word 2003 document has headings, lists, notes, changes, comments and pictures",
          "[flat]") {
  const std::string text = word_2003(
      "<o:DocumentProperties><o:Title>Plan</o:Title><o:Author>Bob</o:Author>"
      "</o:DocumentProperties><w:lists><w:listDef w:listDefId=\"3\"><w:lvl w:ilvl=\"0\">"
      "<w:start w:val=\"2\"/><w:nfc w:val=\"4\"/><w:lvlText w:val=\"(%1)\"/></w:lvl></w:listDef>"
      "<w:list w:ilfo=\"1\"><w:ilst w:val=\"3\"/></w:list></w:lists><w:styles>"
      "<w:style w:type=\"paragraph\" w:styleId=\"H\"><w:name w:val=\"heading 2\"/></w:style>"
      "</w:styles>",
      "<wx:sub-section><w:p><w:pPr><w:pStyle w:val=\"H\"/></w:pPr>" + run("Head") +
          "</w:p></wx:sub-section><w:p>" + run("in ") + "<my:name>" + run("mine") +
          "</my:name><w:r><w:footnote><w:p>" + run("below") +
          "</w:p></w:footnote></w:r><aml:annotation w:type=\"Word.Deletion\" aml:author=\"Eve\">"
          "<aml:content><w:r><w:delText>old</w:delText></w:r></aml:content></aml:annotation>"
          "<aml:annotation w:type=\"Word.Insertion\" aml:author=\"Eve\"><aml:content>" +
          run(" new") +
          "</aml:content></aml:annotation><w:r><aml:annotation w:type=\"Word.Comment\" "
          "aml:author=\"Ann\"><aml:content><w:p>" +
          run("why?") +
          "</w:p></aml:content></aml:annotation></w:r></w:p><w:p><w:pPr><w:listPr>"
          "<w:ilvl w:val=\"0\"/><w:ilfo w:val=\"1\"/></w:listPr></w:pPr>" +
          run("item") + "</w:p><w:p><w:hlink w:dest=\"http://x.y/\">" + run("link") +
          "</w:hlink><w:r><w:pict><w:binData w:name=\"wordml://1.png\">" + std::string(kPixel) +
          "</w:binData><v:shape alt=\"dot\"><v:imagedata src=\"wordml://1.png\"/></v:shape>"
          "</w:pict></w:r></w:p><w:tbl><w:tr><w:tc><w:tcPr><w:vmerge w:val=\"restart\"/></w:tcPr>"
          "<w:p>" +
          run("a") + "</w:p></w:tc><w:tc><w:p>" + run("b") +
          "</w:p></w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vmerge/></w:tcPr><w:p/></w:tc><w:tc><w:p>" +
          run("c") + "</w:p></w:tc></w:tr></w:tbl><w:sectPr><w:hdr w:type=\"odd\"><w:p>" +
          run("Top") + "</w:p></w:hdr></w:sectPr>");
  for (const std::string_view name : {"a.doc", "a.xml"}) {
    ReadOptions options;
    options.document.changes = TrackedChanges::kMarked;
    const ToolResult result = read_as(name, text, {}, options);
    REQUIRE(result.success);
    CHECK(result.content.starts_with(
        "[Header: Top]\n\n## Head\n\nin mine[^1]{--old--}{>>Eve<<} {++new++}{>>Eve<<} "
        "[Comment by Ann: why?]\n\n- (b) item\n\n[link](http://x.y/)[Image 1: 1x1 PNG: "
        "\"dot\"]\n\n| | |\n|---|---|\n| a | b |\n| | c |\n\n[^1]: below"));
    CHECK(result.images.size() == 1);
    CHECK(result.metadata.document->title == "Plan");
    CHECK(result.metadata.document->author == "Bob");
  }
}

TEST_CASE("a Word 2003 document without a body is refused", "[flat]") {
  const ToolResult result =
      read_as("a.xml",
              "<w:wordDocument xmlns:w=\"http://schemas.microsoft.com/office/word/2003/wordml\"/>");
  REQUIRE_FALSE(result.success);
  CHECK(result.error->code == ErrorCode::kCorruptDocument);
}

TEST_CASE("notes in notes and deep nesting of Word 2003 end", "[flat]") {
  std::string nested;
  for (int i = 0; i < 700; ++i) nested += "<w:p><w:r><w:footnote>";
  nested += run("deep");
  for (int i = 0; i < 700; ++i) nested += "</w:footnote></w:r></w:p>";
  CHECK_FALSE(read_as("a.xml", word_2003("", nested)).content.empty());
  std::string tables;
  for (int i = 0; i < 300; ++i) tables += "<w:tbl><w:tr><w:tc>";
  for (int i = 0; i < 300; ++i) tables += "</w:tc></w:tr></w:tbl>";
  CHECK_FALSE(read_as("a.xml", word_2003("", tables)).content.empty());
}

TEST_CASE("an Excel 2003 workbook shows its cells by their formats", "[flat]") {
  const std::string text = workbook_2003(
      "<Styles><Style ss:ID=\"Default\"><NumberFormat/></Style><Style ss:ID=\"d\">"
      "<NumberFormat ss:Format=\"Short Date\"/></Style><Style ss:ID=\"p\" ss:Parent=\"q\"/>"
      "<Style ss:ID=\"q\"><NumberFormat ss:Format=\"0.0%\"/></Style></Styles><Names>"
      "<NamedRange ss:Name=\"Rates\" ss:RefersTo=\"=Sums!R5C3\"/></Names>",
      sheet_2003("Sums",
                 "<Column ss:Index=\"4\" ss:Hidden=\"1\"/><Row><Cell><Data ss:Type=\"String\">Na|me"
                 "</Data></Cell><Cell ss:Index=\"3\" ss:StyleID=\"d\"><Data ss:Type=\"DateTime\">"
                 "2004-05-06T00:00:00.000</Data></Cell></Row><Row ss:Index=\"5\" ss:Hidden=\"1\">"
                 "<Cell ss:MergeAcross=\"1\"><Data ss:Type=\"Number\">1.5</Data><Comment "
                 "ss:Author=\"Ann\"><ss:Data>hm</ss:Data></Comment></Cell><Cell ss:StyleID=\"p\" "
                 "ss:Formula=\"=R[-4]C[-2]*2\"><Data ss:Type=\"Number\">0.125</Data></Cell>"
                 "<Cell ss:HRef=\"http://a.b/\"><Data ss:Type=\"Boolean\">1</Data></Cell>"
                 "<Cell><Data ss:Type=\"Error\">#DIV/0!</Data></Cell></Row>") +
          "<Worksheet ss:Name=\"Old\"><Table/><WorksheetOptions "
          "xmlns=\"urn:schemas-microsoft-com:office:excel\"><Visible>SheetHidden</Visible>"
          "</WorksheetOptions></Worksheet>");
  const ToolResult result = read_as("a.xls", text);
  REQUIRE(result.success);
  CHECK(result.metadata.mime_type == "application/vnd.ms-excel");
  CHECK(result.content.find("2. Old (hidden, empty)") != std::string::npos);
  CHECK(result.content.find("| | A | C | D (hidden) | E |\n|---|---|---|---|---|\n"
                            "| 1 | Na\\|me | 5/6/2004 | | |\n"
                            "| 5 (hidden) | 1.5 | 12.5% | TRUE | #DIV/0! |\n") !=
        std::string::npos);
  CHECK(result.content.find("Merged cells: A5:B5") != std::string::npos);
  CHECK(result.content.find("- D5: http://a.b/") != std::string::npos);
  CHECK(result.content.find("- A5: [Comment by Ann: hm]") != std::string::npos);

  ReadRequest request;
  request.range = "Rates";
  ReadOptions options;
  options.sheet.values = SheetValues::kFormulas;
  const ToolResult formula = read_as("a.xml", text, request, options);
  REQUIRE(formula.success);
  CHECK(formula.content.find("| 5 (hidden) | =A1*2 → 12.5% |") != std::string::npos);
}

TEST_CASE("references in the R1C1 style become those of their cell", "[flat]") {
  const CellAddress at{5, 3};
  CHECK(a1_formula("R[-4]C[-2]*R1C1+RC", at) == "A1*$A$1+C5");
  CHECK(a1_formula("SUM(R[-1]C:RC[-1])", at) == "SUM(C4:B5)");
  CHECK(a1_formula("R5+C:C+R1:R3+C2", at) == "$5:$5+C:C+$1:$3+$B:$B");
  CHECK(a1_formula("ROUND(R2D2,1)&\"R1C1\"&'R1C1'!RC", at) == "ROUND(R2D2,1)&\"R1C1\"&'R1C1'!C5");
  CHECK(a1_formula("RC[-3]", at) == "XFD5");
  CHECK(a1_formula("R0C1+R9999999C1", at) == "R0C1+R9999999C1");
  CHECK(a1_formula("[Book.xls]S!R1C1+R", at) == "[Book.xls]S!$A$1+5:5");
  CHECK(a1_formula("\"open", at) == "\"open");
}

}  // namespace lectern
