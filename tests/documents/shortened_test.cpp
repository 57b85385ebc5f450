// What is shown of names, descriptions and points that are too long to stand for each of their
// uses.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "read/read.h"
#include "support/zip_writer.h"

namespace lectern {
namespace {

constexpr std::string_view kOffice =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
constexpr std::string_view kSchemas = "http://schemas.openxmlformats.org/drawingml/2006";

std::string relation(std::string_view id, std::string_view type, std::string_view target) {
  return compose(
      {"<Relationship Id=\"{}\" Type=\"{}/{}\" Target=\"{}\"/>", id, kOffice, type, target});
}

/// A document of Word with these styles, and a chart.
ToolResult read_word(std::string_view body, std::string_view links, std::string_view styles = "",
                     std::string_view chart = "", ReadRequest request = {}) {
  const std::string word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  ZipWriter zip;
  zip.add("word/document.xml",
          compose({"<w:document xmlns:w=\"{}\" xmlns:r=\"{}\" xmlns:a=\"{}/main\" "
                   "xmlns:d=\"{}/wordprocessingDrawing\" xmlns:p=\"{}/picture\" "
                   "xmlns:c=\"{}/chart\"><w:body>{}</w:body></w:document>",
                   word, kOffice, kSchemas, kSchemas, kSchemas, kSchemas, body}));
  zip.add("word/styles.xml", compose({"<w:styles xmlns:w=\"{}\">{}</w:styles>", word, styles}));
  zip.add("word/chart.xml",
          compose({"<c:chartSpace xmlns:c=\"{}/chart\"><c:chart><c:plotArea><c:barChart>{}"
                   "</c:barChart></c:plotArea></c:chart></c:chartSpace>",
                   kSchemas, chart}));
  zip.add(
      "word/_rels/document.xml.rels",
      compose({"<Relationships "
               "xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
               "{}{}{}</Relationships>",
               relation("s", "styles", "styles.xml"), relation("c", "chart", "chart.xml"), links}));
  request.file_path = "a.docx";
  return read(zip.finish(), request);
}

std::string picture(std::string_view description, int count) {
  std::string blips;
  for (int i = 0; i < count; ++i) blips += "<a:blip r:embed=\"p\"/>";
  return compose(
      {"<w:p><w:r><w:drawing><d:inline><d:docPr id=\"1\" name=\"x\" descr=\"{}\"/>"
       "<a:graphic><a:graphicData><p:pic><p:blipFill>{}</p:blipFill></p:pic>"
       "</a:graphicData></a:graphic></d:inline></w:drawing></w:r></w:p>",
       description, blips});
}

constexpr std::string_view kChart =
    "<w:p><w:r><w:drawing><d:inline><d:docPr id=\"1\" name=\"x\"/><a:graphic><a:graphicData>"
    "<c:chart r:id=\"c\"/></a:graphicData></a:graphic></d:inline></w:drawing></w:r></w:p>";

std::string points(std::string_view places) {
  return compose(
      {"<c:ser><c:val><c:numRef><c:numCache>{}</c:numCache></c:numRef></c:val></c:ser>", places});
}

std::string point(int place) { return compose({"<c:pt idx=\"{}\"><c:v>7</c:v></c:pt>", place}); }

bool has(const ToolResult& result, std::string_view text) {
  return result.content.find(text) != std::string::npos;
}

TEST_CASE("a part with a name of more than 4,096 bytes is left out, and a warning says so") {
  const auto read = [](std::size_t size) {
    const std::string name = std::string(size - 4, 'p') + ".png";
    return read_word(picture("seen", 1), relation("p", "image", name));
  };
  const ToolResult whole = read(4'000);
  CHECK(has(whole, "[Image 1: not readable, it is not in the package: \"seen\"]"));
  const ToolResult cut = read(5'000);
  REQUIRE(cut.success);
  REQUIRE_FALSE(cut.metadata.warnings.empty());
  CHECK(cut.metadata.warnings[0].find("a relationship to a part with a name of 5,0") !=
        std::string::npos);
  CHECK(cut.metadata.warnings[0].ends_with(" bytes is left out"));
}

TEST_CASE("a description is shown up to 4,000 characters, and up to 200 when it stands too often") {
  const std::string link = relation("p", "image", "p.png");
  const std::string description(5'000, 'd');
  const auto shown = [](std::size_t size) { return "\"" + std::string(size, 'd') + "…\"]"; };
  CHECK(has(read_word(picture(std::string(4'000, 'd'), 1), link),
            "\"" + std::string(4'000, 'd') + "\"]"));
  const ToolResult once = read_word(picture(description, 1), link);
  CHECK(has(once, shown(4'000)));
  // Two thousand in one line take the room that there is for long ones.
  ReadRequest last;
  last.from_end = 1;
  const ToolResult often =
      read_word(picture(description, 2'200) + picture(description, 1), link, "", "", last);
  CHECK(has(often, shown(200)));
  CHECK_FALSE(has(often, std::string(201, 'd')));
}

TEST_CASE("a style with a name of more than 1,000 bytes ends the styles, and a warning says so") {
  const auto read = [](std::size_t size) {
    const std::string id(size, 's');
    return read_word(compose({"<w:p><w:pPr><w:pStyle w:val=\"{}\"/></w:pPr><w:r><w:t>x</w:t></w:r>"
                              "</w:p>",
                              id}),
                     "",
                     compose({"<w:style w:type=\"paragraph\" w:styleId=\"{}\"><w:name "
                              "w:val=\"heading 1\"/></w:style>",
                              id}));
  };
  const ToolResult whole = read(1'000);
  CHECK(whole.content == "# x");
  CHECK(whole.metadata.warnings.empty());
  const ToolResult cut = read(1'001);
  CHECK(cut.content == "x");
  CHECK(cut.metadata.warnings ==
        std::vector<std::string>{
            "the document has more styles than are read: not all hidden text is marked"});
}

TEST_CASE("a point of a chart behind the 20,000th place is left out, and a line says so") {
  const ToolResult whole = read_word(kChart, "", "", points(point(0) + point(19'999)));
  CHECK_FALSE(has(whole, "(the chart has more points than are shown)"));
  const ToolResult cut = read_word(kChart, "", "", points(point(0) + point(20'000)));
  CHECK(has(cut, "(the chart has more points than are shown)"));
  CHECK(has(cut, "| 7 |"));
}

}  // namespace
}  // namespace lectern
