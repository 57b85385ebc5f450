#include "cli/wires.h"

#include <algorithm>
#include <array>
#include <span>
#include <variant>
#include <vector>

#include "base/base64.h"
#include "base/message.h"
#include "text/utf8.h"

namespace lectern::cli {
namespace {

constexpr std::string_view kPdfType = "application/pdf";

/// MIME types of pictures that the model providers take.
constexpr std::array<std::string_view, 4> kImageTypes = {"image/jpeg", "image/png", "image/gif",
                                                         "image/webp"};

/// A piece of a result in reading order. Text is never blank: providers refuse blank text.
using Block = std::variant<std::string, const ImageContent*, const DocumentContent*>;

/// White space as JavaScript's trim() knows it.
bool is_space(char32_t c) {
  constexpr std::u32string_view kSpaces =
      U"\t\n\v\f\r \u00A0\u1680\u2028\u2029\u202F\u205F\u3000\uFEFF";
  return (c >= 0x2000 && c <= 0x200A) || kSpaces.find(c) != std::u32string_view::npos;
}

bool is_blank(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto [code_point, next] = utf8_character_at(text, at);
    if (!is_space(code_point)) return false;
    at = next;
  }
  return true;
}

/// Text up to the next picture is one block.
void append_text(std::vector<Block>& blocks, const std::string& text) {
  auto* last = blocks.empty() ? nullptr : std::get_if<std::string>(&blocks.back());
  if (last != nullptr) {
    *last += text;
  } else if (!is_blank(text)) {
    blocks.emplace_back(text);
  }
}

std::vector<Block> ordered_blocks(const ToolResult& result) {
  std::vector<Block> blocks;
  std::vector<bool> is_placed(result.images.size());
  if (result.parts.empty()) append_text(blocks, result.content);
  for (const Part& part : result.parts) {
    if (const auto* text = std::get_if<std::string>(&part.piece)) {
      append_text(blocks, *text);
      continue;
    }
    const std::size_t index = std::get<std::size_t>(part.piece);
    blocks.emplace_back(&result.images[index]);
    is_placed[index] = true;
  }
  for (std::size_t i = 0; i < result.images.size(); ++i) {
    if (!is_placed[i]) blocks.emplace_back(&result.images[i]);
  }
  for (const DocumentContent& document : result.documents) blocks.emplace_back(&document);
  return blocks;
}

/// A result as blocks, with text in any case. Pictures of other types than `image_types` (empty:
/// any) become a line of text.
std::vector<Block> blocks_of(const ToolResult& result,
                             std::span<const std::string_view> image_types) {
  std::vector<Block> blocks = ordered_blocks(result);
  bool has_text = false;
  for (Block& block : blocks) {
    if (const auto* image = std::get_if<const ImageContent*>(&block)) {
      const std::string& type = (*image)->mime_type;
      const bool is_taken = image_types.empty() || std::find(image_types.begin(), image_types.end(),
                                                             type) != image_types.end();
      if (!is_taken) block = compose({"(picture left out: {} is not accepted here)", type});
    }
    has_text = has_text || std::holds_alternative<std::string>(block);
  }
  if (!has_text)
    blocks.emplace(blocks.begin(), is_blank(result.content) ? "(no text)" : result.content);
  return blocks;
}

std::string base64(const Media& media) { return base64_encode(media.bytes()); }

std::string data_uri(const Media& media, std::string_view media_type) {
  return compose({"data:{};base64,{}", media_type, base64(media)});
}

/// One function per kind of block.
template <typename... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

template <typename... Functions>
Json content_of(const std::vector<Block>& blocks, Functions... functions) {
  const Overloaded<Functions...> to_json{functions...};
  Json content = Json::array();
  for (const Block& block : blocks) content.push_back(std::visit(to_json, block));
  return content;
}

Json anthropic_source(const Media& media, std::string_view media_type) {
  return {{"type", "base64"}, {"media_type", media_type}, {"data", base64(media)}};
}

/// `text` with each `from` replaced by its `to`.
std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (std::size_t at = text.find(from); at != std::string_view::npos; at = text.find(from)) {
    out += text.substr(0, at);
    out += to;
    text.remove_prefix(at + from.size());
  }
  return out += text;
}

