// UTF-8 (RFC 3629): validation, writing, and positions of characters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace lectern {

/// U+FFFD, which stands for each invalid sequence.
inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";
inline constexpr char32_t kLastCodePoint = 0x10FFFF;

/// True for every byte of a character but its first.
constexpr bool is_utf8_continuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

/// True when all of `bytes` is well-formed UTF-8: no overlong forms, surrogates or cut sequences.
bool is_valid_utf8(ByteSpan bytes);

/// Size of the well-formed character at the start of `bytes`, which must not be empty; 0 when there
/// is none (Unicode 15, table 3-7).
std::size_t utf8_sequence_size(ByteSpan bytes);

/// The ill-formed bytes at the start of `bytes`, which must not be empty, that one U+FFFD stands
/// for (Unicode 15, section 3.9: maximal subpart; the same as the WHATWG decoder).
struct InvalidUtf8 {
  std::size_t size = 1;  ///< bytes, 1 to 3
  bool cut = false;      ///< `bytes` ends inside what may still become a character
};
InvalidUtf8 invalid_utf8_at(ByteSpan bytes);

/// Appends a code point that is neither a surrogate nor above U+10FFFF.
void append_utf8(char32_t code_point, std::string& out);

/// The offset just after the first `count` characters of well-formed `text`; its size when shorter.
std::size_t utf8_prefix_size(std::string_view text, std::uint64_t count);

/// The first `max_bytes` bytes of well-formed `text`, without a character that they would cut.
std::string_view utf8_prefix(std::string_view text, std::size_t max_bytes);

/// Number of characters (code points) of well-formed `text`.
std::size_t utf8_length(std::string_view text);

/// Writes well-formed `text` as UTF-16. \param out  has room for two units a character.
/// \returns how many units it has now.
std::size_t utf8_to_utf16(std::string_view text, char16_t* out);

/// The code point at `offset` of well-formed `text`, and the offset after it.
struct DecodedCharacter {
  char32_t code_point;
  std::size_t next;
};
DecodedCharacter utf8_character_at(std::string_view text, std::size_t offset);

}  // namespace lectern
