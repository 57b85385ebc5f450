// UTF-8 (RFC 3629): validation and positions of characters.
#pragma once

#include <string_view>

#include "base/bytes.h"

namespace lectern {

/// True when all of `bytes` is well-formed UTF-8: no overlong forms, surrogates or cut sequences.
bool is_valid_utf8(ByteSpan bytes);

/// The offset just after the first `count` characters of well-formed `text`; its size when shorter.
std::size_t utf8_prefix_size(std::string_view text, std::size_t count);

/// Number of characters (code points) of well-formed `text`.
std::size_t utf8_length(std::string_view text);

}  // namespace lectern
