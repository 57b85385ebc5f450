// Texts that stand in media files and programs, as a result shows them: one line each, bounded,
// without characters that a reader cannot see.
#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"

namespace lectern {

/// Encodings that tags are written in.
enum class TagEncoding : std::uint8_t { kLatin1, kUtf8, kUtf16Le, kUtf16Be };

/// `bytes` as one line of UTF-8. Line breaks and other control characters become spaces, invisible
/// and invalid ones U+FFFD; spaces at either end and what follows a terminating NUL are left out. A
/// long text is cut and says how many characters follow.
std::string tag_text(ByteSpan bytes, TagEncoding encoding);

/// The same of a text in UTF-8.
inline std::string tag_text(std::string_view text) {
  return tag_text(as_bytes(text), TagEncoding::kUtf8);
}

}  // namespace lectern
