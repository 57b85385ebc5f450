// SQLite databases as a model reads them. What SQLite itself says of many more is compared by
// differential.py.
#include <catch2/catch_test_macros.hpp>
#include <set>
#include <sstream>

#include "documents/database/table_schema.h"
#include "support/archives.h"
#include "support/database_writer.h"

namespace lectern {
namespace {

using testing::Blob;
using testing::DatabaseWriter;
using testing::Host;
using testing::read_place;
using testing::StoredValue;
using testing::warns_of;

constexpr std::monostate kNull;

std::vector<DatabaseWriter::Row> many_rows(std::int64_t count, std::size_t text_size = 20) {
  std::vector<DatabaseWriter::Row> rows;
  for (std::int64_t i = 1; i <= count; ++i) {
    rows.push_back({i, {kNull, "name " + std::to_string(i) + std::string(text_size, '.')}});
  }
  return rows;
}

constexpr std::string_view kUsers =
    "CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT NOT NULL)";

std::string some_database() {
  DatabaseWriter writer;
  writer.add_table("users", kUsers, many_rows(300));
  writer.add_table(
      "things", "CREATE TABLE things(a, b REAL, c DEFAULT 'x''y', d)",
      {{7, {std::string("NULL"), std::int64_t{5}}},
       {9, {Blob{std::string("\x01\xFF", 2)}, 0.5, kNull, std::string("[blob 9]")}},
       {12, {Blob{"\x89PNG\r\n\x1A\n" + std::string(90, 'x')}, kNull, std::string()}}});
  writer.add("view", "names", "names", 0, "CREATE VIEW names AS SELECT name FROM users");
  writer.add("index", "by_name", "users", 0, "CREATE INDEX by_name ON users(name)");
  return writer.finish();
}

bool holds(const ToolResult& result, std::string_view text) {
  return result.content.find(text) != std::string::npos;
}

/// The numbers in the first column of all rows that `next` leads to.
std::vector<std::uint64_t> read_all(std::string_view file, const std::string& table,
                                    ReadRequest request, std::uint64_t most_chars) {
  std::vector<std::uint64_t> numbers;
  ReadOptions options;
  options.limits.max_content_chars = most_chars;
  for (int calls = 0; calls < 1000; ++calls) {
    const ToolResult result = read_place(file, "a.db/" + table, table, request, options);
    REQUIRE(result.success);
    std::size_t at = result.content.find("|---|");
    while (at != std::string::npos) {
      at = result.content.find("\n| ", at);
      if (at != std::string::npos) numbers.push_back(std::stoull(result.content.substr(at += 3)));
    }
    if (!result.truncation) break;
    request = *result.truncation->next;
  }
  return numbers;
}

/// The rows of a search in all tables, "table:number", of all results that `next` leads to.
std::vector<std::string> search_all(std::string_view file, ReadRequest request,
                                    const ReadOptions& options) {
  std::vector<std::string> found;
  for (int calls = 0; calls < 1000; ++calls) {
    const ToolResult result = read_place(file, "a.db", "", request, options);
    REQUIRE(result.success);
    std::istringstream lines(result.content);
    std::string table;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("## ")) table = line.substr(3, line.find(' ', 3) - 3);
      if (line.starts_with("| ") && line[2] >= '0' && line[2] <= '9')
        found.push_back(table + ":" + std::to_string(std::stoull(line.substr(2))));
    }
    if (!result.truncation) break;
    request = *result.truncation->next;
  }
  return found;
}

}  // namespace

