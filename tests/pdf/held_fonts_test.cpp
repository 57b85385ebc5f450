// Fonts, their files and maps, and what is drawn for fields: what is held at once counts, not what
// pages held before.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/drawn_page.h"
#include "support/pdf_writer.h"

namespace lectern::testing::held_fonts {
namespace {

std::string reference(int number) { return std::to_string(number) + " 0 R "; }

/// A font whose codes of two bytes are characters of Latin-1, by maps of its own.
std::string mapped_font(PdfWriter& writer) {
  const int codes = writer.add_stream(
      "/Type/CMap/CMapName/A",
      "begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidrange <0000> "
      "<00ff> 0 endcidrange endcmap");
  std::string ranges;
  for (const char* high : {"00", "01", "02", "03"})
    ranges += "<" + std::string(high) + "00> <" + high + "ff> <00" + "00>\n";
  const int unicode =
      writer.add_stream("", "begincmap 4 beginbfrange " + ranges + "endbfrange endcmap");
  return "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding " + reference(codes) + "/ToUnicode " +
         reference(unicode) +
         "/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry"
         "(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>";
}

ToolResult found(const PdfWriter& writer, const std::string& words) {
  ReadRequest request;
  request.file_path = "report.pdf";
  request.search = words;
  return read(writer.finish(), request, ReadOptions());
}

/// A page with fields, of a form with these entries.
ToolResult drawn_fields(PdfWriter& writer, const std::string& form, const std::string& fields) {
  writer.add_page(shown_text("text"), "/Annots[" + fields + "]");
  writer.set_catalog("/AcroForm<<" + form + ">>");
  return draw(writer);
}

constexpr const char* kForm =
    "/DA(/W 12 Tf)/DR<</Font<</W<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";

}  // namespace

TEST_CASE("a document has as many fonts as it has pages") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  constexpr int kPages = 1'500;
  for (int i = 0; i < kPages; ++i) {
    const bool is_last = i == kPages - 1;
    writer.add_page(is_last ? "BT /W 12 Tf 50 50 Td <006C006100730074> Tj ET"
                            : "BT /W 12 Tf 50 50 Td <00610062> Tj ET",
                    "", "/Font<</W " + mapped_font(writer) + ">>");
  }
  const ToolResult result = found(writer, "last");
  REQUIRE(result.success);
  CHECK(contains(result.content, "last"));
  CHECK(result.metadata.warnings.empty());
}

TEST_CASE("what is made for fields is counted before, whether the form asks for it or not") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  for (const char* asked : {"", "/NeedAppearances true"}) {
    PdfWriter writer;
    const int value = writer.add_stream("", std::string(1'000'000, 'a'));
    const std::string field =
        "<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 99 9]/V " + reference(value) + ">>";
    const ToolResult result = drawn_fields(writer, std::string(kForm) + asked, repeated(20, field));
    REQUIRE(result.success);
    REQUIRE_FALSE(result.metadata.warnings.empty());
    CHECK(contains(result.metadata.warnings[0], "is shown without its annotations"));
  }
}

TEST_CASE("fields show their values in the form's font, and in another where it lacks theirs") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  const ToolResult result =
      drawn_fields(writer, kForm,
                   "<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 99 20]/V(first)>>"
                   "<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 30 99 50]/V(second)/DA(/X 12 Tf)>>"
                   "<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 60 99 80]/V(third)/DA(/Y 12 Tf)>>");
  REQUIRE(result.success);
  for (const char* value : {"first", "second", "third"}) CHECK(contains(result.content, value));
}

}  // namespace lectern::testing::held_fonts
