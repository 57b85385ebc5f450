#include "documents/database/database_reading.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/format.h"
#include "documents/database/database_objects.h"
#include "documents/database/table_view.h"
#include "documents/database/value_text.h"
#include "documents/sheets/cells_table.h"
#include "package/member_name.h"
#include "read/packages.h"
#include "read/refusal.h"
#include "text/utf8.h"

namespace lectern {
namespace {

using Step = TreeWalk::Step;

/// The host is asked for so many bytes at a time.
constexpr std::uint64_t kMostQuestionBytes = std::uint64_t{4} << 20;
/// Bytes that are read between two turns of others.
constexpr std::uint64_t kBytesBetweenTurns = std::uint64_t{16} << 20;
/// Rows of each table that the map shows, and characters of their values.
constexpr std::uint64_t kSampleRows = 5;
constexpr std::uint64_t kSampleChars = 80;
constexpr std::uint64_t kCellChars = 300;
/// The SQL of one object, unless it is asked for by its path.
constexpr std::uint64_t kMostSqlChars = 4'000;
/// All rows of a database up to this size are counted...
constexpr std::uint64_t kCountedBytes = std::uint64_t{4} << 20;
/// ...and of larger ones as many pages, or these when one table is read.
constexpr std::uint64_t kTableCountedBytes = std::uint64_t{256} << 10;

std::string_view encoding_name(std::uint32_t encoding) {
  return encoding == 2 ? "UTF-16LE" : encoding == 3 ? "UTF-16BE" : "UTF-8";
}

/// The SQL of an object, as a statement. \param chars  that are shown
void append_sql(std::string& text, const DatabaseObject& object, std::uint64_t chars) {
  if (object.sql.empty()) return;
  const std::size_t size = utf8_prefix_size(object.sql, chars);
  text += std::string_view(object.sql).substr(0, size);
  if (size < object.sql.size() || object.is_sql_cut) {
    text += "\n-- … (cut)";
  } else {
    text += ';';
  }
  text += '\n';
}

/// "id INTEGER primary key, name TEXT not null"
std::string columns_text(const TableSchema& schema) {
  constexpr std::size_t kMostBytes = 4'000;
  std::string text;
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    if (text.size() > kMostBytes) {
      append_to(text, {", and {more column}", schema.columns.size() - i});
      break;
    }
    const TableColumn& column = schema.columns[i];
    if (i > 0) text += ", ";
    text += escape_line(column.name);
    if (!column.type.empty()) append_to(text, {" {}", escape_line(column.type)});
    if (column.is_key) text += " primary key";
    if (column.is_not_null) text += " not null";
    if (column.is_virtual) text += " generated, not stored";
    if (column.is_stored) text += " generated";
  }
  return text;
}

class DatabaseReading final : public PackageReading {
 public:
  DatabaseReading(const ReadRequest& request, const ReadOptions& options, ByteSpan head,
                  const FileKnowledge& file)
      : request_(request),
        options_(options),
        takes_turns_(file.takes_turns),
        pages_(head, file.size_bytes, file.is_sequential),
        room_(options.limits) {
    const auto header = read_database_header(head, file.size_bytes);
    if (!header) {
      finish(Error{ErrorCode::kCorruptDocument,
                   "the header of the SQLite database states a page size that cannot be"});
      return;
    }
    header_ = *header;
    pages_.set_page_size(header_.page_size);
    if (!request.range.empty() || !request.lines.empty()) {
      finish(
          Error{ErrorCode::kInvalidArgument,
                {"a database is read by path, offset and limit: {}/TABLE with offset and limit in "
                 "rows, not with range or lines",
                 shown_name(base_name(database_path()))}});
      return;
    }
    run();
  }

  const Question& question() const override { return question_; }
  std::span<std::uint8_t> room(std::size_t size) override {
    const std::span<std::uint8_t> room = pages_.room(size);
    if (room.empty()) {
      finish(Error{ErrorCode::kLimitExceeded,
                   {"there is no memory for {byte} of the database", std::uint64_t{size}}});
    }
    return room;
  }
  void give(std::size_t size, bool at_end) override {
    pages_.give(size, at_end);
    run();
  }
  void give_table(ByteSpan) override { run(); }
  void give_pixels(PixelView) override { run(); }
  void decline(std::string_view) override { run(); }
  ByteSpan bytes() const override { return {}; }
  bool is_of_member() const override { return false; }
  ToolResult take_result() override { return *std::move(result_); }

