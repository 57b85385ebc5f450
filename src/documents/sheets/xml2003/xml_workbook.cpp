#include "documents/sheets/xml2003/xml_workbook.h"

#include <map>
#include <optional>
#include <utility>

#include "base/format.h"
#include "documents/markdown/escape.h"
#include "documents/sheets/range_selection.h"
#include "documents/sheets/xlsx/values.h"
#include "documents/sheets/xml2003/xml_sheet.h"
#include "documents/unpacked_work.h"

namespace lectern {
namespace {

constexpr std::size_t kMostXmlSheets = 10'000;
constexpr std::size_t kMostXmlNames = 10'000;
constexpr std::size_t kMostXmlStyles = 100'000;
constexpr int kMostParents = 20;
constexpr std::size_t kMostFormatBytes = std::size_t{2} << 20;

/// Formats that have a name of their own, in US English.
std::string_view code_of(std::string_view format) {
  constexpr std::pair<std::string_view, std::string_view> kNamed[] = {
      {"", "General"},
      {"General Number", "General"},
      {"General Date", "m/d/yyyy h:mm"},
      {"Long Date", "dddd, mmmm d, yyyy"},
      {"Medium Date", "d-mmm-yy"},
      {"Short Date", "m/d/yyyy"},
      {"Long Time", "h:mm:ss AM/PM"},
      {"Medium Time", "h:mm AM/PM"},
      {"Short Time", "h:mm"},
      {"Currency", "\"$\"#,##0.00_);[Red](\"$\"#,##0.00)"},
      {"Euro Currency", "[$\xE2\x82\xAC-2] #,##0.00_);[Red]([$\xE2\x82\xAC-2] #,##0.00)"},
      {"Fixed", "0.00"},
      {"Standard", "#,##0.00"},
      {"Percent", "0.00%"},
      {"Scientific", "0.00E+00"},
      {"Yes/No", "\"Yes\";\"Yes\";\"No\""},
      {"True/False", "\"True\";\"True\";\"False\""},
      {"On/Off", "\"On\";\"On\";\"Off\""},
  };
  for (const auto& [name, code] : kNamed) {
    if (name == format) return code;
  }
  return format;
}

bool is_name_letter(char c) {
  return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '\\' || c == '?' || static_cast<unsigned char>(c) >= 0x80;
}

/// A row or a column: "R", "R5" or "R[-1]".
struct Part {
  std::uint32_t place = 0;
  bool is_fixed = false;
};

std::optional<Part> take_part(std::string_view& text, char letter, std::uint32_t own,
                              std::uint32_t most) {
  if (text.empty() || (text[0] & ~0x20) != letter) return std::nullopt;
  std::string_view rest = text.substr(1);
  const bool is_relative = rest.starts_with('[');
  if (is_relative) rest.remove_prefix(1);
  const bool is_negative = is_relative && rest.starts_with('-');
  if (is_negative) rest.remove_prefix(1);
  std::int64_t number = 0;
  std::size_t digits = 0;
  for (; digits < rest.size() && rest[digits] >= '0' && rest[digits] <= '9'; ++digits) {
    number = number * 10 + (rest[digits] - '0');
    if (number > most) return std::nullopt;
  }
  rest.remove_prefix(digits);
  if (is_relative) {
    if (digits == 0 || !rest.starts_with(']')) return std::nullopt;
    rest.remove_prefix(1);
  }
  Part part;
  if (digits > 0 && !is_relative) {
    if (number == 0) return std::nullopt;
    part = {static_cast<std::uint32_t>(number), true};
  } else {
    // Programs wrap around at the edges of the sheet.
    const std::int64_t moved =
        (static_cast<std::int64_t>(own) - 1 + (is_negative ? -number : number)) % most;
    part.place = static_cast<std::uint32_t>(moved < 0 ? moved + most : moved) + 1;
  }
  text = rest;
  return part;
}

/// The reference at the start of `text`; nothing when a name or a function stands there.
std::optional<std::string> take_reference(std::string_view& text, CellAddress at,
                                          bool after_colon) {
  std::string_view rest = text;
  const auto row = take_part(rest, 'R', at.row, kMostRows);
  const auto column = take_part(rest, 'C', at.column, kMostColumns);
  if (!row && !column) return std::nullopt;
  if (!rest.empty() && (is_name_letter(rest[0]) || rest[0] == '(' || rest[0] == '!'))
    return std::nullopt;
  std::string out;
  if (column) append_to(out, {"{}{}", column->is_fixed ? "$" : "", column_name(column->place)});
  if (row) append_to(out, {"{}{}", row->is_fixed ? "$" : "", row->place});
  // A row or column alone is all of it.
  if (!(row && column) && !after_colon && !rest.starts_with(':')) out += ':' + out;
  text = rest;
  return out;
}

}  // namespace

std::string a1_formula(std::string_view formula, CellAddress at) {
  std::string out;
  char before = 0;
  while (!formula.empty()) {
    const char c = formula[0];
    std::size_t size = 1;
    if (c == '"' || c == '\'') {
      size = std::min(formula.find(c, 1), formula.size() - 1) + 1;
    } else if (c == '[') {
      size = std::min(formula.find(']'), formula.size() - 1) + 1;
    } else if (is_name_letter(c)) {
      if (const auto reference = take_reference(formula, at, before == ':')) {
        out += *reference;
        before = 0;
        continue;
      }
      while (size < formula.size() && is_name_letter(formula[size])) ++size;
    }
    out += formula.substr(0, size);
    before = c;
    formula.remove_prefix(size);
  }
  return out;
}

Result<std::unique_ptr<XmlWorkbook>> XmlWorkbook::open(const ReadContext& context) {
  std::unique_ptr<XmlWorkbook> workbook(new XmlWorkbook(context));
  LECTERN_CHECK(workbook->look_through());
  return workbook;
}

Result<void> XmlWorkbook::look_through() {
  // An outline looks at each cell.
  const std::uint64_t byte_work = context_.request.outline ? 40 : 25;
  LECTERN_CHECK(pay_for_unpacked(context_, as_chars(context_.bytes), {}, work_, byte_work));
  MemoryStream stream(context_.bytes);
  XmlReader xml(stream, context_.options.encoding_tables);
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart || xml.depth() == 1) continue;
    const std::string_view name = xml.name();
    if (name == "Styles") {
      read_styles(xml);
    } else if (name == "Worksheet") {
      read_sheet(xml);
    } else if (name == "Names") {
      read_names(xml, "");
    } else if (name == "DocumentProperties") {
      read_properties(xml);
    } else if (name == "Date1904") {
      dates_ = DateSystem::k1904;
    }
  }
  if (xml.error()) {
    if (sheets_.empty()) return tl::unexpected<Error>(*xml.error());
    warnings_.push_back(compose({"the workbook is {}", xml.error()->message}));
  }
  if (sheets_.empty()) return fail(ErrorCode::kCorruptDocument, "the workbook lists no sheets");
  find_named_cells(names_, sheets_);
  for (SheetInfo& sheet : sheets_) sheet.bytes = context_.bytes.size() / sheets_.size();
  return {};
}

