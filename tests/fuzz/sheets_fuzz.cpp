// Spreadsheets: number formats, and the parts of workbooks, each in the smallest package that holds
// it. The first byte chooses. Whatever comes is read to its end by `next`, and ends.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "documents/sheets/formula.h"
#include "documents/sheets/formula_tokens.h"
#include "documents/sheets/number_format.h"
#include "documents/sheets/range_selection.h"
#include "read/read.h"
#include "support/stored_zip.h"

namespace lectern {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

class NumberedNames final : public FormulaNames {
 public:
  std::string sheets(std::uint32_t entry) const override { return entry < 9 ? "S!" : ""; }
  std::string name(std::uint32_t index) const override { return index < 9 ? "N" : ""; }
  std::string outer_name(std::uint32_t, std::uint32_t index) const override { return name(index); }
};

/// The first byte says how many of the others are tokens.
void read_tokens(std::string_view text) {
  if (text.empty()) return;
  const ByteSpan bytes = as_bytes(text.substr(1));
  const std::size_t count = std::min<std::size_t>(as_bytes(text)[0], bytes.size());
  for (const FormulaForm form : {FormulaForm::kXls, FormulaForm::kXlsb}) {
    WorkBudget budget{Limits()};
    SharedWork work(budget);
    const std::string formula =
        formula_text(bytes.first(count), bytes.subspan(count), form, {5, 3}, NumberedNames(), work);
    require(formula.size() <= (1U << 16));
    shared_place(bytes.first(count), bytes.subspan(count), form);
  }
}

void format_numbers(std::string_view text) {
  if (text.size() < 8) return;
  double number = 0;
  std::memcpy(&number, text.data(), sizeof number);
  if (!std::isfinite(number)) number = 42344.75;
  text.remove_prefix(8);
  const NumberFormat format(text);
  for (const DateSystem dates : {DateSystem::k1900, DateSystem::k1904}) {
    for (const double value : {number, -number, 0.0, std::fmod(number, 60000)}) {
      require(format.number(value, dates).size() < 20000);
    }
  }
  format.text("text");
  moved_formula(text, 3, -2);
  read_tokens(text);
}

void read_to_end(const ByteVector& file, std::string_view name, SheetValues values) {
  ReadRequest request;
  request.file_path = name;
  ReadOptions options;
  options.sheet.values = values;
  options.hash = HashKind::kNone;
  options.limits.max_content_chars = 4000;
  for (int reads = 0; reads < 8; ++reads) {
    const ToolResult result = read(file, request, options);
    require(!result.success || result.content.size() < 64000);
    if (!result.truncation || !result.truncation->next) return;
    const ReadRequest& next = *result.truncation->next;
    // By lines: what is damaged may be text.
    require(next.range != request.range || next.offset != request.offset);
    request = next;
  }
}

ByteVector xlsx_with(std::string_view sheet) {
  StoredZip zip;
  zip.add(
      "xl/workbook.xml",
      "<workbook xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">"
      "<sheets><sheet name=\"S\" r:id=\"a\"/></sheets></workbook>");
  zip.add("xl/_rels/workbook.xml.rels",
          "<Relationships><Relationship Id=\"a\" Type=\"x/worksheet\" "
          "Target=\"s.xml\"/></Relationships>");
  zip.add("xl/s.xml", sheet);
  return zip.finish();
}

ByteVector xlsb_with(std::string_view sheet) {
  StoredZip zip;
  // One BrtBundleSh: visible, the relationship "a", the name "S".
  constexpr std::string_view kBundle("\x9C\x01\x14\0\0\0\0\1\0\0\0\1\0\0\0a\0\1\0\0\0S\0", 23);
  zip.add("xl/workbook.bin", kBundle);
  zip.add("xl/_rels/workbook.bin.rels",
          "<Relationships><Relationship Id=\"a\" Type=\"x/worksheet\" "
          "Target=\"s.bin\"/></Relationships>");
  zip.add("xl/s.bin", sheet);
  return zip.finish();
}

ByteVector ods_with(std::string_view content) {
  StoredZip zip;
  zip.add("mimetype", "application/vnd.oasis.opendocument.spreadsheet");
  zip.add("content.xml", content);
  return zip.finish();
}

}  // namespace
}  // namespace lectern

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lectern;
  if (size == 0) return 0;
  const auto values = static_cast<SheetValues>(data[0] / 8 % 3);
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  switch (data[0] % 8) {
    case 0:
      format_numbers(text);
      break;
    case 1:
    case 2:
      read_to_end(xlsx_with(text), "a.xlsx", values);
      break;
    case 3:
      read_to_end(xlsb_with(text), "a.xlsb", values);
      break;
    case 4:
      read_to_end(ods_with(text), "a.ods", values);
      break;
    case 5: {
      ByteVector file{9, 0, 4, 0};
      file.insert(file.end(), text.begin(), text.end());
      read_to_end(file, "a.xls", values);
      break;
    }
    case 6: {
      // The records of a sheet and of a workbook follow each other where Excel 5 has one sheet.
      ByteVector file{9, 4, 6, 0, 0, 0, 16, 0, 0, 0};
      file.insert(file.end(), text.begin(), text.end());
      read_to_end(file, "a.xls", values);
      break;
    }
    default:
      if (text.starts_with('<'))
        return read_to_end(ByteVector(text.begin(), text.end()), "a.xls", values), 0;
      if (const auto area = parse_area(text.substr(0, 64)))
        require(parse_area(area_text(*area)) == area);
      escape_cell(text);
  }
  return 0;
}
