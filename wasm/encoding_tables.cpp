#include "wasm/encoding_tables.h"

#include "text/legacy_tables.h"

namespace lectern {
namespace {

// The module's only state: what its host gave it.
ByteSpan installed;

}  // namespace

ByteSpan builtin_legacy_tables() { return installed; }

void install_encoding_tables(ByteSpan packed) { installed = packed; }

}  // namespace lectern
