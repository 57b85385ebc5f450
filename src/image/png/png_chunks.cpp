#include "image/png/png_chunks.h"

#include <algorithm>

#include "base/crc32.h"

namespace lectern {
namespace {

constexpr std::size_t kSignatureBytes = 8;
constexpr std::size_t kTypeBytes = 4;

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

}  // namespace

PngChunks::PngChunks(ByteSpan bytes) : reader_(bytes) { (void)reader_.skip(kSignatureBytes); }

Result<PngChunk> PngChunks::next() {
  const std::uint64_t offset = reader_.position();
  const Message at(" at byte {}", offset);
  const auto length = reader_.u32_be();
  const auto type = reader_.take(kTypeBytes);
  if (!length || !type) {
    return fail(ErrorCode::kCorruptImage, {"the file ends without an IEND chunk{}", at}, offset);
  }
  const std::string_view name = as_chars(*type);
  if (!std::all_of(name.begin(), name.end(), is_letter)) {
    return fail(ErrorCode::kCorruptImage, {"chunk type is not made of letters{}", at}, offset);
  }
  const auto data = reader_.take(*length);
  const auto stored_crc = reader_.u32_be();
  if (!data || !stored_crc) {
    return fail(ErrorCode::kCorruptImage,
                {"{} chunk of {} bytes runs past the end of the file{}", name, *length, at},
                offset);
  }
  if (crc32_of(crc32_of(0, *type), *data) != *stored_crc) {
    return fail(ErrorCode::kCorruptImage, {"{} crc mismatch{}", name, at}, offset);
  }
  return PngChunk{name, *data, offset};
}

std::optional<PngChunk> PngChunks::next_unproven() {
  const std::uint64_t offset = reader_.position();
  const auto length = reader_.u32_be();
  const auto type = reader_.take(kTypeBytes);
  const auto data = reader_.take(length.value_or(0));
  if (!reader_.u32_be()) return std::nullopt;
  return PngChunk{as_chars(*type), *data, offset};
}

}  // namespace lectern
