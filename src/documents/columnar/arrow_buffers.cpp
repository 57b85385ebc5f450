#include "documents/columnar/arrow_buffers.h"

#include <algorithm>
#include <utility>

#include "documents/columnar/columnar_codec.h"

namespace lectern {

std::uint64_t arrow_number(ByteSpan bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = std::min<std::size_t>(bytes.size(), 8); i > 0; --i)
    value = value << 8 | bytes[i - 1];
  return value;
}

ColumnarStep ArrowBuffers::wrong(const Message& what) {
  problem_ = compose(what);
  return ColumnarStep::kFailed;
}

ColumnarStep ArrowBuffers::out_of_work(const Error& error) {
  is_out_of_work_ = true;
  return wrong(error.message);
}

void ArrowBuffers::forget(ArrowUnpacked& buffers) {
  for (const auto& [number, bytes] : buffers.unpacked) held_ -= bytes.capacity();
  buffers.unpacked.clear();
}

ColumnarStep ArrowBuffers::take(ArrowUnpacked& buffers, std::uint32_t number, std::uint64_t from,
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
    return wrong(
        {"buffer {} has {byte}, {,} are needed", number, std::uint64_t{whole.size()}, from + size});
  out = whole.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(size));
  return ColumnarStep::kDone;
}

ColumnarStep ArrowBuffers::unpack(ArrowUnpacked& buffers, std::uint32_t number, ByteSpan& whole) {
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
  if (!bytes) return tools_.bytes.is_lacking() ? ColumnarStep::kNeedsBytes : wrong("the file ends");
  const auto stated = static_cast<std::int64_t>(arrow_number(bytes->first(8)));
  const ByteSpan packed = bytes->subspan(8);
  const std::uint64_t size = stated < 0 ? packed.size() : static_cast<std::uint64_t>(stated);
  const std::uint64_t most = tools_.limits.max_decoded_bytes / 4 * 3;
  if (size > most - std::min(held_, most))
    return wrong({"its buffers unpack to {byte}, the limit is {,}", held_ + size, most});
  if (stated >= 0 && buffers.batch->codec > 1)
    return wrong({"its compression {} is unknown", buffers.batch->codec});
  const ColumnarCodec codec = stated < 0                  ? ColumnarCodec::kNone
                              : buffers.batch->codec == 0 ? ColumnarCodec::kLz4Frame
                                                          : ColumnarCodec::kZstd;
  if (auto spent = tools_.pay_for_block(packed.size()); !spent) return out_of_work(spent.error());
  auto made = unpack_block(codec, packed, size, tools_.limits, tools_.budget);
  if (!made) {
    is_out_of_work_ = tools_.budget.spent() > tools_.budget.max_units();
    return wrong({"buffer {}: {}", number, made.error().message});
  }
  held_ += made->capacity();
  whole = buffers.unpacked.emplace(number, *std::move(made)).first->second;
  return ColumnarStep::kDone;
}

ColumnarStep ArrowBuffers::number(ArrowUnpacked& buffers, std::uint32_t buffer, std::uint64_t index,
                                  unsigned width, std::int64_t& out) {
  ByteSpan bytes;
  if (index > (std::uint64_t{1} << 56)) return wrong("an index is too large");
  const ColumnarStep step = take(buffers, buffer, index * width, width, bytes);
  if (step != ColumnarStep::kDone) return step;
  const unsigned shift = 64 - 8 * width;
  out = static_cast<std::int64_t>(arrow_number(bytes) << shift) >> shift;
  return step;
}

}  // namespace lectern
