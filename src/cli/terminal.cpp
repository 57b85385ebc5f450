#include "cli/terminal.h"

#include <algorithm>
#include <vector>

#include "base/base64.h"
#include "base/format.h"
#include "base/message.h"
#include "text/utf8.h"

namespace lectern::cli {
namespace {

constexpr std::size_t kInnerWidth = 50;
constexpr std::size_t kKittyChunk = 4096;

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

/// The box of an image: its name, size, dimensions and type.
std::string image_box(const std::string& path, const ToolResult& result) {
  const ImageContent& image = result.images.front();
  const Metadata& metadata = result.metadata;
  std::vector<std::string> lines = {
      " [Displayed as image in conversation]",
      "",
      compose({" Size: {}", human_size(metadata.size_bytes)}),
      compose({" Dimensions: {} x {}", image.size.width, image.size.height}),
      compose({" Type: {}", metadata.format.value_or(image.mime_type)}),
  };
  if (metadata.original_dimensions) {
    add_to(lines, {" Original: {} x {}", metadata.original_dimensions->width,
                   metadata.original_dimensions->height});
  }
  const std::string title = compose({"─ Image: {} ", base_name(path)});
  std::size_t width = std::max(kInnerWidth, utf8_length(title) + 1);
  for (const std::string& line : lines) width = std::max(width, utf8_length(line) + 1);

  std::string box = compose({"┌{}{}┐\n", title, repeated("─", width - utf8_length(title))});
  for (const std::string& line : lines) {
    append_to(box, {"│{}{}│\n", line, std::string(width - utf8_length(line), ' ')});
  }
  return compose({"{}└{}┘\n", box, repeated("─", width)});
}

/// Kitty graphics protocol: PNG data in chunks of at most 4096 base64 characters.
std::string kitty(const ImageContent& image) {
  const std::string data = base64_encode(image.data.bytes());
  std::string text;
  for (std::size_t at = 0; at < data.size(); at += kKittyChunk) {
    const bool more = at + kKittyChunk < data.size();
    text += at == 0 ? "\x1b_Ga=T,f=100,m=" : "\x1b_Gm=";
    text += more ? "1;" : "0;";
    append_to(text, {"{}\x1b\\", data.substr(at, kKittyChunk)});
  }
  return text + "\n";
}

/// iTerm2 inline images: any format that the terminal decodes.
std::string iterm2(const ImageContent& image) {
  return compose({"\x1b]1337;File=inline=1;size={}:{}\x07\n", image.data.bytes().size(),
                  base64_encode(image.data.bytes())});
}

std::string picture(const ImageContent& image, ImageProtocol protocol) {
  if (protocol == ImageProtocol::kIterm2) return iterm2(image);
  if (protocol == ImageProtocol::kKitty && image.mime_type == "image/png") return kitty(image);
  return "";
}

}  // namespace

std::string terminal_text(const std::string& path, const ToolResult& result,
                          ImageProtocol protocol) {
  if (result.content_type != ContentType::kImage || result.images.empty()) {
    return result.content + "\n";
  }
  std::string text = image_box(path, result);
  for (const ImageContent& image : result.images) text += picture(image, protocol);
  return text;
}

}  // namespace lectern::cli
