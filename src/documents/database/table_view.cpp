#include "documents/database/table_view.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/database/value_text.h"
#include "documents/sheets/cells_table.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace lectern {
namespace {

using Step = TreeWalk::Step;

/// Room for the lines that say how to go on.
constexpr std::uint64_t kClosingRoom = 400;
/// Numbers that any host's numbers hold.
constexpr std::int64_t kMostNumber = (std::int64_t{1} << 53) - 1;
constexpr std::uint64_t kLeastCellChars = 16;
/// Of a row that is searched, and of one that is shown in full.
constexpr RecordBounds kSearchedBounds{std::uint64_t{1} << 20, std::uint64_t{4} << 20};
constexpr RecordBounds kRecordBounds{std::uint64_t{16} << 20, std::uint64_t{32} << 20};

}  // namespace

bool TextRoom::has(std::string_view text) const {
  if (used_chars_ + utf8_length(text) + kClosingRoom > chars_) return false;
  if (!tokens_) return true;
  return tokens_from_quarters(used_quarters_ + estimate_token_quarters(text) + kClosingRoom) <=
         *tokens_;
}

void TextRoom::take(std::string_view text) {
  used_chars_ += utf8_length(text);
  if (tokens_) used_quarters_ += estimate_token_quarters(text);
}

std::uint64_t TextRoom::chars_left() const {
  std::uint64_t left = chars_ - std::min(chars_, used_chars_ + kClosingRoom);
  if (tokens_) {
    const std::uint64_t used = tokens_from_quarters(used_quarters_ + kClosingRoom);
    // No character is more than a token.
    left = std::min(left, *tokens_ - std::min(*tokens_, used));
  }
  return left;
}

TableView::TableView(DatabasePages& pages, const DatabaseHeader& header,
                     const DatabaseObject& object, TableWish wish, const TextRoom& room)
    : pages_(pages),
      header_(header),
      object_(object),
      wish_(std::move(wish)),
      room_(room),
      stage_(wish_.form == TableForm::kSample ? Stage::kRows : Stage::kEdges),
      walk_(pages_, header_, object_.root, damage_),
      edge_walk_(pages_, header_, object_.root, damage_),
      count_walk_(pages_, header_, object_.root, damage_),
      record_(pages_, header_, damage_) {
  if (wish_.form == TableForm::kSearch) matcher_.emplace(wish_.search, wish_.search_rules);
}

Step TableView::step() {
  while (stage_ != Stage::kDone) {
    Step step = Step::kEnd;
    switch (stage_) {
      case Stage::kEdges:
        step = run_edges();
        if (step == Step::kEnd) stage_ = Stage::kPlace;
        break;
      case Stage::kPlace:
        step = run_place();
        if (step == Step::kEnd) stage_ = Stage::kRows;
        break;
      case Stage::kRows:
        step = run_rows();
        if (step == Step::kEnd) stage_ = Stage::kCount;
        break;
      case Stage::kCount:
        if (!is_counted_) step = run_count(wish_.count_pages);
        if (step == Step::kEnd) stage_ = is_counted_ ? Stage::kDone : Stage::kLastEdge;
        break;
      case Stage::kLastEdge:
        step = run_edges();
        if (step == Step::kEnd) stage_ = Stage::kDone;
        break;
      case Stage::kDone:
        break;
    }
    if (step == Step::kNeedsBytes) return step;
  }
  return Step::kEnd;
}

/// Finds the lowest and the highest rowid, and whether they can number the rows.
Step TableView::run_edges() {
  std::int64_t rowid = 0;
  for (const bool is_last : {false, true}) {
    std::optional<std::int64_t>& edge = is_last ? highest_ : lowest_;
    if (edge || (is_last && has_highest_)) continue;
    const Step step = edge_walk_.edge(is_last, rowid);
    if (step == Step::kNeedsBytes) return step;
    if (step == Step::kCell) edge = rowid;
    if (!edge) break;
  }
  has_highest_ = true;
  is_by_rowid_ = lowest_ && highest_ && *lowest_ >= 1 && *highest_ <= kMostNumber;
  return Step::kEnd;
}

/// Goes to the first row that is wanted.
Step TableView::run_place() {
  if (wish_.from_end && !is_by_rowid_) {
    // A position from the end is known once all rows are counted.
    const Step step = run_count(~std::uint64_t{0});
    if (step != Step::kEnd) return step;
    wish_.offset = count_ - std::min(count_, *wish_.from_end) + 1;
    return Step::kEnd;
  }
  if (!is_by_rowid_) return Step::kEnd;
  if (wish_.from_end) {
    const Step step = walk_.seek_back(*wish_.from_end);
    return step == Step::kNeedsBytes ? step : Step::kEnd;
  }
  if (wish_.offset <= 1) return Step::kEnd;
  const std::uint64_t most = std::min<std::uint64_t>(wish_.offset, kMostNumber + 1);
  const Step step = walk_.seek(static_cast<std::int64_t>(most));
  return step == Step::kNeedsBytes ? step : Step::kEnd;
}

