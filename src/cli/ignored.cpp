#include "cli/ignored.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cli/file.h"
#include "cli/paths.h"
#include "cli/tree.h"

namespace lectern::cli {
namespace {

/// js/tool/ignored.ts has the same numbers.
constexpr std::uint64_t kMaxPatternFileBytes = std::uint64_t{256} << 10;
/// Of all files together.
constexpr std::uint64_t kMaxPatternBytesInAll = std::uint64_t{512} << 10;
constexpr std::size_t kMaxLevels = 32;
constexpr std::ptrdiff_t kMaxPlaces = 4096;
constexpr std::int64_t kMaxSteps = 100'000'000;

std::string entry_path(const std::string& directory, std::string_view name) {
  return directory + (directory.ends_with('/') ? "" : "/") + std::string(name);
}

}  // namespace

IgnoreRules::IgnoreRules(const std::string& root, const std::string& path) : left_(kMaxSteps) {
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
      if (pattern_bytes > kMaxPatternBytesInAll) {
        levels_.clear();
        return;
      }
      levels_.push_back({command::IgnoreFile(*text), below});
    }
    if (level == 0) own_levels = levels_.size();
    is_repository = kind_at(entry_path(directory, ".git")).has_value();
    const auto inside = segments_below(absolute_root, directory);
    if (!inside || inside->empty()) break;
    below = inside->back() + "/" + below;
    directory = absolute_path(entry_path(directory, ".."));
  }
  if (!is_repository)
    levels_.erase(levels_.begin() + static_cast<std::ptrdiff_t>(own_levels), levels_.end());
}

bool IgnoreRules::ignores(const command::DirectoryEntry& entry) {
  const bool is_directory = entry.kind == command::EntryKind::kDirectory;
  for (const auto& [patterns, below] : levels_) {
    if (has_given_up()) return false;
    if (patterns.empty()) continue;
    const auto answer = patterns.ignores(below + entry.name, is_directory, &left_);
    if (answer) return *answer;
  }
  return false;
}

}  // namespace lectern::cli
