// ar archives: Debian packages and static libraries.
#pragma once

#include <memory>

#include "package/package.h"

namespace lectern {

std::unique_ptr<Package> open_ar_package(ByteWindow& window, const Limits& limits);

}  // namespace lectern