 private:
  const Limits& limits() const { return options_.limits; }
  bool is_search() const { return !request_.search.empty(); }
  std::string database_path() const {
    return std::string(path_before(request_.file_path, options_.host.member));
  }

  /// Goes on until the host is needed, or the result is there.
  void run() {
    while (!result_) {
      if (pages_.is_loading()) {
        if (pages_.loaded() > limits().max_document_bytes) {
          finish(Error{ErrorCode::kFileTooLarge,
                       {"the database comes in one piece and exceeds {}",
                        limit_text(limits().max_document_bytes, std::nullopt)}});
          return;
        }
        pages_.want_more();
        return ask();
      }
      if (step() == Step::kNeedsBytes) return ask();
    }
  }

  void ask() {
    if (takes_turns_ && pages_.loaded() >= next_turn_) {
      next_turn_ = pages_.loaded() + kBytesBetweenTurns;
      question_ = {Question::Kind::kTurn, 0, 0, {}};
      return;
    }
    const std::uint64_t from = pages_.wanted_from();
    question_ = {Question::Kind::kBytes,
                 from,
                 from + std::min(pages_.wanted_to() - from, kMostQuestionBytes),
                 {}};
  }

  Step step() {
    if (!objects_) {
      if (header_.pages == 0) header_.pages = pages_.size().value_or(0) / header_.page_size;
      objects_.emplace(pages_, header_);
    }
    if (!has_objects_) {
      const Step step = objects_->read();
      if (step == Step::kNeedsBytes) return step;
      has_objects_ = true;
      tell_facts();
      begin();
      return Step::kEnd;
    }
    if (!view_) return next_entry();
    if (const Step step = view_->step(); step == Step::kNeedsBytes) return step;
    take_view();
    return Step::kEnd;
  }

  void warn(const Message& text) { add_to(warnings_, text); }

  void tell_facts() {
    if (header_.is_wal) {
      warn({"the database is in WAL mode: the latest changes may lie in {}-wal, which is not read",
            shown_name(base_name(database_path()))});
    }
    const std::uint64_t stored = pages_.size().value_or(0) / header_.page_size;
    if (stored < header_.pages) {
      warn({"the file is cut off: it states {page} and has {,}", header_.pages, stored});
    }
    if (objects_->left_out() > 0) {
      warn({"{object} of the database left out: it has too many", objects_->left_out()});
    }
    add_damage("sqlite_schema", objects_->damage());
  }

  void add_damage(std::string_view table, const DamageList& damage) {
    for (const std::string& one : damage) warn({"table {}: {}", escape_line(table), one});
  }

  /// Decides what is shown.
  void begin() {
    const auto member = path_in_package(options_.host.member);
    table_ = objects_->find(options_.host.member);
    if (table_ == nullptr && member) table_ = objects_->find(*member);
    if (table_ != nullptr) return begin_table();
    if (options_.host.member.find_first_not_of('/') != std::string::npos) return finish_missing();
    is_map_ = true;
    std::uint64_t tables = 0;
    for (const DatabaseObject& object : objects_->shown()) tables += object.root > 0 ? 1 : 0;
    count_pages_ = counted_pages(kCountedBytes);
    tables_left_ = tables;
    const std::uint64_t entries = objects_->shown().size();
    entry_ = std::max<std::uint64_t>(request_.offset.value_or(1), 1) - 1;
    if (request_.from_end) entry_ = entries - std::min(entries, *request_.from_end);
    if (entry_ >= entries && entry_ > 0) {
      return finish(Error{ErrorCode::kOutOfRange,
                          {"offset {,} is past the end: the database has {}", entry_ + 1,
                           counted(entries, "table or view")}});
    }
    last_entry_ = std::min(entries, entry_ + request_.limit.value_or(entries));
    const std::string text = entry_ == 0 && !is_search() ? heading() : "";
    room_.take(text);
    content_ += text;
  }

