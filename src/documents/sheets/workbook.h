// What a workbook of any format offers: its sheets, its names, and their cells as a stream of rows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "documents/sheets/cell_reference.h"
#include "documents/sheets/cells_table.h"

namespace lectern {

/// Whether a program shows a sheet. A very hidden one cannot be made visible by its user.
enum class SheetState : std::uint8_t { kVisible, kHidden, kVeryHidden };

/// Bytes of the name of a sheet, and of a name and the formula that it stands for.
inline constexpr std::size_t kMostSheetNameBytes = 1'000;
inline constexpr std::size_t kMostNameBytes = 8'192;

/// A sheet, as the workbook lists it.
struct SheetInfo {
  std::string name;
  SheetState state = SheetState::kVisible;
  /// "chart", "macro" or "dialog" for what holds no cells; "" for a worksheet.
  std::string kind = {};
  /// The used range that the file states. Nobody has checked it.
  std::optional<CellArea> stated = std::nullopt;
  /// Bytes of its cells, when the file says so.
  std::uint64_t bytes = 0;
};

/// A name for cells, or for a formula.
struct NamedCells {
  std::string name;
  /// The cells as the file writes them: "Sales!$A$1:$F$200".
  std::string refers_to;
  /// Where they are, when it is one area.
  std::optional<std::size_t> sheet = std::nullopt;
  CellArea area = {};
  bool is_table = false;
  bool is_hidden = false;
};

/// What a sheet has beside its rows.
enum class NoteKind : std::uint8_t {
  kFrozen,
  kTable,
  kMerged,
  kLink,
  kComment,
  kValidation,
  kPicture,
  kChart,
  kShape,
  kPivot,
  kObject,
};
inline constexpr std::size_t kNoteKinds = 11;

/// Of one kind, or of one part of a sheet.
inline constexpr std::size_t kMostSheetNotes = 20'000;

struct SheetNote {
  NoteKind kind = NoteKind::kMerged;
  /// The cells it belongs to.
  CellArea area = {};
  /// As it is shown behind the cells: escaped, on one line; "" when the cells are all.
  std::string text = {};
  /// Lines of their own below it: the table of a chart.
  std::string block = {};
};

/// Takes what a sheet has. All of it is about the area that was asked for.
class SheetSink {
 public:
  virtual ~SheetSink() = default;
  /// Columns that are hidden, before the first row.
  virtual void hide_columns(const CellArea& columns) = 0;
  /// The next row that shows something. False: no more rows are wanted.
  virtual bool row(const ShownRow& row) = 0;
  /// A row that stands `count` times from `row.row` on. False: no more rows are wanted.
  virtual bool rows(const ShownRow& row, std::uint32_t count) {
    ShownRow next = row;
    for (std::uint32_t i = 0; i < count; ++i, ++next.row) {
      if (!this->row(next)) return false;
    }
    return true;
  }
  /// Anything else, in any order.
  virtual void note(SheetNote note) = 0;
  /// A note for which there is no room.
  virtual void lost_note() = 0;
  /// Whether a note may have so many bytes.
  virtual bool has_room_for_note(std::size_t) const { return true; }
  /// Counts one. \returns false when the sheet has too many, or no room for the bytes of a text
  /// that notes share: then it is lost.
  bool takes_note(std::size_t& count, std::size_t shared_bytes = 0) {
    if (++count <= kMostSheetNotes && has_room_for_note(shared_bytes)) return true;
    lost_note();
    return false;
  }
  /// Cells of a row behind the last column that there is.
  virtual void lost_cells(std::uint64_t) {}
  /// Of the cells that repeat a text, those that are wanted.
  enum class Repeats : std::uint8_t { kAll, kEnds, kNone };
  virtual Repeats repeats_of(std::string_view) { return Repeats::kAll; }
  /// Whether a cell may be shown in a format that takes so many units, which are more than usual;
  /// false: it is shown without.
  virtual bool takes_format(std::uint64_t /*units*/) { return true; }
  /// A formula whose value the file does not have.
  virtual void formula_without_value() = 0;
  /// A cell whose value its format hides.
  virtual void hidden_value() = 0;
};

/// Sheets above this are not read to their end for what belongs to the rows that are shown: it
/// comes with the last rows.
inline constexpr std::uint64_t kMostBytesBehindRows = std::uint64_t{8} << 20;

class Workbook {
 public:
  virtual ~Workbook() = default;

  const std::vector<SheetInfo>& sheets() const { return sheets_; }
  const std::vector<NamedCells>& names() const { return names_; }
  /// Lines about the whole workbook: links to other files, pivot sources.
  const std::vector<std::string>& remarks() const { return remarks_; }

  /// Gives the cells of `area` and what belongs to them.
  virtual Result<void> read(std::size_t sheet, const CellArea& area, SheetSink& sink) = 0;

 protected:
  std::vector<SheetInfo> sheets_;
  std::vector<NamedCells> names_;
  std::vector<std::string> remarks_;
};

/// "1 to F200 of Sales" as formulas write it: `Sales!A1:F200`, with quotes where the name needs
/// them.
std::string sheet_reference(std::string_view sheet, const CellArea& area);
/// A sheet's name as formulas write it.
std::string quoted_sheet(std::string_view name);

/// Reads `Sales!$A$1:$F$200` of a formula: the sheet's name and the cells. Nothing when it is more
/// than one area.
struct SheetArea {
  std::string sheet;
  CellArea area;
};
std::optional<SheetArea> parse_sheet_area(std::string_view text);

}  // namespace lectern
