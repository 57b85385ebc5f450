// The inner loops of the text reader: each looks at every byte of a file once.
#pragma once

#include "base/bytes.h"

namespace lectern {

/// Line ends in a piece of text.
struct LineEndCounts {
  std::uint64_t lf = 0;    ///< every LF, also those of CRLF
  std::uint64_t cr = 0;    ///< every CR, also those of CRLF
  std::uint64_t crlf = 0;  ///< CR directly before LF
  bool operator==(const LineEndCounts&) const = default;
};

/// Counts the line ends of `text`; `after_cr` says that the byte before it was a CR, so that a CRLF
/// cut in two counts once.
LineEndCounts count_line_ends(ByteSpan text, bool after_cr);

/// Number of bytes before the first `value`.
std::size_t find_byte(ByteSpan bytes, std::uint8_t value);

/// A byte that has a value, or has it once the bits of `ignored` are set.
struct ByteChoice {
  std::uint8_t value = 0;
  std::uint8_t ignored = 0;

  bool takes(std::uint8_t byte) const { return (byte | ignored) == value; }
};
/// Two bytes, the second so many behind the first.
struct BytePair {
  ByteChoice first;
  ByteChoice second;
  std::size_t distance = 0;
};

/// Number of bytes before the first place where `pair` stands, or its first byte where the second
/// would be behind the end.
std::size_t find_pair(ByteSpan bytes, const BytePair& pair);

/// Number of bytes before the first that is not plain ASCII: NUL, ESC or 0x80 and above.
std::size_t plain_ascii_size(ByteSpan bytes);

/// Size of the longest prefix that is well-formed UTF-8 (Unicode table 3-7) of whole characters.
std::size_t valid_utf8_size(ByteSpan bytes);

/// Number of characters (code points) of well-formed UTF-8.
std::size_t count_characters(ByteSpan text);

}  // namespace lectern
