// Paths as text: made absolute, taken apart, and written as URIs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lectern::command {

/// The path without `.`, `..`, doubled and trailing slashes, from `directory` when it is relative.
/// `..` at the top stays there.
std::string absolute_path(std::string_view path, std::string_view directory);

/// Whether only a directory can be at the path: it ends with a slash or a dot component.
bool names_directory(std::string_view path);

/// The components of a path; those without a name are left out.
std::vector<std::string> path_segments(std::string_view path);

/// The components of `path` below `directory`, both absolute and as absolute_path() gives them;
/// nothing when it does not lie there.
std::optional<std::vector<std::string>> segments_below(std::string_view directory,
                                                       std::string_view path);

/// "file:///a/b%20c" of an absolute path.
std::string file_uri(std::string_view path);

}  // namespace lectern::command
