#include "cli/batch.h"

#include <unistd.h>

#include <limits>
#include <unordered_map>
#include <utility>

#include "base/message.h"
#include "cli/manifest_file.h"
#include "cli/output.h"
#include "cli/paths.h"
#include "cli/progress_display.h"
#include "cli/read_file.h"
#include "cli/tree.h"
#include "cli/workers.h"
#include "command/batch.h"
#include "command/printable.h"
#include "read/refusal.h"

namespace lectern::cli {
namespace {

using command::Batch;
using command::ExitStatus;
using command::Manifest;
using command::Step;

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

Reading make_reading(const std::string& path, const FileRead& read, const Arguments& arguments) {
  command::BatchLine line =
      command::batch_line({path, absolute_path(path)}, shown(read.result), read.facts, arguments);
  return {text_of(line.output, read.result), std::move(line.entry), line.success, line.bytes, {}};
}

/// Reads a file of the batch, and the names of what is in it if that is wanted.
Reading read_for_batch(const std::string& path, const Arguments& arguments,
                       const Arguments& for_members) {
  const FileRead read = read_file(path, arguments);
  Reading reading = make_reading(path, read, arguments);
  const bool is_archive =
      read.result.success && read.facts && read.result.content_type == ContentType::kArchive;
  if (!arguments.has("archives") || !is_archive) return reading;
  FileRead names = read_file(path, for_members);
  (names.result.success ? reading.members : reading.members_failure) =
      std::move(names.result.content);
  return reading;
}

/// Arguments by which the members of an archive are asked for, whatever part of its listing is.
Arguments for_members(Arguments arguments) {
  arguments.options["host"]["members"] = true;
  return arguments;
}

/// What a batch needs of the system.
class BatchHost {
 public:
  BatchHost(const Arguments& arguments, Manifest since, ManifestFile manifest)
      : arguments_(arguments),
        manifest_(std::move(manifest)),
        tree_(arguments.own("root"), written_files(arguments.own("manifest"))),
        workers_(arguments.jobs,
                 [&arguments, members = for_members(arguments)](const std::string& path) {
                   return read_for_batch(path, arguments, members);
                 }),
        progress_(isatty(STDERR_FILENO) != 0 && isatty(STDOUT_FILENO) == 0),
        batch_(arguments, std::move(since)) {}

  ExitStatus run() {
    for (;;) {
      const Step step = batch_.next();
      if (step.kind == Step::Kind::kEnd) return say(step.text, step.status);
      const auto done = perform(step);
      if (done) continue;
      // Of standard output the program speaks at its end.
      const bool is_told = flush_output().has_value();
      return say(is_told ? command::message_line(done.error().message) : "", command::kFailure);
    }
  }

 private:
  ExitStatus say(const std::string& text, ExitStatus status) {
    progress_.clear();
    write_message(text);
    return status;
  }

  Result<void> perform(const Step& step) {
    switch (step.kind) {
      case Step::Kind::kAsk:
        tree_.answer(*step.question, batch_);
        break;
      case Step::Kind::kRead:
        workers_.start(step.ticket, step.text);
        break;
      case Step::Kind::kWrite: {
        const auto line = lines_.extract(step.ticket);
        return write(line.mapped(), step.text);
      }
      case Step::Kind::kWriteOut:
        return write(text_of(*step.line, {}), step.text);
      case Step::Kind::kNote:
        return manifest_.add(step.text);
      case Step::Kind::kSay:
        say(step.text, command::kSuccess);
        break;
      case Step::Kind::kWait:
        if (progress_.is_due()) progress_.show(batch_.progress());
        take(workers_.wait());
        break;
      case Step::Kind::kEnd:
        break;
    }
    return {};
  }

  Result<void> write(const std::string& line, const std::string& entry) {
    LECTERN_CHECK(write_output(line));
    LECTERN_CHECK(flush_output());
    return manifest_.add(entry);
  }

  void take(FinishedWork finished) {
    if (!finished.reading) {
      Error error(ErrorCode::kInternal, {"the reader stopped: {}", finished.death});
      const FileRead none = {nullptr, refusal(std::move(error), finished.path), std::nullopt};
      finished.reading = make_reading(finished.path, none, arguments_);
    }
    Reading& reading = *finished.reading;
    lines_[finished.ticket] = std::move(reading.line);
    batch_.finished(finished.ticket,
                    {std::move(reading.entry), reading.success, reading.bytes,
                     std::move(reading.members), std::move(reading.members_failure)});
  }

  const Arguments& arguments_;
  ManifestFile manifest_;
  Tree tree_;
  Workers workers_;
  ProgressDisplay progress_;
  Batch batch_;
  /// Of files that are read and not printed yet, by their tickets.
  std::unordered_map<std::size_t, std::string> lines_;
};

/// The manifest of --since. One that is to be written on need not be there yet.
Result<Manifest> load_since(const Arguments& arguments) {
  if (!arguments.has("since")) return Manifest();
  const std::string path = arguments.own("since");
  const auto text = load_text("", path, kNoLimit);
  if (text) return Manifest::parse(*text);
  const bool is_new =
      text.error().code == ErrorCode::kFileNotFound && path == arguments.own("manifest");
  if (is_new) return Manifest();
  return tl::unexpected<Error>(text.error());
}

}  // namespace

ExitStatus run_batch(const Arguments& arguments) {
  const auto refuse = [](const std::string& message) {
    complain(message);
    return command::kBadUsage;
  };
  auto since = load_since(arguments);
  if (!since)
    return refuse(compose({"--since {}: {}", arguments.own("since"), since.error().message}));
  ManifestFile manifest;
  if (arguments.has("manifest")) {
    const std::string path = arguments.own("manifest");
    const bool is_written_on = arguments.own("since") == path;
    auto opened = ManifestFile::open(path, is_written_on ? since->whole_bytes() : 0);
    if (!opened) return refuse(compose({"--manifest {}: {}", path, opened.error().message}));
    manifest = *std::move(opened);
  }
  return BatchHost(arguments, *std::move(since), std::move(manifest)).run();
}

}  // namespace lectern::cli
