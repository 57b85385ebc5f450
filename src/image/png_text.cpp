#include "image/png_text.h"

#include <zlib.h>

namespace lectern {
namespace {

constexpr std::size_t kWindowBytes = 16 * 1024;

/// Steps over a text of at most `rest` bytes and the NUL that ends it.
bool skip_string(ByteSpan& rest) {
  const std::size_t end = as_chars(rest).find('\0');
  if (end == std::string_view::npos) return false;
  rest = rest.subspan(end + 1);
  return true;
}

bool skip_bytes(ByteSpan& rest, std::size_t count) {
  if (rest.size() < count) return false;
  rest = rest.subspan(count);
  return true;
}

std::optional<std::uint64_t> inflated_bytes(ByteSpan data, std::uint64_t most) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return std::nullopt;
  ByteVector window(kWindowBytes);
  stream.next_in = const_cast<Bytef*>(data.data());  // zlib reads only
  stream.avail_in = static_cast<uInt>(data.size());
  std::uint64_t total = 0;
  int status = Z_OK;
  while (status == Z_OK && total <= most) {
    stream.next_out = window.data();
    stream.avail_out = static_cast<uInt>(window.size());
    status = inflate(&stream, Z_NO_FLUSH);
    total += window.size() - stream.avail_out;
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END && total <= most) return std::nullopt;
  return total;
}

}  // namespace

std::optional<std::uint64_t> inflated_text_bytes(const PngChunk& chunk, std::uint64_t most) {
  ByteSpan rest = chunk.data;
  if (chunk.type == "zTXt" || chunk.type == "iCCP") {
    // Name, NUL, compression method, data.
    if (!skip_string(rest) || !skip_bytes(rest, 1)) return std::nullopt;
    return inflated_bytes(rest, most);
  }
  if (chunk.type == "iTXt") {
    // Keyword, NUL, compressed?, method, language, NUL, translated keyword, NUL, text.
    if (!skip_string(rest) || rest.size() < 2) return std::nullopt;
    const bool compressed = rest[0] != 0;
    if (!skip_bytes(rest, 2) || !skip_string(rest) || !skip_string(rest)) return std::nullopt;
    return compressed ? inflated_bytes(rest, most) : std::uint64_t{0};
  }
  return std::uint64_t{0};
}

}  // namespace lectern
