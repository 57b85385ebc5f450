// What papers and their listings are set in: code, bibliographies, numbered titles, formulas.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/page_words.h"

namespace lectern::testing {
namespace {

constexpr float kLetterWidth = 6;

struct PaperPage {
  PageContent page;

  PaperPage() {
    page.width = 600;
    page.height = 800;
  }

  /// A word for each run of letters; `y` is the baseline. Returns the first of them.
  std::size_t add(float x, float y, std::string_view text) {
    return append_words(page, x, y, text, kLetterWidth);
  }
  void add_code(float x, float y, std::string_view text) {
    for (std::size_t i = add(x, y, text); i < page.words.size(); ++i)
      page.words[i].monospace = true;
  }
  void add_italic(float x, float y, std::string_view text) {
    for (std::size_t i = add(x, y, text); i < page.words.size(); ++i) page.words[i].italic = true;
  }
  /// A raised word that touches the last one.
  void add_raised(std::string_view text) {
    const PageWord& last = page.words.back();
    PageWord word;
    word.text = text;
    word.font_size = 6;
    word.baseline = last.baseline - 4;
    const float left = last.box.right;
    word.box = {left, word.baseline - 5, left + 4 * static_cast<float>(text.size()),
                word.baseline + 1};
    word.joined = true;
    page.words.push_back(word);
  }
  /// Running text, which is most of the page.
  void add_text(float x, float y) {
    for (int i = 0; i < 3; ++i)
      add(x, y + 12 * static_cast<float>(i), "these are lines of text that run on and go on so");
  }
};

}  // namespace

TEST_CASE("code that is aligned in columns keeps its lines") {
  PaperPage paper;
  paper.add_text(50, 100);
  paper.add_text(50, 150);
  paper.add_code(50, 200, "#define FIRST        first_value");
  paper.add_code(50, 212, "#define SECOND(it)             (it)");
  paper.add_code(50, 224, "SELECT    name,");
  paper.add_code(50, 236, "          place;");
  CHECK(page_markdown(paper.page)
            .find("```\n#define FIRST        first_value\n"
                  "#define SECOND(it)             (it)\n"
                  "SELECT    name,\n          place;\n```\n") != std::string::npos);
}

TEST_CASE("code in two columns that are drawn one after the other is not one") {
  PaperPage paper;
  paper.add_text(50, 100);
  paper.add_text(50, 150);
  for (const float x : {50.0f, 150.0f}) {
    paper.add_code(x, 200, "int one;");
    paper.add_code(x, 212, "int two;");
  }
  CHECK(page_markdown(paper.page).find("int one;\nint two;\n") != std::string::npos);
}

TEST_CASE("the mail address of an author is no code") {
  PaperPage paper;
  paper.add_text(50, 150);
  paper.add_text(50, 200);
  paper.add_code(50, 100, "ann@example.org, bob@example.org");
  CHECK(page_markdown(paper.page).starts_with("ann@example.org, bob@example.org\n"));
}

TEST_CASE(
    "entries of a bibliography have names in brackets, with a raised sign and without a year") {
  PaperPage paper;
  paper.add(50, 100, "[Knu84]   D. Knuth, The Book, 1984.");
  paper.add(50, 112, "[Red]     The site of that name.");
  paper.add(50, 124, "[SPB");
  paper.add_raised("+");
  PageWord year;
  year.text = "14]";
  year.font_size = 10;
  year.baseline = 124;
  year.joined = true;
  const float left = paper.page.words.back().box.right;
  year.box = {left, 116, left + 18, 126};
  paper.page.words.push_back(year);
  paper.add(106, 124, "Y. Shih and others, 2014.");
  CHECK(page_markdown(paper.page) ==
        "- [Knu84] D. Knuth, The Book, 1984.\n- [Red] The site of that name.\n"
        "- [SPB\u207A14] Y. Shih and others, 2014.\n");
}

TEST_CASE("a word in brackets that a sentence begins with is no entry") {
  PaperPage paper;
  paper.add(50, 100, "[Online] they are found in a place that all know, as");
  paper.add(50, 112, "those of the others are.");
  CHECK(page_markdown(paper.page).starts_with("[Online] they are found"));
}

TEST_CASE("items of the next column are no items within those of the one before") {
  PaperPage paper;
  for (int i = 0; i < 4; ++i) {
    const float y = 100 + 12 * static_cast<float>(i);
    paper.add(50, y, "[" + std::to_string(i + 1) + "] the name of a work and its year");
  }
  for (int i = 0; i < 4; ++i) {
    const float y = 100 + 12 * static_cast<float>(i);
    paper.add(320, y, "[" + std::to_string(i + 5) + "] the name of a work and its year");
  }
  const std::string text = page_markdown(paper.page);
  CHECK(text.find("\n- [5] the name") != std::string::npos);
  CHECK(text.find("  - [") == std::string::npos);
}

TEST_CASE("a number before slanted letters over a paragraph is a heading") {
  PaperPage paper;
  paper.add_text(50, 100);
  paper.add_italic(50, 160, "2.1. How it is done");
  paper.add_text(50, 180);
  paper.add_italic(50, 240, "B. What it does");
  paper.add_text(50, 260);
  paper.add_italic(50, 320, "4.1.1. A clause of a contract");
  paper.add_text(50, 340);
  const std::string text = page_markdown(paper.page);
  CHECK(text.find("# 2.1. How it is done\n") != std::string::npos);
  CHECK(text.find("# B. What it does\n") != std::string::npos);
  CHECK(text.find("- 4.1.1. A clause of a contract\n") != std::string::npos);
}

TEST_CASE("the number of a formula in an appendix belongs to it") {
  PaperPage paper;
  paper.add(50, 100, "these are lines of text that run to the edge");
  paper.add(50, 130, "a = b + c");
  paper.add(290, 130, "(A4)");
  CHECK(page_markdown(paper.page).find("a = b + c (A4)\n") != std::string::npos);
}

TEST_CASE("raised numbers with a comma between them are raised, and so is a long exponent") {
  PaperPage paper;
  paper.add(50, 100, "Ann Smith");
  paper.add_raised("1,12");
  paper.add(50, 140, "10");
  paper.add_raised("-12");
  CHECK(page_markdown(paper.page) == "Ann Smith\u00B9,\u00B9\u00B2\n\n10\u207B\u00B9\u00B2\n");
}

}  // namespace lectern::testing
