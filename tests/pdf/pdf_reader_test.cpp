#include "pdf/pdf_reader.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "image/png/png.h"
#include "pdf/pdf_engine.h"
#include "read/json.h"
#include "read/read.h"
#include "read/reading.h"
#include "support/pdf_writer.h"

namespace lectern {
namespace {

using testing::pdf_with_pages;
using testing::PdfWriter;
using testing::shown_text;

ToolResult read_bytes(ByteSpan bytes, const ReadOptions& options = {},
                      std::vector<NumberRange> pages = {}) {
  ReadRequest request;
  request.file_path = "report.pdf";
  request.pages = std::move(pages);
  return read(bytes, request, options);
}

ReadOptions as_document(Provider provider = Provider::kNone) {
  ReadOptions options;
  options.pdf.as = PdfAs::kDocument;
  options.provider = provider;
  return options;
}

void need_engine() {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
}

/// A page whose only content is a gray picture of 2x2 pixels over all of it.
ByteVector scan() {
  PdfWriter writer;
  const int picture = writer.add_stream(
      "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray",
      "\x10\x80\xC0\xF0");
  writer.add_page("q 200 0 0 100 0 0 cm /P Do Q", "",
                  "/XObject<</P " + std::to_string(picture) + " 0 R>>");
  return writer.finish();
}

}  // namespace

TEST_CASE("pages are shown under their numbers") {
  need_engine();
  const ToolResult result = read_bytes(pdf_with_pages({"first page text", "second page text"}));
  REQUIRE(result.success);
  CHECK(result.content ==
        "--- Page 1 of 2 ---\nfirst page text\n\n--- Page 2 of 2 ---\nsecond page text\n");
  CHECK(result.short_result == "PDF (2 pages)");
  CHECK(result.content_type == ContentType::kPdf);
  CHECK(result.metadata.mime_type == "application/pdf");
  CHECK(result.metadata.page_count == 2);
  CHECK(result.metadata.encrypted == false);
  CHECK(result.images.empty());
  CHECK_FALSE(result.truncated);
  REQUIRE(result.metadata.pages.size() == 2);
  CHECK(result.metadata.pages[1].page_class == PageClass::kText);
  CHECK(result.metadata.pages[1].width_points == 200);
}

TEST_CASE("pages can be chosen, and what is left is the next call") {
  need_engine();
  ReadOptions options;
  options.limits.max_pages = 2;
  const ToolResult result =
      read_bytes(pdf_with_pages({"a", "b", "c", "d", "e"}), options, {{2, 5}});
  REQUIRE(result.success);
  CHECK(result.content.find("--- Page 2 of 5 ---\nb\n") == 0);
  CHECK(result.content.ends_with("(Showing pages 2-3 of 5. Next: pages=4-5)"));
  REQUIRE(result.truncation);
  CHECK(result.truncation->cause == TruncationCause::kPages);
  REQUIRE(result.truncation->next);
  CHECK(result.truncation->next->pages == std::vector<NumberRange>{{4, 5}});
}

TEST_CASE("content stops at a page when its characters are used up") {
  need_engine();
  ReadOptions options;
  options.limits.max_content_chars = 170;
  const std::string long_text(25, 'x');
  const ToolResult result = read_bytes(pdf_with_pages({long_text, "short"}), options);
  REQUIRE(result.success);
  REQUIRE(result.truncation);
  REQUIRE(result.truncation->next);
  CHECK(result.truncation->next->pages == std::vector<NumberRange>{{2, 2}});
  CHECK(result.content.size() <= 170);
}

TEST_CASE("a page longer than a whole result shows its beginning, so that reading goes on") {
  need_engine();
  ReadOptions options;
  options.limits.max_content_chars = 150;
  const ToolResult result = read_bytes(pdf_with_pages({std::string(25, 'x'), "short"}), options);
  REQUIRE(result.success);
  CHECK(result.content.find("... (truncated)") != std::string::npos);
  REQUIRE(result.truncation);
  REQUIRE(result.truncation->next);
  CHECK(result.truncation->next->pages == std::vector<NumberRange>{{2, 2}});
}

TEST_CASE("a scan gets a picture, a page of text does not") {
  need_engine();
  const ToolResult result = read_bytes(scan());
  REQUIRE(result.success);
  REQUIRE(result.images.size() == 1);
  CHECK(result.images[0].page == 1);
  CHECK(result.images[0].size == Dimensions{400, 200});
  CHECK(sniff_png(result.images[0].data.bytes()));
  CHECK(result.metadata.pages[0].page_class == PageClass::kScan);
  REQUIRE(result.parts.size() == 2);
  CHECK(std::get<std::size_t>(result.parts[1].piece) == 0);
}

TEST_CASE("each part names its page; what frames the pages belongs to none") {
  need_engine();
  ReadOptions options;
  options.limits.max_pages = 2;
  options.pdf.page_images = PageImages::kAlways;
  const ToolResult result =
      read_bytes(pdf_with_pages({"one", "--- Page 9 of 9 ---", "three"}), options);
  REQUIRE(result.success);
  std::vector<std::optional<std::uint64_t>> pages;
  std::string text;
  for (const Part& part : result.parts) {
    pages.push_back(part.page);
    if (const auto* piece = std::get_if<std::string>(&part.piece)) text += *piece;
  }
  CHECK(pages == std::vector<std::optional<std::uint64_t>>{1, 1, 2, 2, {}});
  CHECK(text == result.content);
}

TEST_CASE("a model may ask for a page's text or its picture, whatever the programmer set") {
  need_engine();
  ReadRequest request;
  request.file_path = "report.pdf";
  request.view = View::kText;
  ReadOptions options;
  options.pdf.page_images = PageImages::kAlways;
  CHECK(read(pdf_with_pages({"text"}), request, options).images.empty());
  request.view = View::kPicture;
  options.pdf.page_images = PageImages::kNever;
  CHECK(read(pdf_with_pages({"text"}), request, options).images.size() == 1);
}

TEST_CASE("page pictures can be had always and never") {
  need_engine();
  ReadOptions options;
  options.pdf.page_images = PageImages::kNever;
  CHECK(read_bytes(scan(), options).images.empty());
  options.pdf.page_images = PageImages::kAlways;
  CHECK(read_bytes(pdf_with_pages({"text", "text"}), options).images.size() == 2);
  options.limits.max_images = 1;
  const ToolResult limited = read_bytes(pdf_with_pages({"text", "text"}), options);
  CHECK(limited.images.size() == 1);
  CHECK(limited.content.find("(no picture of this page: the result has 1 image already)") !=
        std::string::npos);
}

TEST_CASE("text on a hidden layer is not shown") {
  need_engine();
  PdfWriter writer;
  const int layer = writer.add("<</Type/OCG/Name(hidden)>>");
  const std::string reference = std::to_string(layer) + " 0 R";
  writer.set_catalog("/OCProperties<</OCGs[" + reference + "]/D<</OFF[" + reference + "]>>>>");
  writer.add_page(
      "/OC /L BDC " + shown_text("secret", 10, 70) + "EMC " + shown_text("visible", 10, 30), "",
      "/Properties<</L " + reference + ">>");
  const ToolResult result = read_bytes(writer.finish());
  REQUIRE(result.success);
  CHECK(result.content == "--- Page 1 of 1 ---\nvisible\n");
}

TEST_CASE("what annotations and form fields show is read, hidden ones are not") {
  need_engine();
  PdfWriter writer;
  const auto annotation = [&writer](std::string_view text, std::string_view flags) {
    const int appearance = writer.add_stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 3 0 R>>>>",
        shown_text(text, 2, 5));
    return std::to_string(writer.add("<</Type/Annot/Subtype/Widget/Rect[10 10 110 30]" +
                                     std::string(flags) + "/AP<</N " + std::to_string(appearance) +
                                     " 0 R>>>>")) +
           " 0 R ";
  };
  const std::string shown = annotation("field value", "");
  const std::string hidden = annotation("hidden value", "/F 2");
  writer.add_page(shown_text("label", 10, 70), "/Annots[" + shown + hidden + "]");
  ReadOptions options;
  options.pdf.form = PdfForm::kText;
  const ToolResult result = read_bytes(writer.finish(), options);
  REQUIRE(result.success);
  CHECK(result.content == "--- Page 1 of 1 ---\nlabel\nfield value\n");
}

