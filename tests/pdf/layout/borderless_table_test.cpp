// Tables that only the places of their words show, and text that is none.
#include <catch2/catch_test_macros.hpp>

#include <string>

#include "pdf/layout/table.h"
#include "pdf/layout/table_markdown.h"
#include "support/page_sketch.h"

namespace lectern::testing {
namespace {

std::string borderless_tables(const PageContent& page) {
  std::string text;
  for (const PageTable& table : find_tables(page)) {
    CHECK_FALSE(table.ruled);
    text += table_markdown(page, table);
  }
  return text;
}

std::string borderless_tables(std::string_view sketch) {
  return borderless_tables(sketch_page(sketch));
}

TEST_CASE("Columns of numbers under headings are a table") {
  CHECK(borderless_tables(R"(
Country          1995     2000     Change
Germany          27.5     81.9      415.3
France            5.0     58.1      343.4
Italy           119.0      7.3       27.2
)") == "| Country | 1995 | 2000 | Change |\n"
       "|---|---|---|---|\n"
       "| Germany | 27.5 | 81.9 | 415.3 |\n"
       "| France | 5.0 | 58.1 | 343.4 |\n"
       "| Italy | 119.0 | 7.3 | 27.2 |\n");
}

TEST_CASE("An empty cell keeps its place") {
  CHECK(borderless_tables(R"(
Country          Men      Women    All
Germany          27.5     81.9      415.3
France                    58.1      343.4
Italy           119.0               27.2
Spain            13.6     39.3      440.2
)") == "| Country | Men | Women | All |\n"
       "|---|---|---|---|\n"
       "| Germany | 27.5 | 81.9 | 415.3 |\n"
       "| France | | 58.1 | 343.4 |\n"
       "| Italy | 119.0 | | 27.2 |\n"
       "| Spain | 13.6 | 39.3 | 440.2 |\n");
}

TEST_CASE("A currency's sign belongs to its amount") {
  CHECK(borderless_tables(R"(
Cost              Spring      Autumn
Revenue         $   178     $   141
Research          3,423       2,532
Total           $ 3,601     $ 2,673
)") == "| Cost | Spring | Autumn |\n"
       "|---|---|---|\n"
       "| Revenue | $ 178 | $ 141 |\n"
       "| Research | 3,423 | 2,532 |\n"
       "| Total | $ 3,601 | $ 2,673 |\n");
}

TEST_CASE("A label of two lines is one cell") {
  CHECK(borderless_tables(R"(
Measure                     Men      Women

Income of the
households per year         27.5     81.9
Health                       5.0     58.1
Inequality between
states and regions         119.0      7.3
)") == "| Measure | Men | Women |\n"
       "|---|---|---|\n"
       "| Income of the households per year | 27.5 | 81.9 |\n"
       "| Health | 5.0 | 58.1 |\n"
       "| Inequality between states and regions | 119.0 | 7.3 |\n");
}

TEST_CASE("Lines with only a label head the rows below") {
  CHECK(borderless_tables(R"(
Age              Men      Women
Cities
Young            27.5     81.9
Old               5.0     58.1
Country
Young           119.0      7.3
Old              13.6     39.3
)") == "| Age | Men | Women |\n"
       "|---|---|---|\n"
       "| Cities | | |\n"
       "| Young | 27.5 | 81.9 |\n"
       "| Old | 5.0 | 58.1 |\n"
       "| Country | | |\n"
       "| Young | 119.0 | 7.3 |\n"
       "| Old | 13.6 | 39.3 |\n");
}

TEST_CASE(
    "Rules above and below make columns of words a table, and the one between ends its header") {
  CHECK(borderless_tables(R"(
---------------------------------------
Property             Value
---------------------------------------
Name                 Mars
Colour               red
Moons                Phobos, Deimos
---------------------------------------
)") == "| Property | Value |\n"
       "|---|---|\n"
       "| Name | Mars |\n"
       "| Colour | red |\n"
       "| Moons | Phobos, Deimos |\n");
}

TEST_CASE("A heading over several columns stands at the first that the rule below it covers") {
  CHECK(borderless_tables(R"(
-------------------------------------------------
                All items         New items
               ----------------  ----------------
Domain         Number   Percent  Number   Percent
-------------------------------------------------
Literary           72        53      33        55
Informational      63        47      27        45
-------------------------------------------------
)") == "| | All items | | New items | |\n"
       "|---|---|---|---|---|\n"
       "| Domain | Number | Percent | Number | Percent |\n"
       "| Literary | 72 | 53 | 33 | 55 |\n"
       "| Informational | 63 | 47 | 27 | 45 |\n");
}

TEST_CASE("A heading without a rule stands over the columns around its middle") {
  CHECK(borderless_tables(R"(
-------------------------------------------------
                    2005              2010
Category       Number   Percent  Number   Percent
-------------------------------------------------
Literary           72        53      33        55
Informational      63        47      27        45
-------------------------------------------------
)") == "| | 2005 | | 2010 | |\n"
       "|---|---|---|---|---|\n"
       "| Category | Number | Percent | Number | Percent |\n"
       "| Literary | 72 | 53 | 33 | 55 |\n"
       "| Informational | 63 | 47 | 27 | 45 |\n");
}

TEST_CASE("A bold label, or one further left, is none of the lines of the row above") {
  PageContent page = sketch_page(R"(
Group            Men      Women

  Young people
  of the cities  27.5     81.9
Country

  Old people
  of the towns    5.0     58.1
*All*            13.6     39.3
)");
  CHECK(borderless_tables(page) ==
        "| Group | Men | Women |\n"
        "|---|---|---|\n"
        "| Young people of the cities | 27.5 | 81.9 |\n"
        "| Country | | |\n"
        "| Old people of the towns | 5.0 | 58.1 |\n"
        "| All | 13.6 | 39.3 |\n");
}

TEST_CASE("A row of hyphens is a rule, and no text of the table") {
  PageContent page = sketch_page(R"(
Share        1.0      1.1      1.2

0.99         800      880      960
0.95         160      176      192
0.90          80       88       96
)");
  PageWord line = page.words[0];
  line.text = std::string(40, '-');
  line.box = {40, 53, 190, 63};
  line.baseline = 61;
  page.words.push_back(line);
  CHECK(borderless_tables(page) ==
        "|  |  |  |  |\n"
        "|---|---|---|---|\n"
        "| Share | 1.0 | 1.1 | 1.2 |\n"
        "| 0.99 | 800 | 880 | 960 |\n"
        "| 0.95 | 160 | 176 | 192 |\n"
        "| 0.90 | 80 | 88 | 96 |\n");
  const auto tables = find_tables(page);
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].line_words ==
        std::vector<std::uint32_t>{static_cast<std::uint32_t>(page.words.size() - 1)});
}

