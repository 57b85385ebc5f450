#include "text/encoding_detector.h"

#include "text/kernels.h"
#include "text/utf8.h"

namespace lectern {

std::optional<ByteOrderMark> find_byte_order_mark(ByteSpan bytes) {
  constexpr std::string_view kUtf32LeMark("\xFF\xFE\0\0", 4);
  constexpr std::string_view kUtf32BeMark("\0\0\xFE\xFF", 4);
  if (starts_with(bytes, "\xEF\xBB\xBF")) return ByteOrderMark{Encoding::kUtf8, 3};
  if (starts_with(bytes, kUtf32LeMark)) return ByteOrderMark{Encoding::kUtf32Le, 4};
  if (starts_with(bytes, kUtf32BeMark)) return ByteOrderMark{Encoding::kUtf32Be, 4};
  if (starts_with(bytes, "\xFF\xFE")) return ByteOrderMark{Encoding::kUtf16Le, 2};
  if (starts_with(bytes, "\xFE\xFF")) return ByteOrderMark{Encoding::kUtf16Be, 2};
  return std::nullopt;
}

bool has_iso_2022_jp_escape(ByteSpan bytes) {
  const std::string_view text = as_chars(bytes);
  for (const std::string_view escape : {"\x1B$B", "\x1B$@", "\x1B(J", "\x1B(I"}) {
    if (text.find(escape) != std::string_view::npos) return true;
  }
  return false;
}

std::optional<EncodingGuess> guess_encoding(ByteSpan window, bool at_end) {
  const std::size_t valid = valid_utf8_size(window);
  if (valid == window.size()) return EncodingGuess{Encoding::kUtf8, std::nullopt};
  // A character cut by the window's end is no evidence against UTF-8; one cut by the file's end is
  // little.
  const bool cut = invalid_utf8_at(window.subspan(valid)).cut;
  if (cut && (!at_end || valid > 0)) return EncodingGuess{Encoding::kUtf8, std::nullopt};
  return std::nullopt;
}

}  // namespace lectern
