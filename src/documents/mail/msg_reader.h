// Outlook messages ([MS-OXMSG]): fields, text, attachments by name. Not read: bodies that are there
// as RTF only, attached messages.
#pragma once

#include "base/reader.h"

namespace lectern {

Result<ToolResult> read_msg(const ReadContext& context);

}  // namespace lectern
