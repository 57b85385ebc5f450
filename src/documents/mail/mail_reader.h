// Mails (RFC 5322, MIME), web archives that are mails (RFC 2557), and mailboxes (RFC 4155). Not
// read: what is encrypted.
#pragma once

#include "base/reader.h"

namespace lectern {

/// One mail: eml, mht.
Result<ToolResult> read_mail(const ReadContext& context);

/// Many mails in one file: mbox.
Result<ToolResult> read_mailbox(const ReadContext& context);

}  // namespace lectern
