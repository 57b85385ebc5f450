#include "cli/wires.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern::cli {
namespace {

const ByteVector kBytes = {1, 2, 3};

ToolResult text_result(std::string content) {
  ToolResult result;
  result.success = true;
  result.content = std::move(content);
  result.start_line = 1;
  result.end_line = 2;
  result.total_lines = 2;
  return result;
}

ToolResult image_result(std::string mime_type) {
  ToolResult result = text_result("Read image: a");
  result.content_type = ContentType::kImage;
  result.images.push_back({Media::view(kBytes), std::move(mime_type), {1, 1}});
  return result;
}

ToolResult document_result() {
  ToolResult result = text_result("Read PDF: a.pdf");
  result.content_type = ContentType::kPdf;
  result.documents.push_back({Media::view(kBytes), 1});
  return result;
}

}  // namespace

TEST_CASE("a failure says so in the way of each wire") {
  const ToolResult result = failure({ErrorCode::kFileNotFound, "File does not exist: a"});
  CHECK(to_anthropic(result, "c1").dump() ==
        R"({"type":"tool_result","tool_use_id":"c1","is_error":true,)"
        R"("content":[{"type":"text","text":"File does not exist: a"}]})");
  CHECK(to_openai(result, "c1", "a.pdf").dump() ==
        R"({"type":"function_call_output","call_id":"c1",)"
        R"("output":[{"type":"input_text","text":"File does not exist: a"}]})");
  CHECK(to_mcp(result, "file:///a").dump() ==
        R"({"content":[{"type":"text","text":"File does not exist: a"}],"isError":true})");
  CHECK(to_xml(result, "a") == "<error><![CDATA[File does not exist: a]]></error>\n");
}

TEST_CASE("pictures and texts keep their order, and blank texts are left out") {
  ToolResult result = image_result("image/png");
  result.images.push_back({Media::view(kBytes), "image/gif", {1, 1}});
  // A no-break space and an ideographic space are blank too.
  result.parts = {{"before"}, {std::size_t{1}}, {" \n\u00A0\u3000"}};
  const Json content = to_mcp(result, "file:///a")["content"];
  REQUIRE(content.size() == 3);
  CHECK(content[0]["text"] == "before");
  CHECK(content[1]["mimeType"] == "image/gif");
  CHECK(content[2].dump() == R"({"type":"image","data":"AQID","mimeType":"image/png"})");
}

TEST_CASE("a picture that no provider takes becomes a line of text, except for MCP") {
  const ToolResult result = image_result("image/bmp");
  CHECK(to_anthropic(result, "c")["content"][1]["text"] ==
        "(picture left out: image/bmp is not accepted here)");
  CHECK(to_mcp(result, "file:///a")["content"][1]["mimeType"] == "image/bmp");
}

TEST_CASE("there is text in any case") {
  ToolResult result = document_result();
  result.content = "\u2003";
  CHECK(to_anthropic(result, "c")["content"].dump() ==
        R"json([{"type":"text","text":"(no text)"},{"type":"document","source":)json"
        R"({"type":"base64","media_type":"application/pdf","data":"AQID"}}])");
}

TEST_CASE("a document has a name or an address where the wire wants one") {
  CHECK(
      to_openai(document_result(), "c", "a.pdf")["output"][1].dump() ==
      R"({"type":"input_file","filename":"a.pdf","file_data":"data:application/pdf;base64,AQID"})");
  CHECK(to_mcp(document_result(), "file:///a.pdf")["content"][1].dump() ==
        R"({"type":"resource","resource":)"
        R"({"uri":"file:///a.pdf","mimeType":"application/pdf","blob":"AQID"}})");
}

TEST_CASE("XML escapes the path and keeps the end of a section inside of it") {
  CHECK(to_xml(text_result("a]]>b"), "a&\"<b>.txt") ==
        "<file_content path=\"a&amp;&quot;&lt;b&gt;.txt\" start_line=\"1\" end_line=\"2\" "
        "total_lines=\"2\"><![CDATA[a]]]]><![CDATA[>b]]></file_content>\n");
}

TEST_CASE("XML leaves pictures and documents bare") {
  CHECK(to_xml(image_result("image/png"), "a") == "data:image/png;base64,AQID\n");
  CHECK(to_xml(document_result(), "a") == "data:application/pdf;base64,AQID\n");
}

}  // namespace lectern::cli
