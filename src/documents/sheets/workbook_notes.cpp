#include <algorithm>

#include "base/format.h"
#include "documents/markdown/escape.h"
#include "documents/sheets/workbook_form.h"
#include "text/utf8.h"

namespace lectern {
namespace {

struct NoteTitle {
  std::string_view title;  ///< at the start of the line
  bool is_list;            ///< one line for each
};

/// In the order of NoteKind.
constexpr NoteTitle kNoteTitles[kNoteKinds] = {
    {"Frozen panes", false}, {"Tables", false},        {"Merged cells", false},   {"Links", true},
    {"Comments", true},      {"Allowed values", true}, {"Pictures", true},        {"Charts", true},
    {"Text boxes", true},    {"Pivot tables", true},   {"Embedded objects", true}};

std::string note_text(const SheetNote& note) {
  std::string out = corners_text(note.area);
  if (!note.text.empty()) append_to(out, {": {}", note.text});
  return out;
}

/// Writes the notes of one kind, as far as they have room.
void write_kind(const NoteTitle& title, const std::vector<const SheetNote*>& notes,
                std::uint64_t most_chars, std::string& out) {
  if (notes.empty()) return;
  std::string lines = compose({"{}:{}", title.title, title.is_list ? "\n" : ""});
  std::uint64_t chars = lines.size();
  std::size_t shown = 0;
  for (const SheetNote* note : notes) {
    std::string line = title.is_list ? compose({"- {}\n{}", note_text(*note), note->block})
                                     : compose({"{}{}", shown == 0 ? " " : "; ", note_text(*note)});
    chars += utf8_length(line);
    if (chars > most_chars) break;
    lines += line;
    ++shown;
  }
  if (shown < notes.size()) {
    append_to(lines, {"{}({,} more without room here: a smaller range shows them)",
                      title.is_list ? "- " : " ", notes.size() - shown});
    if (title.is_list) lines += '\n';
  }
  if (!title.is_list) lines += '\n';
  out += '\n';
  out += lines;
}

std::string_view state_text(SheetState state) {
  switch (state) {
    case SheetState::kVisible:
      return "";
    case SheetState::kHidden:
      return "hidden";
    case SheetState::kVeryHidden:
      return "very hidden";
  }
  return "";
}

std::string sheet_line(const Workbook& workbook, std::size_t index, const std::string& found) {
  const SheetInfo& sheet = workbook.sheets()[index];
  std::string line = compose({"{}. {}", index + 1, escape_line(sheet.name)});
  std::string about(state_text(sheet.state));
  const auto add = [&](const Message& message) {
    if (!about.empty()) about += ", ";
    append_to(about, message);
  };
  if (!sheet.kind.empty()) add({"{} sheet", sheet.kind});
  if (!found.empty()) {
    add(found);
  } else if (sheet.stated) {
    add({"{} by the file", corners_text(*sheet.stated)});
  }
  if (!about.empty()) append_to(line, {" ({})", about});
  return line + '\n';
}

}  // namespace

void join_columns(std::vector<CellArea>& columns) {
  std::sort(columns.begin(), columns.end(),
            [](const CellArea& a, const CellArea& b) { return a.first.column < b.first.column; });
  std::size_t kept = 0;
  for (const CellArea& area : columns) {
    if (kept > 0 && area.first.column <= columns[kept - 1].last.column + 1) {
      std::uint32_t& last = columns[kept - 1].last.column;
      last = std::max(last, area.last.column);
    } else {
      columns[kept++] = area;
    }
  }
  columns.resize(kept);
}

std::string columns_text(const std::vector<CellArea>& columns) {
  constexpr std::size_t kMostBytes = 100;
  std::string text;
  for (const CellArea& area : columns) {
    if (!text.empty()) text += ", ";
    append_to(text, {"{}:{}", column_name(area.first.column), column_name(area.last.column)});
    if (text.size() > kMostBytes) return text + ", …";
  }
  return text;
}

std::string outline_of(const SheetInfo& sheet, std::size_t number, const SheetLook& look) {
  constexpr std::size_t kMostHeaderBytes = 1'000;
  std::string text = compose({"\n{}. {}{}: {}\n", number, escape_line(sheet.name),
                              sheet.state == SheetState::kVisible ? "" : " (hidden)",
                              look.used() ? corners_text(*look.used()) : "empty"});
  if (!look.used()) return text;
  append_to(text, {"   row {}:", look.first().row});
  for (const ShownCell& cell : look.first().cells)
    append_to(text, {" | {}", shortened(look.first().text(cell), kMostHeaderBytes)});
  return text + '\n';
}

std::string workbook_map(const Workbook& workbook, const std::vector<std::string>& found,
                         std::uint64_t most_chars) {
  const auto& sheets = workbook.sheets();
  std::string out = compose({"Workbook with {sheet}:\n", sheets.size()});
  std::uint64_t chars = out.size();
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    const std::string line = sheet_line(workbook, i, found[i]);
    chars += utf8_length(line);
    if (chars > most_chars) {
      append_to(out, {"({more sheet}: a read with outline lists all)\n", sheets.size() - i});
      break;
    }
    out += line;
  }
  return out;
}

std::string workbook_names(const Workbook& workbook, std::uint64_t most_chars) {
  std::string out;
  std::uint64_t left_out = 0;
  for (const NamedCells& name : workbook.names()) {
    if (name.is_table) continue;
    const std::string line =
        compose({"- {}{}: {}\n", escape_line(name.name), name.is_hidden ? " (hidden)" : "",
                 escape_line(name.refers_to)});
    if (out.size() + line.size() > most_chars) {
      ++left_out;
      continue;
    }
    out += line;
  }
  if (left_out > 0) append_to(out, {"- ({more name})\n", left_out});
  return out.empty() ? out : "\nNames:\n" + out;
}

std::string sheet_notes(const std::vector<SheetNote>& notes, const CellArea& shown,
                        std::uint64_t most_chars) {
  std::string out;
  for (std::size_t kind = 0; kind < kNoteKinds; ++kind) {
    std::vector<const SheetNote*> chosen;
    for (const SheetNote& note : notes) {
      if (static_cast<std::size_t>(note.kind) == kind && note.area.overlaps(shown)) {
        chosen.push_back(&note);
      }
    }
    const std::uint64_t used = utf8_length(out);
    write_kind(kNoteTitles[kind], chosen, most_chars - std::min(most_chars, used), out);
  }
  return out;
}

}  // namespace lectern
