// Linked instead of the data module where there is none.
#include "read/data_engine.h"

namespace lectern {

const DataEngine* data_engine() { return nullptr; }

}  // namespace lectern
