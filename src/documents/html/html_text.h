// The text of an HTML document as UTF-8, whatever encoding its bytes are in (the HTML Standard,
// section 13.2.3).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/encoding_tables.h"
#include "base/error.h"
#include "text/decoder.h"
#include "text/encoding.h"

namespace lectern {

/// What is kept for short texts: unpacking a table, or guessing, takes longer than most of them.
struct KeptDecoders {
  std::map<Encoding, std::unique_ptr<Decoder>> by_encoding;
  /// Texts whose encoding may still be guessed; others are Windows-1252.
  std::uint32_t guesses_left = 20'000;
};

/// Bytes in an encoding as UTF-8. \returns UNSUPPORTED_FORMAT when its tables are not there.
Result<std::string> decoded_text(ByteSpan bytes, Encoding encoding, const EncodingTables& tables);

/// Text whose encoding nobody states: UTF-8 where it can be that, else the best guess.
/// \param label  what is stated all the same; may be empty or wrong.
Result<std::string> guessed_text(ByteSpan bytes, std::string_view label,
                                 const EncodingTables& tables);

/// An HTML document's text: `bytes` where they are UTF-8 already, else `room`, which takes it.
/// \param label  of its encoding, as its surroundings state it; "" when they do not.
Result<std::string_view> html_view(ByteSpan bytes, std::string_view label,
                                   const EncodingTables& tables, std::string& room);
/// The same as a text of its own.
Result<std::string> html_source(ByteSpan bytes, std::string_view label,
                                const EncodingTables& tables);

}  // namespace lectern
