// Reading one file, from its name to its result.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/tool_result.h"
#include "cli/arguments.h"
#include "read/reading.h"

namespace lectern::cli {

/// What a file system says of a file: when it is the same, so is the file.
struct FileFacts {
  std::uint64_t size = 0;  ///< bytes
  std::string mtime;       ///< as `mtime_text` writes it
  bool operator==(const FileFacts&) const = default;
};

/// One read. The reading owns the bytes that the result may view into; it is null when the file was
/// refused before it was read.
struct FileRead {
  std::unique_ptr<FileReading> reading;
  ToolResult result;
  /// Of the file that was read; nothing when it could not be.
  std::optional<FileFacts> facts;
};

/// Reads `path`, which may be standard input. Whatever is wrong with the arguments or the file
/// becomes a failed result.
FileRead read_file(const std::string& path, const Arguments& arguments);

/// What is wrong with the arguments whatever the file. INVALID_ARGUMENT.
Result<void> check_arguments(const Arguments& arguments);

}  // namespace lectern::cli
