// Tables that a page draws with rules.
#include <catch2/catch_test_macros.hpp>

#include <string>

#include "pdf/layout/table.h"
#include "pdf/layout/table_markdown.h"
#include "support/page_sketch.h"

namespace lectern::testing {
namespace {

std::string tables_of(const PageContent& page) {
  std::string text;
  for (const PageTable& table : find_tables(page)) text += table_markdown(page, table);
  return text;
}

constexpr std::string_view kGrid = R"(
+----------+--------+--------+
| City     | 1990   | 2000   |
+----------+--------+--------+
| Oslo     | 462    | 508    |
+----------+--------+--------+
| Bergen   |        | 229    |
+----------+--------+--------+
)";

constexpr std::string_view kGridText =
    "| City | 1990 | 2000 |\n"
    "|---|---|---|\n"
    "| Oslo | 462 | 508 |\n"
    "| Bergen | | 229 |\n";

TEST_CASE("A grid of rules gives its cells, and an empty one stays empty") {
  const PageContent page = sketch_page(kGrid);
  CHECK(tables_of(page) == kGridText);
  const auto tables = find_tables(page);
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].ruled);
  CHECK(tables[0].header_rows == 1);
}

TEST_CASE("A bold heading of the first group of rows does not take the header its place") {
  CHECK(tables_of(sketch_page(R"(
+-------------+--------+--------+
| *Measure*   | *One*  | *Two*  |
+-------------+--------+--------+
| *Languages*                   |
+-------------+--------+--------+
| Colours     | no     | no     |
+-------------+--------+--------+
| Letters     |        | no     |
+-------------+--------+--------+
)")) == "| Measure | One | Two |\n|---|---|---|\n| Languages | | |\n| Colours | no | no |\n"
        "| Letters | | no |\n");
}

TEST_CASE("A grid reads the same on a page turned in any direction") {
  const PageContent page = sketch_page(kGrid);
  for (const WordDirection direction :
       {WordDirection::kDown, WordDirection::kLeft, WordDirection::kUp}) {
    const PageContent turned = turned_page(page, direction);
    REQUIRE(turned.words[0].direction == direction);
    CHECK(tables_of(turned) == kGridText);
  }
}

TEST_CASE("Dashed and doubled rules are rules") {
  PageContent page = sketch_page(kGrid);
  std::vector<PageRule> pieces;
  for (const PageRule& rule : page.rules) {
    const bool level = rule.line.top == rule.line.bottom;
    const float from = level ? rule.line.left : rule.line.top;
    const float to = level ? rule.line.right : rule.line.bottom;
    for (float at = from; at < to; at += 5) {
      const float end = std::min(at + 3, to);
      for (const float shift : {0.0f, 2.0f}) {
        pieces.push_back(
            level ? PageRule{{at, rule.line.top + shift, end, rule.line.top + shift}, 0.5f}
                  : PageRule{{rule.line.left + shift, at, rule.line.left + shift, end}, 0.5f});
      }
    }
  }
  page.rules = pieces;
  CHECK(tables_of(page) == kGridText);
}

TEST_CASE("Places without a rule between are one cell, with its text at the upper left") {
  const PageContent page = sketch_page(R"(
+----------+-----------------+
| Region   | Sales           |
|          +--------+--------+
|          | East   | West   |
+----------+--------+--------+
| North    | 12     | 15     |
+----------+--------+--------+
| South    | 11     | 9      |
+----------+--------+--------+
)");
  CHECK(tables_of(page) ==
        "| Region | Sales | |\n"
        "|---|---|---|\n"
        "| | East | West |\n"
        "| North | 12 | 15 |\n"
        "| South | 11 | 9 |\n");
  const auto tables = find_tables(page);
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].cells[0].row_span == 2);
  CHECK(tables[0].cells[1].column_span == 2);
  CHECK(tables[0].header_rows == 2);
}