  std::uint64_t counted_pages(std::uint64_t bytes) const {
    const std::uint64_t all = pages_.size().value_or(0);
    return all <= kCountedBytes ? ~std::uint64_t{0} : bytes / header_.page_size;
  }

  std::string heading() const {
    std::string text = compose({"SQLite database with {table}", table_count()});
    const auto add = [&](DatabaseObjectKind kind, std::string_view noun) {
      if (const std::uint64_t count = objects_->count(kind); count > 0)
        append_to(text, {", {}", counted(count, noun)});
    };
    add(DatabaseObjectKind::kView, "view");
    if (const std::uint64_t count = objects_->count(DatabaseObjectKind::kIndex); count > 0)
      append_to(text, {", {,} {}", count, count == 1 ? "index" : "indexes"});
    add(DatabaseObjectKind::kTrigger, "trigger");
    append_to(text, {" ({}, {page} of {byte}", encoding_name(header_.encoding), header_.pages,
                     std::uint64_t{header_.page_size}});
    if (header_.free_pages > 0)
      append_to(text, {", {,} of them free", std::uint64_t{header_.free_pages}});
    if (header_.user_version != 0) append_to(text, {", user_version {}", header_.user_version});
    if (header_.application_id != 0)
      append_to(text, {", application_id {}", header_.application_id});
    if (header_.is_wal) text += ", WAL mode";
    text += ")\n";
    append_to(text,
              {"(Read one as {}/NAME, its rows with offset and limit. Nothing is run: no view, "
               "trigger or virtual table.)\n",
               shown_name(base_name(database_path()))});
    return text;
  }

  std::uint64_t table_count() const { return objects_->count(DatabaseObjectKind::kTable); }

  // The map, or a search in all tables.

  Step next_entry() {
    if (!is_map_) return Step::kEnd;
    if (entry_ >= last_entry_) {
      finish_map();
      return Step::kEnd;
    }
    const DatabaseObject& object = objects_->shown()[entry_];
    const bool has_rows = object.root > 0;
    if (is_search() && !has_rows) {
      ++entry_;
      return Step::kEnd;
    }
    if (!has_rows) {
      add_entry(object, "", nullptr);
      return Step::kEnd;
    }
    TableWish wish;
    wish.form = is_search() ? TableForm::kSearch : TableForm::kSample;
    wish.search = request_.search;
    wish.limit = is_search() ? limits().max_lines : request_.outline ? 0 : kSampleRows;
    wish.cell_chars = is_search() ? kCellChars : kSampleChars;
    wish.count_pages = count_pages_ == ~std::uint64_t{0}
                           ? count_pages_
                           : count_pages_ / std::max<std::uint64_t>(tables_left_, 1);
    TextRoom room = room_;
    room.take(entry_text(object, sql_chars(), "", ""));
    view_.emplace(pages_, header_, object, std::move(wish), room);
    return Step::kEnd;
  }

  void take_view() {
    const DatabaseObject& object = is_map_ ? objects_->shown()[entry_] : *table_;
    add_damage(object.name, view_->damage());
    if (!is_map_) return finish_table();
    if (is_search()) return take_hits(object);
    if (count_pages_ != ~std::uint64_t{0}) {
      count_pages_ -=
          std::min(count_pages_, count_pages_ / std::max<std::uint64_t>(tables_left_, 1));
    }
    tables_left_ -= tables_left_ > 0 ? 1 : 0;
    std::string rows = view_->text();
    if (!rows.empty() && (!view_->is_counted() || view_->rows() < view_->count())) {
      append_to(rows, {"\n(the first {row})\n", view_->rows()});
    }
    add_entry(object, rows, &*view_);
    view_.reset();
  }

  std::uint64_t sql_chars() const {
    return std::min<std::uint64_t>(kMostSqlChars, room_.chars_left() / 2);
  }

