#include "image/bmp/ico.h"

#include <algorithm>

#include "base/byte_reader.h"
#include "base/format.h"
#include "image/bmp/dib.h"
#include "image/png/png.h"

namespace lectern {
namespace {

constexpr std::uint16_t kCursor = 2;

struct Entry {
  std::uint32_t pixels = 0;  ///< by the directory
  std::uint32_t bits = 0;    ///< a cursor has its hot spot there
  std::uint32_t offset = 0;
};

std::optional<Entry> read_entry(ByteReader& reader, bool cursor) {
  const auto width = reader.u8();
  const auto height = reader.u8();
  const bool colors_and_planes = reader.skip(4);
  const auto bits = reader.u16_le();
  const bool length = reader.skip(4);
  const auto offset = reader.u32_le();
  if (!width || !height || !colors_and_planes || !bits || !length || !offset) return std::nullopt;
  const auto side = [](std::uint32_t stored) { return stored == 0 ? 256 : stored; };
  return Entry{side(*width) * side(*height), cursor ? 0u : *bits, *offset};
}

/// The bytes from the largest entry's start on; its length field is often wrong and not needed.
Result<ByteSpan> largest_entry(ByteSpan bytes) {
  ByteReader reader(bytes);
  const bool reserved = reader.skip(2);
  const auto kind = reader.u16_le();
  const auto count = reader.u16_le();
  if (!reserved || !kind || !count || *count == 0) {
    return fail(ErrorCode::kCorruptImage, "icon directory is cut off or empty");
  }
  std::optional<Entry> largest;
  for (std::uint32_t i = 0; i < *count; ++i) {
    const auto entry = read_entry(reader, *kind == kCursor);
    if (!entry) {
      return fail(ErrorCode::kCorruptImage,
                  {"icon directory says {picture}, the file ends after {}", *count, i});
    }
    const bool better = !largest || entry->pixels > largest->pixels ||
                        (entry->pixels == largest->pixels && entry->bits > largest->bits);
    if (better) largest = entry;
  }
  if (largest->offset >= bytes.size()) {
    return fail(ErrorCode::kCorruptImage,
                {"icon picture at byte {} is behind the end of the file", largest->offset});
  }
  return bytes.subspan(largest->offset);
}

/// Lays the icon's mask over the rows that go through: a set bit is transparent.
class MaskingSink final : public RowSink {
 public:
  /// \param mask  rows from the bottom up, padded to four bytes.
  MaskingSink(ByteSpan mask, RowSink& target) : mask_(mask), target_(target) {}

  Result<void> begin(Dimensions size) override {
    size_ = size;
    return target_.begin(size);
  }
  void row(ByteSpan rgba) override {
    row_.assign(rgba.begin(), rgba.end());
    const std::size_t stride = (std::size_t{size_.width} + 31) / 32 * 4;
    const std::size_t first = stride * (size_.height - 1 - next_row_++);
    for (std::size_t x = 0; x < size_.width; ++x) {
      const std::size_t at = first + x / 8;
      if (at < mask_.size() && (mask_[at] >> (7 - x % 8) & 1) != 0) row_[x * kRgbaBytes + 3] = 0;
    }
    target_.row(row_);
  }

 private:
  ByteSpan mask_;
  RowSink& target_;
  Dimensions size_;
  ByteVector row_;
  std::uint32_t next_row_ = 0;
};

/// True when some of the 32-bit pixels have alpha: then it holds, and not the mask.
bool uses_alpha(const Dib& dib) {
  const std::size_t bytes = dib.row_bytes() * dib.size.height;
  const ByteSpan pixels = dib.data.first(std::min(bytes, dib.data.size()));
  for (std::size_t i = 3; i < pixels.size(); i += 4) {
    if (pixels[i] != 0) return true;
  }
  return false;
}

}  // namespace

Result<ImageInfo> verify_ico(ByteSpan bytes, const Limits& limits) {
  LECTERN_TRY(const ByteSpan entry, largest_entry(bytes));
  ImageInfo info;
  if (sniff_png(entry)) {
    LECTERN_TRY(info, verify_png(entry, limits));
    info.warnings.clear();  // other entries lie behind the PNG
    info.fragile = false;
  } else {
    LECTERN_TRY(const Dib dib, parse_dib(entry, 0, true, limits));
    info.size = dib.size;
    info.bit_depth = std::min(dib.bits_per_pixel, 8u);
    info.color_type = dib.bits_per_pixel <= 8 ? "indexed" : "rgba";
    info.alpha = true;
    NullSink sink;
    LECTERN_CHECK(decode_ico(bytes, limits, sink));
  }
  info.format = ImageFormat::kIco;
  info.frames = ByteReader(bytes.subspan(4)).u16_le().value_or(1);
  return info;
}

Result<std::vector<std::uint64_t>> icon_pictures(ByteSpan bytes) {
  LECTERN_CHECK(largest_entry(bytes));
  std::vector<std::uint64_t> entries(ByteReader(bytes.subspan(4)).u16_le().value_or(0));
  for (std::size_t i = 0; i < entries.size(); ++i)
    entries[i] = kIconDirectoryBytes + i * kIconEntryBytes;
  return entries;
}

Result<void> decode_ico(ByteSpan bytes, const Limits& limits, RowSink& sink) {
  LECTERN_TRY(const ByteSpan entry, largest_entry(bytes));
  if (sniff_png(entry)) return decode_png(entry, limits, sink);
  LECTERN_TRY(Dib dib, parse_dib(entry, 0, true, limits));
  if (dib.bits_per_pixel == 32 && uses_alpha(dib)) {
    dib.masks[3] = 0xFF00'0000;
    return decode_dib(dib, limits, sink);
  }
  const std::size_t mask_at = std::min(dib.row_bytes() * dib.size.height, dib.data.size());
  MaskingSink masking(dib.data.subspan(mask_at), sink);
  return decode_dib(dib, limits, masking);
}

}  // namespace lectern
