#include "text/wide_detector.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace lectern {
namespace {

/// Blocks that running text is made of (Unicode 15), with the gaps between them that are small;
/// rare scripts are left out.
struct Range {
  char32_t first;
  char32_t last;
};
constexpr Range kCommon[] = {
    {0x0020, 0x007E}, {0x00A0, 0x07BF}, {0x0900, 0x1AFF}, {0x1D00, 0xA4CF},   {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF}, {0xFE30, 0xFE4F}, {0xFEFF, 0xFFEF}, {0x1F000, 0x1FAFF}, {0x20000, 0x3134F},
};

struct Tally {
  std::size_t characters = 0;
  std::size_t common = 0;
  std::size_t ascii = 0;
  bool impossible = false;  ///< NUL, a control, a surrogate out of place or no code point at all
};

void count(char32_t c, Tally& tally) {
  ++tally.characters;
  const bool white = c == '\t' || c == '\n' || c == '\f' || c == '\r';
  if (white || (c >= 0x20 && c < 0x7F)) ++tally.ascii;
  if ((c < 0x20 && !white && c != 0x1B) || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF) ||
      (c & 0xFFFE) == 0xFFFE) {
    tally.impossible = true;
  }
  if (white || std::any_of(std::begin(kCommon), std::end(kCommon), [c](const Range& range) {
        return c >= range.first && c <= range.last;
      })) {
    ++tally.common;
  }
}

char32_t unit_at(ByteSpan bytes, std::size_t at, std::size_t unit_bytes, bool little) {
  char32_t unit = 0;
  for (std::size_t i = 0; i < unit_bytes; ++i) {
    unit = unit << 8 | bytes[at + (little ? unit_bytes - 1 - i : i)];
  }
  return unit;
}

Tally tally_units(ByteSpan bytes, std::size_t unit_bytes, bool little) {
  Tally tally;
  for (std::size_t at = 0; at + unit_bytes <= bytes.size() && !tally.impossible; at += unit_bytes) {
    char32_t c = unit_at(bytes, at, unit_bytes, little);
    const bool high = unit_bytes == 2 && c >= 0xD800 && c <= 0xDBFF;
    if (high && at + 4 > bytes.size()) break;  // a pair cut by the end of the head
    if (high) {
      const char32_t low = unit_at(bytes, at + 2, 2, little);
      if (low >= 0xDC00 && low <= 0xDFFF) {
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        at += 2;
      }
    }
    count(c, tally);
  }
  return tally;
}

struct Candidate {
  Encoding encoding;
  std::size_t unit_bytes;
  bool little;
};
constexpr Candidate kCandidates[] = {{Encoding::kUtf32Le, 4, true},
                                     {Encoding::kUtf32Be, 4, false},
                                     {Encoding::kUtf16Le, 2, true},
                                     {Encoding::kUtf16Be, 2, false}};

/// ASCII with a few stray NULs: read in pairs it would look like Chinese.
bool is_ascii_with_nuls(ByteSpan bytes) {
  std::size_t nuls = 0;
  std::size_t ascii = 0;
  for (const std::uint8_t byte : bytes) {
    if (byte == 0) ++nuls;
    if ((byte >= 0x20 && byte < 0x7F) || (byte >= '\t' && byte <= '\r')) ++ascii;
  }
  return ascii * 20 >= (bytes.size() - nuls) * 19 && nuls * 4 < bytes.size();
}

}  // namespace

std::optional<Encoding> guess_wide_encoding(ByteSpan head) {
  if (is_ascii_with_nuls(head)) return std::nullopt;
  const Candidate* best = nullptr;
  std::size_t best_common = 0;
  for (const Candidate& candidate : kCandidates) {
    const Tally tally = tally_units(head, candidate.unit_bytes, candidate.little);
    // Line ends, blanks, digits and punctuation are ASCII in every script.
    const bool plausible = !tally.impossible && tally.characters >= 2 && tally.ascii > 0 &&
                           tally.common * 50 >= tally.characters * 49;
    // UTF-32 read as UTF-16 has NUL characters, so the first candidate that fits in UTF-32 wins.
    if (plausible && tally.common * candidate.unit_bytes > best_common) {
      best = &candidate;
      best_common = tally.common * candidate.unit_bytes;
    }
  }
  if (best == nullptr) return std::nullopt;
  return best->encoding;
}

}  // namespace lectern
