#include "cli/batch.h"

#include <unistd.h>

#include <cstdio>
#include <deque>
#include <utility>

#include "base/message.h"
#include "cli/manifest.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/read_file.h"
#include "cli/walk.h"
#include "cli/workers.h"
#include "read/refusal.h"

namespace lectern::cli {
namespace {

/// Files that the walk is ahead of the reading at most, so that progress knows of them.
constexpr std::size_t kMaxAhead = 10'000;
/// Files that the walk goes on by between two results.
constexpr int kStepsAhead = 64;
/// Results that may wait for their turn, for each worker.
constexpr std::size_t kWaitingPerWorker = 4;

Reading make_reading(const std::string& path, const FileRead& read, const Arguments& arguments) {
  std::string result = formatted(path, read.result, arguments);
  result.pop_back();  // its line end
  Reading reading;
  reading.line = "{\"file_path\":" + json_string(path) + ",\"result\":" + result + "}\n";
  reading.entry = manifest_line(path, read.result, read.facts);
  reading.success = read.result.success;
  if (read.facts) reading.bytes = read.facts->size;
  return reading;
}

Reading make_failure(const std::string& path, Error error, const Arguments& arguments) {
  return make_reading(path, {nullptr, refusal(std::move(error), path), std::nullopt}, arguments);
}

class Batch {
 public:
  Batch(const Arguments& arguments, Manifest since, ManifestFile manifest)
      : arguments_(arguments),
        since_(std::move(since)),
        manifest_(std::move(manifest)),
        walk_(arguments.files,
              {arguments.root, !arguments.no_ignore, written_files(arguments.manifest)}),
        workers_(arguments.jobs,
                 [&arguments](const std::string& path) {
                   return make_reading(path, read_file(path, arguments), arguments);
                 }),
        progress_(isatty(STDERR_FILENO) != 0 && isatty(STDOUT_FILENO) == 0) {}

  ExitStatus run() {
    for (;;) {
      walk_ahead();
      hand_out();
      if (window_.empty()) break;
      while (!window_.empty() && window_.front().reading) {
        const auto printed = print(window_.front());
        if (!printed) {
          progress_.clear();
          complain(printed.error().message);
          return kFailure;
        }
        window_.pop_front();
        ++first_ticket_;
      }
      show_progress();
      if (!window_.empty()) take(workers_.wait());
    }
    progress_.clear();
    counts_.left_out = walk_.left_out();
    complain(summary(counts_));
    return counts_.failures > 0 ? kFailure : kSuccess;
  }

 private:
  /// A file whose result is not printed yet.
  struct Slot {
    std::string path;
    std::optional<Reading> reading = std::nullopt;
    bool is_unchanged = false;
  };

  void walk_ahead() {
    for (int i = 0; i < kStepsAhead && ahead_.size() < kMaxAhead && !has_walked_; ++i) {
      if (auto found = walk_.next()) {
        ahead_.push_back(*std::move(found));
        ++found_;
      } else {
        has_walked_ = true;
      }
    }
    for (const std::string& warning : walk_.take_warnings()) {
      progress_.clear();
      complain("warning: " + warning);
    }
  }

  /// Gives files to workers, as long as there are idle ones and their results have a place.
  void hand_out() {
    while (!ahead_.empty() && window_.size() < arguments_.jobs * kWaitingPerWorker &&
           workers_.has_idle()) {
      Found found = std::move(ahead_.front());
      ahead_.pop_front();
      Slot slot = {found.path};
      if (found.error) {
        slot.reading = make_failure(found.path, *std::move(found.error), arguments_);
      } else if (auto entry =
                     found.facts ? since_.unchanged(found.path, *found.facts) : std::nullopt) {
        slot.reading = Reading{"", *std::move(entry), true, 0};
        slot.is_unchanged = true;
      } else {
        workers_.start(first_ticket_ + window_.size(), found.path);
      }
      window_.push_back(std::move(slot));
    }
  }

  void take(FinishedRead finished) {
    Slot& slot = window_[finished.ticket - first_ticket_];
    if (!finished.reading) {
      finished.reading = make_failure(
          slot.path, {ErrorCode::kInternal, {"the reader stopped: {}", finished.death}},
          arguments_);
    }
    slot.reading = std::move(finished.reading);
  }

  /// The manifest names a file only when its line is out.
  Result<void> print(const Slot& slot) {
    const Reading& reading = *slot.reading;
    if (slot.is_unchanged) {
      ++counts_.unchanged;
      // It stands in the manifest already when that is written on.
      return arguments_.since == arguments_.manifest ? Result<void>()
                                                     : manifest_.add(reading.entry);
    }
    const std::size_t written = std::fwrite(reading.line.data(), 1, reading.line.size(), stdout);
    if (written < reading.line.size() || std::fflush(stdout) != 0) {
      return fail(ErrorCode::kIoError, "cannot write to standard output");
    }
    ++counts_.files;
    counts_.bytes += reading.bytes;
    if (!reading.success) ++counts_.failures;
    return manifest_.add(reading.entry);
  }

  void show_progress() {
    if (progress_.is_due()) progress_.show(progress_line(counts_, found_, has_walked_));
  }

  const Arguments& arguments_;
  const Manifest since_;
  ManifestFile manifest_;
  Walk walk_;
  Workers workers_;
  Progress progress_;
  Counts counts_;
  std::deque<Found> ahead_;
  std::uint64_t found_ = 0;
  bool has_walked_ = false;
  /// In the order of the walk; tickets count on from that of the first.
  std::deque<Slot> window_;
  std::size_t first_ticket_ = 0;
};

/// The manifest of --since. One that is to be written on need not be there yet.
Result<Manifest> load_since(const Arguments& arguments) {
  if (arguments.since.empty()) return Manifest();
  auto since = Manifest::load(arguments.since);
  const bool is_new = !since && since.error().code == ErrorCode::kFileNotFound &&
                      arguments.since == arguments.manifest;
  return is_new ? Manifest() : std::move(since);
}

}  // namespace

ExitStatus run_batch(const Arguments& arguments) {
  const auto refuse = [](const std::string& message) {
    complain(message);
    return kBadUsage;
  };
  if (const auto checked = check_arguments(arguments); !checked) {
    return refuse(checked.error().message);
  }
  auto since = load_since(arguments);
  if (!since) return refuse(compose({"--since {}: {}", arguments.since, since.error().message}));
  ManifestFile manifest;
  if (!arguments.manifest.empty()) {
    const bool is_written_on = arguments.since == arguments.manifest;
    auto opened = ManifestFile::open(arguments.manifest, is_written_on ? since->whole_bytes() : 0);
    if (!opened)
      return refuse(compose({"--manifest {}: {}", arguments.manifest, opened.error().message}));
    manifest = *std::move(opened);
  }
  return Batch(arguments, *std::move(since), std::move(manifest)).run();
}

}  // namespace lectern::cli
