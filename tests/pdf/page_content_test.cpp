// What a page draws, as its layout sees it.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>

#include "pdf/pdf_engine.h"
#include "support/pdf_writer.h"

namespace lectern::testing {
namespace {

PageContent content_of(const PdfWriter& writer) {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  const ByteVector bytes = writer.finish();
  auto document = pdf_engine()->open(bytes, "", Limits());
  REQUIRE(document.has_value());
  auto content = (*document)->content(0, Limits{});
  REQUIRE(content.has_value());
  return *std::move(content);
}

std::string words_of(const PageContent& page) {
  std::string text;
  for (const PageWord& word : page.words) {
    if (!text.empty() && !word.joined) text += ' ';
    text += word.text;
  }
  return text;
}

bool is_near(float one, float other) { return std::fabs(one - other) < 0.1f; }

}  // namespace

TEST_CASE("words come from the gaps between glyphs, not from the strings of the file") {
  PdfWriter writer;
  writer.add_page("BT /F1 10 Tf 10 50 Td (Nor) Tj 15.57 0 Td (th) Tj [-600 (Bu) 10 (ona)] TJ ET");
  CHECK(words_of(content_of(writer)) == "North Buona");
}

TEST_CASE("letters set apart by character spacing are one word") {
  PdfWriter writer;
  writer.add_page("BT /F1 10 Tf 3 Tc 10 50 Td (WIDE WORDS) Tj ET");
  CHECK(words_of(content_of(writer)) == "WIDE WORDS");
}

TEST_CASE("a raised word is joined to the word that it stands at") {
  PdfWriter writer;
  writer.add_page("BT /F1 10 Tf 10 50 Td (note) Tj /F1 6 Tf 5 Ts (12) Tj ET");
  const PageContent page = content_of(writer);
  REQUIRE(page.words.size() == 2);
  CHECK(page.words[1].joined);
  CHECK(page.words[1].font_size == 6);
  CHECK(page.words[1].baseline < page.words[0].baseline);
}

TEST_CASE("an accent in a font of its own becomes one letter with the letter below it") {
  PdfWriter writer;
  const int bold =
      writer.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>");
  const std::string fonts = "/Font<</F1 3 0 R/F2 " + std::to_string(bold) + " 0 R>>";
  writer.add_page("BT /F2 10 Tf 10 50 Td (\\210) Tj -2 0 Td /F1 10 Tf (S) Tj /F2 10 Tf (x) Tj ET",
                  "/Resources<<" + fonts + ">>");
  const PageContent page = content_of(writer);
  CHECK(words_of(page) == "\u015Cx");
  CHECK(page.words.size() == 2);
}

TEST_CASE("what is raised in its own font and size is a word of its own") {
  PdfWriter writer;
  writer.add_page("BT /F1 10 Tf 10 50 Td (Hello) Tj 5 Ts (Hello) Tj ET");
  CHECK(words_of(content_of(writer)) == "Hello Hello");
}

TEST_CASE("no letter of a glyph that stands for several is lost") {
  PdfWriter writer;
  const int map = writer.add_stream("",
                                    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap "
                                    "1 begincodespacerange <00> <FF> endcodespacerange "
                                    "2 beginbfchar <41> <00660066> <42> <006600660069> endbfchar "
                                    "endcmap end end");
  const int font = writer.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode " +
                              std::to_string(map) + " 0 R>>");
  writer.add_page("BT /F2 10 Tf 10 50 Td (A) Tj 20 0 Td (B) Tj ET",
                  "/Resources<</Font<</F2 " + std::to_string(font) + " 0 R>>>>");
  CHECK(words_of(content_of(writer)) == "ff ffi");
}

TEST_CASE("text that is drawn twice in the same place is there once") {
  PdfWriter writer;
  writer.add_page(shown_text("bold") + shown_text("bold"));
  CHECK(words_of(content_of(writer)) == "bold");
}

TEST_CASE(
    "letters of one kind that stand close together are each known when they are drawn again") {
  PdfWriter writer;
  const std::string small = "BT /F1 1 Tf 10 50 Td (illi) Tj ET ";
  writer.add_page(small + small);
  CHECK(words_of(content_of(writer)) == "illi");
}

TEST_CASE("places are those of the upright page, from its upper left corner") {
  PdfWriter writer;
  writer.add_page("BT /F1 10 Tf 10 90 Td (top) Tj ET", "/Rotate 90");
  const PageContent page = content_of(writer);
  CHECK(page.width == 100);
  CHECK(page.height == 200);
  REQUIRE(page.words.size() == 1);
  CHECK(page.words[0].direction == WordDirection::kDown);
  CHECK(is_near(page.words[0].baseline, 90));
  CHECK(is_near(page.words[0].box.top, 10));
}

TEST_CASE("strokes and thin filled rectangles are rules, wider ones are areas") {
  PdfWriter writer;
  writer.add_page("10 20 m 110 20 l S 10 40 100 1 re f 0.5 g 10 60 100 20 re f 10 10 50 30 re S");
  const PageContent page = content_of(writer);
  REQUIRE(page.rules.size() == 6);
  CHECK(page.rules[0].line.top == 80);
  CHECK(page.rules[0].line.bottom == 80);
  CHECK(page.rules[1].thickness == 1);
  REQUIRE(page.areas.size() == 1);
  CHECK(page.areas[0].box.top == 20);
  CHECK(page.areas[0].box.bottom == 40);
}

