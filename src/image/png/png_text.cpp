#include "image/png/png_text.h"

#include "inflate/inflater.h"

namespace lectern {
namespace {

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

/// Inflates `data`, until there are more than `most` bytes. \returns how many there are.
template <typename Consumer>
std::optional<std::uint64_t> inflate_up_to(ByteSpan data, std::uint64_t most,
                                           const Consumer& consume) {
  Inflater inflater;
  inflater.feed(data);
  std::uint64_t total = 0;
  while (total <= most) {
    const auto bytes = inflater.next();
    if (!bytes) return std::nullopt;
    if (bytes->empty()) break;
    consume(*bytes);
    total += bytes->size();
  }
  if (!inflater.ended() && total <= most) return std::nullopt;
  return total;
}

std::optional<std::uint64_t> inflated_bytes(ByteSpan data, std::uint64_t most) {
  return inflate_up_to(data, most, [](ByteSpan) {});
}

/// Name, NUL, compression method, data: nullopt when it is cut off.
std::optional<ByteSpan> named_data(ByteSpan chunk_data) {
  if (!skip_string(chunk_data) || !skip_bytes(chunk_data, 1)) return std::nullopt;
  return chunk_data;
}

}  // namespace

std::optional<std::uint64_t> inflated_text_bytes(const PngChunk& chunk, std::uint64_t most) {
  ByteSpan rest = chunk.data;
  if (chunk.type == "zTXt" || chunk.type == "iCCP") {
    const std::optional<ByteSpan> data = named_data(rest);
    return data ? inflated_bytes(*data, most) : std::nullopt;
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

ByteVector inflated_profile(const PngChunk& chunk, std::uint64_t most) {
  ByteVector icc;
  const std::optional<ByteSpan> data = named_data(chunk.data);
  if (!data) return icc;
  const auto total = inflate_up_to(
      *data, most, [&icc](ByteSpan bytes) { icc.insert(icc.end(), bytes.begin(), bytes.end()); });
  if (!total || *total > most) icc.clear();
  return icc;
}

}  // namespace lectern
