// libFuzzer target: looks for the PDF that takes most work for its bytes, within limits of a
// twentieth of the usual ones.
#include <cstddef>
#include <cstdint>

#include "fuzz/work_counters.h"
#include "pdf/pdf_reader.h"
#include "read/formats.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lectern;
  const WorkCounter counter(size);
  ReadOptions options;
  options.limits.max_content_chars = 20'000;
  options.limits.max_pixels = 1'000'000;
  options.limits.max_decoded_bytes = 64'000'000;
  options.limits.max_work = 250'000'000;
  options.limits.max_pages = 3;
  options.pdf.page_images = PageImages::kAlways;
  ReadRequest request;
  request.file_path = "fuzz.pdf";
  static_cast<void>(read_pdf({{data, size}, request, options, *format_by_extension("pdf")}));
  return 0;
}
