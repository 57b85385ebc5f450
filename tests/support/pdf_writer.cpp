#include "support/pdf_writer.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstdio>

#include "pdf/pdf_engine.h"
#include "read/read.h"

namespace lectern::testing {

PdfWriter::PdfWriter() : objects_(2) { add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"); }

int PdfWriter::add(std::string body) {
  objects_.push_back(std::move(body));
  return static_cast<int>(objects_.size());
}

int PdfWriter::add_stream(std::string_view dictionary, std::string_view data) {
  return add("<<" + std::string(dictionary) + "/Length " + std::to_string(data.size()) +
             ">>stream\n" + std::string(data) + "\nendstream");
}

int PdfWriter::add_doubling_forms(int levels) {
  int inner = add_stream("/Subtype/Form/BBox[0 0 9 9]", "0 0 1 1 re f");
  for (int level = 0; level < levels; ++level) {
    inner = add_stream(
        "/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X " + std::to_string(inner) + " 0 R>>>>",
        "/X Do /X Do");
  }
  return inner;
}

int PdfWriter::add_page(std::string_view content, std::string_view extra,
                        std::string_view resources) {
  const int stream = add_stream("", content);
  const bool has_box = extra.find("/MediaBox") != std::string_view::npos;
  const int page =
      add("<</Type/Page/Parent 2 0 R" + std::string(has_box ? "" : "/MediaBox[0 0 200 100]") +
          "/Contents " + std::to_string(stream) + " 0 R/Resources<</Font<</F1 3 0 R>>" +
          std::string(resources) + ">>" + std::string(extra) + ">>");
  pages_.push_back(page);
  return page;
}

ByteVector PdfWriter::finish() const {
  std::vector<std::string> objects = objects_;
  objects[0] = "<</Type/Catalog/Pages 2 0 R" + catalog_ + ">>";
  std::string kids;
  for (const int page : pages_) kids += std::to_string(page) + " 0 R ";
  objects[1] = "<</Type/Pages/Kids[" + kids + "]/Count " + std::to_string(pages_.size()) + ">>";
  std::string file = "%PDF-1.7\n";
  std::string table;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    std::array<char, 32> line{};
    std::snprintf(line.data(), line.size(), "%010zu 00000 n \n", file.size());
    table += line.data();
    file += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  const std::string size = std::to_string(objects.size() + 1);
  const std::string start = std::to_string(file.size());
  file += "xref\n0 " + size + "\n0000000000 65535 f \n" + table + "trailer\n<</Size " + size +
          "/Root 1 0 R" + trailer_ + ">>\nstartxref\n" + start + "\n%%EOF\n";
  return {file.begin(), file.end()};
}

std::string shown_text(std::string_view text, int x, int y) {
  return "BT /F1 12 Tf " + std::to_string(x) + " " + std::to_string(y) + " Td (" +
         std::string(text) + ") Tj ET\n";
}

ByteVector pdf_with_pages(const std::vector<std::string>& texts) {
  PdfWriter writer;
  for (const std::string& text : texts) writer.add_page(shown_text(text));
  return writer.finish();
}

ToolResult read_without_pictures(const PdfWriter& writer) {
  if (pdf_engine() == nullptr) SKIP("built without PDFium (LECTERN_WITH_PDF=OFF)");
  ReadRequest request;
  request.file_path = "report.pdf";
  ReadOptions options;
  options.pdf.page_images = PageImages::kNever;
  return read(writer.finish(), request, options);
}

}  // namespace lectern::testing