TEST_CASE("a form field without an appearance shows its value") {
  need_engine();
  PdfWriter writer;
  const std::string text =
      std::to_string(writer.add(
          "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(typed in)/DA(/F1 12 Tf)/Rect[10 10 110 "
          "30]>>")) +
      " 0 R ";
  const std::string choice =
      std::to_string(writer.add("<</Type/Annot/Subtype/Widget/FT/Ch/Ff "
                                "131072/T(fruit)/V(Banana)/Opt[(Apple)(Banana)]/DA(/F1 "
                                "12 Tf)/Rect[10 40 110 60]>>")) +
      " 0 R ";
  writer.set_catalog("/AcroForm<</Fields[" + text + choice + "]/DR<</Font<</F1 3 0 R>>>>>>");
  writer.add_page(shown_text("label", 10, 70), "/Annots[" + choice + text + "]");
  ReadOptions options;
  options.pdf.form = PdfForm::kText;
  options.pdf.page_images = PageImages::kAlways;
  const ToolResult result = read_bytes(writer.finish(), options);
  REQUIRE(result.success);
  CHECK(result.content.starts_with("--- Page 1 of 1 ---\nlabel\nBanana\ntyped in\n"));
  CHECK(result.metadata.warnings.empty());
}

TEST_CASE("a title in the outline ends with an ellipsis behind 2,000 characters") {
  need_engine();
  for (const std::size_t size : {std::size_t{2'000}, std::size_t{2'001}}) {
    PdfWriter writer;
    writer.add_page(shown_text("text"));
    const int item = writer.add("<</Title(" + std::string(size, 'x') + ")>>");
    const int outline = writer.add("<</First " + std::to_string(item) + " 0 R>>");
    writer.set_catalog("/Outlines " + std::to_string(outline) + " 0 R");
    const ToolResult result = read_bytes(writer.finish());
    REQUIRE(result.metadata.outline.size() == 1);
    CHECK(result.metadata.outline[0].title ==
          std::string(2'000, 'x') + (size > 2'000 ? "\xE2\x80\xA6" : ""));
  }
}

