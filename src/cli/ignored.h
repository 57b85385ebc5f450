// Which entries of a directory its .gitignore file and those above it leave out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "command/gitignore.h"
#include "command/walk.h"

namespace lectern::cli {

/// The files above the directory count as far up as the repository that it lies in; without one,
/// only its own does. None at all counts when comparing would take too long.
class IgnoreRules {
 public:
  /// \param root  outside of it nothing is looked at; "" is none
  IgnoreRules(const std::string& root, const std::string& path);

  bool ignores(const command::DirectoryEntry& entry);
  /// Comparing has taken too long: what was ignored before is not, either.
  bool has_given_up() const { return left_ < 0; }

 private:
  struct Level {
    command::IgnoreFile patterns;
    std::string below;  ///< what names have in front of them, "src/"
  };
  std::vector<Level> levels_;
  std::int64_t left_;
};

}  // namespace lectern::cli
