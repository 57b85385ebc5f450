// What is read of a sheet's part without a parser is what the parser reads.
#include "documents/sheets/xlsx/plain_cells.h"

#include <catch2/catch_test_macros.hpp>
#include <random>

#include "documents/sheets/xlsx/values.h"
#include "documents/sheets/xlsx/xlsx_sheet.h"
#include "read/document_engine.h"
#include "support/slow_stream.h"
#include "support/zip_writer.h"

namespace lectern {
namespace {

using testing::SlowStream;

/// Writes down all that a sheet gives.
class WrittenSheet final : public SheetSink {
 public:
  void hide_columns(const CellArea& columns) override { text += "hide " + area_text(columns); }
  bool row(const ShownRow& row) override {
    append_to(text, {"\n{}{}", row.row, row.is_hidden ? "h" : ""});
    std::size_t bytes = 0;
    for (const ShownCell& cell : row.cells) {
      append_to(text, {" | {}: {}", cell.column, row.text(cell)});
      bytes += cell.size;
    }
    if (bytes != row.texts.size()) text += " texts without a cell";
    return row.row != 40;
  }
  void note(SheetNote note) override { text += "\nnote " + area_text(note.area) + note.text; }
  void lost_note() override {}
  void formula_without_value() override { text += "?"; }
  void hidden_value() override { text += "!"; }

