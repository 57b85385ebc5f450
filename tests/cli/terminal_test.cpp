#include "cli/terminal.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern::cli {
namespace {

ToolResult image_result(const ByteVector& bytes) {
  ToolResult result;
  result.success = true;
  result.content_type = ContentType::kImage;
  result.metadata.size_bytes = 245 * 1024;
  result.metadata.format = "PNG";
  result.images.push_back({Media::view(bytes), "image/png", {1200, 800}});
  return result;
}

}  // namespace

TEST_CASE("an image shows as a box with its name, size, dimensions and type") {
  const ByteVector bytes = {1};
  CHECK(terminal_text("docs/architecture.png", image_result(bytes), ImageProtocol::kNone) ==
        "┌─ Image: architecture.png ────────────────────────┐\n"
        "│ [Displayed as image in conversation]             │\n"
        "│                                                  │\n"
        "│ Size: 245 KB                                     │\n"
        "│ Dimensions: 1200 x 800                           │\n"
        "│ Type: PNG                                        │\n"
        "└──────────────────────────────────────────────────┘\n");
}

TEST_CASE("kitty gets the picture in chunks of 4096 characters") {
  const ByteVector bytes(4096, 7);
  const std::string text = terminal_text("a.png", image_result(bytes), ImageProtocol::kKitty);
  CHECK(text.find("\x1b_Ga=T,f=100,m=1;") != std::string::npos);
  CHECK(text.find("\x1b_Gm=0;") != std::string::npos);
}

TEST_CASE("iTerm2 gets the picture inline with its size") {
  const ByteVector bytes = {1, 2, 3};
  const std::string text = terminal_text("a.png", image_result(bytes), ImageProtocol::kIterm2);
  CHECK(text.ends_with("\x1b]1337;File=inline=1;size=3:AQID\x07\n"));
}

TEST_CASE("text is printed as it is, with a final newline") {
  ToolResult result;
  result.success = true;
  result.content = "     1\thello";
  CHECK(terminal_text("a.txt", result, ImageProtocol::kNone) == "     1\thello\n");
}

}  // namespace lectern::cli
