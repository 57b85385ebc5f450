// Presentations of PowerPoint 97 to 2003 ([MS-PPT]): titles, text, notes, comments. Not read:
// pictures, which are counted, charts, links, the text of masters.
#pragma once

#include "base/reader.h"

namespace lectern {

Result<ToolResult> read_ppt(const ReadContext& context);

}  // namespace lectern