TEST_CASE("Lines of one cell are joined by a space") {
  const PageContent page = sketch_page(R"(
+--------------+-----------------+
| Column       | Meaning         |
+--------------+-----------------+
| user         | The name of     |
|              | the profile     |
+--------------+-----------------+
| mode         | How it is       |
|              | opened          |
+--------------+-----------------+
)");
  CHECK(tables_of(page) ==
        "|  |  |\n"
        "|---|---|\n"
        "| Column | Meaning |\n"
        "| user | The name of the profile |\n"
        "| mode | How it is opened |\n");
}

TEST_CASE("Rows that rules do not part are parted by their lines of values") {
  const PageContent page = sketch_page(R"(
+----------+--------+--------+
| City     | 1990   | 2000   |
+----------+--------+--------+
| Oslo     | 462    | 508    |
| Bergen   | 213    | 229    |
| Bodo     | 37     | 41     |
+----------+--------+--------+
)");
  CHECK(tables_of(page) ==
        "| City | 1990 | 2000 |\n"
        "|---|---|---|\n"
        "| Oslo | 462 | 508 |\n"
        "| Bergen | 213 | 229 |\n"
        "| Bodo | 37 | 41 |\n");
}

TEST_CASE("A grid that is open at its sides ends where its rules end") {
  const PageContent page = sketch_page(R"(
-----------+--------+---------
  City     | 1990   | 2000
-----------+--------+---------
  Oslo     | 462    | 508
-----------+--------+---------
  Bergen   | 213    | 229
-----------+--------+---------
)");
  CHECK(tables_of(page) ==
        "| City | 1990 | 2000 |\n"
        "|---|---|---|\n"
        "| Oslo | 462 | 508 |\n"
        "| Bergen | 213 | 229 |\n");
}

TEST_CASE("Labels beside a grid are its first column") {
  const PageContent page = sketch_page(R"(
          +--------+--------+
          | Votes  | Share  |
          +--------+--------+
 Alcona   | 963    | 43     |
          +--------+--------+
 Curtis   | 1026   | 34     |
          +--------+--------+
 Gustin   | 611    | 18     |
          +--------+--------+
)");
  CHECK(tables_of(page) ==
        "| | Votes | Share |\n"
        "|---|---|---|\n"
        "| Alcona | 963 | 43 |\n"
        "| Curtis | 1026 | 34 |\n"
        "| Gustin | 611 | 18 |\n");
}

TEST_CASE("Headings that run upwards stand in their cells") {
  PageContent page = sketch_page(R"(
+----------+--------+--------+
| City     |        |        |
|          |        |        |
|          |        |        |
+----------+--------+--------+
| Oslo     | 462    | 508    |
+----------+--------+--------+
| Bergen   | 213    | 229    |
+----------+--------+--------+
)");
  for (const auto& [text, x] : {std::pair{"Men", 100.0f}, std::pair{"Women", 136.0f}}) {
    PageWord word = page.words[0];
    word.text = text;
    word.direction = WordDirection::kUp;
    word.box = {x, 56, x + 10, 84};
    word.baseline = x + 8;
    page.words.push_back(word);
  }
  CHECK(tables_of(page) ==
        "| City | Men | Women |\n"
        "|---|---|---|\n"
        "| Oslo | 462 | 508 |\n"
        "| Bergen | 213 | 229 |\n");
}

TEST_CASE("A frame around text is no table") {
  CHECK(tables_of(sketch_page(R"(
+---------------------------------------+
| A box with some words that a page     |
| draws around a note to its readers,   |
| and that holds nothing but prose.     |
+---------------------------------------+
)")) == "");
}

TEST_CASE("Words that cross a grid's lines make it no table") {
  PageContent page = sketch_page(kGrid);
  for (PageWord& word : page.words) word.box.right += 40;
  CHECK(tables_of(page) == "");
}

}  // namespace
}  // namespace lectern::testing
