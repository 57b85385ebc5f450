// Fuzzes the PDF reader in all of its forms. PDFium itself is fuzzed upstream: this finds what its
// adapter, the page pictures, the search and the slices do with strange documents.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "pdf/pdf_reader.h"
#include "read/formats.h"
#include "text/utf8.h"

namespace {

using namespace lectern;

void check(ByteSpan bytes, const ReadOptions& options, const std::vector<NumberRange>& pages) {
  ReadRequest request;
  request.file_path = "fuzz.pdf";
  request.pages = pages;
  const Result<ToolResult> result =
      read_pdf({bytes, request, options, *format_by_extension("pdf")});
  if (!result) return;
  if (result->content.empty() || !is_valid_utf8(as_bytes(result->content))) std::abort();
  if (result->images.size() > options.limits.max_images) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteSpan bytes(data, size);
  ReadOptions options;
  options.limits.max_content_chars = 4'000;
  options.limits.max_pixels = 100'000;
  options.limits.max_pages = 3;
  options.page_images = PageImages::kAlways;
  check(bytes, options, {});
  options.pdf_text_form = PdfTextForm::kText;
  options.page_images = PageImages::kNever;
  check(bytes, options, {});
  options.page_images = PageImages::kAlways;
  options.search = "a";
  check(bytes, options, {});
  options.pdf = PdfForm::kDocument;
  check(bytes, options, {});
  check(bytes, options, {{1, 2}});
  return 0;
}
