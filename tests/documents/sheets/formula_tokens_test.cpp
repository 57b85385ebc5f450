// Formulas of binary workbooks, token by token and in a workbook.
#include "documents/sheets/formula_tokens.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "documents/sheets/biff/records.h"
#include "read/read.h"
#include "support/compound_writer.h"

namespace lectern {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

class SomeNames final : public FormulaNames {
 public:
  std::string sheets(std::uint32_t entry) const override {
    return entry == 0 ? "Sales!" : entry == 1 ? "'My Sheet':Last!" : "";
  }
  std::string name(std::uint32_t index) const override { return index == 1 ? "Rate" : ""; }
  std::string outer_name(std::uint32_t, std::uint32_t index) const override {
    return index == 1 ? "_xlfn.XLOOKUP" : "";
  }
};

std::string xls(std::string_view tokens, std::string_view extra = "", CellAddress at = {5, 3}) {
  WorkBudget budget{Limits()};
  SharedWork work(budget);
  return formula_text(as_bytes(tokens), as_bytes(extra), FormulaForm::kXls, at, SomeNames(), work);
}
std::string xlsb(std::string_view tokens, std::string_view extra = "", CellAddress at = {5, 3}) {
  WorkBudget budget{Limits()};
  SharedWork work(budget);
  return formula_text(as_bytes(tokens), as_bytes(extra), FormulaForm::kXlsb, at, SomeNames(), work);
}

}  // namespace

TEST_CASE("operators stand between what they join, and parentheses where the author put them",
          "[formula]") {
  // (A1+$B$2)*-3%
  CHECK(xls("\x44\0\0\0\xC0\x44\1\0\1\0\x03\x15\x1E\3\0\x13\x14\x05"sv) == "(A1+$B$2)*-3%");
  CHECK(xls("\x1E\1\0\x1E\2\0\x0E"sv) == "1<>2");
  CHECK(xls("\x17\2\0a\"\x1C\x07\x08\x1D\1\x08"sv) == "\"a\"\"\"&#DIV/0!&TRUE");
  CHECK(xls("\x1F\0\0\0\0\0\0\xF8\x3F"sv) == "1.5");
}

TEST_CASE("functions have their names, with as many arguments as they take", "[formula]") {
  CHECK(xls("\x24\0\0\0\xC0\x41\x0F\0"sv) == "SIN(A1)");
  CHECK(xls("\x41\x13\0"sv) == "PI()");
  CHECK(xls("\x25\0\0\1\0\0\xC0\0\xC0\x19\x10\0\0"sv) == "SUM(A1:A2)");
  CHECK(xls("\x1E\1\0\x16\x1E\3\0\x42\3\1\0"sv) == "IF(1,,3)");
  CHECK(xls("\x39\0\0\1\0\0\0\x1E\7\0\x42\2\xFF\0"sv) == "XLOOKUP(7)");
  CHECK(xls("\x1E\1\0\x1E\2\0\x42\2\xE0\1"sv) == "IFERROR(1,2)");
}

TEST_CASE("references are those of the cell, of other sheets, of names and of nothing",
          "[formula]") {
  CHECK(xls("\x2C\xFF\xFF\xFE\xC0"sv) == "A4");
  CHECK(xls("\x2C\0\0\0\0"sv) == "$A$1");
  CHECK(xls("\x2D\xFE\xFF\xFF\xFF\0\xC0\0\xC0"sv) == "C3:C4");
  CHECK(xls("\x3A\0\0\0\0\0\xC0"sv) == "Sales!A1");
  CHECK(xls("\x3B\1\0\0\0\xFF\xFF\0\xC0\1\xC0"sv) == "'My Sheet':Last!A:B");
  CHECK(xls("\x23\1\0\0\0"sv) == "Rate");
  CHECK(xls("\x2A\0\0\0\0"sv) == "#REF!");
  CHECK(xlsb("\x24\0\0\x01\0\xFF\xFF"sv) == "XFD65537");
  CHECK(xlsb("\x25\0\0\0\0\xFF\xFF\x0F\0\0\xC0\0\xC0"sv) == "A:A");
  CHECK(xlsb("\x2C\xFF\xFF\x0F\0\xFF\xFF"sv) == "B4");
}

TEST_CASE("arrays have their values", "[formula]") {
  CHECK(xls("\x20\0\0\0\0\0\0\0"sv,
            "\1\1\0\1\0\0\0\0\0\0\xF0\x3F\2\1\0\0x\4\1\0\0\0\0\0\0\0\x10\x2A\0\0\0\0\0\0\0"sv) ==
        "{1,\"x\";TRUE,#N/A}");
  CHECK(xlsb("\x60\0\0\0\0\0\0\0\0\0\0\0\0\0\0"sv,
             "\1\0\0\0\2\0\0\0\0\0\0\0\0\0\0\xF0\x3F\1\1\0x\0"sv) == "{1,\"x\"}");
}

