#include "documents/columnar/arrow_messages.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/byte_reader.h"
#include "documents/columnar/flat_table.h"

namespace lectern {
namespace {

constexpr std::uint32_t kContinuation = 0xFFFFFFFF;
constexpr std::uint64_t kFileMarkBytes = 8;
constexpr std::uint64_t kMostMessageBytes = std::uint64_t{64} << 20;

}  // namespace

ColumnarStep ArrowMessages::read() {
  if (!has_begun_) {
    const auto head =
        tools_.bytes.get(0, std::min<std::uint64_t>(kFileMarkBytes, tools_.bytes.size()));
    if (!head) return lacking(0);
    if (starts_with(*head, "FEA1")) {
      return failed(Error{ErrorCode::kUnsupportedFormat,
                          "Feather files of version 1 are not supported: version 2 is"});
    }
    content_.is_file = starts_with(*head, "ARROW1");
    at_ = content_.is_file ? kFileMarkBytes : 0;
    has_begun_ = true;
  }
  if (content_.is_file && !has_footer_) {
    const ColumnarStep step = read_footer();
    if (step != ColumnarStep::kDone) return step;
  }
  return content_.is_file ? read_blocks() : read_stream();
}

ColumnarStep ArrowMessages::failed(Error error) {
  error_ = std::move(error);
  return ColumnarStep::kFailed;
}

ColumnarStep ArrowMessages::lacking(std::uint64_t at) {
  if (tools_.bytes.is_lacking()) return ColumnarStep::kNeedsBytes;
  return failed(Error{ErrorCode::kCorruptDocument,
                      {"the Arrow data ends within what stands at byte {,}", at}});
}

ColumnarStep ArrowMessages::damaged(std::uint64_t at, std::string_view what) {
  return failed(
      Error{ErrorCode::kCorruptDocument, {"the Arrow {} at byte {,} is damaged", what, at}, at});
}

ColumnarStep ArrowMessages::read_footer() {
  const std::uint64_t size = tools_.bytes.size();
  constexpr std::uint64_t kTail = 10;
  constexpr std::uint64_t kTailGuess = std::uint64_t{16} << 10;
  const std::uint64_t first = std::min(size, kTailGuess);
  const auto tail = tools_.bytes.get(size - first, first);
  if (!tail) return lacking(size - first);
  const bool is_closed =
      size >= kFileMarkBytes + kTail && has_bytes_at(tail->last(kTail), 4, "ARROW1");
  if (!is_closed) {
    tools_.warn("the file has no footer, as if its writer was interrupted: it is read as a stream");
    content_.is_file = false;
    return ColumnarStep::kDone;
  }
  const std::uint64_t length = arrow_number(tail->last(kTail).first(4));
  if (length == 0 || length > size - kTail - kFileMarkBytes || length > kMostMessageBytes) {
    return failed(
        Error{ErrorCode::kCorruptDocument,
              {"the Arrow file states a footer of {byte}, it has {,} in all", length, size}});
  }
  const std::uint64_t at = size - kTail - length;
  const auto bytes = tools_.bytes.get(at, length);
  if (!bytes) return lacking(at);
  if (auto spent = tools_.budget.spend("the footer", length); !spent)
    return failed(std::move(spent).error());
  bool is_damaged = false;
  const FlatTable footer = FlatTable::root(*bytes, is_damaged);
  const FlatTable schema = footer.table(1);
  if (!schema) return damaged(at, "footer");
  auto read = read_arrow_schema(schema, is_damaged, tools_.budget);
  if (!read) return failed(std::move(read).error());
  content_.schema = *std::move(read);
  for (const unsigned field : {2U, 3U}) {
    const std::uint64_t count = footer.size(field, 24);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::int64_t offset = footer.element_integer(field, i, 24, 0, 8);
      blocks_.push_back({offset < 0 ? size : static_cast<std::uint64_t>(offset), field == 2});
    }
  }
  if (is_damaged) return damaged(at, "footer");
  has_footer_ = true;
  return ColumnarStep::kDone;
}

ColumnarStep ArrowMessages::read_blocks() {
  // All that is missing is asked for at once.
  bool needs_bytes = false;
  for (std::size_t i = block_; i < blocks_.size() && needs_bytes == (i > block_); ++i) {
    const Block block = blocks_[i];
    if (!needs_bytes) {
      at_ = block.offset;
      const std::uint64_t before = content_.batches.size() + content_.dictionaries.size();
      MessageHead head;
      const ColumnarStep step = read_message(head);
      if (step == ColumnarStep::kFailed) return step;
      needs_bytes = step == ColumnarStep::kNeedsBytes;
      if (!needs_bytes &&
          (head.is_end || content_.batches.size() + content_.dictionaries.size() == before))
        return damaged(block.offset, "record batch");
      if (!needs_bytes) ++block_;
    } else if (i < block_ + 64) {
      (void)tools_.bytes.get(
          block.offset,
          std::min<std::uint64_t>(
              1024, tools_.bytes.size() - std::min(tools_.bytes.size(), block.offset)));
    }
  }
  return needs_bytes ? ColumnarStep::kNeedsBytes : ColumnarStep::kDone;
}

