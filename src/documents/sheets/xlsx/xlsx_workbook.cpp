#include "documents/sheets/xlsx/xlsx_workbook.h"

#include <algorithm>

#include "base/format.h"
#include "documents/markdown/escape.h"
#include "documents/sheets/range_selection.h"
#include "documents/sheets/xlsx/values.h"
#include "documents/sheets/xlsx/xlsx_notes.h"
#include "documents/sheets/xlsx/xlsx_sheet.h"

namespace lectern {
namespace {

constexpr std::size_t kMostSheets = 10'000;
constexpr std::size_t kMostNames = 10'000;
constexpr std::size_t kMostTables = 2'000;
constexpr std::size_t kMaxNameBytes = 4'000;
/// Of the name of a workbook that formulas lead to.
constexpr std::size_t kMostLinkBytes = 500;

std::string part_of_type(const Relationships& relationships, std::string_view type) {
  for (const Relationship& relationship : relationships) {
    if (relationship.type == type && !relationship.is_external) return relationship.target;
  }
  return {};
}

}  // namespace

XlsxWorkbook::XlsxWorkbook(const ReadContext& context, OfficePackage& package,
                           DocumentPictures& pictures, std::string part)
    : context_(context), package_(package), pictures_(pictures), part_(std::move(part)) {}

Result<std::unique_ptr<XlsxWorkbook>> XlsxWorkbook::open(const ReadContext& context,
                                                         OfficePackage& package,
                                                         DocumentPictures& pictures,
                                                         std::string part) {
  std::unique_ptr<XlsxWorkbook> workbook(
      new XlsxWorkbook(context, package, pictures, std::move(part)));
  LECTERN_CHECK(workbook->read_workbook_part());
  return workbook;
}

Result<void> XlsxWorkbook::read_workbook_part() {
  LECTERN_TRY(const auto reader, package_.xml(part_));
  const Relationships relationships = package_.relationships(part_);
  XmlReader& xml = **reader;
  bool is_workbook = false;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "workbook") {
      is_workbook = true;
    } else if (xml.name() == "workbookPr") {
      if (is_true(xml.value("date1904"))) dates_ = DateSystem::k1904;
    } else if (xml.name() == "sheet") {
      read_sheet_row(xml, relationships);
    } else if (xml.name() == "definedName") {
      read_defined_name(xml);
    }
  }
  if (xml.error()) {
    if (sheets_.empty()) return fail(xml.error()->code, {"{}: {}", part_, xml.error()->message});
    package_.warn(part_, *xml.error());
  }
  if (!is_workbook) return fail(ErrorCode::kCorruptDocument, {"{} holds no workbook", part_});
  formats_ = read_styles(package_, part_of_type(relationships, "styles"));
  strings_ = std::make_unique<SharedStrings>(package_, part_of_type(relationships, "sharedStrings"),
                                             context_.options.limits.max_decoded_bytes);
  find_named_cells(names_, sheets_);
  read_tables();
  remark_on_links(relationships);
  return {};
}

void XlsxWorkbook::read_sheet_row(const XmlReader& xml, const Relationships& relationships) {
  if (sheets_.size() >= kMostSheets) {
    if (sheets_.size() == kMostSheets)
      package_.warn({"only the first {,} sheets are read", kMostSheets});
    return;
  }
  SheetInfo sheet;
  sheet.name = shortened(xml.value("name"), kMostSheetNameBytes);
  const std::string_view state = xml.value("state");
  if (state == "hidden") sheet.state = SheetState::kHidden;
  if (state == "veryHidden") sheet.state = SheetState::kVeryHidden;
  const std::string_view id = xml.attribute(Xmlns::kRelationships, "id").value_or("");
  std::string part;
  if (const Relationship* link = relationships.find(id); link != nullptr && !link->is_external) {
    part = link->target;
    if (link->type == "chartsheet") sheet.kind = "chart";
    if (link->type == "dialogsheet") sheet.kind = "dialog";
    if (link->type == "xlMacrosheet") sheet.kind = "macro";
  }
  sheet.bytes = package_.size_of(part).value_or(0);
  sheets_.push_back(std::move(sheet));
  parts_.push_back(std::move(part));
}

