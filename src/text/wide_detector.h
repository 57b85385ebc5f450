// UTF-16 and UTF-32 without a byte order mark, told from binary data.
#pragma once

#include <optional>

#include "base/bytes.h"
#include "text/encoding.h"

namespace lectern {

/// UTF-16 or UTF-32 of either byte order when the start of a file, which holds NUL bytes, reads as
/// plain text in it. Nullopt when it is more likely binary data.
std::optional<Encoding> guess_wide_encoding(ByteSpan head);

}  // namespace lectern
