#include "command/walk.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/message.h"

namespace lectern::command {
namespace {

constexpr std::string_view kGit = ".git";
constexpr std::string_view kIgnoreFile = ".gitignore";
constexpr std::string_view kExcludeFile = ".git/info/exclude";
/// Steps of patterns that each entry may take: those that it does not take are for others.
constexpr std::int64_t kStepsOfEntry = 200'000;

const DirectoryEntry* find_entry(const std::vector<DirectoryEntry>& entries,
                                 std::string_view name) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [name](const auto& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

/// "/a" of "/a/b", "" of "/a".
std::string parent_of(const std::string& absolute) {
  return absolute.substr(0, std::min(absolute.rfind('/'), absolute.size()));
}

std::string joined(std::string_view directory, std::string_view name) {
  return compose({"{}/{}", directory, name});
}

/// "a/" of "a", "a/" and "a//"; "/" of "/".
std::string with_one_slash(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  return std::string(path) + "/";
}

}  // namespace

Walk::Walk(std::vector<std::string> paths, bool ignores)
    : paths_(std::move(paths)), ignores_(ignores) {}

std::vector<std::string> Walk::take_warnings() { return std::exchange(warnings_, {}); }

Question Walk::ask(Question::Kind kind, std::string path) {
  asked_ = Question{kind, std::move(path)};
  return *asked_;
}

std::optional<std::variant<Found, Question>> Walk::next() {
  for (;;) {
    if (found_) return *std::exchange(found_, std::nullopt);
    if (is_climbing_) {
      above_.push_back(parent_of(above_.empty() ? entered_.absolute : above_.back()));
      return ask(Question::Kind::kExists, joined(above_.back(), kGit));
    }
    if (!loads_.empty()) return ask(loads_.front().kind, loads_.front().file);
    if (!entered_.path.empty()) {
      entered_.entries = std::exchange(waiting_entries_, {});
      open_.push_back(std::exchange(entered_, {}));
    } else if (open_.empty()) {
      if (next_path_ == paths_.size()) return std::nullopt;
      return ask(Question::Kind::kStart, paths_[next_path_++]);
    } else if (open_.back().position == open_.back().entries.size()) {
      leave();
    } else {
      Directory& directory = open_.back();
      if (auto step = visit(std::move(directory.entries[directory.position++]))) return step;
    }
  }
}

void Walk::answer(Listing listing) {
  const Question question = *std::exchange(asked_, std::nullopt);
  if (!listing.entries) {
    found_ = Found{question.path, std::move(listing.facts), std::move(listing.failure)};
    return;
  }
  std::vector<DirectoryEntry>& entries = *listing.entries;
  std::sort(entries.begin(), entries.end(),
            [](const auto& left, const auto& right) { return left.name < right.name; });
  Directory directory;
  directory.path = with_one_slash(question.path);
  if (question.kind == Question::Kind::kStart) {
    directory.absolute = listing.absolute == "/" ? "" : std::move(listing.absolute);
    levels_.clear();
    is_climbing_ = ignores_ && !directory.absolute.empty() && find_entry(entries, kGit) == nullptr;
  } else {
    const Directory& outer = open_.back();
    directory.absolute = outer.absolute + "/" + question.path.substr(outer.path.size());
    directory.first_level = outer.first_level;
  }
  enter(std::move(directory), std::move(entries));
}

/// Asks for the patterns in a directory before its entries are looked at.
void Walk::enter(Directory directory, std::vector<DirectoryEntry> entries) {
  const std::string& absolute = directory.absolute;
  directory.outer_levels = levels_.size();
  const DirectoryEntry* git = ignores_ ? find_entry(entries, kGit) : nullptr;
  const DirectoryEntry* patterns = ignores_ ? find_entry(entries, kIgnoreFile) : nullptr;
  if (git != nullptr) {
    // A repository of its own: what is said around it does not count in it.
    directory.first_level = levels_.size();
    if (git->kind == EntryKind::kDirectory) {
      loads_.push_back({Question::Kind::kLoad, joined(absolute, kExcludeFile), absolute});
    }
  }
  if (patterns != nullptr && patterns->kind == EntryKind::kFile) {
    loads_.push_back({Question::Kind::kLoad, joined(absolute, kIgnoreFile), absolute});
  }
  entered_ = std::move(directory);
  waiting_entries_ = std::move(entries);
}

/// Looks for the repository that the directory lies in; its patterns count from its root down to
/// the parent.
void Walk::answer(Presence presence) {
  asked_.reset();
  const bool is_top = above_.back().find('/') == std::string::npos;
  if (presence == Presence::kAbsent && !is_top) return;
  is_climbing_ = false;
  if (presence == Presence::kPresent) {
    // Those of the directory itself, which come after them, wait already.
    for (const std::string& directory : above_) {
      loads_.push_front({Question::Kind::kLoadFile, joined(directory, kIgnoreFile), directory});
    }
    const std::string& root = above_.back();
    loads_.push_front({Question::Kind::kLoad, joined(root, kExcludeFile), root});
  }
  above_.clear();
}

void Walk::answer(const Patterns& patterns) {
  asked_.reset();
  const Load load = std::move(loads_.front());
  loads_.pop_front();
  // Most repositories have no excludes of their own, and in a linked one .git is a file.
  if (!patterns.exists) return;
  constexpr const char* kNoCount = "its patterns do not count";
  if (!patterns.error.empty()) return add_to(warnings_, {"{}: {}", patterns.error, kNoCount});
  if (patterns.text.size() > kMaxIgnoreBytes) {
    return add_to(warnings_,
                  {"More than {}: {}: {}", human_size(kMaxIgnoreBytes), load.file, kNoCount});
  }
  levels_.push_back({IgnoreFile(patterns.text), load.directory.size() + 1});
  if (const std::uint64_t left_out = levels_.back().patterns.left_out(); left_out > 0) {
    add_to(warnings_, {"{}: {pattern} of more than {,} bytes left out", load.file, left_out,
                       std::uint64_t{kMaxPatternBytes}});
  }
}

void Walk::leave() {
  levels_.erase(levels_.begin() + static_cast<std::ptrdiff_t>(open_.back().outer_levels),
                levels_.end());
  open_.pop_back();
}

std::optional<std::variant<Found, Question>> Walk::visit(DirectoryEntry entry) {
  if (entry.name == kGit) return std::nullopt;
  const Directory& directory = open_.back();
  const bool is_directory = entry.kind == EntryKind::kDirectory;
  const std::string absolute = joined(directory.absolute, entry.name);
  if (is_ignored(absolute, is_directory, directory.first_level)) return std::nullopt;
  if (entry.kind == EntryKind::kOther) {
    ++left_out_;
    return std::nullopt;
  }
  if (entry.is_written && !is_directory) return std::nullopt;
  std::string path = directory.path + entry.name;
  if (is_directory) return ask(Question::Kind::kList, std::move(path));
  return Found{std::move(path), std::move(entry.facts)};
}

bool Walk::is_ignored(std::string_view absolute, bool is_directory, std::size_t first_level) {
  if (steps_ < 0) return false;
  steps_ += kStepsOfEntry;
  for (std::size_t i = levels_.size(); i > first_level; --i) {
    const Level& level = levels_[i - 1];
    const auto answer =
        level.patterns.ignores(absolute.substr(level.base_bytes), is_directory, &steps_);
    if (steps_ < 0) {
      add_to(warnings_,
             {"{}: comparing it with patterns takes too long: none count from here on", absolute});
      return false;
    }
    if (answer) return *answer;
  }
  return false;
}

}  // namespace lectern::command
