// Outlines of text: what stands in them, and that they do not depend on how the text comes.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>
#include <utility>

#include "data/outline/code_words.h"
#include "data/outline/outline.h"
#include "read/data_engine.h"
#include "read/read.h"
#include "support/outlines.h"
#include "text/utf8.h"

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

constexpr std::string_view kShop =
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

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST_CASE("what an outline cuts keeps its last character whole", "[data][outline]") {
  const std::string word = repeated("\u20AC", 40);
  const std::string smile = repeated("\U0001F600", 99) + repeated("\u20AC", 20);
  const std::string cut = repeated("\u20AC", 26);
  const std::string key = outline_text_of("a.ini", "[a]\n" + word + "=1\n");
  CHECK(key.find(cut) != key.npos);
  CHECK(is_valid_utf8(as_bytes(key)));
  CHECK(is_valid_utf8(
      as_bytes(outline_text_of("a.xml", "<a " + word + "=\"1\"><" + word + "/></a>"))));
  for (const std::string& title : {word, smile})
    CHECK(is_valid_utf8(as_bytes(outline_text_of("a.html", "<title>" + title + "</title>"))));
  const std::string smiles = "x" + repeated("\U0001F600", 130) + "\n\nnext\n";
  CHECK(is_valid_utf8(as_bytes(outline_text_of("a.txt", smiles))));
}

TEST_CASE("what an outline cuts is marked, and blanks cut nothing", "[data][outline]") {
  const std::string smiles = repeated("\U0001F600", 130);
  CHECK(outline_text_of("a.txt", smiles + "\n\nnext\n").find("\U0001F600...\n") !=
        std::string::npos);
  CHECK(outline_text_of("a.html", "<h1>" + smiles + "</h1>").find("\U0001F600...") !=
        std::string::npos);
  const std::string far = "<title>" + std::string(600, ' ') + "far</title><p>";
  CHECK(outline_text_of("a.html", far).find("Title: far") != std::string::npos);
  const std::string key = "[a]\n" + std::string(100, 'k') + "=1\nshort=2\n";
  CHECK(outline_text_of("a.ini", key).find("kkk...") != std::string::npos);
}

