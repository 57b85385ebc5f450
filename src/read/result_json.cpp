// ToolResult to JSON (contract, section 3): the JavaScript objects, the command line's --json and
// the WASI output are all made from it. The fields of its metadata: result_fields.cpp.
#include "base/base64.h"
#include "read/json_fields.h"

namespace lectern {
namespace {

std::string media_text(const Media& media, MediaText form) {
  return form == MediaText::kBase64 ? base64_encode(media.bytes()) : std::string();
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

}  // namespace

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
