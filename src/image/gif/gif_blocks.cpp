#include "image/gif/gif_blocks.h"

#include <utility>

namespace lectern {
namespace {

constexpr std::size_t kSignatureBytes = 6;
constexpr std::uint8_t kExtension = 0x21;
constexpr std::uint8_t kImage = 0x2C;
constexpr std::uint8_t kTrailer = 0x3B;
constexpr std::uint8_t kGraphicControl = 0xF9;
constexpr std::uint8_t kHasPalette = 0x80;
constexpr std::uint8_t kInterlaced = 0x40;
constexpr std::uint32_t kMaxCodeBits = 11;

}  // namespace

Result<GifBlocks> GifBlocks::open(ByteSpan bytes) {
  GifBlocks blocks(bytes);
  LECTERN_CHECK(blocks.read_header());
  return blocks;
}

tl::unexpected<Error> GifBlocks::cut() const {
  return fail(ErrorCode::kCorruptImage,
              {"the file is cut off at byte {}", reader_.position() + reader_.remaining()},
              reader_.position());
}

Result<void> GifBlocks::read_header() {
  if (!reader_.skip(kSignatureBytes)) return cut();
  const auto width = reader_.u16_le();
  const auto height = reader_.u16_le();
  const auto flags = reader_.u8();
  if (!width || !height || !flags || !reader_.skip(2)) return cut();
  screen_ = {*width, *height};
  bits_per_color_ = (*flags >> 4 & 7u) + 1;
  LECTERN_TRY(global_palette_, take_palette(*flags));
  return {};
}

Result<ByteSpan> GifBlocks::take_palette(std::uint8_t flags) {
  if ((flags & kHasPalette) == 0) return ByteSpan();
  const std::size_t colors = std::size_t{2} << (flags & 7u);
  const auto palette = reader_.take(colors * 3);
  if (!palette) return cut();
  return *palette;
}

Result<ByteSpan> GifBlocks::take_sub_blocks() {
  ByteReader start = reader_;
  std::size_t total = 0;
  for (;;) {
    const auto length = reader_.u8();
    if (!length) return cut();
    if (*length == 0) return *start.take(total);
    if (!reader_.skip(*length)) return cut();
    total += std::size_t{*length} + 1;
  }
}

Result<void> GifBlocks::read_extension() {
  const auto label = reader_.u8();
  if (!label) return cut();
  LECTERN_TRY(const ByteSpan blocks, take_sub_blocks());
  if (*label != kGraphicControl) return {};
  ByteReader control(blocks);
  const auto length = control.u8();
  const auto flags = control.u8();
  const auto delay = control.u16_le();
  const auto transparent = control.u8();
  if (!length || *length < 4 || !transparent) return {};
  pending_.delay_ms = std::uint32_t{*delay} * 10;
  pending_.transparent_index.reset();
  if ((*flags & 1u) != 0) pending_.transparent_index = *transparent;
  const unsigned disposal = *flags >> 2 & 7u;
  pending_.disposal = disposal == 2   ? GifDisposal::kBackground
                      : disposal == 3 ? GifDisposal::kPrevious
                                      : GifDisposal::kKeep;
  return {};
}

Result<GifFrame> GifBlocks::read_image() {
  GifFrame frame = std::exchange(pending_, GifFrame());
  frame.offset = reader_.position() - 1;
  const auto x = reader_.u16_le();
  const auto y = reader_.u16_le();
  const auto width = reader_.u16_le();
  const auto height = reader_.u16_le();
  const auto flags = reader_.u8();
  if (!flags) return cut();
  frame.x = *x;
  frame.y = *y;
  frame.size = {*width, *height};
  frame.interlaced = (*flags & kInterlaced) != 0;
  LECTERN_TRY(frame.palette, take_palette(*flags));
  if (frame.palette.empty()) frame.palette = global_palette_;
  const auto code_bits = reader_.u8();
  if (!code_bits) return cut();
  if (*code_bits == 0 || *code_bits > kMaxCodeBits) {
    return fail(ErrorCode::kCorruptImage,
                {"frame at byte {} has LZW codes of {} bits", frame.offset, *code_bits},
                frame.offset);
  }
  frame.min_code_bits = *code_bits;
  LECTERN_TRY(frame.data_blocks, take_sub_blocks());
  return frame;
}

Result<std::optional<GifFrame>> GifBlocks::next_frame() {
  for (;;) {
    const auto introducer = reader_.u8();
    if (!introducer) return cut();
    if (*introducer == kTrailer) return std::nullopt;
    if (*introducer == kImage) {
      LECTERN_TRY(GifFrame frame, read_image());
      return frame;
    }
    if (*introducer != kExtension) {
      const std::uint64_t offset = reader_.position() - 1;
      return fail(ErrorCode::kCorruptImage, {"unknown block at byte {}", offset}, offset);
    }
    LECTERN_CHECK(read_extension());
  }
}

}  // namespace lectern
