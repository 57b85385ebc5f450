// A directory of a file system as a package. Its bytes are what the host has found, for each entry
// its kind (`-` file, `d` directory, `l` link, `o` other), its size and its time in seconds since
// 1970, both in decimal digits or left out, and its name: "-1204 1767225600 a.log" and a NUL. In
// front of what git ignores stands an `i`. Two entries are none: `#990000 19800000`, in place of too
// many: how many names there are, and bytes of them; and `!`: none of what stands before it is
// ignored, after all.
#pragma once

#include "base/limits.h"
#include "package/package.h"

namespace lectern {

/// Its members cannot be opened.
std::unique_ptr<Package> open_directory_package(ByteWindow& window, const Limits& limits);

}  // namespace lectern
