// Text that cannot be seen on its page is counted, each kind by a page that has it.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/pdf_writer.h"

namespace lectern::testing {
namespace {

std::string letters_at(int x, int y, const std::string& text, int size = 10) {
  return "BT /F1 " + std::to_string(size) + " Tf " + std::to_string(x) + " " + std::to_string(y) +
         " Td (" + text + ") Tj ET\n";
}

/// The warnings of a page, joined; its text is `seen`, in black, and what `content` draws.
std::string warnings_of(const std::string& content, const std::string& extra = "",
                        const std::string& resources = "") {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  PdfWriter writer;
  const int picture = writer.add_stream(
      "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray",
      "\x10\x80\xC0\xF0");
  writer.add_page(letters_at(20, 450, "seen") + content, "/MediaBox[0 0 400 500]" + extra,
                  "/XObject<</P " + std::to_string(picture) + " 0 R>>" + resources);
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  options.pdf.page_images = PageImages::kNever;
  const ToolResult result = read(writer.finish(), request, options);
  REQUIRE(result.success);
  std::string all;
  for (const std::string& warning : result.metadata.warnings) all += warning + "\n";
  return all;
}

std::string hidden(int count, const std::string& kind) {
  return "page 1: " + std::to_string(count) + " characters of its text cannot be seen on it (" +
         std::to_string(count) + " " + kind + ")\n";
}

}  // namespace

TEST_CASE("what can be seen is not counted") {
  CHECK(warnings_of("") == "");
  // White on a banner, black over a picture, text under a transparent mark, outlined white text.
  CHECK(warnings_of("0 0 1 rg 10 290 100 30 re f 1 g " + letters_at(20, 300, "banner")) == "");
  CHECK(warnings_of("q 100 0 0 50 10 200 cm /P Do Q " + letters_at(20, 220, "over")) == "");
  CHECK(warnings_of(letters_at(20, 300, "marked") + "/G gs 1 1 0 rg 10 290 100 30 re f", "",
                    "/ExtGState<</G<</ca 0.4>>>>") == "");
  CHECK(warnings_of(letters_at(20, 300, "marked") + "/G gs 1 1 0 rg 10 290 100 30 re f", "",
                    "/ExtGState<</G<</BM/Multiply>>>>") == "");
  CHECK(warnings_of("1 g 0 G 2 Tr " + letters_at(20, 300, "outlined")) == "");
}

TEST_CASE("text in the colour of what is behind it is counted") {
  CHECK(warnings_of("1 g " + letters_at(20, 300, "white")) ==
        hidden(5, "in the colour of what is behind"));
  CHECK(warnings_of("0 0 1 rg 10 290 100 30 re f " + letters_at(20, 300, "blue")) ==
        hidden(4, "in the colour of what is behind"));
}

TEST_CASE("text under a picture or an area is counted") {
  const std::string kind = "under a picture or an area";
  CHECK(warnings_of(letters_at(20, 220, "under") + "q 100 0 0 50 10 200 cm /P Do Q") ==
        hidden(5, kind));
  CHECK(warnings_of(letters_at(20, 300, "redacted") + "0 g 10 290 100 30 re f") == hidden(8, kind));
  CHECK(warnings_of(letters_at(20, 300, "whited") + "1 g 10 290 100 30 re f") == hidden(6, kind));
}

TEST_CASE("tiny text, and text drawn as nothing where no scan is, are counted") {
  CHECK(warnings_of(letters_at(20, 300, "tiny", 1)) == hidden(4, "too small"));
  CHECK(warnings_of("3 Tr " + letters_at(20, 300, "nothing")) == hidden(7, "drawn invisibly"));
  CHECK(warnings_of("/G gs " + letters_at(20, 300, "nothing"), "",
                    "/ExtGState<</G<</ca 0/CA 0>>>>") == hidden(7, "drawn invisibly"));
}

TEST_CASE("the text layer of a scan is not hidden, whether it is below the scan or invisible") {
  const std::string scan = "q 400 0 0 440 0 0 cm /P Do Q ";
  CHECK(warnings_of(scan + "3 Tr " + letters_at(20, 300, "recognised")) == "");
  CHECK(warnings_of(letters_at(20, 300, "recognised") + scan) == "");
}

TEST_CASE("text outside of the crop box is left out and counted") {
  CHECK(warnings_of(letters_at(20, 20, "outside"), "/CropBox[0 100 400 500]") ==
        "page 1: 7 characters outside of the page are not shown\n");
}

}  // namespace lectern::testing
