// Blocks of indentation around a line.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "read/read.h"

namespace lectern {
namespace {

ToolResult read_block(std::uint64_t line, std::string_view text, ReadOptions options = {}) {
  ReadRequest request;
  request.file_path = "a.txt";
  request.block = line;
  return read(as_bytes(text), request, options);
}

/// The numbers of the lines that are shown: "1,3-5".
std::string shown(std::uint64_t line, std::string_view text, ReadOptions options = {}) {
  const ToolResult result = read_block(line, text, options);
  REQUIRE(result.success);
  std::string numbers;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  const auto end_run = [&] {
    if (first == 0) return;
    if (!numbers.empty()) numbers += ',';
    numbers += std::to_string(first);
    if (last > first) numbers += '-' + std::to_string(last);
  };
  for (std::size_t at = 0; at < result.content.size();) {
    std::size_t end = result.content.find('\n', at);
    if (end == std::string::npos) end = result.content.size();
    const std::string text_line = result.content.substr(at, end - at);
    at = end + 1;
    if (text_line.find('\t') == std::string::npos) continue;
    const std::uint64_t number = std::stoull(text_line);
    if (number != last + 1 || first == 0) {
      end_run();
      first = number;
    }
    last = number;
  }
  end_run();
  return numbers;
}

constexpr std::string_view kPython =
    "class A:\n"              // 1
    "    x = 1\n"             // 2
    "\n"                      // 3
    "    @decorated\n"        // 4
    "    def f(self,\n"       // 5
    "          a):\n"         // 6
    "        if a:\n"         // 7
    "            return 1\n"  // 8
    "        else:\n"         // 9
    "            return 2\n"  // 10
    "\n"                      // 11
    "    def g(self):\n"      // 12
    "        pass\n"          // 13
    "\n"                      // 14
    "y = 2\n"                 // 15
    "z = 3\n";                // 16

constexpr std::string_view kC =
    "#include <x>\n"            // 1
    "\n"                        // 2
    "// Does it.\n"             // 3
    "int f(int a)\n"            // 4
    "{\n"                       // 5
    "  if (a) {\n"              // 6
    "    b();\n"                // 7
    "#ifdef X\n"                // 8
    "    c();\n"                // 9
    "#endif\n"                  // 10
    "  } else {\n"              // 11
    "    d();\n"                // 12
    "  }\n"                     // 13
    "  return 1;\n"             // 14
    "}\n"                       // 15
    "\n"                        // 16
    "int g() { return 2; }\n";  // 17

}  // namespace

TEST_CASE("a block is what a line heads, with the heads of the blocks around it") {
  CHECK(shown(1, kPython) == "1-13");
  CHECK(shown(5, kPython) == "1,4-10");
  CHECK(shown(7, kPython) == "1,5,7-10");
  CHECK(shown(12, kPython) == "1,12-13");
  CHECK(shown(4, kC) == "3-15");
  CHECK(shown(6, kC) == "4,6-13");
}

TEST_CASE("a block is what a line stands in") {
  CHECK(shown(8, kPython) == "1,5,7-10");
  CHECK(shown(13, kPython) == "1,12-13");
  CHECK(shown(2, kPython) == "1-13");
  CHECK(shown(9, kC) == "4,6-13");
  CHECK(shown(14, kC) == "3-15");
}

TEST_CASE("a block of a line that stands alone is its paragraph") {
  CHECK(shown(15, kPython) == "15-16");
  CHECK(shown(17, kC) == "17");
}

TEST_CASE("a blank line has the block of the line before it") {
  CHECK(shown(11, kPython) == shown(10, kPython));
  CHECK(shown(14, kPython) == "1,12-13");
}

TEST_CASE("a block keeps the line that was asked for when it is longer than a result") {
  std::string text = "def f():\n";
  for (int i = 2; i <= 1'000; ++i) text += "    x" + std::to_string(i) + "()\n";
  ReadOptions options;
  options.limits.max_lines = 20;
  const ToolResult result = read_block(500, text, options);
  CHECK(result.content.find("   500\t    x500()\n") != std::string::npos);
  CHECK(result.content.starts_with("     1\tdef f():\n"));
  CHECK(result.truncated);
}

TEST_CASE("a block past the end is an error, and so is one with other lines") {
  const ToolResult past = read_block(17, kPython);
  REQUIRE(past.error);
  CHECK(past.error->code == ErrorCode::kOutOfRange);
  CHECK(past.content == "block 17 is past the end: the file has 16 lines");
  ReadRequest request;
  request.file_path = "a.txt";
  request.block = 1;
  request.offset = 2;
  const ToolResult both = read(as_bytes(kPython), request, {});
  REQUIRE(both.error);
  CHECK(both.error->code == ErrorCode::kInvalidArgument);
}

}  // namespace lectern
