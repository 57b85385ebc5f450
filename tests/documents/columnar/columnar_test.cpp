// Parquet and Arrow files as a model reads them.
#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <set>

#include "documents/columnar/columnar_codec.h"
#include "support/archives.h"
#include "support/columnar_writer.h"

namespace lectern {
namespace {

using testing::ArrowColumn;
using testing::Host;
using testing::le;
using testing::ParquetLeaf;
using testing::read_place;
using testing::ThriftStruct;
using testing::with_size;

bool contains(const ToolResult& result, std::string_view text) {
  return result.content.find(text) != std::string::npos;
}

std::string warning_of(const ToolResult& result) {
  return result.metadata.warnings.empty() ? "" : result.metadata.warnings.front();
}

std::string root(int children) { return ThriftStruct().s(4, "schema").i(5, children).finish(); }

/// INT64 without nulls, from `first` on.
ParquetLeaf ids(const std::vector<std::int64_t>& rows, std::int64_t first = 1) {
  ParquetLeaf leaf{ThriftStruct().i(1, 2).i(3, 0).s(4, "id"), "id"};
  for (const std::int64_t count : rows) {
    std::string body;
    for (std::int64_t i = 0; i < count; ++i) body += le(static_cast<std::uint64_t>(first++), 8);
    leaf.chunks.push_back(testing::data_page(body, count));
  }
  return leaf;
}

/// Optional texts out of a dictionary of two, null in every third row.
ParquetLeaf names(const std::vector<std::int64_t>& rows, std::uint32_t index = 1) {
  ParquetLeaf leaf{ThriftStruct().i(1, 6).i(3, 1).s(4, "name").i(6, 0), "name", 6};
  for (const std::int64_t count : rows) {
    std::vector<std::uint32_t> levels;
    std::vector<std::uint32_t> indexes;
    for (std::int64_t i = 0; i < count; ++i) {
      levels.push_back(i % 3 == 2 ? 0 : 1);
      if (i % 3 != 2) indexes.push_back(i % 3 == 0 ? 0 : index);
    }
    leaf.chunks.push_back(
        testing::dictionary_page(with_size("Ann") + with_size("B|b"), 2) +
        testing::data_page(
            with_size(testing::packed(levels, 1)) + '\2' + testing::packed(indexes, 2), count, 8));
  }
  leaf.facts = [](ThriftStruct& facts) {
    facts.t(12, ThriftStruct().i(3, 1).s(5, "B|b").s(6, "Ann"));
  };
  return leaf;
}

std::string file_of(const std::vector<ParquetLeaf>& leaves, const std::vector<std::int64_t>& rows) {
  std::vector<std::string> schema = {root(static_cast<int>(leaves.size()))};
  for (const ParquetLeaf& leaf : leaves) schema.push_back(leaf.element.finish());
  return testing::parquet_file(schema, leaves, rows);
}

std::string some_file(const std::vector<std::int64_t>& rows = {4}) {
  return file_of({ids(rows), names(rows)}, rows);
}

ToolResult read_table(std::string_view file, ReadRequest request = {}, ReadOptions options = {}) {
  return read_place(file, "a.parquet", "", request, options);
}

/// A column with one page. \param chunk  all of it
std::string one_column(ThriftStruct element, int type, const std::string& chunk, std::int64_t rows,
                       int codec = 0) {
  ParquetLeaf leaf{std::move(element), "c", type};
  leaf.chunks = {chunk};
  leaf.codec = codec;
  return file_of({leaf}, {rows});
}

ThriftStruct int32_element() { return ThriftStruct().i(1, 1).i(3, 0).s(4, "c"); }

std::vector<ArrowColumn> some_columns() {
  return {{"n", false, "\x05", "", testing::int32s({-1, 0, 7})},
          {"t", true, "", testing::int32s({0, 3, 3, 6}), "AnnB|b"}};
}

}  // namespace

TEST_CASE("a Parquet file is its columns with statistics and its first rows") {
  const ToolResult result = read_table(some_file());
  REQUIRE(result.success);
  CHECK(result.metadata.mime_type == "application/vnd.apache.parquet");
  CHECK(result.metadata.document->kind == DocumentKind::kDatabase);
  CHECK(result.content.starts_with(
      "Parquet table with 2 columns, 4 rows (1 row group, uncompressed, "));
  CHECK(contains(result, "(Written by a test)\n(Metadata: pandas with 21 bytes)\n"));
  CHECK(
      contains(result, "| id | int64 not null |  |  |  |\n| name | string | 1 | Ann | B\\|b |\n"));
  CHECK(contains(result,
                 "| # | id | name |\n|---|---|---|\n| 1 | 1 | Ann |\n| 2 | 2 | B\\|b |\n"
                 "| 3 | 3 | NULL |\n| 4 | 4 | Ann |\n"));
  CHECK_FALSE(result.truncated);
  CHECK(result.total_lines == 4);
}

TEST_CASE("next leads through all rows of a table of columns, each once") {
  const std::string file = some_file({30, 1, 169});
  ReadRequest request;
  ReadOptions options;
  options.limits.max_content_chars = 1'500;
  std::set<std::string> numbers;
  std::size_t rows = 0;
  for (int calls = 0; calls < 100; ++calls) {
    const ToolResult result = read_table(file, request, options);
    REQUIRE(result.success);
    std::size_t at = result.content.find("\n|---|---|---|\n");
    while (at != std::string::npos) {
      at = result.content.find("\n| ", at + 1);
      if (at == std::string::npos) break;
      const std::string number =
          result.content.substr(at + 3, result.content.find(' ', at + 3) - at - 3);
      numbers.insert(number);
      CHECK(result.content.substr(at + 3).starts_with(number + " | " + number + " | "));
      ++rows;
    }
    if (!result.truncation) break;
    request = *result.truncation->next;
  }
  CHECK(rows == 200);
  CHECK(numbers.size() == 200);
}

TEST_CASE(
    "rows of a table of columns are taken by offset and limit, from its end, and one in full") {
  const std::string file = some_file({30, 170});
  ReadRequest some;
  some.offset = 30;
  some.limit = 2;
  const ToolResult middle = read_table(file, some);
  CHECK(middle.content.starts_with("Rows of a.parquet: 200 in all, 2 columns\n"));
  CHECK(contains(middle, "| 30 | 30 | NULL |\n| 31 | 31 | Ann |\n"));
  CHECK_FALSE(contains(middle, "| 32 |"));
  CHECK_FALSE(middle.truncated);
  ReadRequest end;
  end.from_end = 2;
  CHECK(contains(read_table(file, end), "| 199 | 199 | Ann |\n| 200 | 200 | B\\|b |\n"));
  ReadRequest beyond;
  beyond.offset = 201;
  CHECK(read_table(file, beyond).error->message ==
        "offset 201 is past the end: the table has 200 rows");
  ReadRequest one;
  one.offset = 200;
  one.limit = 1;
  CHECK(contains(read_table(file, one), "row: 200\nid: 200\nname: B\\|b\n"));
  ReadRequest search;
  search.search = "b|B";
  search.limit = 1'000;
  const ToolResult found = read_table(file, search);
  CHECK(contains(found, "| 2 | 2 | B\\|b |\n| 5 | 5 | B\\|b |\n"));
  CHECK_FALSE(contains(found, "| 1 | 1 |"));
  ReadRequest outline;
  outline.outline = true;
  const ToolResult map = read_table(file, outline);
  CHECK(contains(map, "| name | string |"));
  CHECK_FALSE(contains(map, "| # |"));
}

TEST_CASE("a Parquet file that does not name its size without compression is not given one") {
  ParquetLeaf leaf = ids({4});
  leaf.names_unpacked = false;
  const ToolResult result = read_table(file_of({leaf}, {4}));
  REQUIRE(result.success);
  CHECK(result.content.starts_with(
      "Parquet table with 1 column, 4 rows (1 row group, uncompressed)\n"));
}

TEST_CASE("lists of a Parquet file are JSON, and an empty list is not one of nothing") {
  const std::vector<std::string> schema = {
      root(1), ThriftStruct().i(3, 1).s(4, "tags").i(5, 1).i(6, 3).finish(),
      ThriftStruct().i(3, 2).s(4, "list").i(5, 1).finish(),
      ThriftStruct().i(1, 1).i(3, 1).s(4, "element").finish()};
  // [1, null, 2], [], null, [3]
  const std::string body = with_size(testing::packed({0, 1, 1, 0, 0, 0}, 1)) +
                           with_size(testing::packed({3, 2, 3, 1, 0, 3}, 2)) +
                           testing::int32s({1, 2, 3});
  ParquetLeaf leaf{ThriftStruct(), "tags", 1, {testing::data_page(body, 6)}, {6}};
  const ToolResult result = read_table(testing::parquet_file(schema, {leaf}, {4}));
  CHECK(contains(result, "| tags | list\\<int32> |\n"));
  CHECK(contains(result, "| 1 | [1, null, 2] |\n| 2 | [] |\n| 3 | NULL |\n| 4 | [3] |\n"));
}

TEST_CASE("a Parquet file of which only some rows are read is loaded in part") {
  std::string file = some_file(std::vector<std::int64_t>(200, 5'000));
  REQUIRE(file.size() > 8'000'000);
  ReadRequest request;
  request.offset = 777'777;
  request.limit = 3;
  Host host;
  const ToolResult result = read_place(file, "a.parquet", "", host, request);
  CHECK(contains(result, "| 777777 | 777777 |"));
  CHECK(host.loaded_bytes < 400'000);
  Host forward;
  forward.knows_size = false;
  CHECK(read_place(file, "a.parquet", "", forward, request).content == result.content);
}

TEST_CASE("a damaged page of a Parquet file costs its column, and the warning names the place") {
  std::string wrong = one_column(int32_element(), 1,
                                 testing::data_page(testing::int32s({1, 2}), 2, 0, 0x12345678U), 2);
  const ToolResult result = read_table(wrong);
  REQUIRE(result.success);
  CHECK(contains(result, "| 1 | [not read] |\n"));
  CHECK(warning_of(result) == "column c, row group 1: page at byte 4: its checksum is wrong");
  const std::string right = testing::int32s({1, 2});
  const std::string good = one_column(
      int32_element(), 1, testing::data_page(right, 2, 0, crc32_of(0, as_bytes(right))), 2);
  CHECK(contains(read_table(good), "| 2 | 2 |\n"));
  // An index that the dictionary does not have.
  CHECK(warning_of(read_table(file_of({names({4}, 3)}, {4}))) ==
        "column name, row group 1: page at byte 31: its values are damaged before row 2 of its row "
        "group");
  const std::string brotli = one_column(int32_element(), 1, testing::data_page(right, 2), 2, 4);
  CHECK(warning_of(read_table(brotli)) ==
        "column c, row group 1: it is compressed with Brotli, which is not supported");
}

TEST_CASE("what is no Parquet file to the end, or is encrypted, is refused by what it is") {
  const std::string file = some_file();
  const ToolResult cut = read_table(file.substr(0, file.size() - 9));
  CHECK(cut.error->code == ErrorCode::kCorruptDocument);
  std::string sealed = file;
  sealed.replace(file.size() - 4, 4, "PARE");
  CHECK(read_table(sealed).error->code == ErrorCode::kEncrypted);
  std::string lying = file;
  lying.replace(file.size() - 8, 4, le(0x7FFFFFFF, 4));
  CHECK(read_table(lying).error->message.find("states a footer of 2,147,483,647 bytes") !=
        std::string::npos);
  const std::string no_schema = ThriftStruct().i(1, 1).finish();
  const std::string bare = "PAR1" + no_schema + le(no_schema.size(), 4) + "PAR1";
  CHECK(read_table(bare).error->code == ErrorCode::kCorruptDocument);
}

TEST_CASE("billions of rows in one run cost neither memory nor their number") {
  constexpr std::int64_t kRows = std::int64_t{1} << 31;
  const std::string chunk =
      testing::dictionary_page(testing::int32s({42}), 1) +
      testing::data_page(std::string(1, '\1') + testing::run_of(std::uint64_t{1} << 31, 0, 1),
                         kRows - 1, 8);
  const std::string file = one_column(int32_element(), 1, chunk, kRows - 1);
  CHECK(file.size() < 400);
  ReadRequest last;
  last.offset = kRows - 1;
  CHECK(contains(read_table(file, last), "| 2147483647 | 42 |\n"));
}

TEST_CASE("lengths of a Parquet page that are runs of nothing are paid for before they are read") {
  constexpr int kBlocks = 4096;
  std::string page = testing::varint(1U << 24) + testing::varint(1) +
                     testing::varint(std::uint64_t{kBlocks} << 24) + testing::varint(0);
  for (int i = 0; i < kBlocks; ++i) page += std::string(2, '\0');
  const ThriftStruct element = ThriftStruct().i(1, 6).i(3, 0).s(4, "c");
  const ToolResult result = read_table(one_column(element, 6, testing::data_page(page, 9, 6), 9));
  REQUIRE(result.success);
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(result.metadata.warnings[0].find("its values cannot be read") != std::string::npos);
}

TEST_CASE("a read of a table ends when its work is used up, and says where it goes on") {
  ReadOptions options;
  options.limits.max_work = 300'000;
  ReadRequest request;
  request.search = "nothing has this";
  const ToolResult result = read_table(some_file({2'000, 2'000}), request, options);
  REQUIRE(result.success);
  REQUIRE(result.truncation);
  CHECK(*result.truncation->next->offset > 100);
  CHECK(contains(result, "(The work of one read ended before row "));
}

TEST_CASE("a schema that is nested without end is refused") {
  std::vector<std::string> schema = {root(1)};
  for (int i = 0; i < 100; ++i) schema.push_back(ThriftStruct().i(3, 1).s(4, "g").i(5, 1).finish());
  schema.push_back(int32_element().finish());
  const ToolResult result = read_table(testing::parquet_file(schema, {}, {}));
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
}

TEST_CASE("Arrow files, streams and files without a footer are the same table") {
  const std::vector<ArrowColumn> columns = some_columns();
  const std::string batch = testing::arrow_batch(columns, 3);
  const std::string file = testing::arrow_file(columns, {batch, batch});
  const std::string rows =
      "| # | n | t |\n|---|---|---|\n| 1 | -1 | Ann |\n| 2 | NULL |  |\n| 3 | 7 | B\\|b |\n"
      "| 4 | -1 | Ann |\n| 5 | NULL |  |\n| 6 | 7 | B\\|b |\n";
  const ToolResult result = read_place(file, "a.feather", "");
  REQUIRE(result.success);
  CHECK(result.content.starts_with(
      "Arrow file with 2 columns, 6 rows (2 record batches)\n\n| column | type |\n|---|---|\n"
      "| n | int32 |\n| t | string |\n"));
  CHECK(result.content.ends_with(rows));
  const ToolResult stream =
      read_place(testing::arrow_schema(columns) + batch + batch, "a.arrows", "");
  CHECK(stream.content.ends_with(rows));
  const ToolResult open = read_place(file.substr(0, file.size() - 20), "a.arrow", "");
  CHECK(open.content.ends_with(rows));
  CHECK(warning_of(open).starts_with("the file has no footer"));
}

TEST_CASE("values of an Arrow dictionary are shown, and one that it does not have is not") {
  const std::vector<ArrowColumn> columns = {{"d", false, "", "", testing::int32s({1, 0, 5}), true}};
  const std::vector<ArrowColumn> values = {{"", true, "", testing::int32s({0, 2, 5}), "noyes"}};
  const std::string file = testing::arrow_file(
      columns, {testing::arrow_batch(values, 2, true), testing::arrow_batch(columns, 3)}, 1);
  const ToolResult result = read_place(file, "a.arrow", "");
  REQUIRE(result.success);
  CHECK(contains(result, "| d | dictionary\\<string> |\n"));
  CHECK(contains(result, "| 1 | yes |\n| 2 | no |\n| 3 | [not read] |\n"));
  CHECK(warning_of(result) == "column d, record batch 1, row 3: its dictionary has no value 5");
}

TEST_CASE("offsets of an Arrow file that go back, or out of their buffer, cost their value") {
  std::vector<ArrowColumn> columns = some_columns();
  columns[1].offsets = testing::int32s({0, 3, 1, 99});
  const ToolResult result =
      read_place(testing::arrow_file(columns, {testing::arrow_batch(columns, 3)}), "a.arrow", "");
  CHECK(contains(result, "| 1 | -1 | Ann |\n| 2 | NULL | [not read] |\n| 3 | 7 | [not read] |\n"));
}

TEST_CASE("an Arrow batch before any schema, or of a schema without fields, is no table") {
  const std::vector<ArrowColumn> columns = some_columns();
  const std::string batch = testing::arrow_batch(columns, 3);
  CHECK_FALSE(read_place(batch, "a.arrows", "").success);
  CHECK_FALSE(read_place(batch + testing::arrow_schema(columns), "a.arrows", "").success);
  const ToolResult none = read_place(testing::arrow_schema({}) + batch, "a.arrows", "");
  CHECK(none.content.find("Ann") == std::string::npos);
}

TEST_CASE("a table of columns that is cut or changed anywhere does no harm") {
  const std::vector<ArrowColumn> columns = some_columns();
  const std::string arrow = testing::arrow_file(columns, {testing::arrow_batch(columns, 3)});
  const std::string stream = testing::arrow_schema(columns) + testing::arrow_batch(columns, 3);
  for (const auto& [file, name] : {std::pair(arrow, "a.arrow"), std::pair(stream, "a.arrows"),
                                   std::pair(some_file(), "a.parquet")}) {
    for (std::size_t at = 0; at < file.size(); ++at) {
      for (const char byte : {'\0', '\x7F', '\xFF'}) {
        std::string changed = file;
        changed[at] = byte;
        (void)read_place(changed, name, "");
      }
      (void)read_place(file.substr(0, at), name, "");
    }
    CHECK(read_place(file, name, "").success);
  }
}

TEST_CASE("a Feather file of version 1 is refused by name") {
  const ToolResult result = read_place("FEA1" + std::string(60, '\0'), "a.feather", "");
  CHECK(result.error->code == ErrorCode::kUnsupportedFormat);
  CHECK(result.error->message.find("version 1") != std::string::npos);
}

TEST_CASE("names of thousands of bytes are cut, and fields of Arrow that share one pay for it") {
  const std::string name(5000, 'n');
  ThriftStruct element = ThriftStruct().i(1, 1).i(3, 0).s(4, name);
  const std::string file = one_column(element, 1, testing::data_page(testing::int32s({1}), 1), 1);
  const ToolResult result = read_table(file);
  REQUIRE(result.success);
  CHECK(contains(result, "| " + std::string(1000, 'n') + "… | int32 not null |"));
  CHECK_FALSE(contains(result, std::string(1001, 'n')));

  const std::vector<ArrowColumn> columns(8, {name, false, "\x05", "", testing::int32s({7})});
  const std::string arrow = testing::arrow_file(columns, {testing::arrow_batch(columns, 1)});
  CHECK(contains(read_place(arrow, "a.arrow", ""), std::string(1000, 'n') + "…"));
  ReadOptions options;
  options.limits.max_work = 8 * 1000 * 200;
  CHECK(read_place(arrow, "a.arrow", "", {}, options).error->code == ErrorCode::kLimitExceeded);
}

TEST_CASE("a damaged column within others is named by its path") {
  ParquetLeaf leaf{int32_element(), "g.c", 1};
  leaf.chunks = {"no page"};
  const std::string file = testing::parquet_file(
      {root(2), ThriftStruct().i(3, 0).s(4, "f").finish(),
       ThriftStruct().i(3, 0).s(4, "g").i(5, 1).finish(), int32_element().finish()},
      {leaf}, {1});
  CHECK(warning_of(read_table(file)).starts_with("column g.c, row group 1: "));
}

TEST_CASE("a schema of more elements than any table has is refused") {
  std::vector<std::string> schema(100'001, ThriftStruct().s(4, "g").finish());
  schema[0] = root(100'000);
  CHECK(read_table(testing::parquet_file(schema, {}, {})).error->code == ErrorCode::kLimitExceeded);
}

TEST_CASE("levels whose sizes add up beyond any number, and days beyond all years, do no harm") {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const std::string page =
      ThriftStruct()
          .i(1, 3)
          .i(2, 8)
          .i(3, 8)
          .t(8, ThriftStruct().i(1, 1).i(2, 0).i(3, 1).i(4, 0).i(5, kMost).i(6, kMost))
          .finish() +
      le(0, 8);
  const ToolResult levels = read_table(one_column(int32_element(), 1, page, 1));
  CHECK(warning_of(levels).find("its levels are longer than the page") != std::string::npos);

  const ThriftStruct date = ThriftStruct().i(1, 2).i(3, 0).s(4, "c").i(6, 6);
  const std::string days = le(static_cast<std::uint64_t>(kMost), 8);
  const ToolResult result = read_table(one_column(date, 2, testing::data_page(days, 1), 1));
  CHECK(contains(result, "| 1 | 9223372036854775807 |"));
}

TEST_CASE("rows that are only stated, and those that share a word, are paid for") {
  ReadRequest request;
  request.search = "nothing has this";
  ReadOptions options;
  options.limits.max_work = 50'000'000;
  const std::string stated = testing::parquet_file({root(0)}, {}, {std::int64_t{1} << 50});
  CHECK(contains(read_table(stated, request, options), "(The work of one read ended before row "));
  const std::vector<ArrowColumn> columns = {{"n", false, "", "", testing::int32s({7})}};
  const std::string arrow =
      testing::arrow_file(columns, {testing::arrow_batch(columns, std::int64_t{1} << 50)});
  CHECK(contains(read_place(arrow, "a.arrow", "", request, options),
                 "(The work of one read ended before row "));

  constexpr std::int64_t kRows = 1'000'000;
  const std::string chunk =
      testing::dictionary_page(with_size(std::string(100'000, 'x')), 1) +
      testing::data_page(std::string(1, '\1') + testing::run_of(kRows, 0, 1), kRows, 8);
  const ThriftStruct element = ThriftStruct().i(1, 6).i(3, 0).s(4, "c").i(6, 0);
  const ToolResult shared = read_table(one_column(element, 6, chunk, kRows), request, options);
  REQUIRE(shared.truncation);
  CHECK(*shared.truncation->next->offset < 200);
}

TEST_CASE("values of one row take 16 MB together, and a warning says that the last are cut") {
  constexpr std::size_t kBytes = std::size_t{7} << 20;
  const std::string chunk = testing::data_page(with_size(std::string(kBytes, 'x')), 1);
  std::vector<ParquetLeaf> leaves;
  for (const char* name : {"a", "b", "c"})
    leaves.push_back({ThriftStruct().i(1, 6).i(3, 0).s(4, name).i(6, 0), name, 6, {chunk}});
  ReadRequest request;
  request.limit = 1;
  ReadOptions options;
  options.limits.max_content_chars = 30'000'000;
  const ToolResult result = read_table(file_of(leaves, {1}), request, options);
  REQUIRE(result.success);
  CHECK(result.content.size() < (std::size_t{17} << 20));
  CHECK(warning_of(result).starts_with("row 1: its values are longer than 16,777,216 bytes"));
}

TEST_CASE("blocks of Snappy and LZ4 are unpacked to their size and no further") {
  const Limits limits;
  WorkBudget budget(limits);
  const auto unpack = [&](ColumnarCodec codec, std::string_view bytes, std::uint64_t size) {
    const auto out = unpack_block(codec, as_bytes(bytes), size, limits, budget);
    return out ? std::string(out->begin(), out->end()) : "error";
  };
  // "ab", then ten bytes that stand two before.
  const std::string snappy(
      "\x0C\x04"
      "ab\x19\x02",
      6);
  CHECK(unpack(ColumnarCodec::kSnappy, snappy, 12) == "abababababab");
  CHECK(unpack(ColumnarCodec::kSnappy, snappy, 11) == "error");
  // "abc", then 61 bytes that stand three before.
  const std::string longer(
      "\x40\x08"
      "abc\xF2\x03\0",
      8);
  std::string repeated = "abc";
  while (repeated.size() < 64) repeated += repeated[repeated.size() - 3];
  CHECK(unpack(ColumnarCodec::kSnappy, longer, 64) == repeated);
  const std::string lz4(
      "\x26"
      "ab\x02\x00\x00",
      6);
  CHECK(unpack(ColumnarCodec::kLz4Block, lz4, 12) == "abababababab");
  CHECK(unpack(ColumnarCodec::kLz4Block, lz4, 9) == "error");
  CHECK(unpack(ColumnarCodec::kLz4Hadoop, std::string("\0\0\0\x0C\0\0\0\x06", 8) + lz4, 12) ==
        "abababababab");
  CHECK(unpack(ColumnarCodec::kLz4Hadoop, lz4, 12) == "abababababab");
  CHECK(unpack(ColumnarCodec::kGzip, testing::gzipped("some text"), 9) == "some text");
  CHECK(unpack(ColumnarCodec::kGzip, testing::gzipped("some text"), 8) == "error");
}

}  // namespace lectern
