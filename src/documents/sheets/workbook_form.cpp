#include "documents/sheets/workbook_form.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/selection.h"
#include "documents/markdown/escape.h"
#include "documents/sheets/range_selection.h"
#include "documents/sheets/workbook_room.h"
#include "text/tokens.h"
#include "text/utf8.h"
#include "text/word_matcher.h"

namespace lectern {
namespace {

/// Room for the heading of a sheet, beside its name.
constexpr std::uint64_t kSheetHeadingChars = 90;
/// What the map may grow by when the used ranges are known.
constexpr std::uint64_t kFoundChars = 24;
/// Sheets that are not shown are looked through for their used range when they are small.
constexpr std::uint64_t kMostBytesLookedThrough = std::uint64_t{2} << 20;
/// What may be held of comments, links and the like of one sheet.
constexpr std::uint64_t kMostNoteBytes = std::uint64_t{16} << 20;
/// Of the work of a read, what formats longer than usual may take.
constexpr std::uint64_t kFormatShare = 16;
constexpr std::string_view kCutCellMark = " … (cut)";

class WorkbookForm final : public SheetSink {
 public:
  WorkbookForm(const ReadContext& context, Workbook& workbook, DocumentInfo info)
      : context_(context),
        workbook_(workbook),
        format_work_(context.options.limits.max_work / kFormatShare),
        found_(workbook.sheets().size()),
        room_(context.options.limits) {
    result_.content_type = ContentType::kDocument;
    result_.success = true;
    info.sheet_count = workbook.sheets().size();
    info_ = std::move(info);
    if (!context.request.search.empty()) matcher_.emplace(context.request);
    if (selects_lines(context.request) || !context.request.pages.empty())
      warn({"offset, limit, lines and pages do not select in a workbook; use range"});
  }

  Result<ToolResult> write() {
    LECTERN_TRY(RangeSelection selection, select_range(workbook_, context_.request.range));
    if (context_.request.outline) return outline(selection);
    const bool has_map = context_.request.range.empty() && !matcher_;
    if (has_map) reserve_map();
    for (std::size_t i = 0; i < selection.areas.size(); ++i) {
      LECTERN_CHECK(add(selection.areas[i]));
      if (remaining_.empty() && !is_out_of_work_) continue;
      leave_from(selection, i + 1);
      break;
    }
    if (has_map) prepend_map();
    close(selection.is_open);
    return std::move(result_);
  }

  void hide_columns(const CellArea& columns) override {
    if (!columns.overlaps(area_)) return;
    hidden_columns_.push_back(columns);
    // So many overlap.
    if (hidden_columns_.size() > 2 * kMostColumns) join_columns(hidden_columns_);
  }

  bool row(const ShownRow& row) override {
    if (row.cells.empty()) return true;
    if (matcher_) return search(row);
    const TextCost texts = cost_of(row.texts);
    if (room_.has(table_->cost_with(row, texts))) {
      table_->add(row, texts);
      return true;
    }
    if (table_->is_empty() && !has_shown_) return add_part(row);
    stopped_at_ = row.row;
    return false;
  }

  bool rows(const ShownRow& row, std::uint32_t count) override {
    if (!matcher_) return SheetSink::rows(row, count);
    // A repeated row is found once.
    return search(row);
  }

  Repeats repeats_of(std::string_view text) override {
    return !matcher_ || is_found(text) ? Repeats::kAll : Repeats::kNone;
  }

  bool has_room_for_note(std::size_t bytes) const override {
    return bytes <= kMostNoteBytes - std::min(notes_bytes_, kMostNoteBytes);
  }
  void note(SheetNote note) override {
    notes_bytes_ += sizeof note + note.text.size() + note.block.size();
    if (notes_bytes_ > kMostNoteBytes) {
      ++lost_notes_;
    } else {
      notes_.push_back(std::move(note));
    }
  }
  void lost_note() override { ++lost_notes_; }
  void lost_cells(std::uint64_t count) override { lost_cells_ += count; }
  bool takes_format(std::uint64_t units) override {
    if (units > format_work_) {
      ++unformatted_;
      return false;
    }
    format_work_ -= units;
    return true;
  }
  void formula_without_value() override { ++formulas_without_value_; }
  void hidden_value() override { ++hidden_values_; }

 private:
  const Limits& limits() const { return context_.options.limits; }
  void warn(const Message& text) { add_to(result_.metadata.warnings, text); }

  void append(std::string text) {
    room_.take(cost_of(text));
    if (result_.content.empty()) {
      result_.content = std::move(text);
    } else {
      result_.content += text;
    }
  }

  void leave_from(const RangeSelection& selection, std::size_t place) {
    remaining_.insert(remaining_.end(),
                      selection.areas.begin() + static_cast<std::ptrdiff_t>(place),
                      selection.areas.end());
  }

