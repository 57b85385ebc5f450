#include "documents/columnar/columnar_reading.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "documents/columnar/columnar_form.h"
#include "package/member_name.h"
#include "read/packages.h"
#include "read/refusal.h"

namespace lectern {
namespace {

/// The host is asked for so many bytes at a time.
constexpr std::uint64_t kMostAskedBytes = std::uint64_t{4} << 20;
/// Bytes that are read between two turns of others.
constexpr std::uint64_t kBytesOfTurn = std::uint64_t{16} << 20;

class ColumnarReading final : public PackageReading {
 public:
  ColumnarReading(const ReadRequest& request, const ReadOptions& options, ByteSpan head,
                  const FileKnowledge& file)
      : limits_(options.limits),
        takes_turns_(file.takes_turns),
        bytes_(head, file.size_bytes, file.is_sequential),
        budget_(options.limits) {
    if (!request.range.empty() || !request.lines.empty()) {
      finish(Error{ErrorCode::kInvalidArgument,
                   {"{} is read by offset and limit in rows, not with range or lines",
                    shown_name(base_name(request.file_path))}});
      return;
    }
    if (options.host.member.find_first_not_of('/') != std::string::npos) {
      finish(file_error(ErrorCode::kFileNotFound, request.file_path));
      return;
    }
    const ColumnarTools tools{bytes_, limits_, budget_, warnings_};
    form_.emplace(request, options, warnings_,
                  starts_with(head, "PAR") ? open_parquet_table(tools) : open_arrow_table(tools));
    run();
  }

  const Question& question() const override { return question_; }
  std::span<std::uint8_t> room(std::size_t size) override {
    const std::span<std::uint8_t> room = bytes_.room(size);
    if (room.empty()) {
      finish(Error{ErrorCode::kLimitExceeded,
                   {"there is no memory for {byte} of the table", bytes_.held()}});
    }
    return room;
  }
  void give(std::size_t size, bool at_end) override {
    bytes_.give(size, at_end);
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
      if (bytes_.is_lacking()) return ask();
      if (form_->step() == ColumnarStep::kDone) finish(form_->take_result());
    }
  }

  void ask() {
    if (bytes_.held() > limits_.max_document_bytes) {
      finish(Error{ErrorCode::kFileTooLarge,
                   {"to read it, more of the table would have to be loaded than {}",
                    limit_text(limits_.max_document_bytes, bytes_.held())}});
      return;
    }
    if (takes_turns_ && bytes_.loaded() >= next_turn_) {
      next_turn_ = bytes_.loaded() + kBytesOfTurn;
      question_ = {Question::Kind::kTurn, 0, 0, {}};
      return;
    }
    const std::uint64_t from = bytes_.wanted_from();
    question_ = {Question::Kind::kBytes,
                 from,
                 from + std::min(bytes_.wanted_to() - from, kMostAskedBytes),
                 {}};
  }

  void finish(Error error) { finish(failure(std::move(error), ContentType::kDocument)); }

  void finish(ToolResult result) {
    result_ = std::move(result);
    question_ = {Question::Kind::kDone, 0, 0, {}};
  }

  const Limits& limits_;
  bool takes_turns_;
  std::uint64_t next_turn_ = kBytesOfTurn;
  ColumnarBytes bytes_;
  WorkBudget budget_;
  std::vector<std::string> warnings_;
  std::optional<ColumnarForm> form_;
  Question question_;
  std::optional<ToolResult> result_;
};

}  // namespace

bool is_columnar(ByteSpan head) {
  return starts_with(head, "PAR") || starts_with(head, "ARROW1") || starts_with(head, "FEA1") ||
         starts_with(head, "\xFF\xFF\xFF\xFF");
}

std::unique_ptr<PackageReading> open_columnar_reading(const ReadRequest& request,
                                                      const ReadOptions& options, ByteSpan head,
                                                      const FileKnowledge& file) {
  return std::make_unique<ColumnarReading>(request, options, head, file);
}

}  // namespace lectern
