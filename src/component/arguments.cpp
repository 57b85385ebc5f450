#include "component/arguments.h"

#include <span>
#include <string>

namespace lectern::component {
namespace {

using Names = std::span<const char* const>;

/// In the order of lectern.wit.
constexpr const char* kLimitNames[kLimits] = {
    "maxImageBytes",   "maxPdfBytes", "maxNotebookBytes",   "maxTextBytes",    "maxPixels",
    "maxDecodedBytes", "maxLines",    "maxLineChars",       "maxContentChars", "maxTokens",
    "maxPages",        "maxImages",   "maxCellOutputChars", "maxJsonDepth"};
constexpr const char* kProviders[] = {
    "anthropic", "anthropic-large", "bedrock", "openai", "gemini", "mcp", "none"};
constexpr const char* kHashes[] = {"sha256", "none"};
constexpr const char* kLineNumbers[] = {"cat", "arrow", "none"};
constexpr const char* kAnimations[] = {"keep", "first", "contact-sheet"};
constexpr const char* kSvgForms[] = {"text", "image"};
constexpr const char* kNotebookForms[] = {"cells", "raw"};
constexpr const char* kNotebookOutputs[] = {"all", "text", "none"};
constexpr const char* kPdfForms[] = {"pages", "document"};
constexpr const char* kPageImages[] = {"auto", "always", "never"};

std::string text_of(String text) { return {text.data, text.size}; }

void set(Json& json, const char* name, const Option<String>& text) {
  if (text.present) json[name] = text_of(text.value);
}

void set(Json& json, const char* name, const Option<std::uint64_t>& number) {
  if (number.present) json[name] = number.value;
}

void set(Json& json, const char* name, const Option<bool>& flag) {
  if (flag.present) json[name] = flag.value;
}

void set(Json& json, const char* name, const Option<Case>& choice, Names names) {
  if (choice.present) json[name] = names[choice.value];
}

}  // namespace

Json input_json(const ReadInput& input) {
  Json json = Json::object();
  json["file_path"] = text_of(input.file_path);
  set(json, "offset", input.offset);
  set(json, "column", input.column);
  set(json, "limit", input.limit);
  set(json, "pages", input.pages);
  set(json, "cells", input.cells);
  set(json, "file_type", input.file_type);
  return json;
}

Json options_json(const ReadOptions& options) {
  Json json = Json::object();
  if (options.limits.present) {
    Json& limits = json["limits"] = Json::object();
    for (int i = 0; i < kLimits; ++i) set(limits, kLimitNames[i], options.limits.value[i]);
  }
  set(json, "provider", options.provider, kProviders);
  set(json, "hash", options.hash, kHashes);
  set(json, "contentHash", options.content_hash);
  set(json, "modified", options.modified);
  set(json, "lineNumbers", options.line_numbers, kLineNumbers);
  set(json, "encoding", options.encoding);
  set(json, "countLinesUpToBytes", options.count_lines_up_to_bytes);
  set(json, "imagesInRequest", options.images_in_request);
  set(json, "bytesInRequest", options.bytes_in_request);
  if (options.region.present) {
    const PixelRegion& region = options.region.value;
    json["region"] = {
        {"x", region.x}, {"y", region.y}, {"width", region.width}, {"height", region.height}};
  }
  set(json, "fullResolution", options.full_resolution);
  set(json, "tile", options.tile);
  set(json, "lenientImages", options.lenient_images);
  set(json, "animation", options.animation, kAnimations);
  set(json, "svg", options.svg, kSvgForms);
  set(json, "notebook", options.notebook, kNotebookForms);
  set(json, "outputs", options.outputs, kNotebookOutputs);
  set(json, "outline", options.outline);
  set(json, "pdf", options.pdf, kPdfForms);
  set(json, "pageImages", options.page_images, kPageImages);
  set(json, "password", options.password);
  set(json, "search", options.search);
  return json;
}

}  // namespace lectern::component
