// The files of a tree, one after the other: directories in place, names in the order of their
// bytes. Symbolic links in it are not followed, and what is neither file nor directory is not
// opened. Its twin is js/cli/walk.ts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cli/directory.h"
#include "cli/gitignore.h"

namespace lectern::cli {

struct WalkOptions {
  /// Directory that nothing is touched outside of; "" is none.
  std::string root;
  /// Whether .gitignore files count.
  bool ignores = true;
  /// Files that are being written meanwhile: they are passed over.
  std::vector<FileIdentity> written = {};
};

/// A file to read, or a directory that cannot be.
struct Found {
  std::string path;
  /// Nothing for what cannot be opened: reading it says why.
  std::optional<FileFacts> facts = std::nullopt;
  /// Why the directory cannot be read.
  std::optional<Error> error = std::nullopt;
};

class Walk {
 public:
  /// \param paths  files and directories; links among them are followed.
  Walk(std::vector<std::string> paths, WalkOptions options);

  /// The next file; nothing at the end.
  std::optional<Found> next();

  /// Links and special files that were left out so far.
  std::uint64_t left_out() const { return left_out_; }

  /// What went wrong with files of patterns since the last call, for people.
  std::vector<std::string> take_warnings();

 private:
  struct Directory {
    std::string path;      ///< as it is printed, with a slash at its end
    std::string absolute;  ///< without a slash at its end
    std::vector<DirectoryEntry> entries;
    std::size_t position = 0;
    std::size_t outer_levels = 0;  ///< levels that were there before it
    std::size_t first_level = 0;   ///< the level of its repository
  };
  /// A file of patterns and the directory that they speak of.
  struct Level {
    IgnoreFile patterns;
    std::size_t base_bytes;  ///< of the absolute path, with the slash
  };

  std::optional<Found> start(const std::string& path);
  void enter(std::string path, std::string absolute, std::vector<DirectoryEntry> entries);
  void leave();
  std::optional<Found> visit(Directory& directory, const DirectoryEntry& entry);
  void load_levels_above(const std::string& absolute);
  void load_level(const std::string& file, const std::string& directory);
  bool is_ignored(std::string_view absolute, bool is_directory, std::size_t first_level) const;
  bool is_within_root(const std::string& absolute) const;

  std::vector<std::string> paths_;
  WalkOptions options_;
  std::size_t next_path_ = 0;
  std::vector<Directory> open_;
  std::vector<Level> levels_;
  std::uint64_t left_out_ = 0;
  std::vector<std::string> warnings_;
};

}  // namespace lectern::cli
