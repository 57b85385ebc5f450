// What a batch has read, one line of JSON for each file, so that a later one can leave out what has
// not changed:
//
//   {"file_path":"a/b.txt","size":12,"mtime":"1767225600.000000000","success":true,"contentHash":"…"}
//
// A failure has its `errorCode`; a file that could not be read at all has no size and time, and is
// tried again. The last line of a path counts. Its twin is js/cli/manifest.ts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/error.h"
#include "cli/read_file.h"

namespace lectern::cli {

/// The line for a file, with its line end.
std::string manifest_line(const std::string& path, const ToolResult& result,
                          const std::optional<FileFacts>& facts);

/// A manifest of an earlier batch.
class Manifest {
 public:
  /// Text after the last line end is a line that was not written to its end, and does not count. An
  /// error names the line that is no entry.
  static Result<Manifest> parse(std::string_view text);

  /// Reads the file. Errors as for `open_file` and `parse`.
  static Result<Manifest> load(const std::string& path);

  /// The line of a file, when it has the size and time that it had then.
  std::optional<std::string> unchanged(const std::string& path, const FileFacts& facts) const;

  /// Bytes up to the end of the last whole line.
  std::size_t whole_bytes() const { return whole_bytes_; }

 private:
  struct Entry {
    std::optional<FileFacts> facts;
    std::string line;
  };
  /// By path, as JSON.
  std::unordered_map<std::string, Entry> entries_;
  std::size_t whole_bytes_ = 0;
};

/// A manifest that is being written. Each line is with the system when `add` returns.
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
