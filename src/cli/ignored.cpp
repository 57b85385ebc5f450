#include "cli/ignored.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cli/directory.h"
#include "cli/file.h"
#include "cli/paths.h"
#include "cli/tree.h"
#include "command/gitignore.h"

namespace lectern::cli {
namespace {

/// js/tool/ignored.ts has the same numbers.
constexpr std::uint64_t kMaxPatternFileBytes = std::uint64_t{256} << 10;
/// Of all files together.
constexpr std::uint64_t kMaxPatternBytesInAll = std::uint64_t{512} << 10;
constexpr std::size_t kMaxLevels = 32;
constexpr std::ptrdiff_t kMaxPlaces = 4096;
constexpr std::int64_t kMaxSteps = 100'000'000;

struct IgnoreLevel {
  command::IgnoreFile patterns;
  std::string below;  ///< what names have in front of them, "src/"
};

std::string entry_path(const std::string& directory, std::string_view name) {
  return directory + (directory.ends_with('/') ? "" : "/") + std::string(name);
}

}  // namespace

std::vector<bool> ignored_entries(const std::string& root, const std::string& path,
                                  const std::vector<command::DirectoryEntry>& entries) {
  std::vector<IgnoreLevel> levels;
  std::uint64_t pattern_bytes = 0;
  const std::string absolute_root = root.empty() ? "/" : absolute_path(root);
  std::string directory = absolute_path(path);
  std::string below;
  std::size_t own_levels = 0;
  bool is_repository = false;
  std::ptrdiff_t places = 0;
  for (std::size_t level = 0; level < kMaxLevels && !is_repository; ++level) {
    places += std::count(directory.begin(), directory.end(), '/') + 1;
    if (level > 0 && places > kMaxPlaces) break;
    const auto text = load_text(root, entry_path(directory, ".gitignore"), kMaxPatternFileBytes);
    if (text && text->size() <= kMaxPatternFileBytes) {
      pattern_bytes += text->size();
      if (pattern_bytes > kMaxPatternBytesInAll) return std::vector<bool>(entries.size());
      levels.push_back({command::IgnoreFile(*text), below});
    }
    if (level == 0) own_levels = levels.size();
    is_repository = kind_at(entry_path(directory, ".git")).has_value();
    const auto inside = segments_below(absolute_root, directory);
    if (!inside || inside->empty()) break;
    below = inside->back() + "/" + below;
    directory = absolute_path(entry_path(directory, ".."));
  }
  if (!is_repository)
    levels.erase(levels.begin() + static_cast<std::ptrdiff_t>(own_levels), levels.end());

  std::vector<bool> ignored(entries.size());
  std::int64_t left = kMaxSteps;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool is_directory = entries[i].kind == command::EntryKind::kDirectory;
    std::optional<bool> answer;
    for (std::size_t level = 0; level < levels.size() && !answer; ++level) {
      const auto& [patterns, below_level] = levels[level];
      if (patterns.empty()) continue;
      answer = patterns.ignores(below_level + entries[i].name, is_directory, &left);
      // None at all counts when comparing takes too long.
      if (left < 0) return std::vector<bool>(entries.size());
    }
    ignored[i] = answer.value_or(false);
  }
  return ignored;
}

}  // namespace lectern::cli
