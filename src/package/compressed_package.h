// Files that hold one compressed file, without a name: bzip2, xz, LZMA and Zstandard.
#pragma once

#include <memory>

#include "base/reader.h"
#include "package/package.h"
#include "package/unpacker.h"

namespace lectern {

/// \param kind    one of those above
/// \param memory  must outlive the package and its streams
std::unique_ptr<Package> open_compressed_package(PackageKind kind, ByteWindow& window,
                                                 const Limits& limits, UnpackerMemory& memory);

}  // namespace lectern
