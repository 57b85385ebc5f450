// What the SQL of a table says about its columns. Nothing is run: the text is taken apart as far as
// it takes to know which value of a record belongs to which column.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/database/row_record.h"

namespace lectern {

struct TableColumn {
  std::string name;
  /// As declared: "NUMERIC(10,2)"; may be empty.
  std::string type;
  bool is_key = false;
  bool is_not_null = false;
  /// Computed when it is read, so that no record has it.
  bool is_virtual = false;
  /// Computed when it is written.
  bool is_stored = false;
  /// Whole numbers in it are reals.
  bool is_real = false;
  /// What records have that are older than the column.
  DatabaseValue missing = {};
  /// The expression that computes `missing`, when it is none that can be known.
  std::string missing_text = {};
};

struct TableSchema {
  std::vector<TableColumn> columns;
  /// The column that is the rowid; no record has it.
  std::optional<std::size_t> rowid_column = std::nullopt;
  bool is_without_rowid = false;
  /// Columns in the order of the record's values.
  std::vector<std::size_t> stored = {};
};

/// \param sql  "CREATE TABLE ...", in UTF-8. \returns nothing when it cannot be taken apart.
std::optional<TableSchema> parse_table_schema(std::string_view sql);

}  // namespace lectern
