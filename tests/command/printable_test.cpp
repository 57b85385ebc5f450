#include "command/printable.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern::command {

TEST_CASE("what could move a terminal's cursor is written as an escape") {
  CHECK(printable("a\x1b]0;t\x07\r\n\tb\x7f") == "a\\x1b]0;t\\x07\\r\\n\\tb\\x7f");
  CHECK(printable("\u0085\u009b2J") == "\\u0085\\u009b2J");
  CHECK(printable("\u202Etxt.exe\u2066\u2028") == "\\u202etxt.exe\\u2066\\u2028");
  CHECK(printable("a\xff\xc3") == "a\\xff\\xc3");
  CHECK(printable(std::string_view("\0", 1)) == "\\x00");
}

TEST_CASE("names that people give stay as they are") {
  for (const char* name :
       {"a b.txt", "ünï ©.txt", "日本語.png", "👩‍💻.ipynb", "C:\\a\\b", ""}) {
    CHECK(printable(name) == name);
  }
}

TEST_CASE("a message is one line") {
  CHECK(message_line("File does not exist: a\nlectern: 1 file") ==
        "lectern: File does not exist: a\\nlectern: 1 file\n");
}

}  // namespace lectern::command
