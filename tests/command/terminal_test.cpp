#include "command/terminal.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "command/result.h"

namespace lectern::command {
namespace {

Json image_result(std::size_t bytes) {
  return {{"success", true},
          {"contentType", "image"},
          {"images",
           {{{"data", bytes}, {kMediaTypeField, "image/png"}, {"width", 1200}, {"height", 800}}}},
          {"metadata", {{kSizeField, 245 * 1024}, {"format", "PNG"}}}};
}

/// With a medium that is all `A` in base64.
std::string shown(std::string_view path, const Json& result, ImageProtocol protocol) {
  Output output;
  add_terminal_text(output, path, result, protocol);
  return output.text([](std::size_t) { return std::string(10'000, 'A'); });
}

}  // namespace

TEST_CASE("an image shows as a box with its name, size, dimensions and type") {
  CHECK(shown("docs/architecture.png", image_result(1), ImageProtocol::kNone) ==
        "┌─ Image: architecture.png ────────────────────────┐\n"
        "│ [Displayed as image in conversation]             │\n"
        "│                                                  │\n"
        "│ Size: 245 KB                                     │\n"
        "│ Dimensions: 1200 x 800                           │\n"
        "│ Type: PNG                                        │\n"
        "└──────────────────────────────────────────────────┘\n");
}

TEST_CASE("kitty gets the picture in chunks of 4096 characters") {
  const std::string text = shown("a.png", image_result(4096), ImageProtocol::kKitty);
  CHECK(text.find("\x1b_Ga=T,f=100,m=1;") != std::string::npos);
  CHECK(text.ends_with("\x1b_Gm=0;" + std::string(5464 - 4096, 'A') + "\x1b\\\n"));
}

TEST_CASE("iTerm2 gets the picture inline with its size") {
  const std::string text = shown("a.png", image_result(2), ImageProtocol::kIterm2);
  CHECK(text.ends_with("\x1b]1337;File=inline=1;size=2:AAAA\x07\n"));
}

TEST_CASE("text is printed as it is, with a final newline") {
  const Json result = {{"success", true}, {"contentType", "text"}, {"content", "     1\thello"}};
  CHECK(shown("a.txt", result, ImageProtocol::kNone) == "     1\thello\n");
}

TEST_CASE("a name cannot draw in the box or leave it") {
  const std::string text =
      shown("x/a\x1b[2J\n\u202Egnp.png", image_result(1), ImageProtocol::kNone);
  CHECK(text.starts_with("┌─ Image: a\\x1b[2J\\n\\u202egnp.png ─"));
  CHECK(std::count(text.begin(), text.end(), '\n') == 7);
}

TEST_CASE("the environment says how a terminal shows pictures") {
  std::string name;
  const Environment lookup = [&name](const char* variable) {
    return name == variable ? "iTerm.app" : nullptr;
  };
  CHECK(image_protocol(Preview::kOn, false, lookup) == ImageProtocol::kKitty);
  CHECK(image_protocol(Preview::kAuto, true, lookup) == ImageProtocol::kNone);
  name = "TERM_PROGRAM";
  CHECK(image_protocol(Preview::kAuto, true, lookup) == ImageProtocol::kIterm2);
  CHECK(image_protocol(Preview::kAuto, false, lookup) == ImageProtocol::kNone);
  CHECK(image_protocol(Preview::kOff, true, lookup) == ImageProtocol::kNone);
  name = "KITTY_WINDOW_ID";
  CHECK(image_protocol(Preview::kAuto, true, lookup) == ImageProtocol::kKitty);
}

}  // namespace lectern::command
