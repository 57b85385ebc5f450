#include "pdf/layout/plain_lines.h"

#include <algorithm>
#include <vector>

#include "pdf/layout/characters.h"
#include "pdf/layout/geometry.h"
#include "pdf/layout/lines.h"
#include "text/utf8.h"

namespace lectern {

std::string plain_lines(PageContent page) {
  constexpr int kDirections = 4;
  std::string text;
  const std::vector<bool> used(page.words.size());
  turn_upright(page, main_direction(page));
  for (int turn = 0; turn < kDirections; ++turn) {
    for (const LayoutLine& line : find_lines(page, used)) {
      for (const LineWord& member : line.words) {
        const PageWord& word = page.words[member.index];
        if (member.space && &member != &line.words.front()) text += ' ';
        text += word.text;
        if (word.soft_hyphen) text += '-';
      }
      text += '\n';
    }
    turn_upright(page, WordDirection::kDown);
  }
  if (!text.empty()) text.pop_back();
  return text;
}

std::uint64_t count_letters(std::string_view text) {
  std::uint64_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      count += (byte >= '0' && byte <= '9') || is_letter(byte) ? 1 : 0;
      ++at;
      continue;
    }
    const DecodedCharacter decoded = utf8_character_at(text, at);
    count += is_letter(decoded.code_point) ? 1 : 0;
    at = decoded.next;
  }
  return count;
}

std::uint64_t count_letters(const PageContent& page) {
  std::uint64_t count = 0;
  for (const PageWord& word : page.words) count += count_letters(word.text);
  return count;
}

}  // namespace lectern
