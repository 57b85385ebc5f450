// One cell as a model reads it: heading, source and outputs, with its pictures in place.
//
// Layout (the blank line before the heading belongs to the cell):
//
//   ## Cell 3 [code] id=a1b2
//   In [2]:
//   ```python
//   source
//   ```
//
//   **Output:**
//   text
//   [Image 1: 640x480 PNG]
//
// Markdown, raw and unknown cells show their source as it is, a heading cell (nbformat 2, 3) as a
// markdown heading. A source or output that looks like lines of this form, or that leaves a fence
// open, stands in a fence of its own. Line ends at the end of a source or output are left out;
// nothing else is trimmed. CRLF shows as LF. What a program wrote to stderr stands after a line
// "[stderr]".
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/request.h"
#include "base/tool_result.h"
#include "image/fit/deliver.h"
#include "notebook/model.h"

namespace lectern {

struct RenderSettings {
  const ReadOptions& options;
  /// Of the notebook, for the fences.
  std::string_view language;
  LineJoin join;
  /// Most characters of a cell's source, and of its outputs.
  std::uint64_t max_source_chars;
  std::uint64_t max_output_chars;
  /// There is no call that would show more of its outputs.
  bool is_only_cell;
  /// The read begins with it: pictures that find no room beside the ones before them cannot wait
  /// for a read that begins here. They are made smaller to find some.
  bool is_first_cell;
  /// Takes the text piece by piece, all of it; what is rendered has none then. Null: nobody does.
  const std::function<void(std::string_view)>* take = nullptr;
  /// Characters for all of the cell: its outputs get what a source of at most half of it leaves.
  std::uint64_t room = kUnlimited;
};

/// What was made of a picture of a cell, which is rendered until it fits.
struct MadePicture {
  const char* place;   ///< of a value in the file; null for a text, which has
  std::string digest;  ///< SHA-256 of its base64
  ImageBudget used;    ///< then
  Result<DeliveredImage> image;
};

/// What the result holds before this cell.
struct PicturesSoFar {
  std::size_t count = 0;
  ImageBudget used;
  /// The pictures of a cell before wait for the next read, and all that follow with them.
  bool full = false;
  /// Of the cell; outlives its rendering.
  std::vector<MadePicture>* made = nullptr;
};

struct RenderedCell {
  std::string text;
  std::vector<ImageContent> images;
  /// For each image the offset in `text` just after the line that stands for it.
  std::vector<std::size_t> image_offsets;
  /// Characters of the source, shown or not.
  std::uint64_t source_chars = 0;
  bool source_is_cut = false;
  /// Characters of the outputs that are shown, and more that were kept for an error behind them.
  std::uint64_t output_chars = 0;
  std::uint64_t reserved_chars = 0;
  /// Outputs or attachments had more text than they may have.
  bool is_cut = false;
  /// ... of which a read of this cell alone shows more.
  bool alone_shows_more = false;
  /// Text of the file stands in a fence because it looks like lines of this form.
  bool is_guarded = false;
  /// A picture had no room beside those before it.
  bool lacks_pictures = false;
};

/// "; cells=3, offset=1 shows all": the call that gives the text of a cell line by line, behind
/// what says that it is cut.
std::string call_for_all(std::uint64_t number);

/// Renders cell `number` (1-based). Pictures that cannot be delivered become notes.
RenderedCell render_cell(std::uint64_t number, const Cell& cell, const RenderSettings& settings,
                         const PicturesSoFar& so_far);

}  // namespace lectern
