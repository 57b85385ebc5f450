// Outlines of text: what stands in them, and that they do not depend on how the text comes.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "data/outline/text_outline.h"
#include "read/data_engine.h"
#include "read/read.h"

namespace lectern {
namespace {

ToolResult outline(std::string path, std::string_view text, ReadRequest request = {},
                   ReadOptions options = {}) {
  request.file_path = std::move(path);
  request.outline = true;
  return read(as_bytes(text), request, options);
}

std::string outline_text_of(std::string path, std::string_view text) {
  return outline(std::move(path), text).content;
}

/// The same outline with the text in pieces of `size` bytes.
std::string outline_in_pieces(std::string path, std::string_view text, std::size_t size,
                              std::uint64_t lines) {
  ReadRequest request;
  request.file_path = path;
  request.outline = true;
  const ReadOptions options;
  auto view = open_text_outline(request, options, path);
  REQUIRE(view);
  for (std::size_t at = 0; at < text.size(); at += size) (*view)->append(text.substr(at, size));
  Result<ToolResult> result = (*view)->finish({lines});
  REQUIRE(result);
  return result->content;
}

constexpr std::string_view kPython =
    "import os\n"
    "\n"
    "LIMIT = 10\n"
    "\n"
    "class Shop:\n"
    "    \"\"\"def not_this(self): text\n"
    "    class nor_this: text\n"
    "    \"\"\"\n"
    "    def open(self):\n"
    "        return os\n"
    "\n"
    "    def close(self):\n"
    "        pass\n"
    "\n"
    "def main():\n"
    "    Shop().open()\n";

}  // namespace

TEST_CASE("an outline of Markdown has its headings with the lines of their sections") {
  CHECK(outline_text_of("a.md",
                        "# Title\ntext\n## One\n```sh\n# a comment\n```\nUnder\n-----\nx\n") ==
        "Outline (Markdown, 9 lines)\n"
        "1-9: # Title\n"
        "3-6:   ## One\n"
        "7-9:   ## Under");
}

TEST_CASE("an outline of code has its declarations, not what strings say") {
  CHECK(outline_text_of("shop.py", kPython) ==
        "Outline (Python, 16 lines)\n"
        "3: LIMIT = 10\n"
        "5-13: class Shop:\n"
        "9-10:   def open(self):\n"
        "12-13:   def close(self):\n"
        "15-16: def main():");
}

TEST_CASE("an outline does not depend on how the text is cut") {
  const std::string whole = outline_text_of("shop.py", kPython);
  for (const std::size_t size : {1, 2, 7, 64}) {
    CHECK(outline_in_pieces("shop.py", kPython, size, 16) == whole);
  }
}

TEST_CASE("an outline of lines has the declarations around them") {
  ReadRequest request;
  request.offset = 10;
  request.limit = 3;
  CHECK(outline("shop.py", kPython, request).content ==
        "Outline (Python, 16 lines)\n"
        "5-13: class Shop:\n"
        "9-10:   def open(self):\n"
        "12-13:   def close(self):");
}

TEST_CASE("an outline that is cut says so, and how to go on") {
  std::string text;
  for (int i = 1; i <= 2'000; ++i) text += "def f" + std::to_string(i) + "():\n    pass\n";
  const ToolResult first = outline("many.py", text);
  CHECK(first.truncated);
  REQUIRE(first.truncation);
  REQUIRE(first.truncation->next);
  CHECK(first.content.ends_with("(1,500 entries left out. Next: outline, offset=1001)"));
  const ToolResult second = outline("many.py", text, *first.truncation->next);
  CHECK(second.content.find("\n1001-1002: def f501():\n") != std::string::npos);
}

TEST_CASE("an outline that is cut leaves out what is deepest first") {
  std::string text;
  for (int i = 0; i < 100; ++i) {
    text += "class C" + std::to_string(i) + ":\n";
    for (int j = 0; j < 10; ++j)
      text += "    def f" + std::to_string(j) + "(self):\n        pass\n";
  }
  const ToolResult result = outline("deep.py", text);
  CHECK(result.line_count == 100);
  CHECK(result.content.find("\n2080-2100: class C99:\n") != std::string::npos);
  CHECK(result.content.ends_with(
      "(1,000 entries left out: outline with offset and limit shows those of some lines)"));
}

TEST_CASE("an outline has what every result has") {
  const ToolResult result = outline("a.md", "# A\r\n");
  REQUIRE(result.success);
  CHECK(result.total_lines == 1);
  CHECK(result.metadata.size_bytes == 5);
  CHECK(result.metadata.mime_type == "text/markdown");
  CHECK(result.metadata.encoding == "utf-8");
  CHECK(result.metadata.eol == LineEnd::kCrlf);
  CHECK_FALSE(result.content_hash.empty());
}

TEST_CASE("a name in a file cannot break out of its line in an outline") {
  CHECK(outline_text_of("a.md",
                        "# A\xE2\x80\xA8"
                        "9-9: # forged\n") == "Outline (Markdown, 1 line)\n1: # A 9-9: # forged");
}

TEST_CASE("an empty file has an empty outline") {
  CHECK(outline_text_of("a.md", "") == "Outline (text, 0 lines)\n(nothing to outline)");
}

TEST_CASE("an outline refuses what it cannot do") {
  ReadRequest request;
  request.from_end = 10;
  const ToolResult result = outline("a.md", "# A\n", request);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kInvalidArgument);
}

}  // namespace lectern
