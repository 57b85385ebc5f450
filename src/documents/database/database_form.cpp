#include "documents/database/database_form.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/format.h"
#include "documents/database/database_objects.h"
#include "documents/database/database_text.h"
#include "documents/database/table_view.h"
#include "documents/sheets/cells_table.h"
#include "package/member_name.h"
#include "read/packages.h"
#include "read/refusal.h"
#include "text/utf8.h"

namespace lectern {
namespace {

using Step = TreeWalk::Step;

/// Rows of each table that the map shows, and characters of their values.
constexpr std::uint64_t kSampleRows = 5;
constexpr std::uint64_t kSampleChars = 80;
constexpr std::uint64_t kCellChars = 300;
/// The SQL of one object, unless it is asked for by its path.
constexpr std::uint64_t kMostSqlChars = 4'000;
/// Damaged places that are named, and characters of their table's name there.
constexpr std::size_t kMostDamagedPlaces = 50;
constexpr std::uint64_t kMostNameChars = 100;
/// All rows of a database up to this size are counted...
constexpr std::uint64_t kCountedBytes = std::uint64_t{4} << 20;
/// ...and of larger ones as many pages, or these when one table is read.
constexpr std::uint64_t kTableCountedBytes = std::uint64_t{256} << 10;

class ReadForm final : public DatabaseForm {
 public:
  ReadForm(const ReadRequest& request, const ReadOptions& options, DatabasePages& pages,
           const DatabaseHeader& header)
      : request_(request),
        options_(options),
        pages_(pages),
        header_(header),
        room_(options.limits) {}

