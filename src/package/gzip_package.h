// gzip (RFC 1952): one or more members one after the other, which together are one file.
#pragma once

#include "package/package.h"

namespace lectern {

/// A package of one member, whose size only its end tells.
std::unique_ptr<Package> open_gzip_package(ByteWindow& window, const Limits& limits);

}  // namespace lectern