TEST_CASE("A letterhead and sums above a bold header are none of its table") {
  const std::string tables = borderless_tables(R"(
Statement 4             Opening        1,500.00
Sort code 12-34         Closing        3,676.41


*Date*      *Details*          *Out*      *In*   *Balance*
02 Jan    Card payment       3.40                1,409.48
05 Jan    Salary                     2,450.00    3,859.48
07 Jan    Transfer         500.00                3,299.48
)");
  CHECK(tables.ends_with("| Date | Details | Out | In | Balance |\n"
                         "|---|---|---|---|---|\n"
                         "| 02 Jan | Card payment | 3.40 | | 1,409.48 |\n"
                         "| 05 Jan | Salary | | 2,450.00 | 3,859.48 |\n"
                         "| 07 Jan | Transfer | 500.00 | | 3,299.48 |\n"));
}

TEST_CASE("Bold labels beside their values are a table") {
  CHECK(borderless_tables(R"(
*Reign*          from the autumn
*Predecessor*    Eadwig
*Burial*         Glastonbury Abbey
*House*          Wessex
)") == "|  |  |\n"
       "|---|---|\n"
       "| Reign | from the autumn |\n"
       "| Predecessor | Eadwig |\n"
       "| Burial | Glastonbury Abbey |\n"
       "| House | Wessex |\n");
}

TEST_CASE("Text with a bold heading over each of its columns is a table") {
  CHECK(borderless_tables(R"(
*Risk*                *Likely*    *Action*
Power fails           Low       Diesel for three days is kept on site
Staff leave           Medium    Second person trained for each machine
)") == "| Risk | Likely | Action |\n"
       "|---|---|---|\n"
       "| Power fails | Low | Diesel for three days is kept on site |\n"
       "| Staff leave | Medium | Second person trained for each machine |\n");
}

TEST_CASE("Running text in two columns is no table") {
  CHECK(borderless_tables(R"(
The first column of a page has     sentences that go on from line
lines of about the same length,    to line, and so has the second
and nothing of the one belongs     column, which stands beside it
to a line of the other, though     by nothing but the way in which
both stand at the same heights     the page was set. Readers know
on the page, line after line,      that they read down first, and
as long as the text goes on.       then go on at the top.
)") == "");
}

TEST_CASE("A table beside running text does not take it in") {
  CHECK(borderless_tables(R"(
Item         Needed  Left        Tables in a text can be placed
Books           1      12        beside its lines, as they often
Pens            3       7        are in magazines. The words that
Pencils         2       5        run beside them have nothing to
Scissors        1       9        do with their rows, though both
Rulers          4       8        stand at the same height here.
)") == "| Item | Needed | Left |\n"
       "|---|---|---|\n"
       "| Books | 1 | 12 |\n"
       "| Pens | 3 | 7 |\n"
       "| Pencils | 2 | 5 |\n"
       "| Scissors | 1 | 9 |\n"
       "| Rulers | 4 | 8 |\n");
}

TEST_CASE("Lists, contents, addresses and code are no tables") {
  CHECK(borderless_tables(R"(
1.   The first item of a list
2.   The second item
3.   The third, which is longer
)") == "");
  CHECK(borderless_tables(R"(
Introduction                      2
Concepts                          3
Definition of terms               5
How to go on                     11
Index                            20
)") == "");
  CHECK(borderless_tables(R"(
Introduction . . . . . . . . . .  2
Concepts . . . . . . . . . . . .  3
Definition of terms  . . . . . .  5
)") == "");
  CHECK(borderless_tables(R"(
Anna Berg                    Harbour Inc.
Long Street                  Sea Road
Bergen                       Oslo
)") == "");
}

TEST_CASE("The scale of a chart is no table") {
  CHECK(borderless_tables(R"(
500                                  
400              Spread              
300                        Yield     
200                                  
100                                  
0      Jan       Jul       Oct       
)") == "");
}

TEST_CASE("A fraction is no table") {
  PageContent page = sketch_page(R"(
x        12        34        56
)");
  PageContent lower = page;
  for (PageWord word : lower.words) {
    for (const float shift : {5.0f, 10.0f, 15.0f}) {
      PageWord moved = word;
      moved.box.top += shift;
      moved.box.bottom += shift;
      moved.baseline += shift;
      page.words.push_back(moved);
    }
  }
  CHECK(borderless_tables(page) == "");
}

}  // namespace
}  // namespace lectern::testing
