#include "documents/columnar/columnar_form.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/database/value_text.h"
#include "documents/sheets/cells_table.h"
#include "package/member_name.h"
#include "read/packages.h"
#include "read/refusal.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Rows that stand below the overview.
constexpr std::uint64_t kFirstRows = 10;
constexpr std::uint64_t kRowChars = 300;
constexpr std::uint64_t kFewestChars = 16;
constexpr std::uint64_t kSearchedTextBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kRecordTextBytes = std::uint64_t{16} << 20;
constexpr std::string_view kCutRows =
    "\n(Values with … are cut: limit=1 with the row's number as offset shows a row in full.)\n";

std::string cell_text(const DatabaseValue& value, std::uint64_t chars, bool& is_cut) {
  return value.is_far ? "[not read]" : value_cell(value, chars, is_cut);
}

}  // namespace

ColumnarForm::ColumnarForm(const ReadRequest& request, const ReadOptions& options,
                           std::vector<std::string>& warnings, std::unique_ptr<ColumnarTable> table)
    : request_(request),
      options_(options),
      warnings_(warnings),
      table_(std::move(table)),
      room_(options.limits) {}

std::string ColumnarForm::file_name() const {
  return shown_name(base_name(path_before(request_.file_path, options_.host.member)));
}

ColumnarStep ColumnarForm::step() {
  if (!is_open_) {
    const ColumnarStep step = table_->open();
    if (step == ColumnarStep::kNeedsBytes) return step;
    if (step == ColumnarStep::kFailed) {
      finish(*table_->error());
      return ColumnarStep::kDone;
    }
    is_open_ = true;
    begin();
  }
  if (result_) return ColumnarStep::kDone;
  if (run_rows() == ColumnarStep::kNeedsBytes) return ColumnarStep::kNeedsBytes;
  if (!result_) finish_rows();
  return ColumnarStep::kDone;
}

/// Decides what is shown.
void ColumnarForm::begin() {
  const bool has_place = request_.offset || request_.limit || request_.from_end;
  shape_ = !request_.search.empty() ? Shape::kSearch
           : request_.outline       ? Shape::kOutline
           : request_.limit == 1U   ? Shape::kRecord
           : has_place              ? Shape::kRows
                                    : Shape::kOverview;
  if (shape_ == Shape::kSearch) matcher_.emplace(request_);
  if (shape_ == Shape::kOverview || shape_ == Shape::kOutline) {
    content_ = table_->heading();
    room_.take(content_);
    add_columns();
  }
  if (shape_ == Shape::kOutline) {
    ToolResult result;
    result.total_lines = static_cast<std::int64_t>(table_->columns().size());
    result.short_result = compose({"Table ({column})", std::uint64_t{table_->columns().size()}});
    return finish(std::move(result));
  }
  const std::uint64_t rows = table_->rows();
  at_ = std::max<std::uint64_t>(request_.offset.value_or(1), 1) - 1;
  if (request_.from_end) at_ = rows - std::min(rows, *request_.from_end);
  if (at_ >= rows && at_ > 0) {
    return finish(Error{ErrorCode::kOutOfRange,
                        {"offset {,} is past the end: the table has {row}", at_ + 1, rows}});
  }
  limit_ =
      shape_ == Shape::kOverview ? kFirstRows : request_.limit.value_or(options_.limits.max_lines);
  // The lines around the rows.
  room_.take(std::string(200 + file_name().size(), ' '));
}

/// The columns as a table, as far as half of the room goes; an outline has all of it.
void ColumnarForm::add_columns() {
  const auto& columns = table_->columns();
  const bool is_outline = shape_ == Shape::kOutline;
  std::size_t at = 0;
  std::size_t end = columns.size();
  if (is_outline && request_.offset) {
    at = static_cast<std::size_t>(
        std::min<std::uint64_t>(std::max<std::uint64_t>(*request_.offset, 1) - 1, columns.size()));
  }
  if (is_outline && request_.limit)
    end = at + static_cast<std::size_t>(std::min<std::uint64_t>(*request_.limit, end - at));
  if (at == end) return;
  const bool has_facts = std::any_of(columns.begin(), columns.end(), [](const auto& column) {
    return !column.nulls.empty() || !column.least.empty() || !column.most.empty();
  });
  std::string text = has_facts
                         ? "\n| column | type | nulls | least | most |\n|---|---|---|---|---|\n"
                         : "\n| column | type |\n|---|---|\n";
  room_.take(text);
  content_ += text;
  const std::uint64_t reserve = is_outline ? 0 : room_.chars_left() / 2;
  for (const std::size_t first = at; at < end; ++at) {
    const ColumnarColumn& column = columns[at];
    text = compose({"| {} | {} |", escape_cell(column.name), escape_cell(column.type)});
    if (has_facts) append_to(text, {" {} | {} | {} |", column.nulls, column.least, column.most});
    text += '\n';
    if (at > first && (!room_.has(text) || room_.chars_left() < reserve)) break;
    room_.take(text);
    content_ += text;
  }
  if (at < end) leave_out(at);
}

