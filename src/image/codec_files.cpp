// What the core knows of the formats whose decoders may be a module of their own: their signatures,
// and what makes a page the first of its file.
#include <algorithm>
#include <bit>

#include "base/byte_reader.h"
#include "image/bmp/bmp.h"
#include "image/bmp/ico.h"
#include "image/tiff/tiff.h"
#include "image/tiff/tiff_directory.h"
#include "image/webp/webp.h"

namespace lectern {

bool sniff_webp(ByteSpan bytes) {
  return starts_with(bytes, "RIFF") && has_bytes_at(bytes, 8, "WEBP");
}

bool sniff_tiff(ByteSpan bytes) {
  constexpr std::string_view kSignatures[] = {
      {"II*\0", 4}, {"MM\0*", 4}, {"II+\0", 4}, {"MM\0+", 4}};
  return std::any_of(std::begin(kSignatures), std::end(kSignatures),
                     [bytes](std::string_view each) { return starts_with(bytes, each); });
}

void begin_tiff_with(std::uint64_t offset, std::span<std::uint8_t> file) {
  constexpr std::uint8_t kBigTiff = 43;
  const bool little = file[0] == 'I';
  const bool big = file[little ? 2 : 3] == kBigTiff;
  const std::size_t size = big ? 8 : 4;
  for (std::size_t i = 0; i < size; ++i) {
    file[size + (little ? i : size - 1 - i)] = static_cast<std::uint8_t>(offset >> (8 * i));
  }
}

bool is_bare_bitmap(ByteSpan bytes) {
  ByteReader reader(bytes);
  const auto header_bytes = reader.u32_le();
  const auto width = reader.u32_le();
  (void)reader.skip(4);
  const auto planes = reader.u16_le();
  const auto bits = reader.u16_le();
  constexpr std::uint32_t kMostWidth = 0xFFFF;
  return bits && (*header_bytes == 40 || *header_bytes == 108 || *header_bytes == 124) &&
         *width - 1 < kMostWidth && *planes == 1 && *bits <= 32 &&
         (std::has_single_bit(unsigned{*bits}) || *bits == 24);
}

bool sniff_bmp(ByteSpan bytes) {
  constexpr std::size_t kFileHeaderBytes = 14;
  constexpr std::uint32_t kMinHeaderBytes = 12;
  constexpr std::uint32_t kMaxHeaderBytes = 124;
  if (is_bare_bitmap(bytes)) return true;
  ByteReader reader(bytes);
  if (!starts_with(bytes, "BM") || !reader.seek(kFileHeaderBytes)) return false;
  const auto header_bytes = reader.u32_le();
  return header_bytes && *header_bytes >= kMinHeaderBytes && *header_bytes <= kMaxHeaderBytes;
}

bool sniff_ico(ByteSpan bytes) {
  constexpr std::uint16_t kIcon = 1;
  constexpr std::uint16_t kCursor = 2;
  ByteReader reader(bytes);
  if (reader.u16_le() != 0) return false;
  const auto kind = reader.u16_le();
  if (!kind || (*kind != kIcon && *kind != kCursor)) return false;
  const auto count = reader.u16_le();
  constexpr std::size_t kReservedAt = kIconDirectoryBytes + 3;
  constexpr std::size_t kOffsetAt = kIconDirectoryBytes + 12;
  if (!count || *count == 0 || !reader.seek(kReservedAt) || reader.u8() != 0) return false;
  (void)reader.seek(kOffsetAt);
  const auto offset = reader.u32_le();
  return offset && *offset >= kIconDirectoryBytes + kIconEntryBytes;
}

void keep_icon_picture(ByteSpan icon, std::uint64_t entry, std::span<std::uint8_t> file) {
  file[4] = 1;
  file[5] = 0;
  const auto kept = icon.subspan(static_cast<std::size_t>(entry), kIconEntryBytes);
  std::copy(kept.begin(), kept.end(), file.subspan(kIconDirectoryBytes).begin());
}

}  // namespace lectern