TEST_CASE("title, author, labels and outline are in the metadata") {
  need_engine();
  PdfWriter writer;
  const int page = writer.add_page(shown_text("text"));
  const int info = writer.add("<</Title(A title)/Author<FEFF00C4>>>");
  const int item = writer.next_number() + 1;
  const std::string page_reference = std::to_string(page) + " 0 R";
  const int outline = writer.add("<</Type/Outlines/First " + std::to_string(item) + " 0 R/Last " +
                                 std::to_string(item) + " 0 R/Count 1>>");
  writer.add("<</Title(Chapter)/Parent " + std::to_string(outline) + " 0 R/Dest[" + page_reference +
             "/Fit]>>");
  writer.set_catalog("/Outlines " + std::to_string(outline) +
                     " 0 R/PageLabels<</Nums[0<</S/r>>]>>");
  writer.set_trailer("/Info " + std::to_string(info) + " 0 R");
  const ToolResult result = read_bytes(writer.finish());
  REQUIRE(result.success);
  CHECK(result.metadata.title == "A title");
  CHECK(result.metadata.author == "\xC3\x84");
  CHECK(result.metadata.pages[0].label == "i");
  REQUIRE(result.metadata.outline.size() == 1);
  CHECK(result.metadata.outline[0].title == "Chapter");
  CHECK(result.metadata.outline[0].page == 1);
}

TEST_CASE("a form that draws itself twice ends") {
  need_engine();
  PdfWriter writer;
  const std::string self = std::to_string(writer.next_number()) + " 0 R";
  writer.add_stream(
      "/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<</F1 3 0 R>>/XObject<</X " +
          self + ">>>>",
      "/X Do /X Do " + shown_text("drawn once"));
  writer.add_page("/X Do", "", "/XObject<</X " + self + ">>");
  const ToolResult result = read_bytes(writer.finish());
  REQUIRE(result.success);
  CHECK(result.content == "--- Page 1 of 1 ---\ndrawn once\n");
}