  std::string entry_text(const DatabaseObject& object, std::uint64_t sql_chars,
                         std::string_view rows, std::string_view count) const {
    std::string what = object.kind == DatabaseObjectKind::kView ? "view"
                       : object.is_virtual                      ? "virtual table"
                       : object.is_internal                     ? "internal table"
                                                                : "table";
    append_to(what, {" {} of {}", entry_ + 1, objects_->shown().size()});
    if (!object.keeps.empty())
      append_to(what, {", content of the virtual table {}", escape_line(object.keeps)});
    if (!count.empty()) append_to(what, {", {}", count});
    std::string text =
        compose({"{}## {} ({})\n", content_.empty() ? "" : "\n", escape_line(object.name), what});
    if (request_.outline && object.schema) {
      append_to(text, {"{}\n", columns_text(*object.schema)});
    } else {
      append_to(text, {"{}", sql_text(object, sql_chars)});
    }
    if (object.kind == DatabaseObjectKind::kTable && !object.is_virtual && !object.schema)
      text += "(its SQL cannot be taken apart: columns have numbers for names)\n";
    if (!rows.empty()) append_to(text, {"\n{}", rows});
    return text;
  }

  /// The SQL of an object and of the indexes and triggers that belong to it.
  std::string sql_text(const DatabaseObject& object, std::uint64_t chars) const {
    std::string sql;
    append_sql(sql, object, chars);
    std::uint64_t left = 0;
    for (const DatabaseObject& other : objects_->others()) {
      if (ascii_lower(other.table) != ascii_lower(object.name)) continue;
      if (sql.size() > chars) {
        ++left;
      } else {
        append_sql(sql, other, chars);
      }
    }
    if (left > 0) append_to(sql, {"-- and {more index or trigger}\n", left});
    return sql.empty() ? "" : fenced("sql", sql);
  }

  void add_entry(const DatabaseObject& object, std::string_view rows, const TableView* view) {
    const std::string count = view == nullptr ? "" : view->count_text();
    const std::string text = entry_text(object, sql_chars(), rows, count);
    if (!room_.has(text) && has_shown_) {
      leave(TruncationCause::kBytes);
      return finish_map();
    }
    room_.take(text);
    content_ += text;
    has_shown_ = true;
    ++entry_;
  }

  void take_hits(const DatabaseObject& object) {
    const bool is_whole = !view_->next_number();
    if (view_->rows() > 0) {
      if (!is_whole && has_shown_) {
        view_.reset();
        leave(TruncationCause::kBytes);
        return finish_map();
      }
      hits_ += view_->rows();
      std::string text = compose({"{}## {} ({})\n\n{}", content_.empty() ? "" : "\n",
                                  escape_line(object.name), view_->numbering(), view_->text()});
      if (!is_whole) {
        append_to(text, {"\n(More rows of it: file_path={}, offset={}, the same search)\n",
                         shown_name(path_of(object)), *view_->next_number()});
      }
      room_.take(text);
      content_ += text;
      has_shown_ = true;
      has_cut_ = has_cut_ || view_->has_cut();
      if (!is_whole && entry_ + 1 >= last_entry_) {
        ReadRequest next = request_;
        next.file_path = path_of(object);
        next.offset = view_->next_number();
        next.limit.reset();
        truncation_ = Truncation{TruncationCause::kRows, std::move(next)};
      }
    }
    ++entry_;
    view_.reset();
  }

  std::string path_of(const DatabaseObject& object) const {
    return compose({"{}/{}", database_path(), object.name});
  }

  /// The entries from here on are left to the next read.
  void leave(TruncationCause cause) {
    ReadRequest next = request_;
    next.offset = entry_ + 1;
    next.from_end.reset();
    if (request_.limit) next.limit = last_entry_ - entry_;
    append_to(content_, {"\n({more table or view} of {}. Next: offset={})\n", last_entry_ - entry_,
                         objects_->shown().size(), entry_ + 1});
    truncation_ = Truncation{cause, std::move(next)};
  }

  void finish_map() {
    ToolResult result;
    if (is_search() && hits_ == 0 && !truncation_) content_ = "(no row holds these words)\n";
    if (has_cut_) content_ += kCutNote;
    result.total_lines = static_cast<std::int64_t>(objects_->shown().size());
    result.short_result = is_search() ? compose({"SQLite database ({row} found)", hits_})
                                      : compose({"SQLite database ({table})", table_count()});
    finish(std::move(result));
  }

