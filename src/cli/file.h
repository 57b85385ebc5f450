// The only file access of the command line program, native and WASI alike.
#pragma once

#include <ctime>
#include <span>
#include <string>

#include "base/bytes.h"
#include "base/error.h"

namespace lectern::cli {

struct OpenFile {
  int descriptor = -1;
  std::uint64_t size = 0;  ///< bytes, as the file system says; 0 when it does not know
  std::string modified;    ///< ISO 8601, UTC, milliseconds; "" when unknown
  std::string mtime;       ///< as `mtime_text` writes it; "" when unknown

  OpenFile() = default;
  OpenFile(OpenFile&& other) noexcept;
  OpenFile& operator=(OpenFile&&) = delete;
  ~OpenFile();
};

/// The error of a failed system call on `path`; `number` is its errno.
Error system_error(const std::string& path, int number);

/// A file's time in seconds and nanoseconds, "1767225600.000000000": a changed file has another.
std::string mtime_text(const timespec& time);

/// Opens a regular file without ever blocking on it.
/// FILE_NOT_FOUND, PERMISSION_DENIED, IS_DIRECTORY, NOT_A_FILE, IO_ERROR.
Result<OpenFile> open_file(const std::string& path);

/// As `open_file`, for a file that must lie in the directory `root`: OUTSIDE_ROOT when it does not.
/// Symbolic links are followed as long as they stay inside. Nothing outside is touched.
Result<OpenFile> open_file_inside(const std::string& root, const std::string& path);

/// `open_file`, or `open_file_inside` when there is a root; "" is none.
Result<OpenFile> open_file_below(const std::string& root, const std::string& path);

/// Standard input, whose size and time nobody knows.
OpenFile open_standard_input();

/// Whether there is a directory at `path` that can be opened.
bool is_directory(const std::string& path);

/// Reads bytes from `from` on into `room` and says how many; 0 at the file's end. What has no size,
/// as a pipe, is read on from where the last call ended. IO_ERROR.
Result<std::size_t> read_bytes(const OpenFile& file, std::uint64_t from,
                               std::span<std::uint8_t> room);

/// Replaces `chunk` by the next piece of the file; empty at its end. IO_ERROR.
Result<void> read_chunk(const OpenFile& file, ByteVector& chunk);

}  // namespace lectern::cli
