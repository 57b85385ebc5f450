// What a workbook asks for again and again is counted: formats of cells, areas of one request.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "documents/sheets/number_format.h"
#include "read/read.h"
#include "support/zip_writer.h"

namespace lectern {
namespace {

constexpr std::string_view kSheetSpaces =
    "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" "
    "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";

std::string links_of(std::string_view part, std::string_view type, std::string_view more = "") {
  constexpr std::string_view kTypes =
      "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  return compose(
      {"<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
       "<Relationship Id=\"a\" Type=\"{}/{}\" Target=\"{}\"/>{}</Relationships>",
       kTypes, type, part, more});
}

/// A workbook whose cells of style 1 have this format.
ByteVector workbook_of(std::string_view rows, std::string_view format) {
  ZipWriter zip;
  zip.add("_rels/.rels", links_of("xl/workbook.xml", "officeDocument"));
  zip.add("xl/workbook.xml",
          compose({"<workbook {}><sheets><sheet name=\"S\" r:id=\"a\"/></sheets></workbook>",
                   kSheetSpaces}));
  zip.add("xl/_rels/workbook.xml.rels",
          links_of("sheet.xml", "worksheet",
                   "<Relationship Id=\"b\" Type=\"http://schemas.openxmlformats.org/officeDocument/"
                   "2006/relationships/styles\" Target=\"styles.xml\"/>"));
  zip.add("xl/styles.xml", compose({"<styleSheet {}><numFmts><numFmt numFmtId=\"200\" "
                                    "formatCode=\"{}\"/></numFmts><cellXfs><xf/>"
                                    "<xf numFmtId=\"200\"/></cellXfs></styleSheet>",
                                    kSheetSpaces, format}));
  zip.add("xl/sheet.xml",
          compose({"<worksheet {}><sheetData>{}</sheetData></worksheet>", kSheetSpaces, rows}));
  return zip.finish();
}

ToolResult read_with(const ByteVector& file, std::string_view name, std::uint64_t max_work,
                     std::string_view range = "") {
  ReadRequest request;
  request.file_path = name;
  request.range = range;
  ReadOptions options;
  options.limits.max_work = max_work;
  return read(file, request, options);
}

std::string repeated(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

bool warns_of(const ToolResult& result, std::string_view text) {
  const auto& warnings = result.metadata.warnings;
  return std::any_of(warnings.begin(), warnings.end(), [text](const std::string& warning) {
    return warning.find(text) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("Formats that people write cost nothing, longer ones what they take", "[sheets]") {
  CHECK(NumberFormat("_(* #,##0.00_);_(* \\(#,##0.00\\);_(* \"-\"??_);_(@_)").work() == 0);
  CHECK(NumberFormat("[$-409]dddd, mmmm d, yyyy h:mm:ss AM/PM").work() == 0);
  CHECK(NumberFormat(repeated("dddd ", 100)).work() > 0);
  CHECK(NumberFormat("[" + repeated("h", 900) + "]").work() > 0);
  CHECK(NumberFormat("@").work_of_text(std::size_t{1} << 30) == 0);
  CHECK(NumberFormat("@@").work_of_text(1'000) == 2'000);
  CHECK(NumberFormat("@@").work_of_text(std::size_t{1} << 20) == ~std::uint64_t{0});
}

TEST_CASE("Numbers are shown without formats that take too much work, and the result says so",
          "[sheets]") {
  const ByteVector file =
      workbook_of(repeated("<row><c s=\"1\"><v>45000</v></c></row>", 100), repeated("#0", 400));
  const ToolResult some = read_with(file, "a.xlsx", 10'000'000);
  REQUIRE(some.success);
  CHECK(some.content.find("| 1 | 0000") != std::string::npos);
  CHECK(some.content.find("| 100 | 45000 |") != std::string::npos);
  CHECK(warns_of(some, "cells shown without a number format"));
  CHECK_FALSE(warns_of(read_with(file, "a.xlsx", 5'000'000'000), "number format"));
}

TEST_CASE("A text that its format repeats to megabytes is shown once", "[sheets]") {
  const std::string text(20'000, 'x');
  const ToolResult result = read_with(
      workbook_of("<row><c s=\"1\" t=\"inlineStr\"><is><t>" + text + "</t></is></c></row>",
                  repeated("@", 900)),
      "a.xlsx", 5'000'000'000);
  CHECK(result.content.find("| " + text + " |") != std::string::npos);
  CHECK(warns_of(result, "1 cell shown without a number format"));
}

TEST_CASE("Areas that there is no work for are those of the next read", "[sheets]") {
  const std::string lines = repeated("1,2\n", 50'000);
  const ByteVector file(lines.begin(), lines.end());
  std::string range = "A49999";
  for (int i = 0; i < 9; ++i) range += ",B5000" + std::to_string(i % 2);
  const ToolResult some = read_with(file, "a.csv", 20'000'000, range);
  REQUIRE(some.success);
  REQUIRE(some.truncation);
  REQUIRE(some.truncation->next);
  const std::string rest = some.truncation->next->range;
  CHECK(rest.starts_with("a!B5000"));
  CHECK(std::count(rest.begin(), rest.end(), ',') < 9);
  const ToolResult all = read_with(file, "a.csv", 5'000'000'000, range);
  CHECK(all.metadata.warnings.empty());
  CHECK_FALSE(all.truncation);
}

TEST_CASE("thousands of areas that are left make a next call that is accepted") {
  ByteVector file;
  for (int i = 0; i < 100; ++i) {
    for (const char c : std::string_view("a,b\n")) file.push_back(static_cast<std::uint8_t>(c));
  }
  std::string range = "A1";
  for (int i = 1; i < 9'000; ++i) range += ",B99";
  const std::string_view name = "a table with a name as long as people give them.csv";
  const ToolResult first = read_with(file, name, 1'000, range);
  REQUIRE(first.truncation);
  REQUIRE(first.truncation->next);
  const std::string next = first.truncation->next->range;
  CHECK(next.size() < 20'000);
  bool is_told = false;
  for (const std::string& warning : first.metadata.warnings)
    is_told |= warning.find("more areas that were asked for") != std::string::npos;
  CHECK(is_told);
  CHECK(read_with(file, name, 1'000, next).success);
}

}  // namespace lectern
