// The scans of outlines that look at several bytes together, against plain ones: wherever what they
// look for stands, and however the text is cut.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "data/outline/code_words.h"
#include "data/outline/line_marks.h"
#include "data/shape/json_stream.h"
#include "support/outlines.h"

namespace lectern {
namespace {

/// What stands in a text in JSON, one line for each event.
class Written final : public JsonEvents {
 public:
  std::string text;

 private:
  void begin(bool is_array, std::uint64_t) override { text += is_array ? "[\n" : "{\n"; }
  void end(std::uint64_t) override { text += "end\n"; }
  void key(std::string_view name, std::uint64_t line) override {
    text += std::to_string(line) + " key <" + std::string(name) + ">\n";
  }
  void value(JsonToken, std::string_view value, std::uint64_t bytes, std::uint64_t line) override {
    text += std::to_string(line) + " value <" + std::string(value) + "> " + std::to_string(bytes) +
            "\n";
  }
  void drop_record(std::uint64_t line) override { text += std::to_string(line) + " dropped\n"; }
  void stop(std::uint64_t line) override { text += std::to_string(line) + " stopped\n"; }
};

std::string events_of(std::string_view text, std::size_t piece) {
  Written written;
  JsonStream stream(written, 256);
  for (std::size_t at = 0; at < text.size(); at += piece) stream.append(text.substr(at, piece));
  stream.finish();
  return written.text;
}

}  // namespace

TEST_CASE("ends and marks of lines are found wherever they stand") {
  constexpr char kBytes[] = {'\n', '\n' + 1, '\n' - 1, '/',    '/' - 1, '/' + 1, '`',   '`' + 1,
                             0,    '\x7F',   '\x80',   '\x8A', '\xAF',  '\xE0',  '\xFF'};
  LineMarks marks;
  marks.add('/');
  marks.add('`');
  LineMarks one;
  one.add('/');
  const LineMarks none;
  std::mt19937 random(17);
  for (int round = 0; round < 4000; ++round) {
    std::string text(random() % 90, 'a');
    const std::uint64_t rare = random() % 20 + 1;
    for (char& c : text)
      if (random() % rare == 0) c = kBytes[random() % std::size(kBytes)];
    const std::string_view rest = std::string_view(text).substr(random() % (text.size() + 1));
    std::uint64_t ends = 0;
    std::uint64_t marked = 0;
    std::uint64_t slashes = 0;
    for (std::size_t i = 0; i < std::min(rest.size(), LineMarks::kBlockBytes); ++i) {
      ends |= std::uint64_t{rest[i] == '\n'} << i;
      marked |= std::uint64_t{rest[i] == '/' || rest[i] == '`'} << i;
      slashes |= std::uint64_t{rest[i] == '/'} << i;
    }
    CHECK(marks.first_block(rest).ends == ends);
    CHECK(marks.first_block(rest).marks == marked);
    CHECK(one.first_block(rest).ends == ends);
    CHECK(one.first_block(rest).marks == slashes);
    CHECK(none.first_block(rest).ends == ends);
    CHECK(none.first_block(rest).marks == 0);
  }
}

TEST_CASE("strings of JSON end at their quote, wherever it stands and however the text is cut") {
  for (std::size_t size = 0; size < 20; ++size) {
    for (const std::string_view middle : {"", "\\\"", "\\\\", "'", "\\u0041", "\xC3\xA9"}) {
      for (std::size_t before = 0; before <= size; ++before) {
        const std::string inside =
            std::string(before, 'x').append(middle).append(size - before, 'y');
        const std::string text = "{\"" + inside + "\": [\"" + inside + "\", 1]}";
        const std::string expected = "{\n1 key <" + inside + ">\n[\n1 value <" + inside + "> " +
                                     std::to_string(inside.size()) + "\n1 value <1> 1\nend\nend\n";
        CHECK(events_of(text, text.size()) == expected);
        for (const std::size_t piece : {1U, 5U, 8U, 13U}) CHECK(events_of(text, piece) == expected);
      }
    }
    const std::string open = "[\"" + std::string(size, 'x') + "\n\", 1]";
    CHECK(events_of(open, open.size()) == "[\n1 stopped\n");
    CHECK(events_of(open, 3) == "[\n1 stopped\n");
  }
}

TEST_CASE("an outline of code does not depend on how its comments and strings are cut") {
  const std::pair<std::string_view, std::string> texts[] = {
      {"a.ts",
       "/* class A {\n  b() {\n*/\nclass C {\n  d() {\n    const e = `\n  f() {\n` // `\n"
       "    if (a) {\n    }\n    return 1; /* two\n  g() {\n  */\n  }\n\n  // h() {\n  i() {\n"
       "    function j() {\n    }\n  }\n}\n"},
      {"a.py",
       "class A:\n    \"\"\"def b():\n    \"\"\"\n    def c(self):\n        x = '''\n"
       "    def d():\n'''\n        def e():\n            pass\n    def f(self): # '''\n"},
      {"a.php",
       "<?php\nclass A {\n  function b() {\n    $c = <<<EOT\n  function d() {\nEOT;\n  }\n"
       "  /* function e() { */\n  function f() {\n    return 1 << 2;\n  }\n}\n"},
      {"a.cpp",
       "namespace a {\nint\nb(void)\n{\n  total\n}\nvoid c() {\n  templated(1);\n  case_of:\n"
       "  auto d = [] {\n  };\n}\nstruct E {\n  int f() const;  // g(\n};\n}\n"},
  };
  for (const auto& [name, text] : texts) {
    INFO(name);
    const auto in_pieces = [file = name, text = text](std::size_t size) {
      return testing::entries_in_pieces(make_code_outline(*find_code_language(file)), text, size);
    };
    const std::string whole = in_pieces(text.size());
    CHECK_FALSE(whole.empty());
    for (std::size_t size = 1; size < text.size(); ++size) CHECK(in_pieces(size) == whole);
    // At other places of the blocks that are looked at together.
    for (std::size_t shift = 1; shift < 70; ++shift) {
      const std::string shifted = std::string(shift, ' ') + "\n" + text;
      std::string expected;
      const auto outline = make_code_outline(*find_code_language(name));
      for (const char c : shifted) outline->append(std::string_view(&c, 1));
      outline->finish(0);
      for (const OutlineEntry& entry : outline->entries().kept()) {
        expected += std::to_string(entry.first) + "-" + std::to_string(entry.last) + " " +
                    entry.text + "\n";
      }
      CHECK(testing::entries_in_pieces(make_code_outline(*find_code_language(name)), shifted,
                                       shifted.size()) == expected);
    }
  }
}

TEST_CASE("lines of code in one piece declare what they declare byte by byte") {
  constexpr std::string_view kStarts[] = {"",   " ",    "  ", "    ", "        ", "            ",
                                          "\t", "\t\t", " \t"};
  constexpr std::string_view kLines[] = {"",
                                         "}",
                                         "})",
                                         "};",
                                         "} // a",
                                         "} \\",
                                         ")",
                                         "{",
                                         "// a",
                                         "//",
                                         "//* a",
                                         "// `",
                                         "/* a */",
                                         "/* a",
                                         "*/",
                                         "class A {",
                                         "export class Bc extends D {",
                                         "struct E {",
                                         "function f() {",
                                         "def g(a):",
                                         "async h(b: number): void {",
                                         "const i = (a) => {",
                                         "const j = 1;",
                                         "return k;",
                                         "return k; \\",
                                         "total",
                                         "int",
                                         "static int",
                                         "int l(void)",
                                         "m(1, 2);",
                                         "if (n) {",
                                         "else",
                                         "end",
                                         "end if",
                                         "template <class T>",
                                         "#define O",
                                         "#if P",
                                         "# q",
                                         "-- r",
                                         "% s",
                                         "'''",
                                         "\"\"\"",
                                         "t = `",
                                         "cat <<EOF",
                                         "EOF",
                                         "=head1 U",
                                         "=cut",
                                         "(defun v ()",
                                         "w:",
                                         "public:",
                                         "case x:",
                                         "@y",
                                         "fn z() {",
                                         "operator a() {",
                                         "#[",
                                         "#[[",
                                         "]]",
                                         "proc b {",
                                         "  ",
                                         "\t",
                                         "go",
                                         "create table c (",
                                         "end;",
                                         "x\r",
                                         "\r",
                                         "}\r",
                                         "a \\ "};
  std::mt19937 random(23);
  for (const std::string_view name :
       {"a.ts",  "a.py", "a.c",   "a.cpp", "a.h",   "a.m",   "a.java", "a.go",
        "a.rs",  "a.rb", "a.php", "a.sh",  "a.lua", "a.sql", "a.pl",   "a.cmake",
        "a.clj", "a.ex", "a.hs",  "a.erl", "a.css", "a.vb",  "a.tcl",  "makefile"}) {
    const CodeLanguage* language = find_code_language(name);
    if (language == nullptr) continue;
    INFO(name);
    for (int round = 0; round < 60; ++round) {
      std::string text;
      for (int line = 0; line < 60; ++line) {
        text += kStarts[random() % std::size(kStarts)];
        text += kLines[random() % std::size(kLines)];
        text += random() % 9 == 0 ? "\r\n" : "\n";
      }
      const auto in_pieces = [&](std::size_t size) {
        return testing::entries_in_pieces(make_code_outline(*language), text, size);
      };
      REQUIRE(in_pieces(text.size()) == in_pieces(1));
    }
  }
}

TEST_CASE("keys of JSON that are expected are told from others of any length") {
  std::mt19937 random(29);
  for (int round = 0; round < 300; ++round) {
    std::string text = "[";
    for (int record = 0; record < 12; ++record) {
      text += record == 0 ? "{" : ", {";
      for (std::size_t key = 0; key < 4; ++key) {
        std::string name(13 + key + (random() % 9 == 0 ? 1 : 0), static_cast<char>('a' + key));
        if (random() % 7 == 0) name[random() % name.size()] = "xyz\x7F"[random() % 4];
        text += (key == 0 ? "\"" : ", \"") + name + "\": " + std::to_string(random() % 100);
      }
      text += "}";
    }
    text += "]";
    const auto in_pieces = [&](std::size_t size) {
      return testing::entries_in_pieces(make_json_outline(), text, size);
    };
    REQUIRE(in_pieces(text.size()) == in_pieces(1));
  }
}

TEST_CASE("the place where JSON stops is told where its keys come in their order and where not") {
  const auto outlined = [](std::string_view text) {
    return testing::entries_in_pieces(make_json_outline(), text, text.size());
  };
  CHECK(outlined("[\n{\"a\": {\"b\": 1}, \"c\": 2},\n{\"a\": {\"b\": }, \"c\": 2}]")
            .starts_with("No JSON from line 3 on: a bracket that closes nothing (in [1].a.b)"));
  CHECK(outlined("[\n{\"a\": {\"b\": 1}, \"c\": 2},\n{\"c\": 2, \"a\": {\"x\": }}]")
            .starts_with("No JSON from line 3 on: a bracket that closes nothing (in [1].a.x)"));
}

}  // namespace lectern
