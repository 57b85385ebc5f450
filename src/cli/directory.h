// The names in a directory and what they stand for.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "command/walk.h"

namespace lectern::cli {

using command::DirectoryEntry;
using command::EntryKind;

/// What a file is the same by, whatever its name: the device and the number there.
using FileIdentity = std::pair<std::uint64_t, std::uint64_t>;

/// The entries of a directory, in no order; nothing when there is no directory at `path`.
/// \param root     that the directory must lie in; "" is none.
/// \param written  files that are being written.
/// Errors as for `open_file`.
Result<std::optional<std::vector<DirectoryEntry>>> list_directory(
    const std::string& root, const std::string& path, const std::vector<FileIdentity>& written);

/// The same entries one by one, none of which is held, until `take` returns false. \returns false
/// when there is no directory at `path`.
Result<bool> visit_directory(const std::string& root, const std::string& path,
                             const std::vector<FileIdentity>& written,
                             const std::function<bool(DirectoryEntry)>& take);

/// The names in a directory together.
struct DirectoryNames {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};

/// Counts them, up to one more than `most`; no entry is looked at.
Result<std::optional<DirectoryNames>> count_names(const std::string& root, const std::string& path,
                                                  std::uint64_t most);

/// Names that are looked at for one that may have been meant.
inline constexpr std::size_t kMaxListedNames = 100'000;

/// The names in a directory, at most `kMaxListedNames` of them, and which are directories; of
/// nothing else is known more. None where the directory cannot be read.
std::vector<DirectoryEntry> list_names(const std::string& root, const std::string& path);

/// What is at `path`, without following a link; nothing when there is nothing.
std::optional<EntryKind> kind_at(const std::string& path);

/// The regular files that standard output goes to and that lies at `path`; "" is none.
std::vector<FileIdentity> written_files(const std::string& path);

}  // namespace lectern::cli
