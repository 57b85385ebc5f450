#include "command/batch.h"

#include <utility>

#include "base/message.h"
#include "command/printable.h"

namespace lectern::command {
namespace {

/// Files that the walk is ahead of the reading at most, so that progress knows of them.
constexpr std::size_t kMaxAhead = 10'000;
/// Files that the walk goes on by between two results.
constexpr int kStepsAhead = 64;
/// Results that may wait for their turn, for each worker.
constexpr std::size_t kWaitingPerWorker = 4;
/// Members of archives that one batch reads: archives in archives may have far more.
constexpr std::uint64_t kMaxMembers = 1'000'000;

Step step(Step::Kind kind, std::string text = {}, std::size_t ticket = 0) {
  return {.kind = kind, .text = std::move(text), .ticket = ticket};
}

}  // namespace

Batch::Batch(const Arguments& arguments, Manifest since)
    : arguments_(arguments),
      since_(std::move(since)),
      walk_(arguments.files, !arguments.has("noIgnore")),
      steps_(kStepsAhead) {}

Step Batch::next() {
  for (;;) {
    for (const std::string& warning : walk_.take_warnings()) {
      messages_.push_back(message_line("warning: " + warning));
    }
    if (!messages_.empty()) {
      Step said = step(Step::Kind::kSay, std::move(messages_.front()));
      messages_.pop_front();
      return said;
    }
    if (auto printed = print()) return *std::move(printed);
    bool has_moved = false;
    if (auto begun = hand_out(has_moved)) return *std::move(begun);
    if (auto asked = walk(has_moved)) return *std::move(asked);
    if (has_moved) continue;
    if (reading_ > 0) {
      steps_ = kStepsAhead;
      return step(Step::Kind::kWait);
    }
    if (has_walked_ && ahead_.empty() && archives_.empty()) break;
    steps_ = kStepsAhead;
  }
  Step end = step(Step::Kind::kEnd);
  counts_.left_out = walk_.left_out();
  end.text = message_line(summary(counts_));
  end.status = counts_.failures > 0 ? kFailure : kSuccess;
  return end;
}

/// The step that prints the first file of the window, if it is read. The manifest names a file only
/// when its line is out.
std::optional<Step> Batch::print() {
  while (!window_.empty() && window_.front().read) {
    Slot slot = std::move(window_.front());
    window_.pop_front();
    const std::size_t ticket = first_ticket_++;
    if (slot.is_unchanged) {
      ++counts_.unchanged;
      // It stands in the manifest already when that is written on.
      if (!arguments_.has("manifest") || arguments_.own("since") == arguments_.own("manifest"))
        continue;
      return step(Step::Kind::kNote, std::move(slot.read->entry));
    }
    ++counts_.files;
    if (!slot.is_member) counts_.bytes += slot.read->bytes;
    if (!slot.read->members_failure.empty()) {
      messages_.push_back(message_line(compose({"warning: the members of {} are not read: {}",
                                                slot.found.path, slot.read->members_failure})));
    }
    if (!slot.read->members.empty()) {
      archives_.push_back({std::move(slot.found), std::move(slot.read->members)});
    }
    if (!slot.read->success) ++counts_.failures;
    Step write = step(Step::Kind::kWrite, std::move(slot.read->entry), ticket);
    if (slot.line) {
      write.kind = Step::Kind::kWriteOut;
      write.line = std::move(slot.line);
    }
    return write;
  }
  return std::nullopt;
}

/// The step that gives a file to a worker, when one is idle and the result has a place.
/// \param has_moved  becomes true when a file needs none.
std::optional<Step> Batch::hand_out(bool& has_moved) {
  const std::size_t places = arguments_.jobs * kWaitingPerWorker;
  if (reading_ >= arguments_.jobs || window_.size() >= places) return std::nullopt;
  // Members come when all files are handed out, and in the order in which the archives were
  // printed: it is the same however many are read at once.
  const bool is_member = ahead_.empty();
  if (is_member && (!has_walked_ || !fetch_member())) return std::nullopt;
  Slot& slot = window_.emplace_back();
  slot.is_member = is_member;
  slot.found = std::move(ahead_.front());
  ahead_.pop_front();
  const Found& found = slot.found;
  has_moved = true;
  if (!found.failure.is_null()) {
    BatchLine line = batch_line({found.path, found.path}, found.failure, {}, arguments_);
    slot.line = std::move(line.output);
    slot.read = FinishedRead{std::move(line.entry), line.success, line.bytes, {}};
    return std::nullopt;
  }
  if (found.facts) {
    const bool walks_archives = arguments_.has("archives");
    if (auto entry = since_.unchanged(found.path, *found.facts, walks_archives)) {
      slot.is_unchanged = true;
      slot.read = FinishedRead{*std::move(entry), true, 0, {}};
      return std::nullopt;
    }
  }
  ++reading_;
  return step(Step::Kind::kRead, found.path, first_ticket_ + window_.size() - 1);
}

/// Makes the next member of an archive the next file. \returns false when there is none yet.
bool Batch::fetch_member() {
  while (!archives_.empty()) {
    Archive& archive = archives_.front();
    const std::size_t end = archive.members.find('\0', archive.position);
    if (end == std::string::npos) {
      archives_.pop_front();
      continue;
    }
    if (members_ == kMaxMembers) {
      messages_.push_back(
          message_line(compose({"warning: only {,} members of archives are read", kMaxMembers})));
      archives_.clear();
      return false;
    }
    ++members_;
    ++found_;
    std::string path = archive.found.path;
    while (path.ends_with('/')) path.pop_back();
    path += '/';
    path.append(archive.members, archive.position, end - archive.position);
    archive.position = end + 1;
    ahead_.push_back({std::move(path), archive.found.facts, nullptr});
    return true;
  }
  return false;
}

/// Walks on; the step is a question. \param has_moved  becomes true when none has to be asked.
std::optional<Step> Batch::walk(bool& has_moved) {
  if (has_walked_ || ahead_.size() >= kMaxAhead || steps_ == 0) return std::nullopt;
  auto next = walk_.next();
  if (next && std::holds_alternative<Question>(*next)) {
    Step asked = step(Step::Kind::kAsk);
    asked.question = std::get<Question>(*std::move(next));
    return asked;
  }
  has_moved = true;
  if (!next) {
    has_walked_ = true;
    return std::nullopt;
  }
  ahead_.push_back(std::get<Found>(*std::move(next)));
  ++found_;
  --steps_;
  return std::nullopt;
}

void Batch::finished(std::size_t ticket, FinishedRead read) {
  --reading_;
  window_[ticket - first_ticket_].read = std::move(read);
}

std::string Batch::progress() const { return progress_line(counts_, found_, has_walked_); }

}  // namespace lectern::command