TEST_CASE("tokens that nobody knows, that lack operands or are cut give no formula", "[formula]") {
  CHECK(xls("").empty());
  CHECK(xls("\x03"sv).empty());
  CHECK(xls("\x1E\1\0\x1E\2\0"sv).empty());
  CHECK(xls("\x24\0\0"sv).empty());
  CHECK(xls("\xFF"sv).empty());
  CHECK(xls("\x41\xFF\x7F"sv).empty());
  CHECK(xls("\x42\x7F\4\0"sv).empty());
  CHECK(xls("\x20\0\0\0\0\0\0\0"sv, "\xFF\xFF\xFF"sv).empty());
  // 2^30 characters out of 30 doublings.
  std::string bomb = "\x17\4\0abcd";
  bomb[2] = 0;
  bomb = std::string("\x17\x04\0abcd"sv);
  for (int i = 0; i < 4'000; ++i)
    bomb += "\x17\x40" + std::string(1, '\0') + std::string(64, 'x') + "\x08";
  CHECK(xls(bomb).empty());
}

TEST_CASE("what tokens write again and again is paid for, also where they give no formula",
          "[formula]") {
  const auto paid = [](const std::string& tokens, std::uint64_t max_work) {
    Limits limits;
    limits.max_work = max_work;
    WorkBudget budget(limits);
    SharedWork work(budget);
    const std::string text = formula_text(as_bytes(std::string_view(tokens)), {}, FormulaForm::kXls,
                                          {}, SomeNames(), work);
    CHECK(text.empty());
    return !work.error().has_value();
  };
  const std::string one = "\x1E\1\0"s;
  const std::string brackets = one + std::string(10'000, '\x15') + '\x7F';
  CHECK_FALSE(paid(brackets, 50'000'000));
  CHECK(paid(brackets, 400'000'000));
  std::string blanks;
  for (int i = 0; i < 10'000; ++i) blanks += "\x19\x40\0\0"s;
  CHECK_FALSE(paid(blanks + one + '\x7F', 100'000));
  CHECK(paid(blanks + one + '\x7F', 1'000'000));
}

TEST_CASE("a name that many cells show is cut where no program writes one so long", "[formula]") {
  CHECK(bounded_name("Rates") == "Rates");
  CHECK(bounded_name(std::string(5'000, 'x')) == std::string(1'000, 'x') + "…");
}

namespace {

void put(std::string& stream, int type, std::string_view body) {
  for (const std::size_t value : {static_cast<std::size_t>(type), body.size()}) {
    stream += static_cast<char>(value & 0xFF);
    stream += static_cast<char>(value >> 8);
  }
  stream += body;
}

/// A workbook of Excel 97 with a sheet whose column B shares a formula.
ByteVector workbook() {
  std::string stream;
  put(stream, 0x0809, "\0\6\5\0\0\0\0\0\0\0\0\0\0\0\0\0"sv);
  std::string globals;
  put(globals, 0x01AE, "\1\0\1\4"sv);
  put(globals, 0x0017, "\1\0\0\0\0\0\0\0"sv);
  put(globals, 0x0018, "\0\0\0\4\7\0\0\0\0\0\0\0\0\0\0Rate\x3A\0\0\0\0\0\0"sv);
  const std::size_t sheet_at = stream.size() + 4 + 10 + globals.size() + 4;
  std::string bound;
  for (int i = 0; i < 4; ++i) bound += static_cast<char>(sheet_at >> 8 * i & 0xFF);
  bound += "\0\0\2\0Sa"sv;
  put(stream, 0x0085, bound);
  stream += globals;
  put(stream, 0x000A, "");
  put(stream, 0x0809, "\0\6\x10\0\0\0\0\0\0\0\0\0\0\0\0\0"sv);
  constexpr std::string_view kValue = "\0\0\0\0\0\0\0\x40"sv;
  const auto formula = [&](char row, char column, std::string_view tokens) {
    std::string body = {row, 0, column, 0, 0, 0};
    body += kValue;
    body += std::string(6, '\0');
    body += static_cast<char>(tokens.size());
    body += '\0';
    body += tokens;
    put(stream, 0x0006, body);
  };
  formula(0, 1, "\1\0\0\1\0"sv);
  // One column to the left, times the name.
  put(stream, 0x04BC, "\0\0\1\0\1\1\0\2\x0B\0\x2C\0\0\xFF\xC0\x23\1\0\0\0\x05"sv);
  formula(1, 1, "\1\0\0\1\0"sv);
  formula(2, 1, "\x3A\0\0\0\0\0\0"sv);
  put(stream, 0x000A, "");
  return testing::CompoundWriter().add("Workbook", as_bytes(stream)).finish();
}

}  // namespace

TEST_CASE("formulas of a binary workbook are shown on request, shared ones for each cell",
          "[formula]") {
  ReadRequest request;
  request.file_path = "a.xls";
  ReadOptions options;
  options.sheet.values = SheetValues::kFormulas;
  const ToolResult result = read(workbook(), request, options);
  REQUIRE(result.success);
  INFO(result.content);
  CHECK(result.metadata.warnings.empty());
  CHECK(result.content.find("- Rate: Sa!$A$1") != std::string::npos);
  CHECK(result.content.find("| 1 | =A1*Rate → 2 |\n| 2 | =A2*Rate → 2 |\n| 3 | =Sa!$A$1 → 2 |") !=
        std::string::npos);
  const ToolResult values = read(workbook(), request, {});
  CHECK(values.content.find("| 1 | 2 |") != std::string::npos);
}

}  // namespace lectern
