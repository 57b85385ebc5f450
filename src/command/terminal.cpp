#include "command/terminal.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/format.h"
#include "base/message.h"
#include "command/printable.h"
#include "command/result.h"
#include "text/utf8.h"

namespace lectern::command {
namespace {

constexpr std::size_t kInnerWidth = 50;
constexpr std::size_t kKittyChunk = 4096;

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

/// The box of an image: its name, size, dimensions and type.
std::string image_box(std::string_view path, const Json& result) {
  const Json& image = result["images"][0];
  const Json& metadata = field(result, "metadata");
  const std::string format = text_field(metadata, "format");
  std::vector<std::string> lines = {
      " [Displayed as image in conversation]",
      "",
      compose({" Size: {}",
               human_size(static_cast<std::uint64_t>(number_field(metadata, kSizeField)))}),
      compose(
          {" Dimensions: {} x {}", number_field(image, "width"), number_field(image, "height")}),
      compose({" Type: {}", format.empty() ? media_type(image) : format}),
  };
  if (const Json& original = field(metadata, "originalDimensions"); original.is_object()) {
    add_to(lines, {" Original: {} x {}", number_field(original, "width"),
                   number_field(original, "height")});
  }
  const std::string title = compose({"─ Image: {} ", printable(base_name(path))});
  std::size_t width = std::max(kInnerWidth, utf8_length(title) + 1);
  for (const std::string& line : lines) width = std::max(width, utf8_length(line) + 1);

  std::string box = compose({"┌{}{}┐\n", title, repeated("─", width - utf8_length(title))});
  for (const std::string& line : lines) {
    append_to(box, {"│{}{}│\n", line, std::string(width - utf8_length(line), ' ')});
  }
  return compose({"{}└{}┘\n", box, repeated("─", width)});
}

/// Kitty graphics protocol: PNG data in chunks of at most 4096 base64 characters.
void add_kitty(Output& output, std::size_t index, std::size_t size) {
  for (std::size_t at = 0; at < size; at += kKittyChunk) {
    const bool more = at + kKittyChunk < size;
    output.add(at == 0 ? "\x1b_Ga=T,f=100,m=" : "\x1b_Gm=");
    output.add(more ? "1;" : "0;");
    output.add(MediaSlice{index, at, std::min(kKittyChunk, size - at)});
    output.add("\x1b\\");
  }
  output.add("\n");
}

/// iTerm2 inline images: any format that the terminal decodes.
void add_iterm2(Output& output, std::size_t index, const Json& image) {
  output.add(compose({"\x1b]1337;File=inline=1;size={}:", media_bytes(image)}));
  output.add(MediaSlice{index, 0, media_size(image)});
  output.add("\x07\n");
}

/// What a result says of a picture, with the file's name made harmless.
std::string with_printable_name(std::string_view content, std::string_view name) {
  const std::size_t at = content.find(name);
  if (at == std::string_view::npos) return std::string(content);
  return compose(
      {"{}{}{}", content.substr(0, at), printable(name), content.substr(at + name.size())});
}

/// Whether a terminal can show a picture. Kitty's protocol takes no file but PNG.
bool can_show(ImageProtocol protocol, const Json& image) {
  if (protocol == ImageProtocol::kIterm2) return true;
  return protocol == ImageProtocol::kKitty && media_type(image) == "image/png";
}

}  // namespace

ImageProtocol image_protocol(std::string_view preview, bool is_terminal,
                             const Environment& lookup) {
  const auto variable = [&lookup](const char* name) {
    const char* value = lookup(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  if (preview == "off") return ImageProtocol::kNone;
  if (preview != "on" && !is_terminal) return ImageProtocol::kNone;
  const std::string_view program = variable("TERM_PROGRAM");
  if (program == "iTerm.app" || program == "WezTerm") return ImageProtocol::kIterm2;
  const bool is_kitty = variable("TERM") == "xterm-kitty" || !variable("KITTY_WINDOW_ID").empty() ||
                        program == "ghostty";
  return is_kitty || preview == "on" ? ImageProtocol::kKitty : ImageProtocol::kNone;
}

void add_terminal_text(Output& output, std::string_view path, const Json& result,
                       ImageProtocol protocol) {
  const Json& images = field(result, "images");
  const bool is_shown = text_field(result, "contentType") == "image" && !images.empty() &&
                        std::all_of(images.begin(), images.end(), [protocol](const Json& image) {
                          return can_show(protocol, image);
                        });
  if (!is_shown) {
    const std::string content = text_field(result, "content");
    output.add(images.empty() ? content : with_printable_name(content, base_name(path)));
    output.add("\n");
    return;
  }
  output.add(image_box(path, result));
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (protocol == ImageProtocol::kIterm2) {
      add_iterm2(output, i, images[i]);
    } else {
      add_kitty(output, i, media_size(images[i]));
    }
  }
}

}  // namespace lectern::command
