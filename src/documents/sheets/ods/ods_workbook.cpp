#include "documents/sheets/ods/ods_workbook.h"

#include <algorithm>

#include "base/format.h"
#include "documents/markdown/escape.h"
#include "documents/sheets/ods/ods_sheet.h"
#include "documents/sheets/range_selection.h"

namespace lectern {
namespace {

constexpr std::string_view kContentPart = "content.xml";
constexpr std::size_t kMostOdsSheets = 10'000;
constexpr std::size_t kMostOdsNames = 10'000;
constexpr std::string_view kListCondition = "cell-content-is-in-list(";

/// One reference between brackets: ".A1", "$Sheet2.B2", ".A1:.B2".
std::string reference_text(std::string_view inside) {
  std::string out;
  while (!inside.empty()) {
    // A colon divides the corners, but not inside of a quoted name.
    std::size_t end = 0;
    bool quoted = false;
    while (end < inside.size() && (quoted || inside[end] != ':')) quoted ^= inside[end++] == '\'';
    std::string_view corner = inside.substr(0, end);
    inside.remove_prefix(std::min(end + 1, inside.size()));
    const std::size_t dot = corner.rfind('.');
    if (!out.empty()) out += ':';
    if (dot == std::string_view::npos) {
      out += corner;
      continue;
    }
    std::string_view sheet = corner.substr(0, dot);
    if (sheet.starts_with('$')) sheet.remove_prefix(1);
    if (!sheet.empty() && out.empty()) {
      out += sheet;
      out += '!';
    }
    out += corner.substr(dot + 1);
  }
  return out;
}

}  // namespace

std::string ods_address(std::string_view address) { return reference_text(address); }

std::string ods_formula(std::string_view formula) {
  const std::size_t equals = formula.find('=');
  if (equals != std::string_view::npos && equals <= 6) formula.remove_prefix(equals + 1);
  std::string out;
  for (std::size_t at = 0; at < formula.size(); ++at) {
    const char c = formula[at];
    if (c == '"') {
      const std::size_t end = std::min(formula.find('"', at + 1), formula.size() - 1);
      out += formula.substr(at, end - at + 1);
      at = end;
    } else if (c == '[') {
      const std::size_t end = std::min(formula.find(']', at), formula.size() - 1);
      out += reference_text(formula.substr(at + 1, end - at - 1));
      at = end;
    } else {
      out += c;
    }
  }
  return out;
}

Result<std::unique_ptr<OdsWorkbook>> OdsWorkbook::open(const ReadContext& context,
                                                       OfficePackage& package,
                                                       DocumentPictures& pictures) {
  std::unique_ptr<OdsWorkbook> workbook(new OdsWorkbook(context, package, pictures));
  LECTERN_CHECK(workbook->look_through());
  return workbook;
}

Result<void> OdsWorkbook::look_through() {
  LECTERN_TRY(const auto reader, package_.xml(kContentPart));
  XmlReader& xml = **reader;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.is(Xmlns::kOdfStyle, "style") && xml.value("family") == "table") {
      read_style(xml);
    } else if (xml.is(Xmlns::kOdfTable, "content-validation")) {
      const std::string_view condition = xml.value("condition");
      const std::size_t list = condition.find(kListCondition);
      if (list != std::string_view::npos && validations_.size() < kMostOdsNames) {
        std::string values(condition.substr(list + kListCondition.size()));
        if (values.ends_with(')')) values.pop_back();
        validations_.insert_or_assign(std::string(xml.value("name").substr(0, kMostSheetNameBytes)),
                                      shortened(ods_formula(values), kMostNameBytes));
      }
    } else if (xml.is(Xmlns::kOdfTable, "table")) {
      SheetInfo sheet;
      sheet.name = shortened(xml.value("name"), kMostSheetNameBytes);
      if (hidden_styles_.count(xml.value("style-name").substr(0, kMostSheetNameBytes)) > 0)
        sheet.state = SheetState::kHidden;
      if (sheets_.size() < kMostOdsSheets) sheets_.push_back(std::move(sheet));
      xml.skip();
    } else if (xml.is(Xmlns::kOdfTable, "named-range") ||
               xml.is(Xmlns::kOdfTable, "database-range")) {
      read_name(xml, xml.name() == "database-range");
    } else if (xml.is(Xmlns::kOdfTable, "tracked-changes")) {
      xml.skip();
    }
  }
  if (xml.error()) {
    if (sheets_.empty())
      return fail(xml.error()->code, {"{}: {}", kContentPart, xml.error()->message});
    package_.warn(kContentPart, *xml.error());
  }
  find_named_cells(names_, sheets_);
  const std::uint64_t bytes = package_.size_of(kContentPart).value_or(0);
  for (SheetInfo& sheet : sheets_) sheet.bytes = bytes / sheets_.size();
  return {};
}

void OdsWorkbook::read_style(XmlReader& xml) {
  const std::string name(xml.value("name").substr(0, kMostSheetNameBytes));
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "table-properties" &&
        xml.attribute(Xmlns::kOdfTable, "display").value_or("") == "false") {
      hidden_styles_.insert(name);
    }
  }
}

void OdsWorkbook::read_name(XmlReader& xml, bool is_table) {
  if (names_.size() >= kMostOdsNames) return;
  NamedCells name;
  name.name = shortened(xml.value("name"), kMostNameBytes);
  // What LibreOffice calls its filters.
  if (name.name.empty() || name.name.starts_with("__Anonymous")) return;
  name.refers_to = ods_address(xml.value(is_table ? "target-range-address" : "cell-range-address"));
  name.refers_to = shortened(name.refers_to, kMostNameBytes);
  names_.push_back(std::move(name));
}

bool OdsWorkbook::go_to(std::size_t sheet) {
  if (!reader_ || next_sheet_ > sheet) {
    auto reader = package_.xml(kContentPart);
    if (!reader) return false;
    reader_ = *std::move(reader);
    next_sheet_ = 0;
  }
  XmlReader& xml = **reader_;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.is(Xmlns::kOdfTable, "tracked-changes")) xml.skip();
    if (!xml.starts(Xmlns::kOdfTable, "table")) continue;
    if (next_sheet_++ == sheet) return true;
    xml.skip();
  }
  return false;
}

Result<void> OdsWorkbook::read(std::size_t sheet, const CellArea& area, SheetSink& sink) {
  if (!go_to(sheet)) {
    const std::optional<Error> error = reader_ ? (*reader_)->error() : std::nullopt;
    reader_.reset();
    if (error) return tl::unexpected<Error>(*error);
    return fail(ErrorCode::kCorruptDocument, "its cells are not there");
  }
  XmlReader& xml = **reader_;
  const CellText text(context_.options.sheet.values, DateSystem::k1900);
  const bool is_read = OdsSheet(xml, text, package_, pictures_, validations_, area, sink).read();
  const std::optional<Error> error = xml.error();
  // In the middle of a table the next one cannot be found.
  if (!is_read || error) reader_.reset();
  if (error) return fail(error->code, {"{}: {}", kContentPart, error->message});
  return {};
}

}  // namespace lectern
