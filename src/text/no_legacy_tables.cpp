// For hosts that load the tables beside the module.
#include "text/legacy_tables.h"

namespace lectern {

ByteSpan builtin_legacy_tables() { return {}; }

}  // namespace lectern
