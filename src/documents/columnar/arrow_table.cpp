// An Arrow file (Feather, version 2) or stream as a table. Values are taken where they stand; only
// buffers that are compressed are read as a whole.
// https://arrow.apache.org/docs/format/Columnar.html
#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "base/byte_reader.h"
#include "base/format.h"
#include "documents/columnar/arrow_schema.h"
#include "documents/columnar/columnar_codec.h"
#include "documents/columnar/columnar_table.h"
#include "documents/database/value_text.h"
#include "documents/sheets/cells_table.h"

namespace lectern {
namespace {

constexpr std::uint32_t kContinuation = 0xFFFFFFFF;
constexpr std::uint64_t kFileMarkBytes = 8;
constexpr std::uint64_t kMostMessageBytes = std::uint64_t{64} << 20;
constexpr std::size_t kMostArrowNotesShown = 20;
constexpr std::uint64_t kKeyChars = 80;

/// The bytes of one batch's buffers.
struct ArrowBuffers {
  const ArrowBatch* batch = nullptr;
  std::map<std::uint32_t, ByteVector> unpacked;
};

struct ArrowDictionary {
  std::int64_t id = 0;
  bool is_delta = false;
  ArrowBuffers buffers;
  ArrowBatch batch;
};

std::uint64_t le_number(ByteSpan bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = std::min<std::size_t>(bytes.size(), 8); i > 0; --i)
    value = value << 8 | bytes[i - 1];
  return value;
}

class ArrowTable final : public ColumnarTable {
 public:
  using ColumnarTable::ColumnarTable;

  ColumnarStep open() override {
    if (!has_begun_) {
      const auto head =
          tools_.bytes.get(0, std::min<std::uint64_t>(kFileMarkBytes, tools_.bytes.size()));
      if (!head) return lacking(0);
      if (starts_with(*head, "FEA1")) {
        return failed(Error{ErrorCode::kUnsupportedFormat,
                            "Feather files of version 1 are not supported: version 2 is"});
      }
      is_file_ = starts_with(*head, "ARROW1");
      at_ = is_file_ ? kFileMarkBytes : 0;
      has_begun_ = true;
    }
    if (is_file_ && !has_footer_) {
      const ColumnarStep step = read_footer();
      if (step != ColumnarStep::kDone) return step;
    }
    const ColumnarStep step = is_file_ ? read_blocks() : read_stream();
    if (step != ColumnarStep::kDone) return step;
    describe();
    return ColumnarStep::kDone;
  }

  ColumnarStep row(std::uint64_t index, std::uint64_t text_bytes,
                   std::vector<DatabaseValue>& values) override {
    const auto after = std::upper_bound(
        batches_.begin(), batches_.end(), index,
        [](std::uint64_t wanted, const auto& batch) { return wanted < batch.first; });
    const std::size_t number = static_cast<std::size_t>(after - batches_.begin()) - 1;
    const auto& batch = batches_[number];
    if (current_.batch != &batch.batch) {
      forget(current_);
      current_.batch = &batch.batch;
    }
    values.clear();
    bool needs_bytes = false;
    for (std::size_t i = 0; i < schema_.columns.size(); ++i) {
      DatabaseValue value;
      problem_.clear();
      const ColumnarStep step = cell(schema_.columns[i], index - batch.first, text_bytes, value);
      needs_bytes = needs_bytes || step == ColumnarStep::kNeedsBytes;
      if (step == ColumnarStep::kFailed) {
        if (is_out_of_work_) return failed(Error{ErrorCode::kLimitExceeded, problem_});
        warn({"column {}, record batch {,}, row {,}: {}", escape_line(columns_[i].name),
              std::uint64_t{number + 1}, index + 1, problem_});
        value = unread_value();
      }
      values.push_back(std::move(value));
    }
    if (needs_bytes) return ColumnarStep::kNeedsBytes;
    tools_.bytes.trim();
    return ColumnarStep::kDone;
  }

