// The parts of documents.wasm read documents alone: a file that is a picture or a notebook is read
// before one of them is asked for.
#include "image/image_reader.h"
#include "notebook/notebook_reader.h"

namespace lectern {
namespace {

Result<ToolResult> read_elsewhere() {
  return fail(ErrorCode::kInternal, "this module reads documents alone");
}

}  // namespace

Result<ToolResult> read_image(const ReadContext&) { return read_elsewhere(); }
std::optional<ToolResult> read_preview(const ReadContext&) { return std::nullopt; }
Result<ToolResult> read_notebook(const ReadContext&) { return read_elsewhere(); }

}  // namespace lectern
