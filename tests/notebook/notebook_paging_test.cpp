// What a host sees that follows `truncation.next` until there is none.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <random>
#include <string>

#include "notebook/notebook_makers.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace lectern {
namespace {

struct Walk {
  std::vector<ToolResult> reads;
  /// How often each cell's text and each picture's bytes came.
  std::map<std::uint64_t, int> cells;
  std::map<ByteVector, int> pictures;
};

Walk walk(const std::string& json, const ReadOptions& options,
          std::vector<NumberRange> cells = {}) {
  constexpr std::size_t kMaxReads = 200;
  Walk walk;
  for (;;) {
    ToolResult result = read_as(json, options, cells);
    REQUIRE(result.success);
    for (std::size_t at = result.content.find("\n## Cell "); at != std::string::npos;
         at = result.content.find("\n## Cell ", at + 1)) {
      ++walk.cells[std::stoull(result.content.substr(at + 9))];
    }
    for (const ImageContent& image : result.images) {
      const ByteSpan bytes = image.data.bytes();
      ++walk.pictures[ByteVector(bytes.begin(), bytes.end())];
    }
    const bool goes_on = result.truncation && result.truncation->next;
    if (goes_on) cells = result.truncation->next->cells;
    walk.reads.push_back(std::move(result));
    if (!goes_on) return walk;
    REQUIRE(walk.reads.size() < kMaxReads);
  }
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

/// `count` different pictures.
std::string pictures(std::uint8_t first_shade, int count) {
  std::string outputs;
  for (int i = 0; i < count; ++i) {
    if (i > 0) outputs += ",";
    outputs += png_output(static_cast<std::uint8_t>(first_shade + i));
  }
  return outputs;
}

}  // namespace

TEST_CASE("following the next call, each cell is seen and each picture once, whatever the limits") {
  std::mt19937 random(20'261'123);  // NOLINT: the same notebooks in each run
  for (int round = 0; round < 120; ++round) {
    const auto up_to = [&random](unsigned most) {
      return static_cast<unsigned>(random() % (most + 1));
    };
    const unsigned cell_count = 1 + up_to(9);
    ReadOptions options;
    options.limits.max_images = 1 + up_to(5);
    options.limits.max_content_chars = 700 + up_to(3000);
    std::string cells;
    std::uint8_t shade = 0;
    for (unsigned i = 0; i < cell_count; ++i) {
      const int images = static_cast<int>(up_to(static_cast<unsigned>(options.limits.max_images)));
      const std::string outputs = pictures(shade, images);
      shade = static_cast<std::uint8_t>(shade + images);
      cells += (i > 0 ? "," : "") + code_cell(std::string(up_to(150), 'x'), outputs);
    }
    CAPTURE(round, cell_count, options.limits.max_images, options.limits.max_content_chars);
    const Walk seen = walk(notebook_of(cells), options);
    CHECK(seen.cells.size() == cell_count);
    CHECK(seen.pictures.size() == shade);
    CHECK(std::all_of(seen.pictures.begin(), seen.pictures.end(),
                      [](const auto& each) { return each.second == 1; }));
    for (const ToolResult& result : seen.reads) {
      CHECK(utf8_length(result.content) <= options.limits.max_content_chars);
    }
  }
}

TEST_CASE("a cell with more pictures than a read gives does not make the next call the same one") {
  const std::string many = code_cell("p", pictures(0, 5));
  ReadOptions options;
  options.limits.max_images = 3;
  const Walk alone = walk(notebook_of(many), options);
  CHECK(alone.reads.size() == 1);
  CHECK(alone.reads[0].truncated);
  CHECK(alone.pictures.size() == 3);
  const Walk two = walk(notebook_of(many + "," + code_cell("q", pictures(9, 1))), options);
  CHECK(two.reads.size() == 2);
  CHECK(two.pictures.size() == 4);
  CHECK(two.reads[0].content.ends_with(
      "\n(Showing cells 1-2 of 2, from cell 2 on without images. Next: cells=2)"));
  CHECK(two.reads[1].short_result == "Notebook (python, cell 2 of 2)");
}

TEST_CASE("where no picture can be delivered, none is waited for") {
  const std::string json =
      notebook_of(code_cell("p", pictures(0, 2)) + "," + code_cell("q", pictures(2, 1)));
  ReadOptions none;
  none.limits.max_images = 0;
  ReadOptions full;
  full.provider = Provider::kBedrock;
  full.host.images_in_request = 20;
  for (const ReadOptions& options : {none, full}) {
    const Walk seen = walk(json, options);
    CHECK(seen.reads.size() == 1);
    CHECK(seen.reads[0].truncated);
    CHECK(seen.pictures.empty());
    CHECK(seen.cells.size() == 2);
  }
}

TEST_CASE("pictures that the provider's request has no room for wait for the next read") {
  std::string cells;
  for (int i = 0; i < 10; ++i) {
    cells += (i > 0 ? "," : "") + code_cell("p", pictures(static_cast<std::uint8_t>(3 * i), 3));
  }
  ReadOptions options;
  options.provider = Provider::kBedrock;
  options.limits.max_images = 100;
  const Walk seen = walk(notebook_of(cells), options);
  CHECK(seen.reads.size() == 2);
  CHECK(seen.pictures.size() == 30);
  CHECK(seen.reads[0].images.size() == 18);
  CHECK(seen.reads[0].truncated);
}

TEST_CASE("of a first cell that is too long the source and the outputs are cut, and all is told") {
  const std::string error =
      R"({"output_type":"error","ename":"ValueError","evalue":"boom","traceback":[]})";
  const std::string long_output =
      code_cell("go()", stream(repeated("y\\n", 500'000)) + "," + png_output() + "," + error);
  const ToolResult output = read_as(notebook_of(long_output + "," + code_cell("z")), {}, {{1, 1}});
  CHECK(output.truncated);
  CHECK(output.images.size() == 1);
  CHECK(output.content.find("Error: ValueError: boom\n[Output cut: 9") != std::string::npos);
  CHECK(utf8_length(output.content) <= 100'000);
  CHECK(utf8_length(output.content) > 90'000);
  CHECK_FALSE(output.truncation->next);

  const std::string long_source =
      code_cell(repeated("y\\n", 60'000), png_output() + "," + stream("the end"));
  const Walk both = walk(notebook_of(long_source + "," + code_cell("z")), {});
  CHECK(both.cells.size() == 2);
  const ToolResult& source = both.reads[0];
  CHECK(source.truncated);
  CHECK(source.images.size() == 1);
  CHECK(source.content.find("\n```\n[Source cut: ") != std::string::npos);
  CHECK(source.content.find("[Image 1: 2x3 PNG]\nthe end\n") != std::string::npos);
}

TEST_CASE("what is cut off a cell is read line by line, each line once") {
  std::string outputs = stream("first");
  std::string shown = "first\n";
  for (int i = 0; i < 50'010; ++i) {
    outputs +=
        R"(,{"output_type":"display_data","data":{"text/plain":"x)" + std::to_string(i) + "\"}}";
    shown += "x" + std::to_string(i) + "\n";
  }
  outputs += R"(,{"output_type":"alien"},)" + png_output() + R"(,{"output_type":"display_data",)" +
             R"("data":{"application/json":[1,[2]]}})";
  shown += "[Unknown output type: alien]\n[Image left out: image/png, ";
  const std::string json =
      notebook_of(code_cell("a") + "," + code_cell(repeated("y\\n", 60'000), outputs));
  ReadRequest request;
  request.file_path = "a.ipynb";
  request.cells = {{2, 2}};
  const ToolResult cut = read(as_bytes(json), request, {});
  CHECK(cut.content.find("left out; cells=2, offset=1 shows all]\n") != std::string::npos);

  request.offset = 1;
  std::string all;
  for (bool goes_on = true; goes_on;) {
    const ToolResult result = read(as_bytes(json), request, {});
    REQUIRE(result.success);
    CHECK(result.content_type == ContentType::kNotebook);
    all += result.content.substr(0, result.content.find("\n(Showing "));
    all += '\n';
    goes_on = result.truncation && result.truncation->next;
    if (!goes_on) continue;
    CHECK(result.content.find(". Next: cells=2, offset=") != std::string::npos);
    REQUIRE(result.truncation->next->offset > request.offset);
    request = *result.truncation->next;
  }
  CHECK(all.find("```python\n" + repeated("y\n", 59'999) + "y\n```\n\n**Output:**\n" + shown) !=
        std::string::npos);
  CHECK(all.ends_with("]\n<Figure>\n[\n  1,\n  [\n    2\n  ]\n]\n"));
  request.offset = 1'000'000;
  CHECK(read(as_bytes(json), request, {}).error->code == ErrorCode::kOutOfRange);
}

TEST_CASE("the lines of a cell have no NUL, which is no text") {
  ReadRequest request;
  request.file_path = "a.ipynb";
  request.cells = {{1, 1}};
  request.offset = 1;
  const std::string json = notebook_of(code_cell("a\\u0000b", stream("c")));
  const ToolResult result = read(as_bytes(json), request, {});
  CHECK(result.content.find("\na\uFFFDb\n```\n\n**Output:**\nc") != std::string::npos);
}

TEST_CASE("the calls that notes name keep the cell of lines, and of no other lines") {
  ReadRequest request;
  request.file_path = "a.ipynb";
  request.cells = {{1, 1}};
  request.limit = 2;
  const std::string json = notebook_of(code_cell("a"));
  CHECK(read(as_bytes(json), request, {}).content.find("Next: cells=1, offset=3)") !=
        std::string::npos);
  request.search = "a";
  CHECK(read(as_bytes(json), request, {}).metadata.warnings ==
        std::vector<std::string>{
            "offset, limit and lines select nothing in an outline or a search of a notebook"});
  request.search.clear();
  ReadOptions raw;
  raw.notebook.form = NotebookForm::kRaw;
  const std::string pretty = "{\n\n\n" + json.substr(1);
  CHECK(read(as_bytes(pretty), request, raw).content.find("Next: offset=3)") != std::string::npos);
  request.file_path = "a.txt";
  CHECK(read(as_bytes(std::string("1\n2\n3\n")), request, {}).content.find("Next: offset=3)") !=
        std::string::npos);
}

TEST_CASE("a fence of a cell whose lines are shown is no longer than a thousand backticks") {
  ReadRequest request;
  request.file_path = "a.ipynb";
  request.cells = {{1, 1}};
  request.offset = 1;
  const std::string run(20'000, '`');
  const std::string json = notebook_of(code_cell(run, stream(run)));
  const ToolResult result = read(as_bytes(json), request, {});
  CHECK(result.content.size() > 2 * run.size());
  CHECK(result.content.size() < 2 * run.size() + 5'000);
}

TEST_CASE("a content is no longer than it may be, its last line counted") {
  std::string cells = code_cell(std::string(50, 'x'));
  for (int i = 1; i < 400; ++i) cells += "," + code_cell(std::string(50, 'x'));
  std::vector<NumberRange> odd;
  for (std::uint64_t cell = 1; cell < 400; cell += 2) odd.push_back({cell, cell});
  ReadOptions options;
  options.limits.max_content_chars = 3000;
  const Walk seen = walk(notebook_of(cells), options, odd);
  CHECK(seen.cells.size() == 200);
  for (const ToolResult& result : seen.reads) CHECK(utf8_length(result.content) <= 3000);
}

TEST_CASE("tokens are limited with the header and the last line") {
  std::string cells = code_cell("alpha beta gamma");
  for (int i = 1; i < 30; ++i) cells += "," + code_cell("alpha beta gamma");
  ReadOptions options;
  options.limits.max_tokens = 200;
  const Walk seen = walk(notebook_of(cells), options);
  CHECK(seen.cells.size() == 30);
  for (const ToolResult& result : seen.reads) {
    CHECK(tokens_from_quarters(estimate_token_quarters(result.content)) <= 200);
  }
}

}  // namespace lectern
