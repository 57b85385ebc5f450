#include "notebook/terminal_text.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

namespace lectern {

TEST_CASE("text without control characters comes out as it is") {
  CHECK(terminal_text("") == "");
  CHECK(terminal_text("a\tb\n\n  c  \n") == "a\tb\n\n  c  \n");
  CHECK(terminal_text("caf\xC3\xA9") == "caf\xC3\xA9");
}

TEST_CASE("colours, links and other escape sequences are removed") {
  CHECK(terminal_text("\x1B[0;31mE\x1B[0m \x1B[1;38;5;240mx\x1B[m") == "E x");
  CHECK(terminal_text("\x1B]8;;http://a/\x1B\\link\x1B]8;;\x07!") == "link!");
  CHECK(terminal_text("\x1B(Bplain\x1B"
                      "7") == "plain");
  CHECK(terminal_text("cut \x1B[31") == "cut ");
  CHECK(terminal_text("bell\x07 nul" + std::string(1, '\0')) == "bell nul");
}

TEST_CASE("an escape before a character of several bytes leaves the character whole") {
  CHECK(terminal_text("\x1B\xC5\xAE"
                      "x") ==
        "\xC5\xAE"
        "x");
}

TEST_CASE("a progress bar shows its last state") {
  CHECK(terminal_text("10%\r50%\r100%\ndone") == "100%\ndone");
  CHECK(terminal_text("100%\r5%") == "5%0%");
  CHECK(terminal_text("100%\r\x1B[K5%") == "5%");
  CHECK(terminal_text("loading...\r          \rok\n") == "ok\n");
  CHECK(terminal_text("abc\b\bX") == "aXc");
  CHECK(terminal_text("abc\x1B[2K\rx") == "x");
  CHECK(terminal_text("abcdef\x1B[1K\rxy\x1B[1Kz") == "  z");
  CHECK(terminal_text("abc\x1B[2Kd\b\b\x1B[1KZ") == "  Zd");
  CHECK(terminal_text("\xE2\x96\x88\xE2\x96\x88\rab") == "ab");
}

TEST_CASE("line ends of Windows are no carriage returns") {
  CHECK(terminal_text("a\r\nb\r\r\n") == "a\nb\n");
}

TEST_CASE("a very long line is overwritten without losing its end") {
  const std::string longer(5000, 'x');
  CHECK(terminal_text(longer + "\rab") == "ab" + std::string(4998, 'x'));
  CHECK(terminal_text(longer + "\r" + std::string(4500, 'y')) == std::string(4500, 'y'));
}

}  // namespace lectern