  // One table.

  void begin_table() {
    if (table_->root == 0) return finish_other();
    TableWish wish;
    wish.offset = request_.offset.value_or(1);
    wish.from_end = request_.from_end;
    wish.search = request_.search;
    wish.limit = request_.limit.value_or(limits().max_lines);
    wish.column = std::max<std::uint64_t>(request_.column.value_or(1), 1);
    wish.cell_chars = kCellChars;
    wish.count_pages = counted_pages(kTableCountedBytes);
    wish.form = is_search()       ? TableForm::kSearch
                : wish.limit == 1 ? TableForm::kRecord
                                  : TableForm::kRows;
    if (request_.outline && !is_search()) {
      wish.form = TableForm::kSample;
      wish.limit = 0;
    }
    const bool is_first = wish.offset <= 1 && !wish.from_end;
    has_sql_ = is_first && wish.form != TableForm::kSearch && wish.form != TableForm::kRecord;
    TextRoom room = room_;
    room.take(std::string(std::size_t{200} + 2 * table_->name.size(), ' '));
    if (has_sql_) room.take(sql_text(*table_, sql_chars()));
    view_.emplace(pages_, header_, *table_, std::move(wish), room);
  }

  void finish_table() {
    const TableView& view = *view_;
    content_ =
        compose({"Table {} of {}: {}, {}\n", escape_line(table_->name),
                 shown_name(base_name(database_path())), view.count_text(), view.numbering()});
    if (request_.outline && table_->schema) {
      append_to(content_, {"{}\n", columns_text(*table_->schema)});
    } else if (has_sql_) {
      content_ += sql_text(*table_, sql_chars());
    }
    if (!table_->schema)
      content_ += "(its SQL cannot be taken apart: columns have numbers for names)\n";
    if (table_->schema) tell_virtual_columns(*table_->schema);
    const std::string rows = view.text();
    if (!rows.empty()) append_to(content_, {"\n{}", rows});
    const bool is_plain = !is_search() && !request_.outline;
    if (rows.empty() && is_search()) content_ += "(no row holds these words)\n";
    if (rows.empty() && is_plain && !view.next_number()) {
      if (request_.offset.value_or(1) > 1) {
        return finish(Error{ErrorCode::kOutOfRange,
                            {"offset {} is past the end: table {} has {}", *request_.offset,
                             escape_line(table_->name), view.count_text()}});
      }
      content_ += "(no rows)\n";
    }
    close_table();
    ToolResult result;
    result.start_line = view.first_number();
    result.end_line = view.last_number();
    result.total_lines = view.is_counted() ? static_cast<std::int64_t>(view.count()) : -1;
    result.short_result =
        compose({"Table {} ({row} shown)", escape_line(table_->name), view.rows()});
    finish(std::move(result));
  }

  void tell_virtual_columns(const TableSchema& schema) {
    std::string names;
    for (const TableColumn& column : schema.columns) {
      if (column.is_virtual)
        append_to(names, {"{}{}", names.empty() ? "" : ", ", escape_line(column.name)});
    }
    if (!names.empty())
      append_to(content_, {"(generated columns that are not stored: {})\n", names});
  }

  void close_table() {
    const TableView& view = *view_;
    if (view.has_cut()) content_ += kCutNote;
    if (request_.outline && !is_search()) return;
    ReadRequest next = request_;
    next.from_end.reset();
    if (view.next_column()) {
      next.offset = view.first_number();
      next.limit = 1;
      next.column = view.next_column();
      append_to(content_, {"\n(Row {} is cut: offset={}, limit=1, column={} reads on.)\n",
                           *next.offset, *next.offset, *next.column});
      // What is cut off a row is a call of its own, unless it is all that is left.
      if (!view.next_number() || request_.limit == 1U) {
        truncation_ = Truncation{TruncationCause::kBytes, std::move(next)};
        return;
      }
    }
    // Who asked for so many rows has them all.
    const bool has_all = request_.limit && view.rows() >= *request_.limit && !view.is_full();
    if (!view.next_number() || has_all) return;
    next.offset = view.next_number();
    next.column.reset();
    next.limit = request_.limit;
    if (next.limit) next.limit = *next.limit - std::min(*next.limit - 1, view.rows());
    append_to(content_, {"\n(More rows follow. Next: offset={})\n", *next.offset});
    truncation_ = Truncation{TruncationCause::kRows, std::move(next)};
  }