ColumnarStep ArrowMessages::read_stream() {
  while (at_ < tools_.bytes.size()) {
    MessageHead head;
    const ColumnarStep step = read_message(head);
    if (step == ColumnarStep::kNeedsBytes) return step;
    if (step == ColumnarStep::kFailed) {
      // What stands before is a table all the same.
      if (content_.batches.empty()) return step;
      tools_.warn(error_->message);
      error_.reset();
      break;
    }
    if (head.is_end) break;
    at_ = head.end;
  }
  if (content_.schema.fields.empty() && !has_schema_) return damaged(at_, "schema");
  return ColumnarStep::kDone;
}

ColumnarStep ArrowMessages::read_message(MessageHead& head) {
  const std::uint64_t start = at_;
  if (tools_.bytes.size() - std::min(start, tools_.bytes.size()) < 8) {
    head.is_end = tools_.bytes.size() >= start && !content_.is_file;
    return head.is_end ? ColumnarStep::kDone : lacking(start);
  }
  const auto prefix = tools_.bytes.get_few(start, 8, room_);
  if (!prefix) return lacking(start);
  const bool has_mark = arrow_number(prefix->first(4)) == kContinuation;
  const std::uint64_t size = arrow_number(has_mark ? prefix->last(4) : prefix->first(4));
  const std::uint64_t at = start + (has_mark ? 8 : 4);
  if (size == 0) {
    head.is_end = true;
    return ColumnarStep::kDone;
  }
  if (size > kMostMessageBytes || size > tools_.bytes.size() - at) return lacking(start);
  const auto bytes = tools_.bytes.get_few(at, size, room_);
  if (!bytes) return lacking(start);
  if (auto spent = tools_.budget.spend("the messages", size, 2); !spent)
    return failed(std::move(spent).error());
  bool is_damaged = false;
  const FlatTable message = FlatTable::root(*bytes, is_damaged);
  const std::int64_t body_size = message.integer(3, 8);
  head.body = at + size;
  if (is_damaged || body_size < 0 ||
      static_cast<std::uint64_t>(body_size) > tools_.bytes.size() - head.body)
    return is_damaged ? damaged(start, "message") : lacking(start);
  head.end = head.body + static_cast<std::uint64_t>(body_size);
  const bool is_version_4 = message.integer(0, 2) < 4;
  const FlatTable content = message.table(2);
  const std::int64_t kind = message.integer(1, 1);
  if (!content) return damaged(start, "message");
  if (kind == 1) {
    if (has_schema_ || content_.is_file) return ColumnarStep::kDone;
    auto schema = read_arrow_schema(content, is_damaged, tools_.budget);
    if (!schema) return failed(std::move(schema).error());
    content_.schema = *std::move(schema);
    has_schema_ = true;
    return ColumnarStep::kDone;
  }
  if (kind != 2 && kind != 3) return ColumnarStep::kDone;
  // Nothing says what is in a batch that comes before the schema. A file's is in its footer.
  if (!has_schema_ && !content_.is_file) return damaged(start, "record batch");
  ArrowBatch batch;
  batch.message = start;
  batch.body = head.body;
  batch.body_size = static_cast<std::uint64_t>(body_size);
  const bool is_dictionary = kind == 2;
  std::uint32_t first = 0;
  if (is_dictionary) {
    const std::int64_t id = content.integer(0, 8);
    const auto& all = content_.schema.dictionaries;
    const auto found = std::lower_bound(
        all.begin(), all.end(), id, [](const auto& one, auto wanted) { return one.id < wanted; });
    if (found == all.end() || found->id != id) return damaged(start, "dictionary");
    first = found->field;
  }
  const FlatTable record = is_dictionary ? content.table(1) : content;
  const bool fits = record &&
                    read_arrow_batch(content_.schema, record, is_version_4, first, batch) &&
                    !is_damaged;
  if (!fits) return damaged(start, is_dictionary ? "dictionary" : "record batch");
  // A footer may name one message again and again.
  kept_bytes_ += sizeof batch + batch.arrays.size() * sizeof(ArrowArray) +
                 batch.buffers.size() * sizeof(ArrowBuffer);
  const std::uint64_t most = tools_.limits.max_decoded_bytes / 4;
  if (kept_bytes_ > most) {
    return failed(Error{ErrorCode::kLimitExceeded,
                        {"the arrays of all record batches take more than {byte}", most}});
  }
  if (is_dictionary) {
    content_.dictionaries.push_back(
        {content.integer(0, 8), content.boolean(2), {}, std::move(batch)});
    return ColumnarStep::kDone;
  }
  constexpr std::uint64_t kMostRows = std::uint64_t{1} << 53;
  if (batch.rows > kMostRows - content_.rows) return damaged(start, "record batch");
  content_.batches.push_back({content_.rows, std::move(batch)});
  content_.rows += content_.batches.back().batch.rows;
  return ColumnarStep::kDone;
}

}  // namespace lectern