void ColumnarForm::leave_out(std::size_t column) {
  append_to(content_, {"({more column}. Next: outline=true, offset={})\n",
                       std::uint64_t{table_->columns().size() - column}, column + 1});
  if (shape_ != Shape::kOutline) return;
  ReadRequest next = request_;
  next.offset = column + 1;
  if (request_.limit)
    next.limit =
        *request_.limit - (column + 1 - std::max<std::uint64_t>(request_.offset.value_or(1), 1));
  truncation_ = Truncation{TruncationCause::kRows, std::move(next)};
}

std::uint64_t ColumnarForm::text_bytes() const {
  if (shape_ == Shape::kSearch) return kSearchedTextBytes;
  if (shape_ == Shape::kRecord) return kRecordTextBytes;
  return kRowChars * 4 + 4;
}

ColumnarStep ColumnarForm::run_rows() {
  std::vector<DatabaseValue> values;
  while (at_ < table_->rows()) {
    if (shown_ >= limit_) {
      next_ = at_ + 1;
      break;
    }
    const ColumnarStep step = table_->row(at_, text_bytes(), values);
    if (step == ColumnarStep::kNeedsBytes) return step;
    if (step == ColumnarStep::kFailed) {
      const bool has_moved = at_ + 1 > std::max<std::uint64_t>(request_.offset.value_or(1), 1);
      if (!has_moved || request_.from_end) {
        finish(*table_->error());
        return ColumnarStep::kDone;
      }
      next_ = at_ + 1;
      is_full_ = is_out_of_work_ = true;
      break;
    }
    if (matcher_ && !matches(values)) {
      ++at_;
      continue;
    }
    if (!take_row(at_ + 1, values)) {
      next_ = at_ + 1;
      is_full_ = true;
      break;
    }
    last_ = ++at_;
    if (shown_ == 1) first_ = last_;
  }
  return ColumnarStep::kDone;
}

bool ColumnarForm::matches(std::vector<DatabaseValue>& values) {
  bool is_found = false;
  for (DatabaseValue& value : values) {
    if (value.is_far || value.kind == DatabaseValue::Kind::kNull ||
        value.kind == DatabaseValue::Kind::kBlob)
      continue;
    matcher_->restart();
    bool is_cut = false;
    if (value.kind == DatabaseValue::Kind::kText) {
      const std::size_t hit = matcher_->find(value.bytes);
      if (hit == std::string_view::npos) continue;
      value = excerpt(value, hit, kRowChars);
    } else if (matcher_->find(value_cell(value, kRowChars, is_cut)) == std::string_view::npos) {
      continue;
    }
    is_found = true;
  }
  return is_found;
}

/// \returns false when the row has no room.
bool ColumnarForm::take_row(std::uint64_t number, std::vector<DatabaseValue>& values) {
  if (shape_ == Shape::kRecord) {
    add_record(number, values);
    return true;
  }
  if (shown_ == 0) room_.take(header_text());
  for (std::uint64_t chars = kRowChars;; chars /= 2) {
    bool is_cut = false;
    const std::string text = row_text(number, values, chars, is_cut);
    if (room_.has(text)) {
      room_.take(text);
      lines_ += text;
      has_cut_ = has_cut_ || is_cut;
      ++shown_;
      return true;
    }
    // Every read makes progress: the first row is shown, however little of its values that is.
    if (shown_ > 0 || shape_ == Shape::kOverview) return false;
    if (chars > kFewestChars) continue;
    shape_ = Shape::kRecord;
    limit_ = 1;
    add_record(number, values);
    return true;
  }
}