 private:
  struct Batch {
    std::uint64_t first = 0;
    ArrowBatch batch;
  };
  struct Block {
    std::uint64_t offset = 0;
    bool is_dictionary = false;
  };
  struct MessageHead {
    std::uint64_t body = 0;
    std::uint64_t end = 0;
    bool is_end = false;
  };

  // Messages.

  ColumnarStep lacking(std::uint64_t at) {
    if (tools_.bytes.is_lacking()) return ColumnarStep::kNeedsBytes;
    return failed(Error{ErrorCode::kCorruptDocument,
                        {"the Arrow data ends within what stands at byte {,}", at}});
  }

  ColumnarStep damaged(std::uint64_t at, std::string_view what) {
    return failed(
        Error{ErrorCode::kCorruptDocument, {"the Arrow {} at byte {,} is damaged", what, at}, at});
  }

  ColumnarStep read_footer() {
    const std::uint64_t size = tools_.bytes.size();
    constexpr std::uint64_t kTail = 10;
    constexpr std::uint64_t kTailGuess = std::uint64_t{16} << 10;
    const std::uint64_t first = std::min(size, kTailGuess);
    const auto tail = tools_.bytes.get(size - first, first);
    if (!tail) return lacking(size - first);
    const bool is_closed =
        size >= kFileMarkBytes + kTail && has_bytes_at(tail->last(kTail), 4, "ARROW1");
    if (!is_closed) {
      warn("the file has no footer, as if its writer was interrupted: it is read as a stream");
      is_file_ = false;
      return ColumnarStep::kDone;
    }
    const std::uint64_t length = le_number(tail->last(kTail).first(4));
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
    schema_ = *std::move(read);
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

  ColumnarStep read_blocks() {
    // All that is missing is asked for at once.
    bool needs_bytes = false;
    for (std::size_t i = block_; i < blocks_.size() && needs_bytes == (i > block_); ++i) {
      const Block block = blocks_[i];
      if (!needs_bytes) {
        at_ = block.offset;
        const std::uint64_t before = batches_.size() + dictionaries_.size();
        MessageHead head;
        const ColumnarStep step = read_message(head);
        if (step == ColumnarStep::kFailed) return step;
        needs_bytes = step == ColumnarStep::kNeedsBytes;
        if (!needs_bytes && (head.is_end || batches_.size() + dictionaries_.size() == before))
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

  ColumnarStep read_stream() {
    while (at_ < tools_.bytes.size()) {
      MessageHead head;
      const ColumnarStep step = read_message(head);
      if (step == ColumnarStep::kNeedsBytes) return step;
      if (step == ColumnarStep::kFailed) {
        // What stands before is a table all the same.
        if (batches_.empty()) return step;
        warn(error_->message);
        error_.reset();
        break;
      }
      if (head.is_end) break;
      at_ = head.end;
    }
    if (schema_.fields.empty() && !has_schema_) return damaged(at_, "schema");
    return ColumnarStep::kDone;
  }

  /// Reads the message at `at_`.
  ColumnarStep read_message(MessageHead& head) {
    const std::uint64_t start = at_;
    if (tools_.bytes.size() - std::min(start, tools_.bytes.size()) < 8) {
      head.is_end = tools_.bytes.size() >= start && !is_file_;
      return head.is_end ? ColumnarStep::kDone : lacking(start);
    }
    const auto prefix = tools_.bytes.get_few(start, 8, room_);
    if (!prefix) return lacking(start);
    const bool has_mark = le_number(prefix->first(4)) == kContinuation;
    const std::uint64_t size = le_number(has_mark ? prefix->last(4) : prefix->first(4));
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
      if (has_schema_ || is_file_) return ColumnarStep::kDone;
      auto schema = read_arrow_schema(content, is_damaged, tools_.budget);
      if (!schema) return failed(std::move(schema).error());
      schema_ = *std::move(schema);
      has_schema_ = true;
      return ColumnarStep::kDone;
    }
    if (kind != 2 && kind != 3) return ColumnarStep::kDone;
    ArrowBatch batch;
    batch.message = start;
    batch.body = head.body;
    batch.body_size = static_cast<std::uint64_t>(body_size);
    const bool is_dictionary = kind == 2;
    std::uint32_t first = 0;
    if (is_dictionary) {
      const std::int64_t id = content.integer(0, 8);
      const auto found = std::find_if(schema_.dictionaries.begin(), schema_.dictionaries.end(),
                                      [id](const auto& one) { return one.id == id; });
      if (found == schema_.dictionaries.end()) return damaged(start, "dictionary");
      first = found->field;
    }
    const FlatTable record = is_dictionary ? content.table(1) : content;
    const bool fits =
        record && read_arrow_batch(schema_, record, is_version_4, first, batch) && !is_damaged;
    if (!fits) return damaged(start, is_dictionary ? "dictionary" : "record batch");
    if (is_dictionary) {
      dictionaries_.push_back({content.integer(0, 8), content.boolean(2), {}, std::move(batch)});
      return ColumnarStep::kDone;
    }
    constexpr std::uint64_t kMostRows = std::uint64_t{1} << 53;
    if (batch.rows > kMostRows - rows_) return damaged(start, "record batch");
    batches_.push_back({rows_, std::move(batch)});
    rows_ += batches_.back().batch.rows;
    return ColumnarStep::kDone;
  }

  // Bytes.

  ColumnarStep wrong(const Message& what) {
    problem_ = compose(what);
    return ColumnarStep::kFailed;
  }

  void forget(ArrowBuffers& buffers) {
    for (const auto& [number, bytes] : buffers.unpacked) held_ -= bytes.capacity();
    buffers.unpacked.clear();
  }

  /// `size` bytes from `from` on of a buffer, valid until the next call.
  ColumnarStep take(ArrowBuffers& buffers, std::uint32_t number, std::uint64_t from,
                    std::uint64_t size, ByteSpan& out) {
    const ArrowBatch& batch = *buffers.batch;
    if (number >= batch.buffers.size()) return wrong("a buffer is missing");
    const ArrowBuffer& buffer = batch.buffers[number];
    ByteSpan whole;
    if (batch.codec < 0) {
      if (from > buffer.size || size > buffer.size - from)
        return wrong({"buffer {} has {byte}, {,} are needed", number, buffer.size, from + size});
      const auto bytes = tools_.bytes.get_few(batch.body + buffer.offset + from, size, room_);
      if (!bytes)
        return tools_.bytes.is_lacking() ? ColumnarStep::kNeedsBytes : wrong("the file ends");
      out = *bytes;
      return ColumnarStep::kDone;
    }
    if (const ColumnarStep step = unpack(buffers, number, whole); step != ColumnarStep::kDone)
      return step;
    if (from > whole.size() || size > whole.size() - from)
      return wrong({"buffer {} has {byte}, {,} are needed", number, std::uint64_t{whole.size()},
                    from + size});
    out = whole.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(size));
    return ColumnarStep::kDone;
  }

  ColumnarStep unpack(ArrowBuffers& buffers, std::uint32_t number, ByteSpan& whole) {
    const auto known = buffers.unpacked.find(number);
    if (known != buffers.unpacked.end()) {
      whole = known->second;
      return ColumnarStep::kDone;
    }
    const ArrowBuffer& buffer = buffers.batch->buffers[number];
    if (buffer.size < 8) {
      whole = {};
      return ColumnarStep::kDone;
    }
    const auto bytes = tools_.bytes.get(buffers.batch->body + buffer.offset, buffer.size);
    if (!bytes)
      return tools_.bytes.is_lacking() ? ColumnarStep::kNeedsBytes : wrong("the file ends");
    const auto stated = static_cast<std::int64_t>(le_number(bytes->first(8)));
    const ByteSpan packed = bytes->subspan(8);
    const std::uint64_t size = stated < 0 ? packed.size() : static_cast<std::uint64_t>(stated);
    if (size > tools_.limits.max_decoded_bytes - std::min(held_, tools_.limits.max_decoded_bytes)) {
      return wrong({"its buffers unpack to {byte}, the limit is {,}", held_ + size,
                    tools_.limits.max_decoded_bytes});
    }
    if (stated >= 0 && buffers.batch->codec > 1)
      return wrong({"its compression {} is unknown", buffers.batch->codec});
    const ColumnarCodec codec = stated < 0                  ? ColumnarCodec::kNone
                                : buffers.batch->codec == 0 ? ColumnarCodec::kLz4Frame
                                                            : ColumnarCodec::kZstd;
    auto made = unpack_block(codec, packed, size, tools_.limits, tools_.budget);
    if (!made) {
      is_out_of_work_ = tools_.budget.spent() > tools_.budget.max_units();
      return wrong({"buffer {}: {}", number, made.error().message});
    }
    held_ += made->capacity();
    whole = buffers.unpacked.emplace(number, *std::move(made)).first->second;
    return ColumnarStep::kDone;
  }

  ColumnarStep number(ArrowBuffers& buffers, std::uint32_t buffer, std::uint64_t index,
                      unsigned width, std::int64_t& out) {
    ByteSpan bytes;
    if (index > (std::uint64_t{1} << 56)) return wrong("an index is too large");
    const ColumnarStep step = take(buffers, buffer, index * width, width, bytes);
    if (step != ColumnarStep::kDone) return step;
    const unsigned shift = 64 - 8 * width;
    out = static_cast<std::int64_t>(le_number(bytes) << shift) >> shift;
    return step;
  }

  // Values.

  /// Where a value is to be read.
  struct Place {
    ArrowBuffers* buffers;
    std::uint32_t field;
    std::uint64_t index;
  };

  const ArrowArray& array_of(const Place& place) const {
    const ArrowBatch& batch = *place.buffers->batch;
    return batch.arrays[place.field - batch.first_field];
  }

  ColumnarStep is_valid(const Place& place, bool& out) {
    const ArrowField& field = schema_.fields[place.field];
    const ArrowArray& array = array_of(place);
    out = true;
    if (place.index >= array.length)
      return wrong({"there is no value {,}: the array has {,}", place.index, array.length});
    const bool has_bitmap =
        field.values != 0 ||
        (field.layout != ArrowLayout::kNull && field.layout != ArrowLayout::kRuns &&
         field.layout != ArrowLayout::kSparseUnion && field.layout != ArrowLayout::kDenseUnion);
    if (field.layout == ArrowLayout::kNull && field.values == 0) out = false;
    if (!has_bitmap || array.nulls == 0 || place.buffers->batch->buffers[array.buffer].size == 0)
      return ColumnarStep::kDone;
    ByteSpan byte;
    const ColumnarStep step = take(*place.buffers, array.buffer, place.index / 8, 1, byte);
    if (step == ColumnarStep::kDone) out = (byte[0] >> (place.index % 8) & 1) != 0;
    return step;
  }

  /// Leads to where the value itself is: through dictionaries, runs and unions.
  ColumnarStep resolve(Place& place, bool& valid) {
    for (int hops = 0; hops < 64; ++hops) {
      if (const ColumnarStep step = is_valid(place, valid); step != ColumnarStep::kDone || !valid)
        return step;
      const ArrowField& field = schema_.fields[place.field];
      const ArrowArray& array = array_of(place);
      ColumnarStep step = ColumnarStep::kDone;
      if (field.values != 0) {
        step = into_dictionary(place);
      } else if (field.layout == ArrowLayout::kRuns) {
        step = into_run(place);
      } else if (field.layout == ArrowLayout::kSparseUnion ||
                 field.layout == ArrowLayout::kDenseUnion) {
        std::int64_t id = 0;
        std::int64_t index = static_cast<std::int64_t>(place.index);
        step = number(*place.buffers, array.buffer, place.index, 1, id);
        if (step == ColumnarStep::kDone && field.layout == ArrowLayout::kDenseUnion)
          step = number(*place.buffers, array.buffer + 1, place.index, 4, index);
        if (step != ColumnarStep::kDone) return step;
        const auto known = std::find(field.type_ids.begin(), field.type_ids.end(), id);
        const auto child = field.type_ids.empty()
                               ? static_cast<std::size_t>(id)
                               : static_cast<std::size_t>(known - field.type_ids.begin());
        if (child >= field.children.size() || index < 0)
          return wrong({"a union has no type {}", id});
        place.field = field.children[child];
        place.index = static_cast<std::uint64_t>(index);
      } else {
        return ColumnarStep::kDone;
      }
      if (step != ColumnarStep::kDone) return step;
    }
    return wrong("too many types stand in each other");
  }

  ColumnarStep into_dictionary(Place& place) {
    const ArrowField& field = schema_.fields[place.field];
    std::int64_t index = 0;
    const ColumnarStep step = number(*place.buffers, array_of(place).buffer + 1, place.index,
                                     static_cast<unsigned>(field.width), index);
    if (step != ColumnarStep::kDone) return step;
    if (field.width < 8) index &= (std::int64_t{1} << (8 * field.width)) - 1;
    // What a stream sends later holds for what follows it; a file's dictionaries hold for all.
    std::size_t from = 0;
    std::size_t end = dictionaries_.size();
    while (!is_file_ && end > 0 && dictionaries_[end - 1].batch.message > current_.batch->message)
      --end;
    for (std::size_t i = 0; i < end; ++i) {
      if (dictionaries_[i].id == field.dictionary && !dictionaries_[i].is_delta) from = i;
    }
    std::uint64_t left = static_cast<std::uint64_t>(index);
    for (std::size_t i = from; i < end; ++i) {
      ArrowDictionary& dictionary = dictionaries_[i];
      if (dictionary.id != field.dictionary) continue;
      if (index >= 0 && left < dictionary.batch.rows) {
        dictionary.buffers.batch = &dictionary.batch;
        place = {&dictionary.buffers, dictionary.batch.first_field, left};
        return ColumnarStep::kDone;
      }
      left -= dictionary.batch.rows;
    }
    return wrong({"its dictionary has no value {}", index});
  }

  ColumnarStep into_run(Place& place) {
    const ArrowField& field = schema_.fields[place.field];
    const Place ends{place.buffers, field.children[0], 0};
    const ArrowField& end_field = schema_.fields[ends.field];
    if (end_field.layout != ArrowLayout::kFixed || end_field.width > 8)
      return wrong("its runs are no numbers");
    std::uint64_t low = 0;
    std::uint64_t high = array_of(ends).length;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      std::int64_t end = 0;
      const ColumnarStep step = number(*place.buffers, array_of(ends).buffer + 1, middle,
                                       static_cast<unsigned>(end_field.width), end);
      if (step != ColumnarStep::kDone) return step;
      if (end > 0 && place.index < static_cast<std::uint64_t>(end)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    place.field = field.children[1];
    place.index = low;
    return ColumnarStep::kDone;
  }

  /// A value that is no list, structure or map.
  ColumnarStep scalar(const Place& place, std::uint64_t text_bytes, DatabaseValue& value) {
    const ArrowField& field = schema_.fields[place.field];
    const ArrowArray& array = array_of(place);
    ColumnarScalar made;
    ByteSpan bytes;
    ColumnarStep step = ColumnarStep::kDone;
    switch (field.layout) {
      case ArrowLayout::kBits:
        step = take(*place.buffers, array.buffer + 1, place.index / 8, 1, bytes);
        if (step == ColumnarStep::kDone) made.bits = bytes[0] >> (place.index % 8) & 1;
        break;
      case ArrowLayout::kFixed: {
        if (place.index > (std::uint64_t{1} << 56) / field.width)
          return wrong("an index is too large");
        const std::uint64_t kept =
            std::min<std::uint64_t>(field.width, std::max<std::uint64_t>(text_bytes, 64));
        step = take(*place.buffers, array.buffer + 1, place.index * field.width, kept, bytes);
        if (step != ColumnarStep::kDone) return step;
        made.bytes = bytes;
        const auto width = static_cast<unsigned>(std::min<std::uint64_t>(field.width, 8));
        const unsigned shift = 64 - 8 * width;
        made.bits = static_cast<std::uint64_t>(
            static_cast<std::int64_t>(le_number(bytes) << shift) >> shift);
        if (field.type.kind == ColumnarKind::kDate && field.type.digits == 3) {
          const auto milliseconds = static_cast<std::int64_t>(made.bits);
          constexpr std::int64_t kDay = 86'400'000;
          made.bits =
              static_cast<std::uint64_t>(milliseconds / kDay - (milliseconds % kDay < 0 ? 1 : 0));
        }
        value = columnar_value(field.type, made, text_bytes);
        value.size = std::max<std::uint64_t>(
            value.size, value.kind == DatabaseValue::Kind::kBlob ? field.width : 0);
        return step;
      }
      case ArrowLayout::kBytes:
      case ArrowLayout::kLargeBytes: {
        const unsigned width = field.layout == ArrowLayout::kBytes ? 4 : 8;
        std::int64_t start = 0;
        std::int64_t end = 0;
        step = number(*place.buffers, array.buffer + 1, place.index, width, start);
        if (step == ColumnarStep::kDone)
          step = number(*place.buffers, array.buffer + 1, place.index + 1, width, end);
        if (step != ColumnarStep::kDone) return step;
        if (start < 0 || end < start) return wrong("its offsets go back");
        return bytes_of(place, array.buffer + 2, static_cast<std::uint64_t>(start),
                        static_cast<std::uint64_t>(end - start), text_bytes, value);
      }
      case ArrowLayout::kViews: {
        step = take(*place.buffers, array.buffer + 1, place.index * 16, 16, bytes);
        if (step != ColumnarStep::kDone) return step;
        const std::uint64_t size = le_number(bytes.first(4));
        if (size <= 12)
          return bytes_of(place, array.buffer + 1, place.index * 16 + 4, size, text_bytes, value);
        const std::uint64_t buffer = le_number(bytes.subspan(8, 4));
        if (buffer >= array.variadic) return wrong({"a view has no buffer {,}", buffer});
        return bytes_of(place, array.buffer + 2 + static_cast<std::uint32_t>(buffer),
                        le_number(bytes.subspan(12, 4)), size, text_bytes, value);
      }
      default:
        break;
    }
    if (step == ColumnarStep::kDone) value = columnar_value(field.type, made, text_bytes);
    return step;
  }

  /// A text or a blob, of which only what is kept is read.
  ColumnarStep bytes_of(const Place& place, std::uint32_t buffer, std::uint64_t from,
                        std::uint64_t size, std::uint64_t text_bytes, DatabaseValue& value) {
    ByteSpan bytes;
    const std::uint64_t kept = std::min(size, text_bytes);
    const ColumnarStep step = take(*place.buffers, buffer, from, kept, bytes);
    if (step != ColumnarStep::kDone) return step;
    value = columnar_value(schema_.fields[place.field].type, {0, bytes}, text_bytes);
    value.size = size;
    value.is_cut = kept < size;
    if (value.is_cut && value.kind == DatabaseValue::Kind::kText)
      value.bytes = decode_database_text(bytes, 1, true);
    return step;
  }

  ColumnarStep cell(std::uint32_t column, std::uint64_t index, std::uint64_t text_bytes,
                    DatabaseValue& value) {
    Place place{&current_, column, index};
    bool valid = false;
    const ColumnarStep step = resolve(place, valid);
    if (step != ColumnarStep::kDone) return step;
    if (!valid) {
      value = {};
      return step;
    }
    if (is_nested(place.field)) {
      JsonText json(text_bytes);
      const ColumnarStep written = write(place, json, text_bytes);
      if (written == ColumnarStep::kDone) value = json.take();
      return written;
    }
    return scalar(place, text_bytes, value);
  }

  bool is_nested(std::uint32_t field) const {
    const ArrowLayout layout = schema_.fields[field].layout;
    return layout >= ArrowLayout::kList && layout <= ArrowLayout::kMap;
  }

  /// Writes a value that may be nothing.
  ColumnarStep write_any(Place place, JsonText& json, std::uint64_t text_bytes) {
    bool valid = false;
    const ColumnarStep step = resolve(place, valid);
    if (step != ColumnarStep::kDone) return step;
    if (auto spent = tools_.budget.spend("the table's values", 1, 100); !spent) {
      is_out_of_work_ = true;
      return wrong(spent.error().message);
    }
    if (!valid) {
      json.add("null");
      return step;
    }
    if (is_nested(place.field)) return write(place, json, text_bytes);
    DatabaseValue value;
    const ColumnarStep read = scalar(place, text_bytes, value);
    if (read == ColumnarStep::kDone) json.add_value(schema_.fields[place.field].type, value);
    return read;
  }

  ColumnarStep write(const Place& place, JsonText& json, std::uint64_t text_bytes) {
    const ArrowField& field = schema_.fields[place.field];
    if (field.layout == ArrowLayout::kStruct) {
      json.add("{");
      for (std::size_t i = 0; i < field.children.size() && !json.is_full(); ++i) {
        if (i > 0) json.add(", ");
        json.add_string(schema_.fields[field.children[i]].name);
        json.add(": ");
        const ColumnarStep step =
            write_any({place.buffers, field.children[i], place.index}, json, text_bytes);
        if (step != ColumnarStep::kDone) return step;
      }
      json.add("}");
      return ColumnarStep::kDone;
    }
    std::uint64_t from = 0;
    std::uint64_t count = 0;
    if (const ColumnarStep step = elements(place, from, count); step != ColumnarStep::kDone)
      return step;
    const bool is_map = field.layout == ArrowLayout::kMap;
    const std::uint32_t child = field.children[0];
    json.add(is_map ? "{" : "[");
    for (std::uint64_t i = 0; i < count && !json.is_full(); ++i) {
      if (i > 0) json.add(", ");
      const ColumnarStep step = is_map
                                    ? write_pair({place.buffers, child, from + i}, json, text_bytes)
                                    : write_any({place.buffers, child, from + i}, json, text_bytes);
      if (step != ColumnarStep::kDone) return step;
    }
    json.add(is_map ? "}" : "]");
    return ColumnarStep::kDone;
  }

  /// The elements of a list or a map.
  ColumnarStep elements(const Place& place, std::uint64_t& from, std::uint64_t& count) {
    const ArrowField& field = schema_.fields[place.field];
    const std::uint32_t buffer = array_of(place).buffer + 1;
    if (field.layout == ArrowLayout::kFixedList) {
      count = field.width;
      from = place.index * field.width;
      return ColumnarStep::kDone;
    }
    const bool is_view =
        field.layout == ArrowLayout::kListView || field.layout == ArrowLayout::kLargeListView;
    const unsigned width =
        field.layout == ArrowLayout::kLargeList || field.layout == ArrowLayout::kLargeListView ? 8
                                                                                               : 4;
    std::int64_t start = 0;
    std::int64_t end = 0;
    ColumnarStep step = number(*place.buffers, buffer, place.index, width, start);
    if (step == ColumnarStep::kDone)
      step = is_view ? number(*place.buffers, buffer + 1, place.index, width, end)
                     : number(*place.buffers, buffer, place.index + 1, width, end);
    if (step != ColumnarStep::kDone) return step;
    if (!is_view && end >= start)
      end -= start;
    else if (!is_view)
      end = -1;
    if (start < 0 || end < 0) return wrong("its offsets go back");
    from = static_cast<std::uint64_t>(start);
    count = static_cast<std::uint64_t>(end);
    return step;
  }

  ColumnarStep write_pair(const Place& pair, JsonText& json, std::uint64_t text_bytes) {
    const ArrowField& field = schema_.fields[pair.field];
    if (field.layout != ArrowLayout::kStruct || field.children.size() != 2)
      return write_any(pair, json, text_bytes);
    Place key{pair.buffers, field.children[0], pair.index};
    bool valid = false;
    ColumnarStep step = resolve(key, valid);
    if (step != ColumnarStep::kDone) return step;
    DatabaseValue value;
    if (valid && !is_nested(key.field)) step = scalar(key, text_bytes, value);
    if (step != ColumnarStep::kDone) return step;
    bool is_cut = false;
    if (valid && is_nested(key.field)) {
      step = write(key, json, text_bytes);
      if (step != ColumnarStep::kDone) return step;
    } else {
      json.add_string(value.kind == DatabaseValue::Kind::kText
                          ? value.bytes
                          : value_cell(value, kKeyChars, is_cut));
    }
    json.add(": ");
    return write_any({pair.buffers, field.children[1], pair.index}, json, text_bytes);
  }

  void describe() {
    for (const std::uint32_t column : schema_.columns) {
      const ArrowField& field = schema_.fields[column];
      columns_.push_back(
          {field.name, arrow_type_text(schema_, column) + (field.is_nullable ? "" : " not null")});
    }
    const auto batches = [](std::size_t count, std::string_view of) {
      return compose({"{,} {} {}", std::uint64_t{count}, of, count == 1 ? "batch" : "batches"});
    };
    heading_ = compose({"Arrow {} with {column}, {row} ({}", is_file_ ? "file" : "stream",
                        std::uint64_t{columns_.size()}, rows_, batches(batches_.size(), "record")});
    if (!dictionaries_.empty())
      append_to(heading_, {", {}", batches(dictionaries_.size(), "dictionary")});
    if (!batches_.empty() && batches_[0].batch.codec >= 0)
      append_to(heading_, {", {}", batches_[0].batch.codec == 0   ? "LZ4"
                                   : batches_[0].batch.codec == 1 ? "Zstandard"
                                                                  : "unknown compression"});
    heading_ += ")\n";
    if (!schema_.notes.empty()) {
      heading_ += "(Metadata: ";
      for (std::size_t i = 0; i < std::min(schema_.notes.size(), kMostArrowNotesShown); ++i)
        append_to(heading_, {"{}{} with {byte}", i == 0 ? "" : ", ",
                             escape_line(schema_.notes[i].first), schema_.notes[i].second});
      if (schema_.notes.size() > kMostArrowNotesShown)
        append_to(heading_,
                  {", and {more}", std::uint64_t{schema_.notes.size() - kMostArrowNotesShown}});
      heading_ += ")\n";
    }
    // Batches without rows have no place among the others.
    std::erase_if(batches_, [](const Batch& batch) { return batch.batch.rows == 0; });
  }

  bool has_begun_ = false;
  bool is_file_ = false;
  bool has_footer_ = false;
  bool has_schema_ = false;
  std::uint64_t at_ = 0;  ///< the next message
  ArrowSchema schema_;
  std::vector<Block> blocks_;
  std::size_t block_ = 0;
  std::vector<Batch> batches_;
  std::vector<ArrowDictionary> dictionaries_;
  ArrowBuffers current_;
  std::uint64_t held_ = 0;  ///< by buffers that were unpacked
  ByteVector room_;
  std::string problem_;
  bool is_out_of_work_ = false;
};

}  // namespace

std::unique_ptr<ColumnarTable> open_arrow_table(const ColumnarTools& tools) {
  return std::make_unique<ArrowTable>(tools);
}

}  // namespace lectern