void XmlWorkbook::read_styles(XmlReader& xml) {
  struct Style {
    std::string parent;
    std::optional<std::string> format;
  };
  std::map<std::string, Style, std::less<>> styles;
  Style* style = nullptr;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "Style" && styles.size() < kMostXmlStyles) {
      style = &styles[std::string(xml.value("ID"))];
      style->parent = xml.value("Parent");
    } else if (xml.name() == "NumberFormat" && style != nullptr) {
      style->format = xml.value("Format");
    }
  }
  // Thousands of styles may have the format of one.
  std::size_t bytes = 0;
  for (const auto& [id, first] : styles) {
    const Style* from = &first;
    for (int i = 0; i < kMostParents && !from->format; ++i) {
      const auto parent = styles.find(from->parent.empty() ? "Default" : from->parent);
      if (parent == styles.end()) break;
      from = &parent->second;
    }
    const std::string format = from->format.value_or("");
    const std::string_view code = code_of(format);
    bytes += code.size();
    if (bytes > kMostFormatBytes) {
      warnings_.emplace_back("the number formats of the styles take too much: some are left out");
      break;
    }
    formats_.insert_or_assign(id, NumberFormat(code));
  }
}

/// The sheet's name and state. Its cells are read when they are shown.
void XmlWorkbook::read_sheet(XmlReader& xml) {
  SheetInfo sheet;
  sheet.name = shortened(xml.value("Name"), kMostSheetNameBytes);
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "Table") {
      xml.skip();
    } else if (xml.name() == "Names") {
      read_names(xml, sheet.name);
    } else if (xml.name() == "Visible") {
      const std::string state = xml.text_inside(100);
      if (state == "SheetHidden") sheet.state = SheetState::kHidden;
      if (state == "SheetVeryHidden") sheet.state = SheetState::kVeryHidden;
    }
  }
  if (sheets_.size() >= kMostXmlSheets) return;
  sheets_.push_back(std::move(sheet));
}