  // The map.

  std::uint64_t map_chars() const {
    const std::uint64_t chars = limits().max_content_chars / 4;
    return limits().max_tokens ? std::min(chars, *limits().max_tokens / 2) : chars;
  }

  std::string map_text() const {
    std::string map = workbook_map(workbook_, found_, map_chars());
    map += workbook_names(workbook_, map_chars() / 4);
    for (const std::string& remark : workbook_.remarks()) append_to(map, {"\n{}\n", remark});
    return map;
  }

  void reserve_map() {
    const TextCost cost = cost_of(map_text());
    const std::uint64_t growth =
        kFoundChars * std::min<std::uint64_t>(found_.size(), map_chars() / kFoundChars);
    room_.take({cost.chars + growth, cost.token_quarters + growth});
  }

  void prepend_map() {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (found_[i].empty()) bytes += workbook_.sheets()[i].bytes;
    }
    for (std::size_t i = 0; bytes <= kMostBytesLookedThrough && i < found_.size(); ++i) {
      if (!found_[i].empty() || !workbook_.sheets()[i].kind.empty()) continue;
      SheetLook look(*this);
      if (workbook_.read(i, CellArea(), look)) set_found(i, look.used());
    }
    result_.content.insert(0, map_text());
  }

  void set_found(std::size_t sheet, const std::optional<CellArea>& used) {
    found_[sheet] = used ? corners_text(*used) : "empty";
  }

  // A sheet.

  Result<void> add(const SelectedArea& selected) {
    sheet_ = selected.sheet;
    area_ = selected.area;
    hidden_columns_.clear();
    notes_.clear();
    notes_bytes_ = 0;
    lost_notes_ = 0;
    lost_cells_ = 0;
    stopped_at_.reset();
    formulas_without_value_ = 0;
    hidden_values_ = 0;
    table_.emplace(hidden_columns_);
    const SheetInfo& sheet = workbook_.sheets()[sheet_];
    room_.reserve(2 * (kSheetHeadingChars + utf8_length(sheet.name)));
    const bool was_first = !has_read_;
    const std::uint64_t hits_before = hits_;
    const Result<void> read = workbook_.read(sheet_, area_, *this);
    if (!read) {
      // What was read is shown; without anything else the read has failed.
      if (table_->is_empty() && was_first && workbook_.sheets().size() == 1) return read;
      warn({"sheet {}: {}", escape_line(sheet.name), read.error().message});
    }
    has_read_ = true;
    is_out_of_work_ = !read && read.error().code == ErrorCode::kLimitExceeded;
    // The next read has work of its own for it.
    if (is_out_of_work_ && !was_first && table_->is_empty() && hits_ == hits_before) {
      remaining_.push_back(selected);
      return {};
    }
    finish_sheet(read.has_value());
    return {};
  }

  void finish_sheet(bool is_complete) {
    const SheetInfo& sheet = workbook_.sheets()[sheet_];
    CellArea shown = area_;
    if (stopped_at_) {
      if (*stopped_at_ > area_.first.row) shown.last.row = *stopped_at_ - 1;
      remaining_.push_back({sheet_, {{*stopped_at_, area_.first.column}, area_.last}});
      if (table_->is_empty() && part_.empty()) return;
    }
    if (lost_cells_ > 0)
      warn({"{}: {cell} behind column XFD left out: a sheet has no more columns",
            escape_line(sheet.name), lost_cells_});
    if (matcher_) return;
    if (sheet.bytes > kMostBytesBehindRows) {
      if (stopped_at_) {
        warn({"{}: merged cells, links and lists of values come with its last rows",
              escape_line(sheet.name)});
      } else if (area_.last.row == kMostRows) {
        shown.first.row = 1;
      }
    }
    std::optional<CellArea> used;
    if (!table_->is_empty()) used = table_->used();
    if (is_complete && !stopped_at_ && area_.is_whole() && part_.empty()) set_found(sheet_, used);
    const bool is_default = context_.request.range.empty();
    if (table_->is_empty() && part_.empty() && notes_.empty() && is_default) return;
    if (sheet.state != SheetState::kVisible) ++hidden_sheets_;

    std::string text = result_.content.empty() && !is_default ? "" : "\n";
    append_to(text, {"## Sheet {} of {}: {}{}\n", sheet_ + 1, workbook_.sheets().size(),
                     escape_line(sheet.name),
                     sheet.state == SheetState::kVisible  ? ""
                     : sheet.state == SheetState::kHidden ? " (hidden)"
                                                          : " (very hidden)"});
    append_about(text);
    if (!part_.empty()) {
      append_to(text, {"\n{}", part_});
      part_.clear();
      has_shown_ = true;
    } else if (!table_->is_empty()) {
      text += '\n';
      table_->write(text);
      has_shown_ = true;
    } else if (!is_default) {
      append_to(text, {"\n(no cells with content in {})\n",
                       escape_line(sheet_reference(sheet.name, area_))});
    }
    append(std::move(text));
    append(sheet_notes(notes_, shown, room_.chars_left()));
    rows_shown_ += table_->rows();
    if (lost_notes_ > 0) {
      warn({"{}: {more note} left out: there are more than {,} of a kind, or more than {byte}",
            escape_line(sheet.name), lost_notes_, kMostSheetNotes, kMostNoteBytes});
    }
    if (formulas_without_value_ > 0) {
      warn({"{}: {formula} without a stored value, shown as written", escape_line(sheet.name),
            formulas_without_value_});
    }
  }

