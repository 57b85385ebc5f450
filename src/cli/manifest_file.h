// A manifest that is being written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace lectern::cli {

/// Each line is with the system when `add` returns.
class ManifestFile {
 public:
  ManifestFile() = default;
  ManifestFile(ManifestFile&& other) noexcept;
  ManifestFile& operator=(ManifestFile&& other) noexcept;
  ~ManifestFile();

  /// Creates the file, or cuts it down to its first `kept_bytes`. Errors as for `open_file`.
  static Result<ManifestFile> open(const std::string& path, std::uint64_t kept_bytes);

  /// Writes a line, if there is a file. IO_ERROR.
  Result<void> add(std::string_view line);

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace lectern::cli
