// The search for tables on pages made to take long, and what always holds of its result.
#include <catch2/catch_test_macros.hpp>

#include <limits>
#include <set>
#include <string>

#include "pdf/layout/table.h"
#include "pdf/layout/table_markdown.h"
#include "support/page_sketch.h"

namespace lectern::testing {
namespace {

constexpr std::size_t kMany = 100'000;

/// How often each word may be looked at, on average.
constexpr std::uint64_t kMostLooks = 25;

void check_bounded(const PageContent& page) {
  std::uint64_t steps = 0;
  const auto tables = find_tables(page, &steps);
  CHECK(steps <= kMostLooks * page.words.size() + 200'000);
  CHECK(tables.size() <= 200);
  std::vector<bool> used(page.words.size());
  for (const PageTable& table : tables) {
    for (const TableCell& cell : table.cells) {
      CHECK((cell.row + cell.row_span <= table.rows &&
             cell.column + cell.column_span <= table.columns));
      for (const std::uint32_t word : cell.words) {
        REQUIRE(!used[word]);
        used[word] = true;
      }
    }
  }
}

PageWord a_word(float x, float y) {
  PageWord word;
  word.text = "7";
  word.box = {x, y - 8, x + 5, y + 2};
  word.baseline = y;
  word.font_size = 10;
  return word;
}

PageContent a_page() {
  PageContent page;
  page.width = 1000;
  page.height = 1000;
  return page;
}

TEST_CASE("A hundred thousand words in one place, in a line or in columns end the search in time") {
  PageContent heap = a_page();
  PageContent line = a_page();
  PageContent columns = a_page();
  PageContent steps = a_page();
  for (std::size_t i = 0; i < kMany; ++i) {
    const auto at = static_cast<float>(i);
    heap.words.push_back(a_word(100, 100));
    line.words.push_back(a_word(at * 20, 100));
    columns.words.push_back(
        a_word(static_cast<float>(i % 100) * 20, static_cast<float>(i / 100) * 12));
    steps.words.push_back(
        a_word(static_cast<float>(i % 7) * 20 + static_cast<float>(i % 3), at * 1.1f));
  }
  check_bounded(heap);
  check_bounded(line);
  check_bounded(columns);
  check_bounded(steps);
}

TEST_CASE("A hundred thousand rules end the search in time") {
  PageContent same = a_page();
  PageContent mesh = a_page();
  PageContent boxes = a_page();
  for (std::size_t i = 0; i < kMany; ++i) {
    const auto at = static_cast<float>(i);
    same.rules.push_back({{100, 100, 300, 100}, 1});
    if (i < kMany / 2) {
      mesh.rules.push_back({{0, at * 4, 1e6f, at * 4}, 1});
      mesh.rules.push_back({{at * 4, 0, at * 4, 1e6f}, 1});
    }
    const float x = static_cast<float>(i / 4 % 100) * 40;
    const float y = static_cast<float>(i / 400) * 40;
    if (i % 4 == 0) boxes.rules.push_back({{x, y, x + 30, y}, 1});
    if (i % 4 == 1) boxes.rules.push_back({{x, y + 30, x + 30, y + 30}, 1});
    if (i % 4 == 2) boxes.rules.push_back({{x, y, x, y + 30}, 1});
    if (i % 4 == 3) boxes.rules.push_back({{x + 15, y, x + 15, y + 30}, 1});
  }
  for (PageContent* page : {&same, &mesh, &boxes}) {
    for (std::size_t i = 0; i < 1000; ++i)
      page->words.push_back(
          a_word(static_cast<float>(i % 50) * 20, static_cast<float>(i / 50) * 20));
    check_bounded(*page);
  }
}

TEST_CASE("Boxes within boxes are looked at a bounded number of times") {
  PageContent page = a_page();
  for (std::size_t i = 0; i < 2000; ++i) {
    const float at = static_cast<float>(i) * 0.2f;
    page.rules.push_back({{at * 2, at * 2, 1000 - at * 2, at * 2}, 1});
    page.rules.push_back({{at * 2, 500, 1000 - at * 2, 500}, 1});
    page.rules.push_back({{at * 2, at * 2, at * 2, 1000 - at * 2}, 1});
  }
  for (std::size_t i = 0; i < 20'000; ++i)
    page.words.push_back(a_word(static_cast<float>(i % 150) * 6, static_cast<float>(i / 150) * 7));
  check_bounded(page);
}

TEST_CASE("Words and rules without finite places are left out") {
  PageContent page = sketch_page(R"(
+----------+--------+--------+
| City     | 1990   | 2000   |
+----------+--------+--------+
| Oslo     | 462    | 508    |
+----------+--------+--------+
)");
  const std::size_t words = page.words.size();
  const float nothing = std::numeric_limits<float>::quiet_NaN();
  const float endless = std::numeric_limits<float>::infinity();
  page.rules.push_back({{nothing, 50, 90, 50}, 1});
  page.rules.push_back({{0, endless, 90, endless}, 1});
  page.words.push_back(a_word(nothing, 50));
  page.words.push_back(a_word(endless, 50));
  const auto tables = find_tables(page);
  REQUIRE(tables.size() == 1);
  for (const TableCell& cell : tables[0].cells) {
    for (const std::uint32_t word : cell.words) CHECK(word < words);
  }
}

TEST_CASE("Text of a cell cannot end it") {
  PageContent page = sketch_page(R"(
+----------+--------+
| City     | A      |
+----------+--------+
| Oslo     | B      |
+----------+--------+
)");
  for (PageWord& word : page.words) {
    if (word.text == "A") word.text = "a|b\\|\n";
  }
  const auto tables = find_tables(page);
  REQUIRE(tables.size() == 1);
  CHECK(table_markdown(page, tables[0]).find("| a\\|b\\\\\\|  |\n") != std::string::npos);
}

constexpr std::string_view kFirstPart = R"(
Country          1995     2000     Change
--------------------------------------------
Germany          27.5     81.9      415.3
France            5.0     58.1      343.4
Italy           119.0      7.3       27.2
)";

TEST_CASE("A table with the same columns on the next page continues, with its header repeated") {
  const PageContent first = sketch_page(kFirstPart);
  const PageContent second = sketch_page(R"(
Continued
Country          1995     2000     Change
--------------------------------------------
Spain            13.6     39.3      440.2
Greece            8.2     10.4      170.7
Austria          26.9      8.1       37.7
)");
  const auto before = find_tables(first);
  const auto after = find_tables(second);
  REQUIRE(before.size() == 1);
  REQUIRE(after.size() == 1);
  const TableContinuation found = table_continuation(first, before[0], second, after[0]);
  CHECK(found.continues);
  CHECK(found.repeated_rows == 1);
}

TEST_CASE("Other columns, or text between, begin another table") {
  const PageContent first = sketch_page(kFirstPart);
  const auto before = find_tables(first);
  REQUIRE(before.size() == 1);
  const PageContent shifted = sketch_page(R"(
Spain                         13.6                39.3      440.2
Greece                         8.2                10.4      170.7
Austria                       26.9                 8.1       37.7
)");
  const PageContent after_text = sketch_page(R"(
Here the text of the report goes on
for some lines before
another table begins
that has the same columns as the other.

Spain            13.6     39.3      440.2
Greece            8.2     10.4      170.7
Austria          26.9      8.1       37.7
)");
  for (const PageContent* page : {&shifted, &after_text}) {
    const auto after = find_tables(*page);
    REQUIRE(after.size() == 1);
    CHECK_FALSE(table_continuation(first, before[0], *page, after[0]).continues);
  }
}

}  // namespace
}  // namespace lectern::testing
