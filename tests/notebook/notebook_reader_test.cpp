#include "notebook/notebook_reader.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "base/base64.h"
#include "image/fit/encode_png.h"
#include "notebook/notebook_makers.h"
#include "read/json.h"

namespace lectern {
namespace {

std::string joined(const ToolResult& result) {
  std::string text;
  for (const Part& part : result.parts) {
    if (const auto* piece = std::get_if<std::string>(&part.piece)) text += *piece;
  }
  return text;
}

}  // namespace

TEST_CASE("the layout is the documented one") {
  const ToolResult result = read_as(notebook_of(
      code_cell("  a = 1\\nb\\n", stream("hi\\n")) +
      R"(,{"cell_type":"markdown","id":"m1","source":["# T\n","text"]},{"cell_type":"code","execution_count":null,"source":"","outputs":[]})"));
  REQUIRE(result.success);
  CHECK(result.content ==
        "# Jupyter Notebook (python)\n# 3 cells\n"
        "\n## Cell 1 [code]\nIn [1]:\n```python\n  a = 1\nb\n```\n\n**Output:**\nhi\n"
        "\n## Cell 2 [markdown] id=m1\n# T\ntext\n"
        "\n## Cell 3 [code]\nIn [ ]:\n```python\n\n```\n");
  CHECK(result.short_result == "Notebook (python, 3 cells)");
  CHECK(result.line_count == 22);
  CHECK(result.end_line == 22);
  CHECK_FALSE(result.truncated);
  CHECK(result.metadata.cell_count == 3);
  CHECK(result.metadata.nbformat == "4.5");
  CHECK(result.metadata.language == "python");
  CHECK(joined(result) == result.content);
}

TEST_CASE("a fence is longer than any run of backticks inside it") {
  const ToolResult result = read_as(notebook_of(code_cell("s = '````'")));
  CHECK(result.content.find("`````python\ns = '````'\n`````\n") != std::string::npos);
}

TEST_CASE("a picture stands in the parts where it stands in the content") {
  const ToolResult result = read_as(notebook_of(
      code_cell("plot()", stream("before") + "," + png_output() + "," + stream("after"))));
  REQUIRE(result.images.size() == 1);
  CHECK(result.images[0].cell == 1);
  CHECK(result.images[0].size == Dimensions{2, 3});
  REQUIRE(result.parts.size() == 4);
  CHECK(std::get<std::string>(result.parts[1].piece).ends_with("before\n[Image 1: 2x3 PNG]\n"));
  CHECK(std::get<std::size_t>(result.parts[2].piece) == 0);
  CHECK(std::get<std::string>(result.parts[3].piece) == "after\n");
  CHECK(joined(result) == result.content);
}

TEST_CASE("a picture that is damaged becomes a note and never fails the read") {
  const ToolResult result = read_as(notebook_of(code_cell(
      "p",
      R"({"output_type":"display_data","data":{"image/png":"iVBORw0KGgo=","text/plain":"<F>"}})")));
  REQUIRE(result.success);
  CHECK(result.images.empty());
  CHECK(result.content.find("[Image could not be used: ") != std::string::npos);
  CHECK(result.content.find("\n<F>\n") != std::string::npos);
}

TEST_CASE("a picture inside of a markdown text is taken out of it and delivered") {
  const std::vector<std::uint8_t> pixels(2 * 3 * 4, 200);
  const std::string base64 = base64_encode(encode_png({pixels, {2, 3}}).value());
  const std::string uri = "data:image/png;base64," + base64;
  const auto markdown = [](const std::string& source) {
    return read_as(notebook_of(R"({"cell_type":"markdown","source":")" + source + "\"}"));
  };
  const ToolResult result = markdown("a ![plot](" + uri + ") b <img src='" + uri + "'>");
  REQUIRE(result.images.size() == 2);
  CHECK(result.images[1].size == Dimensions{2, 3});
  CHECK(result.content.find(base64) == std::string::npos);
  CHECK(result.content.find("a ![plot](data:image/png;base64,...") != std::string::npos);
  CHECK(result.content.find("[Image 2: 2x3 PNG] in the text\n") != std::string::npos);

  const ToolResult broken = markdown("x data:image/png;base64," + std::string(70, 'A') + " y");
  CHECK(broken.success);
  CHECK(broken.images.empty());
  CHECK(broken.content.find("[Image could not be used: ") != std::string::npos);

  const std::string tiny = "![dot](data:image/gif;base64,R0lGODlh)";
  CHECK(markdown(tiny).content.find(tiny) != std::string::npos);
}

TEST_CASE("pictures count across the notebook and the next call asks for those left out") {
  ReadOptions options;
  options.limits.max_images = 1;
  const std::string cell = code_cell("p", png_output());
  const ToolResult result = read_as(notebook_of(cell + "," + cell + "," + cell), options);
  CHECK(result.images.size() == 1);
  CHECK(result.truncated);
  REQUIRE(result.truncation);
  REQUIRE(result.truncation->next);
  CHECK(result.truncation->next->cells == std::vector<NumberRange>{{2, 3}});
  CHECK(result.content.find("a read gives at most 1 image]") != std::string::npos);
}

TEST_CASE("cells are selected in the order asked for") {
  const std::string cells = code_cell("one") + "," + code_cell("two") + "," + code_cell("three");
  const ToolResult result = read_as(notebook_of(cells), {}, {{3, 3}, {1, 1}});
  REQUIRE(result.success);
  CHECK(result.content.find("two") == std::string::npos);
  CHECK(result.content.find("## Cell 3") < result.content.find("## Cell 1"));
  CHECK(result.short_result == "Notebook (python, cells 3,1 of 3)");
}

TEST_CASE("a cell past the end is out of range and the count is told") {
  const ToolResult result = read_as(notebook_of(code_cell("one")), {}, {{2, 3}});
  CHECK_FALSE(result.success);
  CHECK(result.error->code == ErrorCode::kOutOfRange);
  CHECK(result.error->message == "cell 2 is past the end: the notebook has 1 cell");
}

TEST_CASE("a range that begins inside and ends past the end is cut with a warning") {
  const ToolResult result = read_as(notebook_of(code_cell("one")), {}, {{1, 9}});
  REQUIRE(result.success);
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(result.metadata.warnings[0] == "cells=1-9: the notebook has 1 cell");
}

TEST_CASE("the content is cut between cells and says how to go on") {
  ReadOptions options;
  options.limits.max_content_chars = 1000;
  std::string cells = code_cell(std::string(300, 'x'));
  for (int i = 0; i < 4; ++i) cells += "," + code_cell(std::string(300, 'x'));
  const ToolResult result = read_as(notebook_of(cells), options);
  CHECK(result.content.size() <= 1000);
  CHECK(result.content.ends_with("\n(Showing cells 1-2 of 5. Next: cells=3-5)"));
  REQUIRE(result.truncation);
  CHECK(result.truncation->cause == TruncationCause::kCells);
  CHECK(result.truncation->next->cells == std::vector<NumberRange>{{3, 5}});
}

TEST_CASE("a cell longer than the whole result is cut, so that every read makes progress") {
  ReadOptions options;
  options.limits.max_content_chars = 500;
  const std::string cell = code_cell(std::string(2000, 'x'));
  const ToolResult result = read_as(notebook_of(cell + "," + cell), options);
  CHECK(result.content.find("more characters left out; cells=1, offset=1 shows all]") !=
        std::string::npos);
  CHECK(result.truncation->next->cells == std::vector<NumberRange>{{2, 2}});
}

TEST_CASE("long outputs are cut, errors after them are not lost, and the cell alone shows more") {
  ReadOptions options;
  options.limits.max_cell_output_chars = 100;
  const std::string cell = code_cell(
      "x",
      stream(std::string(5000, 'y')) +
          R"(,{"output_type":"error","ename":"E","evalue":"boom","traceback":["\u001b[31mline\u001b[0m"]})");
  const std::string json = notebook_of(cell + "," + code_cell("z"));
  const ToolResult both = read_as(json, options);
  CHECK(both.truncated);
  CHECK(both.content.find("... (truncated)\nError: E: boom\nline\n"
                          "[Output cut: 4,900 more characters left out; cells=1 shows more]") !=
        std::string::npos);
  CHECK(both.truncation->next->cells == std::vector<NumberRange>{{1, 1}});
  const ToolResult alone = read_as(json, options, {{1, 1}});
  CHECK_FALSE(alone.truncated);
  CHECK(alone.content.find(std::string(5000, 'y')) != std::string::npos);
}

TEST_CASE("outputs can be left out, or their pictures") {
  const std::string json = notebook_of(code_cell("x", stream("text") + "," + png_output()));
  ReadOptions options;
  options.notebook.outputs = NotebookOutputs::kText;
  const ToolResult text = read_as(json, options);
  CHECK(text.images.empty());
  CHECK(text.content.find("text\n[Image left out: image/png, ") != std::string::npos);
  options.notebook.outputs = NotebookOutputs::kNone;
  const ToolResult none = read_as(json, options);
  CHECK(none.content.find("**Output:**") == std::string::npos);
  CHECK(none.content.find("[2 outputs left out: ") != std::string::npos);
}

TEST_CASE("pictures of a markdown text stand after the lines that show them") {
  const ToolResult result = read_as(notebook_of(
      R"({"cell_type":"markdown","source":"# T\n![b](attachment:my%20b.png) ![d](data:image/png;base64,)" +
      png_base64(7) +
      R"() x\nThen <img src='attachment:a.png'>\n\nEnd\n","attachments":{"a.png":{"image/png":")" +
      png_base64() + R"("},"c.png":{},"my b.png":{"image/png":")" + png_base64() + "\"}}}"));
  REQUIRE(result.images.size() == 3);
  const std::string text = result.content.substr(result.content.find("# T"));
  const std::size_t uri = text.find("(data:");
  CHECK(text.substr(0, uri) == "# T\n![b](attachment:my%20b.png) ![d]");
  CHECK(text.substr(text.find(") x", uri)) ==
        ") x\n[Image 1: 2x3 PNG] attachment my b.png\n[Image 2: 2x3 PNG] in the text\n"
        "Then <img src='attachment:a.png'>\n[Image 3: 2x3 PNG] attachment a.png\n"
        "\nEnd\n[Attachment c.png: no data]\n");
}

TEST_CASE("a form of an output that is empty gives way to one that is not") {
  const auto data = [](const std::string& bundle) {
    return read_as(notebook_of(
                       code_cell("x", R"({"output_type":"display_data","data":{)" + bundle + "}}")))
        .content;
  };
  CHECK(data(R"("text/plain":"","text/html":"<b>hi</b> there")").ends_with("\nhi there\n"));
  CHECK(data(R"("text/markdown":[""],"text/plain":"real")").ends_with("\nreal\n"));
  CHECK(data(R"("text/plain":"[]","text/html":"<i>empty</i>")").ends_with("\n[]\n"));
  CHECK(data(R"("TEXT/PLAIN; charset=utf-8":"typed")").ends_with("\ntyped\n"));
}

TEST_CASE("a picture that is damaged gives way to its other forms") {
  const std::string corrupt = R"("image/png":"iVBORw0KGgo=",)";
  const auto display = [](const std::string& bundle) {
    return read_as(
        notebook_of(code_cell("x", R"({"output_type":"display_data","data":{)" + bundle + "}}")));
  };
  const ToolResult second = display(corrupt + R"("image/webp":" )" + png_base64() + "\"");
  CHECK(second.images.size() == 1);
  CHECK(second.content.find("[Image could not be used: ") != std::string::npos);
  const ToolResult drawing = display(corrupt + R"("image/svg+xml":"<svg/>")");
  CHECK(drawing.content.ends_with("\n[Not shown: image/svg+xml, 8 bytes]\n"));
}

TEST_CASE("pictures inside of HTML and markdown outputs are delivered") {
  const std::string uri = "data:image/png;base64," + png_base64();
  std::string in_lines = uri;
  for (std::size_t at = 60; at < in_lines.size(); at += 20) in_lines.insert(at, "\\n");
  const auto output = [](const std::string& type, const std::string& text) {
    return read_as(
        notebook_of(code_cell("x", R"({"output_type":"display_data","data":{")" + type + R"(":")" +
                                       text + R"(","text/plain":"<IPython.HTML object>"}})")));
  };
  const ToolResult html = output("text/html", "<p>Chart:</p><IMG src='" + in_lines + "'>");
  REQUIRE(html.images.size() == 1);
  CHECK(html.content.ends_with("\nChart:\n[Image 1: 2x3 PNG] in the text\n"));
  const ToolResult markdown = output("text/markdown", "![x](DATA" + uri.substr(4) + ")");
  CHECK(markdown.images.size() == 1);
  CHECK(markdown.content.find(png_base64()) == std::string::npos);
}

TEST_CASE("what is not of the expected kind is named, and notes survive a long output") {
  const ToolResult damaged = read_as(notebook_of(
      R"({"cell_type":"code","source":"x","outputs":{"a":1}},{"cell_type":"markdown","source":"m","attachments":"a"},3)"));
  CHECK(damaged.content.find("[Damaged outputs: expected an array but found an object]\n") !=
        std::string::npos);
  CHECK(damaged.content.find("[Damaged attachments: expected an object but found a string]\n") !=
        std::string::npos);
  CHECK(damaged.content.find("## Cell 3 [damaged]\n") != std::string::npos);
  const std::string outputs = stream(std::string(20'000, 'q')) +
                              R"(,{"output_type":"display_data","data":{"application/x":"1"}})";
  CHECK(read_as(notebook_of(code_cell("x", outputs) + "," + code_cell("y")))
            .content.find("... (truncated)\n[Not shown: application/x, 3 bytes]\n[Output cut: "
                          "10,000 more characters left out; cells=1 shows more]\n") !=
        std::string::npos);
}

TEST_CASE("each part names its cell; what frames the cells belongs to none") {
  ReadOptions options;
  options.limits.max_content_chars = 450;
  const std::string cell = code_cell("x", stream("y") + "," + png_output());
  const ToolResult result =
      read_as(notebook_of(cell + "," + code_cell("forged = '## Cell 9 [code]'") + "," +
                          code_cell(std::string(600, 'z'))),
              options);
  std::vector<std::optional<std::uint64_t>> cells;
  for (const Part& part : result.parts) cells.push_back(part.cell);
  CHECK(cells == std::vector<std::optional<std::uint64_t>>{{}, 1, 1, 2, {}});
  CHECK(std::get<std::string>(result.parts[3].piece).starts_with("\n## Cell 2 [code]\n"));
  CHECK(joined(result) == result.content);
}

TEST_CASE("the outline has one line per cell") {
  const std::string json =
      notebook_of(R"({"cell_type":"markdown","source":"intro\n## Title\n"},)" +
                  code_cell("\\n  import os\\n", R"({"output_type":"error","ename":"E"})"));
  ReadRequest request;
  request.file_path = "a.ipynb";
  request.outline = true;
  const ToolResult result = read(as_bytes(json), request);
  CHECK(result.content ==
        "# Jupyter Notebook (python)\n# 2 cells\n\nCell 1 [markdown]: ## Title\n"
        "Cell 2 [code] In [1] (1 output, 37 bytes, 1 error): import os\n");
}

TEST_CASE("the raw form is the JSON as numbered lines, even when it is broken") {
  ReadOptions options;
  options.notebook.form = NotebookForm::kRaw;
  const ToolResult good = read_as(notebook_of(code_cell("x")), options);
  REQUIRE(good.success);
  CHECK(good.content.starts_with("     1\t{\"nbformat\":4"));
  CHECK(good.content_type == ContentType::kNotebook);
  CHECK(good.metadata.cell_count == 1);
  const ToolResult broken = read_as("{\"cells\": [}", options);
  REQUIRE(broken.success);
  CHECK(broken.content == "     1\t{\"cells\": [}");
  CHECK(broken.metadata.warnings.size() == 1);
}

TEST_CASE("broken JSON is told with line and column, JSON that is no notebook as such") {
  const ToolResult broken = read_as("{\n <<<<");
  CHECK(broken.error->code == ErrorCode::kCorruptNotebook);
  CHECK(
      broken.error->message ==
      "notebook is not valid JSON: expected a key in double quotes or '}' but found '<' at line 2 "
      "column 2");
  CHECK(read_as("{\r \"a\":\r\n <").error->message.ends_with(" at line 3 column 2"));
  CHECK(read_as("{\"a\":1}").error->message ==
        "JSON, but no notebook: it has neither nbformat nor cells nor worksheets");
  CHECK(read_as("[1]").error->message ==
        "JSON, but no notebook: expected an object but found an array");
  CHECK(read_as("").error->code == ErrorCode::kCorruptNotebook);
}

TEST_CASE("limits are obeyed") {
  ReadOptions options;
  options.limits.max_notebook_bytes = 10;
  CHECK(read_as(notebook_of(""), options).error->code == ErrorCode::kFileTooLarge);
  options.limits.max_notebook_bytes = 1000;
  options.limits.max_json_depth = 2;
  CHECK(read_as(notebook_of(code_cell("x")), options).error->code == ErrorCode::kLimitExceeded);
}

TEST_CASE("the last of two equal keys counts, as in Python") {
  const ToolResult result = read_as(
      R"({"nbformat":4,"cells":[],"cells":[{"cell_type":"raw","source":"a","source":"second"}]})");
  CHECK(result.metadata.cell_count == 1);
  CHECK(result.content.find("second\n") != std::string::npos);
  const ToolResult output = read_as(notebook_of(code_cell(
      "x",
      R"({"output_type":"display_data","data":{"application/x":"old"},"data":{"text/plain":"new"}})")));
  CHECK(output.content.ends_with("**Output:**\nnew\n"));
  const ToolResult sheet = read_as(
      R"({"nbformat":3,"worksheets":[{"cells":[{"cell_type":"raw"}],"cells":[{"cell_type":"raw"}]}]})");
  CHECK(sheet.metadata.cell_count == 1);
}

TEST_CASE("lists of nbformat 2 and 3 are lines unless they carry their line ends") {
  const auto v3 = [](const std::string& input) {
    return read_as(
               R"({"nbformat":3,"worksheets":[{"cells":[{"cell_type":"code","language":"Ruby","input":)" +
               input +
               R"(,"prompt_number":2,"outputs":[]},{"cell_type":"heading","level":2,"source":"H"}]}]})")
        .content;
  };
  CHECK(v3(R"(["a","b"])").find("In [2]:\n```ruby\na\nb\n```\n") != std::string::npos);
  CHECK(v3(R"(["a\n","b"])").find("```ruby\na\nb\n```\n") != std::string::npos);
  CHECK(v3(R"(["10%\r","20%\r","done\n"])").find("10%\r20%\rdone\n") != std::string::npos);
  CHECK(v3(R"(["","b"])").find("```ruby\n\nb\n```\n") != std::string::npos);
  CHECK(v3("\"x\"").find("## Cell 2 [heading]\n## H\n") != std::string::npos);
}

TEST_CASE("outputs of nbformat 3 may have full MIME types, and JSON as a text") {
  const auto v3 = [](const std::string& members) {
    return read_as(
               R"({"nbformat":3,"worksheets":[{"cells":[{"cell_type":"code","input":"x","outputs":[{"output_type":"display_data",)" +
               members + "}]}]}]}")
        .content;
  };
  CHECK(v3(R"("text/markdown":"hello")").ends_with("**Output:**\nhello\n"));
  CHECK(v3(R"("json":["{\"a\": [1,", "2]}"])").find("  \"a\": [\n    1,") != std::string::npos);
}

TEST_CASE("versions are numbers: 4.0 is 4, and 30 is not 3") {
  CHECK(read_as(R"({"nbformat":4.0,"cells":[]})").metadata.warnings.empty());
  CHECK(read_as(R"({"nbformat":30,"cells":[]})").metadata.warnings ==
        std::vector<std::string>{"nbformat 30 is unknown, read as 4"});
}

TEST_CASE("UTF-16 and invalid UTF-8 are read all the same") {
  std::string utf16 = "\xFF\xFE";
  for (const char c : notebook_of(code_cell("wide"))) utf16 += {c, '\0'};
  const ToolResult wide = read_as(utf16);
  REQUIRE(wide.success);
  CHECK(wide.metadata.encoding == "utf-16le");
  CHECK(wide.content.find("\nwide\n") != std::string::npos);
}

TEST_CASE(
    "a notebook in a legacy encoding is converted, and without the tables not called damaged") {
  const std::string latin1 = notebook_of(code_cell("# caf\xE9 au lait"));
  CHECK(read_as(latin1).content.find("# caf\xC3\xA9 au lait") != std::string::npos);
  ReadOptions options;
  constexpr std::string_view kNoTables = "none";
  options.encoding_tables.packed = as_bytes(kNoTables);
  const ToolResult without = read_as(latin1, options);
  REQUIRE(without.error);
  CHECK(without.error->code == ErrorCode::kUnsupportedFormat);
}

TEST_CASE("a hint makes notebook JSON of any name a notebook, and nothing else") {
  ReadRequest request;
  request.file_path = "a.json";
  request.file_type = "notebook";
  CHECK(read(as_bytes(notebook_of(code_cell("x"))), request).content_type ==
        ContentType::kNotebook);
  CHECK(read(as_bytes("{\"a\":1}"), request).content_type == ContentType::kText);
}

TEST_CASE("streams of one name are one text, and widgets and unknown types are named") {
  const std::string outputs =
      R"({"output_type":"stream","name":"stderr","text":["10%\r"]},)"
      R"({"output_type":"stream","name":"stderr","text":"100%\n"},)"
      R"({"output_type":"display_data","data":{"text/plain":"HBox",)"
      R"("application/vnd.jupyter.widget-view+json":{"model_id":"7"}}},)"
      R"({"output_type":"alien"},)"
      R"({"output_type":"display_data","data":{"application/json":{"a":[1,{}]}}},)"
      R"({"output_type":"display_data","data":{"text/html":"<script></script>"}})";
  CHECK(read_as(notebook_of(code_cell("x", outputs)))
            .content.ends_with("**Output:**\n[stderr]\n100%\nHBox\n"
                               "[Not shown: application/vnd.jupyter.widget-view+json, 16 bytes]\n"
                               "[Unknown output type: alien]\n"
                               "{\n  \"a\": [\n    1,\n    {}\n  ]\n}\n"
                               "[Not shown: text/html, 19 bytes, holds no text]\n"));
}

TEST_CASE("of a cell with more outputs than any program writes the others are counted, and named") {
  constexpr int kOutputs = 50'003;
  std::string outputs = stream("first") + "," + stream(" part");
  for (int i = 1; i < kOutputs; ++i)
    outputs += R"(,{"output_type":"display_data","data":{"text/plain":"x"}})";
  ReadOptions options;
  options.limits.max_content_chars = 1'000'000;
  options.limits.max_cell_output_chars = 1'000'000;
  const ToolResult result = read_as(notebook_of(code_cell("y", outputs)), options);
  CHECK(result.content.find("first part\nx\n") != std::string::npos);
  CHECK(result.content.ends_with("\nx\n[3 more outputs not shown; cells=1, offset=1 shows all]\n"));
  CHECK(result.truncated);
}

}  // namespace lectern
