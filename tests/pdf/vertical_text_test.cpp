// Chinese and Japanese written in columns, and text in fonts that are not in the file.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/pdf_writer.h"

namespace lectern {
namespace {

using testing::PdfWriter;
using testing::shown_text;

/// Code points of the basic plane as a string of UTF-16.
std::string utf16(std::u16string_view text) {
  std::string hex = "<";
  for (const char16_t c : text) {
    std::array<char, 8> digits{};
    std::snprintf(digits.data(), digits.size(), "%04X", static_cast<unsigned>(c));
    hex += digits.data();
  }
  return hex + ">";
}

/// Text in one of the fonts of `page`, 10 points high.
std::string at(int x, int y, std::u16string_view text, std::string_view font = "/V") {
  return "BT " + std::string(font) + " 10 Tf 1 0 0 1 " + std::to_string(x) + " " +
         std::to_string(y) + " Tm " + utf16(text) + " Tj ET\n";
}

/// What is read from a page of 200 x 200 points. /V writes columns, /H lines; neither font is in
/// the file.
std::string read_page(const std::string& content, PdfForm form = PdfForm::kText) {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  const int font = writer.add(
      "<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light"
      "/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 4>>>>");
  std::string fonts = "/Font<</F1 3 0 R";
  for (const std::string mode : {"V", "H"}) {
    const int writing =
        writer.add("<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/UniJIS-UTF16-" +
                   mode + "/DescendantFonts[" + std::to_string(font) + " 0 R]>>");
    fonts += "/" + mode + " " + std::to_string(writing) + " 0 R";
  }
  writer.add_page(content, "/MediaBox[0 0 200 200]", fonts + ">>");
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  options.pdf.form = form;
  const ToolResult result = read(writer.finish(), request, options);
  REQUIRE(result.success);
  constexpr std::string_view kTitle = "--- Page 1 of 1 ---\n";
  REQUIRE(result.content.starts_with(kTitle));
  return result.content.substr(kTitle.size());
}

}  // namespace

TEST_CASE("columns of vertical writing are read from right to left") {
  const std::vector<std::string> columns = {
      at(180, 190, u"わたくしといふ"), at(160, 190, u"現象は假定された"), at(140, 190, u"電燈の")};
  const std::string expected = "わたくしといふ\n現象は假定された\n電燈の\n";
  CHECK(read_page(columns[0] + columns[1] + columns[2]) == expected);
  CHECK(read_page(columns[2] + columns[1] + columns[0]) == expected);
}

TEST_CASE("a column in several pieces is one line") {
  CHECK(read_page(at(180, 190, u"風景や") + at(180, 160, u"みんな") + at(160, 190, u"明滅")) ==
        "風景やみんな\n明滅\n");
}

TEST_CASE("a piece that stands apart in its column is set apart") {
  CHECK(read_page(at(180, 190, u"序") + at(180, 150, u"宮澤") + at(160, 190, u"春") +
                  at(160, 150, u"修羅")) == "序 宮澤\n春 修羅\n");
}

TEST_CASE("rows of columns are read one after the other") {
  const std::string upper = at(180, 190, u"一番目の") + at(160, 190, u"二番目の");
  const std::string lower = at(180, 100, u"三番目の") + at(160, 100, u"四番目の");
  CHECK(read_page(upper + lower) == "一番目の\n二番目の\n三番目の\n四番目の\n");
}

TEST_CASE("a horizontal heading and foot stay around the columns") {
  CHECK(read_page(at(20, 185, u"心象スケッチ", "/H") + at(180, 160, u"電燈の") +
                  at(160, 160, u"照明です") + shown_text("page 7", 90, 10)) ==
        "心象スケッチ\n電燈の\n照明です\npage 7\n");
}

TEST_CASE(
    "columns that are drawn glyph by glyph in a font for lines are columns in Markdown, too") {
  const auto column = [](int x, std::u16string_view text) {
    std::string glyphs;
    for (std::size_t i = 0; i < text.size(); ++i)
      glyphs += at(x, 180 - 10 * static_cast<int>(i), text.substr(i, 1), "/H");
    return glyphs;
  };
  CHECK(read_page(column(170, u"港の朝はまだ") + column(155, u"静かである"), PdfForm::kMarkdown) ==
        "港の朝はまだ静かである\n");
}

TEST_CASE("digits that stand upright in a column are read in their place") {
  const std::string digits = "BT /F1 8 Tf 175.5 161 Td (30) Tj ET\n";
  CHECK(read_page(at(180, 190, u"平成") + digits + at(180, 158, u"年") + at(160, 190, u"五月")) ==
        "平成30年\n五月\n");
}

TEST_CASE("columns of a page that is written sideways are read in order") {
  const auto turned = [](int x, int y, std::u16string_view text) {
    return "BT /V 10 Tf 0 1 -1 0 " + std::to_string(x) + " " + std::to_string(y) + " Tm " +
           utf16(text) + " Tj ET\n";
  };
  // The top of the text is to the left.
  CHECK(read_page(turned(10, 180, u"電燈の") + turned(10, 160, u"照明です") +
                  turned(10, 140, u"明滅")) == "電燈の\n照明です\n明滅\n");
}

TEST_CASE("glyphs that are placed one below the other by a horizontal font are a column") {
  std::string content;
  const auto add = [&content](int x, std::u16string_view text) {
    int y = 180;
    for (const char16_t c : text) {
      content += at(x, y, std::u16string_view(&c, 1), "/H");
      y -= 10;
    }
  };
  add(170, u"縦に書く");
  add(150, u"二行目");
  CHECK(read_page(content) == "縦に書く\n二行目\n");
}

TEST_CASE("glyphs that a font for columns sets side by side are a line") {
  CHECK(read_page(at(20, 190, u"横") + at(30, 190, u"に") + at(40, 190, u"書") +
                  at(50, 190, u"く") + at(20, 170, u"次") + at(30, 170, u"の") +
                  at(40, 170, u"行")) == "横に書く\n次の行\n");
}

TEST_CASE("columns that are not East Asian keep the order of the file") {
  CHECK(read_page(at(20, 190, u"Hello") + at(40, 190, u"world")) == "Hello\nworld\n");
}

TEST_CASE("text of a font that is not in the file is read, in lines and in columns") {
  CHECK(read_page(at(20, 100, u"あいうえお", "/H")) == "あいうえお\n");
  CHECK(read_page(at(20, 100, u"あ", "/H")) == "あ\n");
  CHECK(read_page(at(100, 190, u"あいうえお")) == "あいうえお\n");
}

}  // namespace lectern
