// ToolResult to JSON (contract, section 3). This is the only list of the result's fields: the
// JavaScript objects, the command line's --json and the WASI output are all made from it.
#include <cmath>
#include <utility>

#include "base/base64.h"
#include "base/format.h"
#include "read/json.h"

namespace lectern {
namespace {

std::string media_text(const Media& media, MediaText form) {
  return form == MediaText::kBase64 ? base64_encode(media.bytes()) : std::string();
}

/// A field. One function for all of a type: written out in place, the fields would be a twentieth
/// of the WebAssembly module.
template <typename T>
[[gnu::noinline]] void set(Json& json, const char* name, const T& value) {
  json[name] = value;
}

[[gnu::noinline]] void set(Json& json, const char* name, Json&& value) {
  json[name] = std::move(value);
}

template <typename T>
[[gnu::noinline]] void set_if(Json& json, const char* name, const std::optional<T>& value) {
  if (value) set(json, name, *value);
}

Json to_json(const Dimensions& size) { return {{"width", size.width}, {"height", size.height}}; }

/// Whole numbers without a fraction, as JavaScript prints them.
Json number(double value) {
  const auto integer = static_cast<std::int64_t>(value);
  if (static_cast<double>(integer) == value) return integer;
  return value;
}

/// Points with two decimals: finer is noise.
Json points(double value) { return number(std::round(value * 100) / 100); }

Json to_json(const PageInfo& page) {
  Json json;
  set(json, "page", page.page);
  set(json, "class", to_string(page.page_class));
  if (!page.label.empty()) set(json, "label", page.label);
  set(json, "width", points(page.width_points));
  set(json, "height", points(page.height_points));
  return json;
}

Json to_json(const OutlineItem& item) {
  Json json;
  set(json, "title", item.title);
  set(json, "level", item.level);
  set_if(json, "page", item.page);
  return json;
}

Json to_json(const ImageContent& image, MediaText media) {
  Json json;
  json["data"] = media_text(image.data, media);
  set(json, "mimeType", image.mime_type);
  set(json, "width", image.size.width);
  set(json, "height", image.size.height);
  set_if(json, "page", image.page);
  set_if(json, "cell", image.cell);
  return json;
}

Json to_json(const DocumentContent& document, MediaText media) {
  return {{"data", media_text(document.data, media)},
          {"mimeType", "application/pdf"},
          {"pageCount", document.page_count}};
}

Json to_json(const Part& part) {
  Json json;
  if (const auto* text = std::get_if<std::string>(&part.piece)) {
    set(json, "type", "text");
    set(json, "text", *text);
  } else {
    set(json, "type", "image");
    set(json, "image", std::get<std::size_t>(part.piece));
  }
  set_if(json, "page", part.page);
  set_if(json, "cell", part.cell);
  return json;
}

Json to_json(const Metadata& metadata) {
  Json json;
  set(json, "sizeBytes", metadata.size_bytes);
  if (!metadata.modified.empty()) set(json, "modified", metadata.modified);
  set(json, "mimeType", metadata.mime_type);
  set_if(json, "encoding", metadata.encoding);
  set_if(json, "encodingConfidence", metadata.encoding_confidence_percent);
  set_if(json, "bom", metadata.bom);
  if (metadata.eol) set(json, "eol", to_string(*metadata.eol));
  set_if(json, "finalNewline", metadata.final_newline);
  set_if(json, "replacements", metadata.replacements);
  set_if(json, "format", metadata.format);
  if (metadata.dimensions) set(json, "dimensions", to_json(*metadata.dimensions));
  if (metadata.original_dimensions) {
    set(json, "originalDimensions", to_json(*metadata.original_dimensions));
  }
  if (metadata.scale) set(json, "scale", number(*metadata.scale));
  set_if(json, "bitDepth", metadata.bit_depth);
  set_if(json, "colorType", metadata.color_type);
  set_if(json, "alpha", metadata.alpha);
  set_if(json, "orientation", metadata.orientation);
  set_if(json, "frames", metadata.frames);
  set_if(json, "durationMs", metadata.duration_ms);
  set_if(json, "cellCount", metadata.cell_count);
  set_if(json, "language", metadata.language);
  set_if(json, "nbformat", metadata.nbformat);
  set_if(json, "pageCount", metadata.page_count);
  set_if(json, "encrypted", metadata.encrypted);
  set_if(json, "title", metadata.title);
  set_if(json, "author", metadata.author);
  for (const PageInfo& page : metadata.pages) json["pages"].push_back(to_json(page));
  for (const OutlineItem& item : metadata.outline) json["outline"].push_back(to_json(item));
  if (!metadata.warnings.empty()) set(json, "warnings", metadata.warnings);
  return json;
}

}  // namespace

Json to_json(const ReadRequest& request) {
  Json json;
  set(json, "file_path", request.file_path);
  set_if(json, "offset", request.offset);
  set_if(json, "column", request.column);
  set_if(json, "limit", request.limit);
  if (!request.pages.empty()) set(json, "pages", ranges_text(request.pages));
  if (!request.cells.empty()) set(json, "cells", ranges_text(request.cells));
  if (!request.file_type.empty()) set(json, "file_type", request.file_type);
  return json;
}

Json to_json(const Detection& detection) {
  Json json;
  set(json, "kind", to_string(detection.kind));
  set(json, "mimeType", detection.mime_type);
  if (detection.format != nullptr) set(json, "format", detection.format->name);
  set(json, "confidence", to_string(detection.evidence));
  if (!detection.warnings.empty()) set(json, "warnings", detection.warnings);
  return json;
}

Json to_json(const ToolResult& result, MediaText media) {
  Json json;
  set(json, "success", result.success);
  set(json, "content", result.content);
  if (!result.short_result.empty()) set(json, "shortResult", result.short_result);
  if (result.error) {
    set(json, "error", result.error->message);
    set(json, "errorCode", to_string(result.error->code));
  }
  set(json, "contentType", to_string(result.content_type));
  for (const ImageContent& image : result.images) json["images"].push_back(to_json(image, media));
  for (const DocumentContent& document : result.documents) {
    json["documents"].push_back(to_json(document, media));
  }
  for (const Part& part : result.parts) json["parts"].push_back(to_json(part));
  set(json, "lineCount", result.line_count);
  set(json, "startLine", result.start_line);
  set(json, "endLine", result.end_line);
  set(json, "totalLines", result.total_lines);
  set(json, "truncated", result.truncated);
  if (result.truncation) {
    json["truncation"]["cause"] = to_string(result.truncation->cause);
    if (result.truncation->next) json["truncation"]["next"] = to_json(*result.truncation->next);
  }
  if (!result.content_hash.empty()) set(json, "contentHash", result.content_hash);
  set(json, "metadata", to_json(result.metadata));
  return json;
}

std::string to_json_text(const ToolResult& result) {
  return to_json(result).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace lectern
