#include "command/wires.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/message.h"
#include "command/result.h"
#include "text/utf8.h"

namespace lectern::command {
namespace {

/// MIME types of pictures that the model providers take.
constexpr std::array<std::string_view, 4> kImageTypes = {"image/jpeg", "image/png", "image/gif",
                                                         "image/webp"};
/// Those that Gemini takes in a function's response.
constexpr std::array<std::string_view, 3> kGeminiTypes = {"image/jpeg", "image/png", "image/webp"};
/// Warnings that a model is told.
constexpr std::size_t kMaxWarnings = 20;
/// Characters of a document's name that Bedrock takes.
constexpr std::size_t kMaxNameBytes = 200;
constexpr std::size_t kMaxIdBytes = 64;

struct Picture {
  std::size_t index;
  std::size_t size;
  std::string type;
};
struct Document {
  std::size_t index;
  std::size_t size;
  std::string type;
};

/// A result in reading order. Text is never blank: providers refuse blank text.
using Block = std::variant<std::string, Picture, Document>;

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

void append_text(std::vector<Block>& blocks, std::string text) {
  if (!is_blank(text)) blocks.emplace_back(std::move(text));
}

std::vector<Picture> pictures_of(const Json& result) {
  std::vector<Picture> pictures;
  for (const Json& image : field(result, "images")) {
    pictures.push_back({pictures.size(), media_size(image), media_type(image)});
  }
  return pictures;
}

std::vector<Document> documents_of(const Json& result) {
  std::vector<Document> documents;
  const std::size_t first = field(result, "images").size();
  for (const Json& document : field(result, "documents")) {
    documents.push_back({first + documents.size(), media_size(document), media_type(document)});
  }
  return documents;
}

std::vector<Block> ordered_blocks(const Json& result) {
  std::vector<Block> blocks;
  const std::vector<Picture> pictures = pictures_of(result);
  std::vector<bool> is_placed(pictures.size());
  const Json& parts = field(result, "parts");
  if (parts.empty()) append_text(blocks, text_field(result, "content"));
  // Text up to the next picture is one block.
  std::string text;
  for (const Json& part : parts) {
    if (text_field(part, "type") == "text") {
      text += text_field(part, "text");
      continue;
    }
    append_text(blocks, std::exchange(text, ""));
    const auto index = static_cast<std::size_t>(number_field(part, "image"));
    if (index >= pictures.size()) continue;
    blocks.emplace_back(pictures[index]);
    is_placed[index] = true;
  }
  append_text(blocks, std::move(text));
  for (const Picture& picture : pictures) {
    if (!is_placed[picture.index]) blocks.emplace_back(picture);
  }
  for (const Document& document : documents_of(result)) blocks.emplace_back(document);
  return blocks;
}

std::string content_of(const Json& result) {
  std::string content = text_field(result, "content");
  return is_blank(content) ? "(no text)" : content;
}

/// What is known to be wrong with a result, a line each: the model has to know what it does not
/// see. Each line begins with a line end.
std::string warning_lines(const Json& result) {
  const Json& warnings = field(field(result, "metadata"), "warnings");
  const std::size_t count = std::min(warnings.size(), kMaxWarnings);
  std::string lines;
  for (std::size_t i = 0; i < count; ++i) {
    std::string warning = warnings[i].get<std::string>();
    std::replace(warning.begin(), warning.end(), '\n', ' ');
    std::replace(warning.begin(), warning.end(), '\r', ' ');
    append_to(lines, {"\n(warning: {})", warning});
  }
  if (count < warnings.size()) append_to(lines, {"\n(warning: {} more)", warnings.size() - count});
  return lines;
}

bool is_taken(const Picture& picture, std::span<const std::string_view> image_types) {
  return image_types.empty() ||
         std::find(image_types.begin(), image_types.end(), picture.type) != image_types.end();
}

/// Stands for a picture that is not taken.
std::string left_out_text(const Picture& picture) {
  return compose({"(picture left out: {} is not accepted here)", picture.type});
}

/// A result as blocks, with text in any case. Pictures of other types than `image_types` (empty:
/// any) become a line of text. Warnings are the last block.
std::vector<Block> blocks_of(const Json& result, std::span<const std::string_view> image_types) {
  std::vector<Block> blocks = ordered_blocks(result);
  bool has_text = false;
  for (Block& block : blocks) {
    const auto* picture = std::get_if<Picture>(&block);
    if (picture != nullptr && !is_taken(*picture, image_types)) block = left_out_text(*picture);
    has_text = has_text || std::holds_alternative<std::string>(block);
  }
  if (!has_text) blocks.emplace(blocks.begin(), content_of(result));
  const std::string warnings = warning_lines(result);
  if (!warnings.empty()) blocks.emplace_back(warnings.substr(1));
  return blocks;
}

std::string data_uri_head(std::string_view type) { return compose({"data:{};base64,", type}); }

Json text_block(const char* type, const std::string& text) {
  return {{"type", type}, {"text", text}};
}

Json data_uri(const Picture& picture) {
  return media_value(picture.index, picture.size, data_uri_head(picture.type));
}

Json data_uri(const Document& document) {
  return media_value(document.index, document.size, data_uri_head(document.type));
}

Json anthropic_source(std::size_t index, std::size_t size, std::string_view type) {
  return {{"type", "base64"}, {"media_type", type}, {"data", media_value(index, size)}};
}

Json anthropic_block(const Block& block) {
  if (const auto* text = std::get_if<std::string>(&block)) return text_block("text", *text);
  if (const auto* picture = std::get_if<Picture>(&block)) {
    return {{"type", "image"},
            {"source", anthropic_source(picture->index, picture->size, picture->type)}};
  }
  const auto& document = std::get<Document>(block);
  return {{"type", "document"},
          {"source", anthropic_source(document.index, document.size, document.type)}};
}

Json openai_block(const Block& block, std::string_view filename) {
  if (const auto* text = std::get_if<std::string>(&block)) return text_block("input_text", *text);
  if (const auto* picture = std::get_if<Picture>(&block)) {
    return {{"type", "input_image"}, {"image_url", data_uri(*picture)}, {"detail", "auto"}};
  }
  return {{"type", "input_file"},
          {"filename", filename},
          {"file_data", data_uri(std::get<Document>(block))}};
}

Json mcp_block(const Block& block, std::string_view uri) {
  if (const auto* text = std::get_if<std::string>(&block)) return text_block("text", *text);
  if (const auto* picture = std::get_if<Picture>(&block)) {
    return {{"type", "image"},
            {"data", media_value(picture->index, picture->size)},
            {"mimeType", picture->type}};
  }
  const auto& document = std::get<Document>(block);
  Json resource = {{"uri", uri}, {"mimeType", document.type}};
  resource["blob"] = media_value(document.index, document.size);
  return {{"type", "resource"}, {"resource", std::move(resource)}};
}

template <typename Medium>
Json gemini_part(const Medium& medium) {
  Json data = {{"mimeType", medium.type}};
  data["data"] = media_value(medium.index, medium.size);
  return {{"inlineData", std::move(data)}};
}

/// What Gemini is told of a result. Pictures that it does not take are named at the end.
std::string gemini_text(const Json& result) {
  std::string text = content_of(result) + warning_lines(result);
  for (const Picture& picture : pictures_of(result)) {
    if (!is_taken(picture, kGeminiTypes)) append_to(text, {"\n{}", left_out_text(picture)});
  }
  return text;
}

bool is_name_character(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') ||
         std::string_view("-()[]").find(c) != std::string_view::npos;
}

/// Text of the characters that Bedrock takes in a name: letters, digits, single spaces, hyphens,
/// parentheses and square brackets.
std::string allowed(std::string_view text) {
  std::string name;
  bool has_gap = false;
  for (const char c : text) {
    if (!is_name_character(c)) {
      has_gap = true;
      continue;
    }
    if (has_gap && !name.empty()) name += ' ';
    has_gap = false;
    name += c;
  }
  return name;
}

/// A name that no other document of the conversation has: Bedrock refuses a request that holds one
/// twice. The result of a file has one document at most.
std::string document_name(std::string_view filename, std::string_view call_id) {
  constexpr std::string_view kExtension = ".pdf";
  const std::size_t stem = filename.size() - std::min(filename.size(), kExtension.size());
  const bool is_pdf = std::equal(
      filename.begin() + static_cast<std::ptrdiff_t>(stem), filename.end(), kExtension.begin(),
      kExtension.end(), [](char left, char right) { return (left | 0x20) == (right | 0x20); });
  std::string name = allowed(filename.substr(0, is_pdf ? stem : filename.size()));
  if (name.empty()) name = "document";
  std::string id = allowed(call_id);
  id.erase(0, id.size() - std::min(id.size(), kMaxIdBytes));
  const std::string mark = id.empty() ? "" : compose({" ({})", id});
  name.resize(std::min(name.size(), kMaxNameBytes - mark.size()));
  return name + mark;
}

/// What Bedrock calls a picture's type: "png" for "image/png".
std::string_view bedrock_format(const Picture& picture) {
  const std::string_view type = picture.type;
  return type.substr(type.find('/') + 1);
}

Json bedrock_block(const Block& block, std::string_view filename, std::string_view call_id) {
  if (const auto* text = std::get_if<std::string>(&block)) return {{"text", *text}};
  if (const auto* picture = std::get_if<Picture>(&block)) {
    Json image = {{"format", bedrock_format(*picture)}};
    image["source"]["bytes"] = media_value(picture->index, picture->size);
    return {{"image", std::move(image)}};
  }
  const auto& medium = std::get<Document>(block);
  Json document = {{"format", "pdf"}, {"name", document_name(filename, call_id)}};
  document["source"]["bytes"] = media_value(medium.index, medium.size);
  return {{"document", std::move(document)}};
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

std::string xml_element(const Json& result, std::string_view path) {
  const std::string content = character_data(text_field(result, "content"));
  if (!is_set(result, "success")) return compose({"<error>{}</error>\n", content});
  if (text_field(result, "contentType") == "image" || !field(result, "documents").empty()) {
    return "";
  }
  return compose(
      {"<file_content path=\"{}\" start_line=\"{}\" end_line=\"{}\" "
       "total_lines=\"{}\">{}</file_content>\n",
       xml_attribute(path), number_field(result, "startLine"), number_field(result, "endLine"),
       number_field(result, "totalLines"), content});
}

}  // namespace

Json to_anthropic(const Json& result, std::string_view call_id) {
  Json answer = {{"type", "tool_result"}, {"tool_use_id", call_id}};
  if (!is_set(result, "success")) answer["is_error"] = true;
  Json& content = answer["content"] = Json::array();
  for (const Block& block : blocks_of(result, kImageTypes)) {
    content.push_back(anthropic_block(block));
  }
  return answer;
}

Json to_openai(const Json& result, std::string_view call_id, std::string_view filename) {
  Json item = {{"type", "function_call_output"}, {"call_id", call_id}};
  Json& output = item["output"] = Json::array();
  for (const Block& block : blocks_of(result, kImageTypes)) {
    output.push_back(openai_block(block, filename));
  }
  return item;
}

Json to_gemini(const Json& result, std::string_view call_id, std::string_view name) {
  Json response = Json::object();
  if (!call_id.empty()) response["id"] = call_id;
  response["name"] = name;
  response["response"][is_set(result, "success") ? "output" : "error"] = gemini_text(result);
  Json parts = Json::array();
  for (const Block& block : blocks_of(result, kGeminiTypes)) {
    if (const auto* picture = std::get_if<Picture>(&block)) parts.push_back(gemini_part(*picture));
    if (const auto* document = std::get_if<Document>(&block)) {
      parts.push_back(gemini_part(*document));
    }
  }
  if (!parts.empty()) response["parts"] = std::move(parts);
  Json part = Json::object();
  part["functionResponse"] = std::move(response);
  Json all = Json::array();
  all.push_back(std::move(part));
  return all;
}

Json to_bedrock(const Json& result, std::string_view call_id, std::string_view filename) {
  Json content = Json::array();
  for (const Block& block : blocks_of(result, kImageTypes)) {
    content.push_back(bedrock_block(block, filename, call_id));
  }
  Json answer = {{"toolUseId", call_id}};
  answer["content"] = std::move(content);
  answer["status"] = is_set(result, "success") ? "success" : "error";
  Json block = Json::object();
  block["toolResult"] = std::move(answer);
  return block;
}

Json to_mcp(const Json& result, std::string_view uri) {
  Json answer;
  Json& content = answer["content"] = Json::array();
  for (const Block& block : blocks_of(result, {})) content.push_back(mcp_block(block, uri));
  if (!is_set(result, "success")) answer["isError"] = true;
  return answer;
}

Json to_json(const Json& result) {
  Json all = result;
  for (const Picture& picture : pictures_of(result)) {
    all["images"][picture.index]["data"] = media_value(picture.index, picture.size);
  }
  const std::vector<Document> documents = documents_of(result);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    all["documents"][i]["data"] = media_value(documents[i].index, documents[i].size);
  }
  return all;
}

Output to_xml(const Json& result, std::string_view path) {
  Output output;
  output.add(xml_element(result, path));
  for (const Picture& picture : pictures_of(result)) {
    output.add(data_uri_head(picture.type));
    output.add(MediaSlice{picture.index, 0, picture.size});
    output.add("\n");
  }
  for (const Document& document : documents_of(result)) {
    output.add(data_uri_head(document.type));
    output.add(MediaSlice{document.index, 0, document.size});
    output.add("\n");
  }
  return output;
}

}  // namespace lectern::command
