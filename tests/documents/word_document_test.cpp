// Word documents, OpenDocument text, RTF and binary Word, made here.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "read/read.h"
#include "support/text_documents.h"
#include "support/zip_writer.h"

namespace lectern {
namespace {

using testing::odt_text;
using testing::read_named;
using testing::rtf_text;

constexpr std::string_view kWordHead =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:document "
    "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" "
    "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" "
    "xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\" "
    "xmlns:w14=\"http://schemas.microsoft.com/office/word/2010/wordml\" "
    "xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" "
    "xmlns:wps=\"http://schemas.microsoft.com/office/word/2010/wordprocessingShape\"><w:body>";
constexpr std::string_view kWordNamespace =
    " xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">";

std::string word_part(std::string_view root, std::string_view inside) {
  std::string part = "<w:";
  part += root;
  part += kWordNamespace;
  part += inside;
  part += "</w:";
  part += root;
  return part + '>';
}

struct WordParts {
  std::string body;
  std::string styles = {};
  std::string numbering = {};
  std::string footnotes = {};
  std::string comments = {};
  std::string header = {};
  std::string links = {};  ///< more relationships
};

ByteVector word_file(const WordParts& parts) {
  ZipWriter zip;
  std::string links =
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">";
  const auto add = [&](std::string_view type, std::string_view name, std::string_view text) {
    if (text.empty()) return;
    zip.add("word/" + std::string(name), text);
    links += "<Relationship Id=\"id_" + std::string(type) + "\" Type=\"http://x/" +
             std::string(type) + "\" Target=\"" + std::string(name) + "\"/>";
  };
  zip.add("word/document.xml", std::string(kWordHead) + parts.body + "</w:body></w:document>");
  const auto part = [](std::string_view root, const std::string& inside) {
    return inside.empty() ? std::string() : word_part(root, inside);
  };
  add("styles", "styles.xml", part("styles", parts.styles));
  add("numbering", "numbering.xml", part("numbering", parts.numbering));
  add("footnotes", "footnotes.xml", part("footnotes", parts.footnotes));
  add("comments", "comments.xml", part("comments", parts.comments));
  add("header", "header1.xml", part("hdr", parts.header));
  zip.add("word/_rels/document.xml.rels", links + parts.links + "</Relationships>");
  return zip.finish();
}

std::string word_text(const WordParts& parts, const ReadOptions& options = {}) {
  const ToolResult result = read_named(word_file(parts), "a.docx", options);
  return result.success ? result.content + '\n' : result.error->message;
}

std::string paragraph(std::string_view text, std::string_view properties = {}) {
  std::string xml = "<w:p>";
  if (!properties.empty()) xml += "<w:pPr>" + std::string(properties) + "</w:pPr>";
  return xml + "<w:r><w:t>" + std::string(text) + "</w:t></w:r></w:p>";
}

std::string item(std::string_view text, int number, int level) {
  return paragraph(text, "<w:numPr><w:ilvl w:val=\"" + std::to_string(level) +
                             "\"/><w:numId w:val=\"" + std::to_string(number) + "\"/></w:numPr>");
}

constexpr std::string_view kLists =
    "<w:abstractNum w:abstractNumId=\"5\">"
    "<w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt w:val=\"upperRoman\"/>"
    "<w:lvlText w:val=\"%1.\"/></w:lvl>"
    "<w:lvl w:ilvl=\"1\"><w:start w:val=\"1\"/><w:numFmt w:val=\"lowerLetter\"/>"
    "<w:lvlText w:val=\"%1.%2)\"/></w:lvl>"
    "<w:lvl w:ilvl=\"2\"><w:start w:val=\"1\"/><w:numFmt w:val=\"decimal\"/><w:isLgl/>"
    "<w:lvlText w:val=\"%1.%2.%3\"/></w:lvl></w:abstractNum>"
    "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"5\"/></w:num>"
    "<w:num w:numId=\"2\"><w:abstractNumId w:val=\"5\"/><w:lvlOverride w:ilvl=\"0\">"
    "<w:startOverride w:val=\"4\"/></w:lvlOverride></w:num>";

/// A run with a drawing of this description.
std::string drawing(std::string_view description, std::string_view inside) {
  return "<w:r><w:drawing><wp:inline "
         "xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\" "
         "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\"><wp:docPr id=\"1\" "
         "name=\"x\" descr=\"" +
         std::string(description) + "\"/>" + std::string(inside) + "</wp:inline></w:drawing></w:r>";
}

TEST_CASE("a drawing without a text or a picture is its description") {
  const std::string text = "<w:r><w:t xml:space=\"preserve\">to </w:t></w:r>";
  CHECK(word_text({.body = "<w:p>" + text + drawing("An \xC3\xA4rrow [^1]", "") + "</w:p>"}) ==
        "to [Drawing: \"An \xC3\xA4rrow \\[^1]\"]\n");
  CHECK(word_text({.body = "<w:p>" + text + drawing("Lost", "<a:blip r:embed=\"none\"/>") +
                           "</w:p>"}) == "to [Drawing: \"Lost\"]\n");
}

TEST_CASE("a picture outside the document keeps its description") {
  CHECK(word_text({.body = "<w:p>" + drawing("Our house", "<a:blip r:link=\"p\"/>") + "</w:p>",
                   .links = "<Relationship Id=\"p\" Type=\"http://x/image\" "
                            "Target=\"http://example.org/a.png\" TargetMode=\"External\"/>"}) ==
        "[Image: not in the document, \"Our house\", http://example.org/a.png]\n");
}

TEST_CASE("headings have the level of their style or of what it inherits from", "[word]") {
  WordParts parts;
  parts.styles =
      "<w:style w:type=\"paragraph\" w:styleId=\"H2\"><w:name w:val=\"heading 2\"/></w:style>"
      "<w:style w:type=\"paragraph\" w:styleId=\"Mine\"><w:name w:val=\"Mine\"/>"
      "<w:basedOn w:val=\"H2\"/></w:style>"
      "<w:style w:type=\"paragraph\" w:styleId=\"Ue\"><w:name w:val=\"Überschrift 3\"/></w:style>";
  parts.body = paragraph("One", "<w:pStyle w:val=\"Mine\"/>") +
               paragraph("Two", "<w:outlineLvl w:val=\"0\"/>") +
               paragraph("Three", "<w:pStyle w:val=\"Ue\"/>") + paragraph("text");
  CHECK(word_text(parts) == "## One\n\n# Two\n\n### Three\n\ntext\n");
}

TEST_CASE("items of lists have the numbers that the document shows", "[word]") {
  WordParts parts;
  parts.numbering = kLists;
  parts.body = item("a", 1, 0) + item("b", 1, 1) + item("c", 1, 2) + item("d", 1, 1) +
               item("e", 1, 0) + item("f", 1, 1) + item("g", 2, 0) + item("h", 1, 0);
  CHECK(word_text(parts) ==
        "- I. a\n  - I.a) b\n    - 1.1.1 c\n  - I.b) d\n- II. e\n  - II.a) f\n- IV. g\n- V. h\n");
}

TEST_CASE("tracked changes are accepted and counted, or marked with their author", "[word]") {
  WordParts parts;
  parts.body =
      "<w:p><w:r><w:t xml:space=\"preserve\">a </w:t></w:r>"
      "<w:ins w:author=\"Ann\"><w:r><w:t>new</w:t></w:r></w:ins>"
      "<w:del w:author=\"Bob\"><w:r><w:delText>old</w:delText></w:r></w:del></w:p>";
  const ToolResult final_text = read_named(word_file(parts), "a.docx");
  REQUIRE(final_text.success);
  CHECK(final_text.content ==
        "a new\n\n(2 tracked changes by 2 authors: shown as final; `changes: 'marked'` shows "
        "them)");
  CHECK(final_text.metadata.document->change_count == 2U);
  ReadOptions options;
  options.document.changes = TrackedChanges::kMarked;
  CHECK(word_text(parts, options) ==
        "a {++new++}{>>Ann<<}{--old--}{>>Bob<<}\n\n(2 tracked changes by 2 authors: marked)\n");
}

TEST_CASE("a move is one change, and an inserted row is text where changes are not marked",
          "[word]") {
  WordParts parts;
  parts.body =
      "<w:p><w:moveFrom w:author=\"Ann\"><w:r><w:t>there</w:t></w:r></w:moveFrom></w:p>"
      "<w:p><w:moveTo w:author=\"Ann\"><w:r><w:t>here</w:t></w:r></w:moveTo></w:p>"
      "<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid><w:tr><w:trPr>"
      "<w:ins w:author=\"Ann\"/></w:trPr><w:tc>" +
      paragraph("a") + "</w:tc><w:tc>" + paragraph("b") + "</w:tc></w:tr></w:tbl>";
  CHECK(word_text(parts) ==
        "here\n\n| | |\n|---|---|\n| a | b |\n\n(2 tracked changes by 1 author: shown as final; "
        "`changes: 'marked'` shows them)\n");
}

TEST_CASE("changes in a row that is deleted count, whether they are shown or not", "[word]") {
  const std::string cell =
      "<w:tc><w:p><w:del w:author=\"Ann\"><w:r><w:delText>x</w:delText></w:r></w:del></w:p></w:tc>";
  const std::string row =
      "<w:tr><w:trPr><w:del w:author=\"Ann\"/></w:trPr>" + cell + cell + "</w:tr>";
  const ByteVector file = word_file(
      {.body = "<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>" + row + "</w:tbl>"});
  ReadOptions options;
  options.document.changes = TrackedChanges::kMarked;
  CHECK(read_named(file, "a.docx").metadata.document->change_count == 3U);
  CHECK(read_named(file, "a.docx", options).metadata.document->change_count == 3U);
}

TEST_CASE("a paragraph whose mark is deleted goes on in the next one", "[word]") {
  WordParts parts;
  parts.body =
      "<w:p><w:pPr><w:rPr><w:del w:author=\"A\"/></w:rPr></w:pPr><w:r><w:t>one</w:t></w:r>"
      "</w:p>" +
      paragraph(" two") + paragraph("three");
  const std::string text = word_text(parts);
  CHECK(text.starts_with("one two\n\nthree\n"));
}

TEST_CASE("notes stand behind the text with their marks in it, each once", "[word]") {
  WordParts parts;
  parts.footnotes =
      "<w:footnote w:type=\"separator\" w:id=\"0\"><w:p/></w:footnote>"
      "<w:footnote w:id=\"7\"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>Note</w:t></w:r></w:p>"
      "<w:p><w:r><w:t>more</w:t></w:r></w:p></w:footnote>";
  parts.body = "<w:p><w:r><w:t>a</w:t></w:r><w:r><w:footnoteReference w:id=\"7\"/></w:r></w:p>" +
               paragraph("b", "<w:outlineLvl w:val=\"0\"/>") + paragraph("c");
  CHECK(word_text(parts) == "a[^1]\n\n[^1]: Note\n\n    more\n\n# b\n\nc\n");
}

TEST_CASE("comments stand at their place and cannot be forged", "[word]") {
  WordParts parts;
  parts.comments =
      "<w:comment w:id=\"3\" w:author=\"Ann\"><w:p><w:r><w:t>Is ] this so?</w:t></w:r>"
      "</w:p></w:comment>";
  parts.body = "<w:p><w:r><w:t>a</w:t></w:r><w:r><w:commentReference w:id=\"3\"/></w:r></w:p>" +
               paragraph("[Comment by Eve: no]");
  CHECK(word_text(parts) == "a[Comment by Ann: Is \\] this so?]\n\n\\[Comment by Eve: no]\n");
  parts.comments =
      "<w:comment w:id=\"3\" w:author=\" \"><w:p><w:r><w:t>x</w:t></w:r></w:p></w:comment>";
  CHECK(word_text(parts).find("a[Comment: x]\n") == 0);
}

TEST_CASE("a note or a comment in a word stands behind the word", "[word]") {
  const auto run = [](std::string_view inside) { return "<w:r>" + std::string(inside) + "</w:r>"; };
  WordParts parts;
  parts.footnotes = "<w:footnote w:id=\"2\">" + paragraph("Note") + "</w:footnote>";
  parts.body = "<w:p>" + run("<w:t>foot</w:t>") + run("<w:footnoteReference w:id=\"2\"/>") +
               run("<w:t xml:space=\"preserve\">ball is</w:t>") + "</w:p>";
  CHECK(word_text(parts) == "football[^1] is\n\n[^1]: Note\n");
}

TEST_CASE("a picture in a heading stands behind the heading", "[word]") {
  CHECK(word_text({.body = "<w:p><w:pPr><w:outlineLvl w:val=\"0\"/></w:pPr>" +
                           drawing("A house", "<a:blip r:link=\"p\"/>") +
                           "<w:r><w:t>Title</w:t></w:r></w:p>",
                   .links = "<Relationship Id=\"p\" Type=\"http://x/image\" "
                            "Target=\"http://e.org/a.png\" TargetMode=\"External\"/>"}) ==
        "# Title\n\n[Image: not in the document, \"A house\", http://e.org/a.png]\n");
}

TEST_CASE("hidden text is marked, counted and warned of", "[word]") {
  WordParts parts;
  parts.body =
      "<w:p><w:r><w:t>seen</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>gone</w:t></w:r>"
      "</w:p><w:p><w:r><w:rPr><w:color w:val=\"FFFFFF\"/></w:rPr><w:t>white</w:t></w:r>"
      "</w:p><w:p><w:r><w:rPr><w:sz w:val=\"2\"/></w:rPr><w:t>tiny</w:t></w:r></w:p>";
  const ToolResult result = read_named(word_file(parts), "a.docx");
  REQUIRE(result.success);
  CHECK(result.content == "seen[Hidden text: gone]\n\n[Hidden text: white]\n\n[Hidden text: tiny]");
  CHECK(result.metadata.document->hidden_count == 3U);
  REQUIRE(result.metadata.warnings.size() == 1);
}

TEST_CASE("fields show their result and links their target", "[word]") {
  WordParts parts;
  parts.links =
      "<Relationship Id=\"l\" Type=\"http://x/hyperlink\" Target=\"https://e.org/\" "
      "TargetMode=\"External\"/>";
  parts.body =
      "<w:p><w:hyperlink r:id=\"l\"><w:r><w:t>one</w:t></w:r></w:hyperlink>"
      "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r>"
      "<w:r><w:instrText> HYPERLINK \"https://f.org/\" </w:instrText></w:r>"
      "<w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>two</w:t></w:r>"
      "<w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:p>"
      "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"><w:ffData><w:checkBox><w:checked/></w:checkBox>"
      "</w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r>"
      "<w:r><w:fldChar w:fldCharType=\"end\"/></w:r><w:r><w:t> yes</w:t></w:r></w:p>";
  CHECK(word_text(parts) == "[one](https://e.org/)[two](https://f.org/)\n\n☑ yes\n");
}

TEST_CASE("of alternative content one branch is read, and boxes stand behind", "[word]") {
  WordParts parts;
  parts.body =
      "<w:p><w:r><w:t>a</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires=\"wps\">"
      "<w:drawing><wps:txbx><w:txbxContent>" +
      paragraph("box") +
      "</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>" +
      paragraph("box") +
      "</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
      "<w:r><w:t>b</w:t></w:r></w:p>";
  CHECK(word_text(parts) == "ab\n\nbox\n");
}

TEST_CASE("tables keep their columns where cells are merged", "[word]") {
  WordParts parts;
  const auto cell = [](std::string_view text, std::string_view properties = {}) {
    return "<w:tc><w:tcPr>" + std::string(properties) + "</w:tcPr>" + paragraph(text) + "</w:tc>";
  };
  parts.body =
      "<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>"
      "<w:tr><w:trPr><w:tblHeader/></w:trPr>" +
      cell("x|y", "<w:gridSpan w:val=\"2\"/>") + "</w:tr><w:tr>" +
      cell("a", "<w:vMerge w:val=\"restart\"/>") + cell("b") + "</w:tr><w:tr>" +
      cell("", "<w:vMerge/>") + cell("c") + "</w:tr></w:tbl>";
  CHECK(word_text(parts) == "| x\\|y | |\n|---|---|\n| a | b |\n| | c |\n");
}

TEST_CASE("equations are LaTeX", "[word]") {
  WordParts parts;
  parts.body =
      "<w:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:rad><m:radPr>"
      "<m:degHide m:val=\"1\"/></m:radPr><m:deg/><m:e><m:r><m:t>β</m:t></m:r></m:e></m:rad></m:den>"
      "</m:f></m:oMath></w:p>";
  CHECK(word_text(parts) == "$\\frac{a}{\\sqrt{\\beta}}$\n");
}

TEST_CASE("damage behind the text's start is a warning with the part's name", "[word]") {
  ZipWriter zip;
  zip.add("word/document.xml", std::string(kWordHead) + paragraph("kept") + "<w:p><w:r");
  const ToolResult result = read_named(zip.finish(), "a.docx");
  REQUIRE(result.success);
  CHECK(result.content == "kept");
  REQUIRE_FALSE(result.metadata.warnings.empty());
  CHECK(result.metadata.warnings[0].find("word/document.xml: not well-formed") == 0);
}

TEST_CASE("headers stand once before the text and page numbers not at all", "[word]") {
  WordParts parts;
  parts.header = paragraph("ACME");
  parts.body = paragraph("text");
  CHECK(word_text(parts) == "[Header: ACME]\n\ntext\n");
  parts.header = paragraph("Page 3 of 7");
  CHECK(word_text(parts) == "text\n");
}

TEST_CASE("OpenDocument text: blanks, spans, headings, notes and comments", "[odt]") {
  CHECK(odt_text("<style:style style:name=\"B\" style:family=\"text\"><style:text-properties "
                 "fo:font-weight=\"bold\"/></style:style>",
                 "<text:h text:outline-level=\"2\">Title</text:h>"
                 "<text:p>\n a  b<text:s text:c=\"2\"/>c <text:span "
                 "text:style-name=\"B\">bold</text:span><text:note text:note-class=\"footnote\">"
                 "<text:note-citation>1</text:note-citation><text:note-body><text:p>Note</text:p>"
                 "</text:note-body></text:note><office:annotation><dc:creator>Ann</dc:creator>"
                 "<text:p>Why?</text:p></office:annotation></text:p>") ==
        "## Title\n\na b  c **bold**[^1] [Comment by Ann: Why?]\n\n[^1]: Note\n");
}

TEST_CASE("a note or a comment in a word of OpenDocument or RTF stands behind the word", "[odt]") {
  CHECK(odt_text("",
                 "<text:p>foot<office:annotation><dc:creator>Ann</dc:creator><text:p>Why?"
                 "</text:p></office:annotation>ball</text:p>") ==
        "football[Comment by Ann: Why?]\n");
  CHECK(rtf_text("{\\rtf1 foot{\\footnote\\pard Note}ball is\\par}") ==
        "football[^1] is\n\n[^1]: Note\n");
}

TEST_CASE("OpenDocument lists go on, start anew and show several levels", "[odt]") {
  CHECK(odt_text("<text:list-style style:name=\"L\"><text:list-level-style-number text:level=\"1\" "
                 "style:num-format=\"1\" style:num-suffix=\".\"/><text:list-level-style-number "
                 "text:level=\"2\" style:num-format=\"a\" style:num-suffix=\")\" "
                 "text:display-levels=\"2\"/></text:list-style>",
                 "<text:list text:style-name=\"L\"><text:list-item><text:p>a</text:p><text:list>"
                 "<text:list-item><text:p>b</text:p></text:list-item></text:list></text:list-item>"
                 "</text:list><text:p>between</text:p><text:list text:style-name=\"L\" "
                 "text:continue-numbering=\"true\"><text:list-item><text:p>c</text:p>"
                 "</text:list-item></text:list>") == "1. a\n   - 1.a) b\n\nbetween\n\n2. c\n");
}

TEST_CASE("a count of blanks takes no memory", "[odt]") {
  CHECK(odt_text("", "<text:p>a<text:s text:c=\"2147483647\"/>b</text:p>").size() < 2'000);
}

TEST_CASE("RTF: code pages, Unicode with fallbacks, surrogates and destinations", "[rtf]") {
  CHECK(rtf_text("{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial;}}"
                 "{\\*\\unknown gone}\\f0 caf\\'e9 \\f1\\'e4\\'e0\\f0  "
                 "\\uc1\\u8364?\\u-10179?\\u-8704? {\\upr{ansi}{\\*\\ud{\\u937?}}}\\par two}") ==
        "café да €😀 Ω\n\ntwo\n");
}

TEST_CASE("RTF: styles, links, lists, tables and notes", "[rtf]") {
  CHECK(rtf_text("{\\rtf1{\\stylesheet{\\s1\\outlinelevel0 heading 1;}}\\pard\\s1 Title\\par"
                 "\\pard a {\\b bold} {\\field{\\*\\fldinst{HYPERLINK \"http://e.org/\"}}"
                 "{\\fldrslt link}}{\\super\\chftn}{\\footnote\\pard Note}\\par"
                 "\\pard{\\listtext\\pard 3.\\tab}\\ls1 item\\par"
                 "\\trowd\\cellx100\\cellx200\\pard\\intbl x\\cell y\\cell\\row\\pard end\\par}") ==
        "# Title\n\na **bold** [link](http://e.org/)[^1]\n\n3. item\n\n| | |\n|---|---|\n"
        "| x | y |\n\nend\n\n[^1]: Note\n");
}

TEST_CASE("text that is raised or lowered by points is raised or lowered", "[word]") {
  const auto run = [](std::string_view text, std::string_view position) {
    return "<w:r><w:rPr><w:position w:val=\"" + std::string(position) + "\"/></w:rPr><w:t>" +
           std::string(text) + "</w:t></w:r>";
  };
  CHECK(word_text({.body = "<w:p>" + run("10", "1") + run("-4", "6") + run("i", "-6") +
                           "</w:p>"}) == "10<sup>-4</sup><sub>i</sub>\n");
  CHECK(rtf_text("{\\rtf1 10{\\up6 -4}{\\dn i}\\up1 x}") == "10<sup>-4</sup><sub>i</sub>x\n");
}

TEST_CASE("RTF: the text of WordArt stands behind its paragraph, that of a watermark in the header",
          "[rtf]") {
  const std::string shape =
      "{\\shp{\\*\\shpinst{\\sp{\\sn shapeType}{\\sv 136}}{\\sp{\\sn gtextUNICODE}{\\sv # "
      "{D}RAFT}}}}";
  CHECK(rtf_text("{\\rtf1 a" + shape + "b\\par c}") == "ab\n\n\\# DRAFT\n\nc\n");
  CHECK(rtf_text("{\\rtf1{\\header\\pard " + shape + "\\par}a}").find("DRAFT]\n\na\n") !=
        std::string::npos);
}

TEST_CASE("RTF: the author of a change stands in the paragraph of the change", "[rtf]") {
  ReadOptions options;
  options.document.changes = TrackedChanges::kMarked;
  const std::string_view rtf =
      "{\\rtf1{\\*\\revtbl{Unknown;}{Ann;}}{\\revised\\revauth1 one\\par two}\\par three "
      "{\\deleted\\revauthdel1 four}}";
  CHECK(read_named(ByteVector(rtf.begin(), rtf.end()), "a.rtf", options).content ==
        "{++one++}{>>Ann<<}\n\n{++two++}{>>Ann<<}\n\nthree {--four--}{>>Ann<<}\n\n"
        "(2 tracked changes by 1 author: marked)");
}

TEST_CASE("RTF: groups that never end are a warning, groups without end an error", "[rtf]") {
  CHECK(rtf_text("{\\rtf1 {\\b open") == "**open**\n");
  CHECK(rtf_text("{\\rtf1 {\\pard {\\pict ff") ==
        "the file ends inside of 3 groups, before any text");
  CHECK(rtf_text("{\\rtf1 " + std::string(10'000, '{')).find("groups nest deeper") == 0);
}

TEST_CASE("RTF: binary data is stepped over", "[rtf]") {
  CHECK(rtf_text("{\\rtf1 a{\\*\\objdata\\bin5 }}}}}}b}") == "ab\n");
}

TEST_CASE("cells of RTF that are merged across are one cell, and nothing of them is lost",
          "[word]") {
  const std::string_view rtf =
      "{\\rtf1\\trowd\\clmgf\\cellx1000\\clmrg\\cellx2000\\cellx3000\\intbl all\\cell more\\cell "
      "c\\cell\\row\\trowd\\cellx1000\\cellx2000\\cellx3000\\intbl 1\\cell 2\\cell 3\\cell\\row}";
  CHECK(read_named(ByteVector(rtf.begin(), rtf.end()), "a.rtf").content ==
        "| | | |\n|---|---|---|\n| all<br>more | | c |\n| 1 | 2 | 3 |");
}

TEST_CASE("cells of RTF that are merged down are empty but for the first", "[rtf]") {
  CHECK(rtf_text("{\\rtf1\\trowd\\clvmgf\\cellx1000\\cellx2000\\intbl tall\\cell a\\cell\\row"
                 "\\trowd\\clvmrg\\cellx1000\\cellx2000\\intbl under\\cell b\\cell\\row}") ==
        "| | |\n|---|---|\n| tall | a |\n| | b |\n");
}

TEST_CASE("headings in cells keep their level in all formats, and an outline lists them",
          "[word]") {
  WordParts parts;
  const auto cell = [](const std::string& text) { return "<w:tc>" + text + "</w:tc>"; };
  const std::string heading = paragraph("Title", "<w:outlineLvl w:val=\"1\"/>");
  parts.body = "<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid><w:tr>" +
               cell(paragraph("a")) + cell(heading + paragraph("b")) + "</w:tr></w:tbl>";
  const std::string table = "| | |\n|---|---|\n| a | <h2>Title</h2><br>b |\n";
  CHECK(word_text(parts) == table);
  CHECK(odt_text("",
                 "<table:table><table:table-column table:number-columns-repeated=\"2\"/>"
                 "<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>"
                 "<table:table-cell><text:h text:outline-level=\"2\">Title</text:h>"
                 "<text:p>b</text:p></table:table-cell></table:table-row></table:table>") == table);
  CHECK(rtf_text("{\\rtf1\\trowd\\cellx100\\cellx200\\pard\\intbl a\\cell\\pard\\intbl"
                 "\\outlinelevel1 Title\\par\\pard\\intbl b\\cell\\row}") == table);
  ReadRequest request;
  request.file_path = "a.docx";
  request.outline = true;
  CHECK(read(word_file(parts), request, {}).content.find("line 3: ## Title\n") == 0);
  // A first row of headings alone is the header.
  parts.body = "<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid><w:tr>" + cell(heading) +
               cell(heading) + "</w:tr><w:tr>" + cell(paragraph("a")) + cell(paragraph("b")) +
               "</w:tr></w:tbl>";
  CHECK(word_text(parts) == "| Title | Title |\n|---|---|\n| a | b |\n");
}

}  // namespace
}  // namespace lectern
