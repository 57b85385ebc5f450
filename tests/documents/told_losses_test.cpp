// What documents hold beyond what is kept, hide in places of their own, or place where nobody
// looks: it is shown, marked, or named in a warning.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "read/read.h"
#include "support/text_documents.h"
#include "support/zip_writer.h"
#include "text/tokens.h"
#include "text/utf8.h"

namespace lectern {
namespace {

using testing::odt_file;
using testing::read_named;

constexpr std::string_view kLossSpaces =
    "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" "
    "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" "
    "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" "
    "xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" "
    "xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\" "
    "xmlns:d=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\" "
    "xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" "
    "xmlns:x=\"http://schemas.microsoft.com/office/drawing/2014/chartex\" "
    "xmlns:e=\"http://schemas.microsoft.com/office/word/2010/wordml\" "
    "xmlns:f=\"http://schemas.microsoft.com/office/word/2012/wordml\"";

struct WordPart {
  std::string type;
  std::string xml;
};

/// A document of Word with other parts, each related to it as "r0", "r1".
ToolResult read_parts_of_word(std::string_view body, const std::vector<WordPart>& parts = {}) {
  ZipWriter zip;
  zip.add("word/document.xml",
          compose({"<w:document {}><w:body>{}</w:body></w:document>", kLossSpaces, body}));
  std::string links;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    append_to(links, {"<Relationship Id=\"r{}\" Target=\"{}.xml\" Type=\"http://"
                      "schemas.openxmlformats.org/officeDocument/2006/relationships/{}\"/>",
                      i, i, parts[i].type});
    zip.add(compose({"word/{}.xml", i}), parts[i].xml);
  }
  zip.add("word/_rels/document.xml.rels",
          compose({"<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/"
                   "relationships\">{}</Relationships>",
                   links}));
  return read_named(zip.finish(), "a.docx");
}

/// A document of Word that shows one chart.
ToolResult read_chart_of(std::string_view element, std::string_view chart) {
  return read_parts_of_word(
      compose({"<w:p><w:r><w:drawing><d:inline><a:graphic><a:graphicData><{} "
               "r:id=\"r0\"/></a:graphicData></a:graphic></d:inline></w:drawing>"
               "</w:r></w:p>",
               element}),
      {{"chart", std::string(chart)}});
}

ByteVector text_file(std::string_view text) { return ByteVector(text.begin(), text.end()); }

bool shows(const ToolResult& result, std::string_view text) {
  return result.content.find(text) != std::string::npos;
}

bool is_warned(const ToolResult& result, std::string_view text) {
  const auto& warnings = result.metadata.warnings;
  return std::any_of(warnings.begin(), warnings.end(), [text](const std::string& warning) {
    return warning.find(text) != std::string::npos;
  });
}

std::string chart_points(std::string_view tag, std::initializer_list<int> places) {
  std::string points;
  for (const int place : places)
    append_to(points, {"<c:pt idx=\"{}\"><c:v>{}</c:v></c:pt>", place, place + 10});
  return compose(
      {"<c:{}><c:numRef><c:numCache>{}</c:numCache></c:numRef></c:{}>", tag, points, tag});
}

TEST_CASE("a series of a chart that begins late has its name at its first point") {
  const auto series = [](std::string_view name, std::initializer_list<int> places) {
    return compose({"<c:ser><c:tx><c:v>{}</c:v></c:tx>{}{}</c:ser>", name,
                    chart_points("xVal", places), chart_points("yVal", places)});
  };
  const ToolResult result = read_chart_of(
      "c:chart", compose({"<c:chartSpace {}><c:scatterChart>{}{}</c:scatterChart>"
                          "</c:chartSpace>",
                          kLossSpaces, series("one", {0, 1}), series("two", {1, 2})}));
  CHECK(shows(result, "| one | 10 | 10 |\n| | 11 | 11 |\n| two | 11 | 11 |\n| | 12 | 12 |"));
}

TEST_CASE("charts of newer programs stand in documents of Word, their points by their places") {
  const ToolResult result = read_chart_of(
      "x:chart",
      compose({"<x:chartSpace {}><x:data><x:strDim><x:lvl><x:pt idx=\"0\">leaf</x:pt><x:pt "
               "idx=\"2\">late</x:pt></x:lvl><x:lvl><x:pt idx=\"0\">branch</x:pt></x:lvl>"
               "</x:strDim><x:numDim><x:lvl><x:pt idx=\"2\">7</x:pt></x:lvl></x:numDim></x:data>"
               "<x:series layoutId=\"sunburst\"><x:tx><x:v>sales</x:v></x:tx></x:series>"
               "</x:chartSpace>",
               kLossSpaces}));
  CHECK(shows(result, "[Chart, sunburst]"));
  CHECK(shows(result, "| | sales |"));
  CHECK(shows(result, "| branch / leaf | |"));
  CHECK(shows(result, "| branch / late | 7 |"));
}

TEST_CASE("series of newer charts have the names that say so, and the first of their dimensions") {
  const auto data = [](std::string_view id, std::string_view value) {
    return compose(
        {"<x:data id=\"{}\"><x:strDim type=\"cat\"><x:lvl><x:pt idx=\"0\">Rome</x:pt>"
         "</x:lvl></x:strDim><x:strDim type=\"entityId\"><x:lvl><x:pt idx=\"0\">77"
         "</x:pt></x:lvl></x:strDim><x:numDim><x:lvl><x:pt idx=\"0\">{}</x:pt></x:lvl>"
         "</x:numDim></x:data>",
         id, value});
  };
  const auto series = [](std::string_view id, std::string_view name) {
    return compose(
        {"<x:series><x:tx><x:txData><x:v>{}</x:v></x:txData></x:tx>"
         "<x:dataId val=\"{}\"/></x:series>",
         name, id});
  };
  const ToolResult result = read_chart_of(
      "x:chart",
      compose({"<x:chartSpace {}>{}{}{}{}{}</x:chartSpace>", kLossSpaces, data("0", "1"),
               data("1", "10"), series("1", "Tens"), series("0", "Ones"), series("0", "Again")}));
  CHECK(shows(result, "| | Ones / Again | Tens |\n"));
  CHECK(shows(result, "| Rome | 1 | 10 |"));
}

TEST_CASE("newer charts have percents, and titles of their axes") {
  const auto title = [](std::string_view text) {
    return compose(
        {"<x:title><x:tx><x:rich><a:p><a:r><a:t>{}</a:t></a:r></a:p></x:rich></x:tx>"
         "</x:title>",
         text});
  };
  const ToolResult result = read_chart_of(
      "x:chart", compose({"<x:chartSpace {}><x:data id=\"0\"><x:numDim><x:lvl formatCode=\"0%\">"
                          "<x:pt idx=\"0\">0.25</x:pt></x:lvl></x:numDim></x:data>{}"
                          "<x:axis>{}</x:axis></x:chartSpace>",
                          kLossSpaces, title("Shares"), title("Part of all")}));
  CHECK(shows(result, ": \"Shares\""));
  CHECK(shows(result, "Part of all"));
  CHECK(shows(result, "25%"));
}

TEST_CASE("answers to comments that are not there, or to each other, stand at the end") {
  std::string comments;
  std::string body;
  for (const std::string_view id : {"1", "2", "3", "4"}) {
    append_to(comments, {"<w:comment w:id=\"{}\" w:author=\"A\"><w:p e:paraId=\"{}\"><w:r><w:t>"
                         "said {}</w:t></w:r></w:p></w:comment>",
                         id, id, id});
    append_to(body,
              {"<w:p><w:r><w:t>p{}</w:t><w:commentReference w:id=\"{}\"/></w:r></w:p>", id, id});
  }
  const ToolResult result = read_parts_of_word(
      body,
      {{"comments", compose({"<w:comments {}>{}</w:comments>", kLossSpaces, comments})},
       {"commentsExtended",
        compose({"<f:commentsEx {}><f:commentEx f:paraId=\"2\" f:paraIdParent=\"9\"/><f:commentEx "
                 "f:paraId=\"3\" f:paraIdParent=\"4\"/><f:commentEx f:paraId=\"4\" "
                 "f:paraIdParent=\"3\"/></f:commentsEx>",
                 kLossSpaces})}});
  CHECK(shows(result, "p1[Comment by A: said 1]"));
  CHECK(shows(result, "[Reply by A: said 2]"));
  CHECK(shows(result, "[Reply by A: said 3]"));
  CHECK(shows(result, "[Reply by A: said 4]"));
}

TEST_CASE("signs between the parts of a formula are as long as signs are") {
  const ToolResult result =
      read_parts_of_word(compose({"<w:p><m:oMath><m:d><m:dPr><m:sepChr "
                                  "m:val=\"{}\"/></m:dPr><m:e/><m:e/></m:d></m:oMath></w:p>",
                                  std::string(1'000, 'x')}));
  CHECK(shows(result, std::string(40, 'x')));
  CHECK_FALSE(shows(result, std::string(41, 'x')));
}

TEST_CASE("code and hidden text of any length are all there") {
  const std::string line = std::string(999, 'c');
  std::string body;
  for (int i = 0; i < 5'000; ++i)
    body += "<text:p text:style-name=\"Preformatted_20_Text\">" + line + "</text:p>";
  body +=
      "<text:p text:style-name=\"Preformatted_20_Text\">last</text:p><text:p><text:span "
      "text:style-name=\"h\">";
  for (int i = 0; i < 5'000; ++i) body += line + ' ';
  body += "secret</text:span></text:p>";
  const ByteVector file = odt_file(
      "<style:style style:name=\"Preformatted_20_Text\" style:family=\"paragraph\"/><style:style "
      "style:name=\"h\" style:family=\"text\"><style:text-properties text:display=\"none\"/>"
      "</style:style>",
      body);
  for (const std::string_view word : {"last", "secret"}) {
    ReadRequest request;
    request.file_path = "a.odt";
    request.search = word;
    CHECK(shows(read(file, request), compose({"1 line holds \"{}\"", word})));
  }
}

TEST_CASE("text that a change has deleted stands where it is first named") {
  ReadOptions options;
  options.document.changes = TrackedChanges::kMarked;
  const ToolResult result = read_named(
      odt_file("",
               "<text:tracked-changes><text:changed-region text:id=\"a\"><text:deletion>"
               "<text:p>gone</text:p></text:deletion></text:changed-region>"
               "</text:tracked-changes><text:p>x<text:change text:change-id=\"a\"/></text:p>"
               "<text:p>y<text:change text:change-id=\"a\"/></text:p>"),
      "a.odt", options);
  CHECK(result.content == "x{--gone--}\n\ny\n\n(1 tracked change: marked)");
}

TEST_CASE("what follows the end of an RTF is a warning, unless it is blank") {
  CHECK(is_warned(read_named(text_file("{\\rtf1 a}\n{\\rtf1 more}"), "a.rtf"),
                  "13 bytes behind the end of the document left out"));
  using namespace std::string_view_literals;
  CHECK(read_named(text_file("{\\rtf1 a}\r\n\0\x1A"sv), "a.rtf").metadata.warnings.empty());
}

ToolResult read_html(std::string_view html) {
  ReadOptions options;
  options.document.html = HtmlForm::kMarkdown;
  return read_named(text_file(html), "a.html", options);
}

TEST_CASE("frames and pictures that a page hides are marked, with what is in them") {
  const ToolResult frame = read_html(
      "<p>a</p><div hidden><iframe srcdoc='<p>b</p>'></iframe></div>"
      "<iframe style='display:none' srcdoc='<p>c</p>'></iframe><p>d</p>");
  CHECK(frame.content == "a\n\n[Hidden:\n\nb\n\n]\n\n[Hidden:\n\nc\n\n]\n\nd");
  const ToolResult picture = read_html("<p>a <img hidden alt=b> c <input hidden value=d> e</p>");
  CHECK(picture.content == "a [Hidden: [Image: \"b\"]] c [Hidden: [d]] e");
}

TEST_CASE("frames in too many others, and formulas that are too large, are named") {
  std::string html = "<p>inner</p>";
  for (int i = 0; i < 4; ++i) {
    std::string quoted;
    for (const char c : html)
      quoted += c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
    html = "<iframe srcdoc=\"" + quoted + "\"></iframe>";
  }
  CHECK(shows(read_html("<p>a</p>" + html), "[Frame: not shown, it stands in too many others]"));
  CHECK(shows(read_html("<p>a</p><math><mtext>" + std::string(1'100'000, 'x') + "</mtext></math>"),
              "a formula that is too large"));
}

TEST_CASE("a title that a slide hides is marked as other hidden shapes are") {
  ZipWriter zip;
  zip.add("ppt/presentation.xml",
          compose({"<p:presentation {}><p:sldIdLst><p:sldId id=\"256\" r:id=\"s\"/></p:sldIdLst>"
                   "</p:presentation>",
                   kLossSpaces}));
  zip.add("ppt/_rels/presentation.xml.rels",
          "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
          "<Relationship Id=\"s\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/"
          "relationships/slide\" Target=\"s.xml\"/></Relationships>");
  zip.add("ppt/s.xml",
          compose({"<p:sld {}><p:cSld><p:spTree><p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"T\" "
                   "hidden=\"1\"/><p:nvPr><p:ph type=\"title\"/></p:nvPr></p:nvSpPr><p:txBody><a:p>"
                   "<a:r><a:t>unseen</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld>"
                   "</p:sld>",
                   kLossSpaces}));
  const ToolResult result = read_named(zip.finish(), "a.pptx");
  CHECK(result.content == "## Slide 1 of 1\n\n(hidden:)\n\nunseen\n");
  CHECK(result.metadata.document->hidden_count == 1U);
}

/// A book of one chapter.
ByteVector one_chapter(std::string_view body) {
  ZipWriter zip;
  zip.add("mimetype", "application/epub+zip", false);
  zip.add("META-INF/container.xml",
          "<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><rootfiles>"
          "<rootfile full-path=\"o.opf\" media-type=\"application/oebps-package+xml\"/>"
          "</rootfiles></container>");
  zip.add("o.opf",
          "<package xmlns=\"http://www.idpf.org/2007/opf\"><manifest><item id=\"a\" "
          "href=\"a.xhtml\" media-type=\"application/xhtml+xml\"/></manifest><spine><itemref "
          "idref=\"a\"/></spine></package>");
  zip.add("a.xhtml",
          compose({"<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>{}</body></html>", body}));
  return zip.finish();
}

TEST_CASE("a search counts the lines of a chapter that have no room, an outline its headings") {
  std::string body;
  for (int i = 0; i < 3'000; ++i)
    append_to(body, {"<h2>needle {} {}</h2>", i, std::string(60, 'x')});
  ReadRequest request;
  request.file_path = "a.epub";
  request.search = "needle";
  const ToolResult found = read(one_chapter(body), request);
  CHECK(shows(found, "3,000 lines found in 1 chapter searched"));
  CHECK(shows(found, "more lines of chapter 1 not shown: search for more words)"));
  request.search.clear();
  request.outline = true;
  CHECK(shows(read(one_chapter(body), request), "(more headings than are listed)"));
}

TEST_CASE("headers beyond those that are shown are counted as left out") {
  std::string headers;
  for (int i = 0; i < 201; ++i)
    append_to(headers, {"<w:hdr><w:p><w:r><w:t>head {}x</w:t></w:r></w:p></w:hdr>", i});
  const ToolResult result = read_named(
      text_file(
          compose({"<?mso-application progid=\"Word.Document\"?><w:wordDocument xmlns:w=\"http:"
                   "//schemas.microsoft.com/office/word/2003/wordml\"><w:body><w:p><w:r><w:t>x"
                   "</w:t></w:r></w:p><w:sectPr>{}</w:sectPr></w:body></w:wordDocument>",
                   headers})),
      "a.xml");
  CHECK(shows(result, "[Header: head 199x]"));
  CHECK(is_warned(result, "more than 200 headers and footers: the others are left out"));
}

TEST_CASE("workbooks that formulas lead to are named as far as there is room") {
  const auto relations = [](std::string_view all) {
    return compose(
        {"<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/"
         "relationships\">{}</Relationships>",
         all});
  };
  constexpr std::string_view kTypes =
      "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  ZipWriter zip;
  std::string links;
  for (int i = 0; i < 90; ++i)
    append_to(links,
              {"<Relationship Id=\"e{}\" Type=\"{}/externalLink\" Target=\"e.xml\"/>", i, kTypes});
  append_to(links, {"<Relationship Id=\"s\" Type=\"{}/worksheet\" Target=\"s.xml\"/>", kTypes});
  constexpr std::string_view kMain = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  zip.add("xl/workbook.xml",
          compose({"<workbook xmlns=\"{}\" xmlns:r=\"{}\"><sheets><sheet name=\"a\" sheetId=\"1\" "
                   "r:id=\"s\"/></sheets></workbook>",
                   kMain, kTypes}));
  zip.add("xl/s.xml", compose({"<worksheet xmlns=\"{}\"><sheetData/></worksheet>", kMain}));
  zip.add("xl/_rels/workbook.xml.rels", relations(links));
  zip.add("xl/e.xml", "<externalLink/>");
  zip.add("xl/_rels/e.xml.rels",
          relations(compose({"<Relationship Id=\"a\" Type=\"{}/externalLinkPath\" Target=\"{}\" "
                             "TargetMode=\"External\"/>",
                             kTypes, std::string(10'000, 'x')})));
  ReadRequest request;
  request.file_path = "a.xlsx";
  const ToolResult result = read(zip.finish(), request);
  CHECK(shows(result, "xxx…, xxx"));
  CHECK(shows(result, "xxx… and others"));
  CHECK(result.content.size() < 10'000);
}

TEST_CASE("the sheets of a workbook take a part of its tokens") {
  constexpr std::string_view kSheet = "urn:schemas-microsoft-com:office:spreadsheet";
  std::string text =
      compose({"<?mso-application progid=\"Excel.Sheet\"?><Workbook xmlns=\"{}\" xmlns:s=\"{}\">",
               kSheet, kSheet});
  for (int i = 0; i < 500; ++i)
    append_to(text,
              {"<Worksheet s:Name=\"Sheet {}\"><Table><Row><Cell><Data s:Type=\"String\">value"
               "</Data></Cell></Row></Table></Worksheet>",
               i});
  text += "</Workbook>";
  ReadRequest request;
  request.file_path = "a.xml";
  ReadOptions options;
  options.limits.max_tokens = 400;
  const ToolResult result = read(text_file(text), request, options);
  CHECK(shows(result, "Workbook with 500 sheets"));
  CHECK(shows(result, "more sheets: a read with outline lists all)"));
  CHECK(tokens_from_quarters(estimate_token_quarters(result.content)) <= 400);
}

TEST_CASE("an outline with more headings than have room goes on with the next") {
  std::string body;
  for (int i = 0; i < 3'000; ++i)
    append_to(body,
              {"<text:h text:outline-level=\"1\">heading {} {}</text:h>", i, std::string(60, 'x')});
  const ByteVector file = odt_file("", body);
  ReadRequest request;
  request.file_path = "a.odt";
  request.outline = true;
  ReadOptions options;
  bool is_by_tokens = false;
  SECTION("by characters") { options.limits.max_content_chars = 60'000; }
  SECTION("by tokens") {
    options.limits.max_tokens = 15'000;
    is_by_tokens = true;
  }
  std::uint64_t headings = 0;
  for (int reads = 0; reads < 9; ++reads) {
    const ToolResult result = read(file, request, options);
    REQUIRE(result.success);
    CHECK(utf8_length(result.content) <= 60'000);
    if (is_by_tokens)
      CHECK(tokens_from_quarters(estimate_token_quarters(result.content)) <= 15'000);
    for (std::size_t at = 0; (at = result.content.find("heading ", at)) != std::string::npos; ++at)
      ++headings;
    if (!result.truncated) break;
    CHECK(shows(result, "(More headings follow. Next: outline, offset="));
    REQUIRE(result.truncation->next);
    request = *result.truncation->next;
  }
  CHECK(headings == 3'000);
}

TEST_CASE("an outline of a document has the lines that are asked for") {
  const ByteVector file = odt_file("",
                                   "<text:h text:outline-level=\"1\">one</text:h>"
                                   "<text:h text:outline-level=\"2\">two</text:h>"
                                   "<text:h text:outline-level=\"2\">three</text:h>");
  const auto outline = [&file](const auto& choose) {
    ReadRequest request;
    request.file_path = "a.odt";
    request.outline = true;
    choose(request);
    const ToolResult result = read(file, request, {});
    return result.content.substr(0, result.content.rfind('('));
  };
  const std::string one = "line 1: # one\n";
  const std::string two = "line 3: ## two\n";
  const std::string three = "line 5: ## three\n";
  CHECK(outline([](ReadRequest&) {}) == one + two + three);
  CHECK(outline([](ReadRequest& request) { request.limit = 3; }) == one + two);
  CHECK(outline([](ReadRequest& request) { request.offset = 2; }) == two + three);
  CHECK(outline([](ReadRequest& request) { request.from_end = 1; }) == three);
  CHECK(outline([](ReadRequest& request) { request.lines = {{4, 9}, {1, 2}}; }) == one + three);
  CHECK(outline([](ReadRequest& request) {
          request.lines = {{2, 2}};
        }) == "(no headings in these lines)\n");
}

TEST_CASE("a cell that is found and longer than a result is cut, and says so") {
  ReadRequest request;
  request.file_path = "a.csv";
  request.range = "A1:B9";
  request.search = "needle";
  const ToolResult result =
      read(text_file("needle " + std::string(200'000, 'x') + ",1\nneedle two,2\n"), request);
  CHECK(shows(result, "xxx … (cut)"));
  CHECK(result.content.size() < 100'000);
  CHECK(is_warned(result, "A1 is cut: "));
  request.search.clear();
  request.outline = true;
  CHECK(shows(read(text_file(std::string(200'000, 'x') + ",1\n"), request), "xxx… | 1\n"));
  CHECK(shows(result, "A2: needle two"));
}

}  // namespace
}  // namespace lectern
