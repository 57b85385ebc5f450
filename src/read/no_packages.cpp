// core.wasm and the parts of documents.wasm have no packages: other modules read them.
#include "read/package_reading.h"

namespace lectern {

std::unique_ptr<PackageReading> open_package_reading(const ReadRequest&, const ReadOptions&,
                                                     const Format&, std::string_view, ByteSpan,
                                                     const FileKnowledge&) {
  return nullptr;
}

}  // namespace lectern
