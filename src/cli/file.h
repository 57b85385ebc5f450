// The only file access of the command line program, native and WASI alike.
#pragma once

#include <string>

#include "base/bytes.h"
#include "base/error.h"

namespace lectern::cli {

struct OpenFile {
  int descriptor = -1;
  std::uint64_t size = 0;  ///< bytes, as the file system says
  std::string modified;    ///< ISO 8601, UTC, milliseconds

  OpenFile() = default;
  OpenFile(OpenFile&& other) noexcept;
  OpenFile& operator=(OpenFile&&) = delete;
  ~OpenFile();
};

/// Opens a regular file without ever blocking on it.
/// FILE_NOT_FOUND, PERMISSION_DENIED, IS_DIRECTORY, NOT_A_FILE, IO_ERROR.
Result<OpenFile> open_file(const std::string& path);

/// Replaces `chunk` by the next piece of the file; empty at its end. IO_ERROR.
Result<void> read_chunk(const OpenFile& file, ByteVector& chunk);

}  // namespace lectern::cli
