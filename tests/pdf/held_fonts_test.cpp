// Fonts, their files and maps, and what is drawn for fields: what is held at once counts, not what
// one page after the other held.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/drawn_page.h"
#include "support/pdf_writer.h"

namespace lectern::testing::held_fonts {
namespace {

std::string reference(int number) { return std::to_string(number) + " 0 R "; }

/// A page with fields, of a form with these entries.
ToolResult drawn_fields(PdfWriter& writer, const std::string& form, const std::string& fields) {
  writer.add_page(shown_text("text"), "/Annots[" + fields + "]");
  writer.set_catalog("/AcroForm<<" + form + ">>");
  return draw(writer);
}

constexpr const char* kForm =
    "/DA(/W 12 Tf)/DR<</Font<</W<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";

}  // namespace

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
