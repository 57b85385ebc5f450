#include "command/wires.h"

#include <catch2/catch_test_macros.hpp>

#include "command/result.h"

namespace lectern::command {
namespace {

Json text_result(const std::string& content) {
  return {{"success", true}, {"content", content}, {"contentType", "text"},
          {"startLine", 1},  {"endLine", 2},       {"totalLines", 2}};
}

Json medium(const char* type) { return {{"data", 3}, {kMediaTypeField, type}}; }

Json image_result(const char* type) {
  Json result = text_result("Read image: a");
  result["contentType"] = "image";
  result["images"] = Json::array({medium(type)});
  return result;
}

Json document_result() {
  Json result = text_result("Read PDF: a.pdf");
  result["contentType"] = "pdf";
  result["documents"] = Json::array({medium("application/pdf")});
  return result;
}

std::string text_of(const Output& output) {
  return output.text([](std::size_t index) { return index == 0 ? "AQID" : "BQYH"; });
}

std::string text_of(const Json& json) {
  Output output;
  output.add_json(json);
  return text_of(output);
}

}  // namespace

TEST_CASE("a failure says so in the way of each wire") {
  const Json result = {{"success", false}, {"content", "File does not exist: a"}};
  CHECK(text_of(to_anthropic(result, "c1")) ==
        R"({"type":"tool_result","tool_use_id":"c1","is_error":true,)"
        R"("content":[{"type":"text","text":"File does not exist: a"}]})");
  CHECK(text_of(to_openai(result, "c1", "a.pdf")) ==
        R"({"type":"function_call_output","call_id":"c1",)"
        R"("output":[{"type":"input_text","text":"File does not exist: a"}]})");
  CHECK(text_of(to_mcp(result, "file:///a")) ==
        R"({"content":[{"type":"text","text":"File does not exist: a"}],"isError":true})");
  CHECK(text_of(to_xml(result, "a")) == "<error><![CDATA[File does not exist: a]]></error>\n");
}

TEST_CASE("the model is told the warnings, a line each, and how many there are beyond twenty") {
  Json result = text_result("a");
  result["metadata"]["warnings"] = {"cut off\nat 12", "b"};
  CHECK(text_of(to_anthropic(result, "c1")) ==
        R"({"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"a"},)"
        R"json({"type":"text","text":"(warning: cut off at 12)\n(warning: b)"}]})json");
  CHECK(text_of(to_gemini(result, "", "read")) ==
        R"([{"functionResponse":{"name":"read","response":)"
        R"json({"output":"a\n(warning: cut off at 12)\n(warning: b)"}}}])json");
  result["metadata"]["warnings"] = std::vector<std::string>(23, "c");
  const std::string many = text_of(to_mcp(result, "file:///a"));
  CHECK(many.ends_with(R"json((warning: c)\n(warning: 3 more)"}]})json"));
}

TEST_CASE("pictures and texts keep their order, and blank texts are left out") {
  Json result = image_result("image/png");
  result["images"].push_back(medium("image/gif"));
  // A no-break space and an ideographic space are blank too.
  result["parts"] = {{{"type", "text"}, {"text", "before"}},
                     {{"type", "image"}, {"image", 1}},
                     {{"type", "text"}, {"text", " \n\u00A0\u3000"}}};
  const Json content = to_mcp(result, "file:///a")["content"];
  REQUIRE(content.size() == 3);
  CHECK(content[0]["text"] == "before");
  CHECK(content[1]["mimeType"] == "image/gif");
  CHECK(text_of(content[1]) == R"({"type":"image","data":"BQYH","mimeType":"image/gif"})");
  CHECK(text_of(content[2]) == R"({"type":"image","data":"AQID","mimeType":"image/png"})");
}

TEST_CASE("text up to the next picture is one block, blank beginnings included") {
  Json result = image_result("image/png");
  result["parts"] = {{{"type", "text"}, {"text", "\n"}},
                     {{"type", "text"}, {"text", "a"}},
                     {{"type", "image"}, {"image", 0}},
                     {{"type", "text"}, {"text", "b"}},
                     {{"type", "text"}, {"text", " "}}};
  const Json content = to_mcp(result, "file:///a")["content"];
  REQUIRE(content.size() == 3);
  CHECK(content[0]["text"] == "\na");
  CHECK(content[2]["text"] == "b ");
}

