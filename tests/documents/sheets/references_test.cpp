#include <catch2/catch_test_macros.hpp>

#include "documents/sheets/cells_table.h"
#include "documents/sheets/delimited/delimited_workbook.h"
#include "documents/sheets/formula.h"
#include "documents/sheets/ods/ods_workbook.h"
#include "documents/sheets/range_selection.h"

namespace lectern {
namespace {

class ThreeSheets final : public Workbook {
 public:
  ThreeSheets() {
    sheets_ = {{"Sales"}, {"Secret", SheetState::kHidden}, {"My 'own' Sheet"}};
    names_ = {{"Rates", "Sales!$B$2:$C$9", 0, *parse_area("B2:C9")}};
  }
  Result<void> read(std::size_t, const CellArea&, SheetSink&) override { return {}; }
};

std::string selected(std::string_view range) {
  const ThreeSheets workbook;
  const Result<RangeSelection> selection = select_range(workbook, range);
  if (!selection) return selection.error().message;
  return selection_text(workbook, selection->areas, selection->is_open).range;
}

TEST_CASE("Areas are read and written in the A1 style", "[sheets]") {
  for (const std::string_view text : {"A1:F200", "B7", "A:C", "3:5", "5:", "A5:F"}) {
    const auto area = parse_area(text);
    REQUIRE(area);
    CHECK(area_text(*area) == text);
  }
  CHECK(area_text(*parse_area("$F$200:A1")) == "A1:F200");
  CHECK(column_name(16384) == "XFD");
  for (const std::string_view text :
       {"", "A", "A0", "XFE1", "A1048577", "A1:", "1A", "A1:B2:C3", "A:5"}) {
    INFO(text);
    CHECK((!parse_area(text) || text == "A1:"));
  }
  CHECK(is_r1c1("R7C2"));
  CHECK(is_r1c1("R[-1]C[2]:R5C5"));
  CHECK_FALSE(is_r1c1("RC7"));
}

TEST_CASE("A range selects by sheet, number, name and cells", "[sheets]") {
  CHECK(selected("Sales!A1:F200") == "Sales!A1:F200");
  CHECK(selected("sales") == "Sales");
  CHECK(selected("3!A:C") == "'My ''own'' Sheet'!A:C");
  CHECK(selected("'My ''own'' Sheet'!B7") == "'My ''own'' Sheet'!B7");
  CHECK(selected("B7") == "Sales!B7");
  CHECK(selected("rates") == "Sales!B2:C9");
  CHECK(selected("Sales!5:,'My ''own'' Sheet':") == "Sales!5:,'My ''own'' Sheet':");
}

TEST_CASE("Hidden sheets come last", "[sheets]") {
  const ThreeSheets workbook;
  CHECK(reading_order(workbook) == std::vector<std::size_t>{0, 2, 1});
  CHECK(select_range(workbook, "")->areas.size() == 3);
  CHECK(select_range(workbook, "'My ''own'' Sheet':")->areas.size() == 2);
}

TEST_CASE("A range that selects nothing says what there is", "[sheets]") {
  CHECK(selected("Costs!A1") ==
        "there is no sheet \"Costs\": the workbook has 3 sheets: Sales, Secret, My 'own' Sheet");
  CHECK(selected("Sales!R7C2") ==
        "range \"Sales!R7C2\" is in the R1C1 style; write columns as letters: R7C2 is B7");
  CHECK(selected("what?").find("is no sheet, name or cells") != std::string::npos);
  CHECK(selected("Sales:,Secret").find("must come last") != std::string::npos);
}

/// Adds a row of these cells. \returns what the table said that it would cost.
TextCost add_row(CellsTable& table, std::uint32_t number, bool is_hidden,
                 const std::vector<std::pair<std::uint32_t, std::string>>& cells) {
  ShownRow row{number, is_hidden, {}, {}};
  for (const auto& [column, text] : cells) row.add(column, text);
  const TextCost texts = cost_of(row.texts);
  const TextCost cost = table.cost_with(row, texts);
  table.add(row, texts);
  return cost;
}

std::string written(const CellsTable& table) {
  std::string text;
  table.write(text);
  return text;
}

TEST_CASE("A table has the columns that are used", "[sheets]") {
  const std::vector<CellArea> hidden = {*parse_area("D:D")};
  CellsTable table(hidden);
  add_row(table, 2, false, {{1, "a"}, {4, "b"}});
  add_row(table, 7, true, {{4, "c"}});
  CHECK(written(table) ==
        "| | A | D (hidden) |\n|---|---|---|\n| 2 | a | b |\n| 7 (hidden) | | c |\n");
  CHECK(area_text(table.used()) == "A2:D7");
}

TEST_CASE("A table that would be mostly empty is a list", "[sheets]") {
  const std::vector<CellArea> none;
  CellsTable table(none);
  for (std::uint32_t i = 1; i <= 40; ++i) add_row(table, i * 100, false, {{i * 10, "x"}});
  const std::string text = written(table);
  CHECK(text.starts_with("- J100: x\n- T200: x\n"));
  CHECK(text.size() < 1000);
}

TEST_CASE("The cost of a table is never less than what it becomes", "[sheets]") {
  const std::vector<CellArea> none;
  CellsTable table(none);
  for (std::uint32_t i = 1; i <= 60; ++i) {
    std::vector<std::pair<std::uint32_t, std::string>> cells;
    for (std::uint32_t c = i % 5 + 1; c < 30; c += i % 3 + 1)
      cells.emplace_back(c * (i % 4 + 1), "value");
    const TextCost cost = add_row(table, i, i % 7 == 0, cells);
    CHECK(cost_of(written(table)).chars <= cost.chars);
  }
}

TEST_CASE("Of several cells in one column the last is kept, with its text alone", "[sheets]") {
  ShownRow row{1, false, {}, {}};
  for (const auto& [column, text] : {std::pair{3u, "c"}, {1u, "old"}, {2u, "b"}, {1u, "a"}})
    row.add(column, text);
  row.sort();
  row.keep_last_of_each();
  CHECK(row.texts == "abc");
  REQUIRE(row.cells.size() == 3);
  CHECK(row.text(row.cells[0]) == "a");
  CHECK(row.text(row.cells[2]) == "c");
  row.add(4, std::string(ShownRow::kMaxBytes, 'x'));
  CHECK(row.text(row.cells[3]) == "(not shown: 16,777,216 more bytes, the row has too many)");
}

TEST_CASE("Text costs its characters, whatever they are and wherever they stand", "[sheets]") {
  for (std::size_t size = 0; size < 20; ++size) {
    CHECK(cost_of(std::string(size, 'x')).chars == size);
    CHECK(cost_of(std::string(size, 'x') + "\xC3\xA4").chars == size + 1);
    CHECK(cost_of(std::string(size, 'x') + "\xE6\x97\xA5").token_quarters == size + 4);
  }
}

TEST_CASE("Text of a cell cannot look like anything else", "[sheets]") {
  CHECK(escape_cell("a|b") == "a\\|b");
  CHECK(escape_cell("a\r\nb\nc") == "a<br>b<br>c");
  CHECK(escape_cell("<br>") == "\\<br>");
  CHECK(escape_cell("[Image 1: x]") == "\\[Image 1: x]");
  CHECK(escape_cell("(hidden: 5) [Chart: x]") == "\\(hidden: 5) \\[Chart: x]");
  CHECK(escape_cell("{++x++} [x] (see y)") == "\\{++x++} [x] (see y)");
  CHECK(escape_line("(More follows. Next: range=A1)") == "\\(More follows. Next: range=A1)");
  CHECK(escape_cell("2 * 3") == "2 * 3");
  CHECK(escape_cell("*a* b") == "\\*a\\* b");
  CHECK(escape_cell("snake_case_name") == "snake_case_name");
  CHECK(escape_cell("AT&T &amp; x") == "AT&T \\&amp; x");
  CHECK(escape_cell("C:\\dir") == "C:\\dir");
  CHECK(escape_cell(std::string_view("a\0b", 3)) == "a␀b");
}

TEST_CASE("Shared formulas move with their cells", "[sheets]") {
  CHECK(moved_formula("SUM(A1:$B$2,C$3,$D4)", 2, 1) == "SUM(B3:$B$2,D$3,$D6)");
  CHECK(moved_formula("\"A1\"&LOG10(A1)", 1, 0) == "\"A1\"&LOG10(A2)");
  CHECK(moved_formula("'A1 b'!A1+Table1[A1]+A1x", 1, 0) == "'A1 b'!A2+Table1[A1]+A1x");
  CHECK(moved_formula("A:A+1:1", 1, 1) == "B:B+2:2");
}

TEST_CASE("Formulas of OpenDocument are written as others", "[sheets]") {
  CHECK(ods_formula("of:=SUM([.A1:.B2])") == "SUM(A1:B2)");
  CHECK(ods_formula("of:=[$'My Sheet'.B2]*\"[.A1]\"") == "'My Sheet'!B2*\"[.A1]\"");
  CHECK(ods_address("$Sheet1.$A$1:.$B$2") == "Sheet1!$A$1:$B$2");
}

TEST_CASE("A delimiter is the one that divides lines alike", "[sheets]") {
  CHECK(find_delimiter("a;b;c\n1,5;2;3\n4;5,5;6\n") == ';');
  CHECK(find_delimiter("a\tb\n1,2\t3\n") == '\t');
  CHECK(find_delimiter("a|b|c\nd|e|f\n") == '|');
  CHECK(find_delimiter("sep=;\na,b\n") == ';');
  CHECK(find_delimiter("one\ntwo\n") == ',');
}

class FieldLines final : public FieldParser::Rows {
 public:
  bool fields(std::vector<std::string>& fields, std::uint64_t more) override {
    for (const std::string& field : fields) text_ += "<" + field + ">";
    if (more > 0) text_ += "+" + std::to_string(more);
    text_ += "\n";
    return true;
  }
  std::string text_;
};

TEST_CASE("Fields may hold quotes, delimiters and line ends, however the text is cut", "[sheets]") {
  const std::string_view text = "a,\"b,\"\"c\"\"\nd\"\r\n,,\r\"last\"";
  for (const std::size_t size : {text.size(), std::size_t{1}, std::size_t{3}}) {
    FieldLines lines;
    FieldParser parser(',', lines);
    for (std::size_t at = 0; at < text.size(); at += size) parser.push(text.substr(at, size));
    parser.finish();
    CHECK(lines.text_ == "<a><b,\"c\"\nd>\n<><><>\n<last>\n");
  }
}

TEST_CASE("Of the fields of a row as many are kept as are wanted, and the others counted",
          "[sheets]") {
  FieldLines lines;
  FieldParser parser(',', lines, 2);
  parser.push("a,b,c,\"d,\"\n1,2\n3");
  parser.finish();
  CHECK(lines.text_ == "<a><b>+2\n<1><2>\n<3>\n");
}

}  // namespace
}  // namespace lectern
