// Outlines of what a compressed file holds: millions of marks, which are few bytes there, are paid
// for.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <utility>

#include "read/read.h"
#include "support/zip_writer.h"

namespace lectern {
namespace {

constexpr std::uint64_t kUsualWork = 5'000'000'000;

ToolResult read_member(std::string_view name, std::string_view content, ReadRequest request,
                       std::uint64_t max_work) {
  ZipWriter zip;
  zip.add(name, content);
  request.file_path = "a.zip";
  ReadOptions options;
  options.host.member = name;
  options.limits.max_work = max_work;
  return read(zip.finish(), request, options);
}

ToolResult outline_of_member(std::string_view name, std::string_view content,
                             std::uint64_t max_work) {
  ReadRequest request;
  request.outline = true;
  return read_member(name, content, request, max_work);
}

std::string lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "a: 1\n";
  return text;
}

}  // namespace

TEST_CASE("an outline of a text that few bytes unpack to ends where the work does, and says so",
          "[data]") {
  const std::string text = "first: 0\n" + lines(100'000);
  const ToolResult cut = outline_of_member("a.yaml", text, 40'000'000);
  REQUIRE(cut.success);
  CHECK(cut.content.starts_with("Outline (YAML)\nUp to line "));
  CHECK(cut.content.find("first") != std::string::npos);
  CHECK(cut.truncated);
  CHECK(cut.total_lines == -1);
  REQUIRE_FALSE(cut.metadata.warnings.empty());
  CHECK(cut.metadata.warnings.back().find("the limit of 40,000,000 units of work") !=
        std::string::npos);

  const ToolResult whole = outline_of_member("a.yaml", text, kUsualWork);
  CHECK(whole.content.starts_with("Outline (YAML, 100,001 lines)\n"));
  CHECK(whole.total_lines == 100'001);
  CHECK(whole.metadata.warnings.empty());
}

TEST_CASE("what stands beside a member of an archive pays for nothing of it", "[data]") {
  ZipWriter zip;
  zip.add("large.bin", std::string(400'000, 'x'), false);
  zip.add("a.yaml", lines(100'000));
  ReadRequest request;
  request.outline = true;
  request.file_path = "a.zip";
  ReadOptions options;
  options.host.member = "a.yaml";
  options.limits.max_work = 40'000'000;
  CHECK(read(zip.finish(), request, options).content.find("Up to line ") != std::string::npos);
}

TEST_CASE("where an outline ends with the work is no mistake of the text", "[data]") {
  std::string json = "[{\"first\": \"value\"}";
  std::string records;
  std::string xml = "<list>";
  std::string table = "name,size\n";
  for (int i = 0; i < 100'000; ++i) {
    json += ", {\"b\": null}";
    records += "{\"b\": [null, true, \"c\"]}\n";
    xml += "<a b=\"c\">d</a>\n";
    table += "\"left, right\",12\n";
  }
  json += "]\n";
  xml += "</list>\n";
  const std::pair<std::string_view, std::string_view> texts[] = {
      {"a.json", json}, {"a.jsonl", records}, {"a.xml", xml}, {"a.csv", table}};
  for (const auto& [name, text] : texts) {
    const ToolResult whole = outline_of_member(name, text, kUsualWork);
    const ToolResult cut = outline_of_member(name, text, 80'000'000);
    INFO(cut.content);
    CHECK(cut.content.find("Up to line ") != std::string::npos);
    for (const std::string_view mistake :
         {"The text is cut", "no JSON", "No JSON", "not closed", "another number"}) {
      CHECK(whole.content.find(mistake) == std::string::npos);
      CHECK(cut.content.find(mistake) == std::string::npos);
    }
  }
}

TEST_CASE("a value and a block behind what a read may take are refused, not missing", "[data]") {
  std::string json = "{\"first\": 1";
  for (int i = 0; i < 100'000; ++i) json += ",\n\"a\": 1";
  json += ",\n\"last\": 2}\n";
  ReadRequest place;
  ReadRequest block;
  block.block = 100'001;
  for (const std::string_view at : {"first", "last"}) {
    place.at = at;
    CHECK(read_member("a.json", json, place, kUsualWork).success);
  }
  CHECK(read_member("a.json", json, block, kUsualWork).success);
  for (const ReadRequest& request : {place, block}) {
    const ToolResult refused = read_member("a.json", json, request, 40'000'000);
    REQUIRE(refused.error);
    CHECK(refused.error->code == ErrorCode::kLimitExceeded);
  }
  // What stands before is found.
  place.at = "first";
  CHECK(read_member("a.json", json, place, 40'000'000).success);
}

TEST_CASE("what a text unpacks to as people's do costs no work", "[data]") {
  std::string text;
  std::uint32_t random = 1;
  for (int i = 0; i < 20'000; ++i) {
    random = random * 1'664'525 + 1'013'904'223;
    text += "key" + std::to_string(random % 7'919) + ": " + std::to_string(random) + "\n";
  }
  const ToolResult result = outline_of_member("a.yaml", text, 1'000);
  CHECK(result.content.find("Up to line") == std::string::npos);
  CHECK(result.total_lines == 20'000);
}

}  // namespace lectern
