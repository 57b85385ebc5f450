#include "documents/database/database_reading.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "documents/database/database_form.h"
#include "documents/database/database_pages.h"
#include "package/member_name.h"
#include "read/packages.h"

namespace lectern {
namespace {

/// The host is asked for so many bytes at a time.
constexpr std::uint64_t kMostQuestionBytes = std::uint64_t{4} << 20;
/// Bytes that are read between two turns of others.
constexpr std::uint64_t kBytesBetweenTurns = std::uint64_t{16} << 20;

class DatabaseReading final : public PackageReading {
 public:
  DatabaseReading(const ReadRequest& request, const ReadOptions& options, ByteSpan head,
                  const FileKnowledge& file)
      : limits_(options.limits),
        takes_turns_(file.takes_turns),
        pages_(head, file.size_bytes, file.is_sequential, options.limits) {
    const auto header = read_database_header(head, file.size_bytes);
    if (!header) {
      finish(Error{ErrorCode::kCorruptDocument,
                   "the header of the SQLite database states a page size that cannot be"});
      return;
    }
    pages_.set_page_size(header->page_size);
    if (!request.range.empty() || !request.lines.empty()) {
      const std::string_view path = path_before(request.file_path, options.host.member);
      finish(
          Error{ErrorCode::kInvalidArgument,
                {"a database is read by path, offset and limit: {}/TABLE with offset and limit in "
                 "rows, not with range or lines",
                 shown_name(base_name(path))}});
      return;
    }
    form_ = open_database_form(request, options, pages_, *header);
    run();
  }

  const Question& question() const override { return question_; }
  std::span<std::uint8_t> room(std::size_t size) override {
    const std::span<std::uint8_t> room = pages_.room(size);
    if (room.empty()) {
      finish(Error{ErrorCode::kLimitExceeded,
                   {"there is no memory for {byte} of the database", std::uint64_t{size}}});
    }
    return room;
  }
  void give(std::size_t size, bool at_end) override {
    pages_.give(size, at_end);
    run();
  }
  void give_table(ByteSpan) override { run(); }
  void give_pixels(const HostPicture&) override { run(); }
  void fail_pixels(Error) override { run(); }
  void decline(std::string_view) override { run(); }
  ByteSpan bytes() const override { return {}; }
  bool is_of_member() const override { return false; }
  ToolResult take_result() override { return *std::move(result_); }

 private:
  /// Goes on until the host is needed, or the result is there.
  void run() {
    while (!result_) {
      if (pages_.is_loading()) {
        if (pages_.loaded() > limits_.max_document_bytes) {
          finish(Error{ErrorCode::kFileTooLarge,
                       {"the database comes in one piece and exceeds {}",
                        limit_text(limits_.max_document_bytes, std::nullopt)}});
          return;
        }
        pages_.want_more();
        return ask();
      }
      const TreeWalk::Step step = form_->step();
      if (pages_.error()) return finish(*pages_.error());
      if (step == TreeWalk::Step::kNeedsBytes) return ask();
      if (form_->result()) finish(*std::move(form_->result()));
    }
  }

  void ask() {
    if (takes_turns_ && pages_.loaded() >= next_turn_) {
      next_turn_ = pages_.loaded() + kBytesBetweenTurns;
      question_ = {Question::Kind::kTurn, 0, 0, {}};
      return;
    }
    const std::uint64_t from = pages_.wanted_from();
    question_ = {Question::Kind::kBytes,
                 from,
                 from + std::min(pages_.wanted_to() - from, kMostQuestionBytes),
                 {}};
  }

  void finish(Error error) { finish(failure(std::move(error), ContentType::kDocument)); }

  void finish(ToolResult result) {
    result_ = std::move(result);
    question_ = {Question::Kind::kDone, 0, 0, {}};
  }

  const Limits& limits_;
  bool takes_turns_;
  std::uint64_t next_turn_ = kBytesBetweenTurns;
  DatabasePages pages_;
  std::unique_ptr<DatabaseForm> form_;
  Question question_;
  std::optional<ToolResult> result_;
};

}  // namespace

std::unique_ptr<PackageReading> open_database_reading(const ReadRequest& request,
                                                      const ReadOptions& options, ByteSpan head,
                                                      const FileKnowledge& file) {
  return std::make_unique<DatabaseReading>(request, options, head, file);
}

}  // namespace lectern
