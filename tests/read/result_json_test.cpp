#include <catch2/catch_test_macros.hpp>

#include "read/json.h"

namespace lectern {

TEST_CASE("a result's JSON has the contract's fields in the contract's order") {
  ToolResult result;
  result.success = true;
  result.content = "text";
  result.short_result = "short";
  result.content_type = ContentType::kImage;
  const ByteVector pixels = {1, 2, 3};
  result.images.push_back({Media::view(pixels), "image/png", {4, 5}, 6, 7});
  result.parts = {{"text", 3}, {std::size_t{0}, std::nullopt, 7}};
  result.truncated = true;
  ReadRequest next;
  next.file_path = "a";
  next.offset = 9;
  result.truncation = Truncation{TruncationCause::kLines, next};
  result.content_hash = "00";
  result.metadata.mime_type = "image/png";
  result.metadata.original_dimensions = Dimensions{8, 10};
  result.metadata.scale = 2.0;
  CHECK(
      to_json_text(result) ==
      R"({"success":true,"content":"text","shortResult":"short","contentType":"image",)"
      R"("images":[{"data":"AQID","mimeType":"image/png","width":4,"height":5,"page":6,"cell":7}],)"
      R"("parts":[{"type":"text","text":"text","page":3},{"type":"image","image":0,"cell":7}],)"
      R"("lineCount":0,"startLine":0,"endLine":0,"totalLines":0,"truncated":true,)"
      R"("truncation":{"cause":"lines","next":{"file_path":"a","offset":9}},"contentHash":"00",)"
      R"("metadata":{"sizeBytes":0,"mimeType":"image/png","originalDimensions":{"width":8,"height":10},"scale":2}})");
}

TEST_CASE("media can be left out of the JSON for hosts that fill it in themselves") {
  ToolResult result;
  const ByteVector pixels = {1, 2, 3};
  result.images.push_back({Media::view(pixels), "image/png", {4, 5}});
  CHECK(to_json(result, MediaText::kEmpty)["images"][0]["data"] == "");
}

TEST_CASE("bytes that are not UTF-8 never break the JSON") {
  ToolResult result;
  result.content = "a\xFFz";
  CHECK(to_json_text(result).find("a\xEF\xBF\xBDz") != std::string::npos);
}

}  // namespace lectern
