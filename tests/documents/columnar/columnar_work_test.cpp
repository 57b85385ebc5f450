// What few bytes of a table of columns may ask for.
#include <catch2/catch_test_macros.hpp>
#include <tuple>

#include "documents/columnar/columnar_table.h"
#include "support/archives.h"
#include "support/columnar_writer.h"

namespace lectern {
namespace {

using testing::ArrowColumn;
using testing::le;
using testing::ParquetLeaf;
using testing::read_place;
using testing::ThriftStruct;

std::string table_of(const ThriftStruct& element, int type, const std::string& chunk,
                     std::int64_t rows) {
  ParquetLeaf leaf{element, "c", type};
  leaf.chunks = {chunk};
  return testing::parquet_file({ThriftStruct().s(4, "schema").i(5, 1).finish(), element.finish()},
                               {leaf}, {rows});
}

/// One value that stands in all rows.
std::string value_of_all(std::string_view value, std::int64_t rows) {
  return testing::dictionary_page(value, 1) +
         testing::data_page(
             std::string(1, '\1') + testing::run_of(static_cast<std::uint64_t>(rows), 0, 1), rows,
             8);
}

/// The row that a search ends before, with so much work.
std::uint64_t end_of_search(const std::string& file, const std::string& name, std::uint64_t work) {
  ReadRequest request;
  request.search = "nothing has this";
  ReadOptions options;
  options.limits.max_work = work;
  const ToolResult result = read_place(file, name, "", request, options);
  REQUIRE(result.truncation);
  return *result.truncation->next->offset;
}

}  // namespace

TEST_CASE("words of a Parquet dictionary are paid for") {
  ReadOptions options;
  options.limits.max_work = 100'000;
  const std::string words = testing::dictionary_page(std::string(40'000, '\0'), 10'000);
  const ThriftStruct element = ThriftStruct().i(1, 6).i(3, 0).s(4, "c");
  const std::string table = table_of(element, 6, words + testing::data_page("", 1, 8), 1);
  const ToolResult result = read_place(table, "a.parquet", "", {}, options);
  REQUIRE_FALSE(result.success);
  CHECK(result.error->message.find("the table's dictionaries take ") != std::string::npos);
}

TEST_CASE("numbers whose digits take long are paid for when they share their bytes") {
  constexpr std::int64_t kRows = 1'000'000;
  const std::string chunk = value_of_all(le(0x7E37E43C8800759C, 8), kRows);
  const ThriftStruct element = ThriftStruct().i(1, 5).i(3, 0).s(4, "c");
  CHECK(end_of_search(table_of(element, 5, chunk, kRows), "a.parquet", 20'000'000) < 12'000);
  // Integers are not.
  const ThriftStruct integers = ThriftStruct().i(1, 2).i(3, 0).s(4, "c");
  CHECK(end_of_search(table_of(integers, 2, chunk, kRows), "a.parquet", 20'000'000) > 20'000);
}

TEST_CASE("values of people's tables that share their bytes have work for all of their rows") {
  constexpr std::int64_t kRows = 20'000;
  ReadRequest request;
  request.search = "nothing has this";
  ReadOptions options;
  // As much for each row as a million rows have of the default.
  options.limits.max_work = kRows * 5000;
  for (const auto& [element, type, bits] :
       {std::tuple{ThriftStruct().i(1, 5).i(3, 0).s(4, "c"), 5, 0x3FBF9ADD3746F65EULL},
        std::tuple{ThriftStruct().i(1, 2).i(3, 0).s(4, "c").i(6, 10), 2, 1'600'000'000'123'456ULL},
        std::tuple{ThriftStruct().i(1, 2).i(3, 0).s(4, "c").i(6, 5).i(7, 3).i(8, 18), 2,
                   123'456'789'012ULL}}) {
    const std::string file = table_of(element, type, value_of_all(le(bits, 8), kRows), kRows);
    const ToolResult result = read_place(file, "a.parquet", "", request, options);
    CHECK(result.success);
    CHECK_FALSE(result.truncation);
  }
}

TEST_CASE("decimals of 64 bytes have all of their digits") {
  const std::string most = "\x7F" + std::string(63, '\xFF');
  const std::string least = "\x80" + std::string(63, '\0');
  const std::string thousand = std::string(62, '\0') + "\x03\xE8";
  const std::string body = most + least + thousand + std::string(64, '\0');
  const ThriftStruct element =
      ThriftStruct().i(1, 7).i(2, 64).i(3, 0).s(4, "c").i(6, 5).i(7, 0).i(8, 154);
  const ToolResult result =
      read_place(table_of(element, 7, testing::data_page(body, 4), 4), "a.parquet", "");
  REQUIRE(result.success);
  const std::string digits =
      "6703903964971298549787012499102923063739682910296196688861780721860882015036773488400937149"
      "08345171384501592909324302542687694140597328497321682450304204";
  for (const std::string& row : {"| 1 | " + digits + "7 |", "| 2 | -" + digits + "8 |",
                                 std::string("| 3 | 1000 |"), std::string("| 4 | 0 |")})
    CHECK(result.content.find(row) != std::string::npos);
}

TEST_CASE("blocks beyond the size of the file were unpacked before, and are paid for") {
  const std::string file(1000, 'x');
  const Limits limits;
  ColumnarBytes bytes(as_bytes(file), file.size(), false);
  WorkBudget budget(limits);
  std::vector<std::string> warnings;
  const ColumnarTools tools{bytes, limits, budget, warnings};
  REQUIRE(tools.pay_for_block(600));
  CHECK(budget.spent() == 0);
  REQUIRE(tools.pay_for_block(600));
  CHECK(budget.spent() == 200 * 400);
  REQUIRE(tools.pay_for_block(600));
  CHECK(budget.spent() == 800 * 400);
}

TEST_CASE("deltas that are passed over are paid for") {
  constexpr std::int64_t kRows = 100'000'000;
  // Blocks of 2^24 deltas of no bits.
  std::string body = testing::varint(1 << 24) + testing::varint(1) + testing::varint(kRows) + '\0';
  body += std::string(2 * (kRows / (1 << 24) + 1), '\0');
  const ThriftStruct element = ThriftStruct().i(1, 2).i(3, 0).s(4, "c");
  const std::string file = table_of(element, 2, testing::data_page(body, kRows, 5), kRows);
  ReadRequest request;
  request.offset = 90'000'000;
  ReadOptions options;
  options.limits.max_work = 1'000'000'000;
  const ToolResult result = read_place(file, "a.parquet", "", request, options);
  REQUIRE_FALSE(result.success);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
  request.offset = 1000;
  CHECK(read_place(file, "a.parquet", "", request, options).success);
}

TEST_CASE("nothing is made of the elements of a list that are left out") {
  constexpr std::int64_t kElements = 200'000;
  const std::string levels = testing::run_of(1, 0, 1) + testing::run_of(kElements - 1, 1, 1);
  const std::string body = testing::with_size(levels) +
                           testing::with_size(testing::run_of(kElements, 1, 1)) + '\1' +
                           testing::run_of(kElements, 0, 1);
  const std::string chunk = testing::dictionary_page(le(0x7E37E43C8800759C, 8), 1) +
                            testing::data_page(body, kElements, 8);
  const ThriftStruct element = ThriftStruct().i(1, 5).i(3, 2).s(4, "c");
  ReadOptions options;
  options.limits.max_work = 20'000'000;
  const ToolResult result =
      read_place(table_of(element, 5, chunk, 1), "a.parquet", "", {}, options);
  REQUIRE(result.success);
  CHECK(result.content.find("| 1 | [") != std::string::npos);
}

TEST_CASE("a list ends where an element of it is left out") {
  const std::string part = testing::with_size(std::string(std::size_t{7} << 20, 'x'));
  const std::string body = testing::with_size(testing::run_of(1, 0, 1) + testing::run_of(3, 1, 1)) +
                           testing::with_size(testing::run_of(4, 1, 1)) + part + part + part +
                           testing::with_size("behind");
  const ThriftStruct element = ThriftStruct().i(1, 6).i(3, 2).s(4, "c").i(6, 0);
  ReadRequest request;
  request.limit = 1;
  ReadOptions options;
  options.limits.max_content_chars = 30'000'000;
  const ToolResult result = read_place(table_of(element, 6, testing::data_page(body, 4), 1),
                                       "a.parquet", "", request, options);
  REQUIRE(result.success);
  CHECK(result.content.find("xxx") != std::string::npos);
  CHECK(result.content.find("behind") == std::string::npos);
}

TEST_CASE("values that an Arrow batch states and does not have are paid for") {
  const std::vector<ArrowColumn> columns = {{"n", false, "", "", testing::int32s({7})}};
  const std::string file =
      testing::arrow_file(columns, {testing::arrow_batch(columns, std::int64_t{1} << 50)});
  CHECK(end_of_search(file, "a.arrow", 20'000'000) < 20'000);
}

}  // namespace lectern
