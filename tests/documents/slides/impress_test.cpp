#include <catch2/catch_test_macros.hpp>

#include "read/read.h"
#include "support/zip_writer.h"

namespace lectern {
namespace {

ToolResult read_impress_pages(std::string_view styles, std::string_view pages) {
  ZipWriter zip;
  zip.add("mimetype", "application/vnd.oasis.opendocument.presentation", false);
  std::string content =
      "<office:document-content "
      "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" "
      "xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" "
      "xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\" "
      "xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" "
      "xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" "
      "xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\" "
      "xmlns:presentation=\"urn:oasis:names:tc:opendocument:xmlns:presentation:1.0\" "
      "xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\"><office:automatic-styles>";
  content += styles;
  content += "</office:automatic-styles><office:body><office:presentation>";
  content += pages;
  content += "</office:presentation></office:body></office:document-content>";
  zip.add("content.xml", content);
  const ByteVector file = zip.finish();
  ReadRequest request;
  request.file_path = "a.odp";
  return read(file, request);
}

TEST_CASE("pages of an OpenDocument presentation are slides with titles, lists and notes") {
  const ToolResult result = read_impress_pages(
      "<text:list-style style:name=\"L\"><text:list-level-style-bullet text:level=\"1\" "
      "text:bullet-char=\"•\"/><text:list-level-style-number text:level=\"2\" "
      "style:num-format=\"a\" style:num-suffix=\")\"/></text:list-style>",
      "<draw:page draw:name=\"p\"><draw:frame svg:x=\"1cm\" svg:y=\"5cm\" svg:width=\"9cm\" "
      "svg:height=\"4cm\"><draw:text-box><text:list text:style-name=\"L\"><text:list-item>"
      "<text:p>outer</text:p><text:list><text:list-item><text:p>in<text:s text:c=\"2\"/>ner"
      "</text:p></text:list-item></text:list></text:list-item></text:list></draw:text-box>"
      "</draw:frame><draw:frame presentation:class=\"title\" svg:x=\"1cm\" svg:y=\"1cm\" "
      "svg:width=\"9cm\" svg:height=\"1cm\"><draw:text-box><text:p>Head</text:p></draw:text-box>"
      "</draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>a note</text:p>"
      "</draw:text-box></draw:frame></presentation:notes></draw:page>");
  REQUIRE(result.success);
  CHECK(result.content.find("## Slide 1 of 1: Head\n\n- outer\n") == 0);
  CHECK(result.content.find("a) in") != result.content.npos);
  CHECK(result.content.find("Notes:\n\na note\n") != result.content.npos);
}

TEST_CASE("a page that is not shown is marked") {
  const ToolResult result = read_impress_pages(
      "<style:style style:name=\"h\"><style:drawing-page-properties "
      "presentation:visibility=\"hidden\"/></style:style>",
      "<draw:page draw:style-name=\"h\"><draw:frame presentation:class=\"title\"><draw:text-box>"
      "<text:p>Spare</text:p></draw:text-box></draw:frame></draw:page>");
  CHECK(result.content == "## Slide 1 of 1 (hidden): Spare\n");
  CHECK(result.metadata.document->hidden_count == 1);
}

TEST_CASE("cells that are covered are empty, and a repeat is one") {
  const ToolResult result = read_impress_pages(
      "",
      "<draw:page><draw:frame><table:table table:use-first-row-styles=\"true\">"
      "<table:table-row><table:table-cell table:number-columns-spanned=\"2\"><text:p>A</text:p>"
      "</table:table-cell><table:covered-table-cell/><table:table-cell><text:p>B</text:p>"
      "</table:table-cell></table:table-row><table:table-row><table:table-cell "
      "table:number-columns-repeated=\"2\"/><table:table-cell><text:p>C</text:p>"
      "</table:table-cell></table:table-row></table:table></draw:frame></draw:page>");
  CHECK(result.content.find("| A | | B |\n|---|---|---|\n| | | C |") != result.content.npos);
}

}  // namespace
}  // namespace lectern
