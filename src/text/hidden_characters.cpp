#include "text/hidden_characters.h"

#include <array>
#include <cstdint>
#include <utility>

#include "base/format.h"
#include "base/message.h"
#include "text/utf8.h"
#include "text/word_kernels.h"

namespace lectern {
namespace {

enum Kind : std::size_t { kBidi, kZeroWidth, kTag, kSelector, kSeparator, kControl, kKinds };
constexpr std::array<std::string_view, kKinds> kNames = {
    "bidirectional control character", "zero-width character",   "invisible tag character",
    "stray variation selector",        "unusual line separator", "control character"};

bool is_variation_selector(char32_t c) {
  return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
}

/// Kind of a character, or kKinds for one that shows. A variation selector shows in the character
/// before it, which has no use for a second one.
Kind classify(char32_t c, char32_t before) {
  if (c >= 0x20 && c < 0x7F) return kKinds;
  // They end no line here; a program or a person may take them for line ends.
  if (c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029) return kSeparator;
  if (c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
      (c >= 0x2066 && c <= 0x2069)) {
    return kBidi;
  }
  if (c == 0x180E || (c >= 0x200B && c <= 0x200D) || (c >= 0x2060 && c <= 0x2064) || c == 0xFEFF) {
    return kZeroWidth;
  }
  if (c == '\t' || c == '\n' || c == '\f') return kKinds;
  if (c < 0x20 || (c >= 0x7F && c < 0xA0)) return kControl;
  if (is_variation_selector(c)) return is_variation_selector(before) ? kSelector : kKinds;
  return c >= 0xE0000 && c <= 0xE007F ? kTag : kKinds;
}

/// Bytes of a character by its first one; 0 when that does not tell that it shows.
std::size_t shown_size(std::uint8_t lead) {
  if (lead < 0x80) return (lead >= 0x20 && lead != 0x7F) || lead == '\n' ? 1 : 0;
  if (lead < 0xE0) return lead > 0xC2 && lead < 0xD8 ? 2 : 0;
  return lead > 0xE2 && lead < 0xEF ? 3 : 0;
}

/// Bytes of the word at `bytes` that are characters of which `shown_size` says that they show, when
/// they are those that most text is of; else 0.
std::size_t shown_of_word(const std::uint8_t* bytes) {
  using words::all_of;
  const std::uint64_t word = words::load(bytes);
  if (bytes[0] < 0x80) {
    const std::uint64_t shown =
        (word + all_of(0x80 - 0x20)) & ~(word + all_of(0x80 - 0x7F)) & ~word;
    return (shown & words::kHighBits) == words::kHighBits ? words::kBytes : 0;
  }
  const std::uint32_t leads = words::leads_of_threes(word);
  return words::are_two_threes(word) && words::are_at_least(leads, 3) && words::are_not(leads, 0xF)
             ? 6
             : 0;
}

std::string code_point_name(char32_t c) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string name;
  for (; c > 0 || name.size() < 4; c >>= 4) name.insert(name.begin(), kHex[c & 15]);
  return "U+" + name;
}

}  // namespace

std::vector<std::string> describe_hidden_characters(std::string_view text) {
  std::array<std::uint64_t, kKinds> counts{};
  std::array<char32_t, kKinds> first{};
  char32_t before = 0;
  const std::uint8_t* const bytes = as_bytes(text).data();
  for (std::size_t at = 0; at < text.size();) {
    if (text.size() - at >= words::kBytes) {
      if (const std::size_t size = shown_of_word(bytes + at)) {
        at += size;
        before = 0;
        continue;
      }
    }
    if (const std::size_t size = shown_size(static_cast<std::uint8_t>(text[at]))) {
      at += size;
      before = 0;
      continue;
    }
    const auto [code_point, next] = utf8_character_at(text, at);
    at = next;
    const Kind kind = classify(code_point, std::exchange(before, code_point));
    if (kind == kKinds) continue;
    if (counts[kind]++ == 0) first[kind] = code_point;
  }
  std::vector<std::string> warnings;
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    if (counts[kind] == 0) continue;
    add_to(warnings, {"{} in the text shown, the first is {}", counted(counts[kind], kNames[kind]),
                      code_point_name(first[kind])});
  }
  return warnings;
}

}  // namespace lectern