RecordBounds TableView::bounds() const {
  if (wish_.form == TableForm::kSearch) return kSearchedBounds;
  if (wish_.form == TableForm::kRecord) return kRecordBounds;
  return {wish_.cell_chars * 4 + 4};
}

Step TableView::run_rows() {
  std::vector<DatabaseValue> values;
  for (;;) {
    if (!has_cell_) {
      const Step step = walk_.next(cell_);
      if (step == Step::kNeedsBytes) return step;
      if (step == Step::kEnd) break;
      ++position_;
      if (!is_by_rowid_ && position_ < wish_.offset) continue;
      record_.begin(cell_);
      has_cell_ = true;
    }
    const std::uint64_t number = is_by_rowid_ ? static_cast<std::uint64_t>(cell_.rowid) : position_;
    // Only numbers that grow lead on.
    const bool is_past = cell_.rowid < 1 || cell_.rowid > kMostNumber || number < wish_.offset ||
                         (rows_ > 0 && number <= last_);
    if (is_by_rowid_ && is_past) {
      has_cell_ = false;
      tell_disorder();
      continue;
    }
    if (rows_ >= wish_.limit) {
      next_ = number;
      break;
    }
    const Step step = record_.read(bounds(), values);
    if (step == Step::kNeedsBytes) return step;
    has_cell_ = false;
    if (step == Step::kEnd || !pay_for_columns(values.size())) continue;
    values = columns_of(std::move(values));
    if (matcher_ && !matches(values)) continue;
    if (!take_row(number, std::move(values))) {
      next_ = number;
      is_full_ = true;
      break;
    }
    if (rows_ == 1) first_ = number;
    last_ = number;
  }
  return Step::kEnd;
}

void TableView::tell_disorder() {
  constexpr std::size_t kMostPages = 8;
  if (damage_.size() > kMostPages) return;
  const std::string text =
      damage_.size() < kMostPages
          ? compose({"page {,}: rows out of their order are left out", cell_.page})
          : "further rows out of their order are left out";
  if (std::find(damage_.begin(), damage_.end(), text) == damage_.end()) damage_.push_back(text);
}

Step TableView::run_count(std::uint64_t most_pages) {
  const Step step = count_walk_.count_rest(count_, most_pages);
  if (step == Step::kNeedsBytes) return step;
  is_counted_ = step == Step::kEnd;
  return Step::kEnd;
}

/// A record of a byte may stand for a value of each column. \returns false when that is too much.
bool TableView::pay_for_columns(std::size_t values) {
  const std::size_t columns = object_.schema ? object_.schema->columns.size() : 0;
  constexpr std::uint64_t kColumnWork = 250;
  return columns <= values || pages_.spend_values(columns - values, kColumnWork);
}

/// The values of the columns, out of those of the record.
std::vector<DatabaseValue> TableView::columns_of(std::vector<DatabaseValue> values) {
  if (!object_.schema) return values;
  const TableSchema& schema = *object_.schema;
  std::vector<DatabaseValue> all(schema.columns.size());
  for (std::size_t i = 0; i < schema.stored.size(); ++i) {
    const TableColumn& column = schema.columns[schema.stored[i]];
    DatabaseValue& value = all[schema.stored[i]];
    value = i < values.size() ? std::move(values[i]) : column.missing;
    if (i >= values.size() && !column.missing_text.empty()) {
      value.kind = DatabaseValue::Kind::kText;
      value.bytes = "(default) " + column.missing_text;
      value.size = value.bytes.size();
    }
    if (column.is_real && value.kind == DatabaseValue::Kind::kInteger) {
      value.kind = DatabaseValue::Kind::kReal;
      value.real = static_cast<double>(value.integer);
    }
  }
  if (schema.rowid_column) {
    DatabaseValue& value = all[*schema.rowid_column];
    value = {};
    value.kind = DatabaseValue::Kind::kInteger;
    value.integer = cell_.rowid;
  }
  if (values.size() > schema.stored.size() && damage_.empty()) {
    add_to(damage_,
           {"page {,}: a row has {,} values for {column}, the rest is not shown", cell_.page,
            std::uint64_t{values.size()}, std::uint64_t{schema.stored.size()}});
  }
  return all;
}

