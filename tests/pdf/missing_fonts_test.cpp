// Pictures of pages whose fonts are not in the file.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/pdf_writer.h"

namespace lectern {
namespace {

using testing::PdfWriter;
using testing::shown_text;

/// Four hiragana (UTF-16) and a space.
constexpr std::string_view kHiragana = "<30423044304630480020> Tj";

/// What is read from a page with these fonts and this content, with its picture.
ToolResult draw(PdfWriter& writer, const std::string& fonts, std::string_view content) {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  writer.add_page(content, "", "/Font<<" + fonts + ">>");
  const ByteVector bytes = writer.finish();
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  options.pdf.form = PdfForm::kText;
  options.pdf.page_images = PageImages::kAlways;
  const ToolResult result = read(bytes, request, options);
  REQUIRE(result.success);
  REQUIRE(result.images.size() == 1);
  return result;
}

/// A font for Japanese under the name /J.
std::string japanese(PdfWriter& writer, std::string_view name) {
  const int glyphs =
      writer.add("<</Type/Font/Subtype/CIDFontType0/BaseFont/" + std::string(name) +
                 "/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 4>>>>");
  const int font =
      writer.add("<</Type/Font/Subtype/Type0/BaseFont/" + std::string(name) +
                 "/Encoding/UniJIS-UTF16-H/DescendantFonts[" + std::to_string(glyphs) + " 0 R]>>");
  return "/J " + std::to_string(font) + " 0 R";
}

}  // namespace

TEST_CASE("a picture that lacks characters says how many, and of which font") {
  PdfWriter writer;
  const std::string fonts = japanese(writer, "Ryumin-Light");
  const ToolResult result =
      draw(writer, fonts, "BT /J 12 Tf 10 50 Td " + std::string(kHiragana) + " ET");
  CHECK(result.content.starts_with("--- Page 1 of 1 ---\nあいうえ\n"));
  CHECK(result.metadata.warnings ==
        std::vector<std::string>{"page 1: its picture lacks 4 characters, whose font is not in the "
                                 "file (Ryumin-Light)"});
}

TEST_CASE("a font's name is shown in printable letters, without the mark of a subset") {
  PdfWriter writer;
  const std::string fonts = japanese(writer, "ABCDEF+M#e4#0aB");
  const ToolResult result =
      draw(writer, fonts, "BT /J 12 Tf 10 50 Td " + std::string(kHiragana) + " ET");
  REQUIRE(result.metadata.warnings.size() == 1);
  CHECK(result.metadata.warnings[0].ends_with("(M??B)"));
}

TEST_CASE("text that is not drawn anyway is not missed in a picture") {
  PdfWriter writer;
  const std::string fonts = japanese(writer, "Ryumin-Light");
  const ToolResult result =
      draw(writer, fonts,
           "BT 3 Tr /J 12 Tf 10 50 Td " + std::string(kHiragana) + " ET " + shown_text("Latin"));
  CHECK(result.metadata.warnings.empty());
}

TEST_CASE("what an annotation shows is missed in a picture, too") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  for (const char* kind : {"Stamp", "Widget"}) {
    PdfWriter writer;
    const std::string fonts = japanese(writer, "Ryumin-Light");
    const int look = writer.add_stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<<" + fonts + ">>>>",
        "BT /J 12 Tf 10 50 Td " + std::string(kHiragana) + " ET");
    const int annotation =
        writer.add("<</Type/Annot/Subtype/" + std::string(kind) + "/Rect[0 0 200 100]/AP<</N " +
                   std::to_string(look) + " 0 R>>>>");
    writer.add_page("", "/Annots[" + std::to_string(annotation) + " 0 R]");
    ReadRequest request;
    request.file_path = "report.pdf";
    ReadOptions options;
    options.pdf.page_images = PageImages::kAlways;
    const ToolResult result = read(writer.finish(), request, options);
    REQUIRE(result.metadata.warnings.size() == 1);
    CHECK(result.metadata.warnings[0].find("lacks 4 characters") != std::string::npos);
  }
}

TEST_CASE("nothing is missing of Latin text in fonts that are not in the file") {
  PdfWriter writer;
  const auto latin = [&writer](std::string_view subtype, std::string_view name) {
    return std::to_string(writer.add("<</Type/Font/Subtype/" + std::string(subtype) + "/BaseFont/" +
                                     std::string(name) + "/Encoding/WinAnsiEncoding>>")) +
           " 0 R";
  };
  std::string fonts;
  std::string content;
  int number = 0;
  const auto show = [&](const std::string& font, std::string_view text) {
    const std::string name = "/L" + std::to_string(++number);
    fonts += name + " " + font;
    content += "BT " + name + " 9 Tf 10 " + std::to_string(99 - 8 * number) + " Td (" +
               std::string(text) + ") Tj ET\n";
  };
  constexpr std::string_view kLatin =
      "Fjord \\204caf\\351\\223 \\200 \\225 \\226 \\231 \\337\\374\\361 1/2 \\275 \\267";
  for (const char* name : {"Helvetica", "Times-BoldItalic", "Courier"})
    show(latin("Type1", name), kLatin);
  for (const char* name : {"Arial,Bold", "Calibri", "TimesNewRomanPSMT", "Verdana"})
    show(latin("TrueType", name), kLatin);
  show(std::to_string(writer.add("<</Type/Font/Subtype/Type1/BaseFont/Symbol>>")) + " 0 R",
       "abg \\245 \\260");
  show(std::to_string(writer.add("<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>")) + " 0 R",
       "4 \\154 \\300");
  CHECK(draw(writer, fonts, content).metadata.warnings == std::vector<std::string>{});
}

}  // namespace lectern
