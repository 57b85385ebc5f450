// 7-Zip archives: the directory from the file's end, then the members out of the blocks that were
// compressed together. What has no unpacker here (PPMd, BCJ2) is listed and refused by name.
#pragma once

#include <memory>
#include <string_view>

#include "package/package.h"
#include "package/unpacker.h"

namespace lectern {

/// \param password  must outlive the package
/// \param memory  must outlive the package and its streams
std::unique_ptr<Package> open_seven_zip_package(ByteWindow& window, const Limits& limits,
                                                std::string_view password, UnpackerMemory& memory);

}  // namespace lectern
