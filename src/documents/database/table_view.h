// Rows of one table as a Markdown table, as far as a result has room: its first rows, those from a
// number on, one row in full, or those with words in them. Also counts the rows, within bounds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.h"
#include "documents/database/database_objects.h"
#include "documents/database/row_record.h"
#include "documents/database/tree_walk.h"
#include "text/word_matcher.h"

namespace lectern {

/// What a result has left of its limits.
class TextRoom {
 public:
  explicit TextRoom(const Limits& limits)
      : chars_(limits.max_content_chars), tokens_(limits.max_tokens) {}
  /// Whether `text` fits, and the line behind it that says how to go on.
  bool has(std::string_view text) const;
  void take(std::string_view text);
  /// Characters that fit at least.
  std::uint64_t chars_left() const;

 private:
  std::uint64_t chars_;
  std::optional<std::uint64_t> tokens_;
  std::uint64_t used_chars_ = 0;
  std::uint64_t used_quarters_ = 0;
};

enum class TableForm : std::uint8_t { kSample, kRows, kRecord, kSearch };

struct TableWish {
  TableForm form = TableForm::kRows;
  /// The number of the first row.
  std::uint64_t offset = 1;
  std::optional<std::uint64_t> from_end = std::nullopt;
  std::uint64_t limit = 1;
  /// The first character of a record.
  std::uint64_t column = 1;
  /// Characters of one text.
  std::uint64_t cell_chars = 300;
  /// Pages that may be visited to count the rows.
  std::uint64_t count_pages = 0;
  std::string search = {};
  WordRules search_rules = {};
  /// The first row is shown even if there is room for a piece of it only.
  bool must_show = false;
};

class TableView {
 public:
  /// \param pages, header, object  must outlive this.
  TableView(DatabasePages& pages, const DatabaseHeader& header, const DatabaseObject& object,
            TableWish wish, const TextRoom& room);

  /// Goes on. kNeedsBytes: call it again; kEnd: all of the below is known.
  TreeWalk::Step step();

  /// The table, or the record; "" without rows.
  std::string text() const;
  std::uint64_t rows() const { return rows_; }
  std::uint64_t first_number() const { return first_; }
  std::uint64_t last_number() const { return last_; }
  /// The row that comes next; nothing at the end of the table.
  std::optional<std::uint64_t> next_number() const { return next_; }
  /// It had no room, although fewer rows than asked for are shown.
  bool is_full() const { return is_full_; }
  /// Where a record goes on that has no room.
  std::optional<std::uint64_t> next_column() const { return next_column_; }
  /// A value is not shown in full.
  bool has_cut() const { return has_cut_; }
  /// Rows of the table, or as many as were counted.
  std::uint64_t count() const { return count_; }
  bool is_counted() const { return is_counted_; }
  /// "1,204 rows", "≥ 50,000 rows (rowids up to 1,048,576)".
  std::string count_text() const;
  /// What its numbers are: "numbered by id".
  std::string numbering() const;
  const DamageList& damage() const { return damage_; }

 private:
  enum class Stage : std::uint8_t { kEdges, kPlace, kRows, kCount, kLastEdge, kDone };

  TreeWalk::Step run_edges();
  TreeWalk::Step run_place();
  TreeWalk::Step run_rows();
  TreeWalk::Step run_count(std::uint64_t most_pages);
  void tell_disorder();
  bool take_row(std::uint64_t number, std::vector<DatabaseValue> values);
  bool pay_for_columns(std::size_t values);
  std::vector<DatabaseValue> columns_of(std::vector<DatabaseValue> values);
  std::string row_text(std::uint64_t number, const std::vector<DatabaseValue>& values,
                       std::uint64_t chars, bool& is_cut);
  std::string record_text(std::uint64_t number, const std::vector<DatabaseValue>& values) const;
  bool add_record(std::uint64_t number, const std::vector<DatabaseValue>& values,
                  std::uint64_t column);
  bool matches(std::vector<DatabaseValue>& values);
  std::string column_name(std::size_t index) const;
  bool is_shown(std::size_t column) const;
  bool has_number_column() const;
  std::string header_text(std::size_t columns) const;
  RecordBounds bounds() const;

  DatabasePages& pages_;
  const DatabaseHeader& header_;
  const DatabaseObject& object_;
  TableWish wish_;
  TextRoom room_;
  DamageList damage_;
  Stage stage_;
  TreeWalk walk_;
  TreeWalk edge_walk_;
  TreeWalk count_walk_;
  RowRecord record_;
  std::optional<WordMatcher> matcher_;

  std::optional<std::int64_t> lowest_;
  std::optional<std::int64_t> highest_;
  bool has_highest_ = false;
  bool is_by_rowid_ = false;
  std::uint64_t position_ = 0;  ///< of the last cell
  TreeCell cell_;
  bool has_cell_ = false;

  std::string lines_;
  std::size_t columns_ = 0;  ///< most values of a row
  std::uint64_t rows_ = 0;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
  std::optional<std::uint64_t> next_;
  std::optional<std::uint64_t> next_column_;
  bool is_full_ = false;
  bool has_cut_ = false;
  std::uint64_t count_ = 0;
  bool is_counted_ = false;
};

}  // namespace lectern
