#include "documents/sheets/xlsx/xlsx_notes.h"

#include <algorithm>
#include <set>

#include "documents/sheets/xlsx/chart_text.h"
#include "documents/sheets/xlsx/shared_strings.h"
#include "documents/sheets/xlsx/values.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxNoteBytes = std::size_t{64} << 10;
constexpr std::uint64_t kMaxPersonChars = 1'000;
/// Comments that only say that a newer program has a thread there.
constexpr std::string_view kThreadMark = "tc={";

/// Paragraphs of DrawingML text with a line end between them.
std::string drawing_text(XmlReader& xml) {
  const std::size_t depth = xml.depth();
  std::string out;
  while (xml.next_in(depth)) {
    if (xml.event() == XmlReader::Event::kEnd) {
      if (xml.name() == "p" && !out.empty() && out.back() != '\n') out += '\n';
      continue;
    }
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "t" && out.size() < kMaxNoteBytes) out += xml.text_inside(kMaxNoteBytes);
    if (xml.name() == "br") out += '\n';
  }
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

/// The column and row of an anchor's corner.
CellAddress anchor_corner(XmlReader& xml) {
  const std::size_t depth = xml.depth();
  CellAddress corner;
  while (xml.next_in(depth)) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    const bool is_column = xml.name() == "col";
    if (!is_column && xml.name() != "row") continue;
    const std::uint64_t at = stored_number(xml.text_inside(20)).value_or(0) + 1;
    if (is_column)
      corner.column = static_cast<std::uint32_t>(std::min<std::uint64_t>(at, kMostColumns));
    if (!is_column) corner.row = static_cast<std::uint32_t>(std::min<std::uint64_t>(at, kMostRows));
  }
  return corner;
}

}  // namespace

void XlsxNotes::read() {
  for (const Relationship& relationship : relationships_) {
    if (relationship.type == "threadedComment") has_threads_ = true;
  }
  std::set<std::string_view> seen;
  for (const Relationship& relationship : relationships_) {
    // Binary workbooks have binary parts among those of XML.
    if (relationship.is_external || relationship.target.ends_with(".bin")) continue;
    // One part may be named again and again.
    const bool is_object = relationship.type == "oleObject" || relationship.type == "package";
    if (!is_object && !seen.insert(relationship.target).second) continue;
    if (relationship.type == "comments") read_comments(relationship.target);
    if (relationship.type == "threadedComment") read_threads(relationship.target);
    if (relationship.type == "drawing") read_drawing(relationship.target);
    if (relationship.type == "pivotTable") read_pivot(relationship.target);
    if (is_object) {
      const std::uint64_t bytes = package_.size_of(relationship.target).value_or(0);
      sink_.note({NoteKind::kObject, area_,
                  compose({"{} ({byte})", escape_line(relationship.target), bytes})});
    }
  }
}

void XlsxNotes::comment(const CellArea& cell, std::string_view author, std::string_view text,
                        bool is_reply, bool is_resolved) {
  if (!cell.overlaps(area_) || !sink_.takes_note(count_)) return;
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  sink_.note(
      {NoteKind::kComment, cell,
       compose({"[{}{}{}{}: {}]", is_reply ? "Reply" : "Comment", author.empty() ? "" : " by ",
                escape_line(author), is_resolved ? " (resolved)" : "", escape_line(text)})});
}

void XlsxNotes::read_comments(const std::string& part) {
  const auto reader = package_.xml(part);
  if (!reader) return package_.warn(part, reader.error());
  XmlReader& xml = ***reader;
  std::vector<std::string> authors;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "author" && authors.size() < kMostSheetNotes) {
      authors.push_back(xml.text_inside(1000));
    } else if (xml.name() == "comment") {
      const auto cell = parse_area(xml.value("ref"));
      const auto author =
          static_cast<std::size_t>(stored_number(xml.value("authorId")).value_or(authors.size()));
      std::string text;
      append_rich_text(xml, text, kMaxNoteBytes);
      const std::string name = author < authors.size() ? authors[author] : std::string();
      if (!cell || (has_threads_ && name.starts_with(kThreadMark))) continue;
      // Excel writes the author's name before the text as well.
      std::string_view bare = text;
      if (!name.empty() && bare.starts_with(name + ":")) bare.remove_prefix(name.size() + 1);
      while (!bare.empty() && (bare.front() == '\n' || bare.front() == '\r' || bare.front() == ' '))
        bare.remove_prefix(1);
      comment(*cell, name, bare, false, false);
    }
  }
  if (xml.error()) package_.warn(part, *xml.error());
}

void XlsxNotes::read_persons() {
  const std::string part = "xl/persons/person.xml";
  if (!persons_.empty() || !package_.has(part)) return;
  const auto reader = package_.xml(part);
  if (!reader) return;
  XmlReader& xml = ***reader;
  while (xml.next() != XmlReader::Event::kDone && persons_.size() < kMostSheetNotes) {
    if (xml.event() == XmlReader::Event::kStart && xml.name() == "person") {
      const std::string_view name = xml.value("displayName");
      persons_.insert_or_assign(
          std::string(xml.value("id")),
          std::string(name.substr(0, utf8_prefix_size(name, kMaxPersonChars))));
    }
  }
}