TEST_CASE("forms that multiply beyond any limit are refused") {
  need_engine();
  PdfWriter writer;
  const std::string inner = std::to_string(writer.add_doubling_forms(30));
  writer.add_page("/X Do", "", "/XObject<</X " + inner + " 0 R>>");
  const ToolResult result = read_bytes(writer.finish());
  REQUIRE_FALSE(result.success);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
}

TEST_CASE("a giant page is drawn within the limits") {
  need_engine();
  PdfWriter writer;
  writer.add_page(shown_text("tiny"), "/MediaBox[0 0 1000000000 1000000000]");
  ReadOptions options;
  options.pdf.page_images = PageImages::kAlways;
  const ToolResult result = read_bytes(writer.finish(), options);
  REQUIRE(result.success);
  for (const ImageContent& image : result.images) {
    CHECK(std::uint64_t{image.size.width} * image.size.height <= 4'000'000);
  }
}

TEST_CASE("a page that would have more pixels than the limit is drawn with fewer") {
  need_engine();
  PdfWriter writer;
  writer.add_page(shown_text("text"), "/MediaBox[0 0 595 841]");
  ReadOptions options;
  options.pdf.page_images = PageImages::kAlways;
  for (std::uint64_t pixels = 100'000; pixels < 100'200; pixels += 7) {
    options.limits.max_pixels = pixels;
    const ToolResult result = read_bytes(writer.finish(), options);
    REQUIRE(result.images.size() == 1);
    const Dimensions size = result.images[0].size;
    CHECK(std::uint64_t{size.width} * size.height <= pixels);
  }
}

TEST_CASE("search shows the lines that hold the words, page by page") {
  need_engine();
  ReadRequest request;
  request.file_path = "report.pdf";
  request.search = "NEEDLE";
  const ByteVector bytes = pdf_with_pages({"hay", "a needle here", "hay"});
  const ToolResult result = read(bytes, request);
  REQUIRE(result.success);
  CHECK(result.content ==
        "1 line on 1 page with \"NEEDLE\" (searched 3 pages of 3)\n\n--- Page 2 of 3 ---\na needle "
        "here\n");
  request.search = "nothing";
  CHECK(read(bytes, request).content == "No line holds \"nothing\" (searched 3 pages of 3)\n");
}

TEST_CASE("the document form passes the very bytes on") {
  const ByteVector bytes = pdf_with_pages({"one", "two"});
  const ToolResult result = read_bytes(bytes, as_document(Provider::kAnthropic));
  REQUIRE(result.success);
  REQUIRE(result.documents.size() == 1);
  CHECK(result.documents[0].data.bytes().data() == bytes.data());
  CHECK(result.documents[0].page_count == 2);
  CHECK(result.content.starts_with("Read PDF: report.pdf (2 pages, "));
}

TEST_CASE("chosen pages become a smaller document that can be read") {
  need_engine();
  const ToolResult slice =
      read_bytes(pdf_with_pages({"one", "two", "three"}), as_document(), {{3, 3}, {1, 1}});
  REQUIRE(slice.success);
  REQUIRE(slice.documents.size() == 1);
  CHECK(slice.documents[0].page_count == 2);
  const ToolResult again = read_bytes(slice.documents[0].data.bytes());
  REQUIRE(again.success);
  CHECK(again.content == "--- Page 1 of 2 ---\nthree\n\n--- Page 2 of 2 ---\none\n");
}

TEST_CASE("a page whose parents have no end is not taken out of its document") {
  need_engine();
  PdfWriter writer;
  writer.add_page(shown_text("first"));
  const std::string itself = std::to_string(writer.next_number()) + " 0 R";
  writer.add("<</Type/Pages/Parent " + itself + ">>");
  writer.add_page(shown_text("second"), "/Parent " + itself);
  const ToolResult refused = read_bytes(writer.finish(), as_document(), {{2, 2}});
  REQUIRE_FALSE(refused.success);
  CHECK(refused.error->code == ErrorCode::kCorruptPdf);
  CHECK(refused.error->message ==
        "Failed to read PDF: the parents of page 2 in the tree of pages have no end");
}

