// Pages that are drawn, for tests of what a page may take.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "pdf/pdf_engine.h"
#include "read/read.h"
#include "support/pdf_writer.h"

namespace lectern::testing {

/// The result for one page, drawn.
inline ToolResult draw(const PdfWriter& writer) {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  const ByteVector bytes = writer.finish();
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  options.pdf.page_images = PageImages::kAlways;
  return read(bytes, request, options);
}

inline bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

inline std::string repeated(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

}  // namespace lectern::testing
