// The names in a directory and what they stand for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "cli/read_file.h"

namespace lectern::cli {

enum class EntryKind : std::uint8_t {
  kFile,
  kDirectory,
  kOther,  ///< a symbolic link, a FIFO, a device, a socket
};

/// What a file is the same by, whatever its name: the device and the number there.
using FileIdentity = std::pair<std::uint64_t, std::uint64_t>;

struct DirectoryEntry {
  std::string name;
  EntryKind kind = EntryKind::kFile;
  FileFacts facts;
  FileIdentity identity;
};

/// The entries of a directory in the order of their names' bytes; nothing when there is no
/// directory at `path`. What cannot be looked at counts as a file: reading it says why. \param root
/// that the directory must lie in; "" is none. Errors as for `open_file`.
Result<std::optional<std::vector<DirectoryEntry>>> list_directory(const std::string& root,
                                                                  const std::string& path);

/// What is at `path`, without following a link; nothing when there is nothing.
std::optional<EntryKind> kind_at(const std::string& path);

/// The regular files that standard output goes to and that lies at `path`; "" is none.
std::vector<FileIdentity> written_files(const std::string& path);

}  // namespace lectern::cli