TEST_CASE("text without blank lines is outlined in even steps, and they are told") {
  std::string text;
  for (int i = 1; i <= 20'000; ++i) text += "word " + std::to_string(i) + "\n";
  const std::string content = outline_text_of("a.txt", text);
  CHECK(content.starts_with(
      "Outline (text, 20,000 lines)\n"
      "Where no blank line divides the text, a line is shown for every 100 or fewer.\n"
      "1-100: word 1\n101-200: word 101\n"));
  CHECK(content.find("\n19901-20000: word 19901") != content.npos);
}

TEST_CASE("text that is cut ends with its outline where the option says so") {
  std::string text = "# Title\n\n## One\n";
  for (int i = 0; i < 3'000; ++i) text += "words of the first part\n";
  text += "## Two\n\nend\n";
  ReadRequest request;
  request.file_path = "a.md";
  ReadOptions options;
  const auto content = [&] { return read(as_bytes(text), request, options).content; };
  const std::string closing = "(Showing 2,000 of 3,006 total lines. Next: offset=2001)";
  const std::string outline =
      "\nOutline (Markdown, 3,006 lines)\n1-3006: # Title\n3-3003:   ## One\n3004-3006:   ## Two";
  CHECK(content().ends_with(closing));
  options.text.outline_cut = true;
  CHECK(content().ends_with(closing + outline));
  CHECK(utf8_length(content()) <= options.limits.max_content_chars);

  SECTION("not where the rest is read") {
    request.offset = 2;
    CHECK(content().ends_with(")"));
  }
  SECTION("not where a result is small") {
    options.limits.max_content_chars = 19'999;
    CHECK(content().ends_with(")"));
  }
  SECTION("not where nothing is cut") {
    text = "# Title\n" + std::string(2'500, 'x') + "\n";
    CHECK(content() == [&] {
      ReadOptions plain;
      return read(as_bytes(text), request, plain).content;
    }());
  }
  SECTION("within the characters of a result") {
    for (int i = 0; i < 9'000; ++i) text += "### Part " + std::to_string(i) + "\n";
    options.limits.max_content_chars = 20'000;
    const std::string all = content();
    CHECK(utf8_length(all) <= 20'000);
    CHECK(all.find("\nOutline (Markdown, 12,006 lines)\n") != std::string::npos);
  }
}

TEST_CASE("an outline of Markdown has its headings with the lines of their sections") {
  CHECK(outline_text_of("a.md",
                        "# Title\ntext\n## One\n```sh\n# a comment\n```\nUnder\n-----\nx\n") ==
        "Outline (Markdown, 9 lines)\n"
        "1-9: # Title\n"
        "3-6:   ## One\n"
        "7-9:   ## Under");
}

TEST_CASE("an outline of code has its declarations, not what strings say") {
  CHECK(outline_text_of("shop.py", kShop) ==
        "Outline (Python, 16 lines)\n"
        "3: LIMIT = 10\n"
        "5-13: class Shop:\n"
        "9-10:   def open(self):\n"
        "12-13:   def close(self):\n"
        "15-16: def main():");
}

TEST_CASE("an outline of code goes on behind a text with escaped quotes in it") {
  CHECK(outline_text_of("a.ts",
                        "function a() {\n  return `x\n  \\`y\\` z\n  function no() {\n  `;\n}\n\n"
                        "function b() {\n}\n") ==
        "Outline (TypeScript, 9 lines)\n"
        "1-6: function a()\n"
        "8-9: function b()");
}

TEST_CASE("an outline of JSON has its keys with types, counts and samples") {
  CHECK(outline_text_of(
            "a.json",
            "{\n \"items\": [\n  {\"id\": 1, \"name\": \"a\"},\n"
            "  {\"id\": 7, \"name\": null}\n ],\n \"on\": true, \"x.y\": \"2026-01-02\"\n}\n") ==
        "Outline (JSON, 7 lines)\n"
        "1-7: object of 3 keys\n"
        "2-5:   items: array of 2 objects\n"
        "3:     [].id: integer 1 to 7\n"
        "3:     [].name: 1 null, 1 string \"a\"\n"
        "6:   on: boolean true\n"
        "6:   \"x.y\": date 2026-01-02");
}

TEST_CASE("keys of the next object are told from those of the last that they begin like") {
  CHECK(outline_text_of("a.jsonl",
                        "{\"a\": 1, \"b\\\\\": 1, 'c\"d': 1}\n"
                        "{\"ab\": 2, \"b\\\\\": 3, \"c\": 4}\n"
                        "{\"a\" : 5, \"b\\\"\": 6, \"\": 7}\n") ==
        "Outline (JSON Lines, 3 lines)\n"
        "3 records\n"
        "1: each: object of 3 keys\n"
        "1:   a: integer 1 to 5 (in 2 of 3)\n"
        "1:   \"b\\\\\": integer 1 to 3 (in 2 of 3)\n"
        "1:   \"c\"d\": integer 1 (in 1 of 3)\n"
        "2:   ab: integer 2 (in 1 of 3)\n"
        "2:   c: integer 4 (in 1 of 3)\n"
        "3:   \"b\\\"\": integer 6 (in 1 of 3)\n"
        "3:   \"\": integer 7 (in 1 of 3)");
  // What is kept of the key ends with a backslash.
  const std::string head(255, 'k');
  const std::string key = head + "\\\\";
  CHECK(outline_text_of("a.jsonl", "{\"" + key + "\": 1}\n{\"" + head + "\\\"\": 2}\n")
            .find("object of 1 key\n") != std::string::npos);
}

TEST_CASE("an outline of an object with very many keys takes them together") {
  std::string text = "{";
  for (int i = 0; i < 1'000; ++i) {
    const std::string n = std::to_string(i);
    text += (i > 0 ? ",\n\"k" : "\"k") + n + "\": {\"n\": " + n + "}";
  }
  CHECK(outline_text_of("a.json", text + "}") ==
        "Outline (JSON, 1,000 lines)\n"
        "1-1000: object of 1,000 keys: k0, k1, k2, ...\n"
        "1:   (each): object of 1 key\n"
        "1:     n: integer 0 to 999");
}

TEST_CASE("an outline of JSON Lines has columns, and counts the lines that are none") {
  CHECK(outline_text_of("a.jsonl",
                        "{\"id\": 1}\n{\"id\": 2, \"x\": [1.5, 2]}\n{\"id\": \n{\"id\": 3}\n") ==
        "Outline (JSON Lines, 4 lines)\n"
        "3 records\n"
        "1 line is no JSON, 3: a record that does not end in its line\n"
        "1: each: object of 1 to 2 keys\n"
        "1:   id: integer 1 to 3\n"
        "2:   x: array of 2 values: number 1.5 to 2 (in 1 of 3)");
}

TEST_CASE("an outline of JSON says where the text stops to be JSON") {
  CHECK(outline_text_of("a.json", "{\"a\": [1, 2],\n\"b\": 1 2}\n")
            .starts_with("Outline (JSON, 2 lines)\n"
                         "No JSON from line 2 on: a word where none may stand (in b)\n"));
  CHECK(outline_text_of("a.json", "{\"a\": [1,\n{\"b\": 2, ")
            .starts_with("Outline (JSON, 2 lines)\n"
                         "The text is cut: it ends inside of a value (in a[1].b)\n"));
}

TEST_CASE("an outline of YAML has its keys with the lines of their blocks") {
  CHECK(outline_text_of("a.yaml",
                        "# c\nweb:\n  image: nginx # x\n  ports:\n  - 80\n  - 443\n  run: |\n"
                        "    key: no\n    b\n  none:\n  flow: {a: {b: 1}}\nlast: [x, y]\n") ==
        "Outline (YAML, 12 lines)\n"
        "2-12: object of 2 keys\n"
        "2-11:   web: object of 5 keys\n"
        "3:     image: string \"nginx\"\n"
        "4-6:     ports: array of 2 integers 80 to 443\n"
        "7-9:     run: string \"key: no...\"\n"
        "10:     none: null\n"
        "11:     flow: object (not looked into)\n"
        "12:   last: array of 2 strings \"x\", \"y\"");
}

TEST_CASE("a text over lines in YAML is one value, and ends where its indentation does") {
  CHECK(outline_text_of("a.yaml",
                        "a: >-\n  one\n\n  two: no\nb:\n  - |\n    x\n  - y\n"
                        "c: \"in\n  quotes\"\nd: \"never ended\ne: '{{ x }}' | y\nf: 1\n") ==
        "Outline (YAML, 13 lines)\n"
        "1-13: object of 6 keys\n"
        "1-4:   a: string \"one...\"\n"
        "5-8:   b: array of 2 strings \"x\", \"y\"\n"
        "9-10:   c: string \"in...\"\n"
        "11:   d: string \"never ended\"\n"
        "12:   e: string \"'{{ x }}' | y\"\n"
        "13:   f: integer 1");
}

TEST_CASE("an outline of YAML keeps documents apart") {
  CHECK(outline_text_of("a.yml", "kind: A\n---\nkind: B\n") ==
        "Outline (YAML, 3 lines)\n"
        "1: document 1: object of 1 key\n"
        "1:   kind: string \"A\"\n"
        "3: document 2: object of 1 key\n"
        "3:   kind: string \"B\"");
}

TEST_CASE("an outline of a table has its columns") {
  CHECK(outline_text_of("a.csv",
                        "id,name,born\n1,\"Smith, \"\"J\"\"\",1980-01-02\n2,,1990-05-06\n3\n") ==
        "Outline (table, 4 lines)\n"
        "3 rows of 3 columns, separated by commas; names in line 1\n"
        "1 row with another number of columns, the first in line 4\n"
        "A id: integer 1 to 3\n"
        "B name: string \"Smith, \"J\"\" (2 of 3 empty)\n"
        "C born: date 1980-01-02 to 1990-05-06 (1 of 3 empty)");
}

TEST_CASE("an outline of XML takes elements of the same name together") {
  CHECK(outline_text_of("a.xml",
                        "<?xml version=\"1.0\"?>\n<c>\n<b id=\"x\"><t>A</t></b>\n<!-- <b> -->\n"
                        "<b id=\"y\"><t>B</t><n/></b>\n</c>\n") ==
        "Outline (XML, 6 lines)\n"
        "2-6: c: 2 parts\n"
        "3:   b: 2 to 3 parts, 2 times\n"
        "3:     @id: string \"x\", \"y\"\n"
        "3:     t: string \"A\", \"B\"\n"
        "5:     n: empty (in 1 of 2)");
}

TEST_CASE("an outline of HTML has title, headings and landmarks, not what scripts write") {
  CHECK(
      outline_text_of("a.html",
                      "<!DOCTYPE html>\n<title>T\n t</title>\n<script>x(\"<h1>no</h1>\") // a < b\n"
                      "</script>\n<main>\n<h1>One <b>x</b></h1>\n<h2>Two</h2>\n<br>\n</main>\n") ==
      "Outline (HTML, 10 lines)\n"
      "Title: T t\n"
      "4-5: <script>\n"
      "6-10: <main>\n"
      "7-10: # One x\n"
      "8-10:   ## Two");
}

TEST_CASE("an outline of a log has its time span, its levels and its errors") {
  const std::string text =
      "2026-01-02 03:04:05 INFO start\n2026-01-02 03:04:06 ERROR disk 7 is full\n"
      "  at f()\n2026-01-02 03:04:09 ERROR disk 8 is full\n";
  const std::string outline = outline_text_of("a.log", text);
  CHECK(
      outline.starts_with("Outline (log, 4 lines)\n"
                          "From 2026-01-02 03:04:05 to 2026-01-02 03:04:09\n"
                          "Lines by level: 2 error, 1 info\n"));
  CHECK(outline.ends_with("2: error, 2 times up to line 4: ERROR disk # is full"));
}

TEST_CASE(
    "an outline of code holds what tabs, lists behind constructors and texts over lines stand in") {
  CHECK(outline_text_of("a.h",
                        "class ptr\n{\n      int x;\n      ptr&\n      operator=(ptr& a)\n"
                        "      {\n\treset(a);\n      }\n\n      ptr()\n      : x(0)\n"
                        "      { }\n};\nint f()\n{\n}\n") ==
        "Outline (C or C++ header, 16 lines)\n"
        "1-13: class ptr\n"
        "5-8:   operator=(ptr& a)\n"
        "10-12:   ptr()\n"
        "14-16: int f()");
  CHECK(outline_text_of("a.js",
                        "var C = class {\n  constructor(a) {\n    run(a, () => {\n    });\n  }\n"
                        "  close() {\n  }\n};\n") ==
        "Outline (JavaScript, 8 lines)\n"
        "1-8: var C = class\n"
        "2-5:   constructor(a)\n"
        "6-7:   close()");
  CHECK(outline_text_of("a.ts", "interface A<\n    T = any,\n> {\n    add(t: T): void;\n}\n") ==
        "Outline (TypeScript, 5 lines)\n"
        "1-5: interface A<\n"
        "4:   add(t: T): void;");
  CHECK(outline_text_of("a.sh",
                        "usage() {\n  cat <<EOF\nusage: a\nfunction no() {\nEOF\n}\nrun() {\n"
                        "  x\n}\n") ==
        "Outline (shell script, 9 lines)\n"
        "1-6: usage()\n"
        "7-9: run()");
  CHECK(outline_text_of("a.el",
                        "(defun a ()\n  \"Text\nat the edge.\n  more\"\n  (b))\n(defun c ()\n"
                        "  (d))\n") ==
        "Outline (Lisp, 7 lines)\n"
        "1-5: (defun a ()\n"
        "6-7: (defun c ()");
}

TEST_CASE("the times of a log go on past midnight and past the end of a year") {
  const std::string years = outline_text_of("syslog.log",
                                            "Dec 30 23:59:58 a b: x\n"
                                            "Dec 31 23:59:59 a b: x\n"
                                            "Jan  1 00:00:01 a b: x\n"
                                            "Dec 31 23:59:59 a b: late\n"
                                            "Jan  2 00:00:00 a b: x\n");
  CHECK(years.find("From Dec 30 23:59:58 to Jan  2 00:00:00") != std::string::npos);
  CHECK(years.find("\n3-4: from Jan  1 00:00:01") != std::string::npos);
  CHECK(years.find("\n5: from Jan  2 00:00:00") != std::string::npos);
  const std::string nights = outline_text_of("a.log",
                                             "23:59:58 x\n00:00:01 x\n12:00:00 x\n23:59:59 x\n"
                                             "00:00:00 x\n");
  CHECK(nights.find("From 23:59:58 to 00:00:00") != std::string::npos);
  CHECK(nights.find("\n5: from 00:00:00") != std::string::npos);
}

TEST_CASE("a name that holds the word of a level is no level of a log") {
  CHECK(outline_text_of("dpkg.log",
                        "2026-01-02 03:04:05 configure install-info:amd64\n"
                        "2026-01-02 03:04:06 status info:amd64 6.8\n"
                        "2026-01-02 03:04:07-ERROR- full\n"
                        "2026-01-02 03:04:08 warning: old\n")
            .find("Lines by level: 1 error, 1 warning\n") != std::string::npos);
}

TEST_CASE("procedures of Tcl may have names that begin at the global namespace") {
  CHECK(outline_text_of("a.tcl", "proc ::tk::press {w} {\n  return\n}\n") ==
        "Outline (Tcl, 3 lines)\n1-3: proc ::tk::press {w}");
}

TEST_CASE("a statement of SQL goes on to its semicolon, to GO or to the next statement") {
  CHECK(outline_text_of("a.sql",
                        "CREATE FUNCTION f(int)\nRETURNS int\nAS 'x'\nLANGUAGE C;\nSELECT 1;\n"
                        "CREATE TABLE t (\n  a int\n);\nSELECT 2;\n"
                        "create view v as\nselect 3\nGO\nCREATE VIEW w AS\nSELECT 4\n"
                        "CREATE VIEW x AS SELECT 5;\n") ==
        "Outline (SQL, 15 lines)\n"
        "1-4: CREATE FUNCTION f(int)\n"
        "6-8: CREATE TABLE t (\n"
        "10-11: create view v as\n"
        "13-14: CREATE VIEW w AS\n"
        "15: CREATE VIEW x AS SELECT 5;");
}

TEST_CASE("an outline does not depend on how the text is cut") {
  using Make = std::unique_ptr<Outline> (*)();
  const std::pair<Make, std::string_view> kinds[] = {
      {[] { return make_code_outline(*find_code_language("a.py")); }, kShop},
      {make_json_outline,
       "{\"a\": [1, -2.5e3, \"x\\\"\xC3\xA9\", true], // c\n/* d */ \"b\": null}"},
      {make_json_outline, "{\"a\": 1}\n{\"a\": 2}\n{\"a\n{\"a\": 3}"},
      {[] { return make_table_outline(','); }, "a,b\n\"x\"\"y\",\xC3\xA9\n\"p\nq\",2"},
      {make_xml_outline, "<a b='>'><!--x--><![CDATA[<y>]]]><c>\xC3\xA9</c>\n</a>"},
      {make_html_outline, "<h1>A<!-- - --></h1><style>a{}</style\n><h2>\nB</h2>"},
      {make_yaml_outline, "a:\n  - b: \xC3\xA9\n    c: |\n      d\nlast: 1"},
      {make_log_outline, "2026-01-02 03:04:05 ERROR a\n2026-01-02 03:04:06 INFO b\n"},
      {make_sections_outline, "one\ntwo\n\nthree\n"},
  };
  for (const auto& [make, text] : kinds) {
    const std::string whole = testing::entries_in_pieces(make(), text, text.size());
    CHECK_FALSE(whole.empty());
    for (const std::size_t size : {1U, 2U, 3U, 7U}) {
      CHECK(testing::entries_in_pieces(make(), text, size) == whole);
    }
  }
}

TEST_CASE("an outline of lines has the declarations around them") {
  ReadRequest request;
  request.offset = 10;
  request.limit = 3;
  CHECK(outline("shop.py", kShop, request).content ==
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

TEST_CASE("lists nested deeper than an outline looks are told by their number") {
  CHECK_FALSE(outline_text_of("deep.json", std::string(400, '[')).empty());
  CHECK_FALSE(outline_text_of("deep.json", std::string(200, '[') + std::string(200, ']')).empty());
}

TEST_CASE("an outline refuses what it cannot do") {
  ReadRequest request;
  request.from_end = 10;
  const ToolResult result = outline("a.md", "# A\n", request);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kInvalidArgument);
}

}  // namespace lectern
