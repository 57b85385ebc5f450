// Outlines of code as it stands in real projects: each case is a shape that hid declarations, or
// made up others.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "base/bytes.h"
#include "read/read.h"

namespace lectern {
namespace {

std::string code_outline_of(std::string path, std::string_view text) {
  ReadRequest request;
  request.file_path = std::move(path);
  request.outline = true;
  const std::string content = read(as_bytes(text), request, {}).content;
  const std::size_t end = content.find('\n');
  return end == content.npos ? content : content.substr(end + 1);
}

}  // namespace

TEST_CASE("functions of an indented namespace are in an outline of C++") {
  CHECK(code_outline_of("a.cpp",
                        "namespace a {\n"
                        "    namespace {\n"
                        "        int one(int x) {\n"
                        "            if (x) {\n"
                        "                go(x);\n"
                        "            }\n"
                        "        }\n"
                        "    }\n"
                        "\n"
                        "      B& B::two() {\n"
                        "      }\n"
                        "}\n"
                        "extern \"C\" int three(void) {\n"
                        "}\n") ==
        "1: namespace a\n2: namespace\n3-7: int one(int x)\n10-11: B& B::two()\n"
        "13-14: extern \"C\" int three(void)");
}

TEST_CASE("a comment at the end of a line of code does not hide what the line is") {
  CHECK(code_outline_of("a.c",
                        "struct a {  // of all\n"
                        "  struct b c; /* no declaration */\n"
                        "};\n"
                        "int d(void) { /* \"x\" */\n"
                        "}\n"
                        "typedef struct {\n"
                        "  int e;\n"
                        "} f; /* its name */\n") ==
        "1-3: struct a\n4-5: int d(void)\n6-8: typedef struct } f;");
}

TEST_CASE("prototypes whose type stands on the line before are in an outline of a header") {
  CHECK(code_outline_of("a.h",
                        "int\n"
                        "one(int a);\n"
                        "struct b\n"
                        "{\n"
                        "  iterator\n"
                        "  begin() NOEXCEPT\n"
                        "  { return 0; }\n"
                        "};\n") == "2: one(int a);\n3-8: struct b\n6-7:   begin() NOEXCEPT");
}

TEST_CASE("an outline of a script has no variables of functions, and no names of imports") {
  CHECK(code_outline_of("a.js",
                        "(function () {\n"
                        "  var top = 1;\n"
                        "  list.run = function () {\n"
                        "    var local = 2;\n"
                        "  };\n"
                        "}());\n"
                        "table = {\n"
                        "  f: function () {\n"
                        "    var other = 3;\n"
                        "  }\n"
                        "};\n"
                        "var last = 4;\n") == "2: var top = 1;\n12: var last = 4;");
  CHECK(code_outline_of("a.ts",
                        "import {\n"
                        "  type Name,\n"
                        "  type Other\n"
                        "} from 'x';\n"
                        "type Own = Name;\n") == "5: type Own = Name;");
}

TEST_CASE("methods of a class may have any name") {
  CHECK(code_outline_of("a.ts",
                        "class A {\n"
                        "  #lock(): void {\n"
                        "  }\n"
                        "  delete(id: string) {\n"
                        "    if (id) {\n"
                        "    }\n"
                        "  }\n"
                        "  [Symbol.dispose](): void {\n"
                        "  }\n"
                        "  open?(): Promise<void>;\n"
                        "}\n") ==
        "1-11: class A\n2-3:   #lock(): void\n4-7:   delete(id: string)\n"
        "8-9:   [Symbol.dispose](): void\n10:   open?(): Promise<void>;");
}

TEST_CASE("annotations on a line of their own declare nothing") {
  CHECK(code_outline_of("A.java",
                        "class A {\n"
                        "  @SuppressWarnings(\"x\")\n"
                        "  void one() {\n"
                        "  }\n"
                        "  @Two(\"x\") void two() {\n"
                        "  }\n"
                        "}\n") == "1-7: class A\n3-4:   void one()\n5-6:   @Two(\"x\") void two()");
}

TEST_CASE("functions of Rust for other languages and macros are in an outline") {
  CHECK(code_outline_of("a.rs",
                        "pub unsafe extern \"C\" fn one() {\n"
                        "}\n"
                        "macro_rules! two {\n"
                        "}\n") == "1-2: pub unsafe extern \"C\" fn one()\n3-4: macro_rules! two");
}

TEST_CASE("documentation of Perl is no code") {
  CHECK(code_outline_of("a.pm",
                        "package A;\n"
                        "=head1 NAME\n"
                        "package that is not\n"
                        "=cut\n"
                        "sub one {\n"
                        "}\n"
                        "__END__\n"
                        "sub two {\n"
                        "}\n") == "1: package A;\n5-6: sub one");
}

TEST_CASE("long comments of CMake are no code") {
  CHECK(code_outline_of("a.cmake",
                        "#[==[.rst:\n"
                        "Set to the root. ]]\n"
                        "#]==]\n"
                        "#[[ short ]]\n"
                        "set(a 1)\n") == "5: set(a 1)");
}

TEST_CASE("rules in one line are in an outline of CSS, by their selectors") {
  CHECK(code_outline_of("a.css",
                        "pre { margin: 0; }\n"
                        ".a .b { color: red } /* why */\n"
                        "@media print {\n"
                        "  p { top: 0 }\n"
                        "}\n") == "1: pre\n2: .a .b\n3-5: @media print\n4:   p");
}

TEST_CASE("a text that begins on a continued line of Python is no code") {
  CHECK(code_outline_of("a.py",
                        "def one():\n"
                        "    a = \\\n"
                        "'''x = 1\n"
                        "y = 2'''\n"
                        "    return a\n"
                        "\n"
                        "def two():\n"
                        "    pass\n") == "1-5: def one():\n7-8: def two():");
}

TEST_CASE("a log may have two spaces between day and time") {
  CHECK(code_outline_of("term.log",
                        "Log started: 2025-06-24  14:36:25\none at May  9 07:28:50\n"
                        "Log ended: 2025-06-24  14:36:29\n") ==
        "From 2025-06-24  14:36:25 to 2025-06-24  14:36:29\n"
        "1-2: from 2025-06-24  14:36:25\n3: from 2025-06-24  14:36:29");
}

TEST_CASE("a log without times and problems is outlined as a text") {
  CHECK(code_outline_of("build.log", "first DEBUG\nsecond\n\nthird\n") ==
        "1-3: first DEBUG\n4: third");
}

}  // namespace lectern
