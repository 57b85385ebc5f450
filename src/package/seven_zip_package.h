// 7-Zip archives: the directory from the file's end, then the members out of the blocks that were
// compressed together. What has no unpacker here (PPMd, BCJ2, AES) is listed and refused by name.
#pragma once

#include <memory>

#include "package/package.h"
#include "package/unpacker.h"

namespace lectern {

/// \param memory  must outlive the package and its streams
std::unique_ptr<Package> open_seven_zip_package(ByteWindow& window, const Limits& limits,
                                                UnpackerMemory& memory);

}  // namespace lectern