  /// What the sheet hides, in a line.
  void append_about(std::string& text) {
    std::string about;
    const auto add = [&](const Message& message) {
      if (!about.empty()) about += "; ";
      append_to(about, message);
    };
    if (table_->hidden_rows() > 0) add({"{hidden row}", table_->hidden_rows()});
    if (!hidden_columns_.empty()) {
      add({"hidden columns {}", columns_text(hidden_columns_)});
    }
    if (hidden_values_ > 0) add({"{value} hidden by a number format", hidden_values_});
    if (formulas_without_value_ > 0)
      add({"{formula} without a stored value", formulas_without_value_});
    hidden_places_ += table_->hidden_rows() + hidden_columns_.size() + hidden_values_;
    if (!about.empty()) append_to(text, {"({})\n", about});
  }

  /// What has room of a cell that alone is too long.
  std::string cut_cell(const ShownRow& row, const ShownCell& cell) {
    const std::string_view text = row.text(cell);
    const std::uint64_t chars = utf8_length(text);
    const std::uint64_t room =
        std::min(chars, room_.chars_left() - std::min<std::uint64_t>(room_.chars_left(), 80));
    warn({"{} is cut: {more character}", address_text({row.row, cell.column}), chars - room});
    is_cut_inside_ = true;
    return compose({"{}{}", text.substr(0, utf8_prefix_size(text, room)), kCutCellMark});
  }

  /// The first row alone has no room: shows cells of it, so that every read makes progress.
  bool add_part(const ShownRow& row) {
    ShownRow taken{row.row, row.is_hidden, {}, {}};
    std::size_t next = 0;
    for (; next < row.cells.size(); ++next) {
      taken.add(row.cells[next].column, row.text(row.cells[next]));
      if (room_.has(CellsTable(hidden_columns_).cost_with(taken, cost_of(taken.texts)))) continue;
      taken.texts.resize(taken.cells.back().from);
      taken.cells.pop_back();
      break;
    }
    if (taken.cells.empty()) {
      taken.add(row.cells[0].column, cut_cell(row, row.cells[0]));
      next = 1;
    }
    CellsTable alone(hidden_columns_);
    alone.add(taken, cost_of(taken.texts));
    part_.clear();
    alone.write(part_);
    if (next < row.cells.size()) {
      remaining_.push_back(
          {sheet_, {{row.row, row.cells[next].column}, {row.row, area_.last.column}}});
    }
    stopped_at_ = row.row + 1;
    if (row.row >= area_.last.row) {
      // Nothing follows in this area.
      stopped_at_.reset();
    }
    return false;
  }

  // A search.

  bool is_found(std::string_view text) {
    matcher_->restart();
    return matcher_->find(text) != std::string_view::npos;
  }

  bool search(const ShownRow& row) {
    for (const ShownCell& cell : row.cells) {
      if (!is_found(row.text(cell))) continue;
      ++hits_;
      const auto line_of = [&](std::string_view text) {
        return compose(
            {"- {}: {}\n",
             escape_line(sheet_reference(workbook_.sheets()[sheet_].name,
                                         {{row.row, cell.column}, {row.row, cell.column}})),
             text});
      };
      std::string line = line_of(row.text(cell));
      const bool lacks_room = !room_.has(cost_of(line));
      if (lacks_room && has_shown_) {
        --hits_;
        // Goes on with this cell, then with the rows below.
        if (cell.column > row.cells.front().column) {
          remaining_.push_back({sheet_, {{row.row, cell.column}, {row.row, area_.last.column}}});
          if (row.row < area_.last.row) stopped_at_ = row.row + 1;
        } else {
          stopped_at_ = row.row;
        }
        return false;
      }
      if (lacks_room) line = line_of(cut_cell(row, cell));
      append(std::move(line));
      has_shown_ = true;
    }
    return true;
  }

