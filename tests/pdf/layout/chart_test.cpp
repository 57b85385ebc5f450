// Charts: what their axes show, and whose words are theirs.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "pdf/layout/document_layout.h"
#include "pdf/layout/figures.h"
#include "support/page_words.h"

namespace lectern::testing {
namespace {

PageContent sheet_of_paper() {
  PageContent page;
  page.width = 400;
  page.height = 500;
  return page;
}

void write(PageContent& page, float x, float y, std::string_view text) {
  append_words(page, x, y, text, 5);
}

/// A frame of 100 x 80 points, with five ticks on each side.
void add_axes(PageContent& page, float x, float y) {
  page.rules.push_back({{x, y, x + 100, y}, 0.5f});
  page.rules.push_back({{x, y + 80, x + 100, y + 80}, 0.5f});
  page.rules.push_back({{x, y, x, y + 80}, 0.5f});
  page.rules.push_back({{x + 100, y, x + 100, y + 80}, 0.5f});
  for (int i = 0; i < 5; ++i) {
    const float step = static_cast<float>(i);
    page.rules.push_back({{x + 10 + 20 * step, y + 76, x + 10 + 20 * step, y + 80}, 0.5f});
    page.rules.push_back({{x, y + 8 + 16 * step, x + 4, y + 8 + 16 * step}, 0.5f});
  }
}

std::string text_of(PageContent page) {
  DocumentLayout layout;
  layout.add(1, std::move(page));
  std::vector<std::string> warnings;
  return layout.write(HeadersFooters::kKeep, warnings).at(0).text;
}

constexpr std::string_view kProse = "running text of some length that is no label of any chart";

}  // namespace

TEST_CASE("axes with ticks are a figure, a frame without them is none") {
  PageContent page = sheet_of_paper();
  add_axes(page, 100, 100);
  const std::vector<Figure> found = find_figures(page, FigureParts::kDrawn);
  REQUIRE(found.size() == 1);
  CHECK(found[0].axes);
  PageContent frame = sheet_of_paper();
  add_axes(frame, 100, 100);
  frame.rules.resize(4);
  CHECK(find_figures(frame, FigureParts::kAll).empty());
}

TEST_CASE("dashes that begin at a frame are no ticks") {
  PageContent page = sheet_of_paper();
  add_axes(page, 100, 100);
  page.rules.resize(4);
  for (int line = 0; line < 6; ++line) {
    const float at = 15 * static_cast<float>(line + 1);
    for (int dash = 0; dash < 10; ++dash) {
      const float from = 7 * static_cast<float>(dash);
      page.rules.push_back({{100 + at, 100 + from, 100 + at, 104 + from}, 0.5f});
      page.rules.push_back({{100 + from, 100 + at * 0.8f, 104 + from, 100 + at * 0.8f}, 0.5f});
    }
  }
  CHECK(find_figures(page, FigureParts::kDrawn).empty());
}

TEST_CASE("numbers and titles at the axes stand behind the line of the figure") {
  PageContent page = sheet_of_paper();
  write(page, 20, 40, kProse);
  add_axes(page, 100, 100);
  write(page, 86, 112, "20");
  write(page, 86, 144, "10");
  write(page, 91, 176, "0");
  write(page, 108, 192, "0");
  write(page, 146, 192, "10");
  write(page, 186, 192, "20");
  write(page, 135, 206, "t [s]");
  write(page, 120, 130, "model");
  write(page, 20, 250, kProse);
  const std::string text = text_of(page);
  const std::string prose(kProse);
  CHECK(text.starts_with(prose + "\n\n[Figure "));
  CHECK(text.ends_with("]\n\n20\nmodel\n10 0 0 10 20\nt [s]\n\n" + prose + "\n"));
}

TEST_CASE("charts that nothing but labels parts are one figure, text between them parts them") {
  PageContent page = sheet_of_paper();
  add_axes(page, 50, 100);
  add_axes(page, 190, 100);
  write(page, 166, 140, "10");
  const auto figures = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find("[Figure "); at != std::string::npos;
         at = text.find("[Figure ", at + 1))
      ++count;
    return count;
  };
  CHECK(figures(text_of(page)) == 1);
  PageContent apart = sheet_of_paper();
  add_axes(apart, 100, 50);
  write(apart, 40, 155, "Figure 1: what the chart above this line has to show");
  add_axes(apart, 100, 170);
  const std::string text = text_of(apart);
  CHECK(figures(text) == 2);
  CHECK(text.find(": \"Figure 1\"]") != std::string::npos);
}

}  // namespace lectern::testing
