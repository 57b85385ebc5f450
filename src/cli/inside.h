// Opening a file without leaving a directory. The path is followed component by component, each
// opened below the one before: nothing that happens to the tree meanwhile leads outside.
#pragma once

#include <string>
#include <vector>

namespace lectern::cli {

/// Opens what lies at `segments` below `root`, an absolute path. Symbolic links are followed while
/// they stay below it; their targets may name the root as given or without links.
/// \param flags  of open(2), for the last component.
/// \returns a descriptor, or -1 with errno; EXDEV when a link leads outside.
int open_inside(const std::string& root, const std::vector<std::string>& segments, int flags);

}  // namespace lectern::cli
