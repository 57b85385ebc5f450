// Reading one file, from its name to its result.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/tool_result.h"
#include "command/arguments.h"
#include "command/facts.h"
#include "read/reading.h"

namespace lectern::cli {

using command::Arguments;
using command::FileFacts;

/// One read. The reading owns the bytes that the result may view into; it is null when the file was
/// refused before it was read.
struct FileRead {
  std::unique_ptr<FileReading> reading;
  ToolResult result;
  /// Of the file that was read; nothing when it could not be.
  std::optional<FileFacts> facts;
};

/// Told how far a read is: bytes that were handed over, and the size of the file where it is known.
using Progress = std::function<void(std::uint64_t done, std::optional<std::uint64_t> size)>;

/// Reads `path`, which may be standard input. Whatever is wrong with the arguments or the file
/// becomes a failed result.
FileRead read_file(const std::string& path, const Arguments& arguments,
                   const Progress& progress = {});

/// What is wrong with the arguments whatever the file. INVALID_ARGUMENT.
Result<void> check_arguments(const Arguments& arguments);

}  // namespace lectern::cli
