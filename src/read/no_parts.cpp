// core.wasm reads no documents.
#include "read/package_reading.h"

namespace lectern {

std::unique_ptr<PackageReading> open_parts_reading(const ReadRequest&, const ReadOptions&,
                                                   const Detection&, ByteSpan, std::uint64_t) {
  return nullptr;
}

}  // namespace lectern
