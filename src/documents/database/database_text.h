// What stands above the rows of a database: its heading, and what each table or view is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "documents/database/database_objects.h"
#include "documents/database/tree_walk.h"

namespace lectern {

/// "SQLite database with 2 tables, 1 view (UTF-8, 24 pages of 4,096 bytes)" and how one is read.
/// \param path  of the file, as it was asked for
std::string database_heading(const DatabaseObjects& objects, const DatabaseHeader& header,
                             std::string_view path);

/// The SQL of an object and of the indexes and triggers that belong to it, in a fence; "" without
/// any. \param chars  of each that are shown
std::string sql_text(const DatabaseObjects& objects, const DatabaseObject& object,
                     std::uint64_t chars);

/// "id INTEGER primary key, name TEXT not null"
std::string columns_text(const TableSchema& schema);

/// "table 1 of 3, 1,204 rows". \param count  "" where there are no rows
std::string object_text(const DatabaseObjects& objects, const DatabaseObject& object,
                        std::uint64_t number, std::string_view count);

}  // namespace lectern
