// `lectern read --jobs N`: which files are read when, and in which order their lines are printed.
// The host does what each step says: it looks into directories, reads files and writes lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "command/arguments.h"
#include "command/manifest.h"
#include "command/printing.h"
#include "command/progress.h"
#include "command/walk.h"

namespace lectern::command {

/// What a batch needs to know of a file that was read; its line stays with the host.
struct FinishedRead {
  std::string entry;  ///< for the manifest
  bool success = false;
  std::uint64_t bytes = 0;  ///< of the file that was read
  /// Of an archive, with --archives: the names of all files in it, each with a NUL behind it.
  std::string members = {};
  std::string members_failure = {};  ///< why `members` are missing, or ""
};

/// What a host has to do next.
struct Step {
  enum class Kind : std::uint8_t {
    kAsk,       ///< answer `question`
    kRead,      ///< begin to read `text`, a path, as `ticket`
    kWrite,     ///< write the line of `ticket` to stdout, then `text` to the manifest
    kWriteOut,  ///< write `line` to stdout, then `text` to the manifest
    kNote,      ///< write `text` to the manifest
    kSay,       ///< write `text` to stderr
    kWait,      ///< wait until a file that was begun is read: `Batch::finished`
    kEnd,       ///< the end, with `status`
  };
  Kind kind;
  std::string text = {};
  std::size_t ticket = 0;
  std::optional<Question> question = std::nullopt;
  std::optional<Output> line = std::nullopt;
  ExitStatus status = kSuccess;
};

class Batch {
 public:
  /// \param arguments  must outlive it.
  /// \param since      the manifest of --since, or an empty one.
  Batch(const Arguments& arguments, Manifest since);

  /// What to do next. The step before is done then.
  Step next();

  /// Answers the question of the last step.
  template <typename Answer>
  void answer(Answer&& given) {
    walk_.answer(std::forward<Answer>(given));
  }

  /// A file that was begun is read.
  void finished(std::size_t ticket, FinishedRead read);

  /// What a terminal is shown meanwhile.
  std::string progress() const;

 private:
  /// A file whose result is not printed yet.
  struct Slot {
    Found found;
    bool is_member = false;
    std::optional<FinishedRead> read = std::nullopt;
    std::optional<Output> line = std::nullopt;
    bool is_unchanged = false;
  };

  std::optional<Step> print();
  std::optional<Step> hand_out(bool& has_moved);
  std::optional<Step> walk(bool& has_moved);
  bool fetch_member();

  const Arguments& arguments_;
  Manifest since_;
  Walk walk_;
  Counts counts_;
  std::deque<std::string> messages_;
  std::deque<Found> ahead_;
  /// An archive whose members are read when all files are.
  struct Archive {
    Found found;
    std::string members;
    std::size_t position = 0;  ///< of the next name
  };
  std::deque<Archive> archives_;
  std::uint64_t members_ = 0;
  std::uint64_t found_ = 0;
  bool has_walked_ = false;
  /// Files that the walk may still find before the next result.
  int steps_ = 0;
  std::size_t reading_ = 0;
  /// In the order of the walk; tickets count on from that of the first.
  std::deque<Slot> window_;
  std::size_t first_ticket_ = 0;
};

}  // namespace lectern::command
