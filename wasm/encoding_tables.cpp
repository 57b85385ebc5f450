#include "wasm/encoding_tables.h"

#include <utility>

#include "text/legacy_tables.h"

namespace lectern {
namespace {

// The module's only state: what its host gave it, and what it should be asked for.
ByteSpan installed;
bool wanted = false;

}  // namespace

ByteSpan builtin_legacy_tables() {
  if (installed.empty()) wanted = true;
  return installed;
}

void install_encoding_tables(ByteSpan packed) { installed = packed; }

bool take_wants_encoding_tables() { return std::exchange(wanted, false); }

}  // namespace lectern