void XmlWorkbook::read_names(XmlReader& xml, std::string_view) {
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (!xml.starts(Xmlns::kSheet2003, "NamedRange") || names_.size() >= kMostXmlNames) continue;
    NamedCells name;
    name.name = xml.value("Name");
    std::string_view formula = xml.value("RefersTo");
    if (formula.starts_with('=')) formula.remove_prefix(1);
    name.refers_to = a1_formula(formula, {1, 1});
    name.is_hidden = is_true(xml.value("Hidden"));
    names_.push_back(std::move(name));
  }
}

void XmlWorkbook::read_properties(XmlReader& xml) {
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    const bool is_title = xml.name() == "Title";
    const bool is_author = xml.name() == "Author";
    std::string text = xml.text_inside(2'000);
    if (is_title && !text.empty())
      info_.title = std::move(text);
    else if (is_author && !text.empty())
      info_.author = std::move(text);
  }
}

Result<bool> XmlWorkbook::go_to(std::size_t sheet) {
  if (!reader_ || next_sheet_ > sheet) {
    // A map and a read of shown and of hidden sheets each begin with the file.
    constexpr unsigned kFreeReaders = 4;
    constexpr std::uint64_t kParsedWork = 10;
    if (++readers_ > kFreeReaders)
      LECTERN_CHECK(
          work_.spend("the sheets that are looked for", context_.bytes.size(), kParsedWork));
    stream_ = std::make_unique<MemoryStream>(context_.bytes);
    reader_ = std::make_unique<XmlReader>(*stream_, context_.options.encoding_tables);
    next_sheet_ = 0;
  }
  while (reader_->next() != XmlReader::Event::kDone) {
    if (!reader_->starts(Xmlns::kSheet2003, "Worksheet")) continue;
    if (next_sheet_++ == sheet) return true;
    reader_->skip();
  }
  return false;
}

Result<void> XmlWorkbook::read(std::size_t sheet, const CellArea& area, SheetSink& sink) {
  LECTERN_TRY(const bool is_there, go_to(sheet));
  if (!is_there) {
    const std::optional<Error> error = reader_->error();
    reader_.reset();
    if (error) return tl::unexpected<Error>(*error);
    return fail(ErrorCode::kCorruptDocument, "its cells are not there");
  }
  const CellText text(context_.options.sheet.values, dates_);
  const bool is_read = XmlSheet(*reader_, text, formats_, dates_, area, sink).read();
  const std::optional<Error> error = reader_->error();
  if (!is_read || error) reader_.reset();
  if (error) return tl::unexpected<Error>(*error);
  return {};
}

}  // namespace lectern
