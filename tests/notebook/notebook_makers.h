// Notebooks as JSON, for tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/base64.h"
#include "image/fit/encode_png.h"
#include "read/read.h"

namespace lectern {

inline ToolResult read_as(std::string_view json, const ReadOptions& options = {},
                          std::vector<NumberRange> cells = {}) {
  ReadRequest request;
  request.file_path = "a.ipynb";
  request.cells = std::move(cells);
  return read(as_bytes(json), request, options);
}

inline std::string notebook_of(const std::string& cells) {
  return R"({"nbformat":4,"nbformat_minor":5,"metadata":{"kernelspec":{"language":"python"}},"cells":[)" +
         cells + "]}";
}

inline std::string code_cell(const std::string& source, const std::string& outputs = "") {
  return R"({"cell_type":"code","execution_count":1,"metadata":{},"source":")" + source +
         R"(","outputs":[)" + outputs + "]}";
}

inline std::string stream(const std::string& text) {
  return R"({"output_type":"stream","name":"stdout","text":")" + text + "\"}";
}

/// A picture of 2x3 pixels; those of different shades are different pictures.
inline std::string png_base64(std::uint8_t shade = 200) {
  const std::vector<std::uint8_t> pixels(2 * 3 * 4, shade);
  return base64_encode(encode_png({pixels, {2, 3}}).value());
}

inline std::string png_output(std::uint8_t shade = 200) {
  return R"({"output_type":"display_data","data":{"image/png":")" + png_base64(shade) +
         R"(\n","text/plain":"<Figure>"}})";
}

}  // namespace lectern
