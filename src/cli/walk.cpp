#include "cli/walk.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "cli/file.h"
#include "cli/paths.h"

namespace lectern::cli {
namespace {

constexpr std::string_view kGit = ".git";
constexpr std::string_view kIgnoreFile = ".gitignore";
constexpr std::string_view kExcludeFile = "/.git/info/exclude";
/// A file of patterns that is larger is not one.
constexpr std::uint64_t kMaxIgnoreBytes = std::uint64_t{1} << 20;

const DirectoryEntry* find_entry(const std::vector<DirectoryEntry>& entries,
                                 std::string_view name) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [name](const auto& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

/// "/a" of "/a/b", "" of "/a".
std::string parent_of(const std::string& absolute) {
  return absolute.substr(0, absolute.rfind('/'));
}

}  // namespace

Walk::Walk(std::vector<std::string> paths, WalkOptions options)
    : paths_(std::move(paths)), options_(std::move(options)) {}

std::vector<std::string> Walk::take_warnings() { return std::exchange(warnings_, {}); }

std::optional<Found> Walk::next() {
  for (;;) {
    if (open_.empty()) {
      if (next_path_ == paths_.size()) return std::nullopt;
      if (auto found = start(paths_[next_path_++])) return found;
    } else if (open_.back().position == open_.back().entries.size()) {
      leave();
    } else {
      Directory& directory = open_.back();
      const DirectoryEntry entry = std::move(directory.entries[directory.position++]);
      if (auto found = visit(directory, entry)) return found;
    }
  }
}

/// Begins with a path that was given: a file, or something that reading refuses, is found as it is.
std::optional<Found> Walk::start(const std::string& path) {
  auto entries = list_directory(options_.root, path);
  if (!entries || !*entries) {
    const auto file = open_file_below(options_.root, path);
    if (!file) return Found{path};
    return Found{path, FileFacts{file->size, file->mtime}};
  }
  std::string absolute = absolute_path(path);
  if (absolute == "/") absolute.clear();
  levels_.clear();
  if (options_.ignores && find_entry(**entries, kGit) == nullptr) load_levels_above(absolute);
  const std::size_t end = path.find_last_not_of('/');
  enter(end == std::string::npos ? "/" : path.substr(0, end + 1) + "/", std::move(absolute),
        **std::move(entries));
  return std::nullopt;
}

void Walk::enter(std::string path, std::string absolute, std::vector<DirectoryEntry> entries) {
  Directory directory;
  directory.path = std::move(path);
  directory.absolute = std::move(absolute);
  directory.outer_levels = levels_.size();
  directory.first_level = open_.empty() ? 0 : open_.back().first_level;
  if (options_.ignores) {
    if (const DirectoryEntry* git = find_entry(entries, kGit)) {
      // A repository of its own: what is said around it does not count in it.
      directory.first_level = levels_.size();
      if (git->kind == EntryKind::kDirectory) {
        load_level(directory.absolute + std::string(kExcludeFile), directory.absolute);
      }
    }
    const DirectoryEntry* patterns = find_entry(entries, kIgnoreFile);
    if (patterns != nullptr && patterns->kind == EntryKind::kFile) {
      load_level(directory.absolute + "/" + std::string(kIgnoreFile), directory.absolute);
    }
  }
  directory.entries = std::move(entries);
  open_.push_back(std::move(directory));
}

void Walk::leave() {
  levels_.erase(levels_.begin() + static_cast<std::ptrdiff_t>(open_.back().outer_levels),
                levels_.end());
  open_.pop_back();
}

std::optional<Found> Walk::visit(Directory& directory, const DirectoryEntry& entry) {
  if (entry.name == kGit) return std::nullopt;
  const bool is_directory = entry.kind == EntryKind::kDirectory;
  std::string absolute = directory.absolute + "/" + entry.name;
  if (is_ignored(absolute, is_directory, directory.first_level)) return std::nullopt;
  if (entry.kind == EntryKind::kOther) {
    ++left_out_;
    return std::nullopt;
  }
  const auto& written = options_.written;
  const bool is_written =
      std::find(written.begin(), written.end(), entry.identity) != written.end();
  if (is_written && !is_directory) return std::nullopt;
  std::string path = directory.path + entry.name;
  if (!is_directory) return Found{std::move(path), entry.facts};
  auto entries = list_directory(options_.root, path);
  if (!entries) return Found{std::move(path), std::nullopt, std::move(entries).error()};
  // What was a directory a moment ago is left for reading to judge.
  if (!*entries) return Found{std::move(path)};
  enter(path + "/", std::move(absolute), **std::move(entries));
  return std::nullopt;
}

bool Walk::is_within_root(const std::string& absolute) const {
  return options_.root.empty() ||
         segments_below(absolute_path(options_.root), absolute).has_value();
}

/// The patterns of the repository that the directory lies in, from its root down to the parent.
void Walk::load_levels_above(const std::string& absolute) {
  std::vector<std::string> directories;
  bool has_repository = false;
  for (std::string above = absolute; !above.empty() && !has_repository;) {
    above = parent_of(above);
    if (!is_within_root(above)) return;
    directories.push_back(above);
    has_repository = kind_at(above + "/" + std::string(kGit)).has_value();
  }
  if (!has_repository) return;
  load_level(directories.back() + std::string(kExcludeFile), directories.back());
  for (auto directory = directories.rbegin(); directory != directories.rend(); ++directory) {
    const std::string file = *directory + "/" + std::string(kIgnoreFile);
    if (kind_at(file) == EntryKind::kFile) load_level(file, *directory);
  }
}

void Walk::load_level(const std::string& file, const std::string& directory) {
  const auto warn = [&](const std::string& reason) {
    warnings_.push_back(reason + ": its patterns do not count");
  };
  const auto opened = open_file_below(options_.root, file);
  if (!opened) {
    // Most repositories have no excludes of their own, and in a linked one .git is a file.
    if (opened.error().code != ErrorCode::kFileNotFound) warn(opened.error().message);
    return;
  }
  std::string text;
  ByteVector chunk;
  do {
    const auto loaded = read_chunk(*opened, chunk);
    if (!loaded) return warn("Cannot read file: " + file);
    text += as_chars(chunk);
    if (text.size() > kMaxIgnoreBytes) {
      return warn("More than " + human_size(kMaxIgnoreBytes) + ": " + file);
    }
  } while (!chunk.empty());
  levels_.push_back({IgnoreFile(text), directory.size() + 1});
}

bool Walk::is_ignored(std::string_view absolute, bool is_directory, std::size_t first_level) const {
  for (std::size_t i = levels_.size(); i > first_level; --i) {
    const Level& level = levels_[i - 1];
    const auto answer = level.patterns.ignores(absolute.substr(level.base_bytes), is_directory);
    if (answer) return *answer;
  }
  return false;
}

}  // namespace lectern::cli