bool TableView::matches(std::vector<DatabaseValue>& values) {
  bool is_found = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    DatabaseValue& value = values[i];
    if (value.kind == DatabaseValue::Kind::kNull || value.kind == DatabaseValue::Kind::kBlob ||
        value.is_far || !is_shown(i))
      continue;
    matcher_->restart();
    if (value.kind == DatabaseValue::Kind::kText) {
      const std::size_t hit = matcher_->find(value.bytes);
      if (hit == std::string_view::npos) continue;
      value = excerpt(value, hit, wish_.cell_chars);
    } else {
      bool is_cut = false;
      if (matcher_->find(value_cell(value, wish_.cell_chars, is_cut)) == std::string_view::npos)
        continue;
    }
    is_found = true;
  }
  return is_found;
}

/// \returns false when the row has no room.
bool TableView::take_row(std::uint64_t number, std::vector<DatabaseValue> values) {
  if (wish_.form == TableForm::kRecord) return add_record(number, values, wish_.column);
  if (rows_ == 0) {
    columns_ = values.size();
    room_.take(header_text(columns_));
  }
  std::uint64_t chars = wish_.cell_chars;
  for (;;) {
    bool is_cut = false;
    const std::string text = row_text(number, values, chars, is_cut);
    if (room_.has(text)) {
      room_.take(text);
      lines_ += text;
      columns_ = std::max(columns_, values.size());
      has_cut_ = has_cut_ || is_cut;
      ++rows_;
      return true;
    }
    // Every read makes progress: the first row is shown, however little of its values that is.
    if (rows_ > 0 || !wish_.must_show) return false;
    if (chars <= kLeastCellChars) {
      wish_.form = TableForm::kRecord;
      wish_.limit = 1;
      return add_record(number, values, 1);
    }
    chars /= 2;
  }
}

std::string TableView::row_text(std::uint64_t number, const std::vector<DatabaseValue>& values,
                                std::uint64_t chars, bool& is_cut) {
  std::string text = "|";
  if (has_number_column()) append_to(text, {" {} |", number});
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_shown(i)) continue;
    append_to(text, {" {} |", value_cell(values[i], chars, is_cut)});
  }
  return text + '\n';
}

std::string TableView::record_text(std::uint64_t number,
                                   const std::vector<DatabaseValue>& values) const {
  std::string text;
  if (has_number_column()) append_to(text, {"{}: {}\n", is_by_rowid_ ? "rowid" : "row", number});
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_shown(i)) continue;
    append_to(text, {"{}: {}\n", escape_line(column_name(i)), value_lines(values[i])});
  }
  return text;
}

/// Shows the row in full, as far as there is room.
bool TableView::add_record(std::uint64_t number, const std::vector<DatabaseValue>& values,
                           std::uint64_t column) {
  const std::string text = record_text(number, values);
  const std::string_view rest = std::string_view(text).substr(utf8_prefix_size(text, column - 1));
  const std::uint64_t room = std::max<std::uint64_t>(room_.chars_left(), 1);
  const std::string_view shown = rest.substr(0, utf8_prefix_size(rest, room));
  if (shown.size() < rest.size()) {
    next_column_ = column + room;
    has_cut_ = matcher_.has_value();
  }
  lines_ += shown;
  if (!lines_.ends_with('\n')) lines_ += '\n';
  ++rows_;
  return true;
}

std::string TableView::column_name(std::size_t index) const {
  if (object_.schema && index < object_.schema->columns.size())
    return object_.schema->columns[index].name;
  return compose({"column {}", index + 1});
}

bool TableView::is_shown(std::size_t column) const {
  return !object_.schema || column >= object_.schema->columns.size() ||
         !object_.schema->columns[column].is_virtual;
}

bool TableView::has_number_column() const {
  if (wish_.form == TableForm::kSample) return false;
  return !is_by_rowid_ || !object_.schema || !object_.schema->rowid_column;
}

std::string TableView::header_text(std::size_t columns) const {
  std::string text = "|";
  std::string line = "|";
  if (has_number_column()) {
    text += is_by_rowid_ ? " rowid |" : " # |";
    line += "---|";
  }
  for (std::size_t i = 0; i < columns; ++i) {
    if (!is_shown(i)) continue;
    append_to(text, {" {} |", escape_cell(column_name(i))});
    line += "---|";
  }
  return compose({"{}\n{}\n", text, line});
}

std::string TableView::text() const {
  if (rows_ == 0) return "";
  return wish_.form == TableForm::kRecord ? lines_ : header_text(columns_) + lines_;
}

std::string TableView::count_text() const {
  if (is_counted_) return compose({"{row}", count_});
  std::string text = compose({"≥ {row}", std::max(count_, rows_)});
  if (highest_) append_to(text, {", rowids up to {}", *highest_});
  return text;
}

std::string TableView::numbering() const {
  if (!is_by_rowid_) return "numbered by position";
  if (!has_number_column())
    return compose({"numbered by {}", escape_line(column_name(*object_.schema->rowid_column))});
  return "numbered by rowid";
}

}  // namespace lectern
