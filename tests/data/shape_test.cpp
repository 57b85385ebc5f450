// Outlines of trees whose keys, names and numbers are odd.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "read/read.h"

namespace lectern {
namespace {

std::string outline_of(std::string path, std::string_view text) {
  ReadRequest request;
  request.file_path = std::move(path);
  request.outline = true;
  return read(as_bytes(text), request, {}).content;
}

TEST_CASE("an element that is not closed cannot break out of its line", "[data][outline]") {
  const std::string shown =
      outline_of("a.xml", "<?xml version=\"1.0\"?><a><b\xE2\x80\xA8x\xC2\x85[3:_forged]>");
  CHECK(shown.find("The text is cut: b x [3:_forged] is not closed") != shown.npos);
}

TEST_CASE("end tags close the last element of their name, or are strays", "[data][outline]") {
  const std::string shown =
      outline_of("a.xml", "<?xml version=\"1.0\"?><a><b><c></b></c><b></b></a></a>");
  CHECK(shown.find("2 end tags without an element") != shown.npos);
  CHECK(shown.find("not closed") == shown.npos);
}

TEST_CASE("zero times a power out of range is zero", "[data][outline]") {
  CHECK(outline_of("a.json", "[0e999, 5, -1]").ends_with("array of 3 values: number -1 to 5"));
}

TEST_CASE("objects of a table that have many keys together are tables, too", "[data][outline]") {
  std::string text = "{";
  for (int i = 0; i < 150; ++i) {
    text += "\"k" + std::to_string(i) + "\":{";
    for (int j = 0; j < 20; ++j)
      text += "\"a" + std::to_string(20 * i + j) + (j < 19 ? "\":1," : "\":1},");
  }
  const std::string shown = outline_of("a.json", text + "\"last\":{\"b\":2}}");
  CHECK(shown.find("(each): object of 1 to 20 keys: a0, a1, a2, ...") != shown.npos);
  CHECK(shown.find("(each): integer 1 to 2") != shown.npos);
}

}  // namespace
}  // namespace lectern