TEST_CASE("a database is its tables with their SQL, row counts and first rows, then its views") {
  const ToolResult result = read_place(some_database(), "a.db");
  REQUIRE(result.success);
  CHECK(result.content_type == ContentType::kDocument);
  CHECK(result.metadata.mime_type == "application/vnd.sqlite3");
  CHECK(result.metadata.document->kind == DocumentKind::kDatabase);
  CHECK(result.metadata.document->table_count == 2U);
  CHECK(result.content.starts_with("SQLite database with 2 tables, 1 view, 1 index (UTF-8, "));
  CHECK(holds(result, "## users (table 1 of 3, 300 rows)\n```sql\n" + std::string(kUsers) +
                          ";\n"
                          "CREATE INDEX by_name ON users(name);\n```\n"));
  CHECK(holds(result, "| id | name |\n|---|---|\n| 1 | name 1"));
  CHECK(holds(result, "(the first 5 rows)"));
  CHECK(holds(result, "## things (table 2 of 3, 3 rows)"));
  CHECK(holds(result, "## names (view 3 of 3)\n```sql\nCREATE VIEW names"));
  CHECK_FALSE(result.truncated);
}

TEST_CASE("the path that a database says to read one of its tables by leads there from elsewhere") {
  CHECK(holds(read_place(some_database(), "data/old/a.db"), "(Read one as data/old/a.db/NAME, "));
}

TEST_CASE("NULL, blobs and defaults of old rows are told from text that looks like them") {
  const ToolResult result = read_place(some_database(), "a.db/things", "things");
  REQUIRE(result.success);
  CHECK(holds(result, "| rowid | a | b | c | d |"));
  CHECK(holds(result, "| 7 | \\NULL | 5.0 | x'y | NULL |\n"));
  CHECK(holds(result, "| 9 | x'01ff' | 0.5 | NULL | \\[blob 9] |\n"));
  CHECK(holds(result, "| 12 | [blob 98 bytes: PNG image] | NULL |  | NULL |\n"));
}

