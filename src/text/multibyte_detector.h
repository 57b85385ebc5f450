// Tells the East Asian encodings apart by the structure of their bytes and by frequent characters.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "text/encoding.h"
#include "text/legacy_tables.h"

namespace lectern {

struct MultibyteGuess {
  Encoding encoding;
  std::uint32_t confidence_percent;
};

/// `at_end`: `window` is cut nowhere. Nullopt when it does not look like any of them.
std::optional<MultibyteGuess> guess_multibyte(ByteSpan window, bool at_end,
                                              const LegacyTables& tables);

}  // namespace lectern