  // The outline.

  Result<ToolResult> outline(const RangeSelection& selection) {
    append(compose({"Workbook with {sheet}\n", workbook_.sheets().size()}));
    append(workbook_names(workbook_, map_chars()));
    for (std::size_t i = 0; i < selection.areas.size(); ++i) {
      const SelectedArea& selected = selection.areas[i];
      const SheetInfo& sheet = workbook_.sheets()[selected.sheet];
      SheetLook look(*this);
      const Result<void> read = workbook_.read(selected.sheet, selected.area, look);
      if (!read) warn({"sheet {}: {}", escape_line(sheet.name), read.error().message});
      is_out_of_work_ = !read && read.error().code == ErrorCode::kLimitExceeded;
      if (is_out_of_work_ && i > 0) {
        leave_from(selection, i);
        break;
      }
      const std::string text = outline_of(sheet, selected.sheet + 1, look);
      room_.reserve(2 * utf8_length(sheet.name));
      if (!room_.has(cost_of(text)) && has_shown_) {
        leave_from(selection, i);
        break;
      }
      append(text);
      has_shown_ = true;
      if (is_out_of_work_) {
        leave_from(selection, i + 1);
        break;
      }
    }
    close(selection.is_open);
    return std::move(result_);
  }

  // The end.

  void close(bool is_open) {
    if (matcher_ && hits_ == 0 && remaining_.empty()) append("(no cell holds these words)\n");
    if (!remaining_.empty()) {
      ReadRequest next = context_.request;
      SelectionText rest = selection_text(workbook_, remaining_, is_open);
      next.range = std::move(rest.range);
      if (rest.left_out > 0)
        warn({"{more area} that were asked for have no room in the next call: ask for them again",
              rest.left_out});
      append_to(result_.content, {"\n(More follows. Next: range={})\n", next.range});
      result_.truncated = true;
      result_.truncation = Truncation{TruncationCause::kRows, std::move(next)};
    } else if (is_cut_inside_) {
      result_.truncated = true;
      result_.truncation = Truncation{TruncationCause::kBytes};
    }
    if (result_.content.empty()) result_.content = "(no cells with content)\n";
    hidden_places_ += hidden_sheets_;
    if (hidden_places_ > 0) {
      info_.hidden_count = hidden_places_;
      warn("hidden sheets, rows, columns or values are shown and marked");
    }
    if (unformatted_ > 0)
      warn(
          {"{cell} shown without a number format: those of the workbook take more work than one "
           "read may",
           unformatted_});
    result_.metadata.document = std::move(info_);
    result_.line_count = static_cast<std::uint64_t>(
        std::count(result_.content.begin(), result_.content.end(), '\n'));
    result_.end_line = 0;
    result_.short_result =
        compose({"Spreadsheet ({sheet}, {row} shown)", workbook_.sheets().size(), rows_shown_});
  }

  const ReadContext& context_;
  Workbook& workbook_;
  DocumentInfo info_;
  ToolResult result_;
  std::uint64_t format_work_;  ///< that is left for formats longer than usual
  std::uint64_t unformatted_ = 0;
  std::vector<std::string> found_;  ///< used ranges by sheet, "" where nobody knows
  WorkbookRoom room_;
  std::optional<WordMatcher> matcher_;
  std::uint64_t hits_ = 0;
  std::vector<SelectedArea> remaining_;
  bool has_shown_ = false;
  bool has_read_ = false;        ///< an area, whether it has shown anything or not
  bool is_out_of_work_ = false;  ///< at the last area that was read
  bool is_cut_inside_ = false;
  std::uint64_t rows_shown_ = 0;
  std::uint64_t hidden_places_ = 0;
  std::uint64_t hidden_sheets_ = 0;

  // Of the sheet that is being read.
  std::size_t sheet_ = 0;
  CellArea area_;
  std::vector<CellArea> hidden_columns_;
  std::vector<SheetNote> notes_;
  std::uint64_t notes_bytes_ = 0;
  std::uint64_t lost_notes_ = 0;
  std::uint64_t lost_cells_ = 0;
  std::optional<CellsTable> table_;
  std::string part_;  ///< cells of a row that has no room as a whole
  std::optional<std::uint32_t> stopped_at_;
  std::uint64_t formulas_without_value_ = 0;
  std::uint64_t hidden_values_ = 0;
};

}  // namespace

Result<ToolResult> show_workbook(const ReadContext& context, Workbook& workbook, DocumentInfo info,
                                 DocumentPictures* pictures) {
  Result<ToolResult> result = WorkbookForm(context, workbook, std::move(info)).write();
  if (result && pictures != nullptr) pictures->deliver(*result);
  return result;
}

}  // namespace lectern
