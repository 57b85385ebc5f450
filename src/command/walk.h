// The files of a tree, one after the other: directories in place, names in the order of their
// bytes. Symbolic links in it are not followed, and what is neither file nor directory is not
// opened. The walk touches no file system: it asks its host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "command/facts.h"
#include "command/gitignore.h"
#include "read/json.h"

namespace lectern::command {

enum class EntryKind : std::uint8_t {
  kFile,
  kDirectory,
  kOther,  ///< a symbolic link, a FIFO, a device, a socket
};

struct DirectoryEntry {
  std::string name;
  /// What cannot be looked at counts as a file: reading it says why.
  EntryKind kind = EntryKind::kFile;
  FileFacts facts = {};
  /// Whether the command itself is writing it: such files are passed over.
  bool is_written = false;
  bool is_link = false;
  /// False for what cannot be looked at: of its facts none is known.
  bool has_facts = true;
};

/// What the host found at a path.
struct Listing {
  /// The directory's entries, in any order; nothing when there is none that can be read.
  std::optional<std::vector<DirectoryEntry>> entries = std::nullopt;
  /// For a path that was given: the path made absolute.
  std::string absolute = {};
  /// For a path that was given and is a file that can be opened.
  std::optional<FileFacts> facts = std::nullopt;
  /// The failed read, as command/result.h says, of a directory that cannot be read; null for what
  /// is no directory.
  Json failure = nullptr;
};

/// Whether something is at a path.
enum class Presence : std::uint8_t { kAbsent, kPresent, kOutsideRoot };

/// A file of patterns.
struct Patterns {
  std::string text = {};
  /// Whether there is such a file.
  bool exists = true;
  /// Why it could not be read; "" when it was.
  std::string error = {};
};

/// A file of patterns that is larger is not one: its host need not read more.
inline constexpr std::uint64_t kMaxIgnoreBytes = std::uint64_t{1} << 20;

/// What a walk asks its host.
struct Question {
  enum class Kind : std::uint8_t {
    kStart,     ///< what is at a path that was given, links followed; answered by a Listing
    kList,      ///< what is in a directory of the tree; answered by a Listing
    kExists,    ///< whether anything is there, within the root; answered by a Presence
    kLoadFile,  ///< the bytes of a file of patterns, not through a link; answered by Patterns
    kLoad,      ///< the same, links followed
  };
  Kind kind;
  std::string path;
};

/// A file to read, or a directory that cannot be.
struct Found {
  std::string path;
  /// Nothing for what cannot be opened: reading it says why.
  std::optional<FileFacts> facts = std::nullopt;
  /// The failed read of the directory; null for a file.
  Json failure = nullptr;
};

class Walk {
 public:
  /// \param paths    files and directories; links among them are followed.
  /// \param ignores  whether .gitignore files count.
  Walk(std::vector<std::string> paths, bool ignores);

  /// The next file, or what has to be answered before; nothing at the end.
  std::optional<std::variant<Found, Question>> next();

  /// The answer to the last question.
  void answer(Listing listing);
  void answer(Presence presence);
  void answer(const Patterns& patterns);

  /// Links and special files that were left out so far.
  std::uint64_t left_out() const { return left_out_; }

  /// What went wrong with files of patterns since the last call, for people.
  std::vector<std::string> take_warnings();

 private:
  struct Directory {
    std::string path;      ///< as it is printed, with a slash at its end
    std::string absolute;  ///< without a slash at its end
    std::vector<DirectoryEntry> entries = {};
    std::size_t position = 0;
    std::size_t outer_levels = 0;  ///< levels that were there before it
    std::size_t first_level = 0;   ///< the level of its repository
  };
  /// A file of patterns and the directory that they speak of.
  struct Level {
    IgnoreFile patterns;
    std::size_t base_bytes;  ///< of the absolute path, with the slash
  };
  /// A file of patterns that is to be loaded.
  struct Load {
    Question::Kind kind;
    std::string file;
    std::string directory;
  };

  Question ask(Question::Kind kind, std::string path);
  void enter(Directory directory, std::vector<DirectoryEntry> entries);
  void leave();
  std::optional<std::variant<Found, Question>> visit(DirectoryEntry entry);
  bool is_ignored(std::string_view absolute, bool is_directory, std::size_t first_level);

  std::vector<std::string> paths_;
  bool ignores_;
  std::size_t next_path_ = 0;
  std::vector<Directory> open_;
  std::vector<Level> levels_;
  /// Steps of patterns that may still be looked at; below 0 no pattern counts.
  std::int64_t steps_ = 100'000'000;
  std::uint64_t left_out_ = 0;
  std::vector<std::string> warnings_;

  /// What the last question was about.
  std::optional<Question> asked_;
  /// The directory of the last kStart or kList.
  Directory entered_;
  /// Directories above it, from the parent up, while the root of their repository is looked for.
  std::vector<std::string> above_;
  bool is_climbing_ = false;
  std::vector<DirectoryEntry> waiting_entries_;
  std::deque<Load> loads_;
  /// What an answer has found.
  std::optional<Found> found_;
};

}  // namespace lectern::command