std::string xml_attribute(std::string_view value) {
  std::string text = replaced(value, "&", "&amp;");
  text = replaced(text, "<", "&lt;");
  text = replaced(text, ">", "&gt;");
  return replaced(text, "\"", "&quot;");
}

/// Text that XML takes as it is: only the end of the section has to be split.
std::string character_data(std::string_view text) {
  return compose({"<![CDATA[{}]]>", replaced(text, "]]>", "]]]]><![CDATA[>")});
}

std::string xml_element(const ToolResult& result, std::string_view path) {
  if (!result.success) return compose({"<error>{}</error>\n", character_data(result.content)});
  if (result.content_type == ContentType::kImage || !result.documents.empty()) return "";
  return compose(
      {"<file_content path=\"{}\" start_line=\"{}\" end_line=\"{}\" "
       "total_lines=\"{}\">{}</file_content>\n",
       xml_attribute(path), result.start_line, result.end_line, result.total_lines,
       character_data(result.content)});
}

}  // namespace

Json to_anthropic(const ToolResult& result, std::string_view call_id) {
  Json block = {{"type", "tool_result"}, {"tool_use_id", call_id}};
  if (!result.success) block["is_error"] = true;
  block["content"] = content_of(
      blocks_of(result, kImageTypes),
      [](const std::string& text) -> Json {
        return {{"type", "text"}, {"text", text}};
      },
      [](const ImageContent* image) -> Json {
        return {{"type", "image"}, {"source", anthropic_source(image->data, image->mime_type)}};
      },
      [](const DocumentContent* document) -> Json {
        return {{"type", "document"}, {"source", anthropic_source(document->data, kPdfType)}};
      });
  return block;
}

Json to_openai(const ToolResult& result, std::string_view call_id, std::string_view filename) {
  Json item = {{"type", "function_call_output"}, {"call_id", call_id}};
  item["output"] = content_of(
      blocks_of(result, kImageTypes),
      [](const std::string& text) -> Json {
        return {{"type", "input_text"}, {"text", text}};
      },
      [](const ImageContent* image) -> Json {
        return {{"type", "input_image"},
                {"image_url", data_uri(image->data, image->mime_type)},
                {"detail", "auto"}};
      },
      [filename](const DocumentContent* document) -> Json {
        return {{"type", "input_file"},
                {"filename", filename},
                {"file_data", data_uri(document->data, kPdfType)}};
      });
  return item;
}

Json to_mcp(const ToolResult& result, std::string_view uri) {
  Json answer;
  answer["content"] = content_of(
      blocks_of(result, {}),
      [](const std::string& text) -> Json {
        return {{"type", "text"}, {"text", text}};
      },
      [](const ImageContent* image) -> Json {
        return {{"type", "image"}, {"data", base64(image->data)}, {"mimeType", image->mime_type}};
      },
      [uri](const DocumentContent* document) -> Json {
        const Json resource = {
            {"uri", uri}, {"mimeType", kPdfType}, {"blob", base64(document->data)}};
        return {{"type", "resource"}, {"resource", resource}};
      });
  if (!result.success) answer["isError"] = true;
  return answer;
}

std::string to_xml(const ToolResult& result, std::string_view path) {
  std::string text = xml_element(result, path);
  for (const ImageContent& image : result.images)
    append_to(text, {"{}\n", data_uri(image.data, image.mime_type)});
  for (const DocumentContent& document : result.documents) {
    append_to(text, {"{}\n", data_uri(document.data, kPdfType)});
  }
  return text;
}

}  // namespace lectern::cli
