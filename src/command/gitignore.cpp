#include "command/gitignore.h"

#include <algorithm>

namespace lectern::command {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
/// Bytes of a path that cost as much as a step of a pattern.
constexpr std::size_t kPathBytesPerStep = 4;

/// The line without the spaces at its end, except for an escaped one.
std::string_view without_trailing_spaces(std::string_view line) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ' ') continue;
    if (line[i] == '\\') ++i;
    end = std::min(i + 1, line.size());
  }
  return line.substr(0, end);
}

}  // namespace

IgnoreFile::IgnoreFile(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    line = without_trailing_spaces(line);
    if (line.size() > kMaxPatternBytes) {
      ++left_out_;
    } else {
      add(line);
    }
  }
}

void IgnoreFile::add(std::string_view line) {
  const bool is_negated = line.starts_with('!');
  if (is_negated) line.remove_prefix(1);
  const bool is_for_directories = line.ends_with('/');
  if (is_for_directories) line.remove_suffix(1);
  const bool is_for_names = line.find('/') == std::string_view::npos;
  if (line.starts_with('/')) line.remove_prefix(1);
  patterns_.push_back({Glob(line), is_negated, is_for_directories, is_for_names});
}

std::optional<bool> IgnoreFile::ignores(std::string_view path, bool is_directory,
                                        std::int64_t* left) const {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (left != nullptr) *left -= static_cast<std::int64_t>(1 + path.size() / kPathBytesPerStep);
  for (auto pattern = patterns_.rbegin(); pattern != patterns_.rend(); ++pattern) {
    if (left != nullptr && (*left)-- < 0) return std::nullopt;
    if (pattern->is_for_directories && !is_directory) continue;
    const std::string_view text = pattern->is_for_names ? name : path;
    if (pattern->glob.matches(text, left)) return !pattern->is_negated;
  }
  return std::nullopt;
}

}  // namespace lectern::command
