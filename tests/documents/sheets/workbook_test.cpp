#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>

#include "read/read.h"
#include "support/zip_writer.h"

namespace lectern {
namespace {

constexpr std::string_view kMain = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
constexpr std::string_view kRelations =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
constexpr std::string_view kPackage =
    "http://schemas.openxmlformats.org/package/2006/relationships";

/// A workbook with sheets "One", "Two" (hidden) whose sheetData and what follows are given.
ByteVector workbook(std::string_view one, std::string_view two = "<sheetData/>",
                    std::string_view strings = "", std::string_view sheet_relations = "") {
  const auto relation = [&](std::string_view id, std::string_view type, std::string_view target) {
    return compose(
        {"<Relationship Id=\"{}\" Type=\"{}/{}\" Target=\"{}\"/>", id, kRelations, type, target});
  };
  const std::string rels_open = compose({"<Relationships xmlns=\"{}\">", kPackage});
  ZipWriter zip;
  zip.add("_rels/.rels",
          rels_open + relation("r", "officeDocument", "xl/workbook.xml") + "</Relationships>");
  zip.add("xl/workbook.xml",
          compose({"<workbook xmlns=\"{}\" xmlns:r=\"{}\"><sheets><sheet name=\"One\" r:id=\"a\"/>"
                   "<sheet name=\"Two\" state=\"hidden\" r:id=\"b\"/></sheets><definedNames>"
                   "<definedName name=\"Rate\">One!$B$1</definedName></definedNames></workbook>",
                   kMain, kRelations}));
  zip.add("xl/_rels/workbook.xml.rels",
          rels_open + relation("a", "worksheet", "worksheets/sheet1.xml") +
              relation("b", "worksheet", "worksheets/sheet2.xml") +
              relation("c", "styles", "styles.xml") +
              relation("d", "sharedStrings", "sharedStrings.xml") + "</Relationships>");
  zip.add("xl/styles.xml",
          compose({"<styleSheet xmlns=\"{}\"><numFmts><numFmt numFmtId=\"164\" "
                   "formatCode=\";;;\"/></numFmts>"
                   "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"10\"/><xf numFmtId=\"14\"/>"
                   "<xf numFmtId=\"164\"/></cellXfs></styleSheet>",
                   kMain}));
  zip.add("xl/sharedStrings.xml", compose({"<sst xmlns=\"{}\">{}</sst>", kMain, strings}));
  for (const auto& [name, body] :
       {std::pair{"xl/worksheets/sheet1.xml", one}, {"xl/worksheets/sheet2.xml", two}}) {
    zip.add(name, compose({"<worksheet xmlns=\"{}\" xmlns:r=\"{}\">{}</worksheet>", kMain,
                           kRelations, body}));
  }
  if (!sheet_relations.empty()) {
    zip.add("xl/worksheets/_rels/sheet1.xml.rels",
            compose({"{}{}</Relationships>", rels_open, sheet_relations}));
  }
  return zip.finish();
}

ToolResult read_named(const ByteVector& file, std::string_view name, std::string_view range,
                      SheetValues values = SheetValues::kShown, std::uint64_t chars = 100000) {
  ReadRequest request;
  request.file_path = name;
  request.range = range;
  ReadOptions options;
  options.sheet.values = values;
  options.limits.max_content_chars = chars;
  return read(file, request, options);
}

ToolResult shown(const ByteVector& file, std::string_view range = "",
                 SheetValues values = SheetValues::kShown, std::uint64_t chars = 100000) {
  return read_named(file, "a.xlsx", range, values, chars);
}

bool has(const ToolResult& result, std::string_view text) {
  INFO(result.content);
  INFO(text);
  const bool found = result.content.find(text) != std::string::npos;
  CHECK(found);
  return found;
}

constexpr std::string_view kTypes =
    "<sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" s=\"1\"><v>0.075</v></c>"
    "<c r=\"C1\" s=\"2\"><v>42344</v></c><c r=\"D1\" t=\"b\"><v>1</v></c><c r=\"E1\" "
    "t=\"e\"><v>#DIV/0!</v></c>"
    "<c r=\"F1\" "
    "t=\"inlineStr\"><is><r><t>in</t></r><rPh><t>no</t></rPh><r><t>line</t></r></is></c>"
    "<c r=\"G1\" s=\"3\"><v>7</v></c></row>"
    "<row r=\"9\" hidden=\"1\"><c r=\"B9\"><f>A1*2</f></c><c r=\"C9\"><f t=\"shared\" "
    "ref=\"C9:C10\" si=\"0\">B9+1</f><v>5</v></c></row>"
    "<row r=\"10\"><c r=\"C10\"><f t=\"shared\" si=\"0\"/><v>6</v></c></row></sheetData>"
    "<mergeCells><mergeCell ref=\"A1:A3\"/></mergeCells>";
constexpr std::string_view kStrings = "<si><t>a_x0041_|b</t></si>";

TEST_CASE("A workbook shows its map, then cells as their program shows them", "[sheets]") {
  const ToolResult result = shown(workbook(kTypes, "<sheetData/>", kStrings));
  REQUIRE(result.success);
  CHECK(result.content_type == ContentType::kDocument);
  CHECK(result.metadata.document->sheet_count == 2);
  has(result, "Workbook with 2 sheets:\n1. One (A1:G10)\n2. Two (hidden, empty)\n");
  has(result, "- Rate: One!$B$1\n");
  has(result, "| | A | B | C | D | E | F | G |\n");
  has(result, "| 1 | aA\\|b | 7.50% | 12/6/2015 | TRUE | #DIV/0! | inline | (hidden: 7) |\n");
  has(result, "| 9 (hidden) | | =A1*2 | 5 | | | | |\n");
  has(result, "1 formula without a stored value");
  has(result, "Merged cells: A1:A3\n");
  CHECK_FALSE(result.truncated);
}

TEST_CASE("Stored values and formulas are shown on request", "[sheets]") {
  const ByteVector file = workbook(kTypes, "<sheetData/>", kStrings);
  has(shown(file, "B1:C1", SheetValues::kRaw), "| 1 | 0.075 | 2015-12-06 |\n");
  const ToolResult formulas = shown(file, "C9:C10", SheetValues::kFormulas);
  has(formulas, "=B9+1 → 5");
  has(formulas, "=B10+1 → 6");
  has(shown(file, "Rate"), "| 1 | 7.50% |\n");
}

TEST_CASE("Following next shows every cell once, whatever the limit", "[sheets]") {
  std::string rows = "<sheetData>";
  for (int r = 1; r <= 120; ++r) {
    append_to(rows, {"<row r=\"{}\">", r});
    for (const char c : {'A', 'B', 'C'})
      append_to(rows, {"<c r=\"{}{}\"><v>{}</v></c>", c, r, r * 1000 + (c - 'A')});
    rows += "</row>";
  }
  rows += "</sheetData>";
  const ByteVector file = workbook(rows, "<sheetData><row><c><v>31</v></c></row></sheetData>");
  for (const std::uint64_t chars : {700u, 1500u, 5000u}) {
    std::string all;
    std::string range;
    for (int reads = 0; reads < 100; ++reads) {
      const ToolResult result = shown(file, range, SheetValues::kShown, chars);
      REQUIRE(result.success);
      CHECK(result.content.size() <= chars);
      all += result.content;
      if (!result.truncated) break;
      REQUIRE(result.truncation->next);
      REQUIRE(result.truncation->next->range != range);
      range = result.truncation->next->range;
    }
    for (int r = 1; r <= 120; ++r) {
      const std::string row =
          compose({"| {} | {} | {} | {} |\n", r, r * 1000, r * 1000 + 1, r * 1000 + 2});
      INFO(row);
      const std::size_t first = all.find(row);
      REQUIRE(first != std::string::npos);
      CHECK(all.find(row, first + 1) == std::string::npos);
    }
    CHECK(all.find("| 1 | 31 |") != std::string::npos);
    CHECK(all.find("Two (hidden)") != std::string::npos);
  }
}

TEST_CASE("A row longer than a result is shown in parts", "[sheets]") {
  std::string row = "<sheetData><row r=\"1\">";
  for (int i = 0; i < 50; ++i)
    append_to(row, {"<c t=\"str\"><v>{}value{}</v></c>", std::string(40, 'x'), i});
  const ByteVector file = workbook(row + "</row></sheetData>");
  std::string all;
  std::string range = "One";
  for (int reads = 0; reads < 60; ++reads) {
    const ToolResult result = shown(file, range, SheetValues::kShown, 1000);
    all += result.content;
    if (!result.truncated) break;
    range = result.truncation->next->range;
  }
  for (int i = 0; i < 50; ++i) CHECK(all.find(compose({"xvalue{} |", i})) != std::string::npos);
}

TEST_CASE("Cells at the edges of a sheet cost what they hold", "[sheets]") {
  const ToolResult result = shown(workbook(
      "<dimension ref=\"A1:XFD1048576\"/><sheetData><row r=\"1\"><c r=\"A1\"><v>1</v></c></row>"
      "<row r=\"1048576\"><c r=\"XFD1048576\"><v>2</v></c></row></sheetData>"));
  has(result, "| | A | XFD |\n");
  has(result, "| 1048576 | | 2 |\n");
  CHECK(result.content.size() < 600);
}

TEST_CASE("Links, lists of values and comments follow the cells they belong to", "[sheets]") {
  const ByteVector file = workbook(
      "<sheetData><row r=\"2\"><c r=\"B2\"><v>1</v></c></row></sheetData>"
      "<dataValidations><dataValidation type=\"list\" sqref=\"B2 "
      "C3:C5\"><formula1>\"x,y\"</formula1></dataValidation></dataValidations>"
      "<hyperlinks><hyperlink ref=\"B2\" r:id=\"h\"/></hyperlinks>",
      "<sheetData/>", "",
      "<Relationship Id=\"h\" Type=\"x/hyperlink\" Target=\"https://example.com/a\" "
      "TargetMode=\"External\"/>");
  const ToolResult result = shown(file);
  has(result, "Links:\n- B2: https://example.com/a\n");
  has(result, "Allowed values:\n- B2: x,y\n- C3:C5: x,y\n");
  CHECK(shown(file, "D1:D9").content.find("Links") == std::string::npos);
}

TEST_CASE("A search names the cell", "[sheets]") {
  ReadRequest request;
  request.file_path = "a.xlsx";
  request.search = "inline";
  const ToolResult result = read(workbook(kTypes, "<sheetData/>", kStrings), request, {});
  has(result, "- One!F1: inline\n");
}

TEST_CASE("Columns without a width and rows without a height are hidden", "[sheets]") {
  const ToolResult result = shown(workbook(
      "<cols><col min=\"2\" max=\"2\" width=\"0\" customWidth=\"1\"/>"
      "<col min=\"3\" max=\"3\" width=\"9.1\"/></cols><sheetData>"
      "<row r=\"1\" ht=\"15\"><c r=\"A1\"><v>1</v></c><c r=\"B1\"><v>2</v></c>"
      "<c r=\"C1\"><v>3</v></c></row>"
      "<row r=\"2\" ht=\"0\" customHeight=\"1\"><c r=\"A2\"><v>4</v></c></row></sheetData>"));
  has(result, "| | A | B (hidden) | C |\n");
  has(result, "| 1 | 1 | 2 | 3 |\n| 2 (hidden) | 4 |");
}

TEST_CASE("What is wrong with a workbook is said", "[sheets]") {
  CHECK(shown(workbook("<sheetData/>"), "Three!A1").error->code == ErrorCode::kOutOfRange);
  CHECK(shown(workbook("<sheetData/>"), "R1C1").error->code == ErrorCode::kInvalidArgument);
  const ToolResult cut =
      shown(workbook("<sheetData><row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row>"));
  REQUIRE(cut.success);
  has(cut, "| 1 | 1 |\n");
  REQUIRE_FALSE(cut.metadata.warnings.empty());
  CHECK(cut.metadata.warnings[0].find("not well-formed") != std::string::npos);
}

ByteVector spreadsheet(std::string_view tables, std::string_view object = {}) {
  ZipWriter zip;
  zip.add("mimetype", "application/vnd.oasis.opendocument.spreadsheet", false);
  zip.add(
      "content.xml",
      compose(
          {"<office:document-content "
           "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" "
           "xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" "
           "xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"><office:body>"
           "<office:spreadsheet>{}</office:spreadsheet></office:body></office:document-content>",
           tables}));
  if (!object.empty()) zip.add("Object 1/content.xml", object);
  return zip.finish();
}

constexpr std::string_view kTableWithObject =
    "<table:table table:name=\"S\"><table:table-row><table:table-cell/><table:table-cell>"
    "<draw:frame xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\">"
    "<draw:object xmlns:xlink=\"http://www.w3.org/1999/xlink\" xlink:href=\"./Object 1\"/>"
    "</draw:frame></table:table-cell></table:table-row></table:table>";

std::string chart_content(std::string_view inside) {
  return compose(
      {"<office:document-content "
       "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" "
       "xmlns:chart=\"urn:oasis:names:tc:opendocument:xmlns:chart:1.0\" "
       "xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" "
       "xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"><office:body>"
       "<office:chart><chart:chart chart:class=\"chart:bar\"><chart:title><text:p>Sales"
       "</text:p></chart:title>{}</chart:chart></office:chart></office:body>"
       "</office:document-content>",
       inside});
}

TEST_CASE("A chart in an OpenDocument sheet is shown with its values", "[sheets]") {
  const std::string chart = chart_content(
      "<table:table><table:table-row><table:table-cell/><table:table-cell><text:p>2024</text:p>"
      "</table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>North"
      "</text:p></table:table-cell><table:table-cell><text:p>7</text:p></table:table-cell>"
      "</table:table-row></table:table>");
  has(read_named(spreadsheet(kTableWithObject, chart), "a.ods", ""),
      "Charts:\n- B1: [Chart, bar: \"Sales\"]\n\n| | 2024 |\n|---|---|\n| North | 7 |\n");
}

TEST_CASE("A chart in an OpenDocument sheet without values names their cells", "[sheets]") {
  const std::string chart = chart_content(
      "<chart:plot-area><chart:series chart:values-cell-range-address=\"S.$B$1:.$B$9\"/>"
      "<chart:series chart:values-cell-range-address=\"S.$C$1:.$C$9\"/></chart:plot-area>");
  has(read_named(spreadsheet(kTableWithObject, chart), "a.ods", ""),
      "- B1: [Chart, bar: \"Sales\"] with values of S!$B$1:$B$9, S!$C$1:$C$9\n");
}

TEST_CASE("An object in an OpenDocument sheet that is no chart is named", "[sheets]") {
  const std::string_view text =
      "<office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\">"
      "<office:body><office:text/></office:body></office:document-content>";
  for (const ByteVector& file :
       {spreadsheet(kTableWithObject, text), spreadsheet(kTableWithObject)}) {
    has(read_named(file, "a.ods", ""), "Embedded objects:\n- B1: Object 1\n");
  }
}

TEST_CASE("OpenDocument repeats are counted, not expanded", "[sheets]") {
  const ByteVector file = spreadsheet(
      "<table:table table:name=\"S\"><table:table-column table:number-columns-repeated=\"16384\"/>"
      "<table:table-row table:number-rows-repeated=\"2147483647\"><table:table-cell "
      "table:number-columns-repeated=\"2147483647\"/></table:table-row>"
      "</table:table><table:table table:name=\"T\">"
      "<table:table-row><table:table-cell office:value-type=\"percentage\" "
      "office:value=\"0.5\"><text:p>50<text:s text:c=\"2\"/>%</text:p></table:table-cell>"
      "<table:table-cell table:number-columns-repeated=\"3\" office:value-type=\"float\" "
      "office:value=\"7\"/></table:table-row>"
      "<table:table-row "
      "table:number-rows-repeated=\"1048000\"><table:table-cell><text:p>x</text:p></"
      "table:table-cell></table:table-row>"
      "</table:table>");
  const ToolResult result = read_named(file, "a.ods", "", SheetValues::kShown, 3000);
  has(result, "1. S (empty)\n");
  has(result, "| 1 | 50  % | 7 | 7 | 7 |\n");
  REQUIRE(result.truncated);
  CHECK(result.content.size() <= 3000);
  has(read_named(file, "a.ods", "T!A1048001:B1048002"), "| 1048001 | x |\n");
}

TEST_CASE("A search finds each of the cells that repeat a text, an outline their ends",
          "[sheets]") {
  const ByteVector file = spreadsheet(
      "<table:table table:name=\"S\"><table:table-row><table:table-cell "
      "table:number-columns-repeated=\"40\"><text:p>sought</text:p></table:table-cell>"
      "<table:table-cell table:number-columns-repeated=\"40\"><text:p>other</text:p>"
      "</table:table-cell></table:table-row></table:table>");
  ReadRequest request;
  request.file_path = "a.ods";
  request.search = "sought";
  const ToolResult found = read(file, request);
  CHECK(std::count(found.content.begin(), found.content.end(), '\n') == 40);
  has(found, "- S!AN1: sought\n");
  request.search = "";
  request.outline = true;
  has(read(file, request), "1. S: A1:CB1\n   row 1: | sought | sought ");
}

TEST_CASE("Raw numbers of OpenDocument have the digits that tell them from others", "[sheets]") {
  const ByteVector file = spreadsheet(
      "<table:table table:name=\"S\"><table:table-row><table:table-cell "
      "office:value-type=\"float\" office:value=\"4.4000000000000004\"><text:p>4.4</text:p>"
      "</table:table-cell><table:table-cell office:value-type=\"float\" "
      "office:value=\"1234567890123456\"><text:p>1.23E+15</text:p></table:table-cell>"
      "</table:table-row></table:table>");
  has(read_named(file, "a.ods", "", SheetValues::kRaw, 3000), "| 1 | 4.4 | 1234567890123456 |\n");
}

/// Records of BIFF 2: no container, no styles.
TEST_CASE("Records of Excel 2 are read without a container", "[sheets]") {
  ByteVector file;
  const auto record = [&](std::uint16_t type, const std::vector<int>& bytes) {
    for (const std::size_t value : {std::size_t{type}, bytes.size()}) {
      file.push_back(static_cast<std::uint8_t>(value & 0xFF));
      file.push_back(static_cast<std::uint8_t>(value >> 8));
    }
    for (const int byte : bytes) file.push_back(static_cast<std::uint8_t>(byte));
  };
  record(0x0009, {2, 0, 0x10, 0});
  record(0x0002, {0, 0, 0, 0, 0, 0, 0, 42, 0});
  record(0x0004, {1, 0, 1, 0, 0, 0, 0, 2, 'h', 'i'});
  record(0x0005, {2, 0, 0, 0, 0, 0, 0, 7, 1});
  record(0x000A, {});
  const ToolResult result = read_named(file, "a.xls", "");
  has(result, "| 1 | 42 | |\n| 2 | | hi |\n| 3 | #DIV/0! | |\n");
}

TEST_CASE("Delimited text is a table when a range asks for it", "[sheets]") {
  const std::string_view text = "name;price\r\n\"a;b\";1,5\r\n";
  const ByteVector file(text.begin(), text.end());
  has(read_named(file, "prices.csv", "A1:"),
      "| | A | B |\n|---|---|---|\n| 1 | name | price |\n| 2 | a;b | 1,5 |\n");
  has(read_named(file, "prices.csv", ""), "name;price");
}

TEST_CASE("Fields of delimited text behind the last column of a sheet are counted", "[sheets]") {
  const std::string text = std::string(16'383, ',') + "last,lost,too\n,\n";
  const ByteVector file(text.begin(), text.end());
  const ToolResult whole = read_named(file, "a.csv", "A1:");
  has(whole, "| 1 | last |\n");
  CHECK(whole.metadata.warnings ==
        std::vector<std::string>{"a: 2 cells behind column XFD left out: a sheet has no more "
                                 "columns"});
  CHECK(read_named(file, "a.csv", "A1:B2").metadata.warnings.empty());
}

}  // namespace
}  // namespace lectern
