// Functions and tables that many colors name, and what pages take along or inherit: what each holds
// for itself counts while it lives.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <utility>
#include <vector>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/drawn_page.h"
#include "support/pdf_writer.h"

namespace lectern::testing::colors_of_many {
namespace {

std::string reference(int number) { return std::to_string(number) + " 0 R "; }

/// Fills something with each of `count` colors.
std::string filled(int count) {
  std::string content;
  for (int i = 0; i < count; ++i) content += "/C" + std::to_string(i) + " cs 1 scn 0 0 9 9 re f ";
  return content;
}

std::string spaces(int count, int tint) {
  std::string all = "/ColorSpace<<";
  for (int i = 0; i < count; ++i)
    all += "/C" + std::to_string(i) + "[/Separation/A/DeviceGray " + reference(tint) + "]";
  return all + ">>";
}

int program(PdfWriter& writer, int words) {
  return writer.add_stream("/FunctionType 4/Domain[0 1]/Range[0 1]",
                           "{" + repeated(words, "1 pop ") + "}");
}

ToolResult asked(const PdfWriter& writer, std::vector<NumberRange> pages,
                 const ReadOptions& options) {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  ReadRequest request;
  request.file_path = "report.pdf";
  request.pages = std::move(pages);
  return read(writer.finish(), request, options);
}

}  // namespace

TEST_CASE("a picture in one ink pays for a table of its colors, not for each pixel") {
  const auto picture_of = [](const std::string& space, const std::string& entries) {
    PdfWriter writer;
    const std::string tint = reference(program(writer, 3'000));
    const std::string picture =
        reference(writer.add_stream("/Type/XObject/Subtype/Image/Width 400/Height 400" + entries +
                                        "/ColorSpace[" + space + "/DeviceGray " + tint + "]",
                                    std::string(400 * 400 * 2, '\x80')));
    writer.add_page(shown_text("text") + "q 200 0 0 100 0 0 cm /P Do Q", "",
                    "/XObject<</P " + picture + ">>");
    return draw(writer);
  };
  for (const std::string space : {"/DeviceN[/Spot]", "/Separation/Spot"}) {
    CHECK(picture_of(space, "/BitsPerComponent 8").images.size() == 1);
    const ToolResult deep = picture_of(space, "/BitsPerComponent 16");
    CHECK(deep.images.empty());
    CHECK(contains(deep.content, "most of them for its pictures"));
  }
  CHECK(picture_of("/DeviceN[/Spot/Varnish]", "/BitsPerComponent 8").images.empty());
}

TEST_CASE("a program counts for each color that has it") {
  PdfWriter writer;
  const int tint = program(writer, 100'000);
  writer.add_page(shown_text("text") + filled(3), "", spaces(3, tint));
  CHECK(contains(draw(writer).content, "text\n(page image: "));

  PdfWriter many;
  const int one = program(many, 100'000);
  many.add_page(shown_text("text") + filled(80), "", spaces(80, one));
  const ToolResult result = draw(many);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
  CHECK(contains(result.error->message, "units of work"));
}

TEST_CASE("what a page's functions held is free for the pages behind it") {
  PdfWriter writer;
  const int tint = program(writer, 2'000);
  // Together they would be three million operators.
  for (int i = 0; i < 15; ++i)
    writer.add_page(shown_text("page " + std::to_string(i)) + filled(50), "", spaces(50, tint));
  const ToolResult result = read_without_pictures(writer);
  CHECK(result.success);
  CHECK(result.metadata.warnings.empty());
  CHECK(contains(result.content, "page 14"));
}

TEST_CASE("a table of colors holds no more than its colors") {
  PdfWriter writer;
  const std::string table = "(" + std::string(1'000'000, 'a') + ")";
  const int lookup = writer.add(table);
  std::string all = "/ColorSpace<<";
  for (int i = 0; i < 200; ++i)
    all += "/C" + std::to_string(i) + "[/Indexed/DeviceRGB 255 " + reference(lookup) + "]";
  writer.add_page(shown_text("text") + filled(200), "", all + ">>");
  CHECK(contains(draw(writer).content, "text\n(page image: "));
}

TEST_CASE("a function of as many ranges as domains is not given room for each pair") {
  PdfWriter writer;
  const std::string pairs = "[" + repeated(10'000, "0 1 ") + "]";
  const int function = writer.add("<</FunctionType 2/Domain" + pairs + "/Range" + pairs + "/N 1>>");
  writer.add_page(shown_text("text") + " /S sh", "",
                  "/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function " +
                      reference(function) + ">>>>");
  const ToolResult result = draw(writer);
  REQUIRE(result.error);
  CHECK(contains(result.error->message, "units of work"));
}

TEST_CASE("pages that cannot be copied whole are not taken out in part") {
  PdfWriter writer;
  for (int i = 0; i < 60; ++i)
    writer.add_page(shown_text("text"), "/Parts[" + repeated(20'000, "1 ") + "]");
  ReadOptions options;
  options.pdf.as = PdfAs::kDocument;
  CHECK(asked(writer, {{1, 3}}, options).success);

  options.limits.max_work = 1'000'000;
  const ToolResult result = asked(writer, {{1, 60}}, options);
  REQUIRE(result.error);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
  CHECK(contains(result.error->message, "units of work"));
  CHECK(result.documents.empty());
}

TEST_CASE("what a page inherits is looked for in so many nodes only") {
  PdfWriter writer;
  const int first = writer.next_number();
  for (int i = 0; i < 5'000; ++i) writer.add("<</Parent " + reference(first + i + 1) + ">>");
  writer.add("<<>>");
  for (int i = 0; i < 20; ++i) writer.add_page(shown_text("text"), "/Parent " + reference(first));
  ReadOptions options;
  options.pdf.page_images = PageImages::kNever;
  CHECK(asked(writer, {}, options).metadata.warnings.empty());

  options.limits.max_work = 60'000'000;
  const ToolResult result = asked(writer, {}, options);
  REQUIRE_FALSE(result.metadata.warnings.empty());
  CHECK(contains(result.metadata.warnings[0], "units of work"));
}

}  // namespace lectern::testing::colors_of_many
