#include "read/parts_read.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "image/codecs_apart.h"

namespace lectern {

std::unique_ptr<PackageReading> open_parts_reading(const ReadRequest& request,
                                                   const ReadOptions& options,
                                                   const Detection& detection, ByteSpan head,
                                                   std::uint64_t size) {
  return std::make_unique<PartsRead>(request, options, detection, head, size);
}

PartsRead::PartsRead(const ReadRequest& request, const ReadOptions& options,
                     const Detection& detection, ByteSpan head, std::uint64_t size)
    : request_(request),
      options_(options),
      format_(*detection.format),
      evidence_(detection.evidence),
      head_(head),
      parts_(size) {
  options_.encoding_tables.wanted = &wants_tables_;
  run();
}

/// Reads with what is here. Every run takes all that the one before it took, and what it wanted:
/// the bytes that are loaded only grow, up to the limit.
void PartsRead::run() {
  wants_tables_ = false;
  const ReadContext context{.bytes = head_,
                            .request = request_,
                            .options = options_,
                            .format = format_,
                            .evidence = evidence_,
                            .parts = &parts_};
  Result<ToolResult> outcome = format_.read(context);
  if (parts_.is_lacking()) return ask_bytes();
  if (wants_tables_ && !std::exchange(asked_for_tables_, true)) {
    question_ = {Question::Kind::kTable, 0, 0, "encodings"};
    return;
  }
  if (take_missing_codecs() && !std::exchange(asked_for_codecs_, true)) {
    question_ = {Question::Kind::kModule, 0, 0, kCodecsModule};
    return;
  }
  finish(std::move(outcome));
}

void PartsRead::ask_bytes() {
  const std::uint64_t most = options_.limits.*format_.max_bytes;
  if (const std::uint64_t loaded = parts_.loaded_bytes(); loaded > most) {
    return finish(fail(ErrorCode::kFileTooLarge, {"{}: to read it, {} would have to be loaded",
                                                  format_.noun, limit_text(most, loaded)}));
  }
  const auto [from, to] = parts_.next_wanted();
  question_ = {Question::Kind::kBytes, from, std::min(to, from + kMaxQuestionBytes), {}};
}

std::span<std::uint8_t> PartsRead::room(std::size_t size) {
  const std::span<std::uint8_t> room = parts_.room(size);
  if (room.empty()) {
    finish(fail(ErrorCode::kLimitExceeded,
                {"there is no memory for {byte} of the file", parts_.loaded_bytes()}));
  }
  return room;
}

void PartsRead::give(std::size_t size, bool at_end) {
  parts_.give(size, at_end);
  if (parts_.is_lacking()) return ask_bytes();
  run();
}

void PartsRead::give_table(ByteSpan table) {
  options_.encoding_tables.packed = table;
  run();
}

void PartsRead::decline(std::string_view) { run(); }

void PartsRead::finish(Result<ToolResult> outcome) {
  result_ =
      outcome ? *std::move(outcome) : failure(std::move(outcome).error(), format_.content_type);
  question_ = {Question::Kind::kDone, 0, 0, {}};
}

}  // namespace lectern
