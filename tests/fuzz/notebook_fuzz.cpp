// Fuzzes the notebook reader in all of its forms: broken JSON, strange shapes, escapes, terminal
// sequences, HTML and pictures.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "base/format.h"
#include "notebook/notebook_reader.h"
#include "read/formats.h"
#include "text/utf8.h"

namespace {

using namespace lectern;

void check(ByteSpan bytes, const ReadOptions& options, ReadRequest request = {}) {
  request.file_path = "fuzz.ipynb";
  const Result<ToolResult> result = read_notebook({bytes, request, options, notebook_format()});
  if (!result) return;
  // What a model reads is text, and a read that stops says so.
  if (result->content.empty() || !is_valid_utf8(as_bytes(result->content))) std::abort();
  if (result->images.size() > options.limits.max_images) std::abort();
  // The next read is another one: it begins later, or is of a single cell.
  const auto& truncation = result->truncation;
  if (!truncation || !truncation->next || truncation->next->cells.empty()) return;
  const NumberRange first = truncation->next->cells.front();
  if (first.first == 1 && first.last != 1) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteSpan bytes(data, size);
  ReadOptions options;
  options.limits.max_content_chars = 4'000;
  options.limits.max_cell_output_chars = 500;
  options.limits.max_pixels = 1'000'000;
  check(bytes, options);
  options.notebook.outputs = NotebookOutputs::kText;
  check(bytes, options);
  options.notebook.outputs = NotebookOutputs::kNone;
  ReadRequest outline;
  outline.outline = true;
  check(bytes, options, outline);
  ReadRequest search;
  search.search = "e";
  check(bytes, options, search);
  options.notebook.form = NotebookForm::kRaw;
  check(bytes, options);
  return 0;
}