  /// A view, or a virtual table.
  void finish_other() {
    content_ = compose({"{} {} of {}, which is not run\n",
                        table_->kind == DatabaseObjectKind::kView ? "View" : "Virtual table",
                        escape_line(table_->name), shown_name(base_name(database_path()))});
    content_ += sql_text(*table_, room_.chars_left());
    std::string parts;
    for (const DatabaseObject& object : objects_->shown()) {
      if (table_->is_virtual && object.keeps == table_->name)
        append_to(parts, {"{}{}", parts.empty() ? "" : ", ", escape_line(object.name)});
    }
    if (!parts.empty()) append_to(content_, {"(Its content lies in {}.)\n", parts});
    ToolResult result;
    result.short_result = compose({"SQL of {}", escape_line(table_->name)});
    finish(std::move(result));
  }

  // The end.

  static constexpr std::string_view kCutNote =
      "\n(Values with … are cut: limit=1 with the row's number as offset shows a row in full.)\n";

  void finish_missing() {
    constexpr std::size_t kMostNames = 20;
    Error error = file_error(ErrorCode::kFileNotFound, request_.file_path);
    error.message += "\nThe database has";
    std::size_t count = 0;
    for (const DatabaseObject& object : objects_->shown()) {
      if (count++ == kMostNames) {
        append_to(error.message, {", and {more}", objects_->shown().size() - kMostNames});
        break;
      }
      append_to(error.message, {"{} {}", count == 1 ? "" : ",", shown_name(object.name)});
    }
    if (count == 0) error.message += " no tables";
    finish(std::move(error));
  }

  void finish(Error error) {
    ToolResult result = failure(std::move(error), ContentType::kDocument);
    finish_with(std::move(result));
  }

  void finish(ToolResult result) {
    result.success = true;
    result.content_type = ContentType::kDocument;
    result.content = std::move(content_);
    result.line_count =
        static_cast<std::uint64_t>(std::count(result.content.begin(), result.content.end(), '\n'));
    result.truncated = truncation_.has_value();
    result.truncation = std::move(truncation_);
    DocumentInfo info;
    info.kind = DocumentKind::kDatabase;
    info.table_count = table_count();
    result.metadata.document = std::move(info);
    finish_with(std::move(result));
  }

  void finish_with(ToolResult result) {
    result.metadata.warnings = std::move(warnings_);
    result_ = std::move(result);
    question_ = {Question::Kind::kDone, 0, 0, {}};
  }

  const ReadRequest& request_;
  const ReadOptions& options_;
  bool takes_turns_;
  std::uint64_t next_turn_ = kBytesBetweenTurns;
  DatabasePages pages_;
  DatabaseHeader header_;
  Question question_;
  std::optional<ToolResult> result_;
  std::vector<std::string> warnings_;
  std::optional<DatabaseObjects> objects_;
  bool has_objects_ = false;
  std::optional<TableView> view_;

  std::string content_;
  TextRoom room_;
  std::optional<Truncation> truncation_;
  bool has_shown_ = false;
  bool has_cut_ = false;
  std::uint64_t hits_ = 0;

  // Of the map.
  bool is_map_ = false;
  std::uint64_t entry_ = 0;
  std::uint64_t last_entry_ = 0;
  std::uint64_t tables_left_ = 0;
  std::uint64_t count_pages_ = 0;  ///< left for counting

  // Of one table.
  const DatabaseObject* table_ = nullptr;
  bool has_sql_ = false;
};

}  // namespace

std::unique_ptr<PackageReading> open_database_reading(const ReadRequest& request,
                                                      const ReadOptions& options, ByteSpan head,
                                                      const FileKnowledge& file) {
  return std::make_unique<DatabaseReading>(request, options, head, file);
}

}  // namespace lectern