  std::string text;
};

constexpr std::string_view kTexts =
    "<sst><si><t>zero</t></si><si><t>o|ne</t></si><si><t>_x0041_</t></si></sst>";

/// What is read of a sheet whose bytes come in pieces. Of single ones the parser reads all.
std::string read_in_pieces(std::string_view sheet, std::size_t piece, const CellArea& area,
                           SheetValues values) {
  ZipWriter zip;
  zip.add("s.xml", kTexts);
  const ByteVector file = zip.finish();
  const ReadRequest request;
  const ReadOptions options;
  const ReadContext context{.bytes = file,
                            .request = request,
                            .options = options,
                            .format = document_formats()[0],
                            .evidence = DetectedBy::kSignature};
  const auto package = OfficePackage::open(context);
  REQUIRE(package);
  SharedStrings strings(**package, "s.xml", 1 << 20);
  FormatTable formats;
  formats.define(164, ";;;");
  for (const std::uint32_t format : {0u, 10u, 14u, 164u, 4u}) formats.add_style(format);
  const CellText text(values, DateSystem::k1900);
  SlowStream stream(sheet, piece);
  XmlReader xml(stream);
  WrittenSheet sink;
  const Result<void> read =
      XlsxSheet(xml, {**package, strings, formats, text}, {}, area, sheet.size(), sink).read();
  if (!read) sink.text += "\nerror " + read.error().message;
  return sink.text;
}

constexpr std::string_view kCells[] = {
    "<c r=\"A1\"><v>1</v></c>",
    "<c r=\"B1\" s=\"1\"><v>0.075</v></c>",
    "<c t=\"s\" r=\"C1\"><v>1</v></c>",
    "<c s=\"2\" r=\"D1\"><v>42344</v></c>",
    "<c r='E1' t='s'><v>0</v></c>",
    "<c  r=\"F1\"><v>2</v></c>",
    "<c r=\"G1\" ><v>3</v></c>",
    "<c\nr=\"H1\"\n>\n<v>4</v>\n</c>",
    "<c r=\"I1\"/>",
    "<c r=\"J1\"></c>",
    "<c><v>5</v></c>",
    "<c/>",
    "<c r=\"K1\" t=\"str\"><v>a &amp; b</v></c>",
    "<c r=\"L1\"><v><![CDATA[6]]></v></c>",
    "<c r=\"M1\"><!-- <c r=\"X1\"><v>7</v></c> --><v>8</v></c>",
    "<!-- <c r=\"X1\"><v>9</v></c> -->",
    "<![CDATA[<c r=\"X1\"><v>10</v></c>]]>",
    "<x:c r=\"N1\"><x:v>11</x:v></x:c>",
    "<c r=\"O1\" cm=\"1\"><v>12</v></c>",
    "<c r=\"P1\" r=\"Q1\"><v>13</v></c>",
    "<c r=\"&#65;2\"><v>14</v></c>",
    "<c r=\"R1\" t=\"inlineStr\"><is><t>in <![CDATA[<]]></t></is></c>",
    "<c r=\"S1\" t=\"inlineStr\"><is><t>plain_x0041_|</t></is></c>",
    "<c r=\"T1\" t=\"inlineStr\"><is><t xml:space=\"preserve\"> x </t></is></c>",
    "<c r=\"T2\" t=\"inlineStr\"><is><r><t>a</t></r><rPh><t>n</t></rPh></is></c>",
    "<c r=\"U1\" t=\"str\"><f>A1&amp;B1</f><v>15</v></c>",
    "<c r=\"V1\"><f>A1*2</f></c>",
    "<c r=\"W1\"><f t=\"shared\" ref=\"W1:W9\" si=\"0\">A1+1</f><v>16</v></c>",
    "<c r=\"W2\"><f t=\"shared\" si=\"0\"/><v>17</v></c>",
    "<c r=\"W3\"><f t=\"shared\" si=\"0\"/></c>",
    "<c r=\"X1\" t=\"b\"><v>1</v></c>",
    "<c r=\"Y1\" t=\"e\"><v>#N/A</v></c>",
    "<c r=\"Z1\" t=\"d\"><v>2020-01-02</v></c>",
    "<c r=\"AA1\" s=\"3\"><v>18</v></c>",
    "<c r=\"AB1\" s=\"4\"><v>-1234.5675</v></c>",
    "<c r=\"AC1\" s=\"99\"><v>1E+3</v></c>",
    "<c r=\"AD1\" t=\"s\"><v>77</v></c>",
    "<c r=\"AD2\" t=\"s\"><v></v></c>",
    "<c r=\"XFD1\"><v>19</v></c>",
    "<c r=\"XFE1\"><v>20</v></c>",
    "<c r=\"A1\"><v>21</v><v>22</v></c>",
    "<c r=\"AE1\"><v>23\r\n</v></c>",
    "<c r=\"AF1\"><v>2]]>4</v></c>",
    "<c r=\"AG1\"><v><b/>25</v></c>",
    "<c r=\"AH1\" t=\"s\"><v> 1 </v></c>",
    "<c r=\">\"><v>26</v></c>",
    "<c r=\"AI1\"><v>a<v/>b</v></c>",
    "text",
    " \r\n\t",
    "<extLst><c r=\"AJ1\"><v>27</v></c></extLst>",
    "<?php <c r=\"AK1\"> ?>",
    "<row r=\"2\"><c r=\"AL1\"><v>28</v></c></row>",
    "<c r=\"AM1\" t=\"s\" s=\"1\"><v>2</v></c>"};
/// Of which no XML is made.
constexpr std::string_view kBroken[] = {"<c r=\"A1\"><v>1</c></v>", "<c r=\"A1\"><v>1</v></row>",
                                        "<c r=A1><v>1</v></c>",     "<c r=\"A1\"<v>1</v></c>",
                                        "<c r=\"A1\"><v>1",         "<c r><v>1</v></c>"};
constexpr std::string_view kRows[] = {"<row>",
                                      "<row r=\"3\">",
                                      "<row r=\"4\" spans=\"1:9\" x14ac:dyDescent=\"0.2\">",
                                      "<row r=\"5\" hidden=\"1\">",
                                      "<row ht=\"0\" r=\"6\">",
                                      "<row r='7'>",
                                      "<row r=\"0\">",
                                      "<row r=\"9999999\">",
                                      "<row\nr=\"8\">",
                                      "<row r=\"&#57;\">",
                                      "<row r=\"39\" xmlns:q=\"u\">",
                                      "<row r=\"40\">",
                                      "<row r=\"41\" r=\"42\">"};

std::string sheet_of(const std::vector<std::string>& rows) {
  std::string sheet = "<worksheet xmlns:x=\"u\"><sheetData>";
  for (const std::string& row : rows) sheet += row;
  return sheet + "</sheetData><mergeCells><mergeCell ref=\"A1:B2\"/></mergeCells></worksheet>";
}

void check_pieces(const std::string& sheet, const CellArea& area, SheetValues values,
                  std::size_t step) {
  const std::string parsed = read_in_pieces(sheet, 1, area, values);
  INFO(sheet);
  CHECK(read_in_pieces(sheet, sheet.size(), area, values) == parsed);
  for (std::size_t piece = 2; piece < sheet.size(); piece += step)
    REQUIRE(read_in_pieces(sheet, piece, area, values) == parsed);
}

TEST_CASE("Plain cells and rows are taken without a parser, others are not", "[sheets]") {
  PlainCell cell;
  const std::string_view text = " \n<c r=\"A1\" s=\"2\" t=\"s\"><v>12</v></c><c/>";
  CHECK(scan_plain_cell(text, cell) == text.size() - 4);
  CHECK(cell.reference == "A1");
  CHECK(cell.style == "2");
  CHECK(cell.type == "s");
  CHECK(cell.value == "12");
  // What begins like it is never taken for another cell.
  for (std::size_t size = 0; size < text.size() - 4; ++size)
    CHECK(scan_plain_cell(text.substr(0, size), cell) == 0);
  CHECK(scan_plain_cell("<c r=\"A1\"><f>B1</f><v>1</v></c>", cell) > 0);
  CHECK(cell.has_formula);
  CHECK(scan_plain_cell("<c r=\"A1\" t=\"inlineStr\"><is><t>x</t></is></c>", cell) > 0);
  CHECK(scan_plain_cell("<c r=\"A1\"><v>&lt;</v></c>", cell) == 0);
  CHECK(scan_plain_cell("<col r=\"A1\"/>", cell) == 0);
  std::string_view reference;
  const std::string_view row = "<row r=\"7\" x:y=\"1\"><c r=\"A7\"/> </row>";
  const std::size_t start = scan_plain_row_start(row, reference);
  CHECK(reference == "7");
  CHECK(start + scan_plain_row_end(row.substr(start)) == row.size());
  for (std::size_t size = start; size < row.size(); ++size)
    CHECK(scan_plain_row_end(row.substr(start, size - start)) == 0);
}

TEST_CASE("Each form of a cell gives the same with and without a parser", "[sheets]") {
  for (const auto values : {SheetValues::kShown, SheetValues::kRaw, SheetValues::kFormulas}) {
    for (const std::string_view cell : kCells) {
      const std::string row = "<c r=\"A1\"><v>1</v></c>" + std::string(cell) + "<c><v>2</v></c>";
      check_pieces(sheet_of({"<row r=\"2\">" + row + "</row>", "<row>" + row + "</row>"}),
                   CellArea(), values, 17);
    }
    for (const std::string_view cell : kBroken)
      check_pieces(sheet_of({"<row r=\"2\">" + std::string(cell) + "</row>"}), CellArea(), values,
                   7);
  }
}

TEST_CASE("Rows of any cells give the same with and without a parser", "[sheets]") {
  std::mt19937 random(25);
  const auto one_of = [&random](const auto& all) {
    return std::string(all[random() % std::size(all)]);
  };
  for (int i = 0; i < 150; ++i) {
    std::vector<std::string> rows;
    for (auto count = random() % 6 + 1; count > 0; --count) {
      std::string row = one_of(kRows);
      for (auto cells = random() % 6; cells > 0; --cells)
        row += random() % 150 == 0 ? one_of(kBroken) : one_of(kCells);
      rows.push_back(row + "</row>");
      if (random() % 4 == 0)
        rows.push_back(random() % 2 == 0 ? "<row r=\"12\"/>" : "<!-- </row> -->");
    }
    const std::string_view areas[] = {"3:5", "B4:W40", "A:C", "7:", "A1"};
    const auto area = random() % 3 == 0 ? CellArea() : *parse_area(one_of(areas));
    check_pieces(sheet_of(rows), area, static_cast<SheetValues>(random() % 3), random() % 40 + 10);
  }
}

}  // namespace
}  // namespace lectern
