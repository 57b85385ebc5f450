// Tells the single-byte encodings apart by the letters that languages use.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "text/encoding.h"
#include "text/legacy_tables.h"

namespace lectern {

struct SingleByteGuess {
  Encoding encoding;
  std::uint32_t confidence_percent;
};

/// Nullopt when the bytes read as words in none of the encodings.
std::optional<SingleByteGuess> guess_single_byte(ByteSpan window, const LegacyTables& tables);

}  // namespace lectern
