#include "documents/database/database_text.h"

#include "base/format.h"
#include "documents/database/value_text.h"
#include "documents/sheets/cells_table.h"
#include "package/member_name.h"
#include "text/utf8.h"

namespace lectern {
namespace {

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

}  // namespace

std::string database_heading(const DatabaseObjects& objects, const DatabaseHeader& header,
                             std::string_view path) {
  std::string text =
      compose({"SQLite database with {table}", objects.count(DatabaseObjectKind::kTable)});
  const auto add = [&](DatabaseObjectKind kind, std::string_view noun) {
    if (const std::uint64_t count = objects.count(kind); count > 0)
      append_to(text, {", {}", counted(count, noun)});
  };
  add(DatabaseObjectKind::kView, "view");
  if (const std::uint64_t count = objects.count(DatabaseObjectKind::kIndex); count > 0)
    append_to(text, {", {,} {}", count, count == 1 ? "index" : "indexes"});
  add(DatabaseObjectKind::kTrigger, "trigger");
  append_to(text, {" ({}, {page} of {byte}", encoding_name(header.encoding), header.pages,
                   std::uint64_t{header.page_size}});
  if (header.free_pages > 0)
    append_to(text, {", {,} of them free", std::uint64_t{header.free_pages}});
  if (header.user_version != 0) append_to(text, {", user_version {}", header.user_version});
  if (header.application_id != 0) append_to(text, {", application_id {}", header.application_id});
  if (header.is_wal) text += ", WAL mode";
  text += ")\n";
  append_to(text, {"(Read one as {}/NAME, its rows with offset and limit. Nothing is run: no view, "
                   "trigger or virtual table.)\n",
                   shown_name(path)});
  return text;
}

std::string sql_text(const DatabaseObjects& objects, const DatabaseObject& object,
                     std::uint64_t chars) {
  std::string sql;
  append_sql(sql, object, chars);
  std::uint64_t left = 0;
  for (const std::size_t place : objects.others_of(object.name)) {
    if (sql.size() > chars) {
      ++left;
    } else {
      append_sql(sql, objects.others()[place], chars);
    }
  }
  if (left > 0) append_to(sql, {"-- and {more index or trigger}\n", left});
  return sql.empty() ? "" : fenced("sql", sql);
}

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

std::string object_text(const DatabaseObjects& objects, const DatabaseObject& object,
                        std::uint64_t number, std::string_view count) {
  std::string what = object.kind == DatabaseObjectKind::kView ? "view"
                     : object.is_virtual                      ? "virtual table"
                     : object.is_internal                     ? "internal table"
                                                              : "table";
  append_to(what, {" {} of {}", number, objects.shown().size()});
  if (!object.keeps.empty())
    append_to(what, {", content of the virtual table {}", escape_line(object.keeps)});
  if (!count.empty()) append_to(what, {", {}", count});
  return what;
}

}  // namespace lectern
