// Text that shapes of a binary Word document draw by themselves: WordArt and watermarks ([MS-DOC]
// 2.9.172 OfficeArtContent, [MS-ODRAW] 2.3.22.3 gtextUNICODE). What stands in text boxes is text of
// the document.
#include <algorithm>

#include "documents/doc/doc_file.h"

namespace lectern {
namespace {

constexpr std::size_t kDrawings = 50;
constexpr std::size_t kMaxTexts = 1'000;
constexpr std::uint64_t kHead = 8;
constexpr unsigned kContainer = 0xF;
constexpr unsigned kShapeProperties = 0xF00B;
constexpr unsigned kText = 0xC0;
constexpr unsigned kIsComplex = 0x8000;

}  // namespace

std::vector<std::string> DocFile::drawn_texts(bool of_headers) const {
  std::vector<std::string> texts;
  const Table drawings = table(kDrawings);
  const std::uint64_t end = drawings.offset + drawings.size;
  // What all drawings share stands first. A byte before each drawing says where it is.
  std::uint64_t at = drawings.offset + kHead + table_.u32(drawings.offset + 4);
  while (at + 1 + kHead <= end) {
    const bool is_wanted = (table_.u8(at) == 1) == of_headers;
    const std::uint64_t start = at + 1 + kHead;
    at = std::min(start + table_.u32(at + 5), end);
    if (is_wanted) read_drawn_texts(start, at, texts);
  }
  return texts;
}

void DocFile::read_drawn_texts(std::uint64_t at, std::uint64_t end,
                               std::vector<std::string>& texts) const {
  while (at + kHead <= end && texts.size() < kMaxTexts) {
    const unsigned head = table_.u16(at);
    const unsigned kind = table_.u16(at + 2);
    const std::uint64_t size = table_.u32(at + 4);
    at += kHead;
    if ((head & kContainer) == kContainer) continue;
    if (kind == kShapeProperties) {
      // Values of more than four bytes stand behind all properties, in their order.
      const std::uint64_t count = std::min<std::uint64_t>(head >> 4, size / 6);
      std::uint64_t value = at + 6 * count;
      for (std::uint64_t i = 0; i < count && value < end; ++i) {
        const unsigned id = table_.u16(at + 6 * i);
        if ((id & kIsComplex) == 0) continue;
        const std::uint32_t bytes = table_.u32(at + 6 * i + 2);
        if ((id & 0x3FFF) == kText) texts.push_back(name_at(value, bytes / 2));
        value += bytes;
      }
    }
    at += size;
  }
}

}  // namespace lectern