std::string ColumnarForm::row_text(std::uint64_t number, const std::vector<DatabaseValue>& values,
                                   std::uint64_t chars, bool& is_cut) const {
  std::string text = compose({"| {} |", number});
  for (const DatabaseValue& value : values)
    append_to(text, {" {} |", cell_text(value, chars, is_cut)});
  return text + '\n';
}

/// Shows the row in full, as far as there is room.
void ColumnarForm::add_record(std::uint64_t number, const std::vector<DatabaseValue>& values) {
  std::string text = compose({"row: {}\n", number});
  for (std::size_t i = 0; i < values.size(); ++i) {
    append_to(text, {"{}: {}\n", escape_line(table_->columns()[i].name),
                     values[i].is_far ? "[not read]" : value_lines(values[i])});
  }
  const std::uint64_t column = std::max<std::uint64_t>(request_.column.value_or(1), 1);
  const std::string_view rest = std::string_view(text).substr(utf8_prefix_size(text, column - 1));
  const std::uint64_t room = std::max<std::uint64_t>(room_.chars_left(), 1);
  const std::string_view shown = rest.substr(0, utf8_prefix_size(rest, room));
  if (shown.size() < rest.size()) next_column_ = column + room;
  lines_ += shown;
  if (!lines_.ends_with('\n')) lines_ += '\n';
  ++shown_;
}

std::string ColumnarForm::header_text() const {
  std::string text = "| # |";
  std::string line = "|---|";
  for (const ColumnarColumn& column : table_->columns()) {
    append_to(text, {" {} |", escape_cell(column.name)});
    line += "---|";
  }
  return compose({"{}\n{}\n", text, line});
}

void ColumnarForm::finish_rows() {
  if (shape_ != Shape::kOverview) {
    content_ = compose({"Rows of {}: {,} in all, {column}\n", file_name(), table_->rows(),
                        std::uint64_t{table_->columns().size()}});
  }
  if (shown_ > 0) {
    content_ += '\n';
    if (shape_ != Shape::kRecord) content_ += header_text();
    content_ += lines_;
  } else if (!request_.search.empty()) {
    if (!is_out_of_work_) content_ += "(no row holds these words)\n";
  } else if (table_->rows() == 0) {
    content_ += "(no rows)\n";
  }
  close_rows();
  ToolResult result;
  result.start_line = first_;
  result.end_line = last_;
  result.total_lines = static_cast<std::int64_t>(table_->rows());
  result.short_result = compose({"Table ({row} of {,} shown)", shown_, table_->rows()});
  finish(std::move(result));
}

void ColumnarForm::close_rows() {
  if (has_cut_) content_ += kCutRows;
  ReadRequest next = request_;
  next.from_end.reset();
  if (next_column_) {
    ReadRequest rest = next;
    rest.offset = first_;
    rest.limit = 1;
    rest.column = next_column_;
    rest.search.clear();
    append_to(content_, {"\n(Row {} is cut: offset={}, limit=1, column={} reads on.)\n", first_,
                         first_, *rest.column});
    if (!next_ || request_.limit == 1U) {
      truncation_ = Truncation{TruncationCause::kBytes, std::move(rest)};
      return;
    }
  }
  if (is_out_of_work_)
    append_to(content_, {"(The work of one read ended before row {}.)\n", *next_});
  // Whoever asked for so many rows has them all.
  const bool has_all = request_.limit && shown_ >= *request_.limit && !is_full_;
  if (!next_ || has_all) return;
  next.offset = next_;
  next.column.reset();
  if (next.limit) next.limit = *next.limit - std::min(*next.limit - 1, shown_);
  append_to(content_, {"\n(More rows follow. Next: offset={})\n", *next.offset});
  truncation_ = Truncation{TruncationCause::kRows, std::move(next)};
}

void ColumnarForm::finish(Error error) {
  result_ = failure(std::move(error), ContentType::kDocument);
  result_->metadata.warnings = warnings_;
}

void ColumnarForm::finish(ToolResult result) {
  result.success = true;
  result.content_type = ContentType::kDocument;
  result.content = std::move(content_);
  result.line_count =
      static_cast<std::uint64_t>(std::count(result.content.begin(), result.content.end(), '\n'));
  result.truncated = truncation_.has_value();
  result.truncation = std::move(truncation_);
  DocumentInfo info;
  info.kind = DocumentKind::kDatabase;
  info.table_count = 1;
  result.metadata.document = std::move(info);
  result.metadata.warnings = warnings_;
  result_ = std::move(result);
}

}  // namespace lectern