  Step step() override {
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

 private:
  const Limits& limits() const { return options_.limits; }
  bool is_search() const { return !request_.search.empty(); }
  std::string database_path() const {
    return std::string(path_before(request_.file_path, options_.host.member));
  }
  std::string file_name() const { return std::string(base_name(database_path())); }

  void warn(const Message& text) { add_to(warnings_, text); }

  void tell_facts() {
    if (header_.is_wal) {
      warn({"the database is in WAL mode: the latest changes may lie in {}-wal, which is not read",
            shown_name(file_name())});
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
    table = table.substr(0, utf8_prefix_size(table, kMostNameChars));
    for (const std::string& one : damage) {
      if (++damaged_ <= kMostDamagedPlaces) warn({"table {}: {}", escape_line(table), one});
    }
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
    if (is_search()) first_row_ = std::max<std::uint64_t>(request_.column.value_or(1), 1);
    last_entry_ = std::min(entries, entry_ + request_.limit.value_or(entries));
    const std::string text =
        entry_ == 0 && !is_search() ? database_heading(*objects_, header_, database_path()) : "";
    room_.take(text);
    content_ += text;
  }

  std::uint64_t counted_pages(std::uint64_t bytes) const {
    const std::uint64_t all = pages_.size().value_or(0);
    return all <= kCountedBytes ? ~std::uint64_t{0} : bytes / header_.page_size;
  }

  std::uint64_t table_count() const { return objects_->count(DatabaseObjectKind::kTable); }

  // The map, or a search in all tables.

  Step next_entry() {
    if (!is_map_) return Step::kEnd;
    if (entry_ >= last_entry_) {
      finish_map();
      return Step::kEnd;
    }
    const DatabaseObject& object = objects_->shown()[static_cast<std::size_t>(entry_)];
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
    wish.search_rules = word_rules(request_);
    if (is_search()) wish.offset = first_row_;
    wish.must_show = is_search() && !has_shown_;
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
    const DatabaseObject& object =
        is_map_ ? objects_->shown()[static_cast<std::size_t>(entry_)] : *table_;
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
    std::string text =
        compose({"{}## {} ({})\n", content_.empty() ? "" : "\n", escape_line(object.name),
                 object_text(*objects_, object, entry_ + 1, count)});
    if (request_.outline && object.schema) {
      append_to(text, {"{}\n", columns_text(*object.schema)});
    } else {
      text += sql_text(*objects_, object, sql_chars);
    }
    if (object.kind == DatabaseObjectKind::kTable && !object.is_virtual && !object.schema)
      text += kUnparsed;
    if (!rows.empty()) append_to(text, {"\n{}", rows});
    return text;
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
      room_.take(text);
      content_ += text;
      has_shown_ = true;
      has_cut_ = has_cut_ || view_->has_cut();
      if (!is_whole) {
        first_row_ = *view_->next_number();
        view_.reset();
        leave(TruncationCause::kRows);
        return finish_map();
      }
    } else if (!is_whole) {
      // The first row found has no room here.
      view_.reset();
      leave(TruncationCause::kBytes);
      return finish_map();
    }
    ++entry_;
    first_row_ = 1;
    view_.reset();
  }

  /// The entries from here on, the first of them from `first_row_` on, are left to the next read.
  void leave(TruncationCause cause) {
    ReadRequest next = request_;
    next.offset = entry_ + 1;
    next.from_end.reset();
    next.column.reset();
    if (request_.limit) next.limit = last_entry_ - entry_;
    if (first_row_ > 1) {
      next.column = first_row_;
      append_to(content_,
                {"\n(More rows follow. Next: offset={}, column={})\n", entry_ + 1, first_row_});
    } else {
      append_to(content_, {"\n({more table or view} of {}. Next: offset={})\n",
                           last_entry_ - entry_, objects_->shown().size(), entry_ + 1});
    }
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
    wish.search_rules = word_rules(request_);
    wish.limit = request_.limit.value_or(limits().max_lines);
    wish.column = std::max<std::uint64_t>(request_.column.value_or(1), 1);
    wish.cell_chars = kCellChars;
    wish.count_pages = counted_pages(kTableCountedBytes);
    wish.must_show = true;
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
    if (has_sql_) room.take(sql_text(*objects_, *table_, sql_chars()));
    view_.emplace(pages_, header_, *table_, std::move(wish), room);
  }

  void finish_table() {
    const TableView& view = *view_;
    content_ = compose({"Table {} of {}: {}, {}\n", escape_line(table_->name),
                        shown_name(file_name()), view.count_text(), view.numbering()});
    if (request_.outline && table_->schema) {
      append_to(content_, {"{}\n", columns_text(*table_->schema)});
    } else if (has_sql_) {
      content_ += sql_text(*objects_, *table_, sql_chars());
    }
    if (!table_->schema) content_ += kUnparsed;
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
      ReadRequest rest = next;
      rest.offset = view.first_number();
      rest.limit = 1;
      rest.column = view.next_column();
      rest.search.clear();
      append_to(content_, {"\n(Row {} is cut: offset={}, limit=1, column={} reads on.)\n",
                           *rest.offset, *rest.offset, *rest.column});
      // What is cut off a row is a call of its own, unless it is all that is left.
      if (!view.next_number() || request_.limit == 1U) {
        truncation_ = Truncation{TruncationCause::kBytes, std::move(rest)};
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
                        escape_line(table_->name), shown_name(file_name())});
    content_ += sql_text(*objects_, *table_, room_.chars_left());
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

  static constexpr std::string_view kUnparsed =
      "(its SQL cannot be taken apart: columns have numbers for names)\n";
  static constexpr std::string_view kCutNote =
      "\n(Values with … are cut: limit=1 with the row's number as offset shows a row in full.)\n";

  void finish_missing() {
    constexpr std::size_t kMostNames = 20;
    Error error = file_error(ErrorCode::kFileNotFound, request_.file_path);
    error.message += "\nIt has";
    std::size_t count = 0;
    for (const DatabaseObject& object : objects_->shown()) {
      if (count++ == kMostNames) {
        append_to(error.message, {", and {,} more", objects_->shown().size() - kMostNames});
        break;
      }
      append_to(error.message, {"{} {}", count == 1 ? "" : ",", told_name(object.name)});
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
    if (damaged_ > kMostDamagedPlaces)
      warn({"{more damaged place}", damaged_ - kMostDamagedPlaces});
    result.metadata.warnings = std::move(warnings_);
    result_ = std::move(result);
  }

  const ReadRequest& request_;
  const ReadOptions& options_;
  DatabasePages& pages_;
  DatabaseHeader header_;
  std::vector<std::string> warnings_;
  std::size_t damaged_ = 0;
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
  std::uint64_t first_row_ = 1;  ///< of this entry, in a search
  std::uint64_t tables_left_ = 0;
  std::uint64_t count_pages_ = 0;  ///< left for counting

  // Of one table.
  const DatabaseObject* table_ = nullptr;
  bool has_sql_ = false;
};

}  // namespace

std::unique_ptr<DatabaseForm> open_database_form(const ReadRequest& request,
                                                 const ReadOptions& options, DatabasePages& pages,
                                                 const DatabaseHeader& header) {
  return std::make_unique<ReadForm>(request, options, pages, header);
}

}  // namespace lectern
