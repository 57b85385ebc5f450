#include "image/png/apng.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"
#include "base/crc32.h"
#include "image/checks.h"
#include "image/codecs.h"
#include "image/png/png_chunks.h"

namespace lectern {
namespace {

/// Bytes of an IHDR after width and height.
constexpr std::size_t kHeaderTailBytes = 5;
constexpr std::size_t kSequenceBytes = 4;
/// Of a pixel that is unpacked, checked and blended with what is not opaque either, in units of
/// work; of one whose samples have 16 bits.
constexpr std::uint64_t kPixelWork = 26;
constexpr std::uint64_t kDeepPixelWork = 42;
/// Of a palette of 256 colors.
constexpr std::size_t kMaxSharedBytes = 768;

void append(std::string_view text, ByteVector& file) {
  file.insert(file.end(), text.begin(), text.end());
}

void append_u32(std::uint32_t value, ByteVector& file) {
  for (int shift = 24; shift >= 0; shift -= 8)
    file.push_back(static_cast<std::uint8_t>(value >> shift));
}

void append_chunk(std::string_view type, ByteSpan data, ByteVector& file) {
  append_u32(static_cast<std::uint32_t>(data.size()), file);
  const std::size_t start = file.size();
  append(type, file);
  file.insert(file.end(), data.begin(), data.end());
  append_u32(crc32_of(0, ByteSpan(file).subspan(start)), file);
}

/// Collects the chunks of a frame and makes a PNG of its own of them.
class ApngFrames {
 public:
  ApngFrames(const Limits& limits, FrameSink& sink) : limits_(limits), sink_(sink) {}

  Result<void> take(const PngChunk& chunk) {
    if (chunk.type == "IHDR") {
      header_tail_ = chunk.data.last(kHeaderTailBytes);
    } else if (chunk.type == "PLTE" || chunk.type == "tRNS") {
      // There is one of each; what damaged files repeat is not repeated for each frame, nor is what
      // is too long to be either.
      if (chunk.data.size() > kMaxSharedBytes) return {};
      const bool known = std::any_of(shared_.begin(), shared_.end(),
                                     [&](const PngChunk& each) { return each.type == chunk.type; });
      if (!known) shared_.push_back(chunk);
    } else if (chunk.type == "fcTL") {
      LECTERN_CHECK(finish());
      control_ = parse_frame_control(chunk.data);
    } else if (chunk.type == "IDAT") {
      data_.push_back(chunk.data);
    } else if (chunk.type == "fdAT") {
      data_.push_back(chunk.data.subspan(kSequenceBytes));
    }
    return {};
  }

  /// Gives the frame whose chunks have all been taken.
  Result<void> finish() {
    const std::vector<ByteSpan> data = std::move(data_);
    data_.clear();
    if (!control_) return {};
    const ByteVector file = file_of(data);
    LECTERN_TRY(const Pixels pixels, decode_pixels(file, codec_of(ImageFormat::kPng), limits_));
    return sink_.frame({pixels.view(), control_->x, control_->y, control_->blending == 1,
                        static_cast<FrameDisposal>(control_->disposal), control_->delay_ms});
  }

 private:
  ByteVector file_of(const std::vector<ByteSpan>& data) const {
    ByteVector header;
    append_u32(control_->size.width, header);
    append_u32(control_->size.height, header);
    header.insert(header.end(), header_tail_.begin(), header_tail_.end());
    ByteVector file;
    append("\x89PNG\r\n\x1A\n", file);
    append_chunk("IHDR", header, file);
    for (const PngChunk& chunk : shared_) append_chunk(chunk.type, chunk.data, file);
    for (const ByteSpan piece : data) append_chunk("IDAT", piece, file);
    append_chunk("IEND", {}, file);
    return file;
  }

  const Limits& limits_;
  FrameSink& sink_;
  ByteSpan header_tail_;
  std::vector<PngChunk> shared_;
  std::optional<ApngFrameControl> control_;
  std::vector<ByteSpan> data_;
};

}  // namespace

std::optional<ApngFrameControl> parse_frame_control(ByteSpan chunk_data) {
  ByteReader reader(chunk_data);
  const auto sequence = reader.u32_be();
  const auto width = reader.u32_be();
  const auto height = reader.u32_be();
  const auto x = reader.u32_be();
  const auto y = reader.u32_be();
  const auto numerator = reader.u16_be();
  const auto denominator = reader.u16_be();
  const auto disposal = reader.u8();
  const auto blending = reader.u8();
  if (!blending) return std::nullopt;
  // A fraction of a second, whose denominator 0 means 100.
  const std::uint64_t delay_ms =
      std::uint64_t{*numerator} * 1000 / (*denominator == 0 ? 100 : *denominator);
  return ApngFrameControl{*sequence, {*width, *height}, *x, *y, delay_ms, *disposal, *blending};
}

namespace {

/// Spends what all frames take, before the first is decoded.
Result<void> spend_on_all(PngChunks chunks, const Limits& limits) {
  WorkBudget work(limits);
  std::uint64_t each = kPixelWork;
  while (const auto chunk = chunks.next_unproven()) {
    if (chunk->type == "IEND") break;
    constexpr std::size_t kDepthAt = 8;
    if (chunk->type == "IHDR" && chunk->data.size() > kDepthAt && chunk->data[kDepthAt] == 16)
      each = kDeepPixelWork;
    const auto control = chunk->type == "fcTL" ? parse_frame_control(chunk->data) : std::nullopt;
    if (control) LECTERN_CHECK(spend_on_frame(control->size, each, work));
  }
  return {};
}

}  // namespace

Result<void> animate_png(ByteSpan bytes, const Limits& limits, FrameSink& sink) {
  PngChunks chunks(bytes);
  LECTERN_CHECK(spend_on_all(chunks, limits));
  ApngFrames frames(limits, sink);
  for (;;) {
    LECTERN_TRY(const PngChunk chunk, chunks.next());
    if (chunk.type == "IEND") return frames.finish();
    LECTERN_CHECK(frames.take(chunk));
  }
}

}  // namespace lectern
