// tar: the old format of Unix version 7, ustar and pax (POSIX.1-2017, pax), GNU tar with long names
// and sparse files, and star. Data between headers is skipped, not read.
#pragma once

#include "package/package.h"

namespace lectern {

std::unique_ptr<Package> open_tar_package(ByteWindow& window, const Limits& limits);

}  // namespace lectern
