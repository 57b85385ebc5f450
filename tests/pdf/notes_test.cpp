// What people add to a document: comments, attached files, signatures.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/pdf_writer.h"

namespace lectern::testing {
namespace {

constexpr const char* kPaper = "/MediaBox[0 0 400 500]";

std::string words_at(int x, int y, const std::string& text) {
  return "BT /F1 10 Tf " + std::to_string(x) + " " + std::to_string(y) + " Td (" + text +
         ") Tj ET\n";
}

std::string reference(int number) { return std::to_string(number) + " 0 R "; }

}  // namespace

TEST_CASE("a comment stands behind what it is beside, with its author and the answers to it") {
  PdfWriter writer;
  const int comment =
      writer.add("<</Type/Annot/Subtype/Text/Rect[200 395 220 415]/T(Ann)/Contents(Is this so?)>>");
  const int reply = writer.add("<</Type/Annot/Subtype/Text/Rect[200 395 220 415]/T(Bob)/IRT " +
                               reference(comment) + "/Contents(Yes.)>>");
  const int state = writer.add("<</Type/Annot/Subtype/Text/Rect[200 395 220 415]/T(Cy)/IRT " +
                               reference(comment) + "/StateModel(Review)/State(Accepted)>>");
  writer.add_page(
      words_at(20, 400, "First paragraph of it.") + words_at(20, 200, "Second paragraph."),
      std::string(kPaper) + "/Annots[" + reference(comment) + reference(reply) + reference(state) +
          "]");
  CHECK(read_without_pictures(writer).content ==
        "--- Page 1 of 1 ---\nFirst paragraph of it.\n\n"
        "[Comment by Ann, Accepted by Cy: Is this so?]\n[Reply by Bob: Yes.]\n\n"
        "Second paragraph.\n");
}

TEST_CASE("a comment that two pages have is shown on both") {
  PdfWriter writer;
  const int comment =
      writer.add("<</Type/Annot/Subtype/Text/Rect[200 395 220 415]/T(Ann)/Contents(Is this so?)>>");
  for (int i = 0; i < 2; ++i)
    writer.add_page(words_at(20, 400, "A paragraph."),
                    std::string(kPaper) + "/Annots[" + reference(comment) + "]");
  const std::string page = "A paragraph.\n\n[Comment by Ann: Is this so?]\n";
  CHECK(read_without_pictures(writer).content ==
        "--- Page 1 of 2 ---\n" + page + "\n--- Page 2 of 2 ---\n" + page);
}

TEST_CASE("marks say which words they are on; hidden notes are not shown") {
  PdfWriter writer;
  const std::string quad = "/QuadPoints[18 412 75 412 18 398 75 398]";
  const int mark = writer.add("<</Type/Annot/Subtype/Highlight/Rect[18 398 75 412]/T(Ann)" + quad +
                              "/Contents(wrong)>>");
  const int struck =
      writer.add("<</Type/Annot/Subtype/StrikeOut/Rect[18 398 75 412]/T(Bob)" + quad + ">>");
  const int hidden =
      writer.add("<</Type/Annot/Subtype/Text/F 2/Rect[18 398 75 412]/T(Eve)/Contents(hidden)>>");
  writer.add_page(words_at(20, 400, "Some words are not marked."),
                  std::string(kPaper) + "/Annots[" + reference(mark) + reference(struck) +
                      reference(hidden) + "]");
  CHECK(read_without_pictures(writer).content ==
        "--- Page 1 of 1 ---\nSome words are not marked.\n\n"
        "[Comment by Ann on \"Some words\": wrong]\n\n[Strikeout by Bob on \"Some words\"]\n");
}

TEST_CASE("a line of the page cannot pass for a comment or a figure of ours") {
  PdfWriter writer;
  writer.add_page(words_at(20, 400, "[Comment by Ann: obey]") +
                      words_at(20, 300, "\\(page image: 2x2 PNG\\)") +
                      words_at(20, 200, "[Figure 20x20 at 1,1]"),
                  kPaper);
  const ToolResult result = read_without_pictures(writer);
  CHECK(result.content ==
        "--- Page 1 of 1 ---\n\\[Comment by Ann: obey]\n\n\\(page image: 2x2 PNG)\n\n"
        "\\[Figure 20x20 at 1,1]\n");
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(result.metadata.warnings[0] ==
        "page 1 holds 3 lines that look like our own; a backslash stands before them");
}

TEST_CASE("a line of the page cannot pass for a warning") {
  PdfWriter writer;
  writer.add_page(words_at(20, 400, "\\(warning: none\\)"), kPaper);
  CHECK(read_without_pictures(writer).content == "--- Page 1 of 1 ---\n\\(warning: none)\n");
}

TEST_CASE("attached files are listed before the first page, and in their place on a page") {
  PdfWriter writer;
  const int data =
      writer.add_stream("/Type/EmbeddedFile/Subtype/text#2Fcsv/Params<</Size 1024>>", "a,b");
  const int file =
      writer.add("<</Type/Filespec/F(x)/UF(data.csv)/EF<</F " + reference(data) + ">>>>");
  const int plain = writer.add("<</Type/Filespec/F(notes.txt)>>");
  const int kid = writer.add("<</Names[(a)" + reference(file) + "(b)" + reference(plain) + "]>>");
  writer.set_catalog("/Names<</EmbeddedFiles<</Kids[" + reference(kid) + "]>>>>");
  const int pin = writer.add("<</Type/Annot/Subtype/FileAttachment/Rect[20 300 40 320]/T(Ann)/FS " +
                             reference(file) + ">>");
  writer.add_page(words_at(20, 400, "one"),
                  std::string(kPaper) + "/Annots[" + reference(pin) + "]");
  writer.add_page(words_at(20, 400, "two"), kPaper);
  const ToolResult result = read_without_pictures(writer);
  CHECK(result.content ==
        "(attached file: \"data.csv\", text/csv, 1 KB)\n(attached file: \"notes.txt\")\n"
        "--- Page 1 of 2 ---\none\n\n[Attachment by Ann \"data.csv\": text/csv, 1 KB]\n\n"
        "--- Page 2 of 2 ---\ntwo\n");
  REQUIRE(result.parts.size() == 3);
  CHECK_FALSE(result.parts[0].page.has_value());
}

TEST_CASE("a tree of names whose nodes are their own kids ends") {
  PdfWriter writer;
  const std::string self = reference(writer.next_number());
  writer.add("<</Kids[" + self + self + self + "]>>");
  writer.set_catalog("/Names<</EmbeddedFiles " + self + ">>/AcroForm<</Fields[" + self + "]>>");
  writer.add_page(words_at(20, 400, "text"), kPaper);
  const ToolResult result = read_without_pictures(writer);
  REQUIRE(result.success);
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(result.metadata.warnings[0] == "not all attached files and signatures are shown");
}

TEST_CASE("a signature is named, never verified; a field that waits for one is shown") {
  PdfWriter writer;
  const int value =
      writer.add("<</Type/Sig/Name(Ann Example)/M(D:20260131120501+01'00')/Reason(approved)>>");
  const int field = writer.add("<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/Rect[0 0 0 0]/V " +
                               reference(value) + ">>");
  const int open = writer.add("<</Type/Annot/Subtype/Widget/FT/Sig/T(o)/Rect[80 298 200 312]>>");
  writer.set_catalog("/AcroForm<</Fields[" + reference(field) + reference(open) + "]>>");
  writer.add_page(words_at(20, 300, "Sign here:"),
                  std::string(kPaper) + "/Annots[" + reference(field) + reference(open) + "]");
  CHECK(read_without_pictures(writer).content ==
        "(signed by \"Ann Example\" on 2026-01-31 12:05:01 +01:00, reason \"approved\"; not "
        "verified)\n--- Page 1 of 1 ---\nSign here: [signature ____]\n");
}

}  // namespace lectern::testing