TEST_CASE("a picture that no provider takes becomes a line of text, except for MCP") {
  const Json result = image_result("image/bmp");
  CHECK(to_anthropic(result, "c")["content"][1]["text"] ==
        "(picture left out: image/bmp is not accepted here)");
  CHECK(to_mcp(result, "file:///a")["content"][1]["mimeType"] == "image/bmp");
}

TEST_CASE("there is text in any case") {
  Json result = document_result();
  result["content"] = "\u2003";
  CHECK(text_of(to_anthropic(result, "c")["content"]) ==
        R"json([{"type":"text","text":"(no text)"},{"type":"document","source":)json"
        R"({"type":"base64","media_type":"application/pdf","data":"AQID"}}])");
}

TEST_CASE("a document has a name or an address where the wire wants one") {
  CHECK(
      text_of(to_openai(document_result(), "c", "a.pdf")["output"][1]) ==
      R"({"type":"input_file","filename":"a.pdf","file_data":"data:application/pdf;base64,AQID"})");
  CHECK(text_of(to_mcp(document_result(), "file:///a.pdf")["content"][1]) ==
        R"({"type":"resource","resource":)"
        R"({"uri":"file:///a.pdf","mimeType":"application/pdf","blob":"AQID"}})");
}

TEST_CASE("Gemini has media in the response, and an id only when the call has one") {
  CHECK(text_of(to_gemini(image_result("image/png"), "", "Read")) ==
        R"([{"functionResponse":{"name":"Read","response":{"output":"Read image: a"},)"
        R"("parts":[{"inlineData":{"mimeType":"image/png","data":"AQID"}}]}}])");
  CHECK(text_of(to_gemini(image_result("image/gif"), "c", "f")) ==
        R"json([{"functionResponse":{"id":"c","name":"f","response":{"output":"Read image: a\n)json"
        R"json((picture left out: image/gif is not accepted here)"}}}])json");
  const Json failure = {{"success", false}, {"content", "no"}};
  CHECK(text_of(to_gemini(failure, "", "f")) ==
        R"([{"functionResponse":{"name":"f","response":{"error":"no"}}}])");
}

TEST_CASE("Bedrock has formats for types, and names with the characters that it takes") {
  CHECK(text_of(to_bedrock(image_result("image/jpeg"), "c", "a")) ==
        R"({"toolResult":{"toolUseId":"c","content":[{"text":"Read image: a"},)"
        R"({"image":{"format":"jpeg","source":{"bytes":"AQID"}}}],"status":"success"}})");
  const auto name = [](std::string_view filename, std::string_view call_id = "c") {
    return to_bedrock(document_result(), call_id,
                      filename)["toolResult"]["content"][1]["document"]["name"];
  };
  CHECK(name("a  b_(1)[2]-é.PDF") == "a b (1)[2]- (c)");
  CHECK(name("\u00e9.pdf") == "document (c)");
  CHECK(name(".pdf", "tooluse_a-1") == "document (tooluse a-1)");
  CHECK(name(".pdf", "") == "document");
  CHECK(name(std::string(300, 'x')) == std::string(196, 'x') + " (c)");
  CHECK(name("a.pdf", std::string(300, 'y')) == "a (" + std::string(64, 'y') + ")");
  CHECK(to_bedrock({{"success", false}, {"content", "no"}}, "c", "")["toolResult"]["status"] ==
        "error");
}

TEST_CASE("XML escapes the path and keeps the end of a section inside of it") {
  CHECK(text_of(to_xml(text_result("a]]>b"), "a&\"<b>.txt")) ==
        "<file_content path=\"a&amp;&quot;&lt;b&gt;.txt\" start_line=\"1\" end_line=\"2\" "
        "total_lines=\"2\"><![CDATA[a]]]]><![CDATA[>b]]></file_content>\n");
}

TEST_CASE("XML leaves pictures and documents bare") {
  CHECK(text_of(to_xml(image_result("image/png"), "a")) == "data:image/png;base64,AQID\n");
  CHECK(text_of(to_xml(document_result(), "a")) == "data:application/pdf;base64,AQID\n");
}

TEST_CASE("the result itself has its media in their places") {
  Json result = image_result("image/png");
  result["documents"] = Json::array({medium("application/pdf")});
  CHECK(text_of(to_json(result)).find(R"("images":[{"data":"AQID",)") != std::string::npos);
  CHECK(text_of(to_json(result)).find(R"("documents":[{"data":"BQYH",)") != std::string::npos);
}

}  // namespace lectern::command
