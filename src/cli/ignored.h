// Which entries of a directory its .gitignore file and those above it leave out.
#pragma once

#include <string>
#include <vector>

#include "command/walk.h"

namespace lectern::cli {

/// The files above the directory count as far up as the repository that it lies in; without one,
/// only its own does. None at all counts when comparing would take too long.
/// \param root  outside of it nothing is looked at; "" is none
/// \returns whether each of the entries is ignored
std::vector<bool> ignored_entries(const std::string& root, const std::string& path,
                                  const std::vector<command::DirectoryEntry>& entries);

}  // namespace lectern::cli
