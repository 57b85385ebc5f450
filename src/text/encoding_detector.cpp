#include "text/encoding_detector.h"

#include <algorithm>

#include "text/kernels.h"
#include "text/multibyte_detector.h"
#include "text/single_byte_detector.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// What designates the set of ISO-2022-KR, behind an escape.
constexpr const char* kKoreanSet = "$)C";
/// Bytes of a window without NUL that are far too few to say what they are.
constexpr std::size_t kTinyBytes = 32;

/// UTF-8 with damage: the bytes that follow its structure, be their values allowed or not, against
/// those that do not.
struct Utf8Tally {
  std::size_t valid = 0;         ///< well-formed characters of several bytes
  std::size_t shaped = 0;        ///< a lead byte and the continuation bytes it asks for, ill-formed
  std::size_t shaped_bytes = 0;  ///< bytes of both
  std::size_t strange = 0;       ///< other bytes of 0x80 and above
};

/// Bytes a lead byte asks for, in the original UTF-8 of up to six (RFC 2279); 0 for none.
std::size_t promised_size(std::uint8_t lead) {
  if (lead < 0xC0 || lead >= 0xFE) return 0;
  std::size_t size = 0;
  while ((lead << size & 0x80) != 0) ++size;
  return size;
}

Utf8Tally tally_utf8(ByteSpan bytes) {
  Utf8Tally tally;
  while (!bytes.empty()) {
    if (bytes[0] < 0x80) {
      bytes = bytes.subspan(1);
      continue;
    }
    const std::size_t valid = utf8_sequence_size(bytes);
    const std::size_t promised = promised_size(bytes[0]);
    const bool shaped =
        promised > 1 && promised <= bytes.size() &&
        std::all_of(bytes.begin() + 1, bytes.begin() + static_cast<std::ptrdiff_t>(promised),
                    is_utf8_continuation);
    if (valid > 0) {
      ++tally.valid;
    } else if (shaped) {
      ++tally.shaped;
    } else {
      ++tally.strange;
    }
    const std::size_t size = valid > 0 ? valid : shaped ? promised : 1;
    if (valid > 0 || shaped) tally.shaped_bytes += size;
    bytes = bytes.subspan(size);
  }
  return tally;
}

}  // namespace

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

bool has_iso_2022_escape(ByteSpan bytes) {
  for (;;) {
    bytes = bytes.subspan(find_byte(bytes, 0x1B));
    if (bytes.empty()) return false;
    bytes = bytes.subspan(1);
    for (const std::string_view set : {"$B", "$@", "(J", "(I", kKoreanSet}) {
      if (starts_with(bytes, set)) return true;
    }
  }
}

std::optional<EncodingGuess> guess_without_tables(ByteSpan window, bool at_end) {
  if (has_iso_2022_escape(window) &&
      std::none_of(window.begin(), window.end(), [](std::uint8_t byte) { return byte >= 0x80; })) {
    // It designates its set once, at the start.
    const bool korean = has_bytes_at(window, 1, kKoreanSet);
    return EncodingGuess{korean ? Encoding::kIso2022Kr : Encoding::kIso2022Jp, std::nullopt};
  }
  const std::size_t valid = valid_utf8_size(window);
  if (valid == window.size()) return EncodingGuess{Encoding::kUtf8, std::nullopt};
  // A character cut by the end of the window is no evidence, one cut by the end of the file little.
  const bool cut = invalid_utf8_at(window.subspan(valid)).cut;
  if (cut && (!at_end || count_characters(window.first(valid)) < valid)) {
    return EncodingGuess{Encoding::kUtf8, std::nullopt};
  }
  const Utf8Tally tally = tally_utf8(window);
  if (tally.valid > 4 * (tally.shaped + tally.strange)) return EncodingGuess{Encoding::kUtf8, 95};
  return std::nullopt;
}

bool has_many_controls(ByteSpan window) {
  // Text holds few apart from white space, backspace and escape.
  const auto controls = std::count_if(window.begin(), window.end(), [](std::uint8_t byte) {
    return (byte < 0x20 && (byte < '\b' || byte > '\r') && byte != 0x1B) || byte == 0x7F;
  });
  return static_cast<std::size_t>(controls) * 50 > window.size();
}

bool may_be_no_text(ByteSpan window) {
  // Binary data that is compressed or encrypted hardly has blanks and line ends.
  const auto high = static_cast<std::size_t>(
      std::count_if(window.begin(), window.end(), [](std::uint8_t byte) { return byte >= 0x80; }));
  return high * 10 > window.size() * 9 && window.size() > kTinyBytes;
}

std::optional<EncodingGuess> guess_with_tables(ByteSpan window, bool at_end,
                                               const LegacyTables& tables) {
  if (const auto guess = guess_multibyte(window, at_end, tables)) {
    return EncodingGuess{guess->encoding, guess->confidence_percent};
  }
  const Utf8Tally tally = tally_utf8(window);
  if (tally.valid + tally.shaped >= 3 && tally.shaped_bytes >= 2 * tally.strange) {
    return EncodingGuess{Encoding::kUtf8, 60};
  }
  const auto guess = guess_single_byte(window, tables);
  // Thai writes no blanks between words.
  const bool may_be_dense = guess && guess->encoding == Encoding::kWindows874;
  if (may_be_no_text(window) && !may_be_dense) return std::nullopt;
  if (guess) return EncodingGuess{guess->encoding, guess->confidence_percent};
  return EncodingGuess{Encoding::kWindows1252, 10};
}

}  // namespace lectern
