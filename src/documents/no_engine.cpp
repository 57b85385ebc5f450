// Linked instead of the documents module where there is none.
#include "read/document_engine.h"

namespace lectern {

const DocumentEngine* document_engine() { return nullptr; }

}  // namespace lectern
