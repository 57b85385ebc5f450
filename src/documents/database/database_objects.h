// What a database holds by its table of contents (sqlite_schema): tables, views, indexes, triggers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "documents/database/row_record.h"
#include "documents/database/table_schema.h"
#include "documents/database/tree_walk.h"

namespace lectern {

enum class DatabaseObjectKind : std::uint8_t { kTable, kView, kIndex, kTrigger };

struct DatabaseObject {
  DatabaseObjectKind kind = DatabaseObjectKind::kTable;
  std::string name;
  /// The table or view that an index or a trigger belongs to.
  std::string table;
  /// As it was written, without what does not show; may be cut.
  std::string sql;
  bool is_sql_cut = false;
  std::uint64_t root = 0;
  bool is_virtual = false;
  /// Of SQLite itself: sqlite_sequence.
  bool is_internal = false;
  /// The virtual table that it keeps the content of; "" for others.
  std::string keeps = {};
  /// Of tables; absent when the SQL cannot be taken apart.
  std::optional<TableSchema> schema = std::nullopt;
};

class DatabaseObjects {
 public:
  DatabaseObjects(DatabasePages& pages, const DatabaseHeader& header);

  /// Reads on. kNeedsBytes: call it again; kEnd: all that can be read is there.
  TreeWalk::Step read();

  /// Tables, internal ones last, then views.
  const std::vector<DatabaseObject>& shown() const { return shown_; }
  /// Indexes with SQL of their own, and triggers, in the order of the file.
  const std::vector<DatabaseObject>& others() const { return others_; }
  /// Which of the others belong to a table or view of that name, in any case.
  std::span<const std::size_t> others_of(std::string_view name) const;
  std::uint64_t count(DatabaseObjectKind kind) const;
  /// Those that have no room.
  std::uint64_t left_out() const { return left_out_; }
  const DamageList& damage() const { return damage_; }
  /// The table or view of that name, in any case; null when there is none.
  const DatabaseObject* find(std::string_view name) const;

 private:
  void add(const std::vector<DatabaseValue>& values);
  void finish();

  DatabasePages& pages_;
  const DatabaseHeader& header_;
  DamageList damage_;
  TreeWalk walk_;
  RowRecord record_;
  bool has_cell_ = false;
  std::vector<DatabaseObject> shown_;
  std::vector<DatabaseObject> others_;
  /// Places in `others_`, by the name in lower case of what they belong to.
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_table_;
  std::uint64_t left_out_ = 0;
  std::uint64_t bytes_ = 0;
};

/// Text for a model to see: characters that do not show become pictures of themselves.
std::string shown_sql(std::string_view sql);

}  // namespace lectern
