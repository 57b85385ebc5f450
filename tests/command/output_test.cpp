#include "command/output.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern::command {
namespace {

std::string base64(std::size_t index) { return index == 0 ? "abcdefgh" : "01234567"; }

}  // namespace

TEST_CASE("JSON is written as its library writes it, with base64 in its places") {
  const Json plain = {{"a", {1, -2, 0.5, true, nullptr}},
                      {"b", Json::object()},
                      {"c", "\"\n\x1b"},
                      {"d", Json::array()}};
  Output output;
  output.add_json(plain);
  CHECK(output.pieces().size() == 1);
  CHECK(output.text(base64) == plain.dump());
  Output with_media;
  with_media.add_json({{"url", media_value(1, 8, "data:\"x\",")}, {"data", media_value(0, 8)}});
  CHECK(with_media.text(base64) == R"({"url":"data:\"x\",01234567","data":"abcdefgh"})");
}

TEST_CASE("parts of a medium are cut from its base64") {
  Output output;
  output.add("<");
  output.add(MediaSlice{0, 0, 4});
  output.add("|");
  output.add(MediaSlice{0, 4, 4});
  output.add(">");
  CHECK(output.text(base64) == "<abcd|efgh>");
}

TEST_CASE("names that are no UTF-8 become JSON all the same") {
  CHECK(json_string("a\xff") == "\"a\uFFFD\"");
}

}  // namespace lectern::command
