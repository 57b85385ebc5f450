// Word processing: what is kept, nested or looked up without end.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "read/read.h"
#include "support/text_documents.h"

namespace lectern {
namespace {

using testing::odt_file;
using testing::odt_text;
using testing::read_named;
using testing::rtf_text;

std::string odt_style(std::string_view name, std::string_view parent, std::string_view look) {
  std::string style = "<style:style style:family=\"text\" style:name=\"";
  style += name;
  style += "\" style:parent-style-name=\"";
  style += parent;
  style += "\"><style:text-properties ";
  style += look;
  return style + "/></style:style>";
}

TEST_CASE("styles of OpenDocument inherit over any length and in a circle", "[odt]") {
  std::string styles = odt_style("a0", "b", "fo:font-weight=\"bold\"");
  for (int i = 1; i < 200; ++i)
    styles += odt_style("a" + std::to_string(i), "a" + std::to_string(i - 1), "");
  styles += odt_style("b", "a199", "fo:font-style=\"italic\"");
  styles += odt_style("c", "c", "fo:font-weight=\"bold\"");
  CHECK(odt_text(styles,
                 "<text:p><text:span text:style-name=\"a199\">one</text:span> <text:span "
                 "text:style-name=\"a5\">two</text:span> <text:span text:style-name=\"c\">three"
                 "</text:span> <text:span text:style-name=\"d\">four</text:span></text:p>") ==
        "***one two*** **three** four\n");
}

TEST_CASE("what is before the numbers of a list is cut when it is no mark any more", "[odt]") {
  const std::string text = odt_text(
      "<text:list-style style:name=\"L\"><text:list-level-style-number text:level=\"1\" "
      "style:num-format=\"1\" style:num-prefix=\"" +
          std::string(100'000, 'x') + "\"/></text:list-style>",
      "<text:list text:style-name=\"L\"><text:list-item><text:p>a</text:p></text:list-item>"
      "</text:list>");
  CHECK(text.find("xxx\xE2\x80\xA6"
                  "1 a") != std::string::npos);
  CHECK(text.size() < 300);
}

TEST_CASE("styles that are too many to be kept are a warning, as they may hide text", "[odt]") {
  std::string styles;
  for (int i = 0; i < 9; ++i) {
    const std::string name = std::string(3'800'000, static_cast<char>('a' + i));
    styles += odt_style(name, "", "text:display=\"none\"");
  }
  const ToolResult result = read_named(odt_file(styles, "<text:p>x</text:p>"), "a.odt");
  REQUIRE(result.success);
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(result.metadata.warnings[0] ==
        "the document has more styles than are read: not all hidden text is marked");
}

TEST_CASE("pictures whose names are too long to be kept are marked without a number", "[odt]") {
  std::string body;
  for (int i = 0; i < 10; ++i) {
    const std::string name(3'800'000, static_cast<char>('a' + i));
    body +=
        "<text:p><draw:frame xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\">"
        "<draw:image xmlns:xlink=\"http://www.w3.org/1999/xlink\" xlink:href=\"" +
        name + "\"/></draw:frame></text:p>";
  }
  const ToolResult result = read_named(odt_file("", body), "a.odt");
  REQUIRE(result.success);
  CHECK(result.content.find("[Image 9: ") != std::string::npos);
  CHECK(result.content.find("[Image 10") == std::string::npos);
  CHECK(result.content.find("[Image: not shown, too many are before it]") != std::string::npos);
}

TEST_CASE("RTF: texts in each other are left out below a depth, and it is said", "[rtf]") {
  std::string rtf = "{\\rtf1 ";
  for (int i = 0; i < 20; ++i) rtf += "{\\footnote a";
  const ToolResult result = read_named(ByteVector(rtf.begin(), rtf.end()), "a.rtf");
  REQUIRE(result.metadata.warnings.size() == 2);
  CHECK(result.metadata.warnings[0] == "texts nested deeper than 12 left out");
}

TEST_CASE("RTF: white text is hidden whatever the number of its colour", "[rtf]") {
  std::string rtf = "{\\rtf1{\\colortbl";
  for (int i = 0; i < 10'000; ++i) rtf += ';';
  rtf += "\\red255\\green255\\blue255;}seen {\\cf10000 unseen}}";
  CHECK(rtf_text(rtf) == "seen [Hidden text: unseen]\n");
}

TEST_CASE("RTF: runs of many code pages are decoded each by its own", "[rtf]") {
  std::string rtf = "{\\rtf1{\\fonttbl{\\f0\\fcharset128 A;}{\\f1\\fcharset134 B;}}";
  std::string expected;
  for (int i = 0; i < 50; ++i) {
    rtf += "\\f0\\'82\\'a0\\f1\\'c4\\'e3\\f0\\'82";
    expected += "\xE3\x81\x82\xE4\xBD\xA0\xEF\xBF\xBD";
  }
  CHECK(rtf_text(rtf + "}") == expected + "\n");
}

}  // namespace
}  // namespace lectern
