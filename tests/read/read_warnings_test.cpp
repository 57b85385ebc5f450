#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "read/read.h"

namespace lectern {
namespace {

using Warnings = std::vector<std::string>;

Warnings warnings_for(const ReadRequest& asked, std::string_view name, const std::string& text) {
  ReadRequest request = asked;
  request.file_path = name;
  const ToolResult result = read(as_bytes(text), request);
  REQUIRE(result.success);
  return result.metadata.warnings;
}

const std::string kNotebook =
    R"({"cells":[{"cell_type":"markdown","metadata":{},"source":"a"}],"metadata":{},"nbformat":4,"nbformat_minor":5})";

}  // namespace

TEST_CASE("fields that select nothing in a file are named") {
  ReadRequest request;
  request.pages = {{2, 3}};
  request.cells = {{1, 1}};
  request.region = PixelRegion{0, 0, 5, 5};
  CHECK(warnings_for(request, "a.txt", "one\n") ==
        Warnings{"fields that select nothing in this file: pages, cells, region"});
  CHECK(warnings_for(request, "a.ipynb", kNotebook) ==
        Warnings{"fields that select nothing in this file: pages, region"});
  request.at = "a";
  request.block = 1;
  CHECK(warnings_for(request, "a.ipynb", kNotebook) ==
        Warnings{"fields that select nothing in this file: pages, region, at, block"});
  CHECK(warnings_for({}, "a.txt", "one\n").empty());
}

TEST_CASE("a range of cells selects in tables, and is named for what has none") {
  ReadRequest request;
  request.range = "A1:B2";
  CHECK(warnings_for(request, "a.ipynb", kNotebook) ==
        Warnings{"fields that select nothing in this file: range"});
  CHECK(warnings_for(request, "a.csv", "a,b,c\n1,2,3\n").empty());
}

TEST_CASE("a document without pages and cells says what selects in it") {
  ReadRequest request;
  request.pages = {{1, 1}};
  const Warnings said = {
      "this document has neither pages nor cells to select: use offset and limit"};
  CHECK(warnings_for(request, "a.rtf", R"({\rtf1 text})") == said);
  request.pages.clear();
  request.range = "A1";
  CHECK(warnings_for(request, "a.rtf", R"({\rtf1 text})") == said);
}

TEST_CASE("warnings and errors that quote a file do not grow with it") {
  const std::string name(100'000, 'x');
  ReadRequest request;
  request.file_path = "a.fb2";
  const std::string text =
      "<?xml version=\"1.0\"?><FictionBook "
      "xmlns=\"http://www.gribuser.ru/xml/fictionbook/2.0\"><body><p>x</p></" +
      name + "></FictionBook>";
  const ToolResult result = read(as_bytes(text), request);
  std::size_t longest = result.content.size();
  for (const std::string& warning : result.metadata.warnings)
    longest = std::max(longest, warning.size());
  CHECK(longest > 1'000);
  CHECK(longest < 10'000);
}

}  // namespace lectern