TEST_CASE("next leads through all rows of a table, each once") {
  const std::vector<std::uint64_t> numbers = read_all(some_database(), "users", {}, 2'000);
  CHECK(numbers.size() == 300);
  CHECK(std::set(numbers.begin(), numbers.end()).size() == 300);
  ReadRequest some;
  some.offset = 100;
  some.limit = 120;
  const std::vector<std::uint64_t> part = read_all(some_database(), "users", some, 2'000);
  CHECK(part.size() == 120);
  CHECK(part.front() == 100);
}

TEST_CASE("rows are counted from the end, and a place behind the last one is refused") {
  ReadRequest request;
  request.from_end = 3;
  const ToolResult end = read_place(some_database(), "a.db/users", "users", request);
  CHECK(end.start_line == 298);
  CHECK(end.end_line == 300);
  CHECK(end.total_lines == 300);
  ReadRequest beyond;
  beyond.offset = 301;
  const ToolResult result = read_place(some_database(), "a.db/users", "users", beyond);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kOutOfRange);
}

TEST_CASE("a database reads the same whole, in small pieces and as a stream") {
  const std::string file = some_database();
  for (const std::string member : {"", "users", "things"}) {
    const ToolResult whole = read_place(file, "a.db/" + member, member);
    Host pieces{.most_bytes = 700};
    CHECK(read_place(file, "a.db/" + member, member, pieces).content == whole.content);
    Host stream{.knows_size = false};
    CHECK(read_place(file, "a.db/" + member, member, stream).content == whole.content);
  }
}

TEST_CASE("the first and the last page of a large table cost little of its file") {
  DatabaseWriter writer(65'536);
  writer.add_table("big", "CREATE TABLE big(id INTEGER PRIMARY KEY, t)", many_rows(60'000, 900));
  const std::string file = writer.finish();
  REQUIRE(file.size() > (std::size_t{50} << 20));
  for (const auto& [offset, from_end] :
       {std::pair<std::uint64_t, std::uint64_t>{1, 0}, {30'000, 0}, {0, 50}}) {
    ReadRequest request;
    if (offset > 0) request.offset = offset;
    if (from_end > 0) request.from_end = from_end;
    Host host;
    const ToolResult result = read_place(file, "big.db/big", "big", host, request);
    REQUIRE(result.success);
    CHECK(result.content.find("≥ ") != std::string::npos);
    CHECK(result.content.find("rowids up to 60000") != std::string::npos);
    CHECK(host.loaded_bytes < (std::uint64_t{1} << 20));
  }
}

TEST_CASE("one row is shown in full, and column reads on in it") {
  DatabaseWriter writer;
  writer.add_table("t", "CREATE TABLE t(a, b)",
                   {{1, {std::string(5'000, 'x') + "end", std::string("two\nlines")}}});
  const std::string file = writer.finish();
  const ToolResult table = read_place(file, "a.db/t", "t");
  CHECK(holds(table, "[… 5,003 bytes in all]"));
  CHECK(holds(table, "limit=1 with the row's number as offset"));
  ReadRequest request;
  request.limit = 1;
  request.offset = 1;
  const ToolResult row = read_place(file, "a.db/t", "t", request);
  CHECK(holds(row, "xxxend\nb: \n```text\ntwo\nlines\n```\n"));
  ReadOptions small;
  small.limits.max_content_chars = 2'000;
  std::string all;
  for (int calls = 0; calls < 20; ++calls) {
    const ToolResult part = read_place(file, "a.db/t", "t", request, small);
    REQUIRE(part.success);
    all += part.content;
    if (!part.truncation) break;
    CHECK(part.truncation->next->column > request.column);
    request = *part.truncation->next;
  }
  CHECK(std::count(all.begin(), all.end(), 'x') >= 5'000);
  CHECK(all.find("two\nlines") != std::string::npos);
}

TEST_CASE("a search shows the rows that hold the words, of all tables or of one") {
  ReadRequest request;
  request.search = "NAME 77.";
  const ToolResult all = read_place(some_database(), "a.db", "", request);
  CHECK(holds(all, "## users (numbered by id)\n\n| id | name |\n|---|---|\n| 77 | name 77"));
  CHECK_FALSE(holds(all, "things"));
  request.search = "nowhere";
  CHECK(holds(read_place(some_database(), "a.db/users", "users", request),
              "(no row holds these words)"));
}

TEST_CASE("a search in all tables goes on inside of a table, and shows each row once") {
  DatabaseWriter writer;
  std::vector<std::string> all;
  for (const auto& [name, rows] :
       {std::pair{"one", 70}, std::pair{"two", 3}, std::pair{"six", 90}}) {
    writer.add_table(name, "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT)", many_rows(rows));
    for (int i = 1; i <= rows; ++i) all.push_back(name + (":" + std::to_string(i)));
  }
  const std::string file = writer.finish();
  ReadRequest request;
  request.search = "name";
  ReadOptions options;
  SECTION("cut at a number of rows") { options.limits.max_lines = 25; }
  SECTION("cut at a number of characters") { options.limits.max_content_chars = 1'500; }
  CHECK(search_all(file, request, options) == all);
  // As many tables as asked for, and no more.
  request.limit = 1;
  all.resize(70);
  CHECK(search_all(file, request, options) == all);
}

TEST_CASE("a table that is not there is named with those that are") {
  const ToolResult result = read_place(some_database(), "a.db/user", "user");
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kFileNotFound);
  CHECK(holds(result, "\nIt has users, things, names"));
}

TEST_CASE("a damaged tree ends, shows what can be read and says which page of which table") {
  const std::string file = some_database();
  // The root of users is the one interior page.
  std::size_t root = 0;
  for (std::size_t page = 1024; page < file.size(); page += 1024) {
    if (file[page] == '\5') root = page;
  }
  REQUIRE(root > 0);
  const auto check = [&](const std::string& damaged, std::string_view warning) {
    const ToolResult result = read_place(damaged, "a.db/users", "users");
    INFO(result.content.substr(0, 300));
    REQUIRE(result.success);
    INFO((result.metadata.warnings.empty() ? "" : result.metadata.warnings[0]));
    CHECK(warns_of(result, "table users: page "));
    CHECK(warns_of(result, warning));
  };
  std::string cycle = file;
  DatabaseWriter::put(cycle, root + 8, root / 1024 + 1, 4);
  check(cycle, "is reached a second time");
  std::string outside = file;
  DatabaseWriter::put(outside, root + 8, 0x7FFFFFFF, 4);
  check(outside, "is not in the file");
  std::string cells = file;
  DatabaseWriter::put(cells, 1024 + 3, 0xFFFF, 2);
  check(cells, "cells, and has room for");
  std::string payload = file;
  const std::size_t cell = 1024 + std::size_t{static_cast<unsigned char>(file[1024 + 8])} * 256 +
                           static_cast<unsigned char>(file[1024 + 9]);
  payload.replace(cell, 9, std::string(8, '\xFF') + "\x7F");
  check(payload, "cell 1 ");
}

TEST_CASE("the journal that is not read is said") {
  std::string file = some_database();
  file[18] = file[19] = 2;
  CHECK(warns_of(read_place(file, "a.db"), "may lie in a.db-wal, which is not read"));
}

TEST_CASE("tables that hold the content of a virtual table are told by its name and their ending") {
  DatabaseWriter writer;
  const std::string_view sql = "CREATE TABLE t(a)";
  for (const std::string name : {"docs_data", "docs_other", "others_data", "docs_x_idx"})
    writer.add_table(name, sql, {});
  writer.add("table", "docs", "docs", 0, "CREATE VIRTUAL TABLE docs USING fts5(a)");
  writer.add("table", "docs_x", "docs_x", 0, "create virtual table docs_x using fts5(a)");
  const std::string file = writer.finish();
  CHECK(holds(read_place(file, "a.db/docs", "docs"), "(Its content lies in docs_data.)"));
  CHECK(holds(read_place(file, "a.db/docs_x", "docs_x"), "(Its content lies in docs_x_idx.)"));
}

TEST_CASE("pages of rows out of their order are named up to a bound") {
  DatabaseWriter writer;
  std::vector<DatabaseWriter::Row> rows;
  for (int i = 0; i < 20; ++i) rows.push_back({5, {std::string(900, 'x')}});
  writer.add_table("t", "CREATE TABLE t(a)", rows);
  const ToolResult result = read_place(writer.finish(), "a.db/t", "t");
  REQUIRE(result.success);
  CHECK(result.metadata.warnings.size() == 9);
  CHECK(warns_of(result, "further rows out of their order are left out"));
}

TEST_CASE("of many damaged tables fifty are named, and the others counted") {
  constexpr std::size_t kPage = 16'384;
  DatabaseWriter writer(kPage);
  std::vector<std::size_t> roots;
  for (int i = 0; i < 70; ++i) {
    const std::string name = i == 0 ? std::string(400, 'n') : "t" + std::to_string(i);
    roots.push_back(writer.add_table(name, "CREATE TABLE t(a)", {}));
  }
  std::string file = writer.finish();
  for (const std::size_t root : roots) file[(root - 1) * kPage] = 'x';
  for (const char* words : {"", "absent"}) {
    ReadRequest request;
    request.search = words;
    const ToolResult result = read_place(file, "a.db", "", request);
    REQUIRE(result.success);
    REQUIRE(result.metadata.warnings.size() == 51);
    CHECK(result.metadata.warnings.front().size() < 200);
    CHECK(result.metadata.warnings.back() == "20 more damaged places");
  }
}

/// Gives the page of a file's first table so many cells, which are all its first one.
void make_all_cells_the_first(std::string& file, std::size_t count) {
  constexpr std::size_t kPage = 1024;
  DatabaseWriter::put(file, kPage + 3, count, 2);
  const std::string first = file.substr(kPage + 8, 2);
  for (std::size_t i = 1; i < count; ++i) file.replace(kPage + 8 + 2 * i, 2, first);
}

TEST_CASE("values of rows that share their bytes are paid for") {
  // Fifty rows that are all the first one, of 300 values.
  DatabaseWriter writer;
  std::vector<DatabaseWriter::Row> rows;
  for (std::int64_t i = 1; i <= 2; ++i)
    rows.push_back({i, std::vector<StoredValue>(300, StoredValue(kNull))});
  writer.add_table("t", "CREATE TABLE t(a)", rows);
  std::string file = writer.finish();
  make_all_cells_the_first(file, 50);
  ReadRequest request;
  request.search = "absent";
  CHECK(read_place(file, "a.db", "", request).success);
  ReadOptions options;
  options.limits.max_work = 1'000'000;
  const ToolResult result = read_place(file, "a.db", "", request, options);
  REQUIRE_FALSE(result.success);
  CHECK(result.error->message.find("the values of rows that share their bytes") !=
        std::string::npos);
}

TEST_CASE("a number of a row that shares its bytes counts with its bytes") {
  // Forty rows that are all the first one, of 100 fractions.
  DatabaseWriter writer;
  std::vector<DatabaseWriter::Row> rows = {
      {1, std::vector<StoredValue>(100, StoredValue(1.5e300))}};
  writer.add_table("t", "CREATE TABLE t(a)", rows);
  std::string file = writer.finish();
  make_all_cells_the_first(file, 40);
  ReadRequest request;
  request.search = "absent";
  ReadOptions options;
  options.limits.max_work = 10'000'000;
  const ToolResult result = read_place(file, "a.db", "", request, options);
  REQUIRE_FALSE(result.success);
  CHECK(result.error->message.find("the values of rows that share their bytes") !=
        std::string::npos);
}

TEST_CASE("columns are found in the SQL of a table") {
  const auto schema = parse_table_schema(
      "CREATE TABLE IF NOT EXISTS main.\"t\"\"x\"(\n"
      "  [a b] INTEGER -- , no column\n PRIMARY KEY ASC AUTOINCREMENT,\n"
      "  'c' varchar(10, 2) NOT NULL DEFAULT 'it''s' COLLATE nocase,\n"
      "  d AS (a || ')') VIRTUAL, /* e, */ f GENERATED ALWAYS AS (1) STORED,\n"
      "  g DOUBLE DEFAULT -2 REFERENCES other(x) ON DELETE SET NULL,\n"
      "  h DEFAULT CURRENT_TIMESTAMP,\n"
      "  CONSTRAINT u UNIQUE (c), CHECK (g > 0), FOREIGN KEY (g) REFERENCES o(p))");
  REQUIRE(schema);
  REQUIRE(schema->columns.size() == 6);
  CHECK(schema->rowid_column == 0U);
  CHECK(schema->columns[0].name == "a b");
  CHECK(schema->columns[1].type == "varchar(10, 2)");
  CHECK(schema->columns[1].is_not_null);
  CHECK(schema->columns[1].missing.bytes == "it's");
  CHECK(schema->columns[2].is_virtual);
  CHECK(schema->columns[3].is_stored);
  CHECK(schema->columns[4].is_real);
  CHECK(schema->columns[4].missing.integer == -2);
  CHECK(schema->columns[5].missing_text == "CURRENT_TIMESTAMP");
  CHECK(schema->stored == std::vector<std::size_t>{0, 1, 3, 4, 5});
  const auto without =
      parse_table_schema("create table t(a, b, c, primary key(c, \"a\")) without rowid");
  REQUIRE(without);
  CHECK(without->stored == std::vector<std::size_t>{2, 0, 1});
  const auto twice = parse_table_schema(
      "create table t(a, B, b, c, primary key(c, b, none, C, \"b\" desc)) without rowid");
  REQUIRE(twice);
  CHECK(twice->stored == std::vector<std::size_t>{3, 1, 0, 2});
  CHECK_FALSE(parse_table_schema("create table t(a INTEGER PRIMARY KEY DESC)")->rowid_column);
  CHECK_FALSE(parse_table_schema("CREATE TABLE t(a, (b"));
  CHECK_FALSE(parse_table_schema("nonsense"));
}

}  // namespace lectern
