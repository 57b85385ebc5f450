// The patterns of one .gitignore file, with the meaning that gitignore(5) gives them. The
// configuration of git is not asked: names differ by their case, and the user's own file of
// excludes does not count.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "command/glob.h"

namespace lectern::command {

/// A longer pattern does not count: no path that it could name can be opened (PATH_MAX).
inline constexpr std::size_t kMaxPatternBytes = 4096;

class IgnoreFile {
 public:
  explicit IgnoreFile(std::string_view text);

  /// Patterns that are longer than kMaxPatternBytes.
  std::size_t left_out() const { return left_out_; }
  bool empty() const { return patterns_.empty(); }

  /// Whether the file says that a path is ignored, or that it is not; nothing when no pattern fits.
  /// \param path  below the directory of the file, "a/b". A directory above that is ignored is not
  ///              looked for.
  /// \param left  steps that may be looked at, for what has a bound; nothing when they are used up.
  std::optional<bool> ignores(std::string_view path, bool is_directory,
                              std::int64_t* left = nullptr) const;

 private:
  struct Pattern {
    Glob glob;
    bool is_negated;
    bool is_for_directories;
    bool is_for_names;  ///< at any depth
  };

  void add(std::string_view line);

  std::vector<Pattern> patterns_;
  std::size_t left_out_ = 0;
};

}  // namespace lectern::command
