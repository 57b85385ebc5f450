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

TEST_CASE("a picture that the terminal shows has a box with its name, size, dimensions and type") {
  const std::string text = shown("docs/architecture.png", image_result(1), ImageProtocol::kIterm2);
  CHECK(
      text.starts_with("┌─ Image: architecture.png ────────────────────────┐\n"
                       "│ [Displayed as image in conversation]             │\n"
                       "│                                                  │\n"
                       "│ Size: 245 KB                                     │\n"
                       "│ Dimensions: 1200 x 800                           │\n"
                       "│ Type: PNG                                        │\n"
                       "└──────────────────────────────────────────────────┘\n\x1b]1337;"));
}

TEST_CASE("a picture that is not shown is named, and nothing says that it is displayed") {
  Json result = image_result(1);
  result["content"] = "Read image: a.png (PNG, 1200x800, 245 KB)";
  CHECK(shown("a.png", result, ImageProtocol::kNone) ==
        "Read image: a.png (PNG, 1200x800, 245 KB)\n");
  // Kitty's protocol takes no JPEG.
  result["images"][0][kMediaTypeField] = "image/jpeg";
  CHECK(shown("a.jpg", result, ImageProtocol::kKitty) ==
        "Read image: a.png (PNG, 1200x800, 245 KB)\n");
  CHECK(shown("a.jpg", result, ImageProtocol::kIterm2).find("1337") != std::string::npos);
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
      shown("x/a\x1b[2J\n\u202Egnp.png", image_result(1), ImageProtocol::kIterm2);
  CHECK(text.starts_with("┌─ Image: a\\x1b[2J\\n\\u202egnp.png ─"));
  CHECK(std::count(text.begin(), text.end(), '\n') == 8);
  Json result = image_result(1);
  result["content"] = "Read image: a\x1b[2J\n.png (PNG)";
  CHECK(shown("x/a\x1b[2J\n.png", result, ImageProtocol::kNone) ==
        "Read image: a\\x1b[2J\\n.png (PNG)\n");
}

TEST_CASE("the environment says how a terminal shows pictures") {
  std::string name;
  const Environment lookup = [&name](const char* variable) {
    return name == variable ? "iTerm.app" : nullptr;
  };
  CHECK(image_protocol("on", false, lookup) == ImageProtocol::kKitty);
  CHECK(image_protocol("auto", true, lookup) == ImageProtocol::kNone);
  name = "TERM_PROGRAM";
  CHECK(image_protocol("auto", true, lookup) == ImageProtocol::kIterm2);
  CHECK(image_protocol("auto", false, lookup) == ImageProtocol::kNone);
  CHECK(image_protocol("off", true, lookup) == ImageProtocol::kNone);
  name = "KITTY_WINDOW_ID";
  CHECK(image_protocol("auto", true, lookup) == ImageProtocol::kKitty);
}

}  // namespace lectern::command
