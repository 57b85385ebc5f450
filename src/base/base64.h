// Base64 (RFC 4648, section 4): standard alphabet, padded, no line breaks.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace lectern {

/// Characters that `base64_encode` writes for `size_bytes` bytes: 4 for each started 3.
constexpr std::size_t base64_size(std::size_t size_bytes) { return (size_bytes + 2) / 3 * 4; }

/// Encodes into `out`, which must hold at least base64_size(bytes.size()) characters.
void base64_encode(ByteSpan bytes, std::span<char> out);

/// The encoded string.
std::string base64_encode(ByteSpan bytes);

/// The decoded bytes; ASCII whitespace is skipped and missing padding accepted, as notebooks and
/// data URIs need. Nullopt for any other character, misplaced padding or a cut last group.
std::optional<ByteVector> base64_decode(std::string_view text);

}  // namespace lectern
