// Finds the encoding of text by its bytes: byte order marks, UTF-16 and UTF-32 without one, UTF-8,
// and the legacy encodings by statistics.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "text/encoding.h"
#include "text/legacy_tables.h"

namespace lectern {

struct ByteOrderMark {
  Encoding encoding;
  std::size_t size;  ///< bytes
};

/// The mark at the start of `bytes`, if there is one.
std::optional<ByteOrderMark> find_byte_order_mark(ByteSpan bytes);

/// True when `bytes` hold an escape sequence that switches ISO-2022-JP to or from Japanese, or that
/// begins ISO-2022-KR.
bool has_iso_2022_escape(ByteSpan bytes);

struct EncodingGuess {
  Encoding encoding;
  /// 1 to 100; absent when the bytes leave no doubt.
  std::optional<std::uint32_t> confidence_percent;
};

// The guesses look at a window that starts at the first byte that is not plain ASCII and holds no
// NUL; `at_end` says that the file ends with it.

/// ISO-2022-JP or -KR by their escapes, or UTF-8. Nullopt when the bytes are in neither.
std::optional<EncodingGuess> guess_without_tables(ByteSpan window, bool at_end);

/// True when the bytes are no text in any encoding whatever the tables say: too many of them are
/// control characters.
bool has_many_controls(ByteSpan window);

/// False when the bytes are text in some encoding, whichever the guess with tables will give.
bool may_be_no_text(ByteSpan window);

/// For a window that none of them knows. Nullopt when the bytes are no text in any encoding.
std::optional<EncodingGuess> guess_with_tables(ByteSpan window, bool at_end,
                                               const LegacyTables& tables);

}  // namespace lectern