TEST_CASE("a slice has the same bytes each time") {
  need_engine();
  const ByteVector bytes = pdf_with_pages({"one", "two"});
  const ToolResult first = read_bytes(bytes, as_document(), {{2, 2}});
  const ToolResult second = read_bytes(bytes, as_document(), {{2, 2}});
  REQUIRE(first.success);
  CHECK(std::ranges::equal(first.documents[0].data.bytes(), second.documents[0].data.bytes()));
}

TEST_CASE("a document with more pages than its provider takes is refused with a way out") {
  const ByteVector bytes = pdf_with_pages(std::vector<std::string>(101, "x"));
  const ToolResult result = read_bytes(bytes, as_document(Provider::kAnthropic));
  REQUIRE_FALSE(result.success);
  CHECK(result.error->code == ErrorCode::kLimitExceeded);
  CHECK(
      result.error->message ==
      "the PDF has 101 pages, anthropic takes 100; ask for some of them, for example pages=1-100");
}

TEST_CASE("a page is found that the table of objects does not name") {
  need_engine();
  const ByteVector bytes = pdf_with_pages({"found"});
  std::string file(bytes.begin(), bytes.end());
  // The table names the places of the page and of its content for each other: rows 5 and 4.
  const std::size_t table = file.rfind("xref\n0 ", file.rfind("startxref"));
  const std::size_t rows = file.find('\n', file.find('\n', table) + 1) + 1;
  constexpr std::size_t kRow = 20;
  const std::string content = file.substr(rows + 4 * kRow, kRow);
  const std::string page = file.substr(rows + 5 * kRow, kRow);
  file.replace(rows + 4 * kRow, 2 * kRow, page + content);
  const ToolResult result = read_bytes(as_bytes(file));
  REQUIRE(result.success);
  CHECK(result.content == "--- Page 1 of 1 ---\nfound\n");
}

TEST_CASE("a file without a page tree is corrupt") {
  need_engine();
  const ToolResult result = read_bytes(as_bytes("%PDF-1.7\n1 0 obj\nnothing here\n"));
  REQUIRE_FALSE(result.success);
  CHECK(result.error->code == ErrorCode::kCorruptPdf);
  CHECK(result.content_type == ContentType::kPdf);
}

TEST_CASE("bytes named .pdf that are none are a corrupt PDF, whatever they are") {
  const ToolResult binary = read_bytes(as_bytes(std::string_view("\0\1\2\3", 4)));
  REQUIRE_FALSE(binary.success);
  CHECK(binary.error->code == ErrorCode::kCorruptPdf);
  const ToolResult text = read_bytes(as_bytes("<!DOCTYPE html>\n"));
  REQUIRE_FALSE(text.success);
  CHECK(text.error->message == "Failed to read PDF: not a PDF, holds HTML text, 16 bytes");
}

TEST_CASE("a host that takes turns is asked between pages, and gets the same result") {
  need_engine();
  const ByteVector bytes = pdf_with_pages({"one", "two", "three", "two again"});
  ReadRequest search;
  search.search = "two";
  for (ReadRequest request : {ReadRequest(), search}) {
    request.file_path = "report.pdf";
    FileReading reading(request, {}, {.size_bytes = bytes.size(), .takes_turns = true});
    while (reading.question().kind == Question::Kind::kBytes) {
      const std::uint64_t from = reading.question().from;
      reading.give_view(ByteSpan(bytes).subspan(from, reading.question().to - from), true);
    }
    std::size_t turns = 0;
    while (reading.question().kind == Question::Kind::kTurn) {
      ++turns;
      reading.decline("");
    }
    REQUIRE(reading.question().kind == Question::Kind::kDone);
    CHECK(turns > 4);
    CHECK(to_json_text(reading.take_result()) == to_json_text(read(bytes, request)));
  }
}

}  // namespace lectern
