// Bytes in any supported encoding to UTF-8, in pieces of any size.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/bytes.h"
#include "base/encoding_tables.h"
#include "text/encoding.h"

namespace lectern {

/// Takes decoded text. Each piece is well-formed UTF-8 of whole characters and lives only as long
/// as the call.
class TextSink {
 public:
  virtual ~TextSink() = default;
  virtual void append(std::string_view text) = 0;
};

/// Decodes one stream. The text is the same however the bytes are cut into calls; a decoder holds
/// at most a few bytes between calls.
class Decoder {
 public:
  virtual ~Decoder() = default;
  /// Decodes `bytes`, which go on where the call before stopped. An invalid sequence becomes U+FFFD
  /// as the WHATWG Encoding Standard prescribes for its encoding.
  virtual void decode(ByteSpan bytes, TextSink& sink) = 0;
  /// Ends the stream: a character that is cut becomes U+FFFD. When the decoder is `at_boundary`
  /// then, it may decode another.
  virtual void finish(TextSink& sink) = 0;
  /// True when the next byte starts a character and nothing before it matters any more.
  virtual bool at_boundary() const = 0;
  /// Invalid sequences so far.
  std::uint64_t replacements() const { return replacements_; }

 protected:
  std::uint64_t replacements_ = 0;
};

/// A new decoder at the start of a stream. A byte order mark must have been taken off.
/// `legacy_tables` is the packed block, or empty for the one compiled in. Null when the encoding
/// needs tables and there are none.
std::unique_ptr<Decoder> make_decoder(Encoding encoding, const EncodingTables& legacy_tables = {});

}  // namespace lectern
