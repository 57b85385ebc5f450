// EPUB books, versions 2 and 3 (EPUB 3.3; Open Publication Structure 2.0.1; NCX): their chapters in
// the order of the spine. Not read: scripts, media overlays, fallbacks.
#pragma once

#include "base/reader.h"

namespace lectern {

Result<ToolResult> read_epub(const ReadContext& context);

}  // namespace lectern
