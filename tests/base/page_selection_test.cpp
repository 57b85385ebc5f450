#include "base/page_selection.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern {

using Pages = std::vector<std::uint64_t>;

TEST_CASE("without a selection the first pages are taken and the rest remains") {
  const auto selection = select_pages({}, 41, 20);
  REQUIRE(selection);
  CHECK(selection->pages.size() == 20);
  CHECK(selection->pages.back() == 20);
  CHECK(selection->remaining == std::vector<NumberRange>{{21, 41}});
}

TEST_CASE("pages come in the order asked for") {
  const auto selection = select_pages({{7, 9}, {2, 2}}, 10, 20);
  REQUIRE(selection);
  CHECK(selection->pages == Pages{7, 8, 9, 2});
  CHECK(selection->remaining.empty());
  CHECK(selection->missing.empty());
}

TEST_CASE("pages behind the end are named, the others are taken") {
  const auto selection = select_pages({{9, 12}, {20, 20}}, 10, 20);
  REQUIRE(selection);
  CHECK(selection->pages == Pages{9, 10});
  CHECK(selection->missing == "11-12,20");
}

TEST_CASE("a selection of no page that exists is out of range") {
  const auto selection = select_pages({{500, 500}}, 12, 20);
  REQUIRE_FALSE(selection);
  CHECK(selection.error().code == ErrorCode::kOutOfRange);
  CHECK(selection.error().message == "page 500 asked for: the document has 12 pages");
}

TEST_CASE("a huge range costs no more than the pages it selects") {
  const auto selection = select_pages({{1, 9'000'000'000'000'000}}, 1'000'000, 3);
  REQUIRE(selection);
  CHECK(selection->pages == Pages{1, 2, 3});
  CHECK(selection->remaining == std::vector<NumberRange>{{4, 1'000'000}});
}

TEST_CASE("consecutive pages are written as ranges") {
  CHECK(pages_text(Pages{1, 2, 3, 7}) == "1-3,7");
  CHECK(pages_text(Pages{3, 2, 1}) == "3,2,1");
}

TEST_CASE("pages that are left stand before those that did not go in, and join them") {
  auto selection = select_pages({{2, 2}, {5, 7}, {9, 12}}, 12, 5);
  REQUIRE(selection);
  leave_pages(*selection, 2);
  CHECK(selection->pages == std::vector<std::uint64_t>{2, 5});
  CHECK(selection->remaining == std::vector<NumberRange>{{6, 7}, {9, 12}});
}

}  // namespace lectern
