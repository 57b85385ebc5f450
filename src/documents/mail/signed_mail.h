// What S/MIME has signed (RFC 8551): the mail within a PKCS #7 message.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace lectern {

/// True for "application/pkcs7-mime" and its old name.
bool is_smime(std::string_view type);

/// The content of a message that is signed and not encrypted. The signature is not verified.
std::optional<std::string> signed_content(ByteSpan message);

}  // namespace lectern
