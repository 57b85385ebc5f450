#include "cli/directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "cli/file.h"
#include "cli/inside.h"
#include "cli/paths.h"
#include "read/refusal.h"

namespace lectern::cli {
namespace {

constexpr int kDirectoryFlags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC;

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

/// A descriptor of the directory; -1 with errno.
int open_directory(const std::string& root, const std::string& path) {
  if (root.empty()) return open(path.c_str(), kDirectoryFlags);
  const std::string outer = absolute_path(root);
  const auto segments = segments_below(outer, absolute_path(path));
  if (segments) return open_inside(outer, *segments, kDirectoryFlags);
  errno = EXDEV;
  return -1;
}

EntryKind kind_of(const struct stat& facts) {
  if (S_ISDIR(facts.st_mode)) return EntryKind::kDirectory;
  return S_ISREG(facts.st_mode) ? EntryKind::kFile : EntryKind::kOther;
}

FileIdentity identity_of(const struct stat& facts) {
  return {static_cast<std::uint64_t>(facts.st_dev), static_cast<std::uint64_t>(facts.st_ino)};
}

using OpenDirectory = std::unique_ptr<DIR, CloseDirectory>;

/// Null, with errno, for what is no directory.
Result<OpenDirectory> open_listing(const std::string& root, const std::string& path) {
  const int descriptor = open_directory(root, path);
  if (descriptor < 0 && errno == ENOTDIR) return nullptr;
  if (descriptor < 0) return tl::unexpected<Error>(system_error(path, errno));
  OpenDirectory directory(fdopendir(descriptor));
  if (directory) return directory;
  const int number = errno;
  close(descriptor);
  return tl::unexpected<Error>(system_error(path, number));
}

/// An entry of which no more than its name is known, and whether it is a directory.
DirectoryEntry named_entry(const dirent& found) {
  DirectoryEntry entry;
  entry.name = found.d_name;
  if (found.d_type == DT_DIR) entry.kind = EntryKind::kDirectory;
  entry.has_facts = false;
  return entry;
}

/// What is known of an entry itself: a link is not followed.
void add_facts(DIR* directory, const std::vector<FileIdentity>& written, DirectoryEntry& entry) {
  struct stat facts;
  if (fstatat(dirfd(directory), entry.name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) return;
  entry.has_facts = true;
  entry.kind = kind_of(facts);
  entry.is_link = S_ISLNK(facts.st_mode);
  entry.facts = {static_cast<std::uint64_t>(facts.st_size), mtime_text(facts.st_mtim)};
  entry.is_written = std::find(written.begin(), written.end(), identity_of(facts)) != written.end();
}

/// The next entry but "." and ".."; null at the end, and with errno where reading fails.
const dirent* next_entry(DIR* directory) {
  for (;;) {
    errno = 0;
    const dirent* found = readdir(directory);
    if (found == nullptr) return nullptr;
    const std::string_view name = found->d_name;
    if (name != "." && name != "..") return found;
  }
}

}  // namespace

Result<bool> visit_directory(const std::string& root, const std::string& path,
                             const std::vector<FileIdentity>& written,
                             const std::function<bool(DirectoryEntry)>& take) {
  LECTERN_TRY(const OpenDirectory directory, open_listing(root, path));
  if (!directory) return false;
  while (const dirent* found = next_entry(directory.get())) {
    DirectoryEntry entry = named_entry(*found);
    add_facts(directory.get(), written, entry);
    if (!take(std::move(entry))) return true;
  }
  if (errno != 0) return tl::unexpected<Error>(system_error(path, errno));
  return true;
}

Result<std::optional<std::vector<DirectoryEntry>>> list_directory(
    const std::string& root, const std::string& path, const std::vector<FileIdentity>& written) {
  std::vector<DirectoryEntry> entries;
  LECTERN_TRY(const bool is_directory,
              visit_directory(root, path, written, [&entries](DirectoryEntry entry) {
                entries.push_back(std::move(entry));
                return true;
              }));
  if (!is_directory) return std::nullopt;
  return entries;
}

Result<std::optional<DirectoryNames>> count_names(const std::string& root, const std::string& path,
                                                  std::uint64_t most) {
  LECTERN_TRY(const OpenDirectory directory, open_listing(root, path));
  if (!directory) return std::nullopt;
  DirectoryNames names;
  while (names.count <= most) {
    const dirent* found = next_entry(directory.get());
    if (found == nullptr && errno != 0) return tl::unexpected<Error>(system_error(path, errno));
    if (found == nullptr) break;
    ++names.count;
    names.bytes += std::string_view(found->d_name).size();
  }
  return names;
}

std::vector<DirectoryEntry> list_names(const std::string& root, const std::string& path) {
  const auto directory = open_listing(root, path);
  std::vector<DirectoryEntry> entries;
  if (!directory || !*directory) return entries;
  while (entries.size() < kMaxListedNames) {
    const dirent* found = next_entry(directory->get());
    if (found == nullptr) break;
    entries.push_back(named_entry(*found));
  }
  return entries;
}

std::optional<EntryKind> kind_at(const std::string& path) {
  struct stat facts;
  if (lstat(path.c_str(), &facts) != 0) return std::nullopt;
  return kind_of(facts);
}

std::vector<FileIdentity> written_files(const std::string& path) {
  std::vector<FileIdentity> files;
  struct stat facts;
  if (fstat(STDOUT_FILENO, &facts) == 0 && S_ISREG(facts.st_mode)) {
    files.push_back(identity_of(facts));
  }
  if (!path.empty() && stat(path.c_str(), &facts) == 0) files.push_back(identity_of(facts));
  return files;
}

}  // namespace lectern::cli
