#include "documents/drawing/office_blip.h"

#include <algorithm>

#include "base/byte_reader.h"
#include "base/format.h"
#include "documents/drawing/metafile.h"
#include "inflate/inflater.h"

namespace lectern {

std::optional<OfficeBlip> blip_at(ByteSpan bytes, std::uint64_t offset) {
  if (offset > bytes.size()) return std::nullopt;
  ByteReader reader(bytes.subspan(static_cast<std::size_t>(offset)));
  const std::uint32_t instance = reader.u16_le().value_or(0) >> 4U;
  const std::uint16_t type = reader.u16_le().value_or(0);
  const std::uint64_t length = reader.u32_le().value_or(0);
  if (type < 0xF01A || type > 0xF02A) return std::nullopt;
  const bool is_drawn = type <= 0xF01C;
  // One or two identifiers, then the head of a metafile or a byte.
  const std::uint64_t head = ((instance & 1) != 0 ? 32U : 16U) + (is_drawn ? 34U : 1U);
  if (length <= head || reader.remaining() <= head) return std::nullopt;
  OfficeBlip blip;
  blip.offset = offset + 8 + head;
  blip.bytes = std::min<std::uint64_t>(length, reader.remaining()) - head;
  // The last two bytes of the head: how it is compressed, 0 for deflate, and a filter.
  blip.is_packed = is_drawn && bytes[static_cast<std::size_t>(blip.offset - 2)] == 0;
  blip.is_bare_bitmap = type == 0xF01F;
  return blip;
}

Result<ByteVector> blip_file(ByteSpan bytes, const OfficeBlip& blip, std::uint64_t max_bytes,
                             bool whole) {
  if (blip.offset > bytes.size() || blip.bytes > bytes.size() - blip.offset)
    return fail(ErrorCode::kCorruptDocument, "it is not in the file");
  const ByteSpan stored =
      bytes.subspan(static_cast<std::size_t>(blip.offset), static_cast<std::size_t>(blip.bytes));
  ByteVector file;
  if (blip.is_packed) {
    Inflater inflater;
    inflater.feed(stored);
    while (file.size() <= max_bytes) {
      const auto piece = inflater.next();
      if (!piece && file.empty()) return fail(ErrorCode::kCorruptDocument, {"{}", piece.error()});
      if (!piece || piece->empty()) break;
      file.insert(file.end(), piece->begin(), piece->end());
    }
  } else if (blip.is_bare_bitmap && !starts_with(stored, "BM")) {
    file = bmp_of(stored, {});
  } else {
    const std::size_t some =
        static_cast<std::size_t>(std::min<std::uint64_t>(stored.size(), max_bytes));
    if (!whole || some == stored.size())
      return ByteVector(stored.begin(), stored.begin() + static_cast<std::ptrdiff_t>(some));
    return fail(ErrorCode::kLimitExceeded, {"{byte}, at most {}", stored.size(), max_bytes});
  }
  if (file.size() > max_bytes) {
    if (whole) return fail(ErrorCode::kLimitExceeded, {"more than {byte}", max_bytes});
    file.resize(static_cast<std::size_t>(max_bytes));
  }
  return file;
}

}  // namespace lectern