void XlsxNotes::read_threads(const std::string& part) {
  read_persons();
  const auto reader = package_.xml(part);
  if (!reader) return package_.warn(part, reader.error());
  XmlReader& xml = ***reader;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart || xml.name() != "threadedComment") continue;
    const auto cell = parse_area(xml.value("ref"));
    const auto person = persons_.find(xml.value("personId"));
    const bool is_reply = xml.attribute("parentId").has_value();
    const bool is_resolved = is_true(xml.value("done"));
    std::string text;
    const std::size_t depth = xml.depth();
    while (xml.next_in(depth)) {
      if (xml.event() == XmlReader::Event::kStart && xml.name() == "text") {
        text = xml.text_inside(kMaxNoteBytes);
      }
    }
    if (cell)
      comment(*cell, person == persons_.end() ? "" : person->second, text, is_reply, is_resolved);
  }
  if (xml.error()) package_.warn(part, *xml.error());
}

void XlsxNotes::read_drawing(const std::string& part) {
  const auto reader = package_.xml(part);
  if (!reader) return package_.warn(part, reader.error());
  const Relationships relationships = package_.relationships(part);
  XmlReader& xml = ***reader;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name().ends_with("Anchor")) read_anchor(xml, relationships);
  }
  if (xml.error()) package_.warn(part, *xml.error());
}

void XlsxNotes::read_anchor(XmlReader& xml, const Relationships& relationships) {
  const std::size_t depth = xml.depth();
  CellArea cells;
  cells.last = cells.first;
  std::string alt;
  std::string text;
  bool in_fallback = false;
  std::size_t fallback_depth = 0;
  while (xml.next_in(depth)) {
    if (xml.event() == XmlReader::Event::kEnd) {
      if (in_fallback && xml.depth() == fallback_depth) in_fallback = false;
      continue;
    }
    if (xml.event() != XmlReader::Event::kStart || in_fallback) continue;
    const std::string_view name = xml.name();
    if (name == "from") {
      cells.first = cells.last = anchor_corner(xml);
    } else if (name == "to") {
      const CellAddress last = anchor_corner(xml);
      cells.last = {std::max(cells.first.row, last.row), std::max(cells.first.column, last.column)};
    } else if (name == "Fallback") {
      // The other branch of mc:AlternateContent says the same.
      in_fallback = true;
      fallback_depth = xml.depth();
    } else if (name == "cNvPr") {
      alt = xml.value("descr");
      if (alt.empty()) alt = xml.value("title");
    } else if (name == "blip") {
      const Relationship* picture =
          relationships.find(xml.attribute(Xmlns::kRelationships, "embed").value_or(""));
      if (picture == nullptr || !cells.overlaps(area_) || !sink_.takes_note(count_)) continue;
      sink_.note({NoteKind::kPicture, cells, pictures_.mark(picture->target, alt)});
    } else if (name == "chart") {
      const Relationship* chart =
          relationships.find(xml.attribute(Xmlns::kRelationships, "id").value_or(""));
      if (chart == nullptr || !cells.overlaps(area_) || !sink_.takes_note(count_)) continue;
      ChartText shown = read_chart(package_, chart->target);
      sink_.note({NoteKind::kChart, cells, std::move(shown.title), std::move(shown.table)});
    } else if (name == "txBody") {
      text = drawing_text(xml);
      if (text.empty() || !cells.overlaps(area_) || !sink_.takes_note(count_)) continue;
      sink_.note({NoteKind::kShape, cells, escape_line(text)});
    }
  }
}

void XlsxNotes::read_pivot(const std::string& part) {
  const auto reader = package_.xml(part);
  if (!reader) return package_.warn(part, reader.error());
  XmlReader& xml = ***reader;
  std::string name;
  CellArea area = area_;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "pivotTableDefinition") name = xml.value("name");
    if (xml.name() != "location") continue;
    area = parse_area(xml.value("ref")).value_or(area_);
    break;
  }
  std::string source;
  for (const Relationship& relationship : package_.relationships(part)) {
    if (relationship.type != "pivotCacheDefinition") continue;
    const auto cache = package_.xml(relationship.target);
    if (!cache) continue;
    XmlReader& inside = ***cache;
    while (inside.next() != XmlReader::Event::kDone) {
      if (inside.event() != XmlReader::Event::kStart || inside.name() != "worksheetSource")
        continue;
      source = inside.value("name");
      if (source.empty()) {
        append_to(source, {"{}!{}", quoted_sheet(inside.value("sheet")), inside.value("ref")});
      }
      break;
    }
  }
  if (!area.overlaps(area_)) return;
  std::string text = escape_line(name);
  if (!source.empty()) append_to(text, {" of {}", escape_line(source)});
  sink_.note({NoteKind::kPivot, area, std::move(text)});
}

}  // namespace lectern
