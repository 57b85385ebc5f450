// core.wasm has no packages: its modules read them.
#include "read/package_reading.h"

namespace lectern {

bool has_packages() { return false; }

std::unique_ptr<PackageReading> open_package_reading(const ReadRequest&, const ReadOptions&,
                                                     const Format&, std::string_view, ByteSpan,
                                                     const FileKnowledge&) {
  return nullptr;
}

std::unique_ptr<PackageReading> open_parts_reading(const ReadRequest&, const ReadOptions&,
                                                   const Detection&, ByteSpan, std::uint64_t) {
  return nullptr;
}

}  // namespace lectern
