// The tables of the legacy encodings in a JavaScript host: a file beside the module, loaded when a text needs it.
#pragma once

#include "base/bytes.h"

namespace lectern {

/// Takes the packed tables (text/legacy_tables.h), which must stay where they are as long as the module lives.
void install_encoding_tables(ByteSpan packed);

}  // namespace lectern
