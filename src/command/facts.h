// What a file system says of a file.
#pragma once

#include <cstdint>
#include <string>

namespace lectern::command {

/// When it is the same, so is the file.
struct FileFacts {
  std::uint64_t size = 0;  ///< bytes
  std::string mtime;       ///< seconds and nanoseconds, "1767225600.000000000"
  bool operator==(const FileFacts&) const = default;
};

}  // namespace lectern::command
