// Outlook messages ([MS-OXMSG]) with the messages in them, and what Outlook wraps for mails
// ([MS-OXTNEF]): fields, text, attachments.
#pragma once

#include "base/reader.h"

namespace lectern {

Result<ToolResult> read_msg(const ReadContext& context);
Result<ToolResult> read_tnef(const ReadContext& context);

}  // namespace lectern