TEST_CASE("words know the link that they stand in") {
  PdfWriter writer;
  const int note = writer.add(
      "<</Type/Annot/Subtype/Link/Rect[5 45 60 65]/A<</S/URI/URI(http://example.org/a b)>>>>");
  writer.add_page(shown_text("here") + shown_text("not", 100),
                  "/Annots[" + std::to_string(note) + " 0 R]");
  const PageContent page = content_of(writer);
  REQUIRE(page.links.size() == 1);
  CHECK(page.links[0].uri == "http://example.org/a%20b");
  REQUIRE(page.words.size() == 2);
  CHECK(page.words[0].link == 0);
  CHECK(page.words[1].link == -1);
}

TEST_CASE("a sign without a character in a font of pictures is a bullet") {
  PdfWriter writer;
  const int map = writer.add_stream("",
                                    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap "
                                    "1 begincodespacerange <00> <FF> endcodespacerange "
                                    "1 beginbfchar <41> <0084> endbfchar endcmap end end");
  const auto text_in = [&](const std::string& name) {
    PdfWriter page = writer;
    const int font = page.add("<</Type/Font/Subtype/TrueType/BaseFont/" + name +
                              "/FirstChar 65/LastChar 65/Widths[700]/ToUnicode " +
                              std::to_string(map) + " 0 R>>");
    page.add_page("BT /F2 10 Tf 10 50 Td (A) Tj /F1 10 Tf 20 0 Td (text) Tj ET",
                  "/Resources<</Font<</F1 3 0 R/F2 " + std::to_string(font) + " 0 R>>>>");
    return words_of(content_of(page));
  };
  CHECK(text_in("Wingdings") == "\u2022 text");
  CHECK(text_in("Arial") == "text");
}

TEST_CASE("a font whose narrow and wide letters have one width is one of one pitch") {
  PdfWriter writer;
  const auto font_with = [&writer](const std::string& widths) {
    return std::to_string(
        writer.add("<</Type/Font/Subtype/Type1/BaseFont/Listing/FirstChar 105/"
                   "LastChar 109/Widths[" +
                   widths + "]>>"));
  };
  const std::string fonts = "/Font<</F2 " + font_with("600 600 600 600 600") + " 0 R/F3 " +
                            font_with("200 200 500 200 800") + " 0 R>>";
  writer.add_page("BT /F2 10 Tf 10 50 Td (mil) Tj /F3 10 Tf 40 0 Td (mil) Tj ET",
                  "/Resources<<" + fonts + ">>");
  const PageContent page = content_of(writer);
  REQUIRE(page.words.size() == 2);
  CHECK(page.words[0].monospace);
  CHECK_FALSE(page.words[1].monospace);
}

namespace {

/// A page of a font whose signs A, B, C and M are alef, beh, hah and a tanwin; P, Q and R are
/// digits.
PageContent arabic_page(std::string_view content) {
  PdfWriter writer;
  const int map = writer.add_stream(
      "",
      "/CIDInit /ProcSet findresource begin 12 dict begin begincmap "
      "1 begincodespacerange <00> <FF> endcodespacerange "
      "7 beginbfchar <41> <0627> <42> <0628> <43> <062D> <4D> <064B> <50> <0661> <51> <0662> "
      "<52> <0663> endbfchar endcmap end end");
  const int font = writer.add("<</Type/Font/Subtype/Type1/BaseFont/Courier/ToUnicode " +
                              std::to_string(map) + " 0 R>>");
  writer.add_page(content, "/Resources<</Font<</F2 " + std::to_string(font) + " 0 R>>>>");
  return content_of(writer);
}

}  // namespace

TEST_CASE("an Arabic vowel sign follows its letter, whichever of them is drawn first") {
  CHECK(words_of(arabic_page("BT /F2 10 Tf 40 54 Td (M) Tj -1 -4 Td (ABC) Tj ET")) == "حباً");
  CHECK(words_of(arabic_page("BT /F2 10 Tf 50 50 Td (C) Tj -6 0 Td (B) Tj -6 0 Td (A) Tj "
                             "1 4 Td (M) Tj ET")) == "حباً");
}

TEST_CASE("brackets around Arabic words enclose them, however the file names them") {
  CHECK(words_of(arabic_page("BT /F2 10 Tf 40 50 Td [(\\(ABC\\))] TJ ET")) == "(حبا)");
  CHECK(words_of(arabic_page("BT /F2 10 Tf 40 50 Td [(\\)ABC\\()] TJ ET")) == "(حبا)");
}

TEST_CASE("numbers among Arabic letters keep their digits in order") {
  CHECK(words_of(arabic_page("BT /F2 10 Tf 40 50 Td (1,250.75BA) Tj ET")) == "اب1,250.75");
  CHECK(words_of(arabic_page("BT /F2 10 Tf 40 50 Td (PQRBA) Tj ET")) == "اب١٢٣");
}

TEST_CASE("signs on the left of a number stand behind it in Arabic, and only there") {
  CHECK(words_of(arabic_page("BT /F2 10 Tf 40 50 Td (%8.5 CBA) Tj ET")) == "8.5% ابح");
  CHECK(words_of(arabic_page("BT /F2 10 Tf 40 50 Td (.1 CBA) Tj ET")) == "1. ابح");
  CHECK(words_of(arabic_page("BT /F2 10 Tf 40 50 Td (%8.5 of .5) Tj ET")) == "%8.5 of .5");
}

}  // namespace lectern::testing
