#include "command/printing.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern::command {
namespace {

std::string no_media(std::size_t /*index*/) { return ""; }

Json text(const char* content) {
  return {{"success", true},
          {"content", content},
          {"contentType", "text"},
          {"metadata", Json::object()}};
}

Arguments reading(std::vector<std::string> files) {
  Arguments arguments;
  arguments.files = std::move(files);
  return arguments;
}

}  // namespace

TEST_CASE("several files have their names between them, one has not") {
  const Arguments one = reading({"a"});
  CHECK(Printer(one, ImageProtocol::kNone).print({"a", "/a"}, text("x")).output.text(no_media) ==
        "x\n");
  const Arguments three = reading({"a", "b", "c\n"});
  Printer printer(three, ImageProtocol::kNone);
  CHECK(printer.print({"a", "/a"}, text("x")).output.text(no_media) == "==> a <==\nx\n");
  const Json failure = {{"success", false}, {"content", "no b"}, {"errorCode", "IS_DIRECTORY"}};
  const auto failed = printer.print({"b", "/b"}, failure);
  CHECK(failed.output.text(no_media).empty());
  CHECK(failed.messages == "lectern: no b (--jobs N reads the files in it)\n");
  CHECK(printer.print({"c\n", "/c"}, text("y")).output.text(no_media) == "\n==> c\\n <==\ny\n");
}

TEST_CASE("warnings and failures are one line each, whatever a name holds") {
  Json result = text("x");
  result["metadata"]["warnings"] = {"a\x1b[1m", "b\nc"};
  const Arguments arguments = reading({"a"});
  CHECK(Printer(arguments, ImageProtocol::kNone).print({"a", "/a"}, result).messages ==
        "lectern: warning: a\\x1b[1m\nlectern: warning: b\\nc\n");
}

TEST_CASE("what may have been meant stands on a line of its own") {
  const auto shown = [](const char* content) {
    const Json failure = {
        {"success", false}, {"content", content}, {"errorCode", "FILE_NOT_FOUND"}};
    return Printer(reading({"a"}), ImageProtocol::kNone).print({"a", "/a"}, failure).messages;
  };
  CHECK(shown("no a.zip/b\nDid you mean a.zip/c?") ==
        "lectern: no a.zip/b\n  Did you mean a.zip/c?\n");
  CHECK(shown("no a.zip/b\nIt has a.zip/c") == "lectern: no a.zip/b\n  It has a.zip/c\n");
  CHECK(shown("no a\nb\nDid you mean c\x1b[1m\n?") ==
        "lectern: no a\\nb\n  Did you mean c\\x1b[1m\\n?\n");
}

TEST_CASE("a line of a batch holds the result in the form that was asked for") {
  Arguments arguments = reading({"."});
  arguments.form = Form::kAnthropic;
  arguments.program["callId"] = "c1";
  const BatchLine line = batch_line({"a\"", "/a"}, text("x"), FileFacts{7, "1.0"}, arguments);
  CHECK(line.output.text(no_media) ==
        R"({"file_path":"a\"","result":{"type":"tool_result","tool_use_id":"c1",)"
        R"("content":[{"type":"text","text":"x"}]}})"
        "\n");
  CHECK(line.entry == R"({"file_path":"a\"","size":7,"mtime":"1.0","success":true})"
                      "\n");
  CHECK(line.success);
  CHECK(line.bytes == 7);
}

}  // namespace lectern::command
