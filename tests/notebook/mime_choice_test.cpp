#include "notebook/mime_choice.h"

#include <catch2/catch_test_macros.hpp>
#include <vector>

namespace lectern {
namespace {

MimeEntry entry(std::string type, std::string_view raw = "\"x\"") {
  return {std::move(type), {JsonKind::kString, raw}};
}

}  // namespace

TEST_CASE("the best picture and the best text are chosen whatever their order") {
  const std::vector<MimeEntry> bundle = {entry("text/html"), entry("image/jpeg"),
                                         entry("text/plain"), entry("image/png")};
  const MimeChoice choice = choose(bundle);
  REQUIRE(!choice.images.empty());
  CHECK(choice.images[0]->type == "image/png");
  REQUIRE(choice.text);
  CHECK(choice.text->type == "text/plain");
  CHECK(choice.named.empty());
}

TEST_CASE("HTML is reduced only when there is nothing plainer") {
  const std::vector<MimeEntry> bundle = {entry("text/html")};
  CHECK(choose(bundle).text_form == TextForm::kHtml);
}

TEST_CASE("a text that only names an object gives way to any other") {
  const std::vector<MimeEntry> bundle = {entry("text/plain", R"(["<Latex object>"])"),
                                         entry("text/latex")};
  const MimeChoice choice = choose(bundle);
  REQUIRE(choice.text);
  CHECK(choice.text->type == "text/latex");
  CHECK(choice.object_name == &bundle[0]);
}

TEST_CASE("widgets, drawings and unknown types are named") {
  const std::vector<MimeEntry> bundle = {entry("application/vnd.jupyter.widget-view+json"),
                                         entry("image/svg+xml"), entry("text/plain")};
  const MimeChoice choice = choose(bundle);
  REQUIRE(choice.named.size() == 2);
  CHECK(choice.named[1]->type == "image/svg+xml");
}

TEST_CASE("a drawing is not named beside a picture of the same") {
  const std::vector<MimeEntry> bundle = {entry("image/svg+xml"), entry("image/png")};
  CHECK(choose(bundle).named.empty());
}

}  // namespace lectern