void XlsxWorkbook::read_defined_name(XmlReader& xml) {
  NamedCells name;
  name.name = shortened(xml.value("name"), kMostNameBytes);
  name.is_hidden = is_true(xml.value("hidden"));
  const bool is_built_in = name.name.starts_with("_xlnm.");
  name.refers_to = xml.text_inside(kMaxNameBytes);
  // Filters and print areas say nothing about the cells.
  if (is_built_in || names_.size() >= kMostNames) return;
  names_.push_back(std::move(name));
}

void XlsxWorkbook::read_tables() {
  std::size_t count = 0;
  for (std::size_t i = 0; i < sheets_.size(); ++i) {
    const std::size_t slash = parts_[i].rfind('/');
    if (slash == std::string::npos) continue;
    if (!package_.has(parts_[i].substr(0, slash) + "/_rels" + parts_[i].substr(slash) + ".rels"))
      continue;
    for (const Relationship& relationship : package_.relationships(parts_[i])) {
      if (relationship.type != "table" || ++count > kMostTables) continue;
      const auto reader = package_.xml(relationship.target);
      if (!reader) continue;
      XmlReader& xml = ***reader;
      while (xml.next() == XmlReader::Event::kText) {
      }
      if (xml.event() != XmlReader::Event::kStart || xml.name() != "table") continue;
      const auto area = parse_area(xml.value("ref"));
      if (!area) continue;
      NamedCells table;
      table.name = shortened(xml.value("displayName"), kMostNameBytes);
      if (table.name.empty()) table.name = shortened(xml.value("name"), kMostNameBytes);
      table.sheet = i;
      table.area = *area;
      table.is_table = true;
      table.refers_to = sheet_reference(sheets_[i].name, *area);
      names_.push_back(std::move(table));
    }
  }
}

void XlsxWorkbook::remark_on_links(const Relationships& relationships) {
  std::string targets;
  std::size_t count = 0;
  for (const Relationship& relationship : relationships) {
    if (relationship.type != "externalLink" || ++count > 100) continue;
    for (const Relationship& outside : package_.relationships(relationship.target)) {
      if (outside.is_external && targets.size() < kMostNameBytes)
        append_to(targets, {"{}{}", targets.empty() ? "" : ", ",
                            escape_line(shortened(outside.target, kMostLinkBytes))});
    }
  }
  if (count > 100 || targets.size() >= kMostNameBytes) targets += " and others";
  if (!targets.empty())
    remarks_.push_back(compose({"Links to other files, which were not opened: {}", targets}));
}

Result<void> XlsxWorkbook::read(std::size_t sheet, const CellArea& area, SheetSink& sink) {
  const std::string& part = parts_[sheet];
  const Relationships relationships = package_.relationships(part);
  read_beside(sheet, relationships, area, sink);
  if (!sheets_[sheet].kind.empty() && sheets_[sheet].kind != "macro") return {};
  if (part.empty())
    return fail(ErrorCode::kCorruptDocument, "the workbook does not say where its cells are");
  LECTERN_TRY(const auto reader, package_.xml(part));
  const CellText text(context_.options.sheet.values, dates_);
  const XlsxShared shared{package_, *strings_, formats_, text};
  XlsxSheet cells(**reader, shared, relationships, area, sheets_[sheet].bytes, sink);
  const Result<void> read = cells.read();
  if (!read) return fail(read.error().code, {"{}: {}", part, read.error().message});
  return {};
}

void XlsxWorkbook::read_beside(std::size_t sheet, const Relationships& relationships,
                               const CellArea& area, SheetSink& sink) {
  for (const NamedCells& name : names_) {
    if (!name.is_table || name.sheet != sheet || !name.area.overlaps(area)) continue;
    if (!package_.spend_shared(name.name.size())) {
      sink.lost_note();
      continue;
    }
    sink.note({NoteKind::kTable, name.area, escape_line(name.name)});
  }
  XlsxNotes notes(package_, pictures_, relationships, area, sink);
  notes.read();
}

}  // namespace lectern
