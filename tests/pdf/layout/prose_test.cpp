// Running text of a page: what is an item, what goes on elsewhere, what a link says, in what order.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "pdf/layout/document_layout.h"
#include "pdf/layout/plain_lines.h"
#include "support/page_sketch.h"
#include "support/page_words.h"

namespace lectern::testing {
namespace {

constexpr float kWideLetter = 5;
constexpr float kSize = 10;

std::string prose_of(PageContent page) { return page_markdown(std::move(page)); }
std::string prose_of(std::string_view sketch) { return page_markdown(sketch_page(sketch)); }

PageContent empty_page() {
  PageContent page;
  page.width = 400;
  page.height = 500;
  return page;
}

void add_line(PageContent& page, float x, float y, std::string_view text) {
  append_words(page, x, y, text, kWideLetter);
}

}  // namespace

TEST_CASE("a bullet that is more than a dot stays before its item") {
  CHECK(prose_of("\u25A0  first point\n\u25A0  second point\n") ==
        "- \u25A0 first point\n- \u25A0 second point\n");
  CHECK(prose_of("\u2022  first point\n\u2022  second point\n") ==
        "- first point\n- second point\n");
}

TEST_CASE("a bullet that stands lower than its item does not part it from its next line") {
  PageContent page = empty_page();
  for (int i = 0; i < 3; ++i) {
    const float y = 100 + 28 * static_cast<float>(i);
    add_line(page, 50, y + 4, "\u25A0");
    add_line(page, 70, y, "an item that goes on to the end of this line and then");
    add_line(page, 70, y + 14, "in the next one");
  }
  const std::string item =
      "- \u25A0 an item that goes on to the end of this line and then in the next one\n";
  CHECK(prose_of(page) == item + item + item);
}

TEST_CASE("a justified line of few words is one line") {
  PageContent page = empty_page();
  add_line(page, 50, 100, "the line above fills the column to its very right edge");
  add_line(page, 50, 112, "few       words        are       stretched       over-");
  add_line(page, 50, 124, "all and the line below goes on as the others do, full.");
  CHECK(prose_of(page) ==
        "the line above fills the column to its very right edge few words are stretched overall "
        "and the line below goes on as the others do, full.\n");
}

TEST_CASE("numbers in brackets begin the items of a bibliography") {
  CHECK(prose_of("[1] Knuth, The Art of Programming.\n[2] Lamport, A System.\n") ==
        "- [1] Knuth, The Art of Programming.\n- [2] Lamport, A System.\n");
}

TEST_CASE("lines that lead to a page are neither headings nor items") {
  CHECK(prose_of(R"(
*1.1* *Overview* ..... 3
*1.2* *Methods* ...... 7

This is a line of running text that is the body of the page and not bold.
)") == "1.1 Overview ..... 3\n1.2 Methods ...... 7\n\n"
       "This is a line of running text that is the body of the page and not bold.\n");
}

TEST_CASE("a word that the end of a column has divided is whole again") {
  PageContent page = empty_page();
  for (int i = 0; i < 4; ++i)
    add_line(page, 20, 100 + 12.0f * static_cast<float>(i), "the left column has many lines");
  add_line(page, 20, 148, "and its last one is an esti-");
  add_line(page, 220, 100, "mate that goes on over here");
  add_line(page, 220, 112, "and says what it has to say.");
  CHECK(prose_of(page).find("is an estimate that goes on over here and says") != std::string::npos);
}

TEST_CASE("a paragraph goes on at the head of the next column") {
  PageContent page = empty_page();
  for (int i = 0; i < 4; ++i)
    add_line(page, 20, 100 + 12.0f * static_cast<float>(i), "the left column has many lines");
  add_line(page, 220, 100, "and the right one goes on so");
  add_line(page, 220, 112, "that they are one paragraph.");
  CHECK(prose_of(page).find("many lines and the right one goes on") != std::string::npos);
}

TEST_CASE("a drop cap belongs to the first word beside it") {
  PageContent page = empty_page();
  add_line(page, 45, 100, "rop caps begin a paragraph and");
  add_line(page, 45, 112, "stand beside its first lines,");
  add_line(page, 20, 124, "while those below are as wide as all.");
  PageWord cap = page.words[0];
  cap.text = "D";
  cap.box = {20, 90, 42, 115};
  cap.baseline = 112;
  cap.font_size = 30;
  page.words.push_back(cap);
  CHECK(prose_of(page) ==
        "Drop caps begin a paragraph and stand beside its first lines, while those below are as "
        "wide as all.\n");
}

TEST_CASE("an item whose lines are nearer to each other than items are is one") {
  PageContent page = empty_page();
  add_line(page, 20, 100, "1. the first item");
  add_line(page, 20, 118, "2. the second item, which is refer-");
  add_line(page, 35, 130, "enced by others");
  CHECK(prose_of(page) == "1. the first item\n2. the second item, which is referenced by others\n");
}

TEST_CASE("a link whose text says where it leads shows no target") {
  const auto linked = [](const std::string& text, const std::string& uri) {
    PageContent page = empty_page();
    add_line(page, 20, 100, text);
    page.links.push_back({uri, std::nullopt, page.words[0].box});
    for (PageWord& word : page.words) word.link = 0;
    return prose_of(page);
  };
  CHECK(linked("10.1000/182", "https://doi.org/10.1000/182") == "10.1000/182\n");
  CHECK(linked("lectern", "https://doi.org/10.1000/182") ==
        "[lectern](https://doi.org/10.1000/182)\n");
  CHECK(linked("https://example.org/ a_b/ c", "https://example.org/a_b/c") ==
        "https://example.org/a_b/c\n");
  CHECK(linked("https://example.org/ a/ d", "https://example.org/a/c") ==
        "[https://example.org/ a/ d](https://example.org/a/c)\n");
}

TEST_CASE("lines of verse in a script without spaces stay lines") {
  PageContent page = empty_page();
  const auto add = [&page](float y, const std::string& text, float letters) {
    PageWord word;
    word.text = text;
    word.box = {20, y - 8, 20 + kSize * letters, y + 2};
    word.baseline = y;
    word.font_size = kSize;
    page.words.push_back(word);
  };
  add(100, "\u6B4C\u6B4C\u6B4C", 3);
  add(112, "\u6B4C\u6B4C\u6B4C\u6B4C\u6B4C\u6B4C\u6B4C\u6B4C", 8);
  add(124, "\u6B4C\u6B4C\u6B4C\u6B4C", 4);
  CHECK(
      prose_of(page) ==
      "\u6B4C\u6B4C\u6B4C\n\u6B4C\u6B4C\u6B4C\u6B4C\u6B4C\u6B4C\u6B4C\u6B4C\u6B4C\u6B4C\u6B4C\u6B4C"
      "\n");
}

TEST_CASE("a page that is drawn from top to bottom is read in its own order") {
  // A box to the right of the text that a program draws first, as browsers print floating boxes.
  PageContent page = empty_page();
  add_line(page, 260, 100, "Box beside");
  add_line(page, 20, 100, "The text starts here and runs over");
  add_line(page, 20, 112, "two lines beside the box.");
  CHECK(prose_of(page) ==
        "Box beside\n\nThe text starts here and runs over two lines beside the box.\n");
}

TEST_CASE("columns that are drawn line by line across the page are read one by one") {
  PageContent page = empty_page();
  for (int part = 0; part < 2; ++part) {
    for (int i = 0; i < 3; ++i) {
      const float y = 100 + 50.0f * static_cast<float>(part) + 12.0f * static_cast<float>(i);
      add_line(page, 20, y,
               part == 0 ? "left column, upper half, text" : "left column, lower half, text");
      add_line(page, 220, y,
               part == 0 ? "right column, upper half, te" : "right column, lower half, te");
    }
  }
  const std::string text = prose_of(page);
  CHECK(text.find("left column, lower") < text.find("right column, upper"));
}

TEST_CASE("texts side by side that the page draws apart are no table") {
  PageContent page = sketch_page(R"(
Germany          1995     2000     Change
France           27.5     81.9      415.3
Italy             5.0     58.1      343.4
Spain           119.0      7.3       27.2

The words that are drawn between them
)");
  REQUIRE(prose_of(page).find("| France | 27.5 |") != std::string::npos);
  // Labels, then the line below, then the numbers.
  std::stable_partition(page.words.begin(), page.words.end(),
                        [](const PageWord& word) { return word.box.left < 50; });
  std::stable_partition(page.words.begin(), page.words.end(), [](const PageWord& word) {
    return word.box.left < 50 || word.text.find_first_of("0123456789C") == std::string::npos;
  });
  CHECK(prose_of(page).find("| France | 27.5 |") == std::string::npos);
}

TEST_CASE("statements are code where a whole page is typed, and a letter is none") {
  const auto typed = [](PageContent page) {
    for (PageWord& word : page.words) word.monospace = true;
    return prose_of(std::move(page));
  };
  PageContent code = empty_page();
  add_line(code, 20, 100, "int main() {");
  add_line(code, 40, 112, "return 0;");
  add_line(code, 20, 136, "}");
  CHECK(typed(code) == "```\nint main() {\n   return 0;\n\n}\n```\n");
  PageContent letter = empty_page();
  add_line(letter, 20, 100, "Dear Ann, this is typed on the old machine,");
  add_line(letter, 20, 112, "as all of our letters have been.");
  CHECK(typed(letter) ==
        "Dear Ann, this is typed on the old machine, as all of our letters have been.\n");
}

TEST_CASE("plain lines have every word of a page, in all of its directions") {
  PageContent page = empty_page();
  add_line(page, 20, 100, "first line");
  add_line(page, 20, 112, "second line");
  PageWord turned = page.words[0];
  turned.text = "margin";
  turned.direction = WordDirection::kUp;
  turned.box = {380, 100, 390, 140};
  turned.baseline = 388;
  page.words.push_back(turned);
  CHECK(plain_lines(page) == "first line\nsecond line\nmargin");
  CHECK(count_letters(page) == count_letters(plain_lines(page)));
}

TEST_CASE("a name with a year in brackets begins an item, an initial alone does not") {
  CHECK(prose_of("[Knu97]   Knuth, The Art of Programming.\n[GJS+05]  Gosling, The Language.\n") ==
        "- [Knu97] Knuth, The Art of Programming.\n- [GJS+05] Gosling, The Language.\n");
  PageContent page = empty_page();
  add_line(page, 20, 100, "K. Smith and others");
  CHECK(prose_of(page) == "K. Smith and others\n");
}

TEST_CASE("the number of a formula belongs to it, not to the next column") {
  PageContent page = empty_page();
  add_line(page, 20, 100, "the first column has a line of text");
  add_line(page, 20, 130, "a = b + c");
  add_line(page, 180, 130, "(2)");
  add_line(page, 215, 100, "the second column goes on beside");
  add_line(page, 215, 112, "it with lines of its own, which");
  add_line(page, 215, 131, "stand near the number");
  const std::string text = prose_of(page);
  CHECK(text.find("a = b + c (2)\n") != std::string::npos);
  CHECK(text.find("(2) stand") == std::string::npos);
}

TEST_CASE("a hyphen at a line's end stays where another page shows the word with it") {
  const PageContent known = sketch_page("stars that are metal-rich shine\n");
  const PageContent open = sketch_page("we have found some metal-\nrich stars and weighed them\n");
  CHECK(prose_of(open) == "we have found some metalrich stars and weighed them\n");
  for (const bool before : {true, false}) {
    DocumentLayout layout;
    layout.add(1, before ? known : open);
    layout.add(2, before ? open : known);
    std::vector<std::string> warnings;
    const std::vector<LaidOutPage> pages = layout.write(HeadersFooters::kOnce, warnings);
    CHECK(pages.at(before ? 1 : 0).text ==
          "we have found some metal-rich stars and weighed them\n");
  }
}

TEST_CASE("a hyphen at a line's end goes where the page shows the word without it") {
  CHECK(prose_of("our oneself is the whole of one-\nself and of no other thing\n") ==
        "our oneself is the whole of oneself and of no other thing\n");
}

TEST_CASE(
    "a hyphen at a line's end stays behind what is no syllable, and before what words are joined "
    "with") {
  const auto joined = [](std::string_view start, std::string_view rest) {
    const std::string text = prose_of("we have read of all the " + std::string(start) + "-\n" +
                                      std::string(rest) + " things and some others\n");
    return text.substr(24, text.find(" things") - 24);
  };
  CHECK(joined("8th", "grade") == "8th-grade");
  CHECK(joined("US", "based") == "US-based");
  CHECK(joined("p", "value") == "p-value");
  CHECK(joined("three", "quarter") == "three-quarter");
  CHECK(joined("parent", "reported") == "parent-reported");
  CHECK(joined("high", "est") == "highest");
  CHECK(joined("seven", "teen") == "seventeen");
  CHECK(joined("cor", "related") == "correlated");
  CHECK(joined("ex", "tended") == "extended");
}

TEST_CASE("lines in double spacing are one paragraph") {
  CHECK(
      prose_of("    when we came to this town for the\n\n"
               "first time it was a winter day and the\n\n"
               "river that we had read of so much was\n\n"
               "under ice from one bank to the other\n\n"
               "and nobody was to be seen on the road\n\n"
               "but a man with a dog.\n") ==
      "when we came to this town for the first time it was a winter day and the river that we had "
      "read of so much was under ice from one bank to the other and nobody was to be seen on the "
      "road but a man with a dog.\n");
}

TEST_CASE("a paragraph goes on below a line that needs more room") {
  PageContent page = empty_page();
  add_line(page, 20, 100, "the distance that it goes from here to the");
  add_line(page, 20, 112, "next place where it can stop is given by a");
  add_line(page, 20, 129, "formula with a root in it that is too high");
  CHECK(prose_of(page) ==
        "the distance that it goes from here to the next place where it can stop is given by a "
        "formula "
        "with a root in it that is too high\n");
}

TEST_CASE("headings of columns side by side are no headings of the page") {
  PageContent page = empty_page();
  add_line(page, 20, 100, "Date");
  add_line(page, 120, 100, "Place");
  add_line(page, 240, 100, "Damage");
  for (PageWord& word : page.words) word.bold = true;
  add_line(page, 20, 130, "all of this happened in a year that many");
  add_line(page, 20, 142, "of those who were there will not forget.");
  CHECK(prose_of(page).find('#') == std::string::npos);
}

TEST_CASE("a bold number of the page at its foot is no heading") {
  PageContent page = empty_page();
  add_line(page, 20, 100, "all of this happened in a year that many");
  add_line(page, 20, 112, "of those who were there will not forget.");
  add_line(page, 150, 480, "Page 1 of 23");
  for (std::size_t i = page.words.size() - 4; i < page.words.size(); ++i) page.words[i].bold = true;
  CHECK(prose_of(page).find("\n\nPage 1 of 23\n") != std::string::npos);
}

TEST_CASE("the raised number of a note is part of its line, however far to the left it stands") {
  PageContent page = empty_page();
  add_line(page, 20, 100, "all of this happened in a year that many");
  add_line(page, 60, 396, "1");
  page.words.back().font_size = 6;
  page.words.back().box = {60, 390, 63, 398};
  add_line(page, 100, 400, "In the matter of a case from that year,");
  add_line(page, 20, 412, "which can be read elsewhere.");
  CHECK(prose_of(page).find("¹ In the matter") != std::string::npos);
}

TEST_CASE("names with the raised numbers of their notes are no table") {
  PageContent page = empty_page();
  for (const float y : {100.0f, 114.0f, 128.0f}) {
    for (const float x : {20.0f, 140.0f, 260.0f}) {
      add_line(page, x, y, "Ann Example,");
      add_line(page, x + 62, y - 4, "4");
      page.words.back().font_size = 6;
      page.words.back().box = {x + 62, y - 10, x + 65, y - 2};
    }
  }
  CHECK(prose_of(page).find('|') == std::string::npos);
}

TEST_CASE("what an upright rule parts is read side by side, not across it") {
  PageContent page = empty_page();
  for (const float y : {100.0f, 130.0f, 160.0f}) {
    add_line(page, 20, y, y < 120 ? "ANN EXAMPLE" : y < 150 ? "versus" : "BOB SAMPLE");
    add_line(page, 220, y, y < 120 ? "No. 12" : y < 150 ? "ORDER" : "of May");
  }
  CHECK(prose_of(page).find("versus\n\nORDER") != std::string::npos);
  page.rules.push_back({{200, 80, 200, 180}, 1});
  CHECK(prose_of(page) == "ANN EXAMPLE\n\nversus\n\nBOB SAMPLE\n\nNo. 12\n\nORDER\n\nof May\n");
}

TEST_CASE("an address keeps its hyphen at a line's end") {
  PageContent page = empty_page();
  add_line(page, 20, 100, "all of it can be read at http://eur-");
  add_line(page, 20, 112, "lex.example/site and elsewhere");
  CHECK(prose_of(page).find("http://eur-lex.example/site") != std::string::npos);
}

}  // namespace lectern::testing
