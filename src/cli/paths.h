// Paths made absolute. What is only text is in command/paths.h.
#pragma once

#include <string>
#include <string_view>

#include "command/paths.h"

namespace lectern::cli {

using command::names_directory;
using command::path_segments;
using command::segments_below;

/// `command::absolute_path` from the current directory.
std::string absolute_path(std::string_view path);

}  // namespace lectern::cli
