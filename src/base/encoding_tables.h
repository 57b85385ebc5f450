// Where the packed tables of the legacy encodings (text/legacy_tables.h) come from.
#pragma once

#include "base/bytes.h"

namespace lectern {

struct KeptDecoders;

/// The tables of one read, and whether they were missed.
struct EncodingTables {
  /// Must outlive the read. Empty: those that are compiled in or installed, if there are any.
  ByteSpan packed = {};
  /// Set to true when a text needed tables that are not there; may be null.
  bool* wanted = nullptr;
  /// Decoders that texts of the read share; may be null.
  KeptDecoders* kept = nullptr;
};

}  // namespace lectern
