// Lists, fonts, authors and pictures of a binary Word document.
#include <algorithm>
#include <utility>

#include "base/message.h"
#include "documents/doc/doc_file.h"
#include "documents/drawing/office_blip.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxDocLists = 10'000;
constexpr std::uint32_t kMaxDocLevels = 9;

NumberStyle style_of_code(std::uint8_t code) {
  switch (code) {
    case 1:
      return NumberStyle::kUpperRoman;
    case 2:
      return NumberStyle::kLowerRoman;
    case 3:
      return NumberStyle::kUpperLetter;
    case 4:
      return NumberStyle::kLowerLetter;
    case 5:
      return NumberStyle::kOrdinal;
    case 6:
      return NumberStyle::kCardinalText;
    case 7:
      return NumberStyle::kOrdinalText;
    case 10:
    case 11:
    case 33:
    case 37:
    case 39:
      return NumberStyle::kChinese;
    case 12:
      return NumberStyle::kAiueo;
    case 13:
      return NumberStyle::kIroha;
    case 14:
    case 19:
      return NumberStyle::kFullWidth;
    case 18:
      return NumberStyle::kCircled;
    case 22:
      return NumberStyle::kDecimalZero;
    case 23:
      return NumberStyle::kBullet;
    case 24:
      return NumberStyle::kGanada;
    case 25:
      return NumberStyle::kChosung;
    case 30:
      return NumberStyle::kHeavenlyStems;
    case 31:
      return NumberStyle::kEarthlyBranches;
    case 45:
    case 47:
      return NumberStyle::kHebrew;
    case 46:
      return NumberStyle::kArabicAlpha;
    case 48:
      return NumberStyle::kArabicAbjad;
    case 57:
      return NumberStyle::kDash;
    case 58:
      return NumberStyle::kRussianLower;
    case 59:
      return NumberStyle::kRussianUpper;
    case 255:
      return NumberStyle::kNone;
    default:
      return NumberStyle::kDecimal;
  }
}

}  // namespace

void DocFile::read_fonts() {
  const Table names = table(15);
  if (names.size < 4) return;
  const std::uint16_t count = table_.u16(names.offset);
  std::uint64_t at = names.offset + 4;
  for (std::size_t i = 0; i < count && at < names.offset + names.size; ++i) {
    const std::uint8_t size = table_.u8(at);
    std::string name;
    for (std::uint64_t letter = at + 40; letter + 1 < at + 1 + size; letter += 2) {
      const char16_t unit = table_.u16(letter);
      if (unit == 0) break;
      if (unit >= 0x20 && !(unit >= 0xD800 && unit < 0xE000)) append_utf8(unit, name);
    }
    fonts_.push_back(std::move(name));
    at += 1U + size;
  }
}

void DocFile::read_authors() {
  // Owners of comments, then authors of changes.
  for (const std::size_t index : {std::size_t{36}, std::size_t{51}}) {
    const Table names = table(index);
    if (names.size < 4) continue;
    std::uint64_t at = names.offset;
    const std::uint64_t end = names.offset + names.size;
    if (index == 51) {
      const std::uint16_t count = table_.u16(at + 2);
      at += 6;
      for (std::size_t i = 0; i < count && at < end && i < 1'000; ++i) {
        const std::uint16_t size = table_.u16(at);
        change_authors_.push_back(name_at(at + 2, size));
        at += 2 + 2U * size;
      }
      continue;
    }
    while (at + 2 <= end && authors_.size() < 1'000) {
      const std::uint16_t size = table_.u16(at);
      authors_.push_back(name_at(at + 2, size));
      at += 2 + 2U * size;
    }
  }
}

WordNumbering::Level DocFile::read_level(std::uint64_t& at) const {
  WordNumbering::Level level;
  level.is_stated = true;
  level.start = table_.u32(at);
  level.style = style_of_code(table_.u8(at + 4));
  const std::uint8_t flags = table_.u8(at + 5);
  level.is_legal = (flags & 4) != 0;
  if ((flags & 8) != 0) level.restart = table_.u8(at + 26);
  const std::uint64_t properties = std::uint64_t{table_.u8(at + 24)} + table_.u8(at + 25);
  at += 28 + properties;
  const std::uint16_t size = table_.u16(at);
  for (std::uint32_t i = 0; i < std::min<std::uint32_t>(size, 200); ++i) {
    const char16_t unit = table_.u16(at + 2 + 2 * i);
    if (unit < kMaxDocLevels) {
      level.text += '%';
      level.text += static_cast<char>('1' + unit);
    } else if (unit >= 0x20 && !(unit >= 0xD800 && unit < 0xE000)) {
      append_utf8(unit, level.text);
    }
  }
  at += 2 + 2U * size;
  return level;
}

void DocFile::read_lists() {
  const Table lists = table(73);
  if (lists.size < 2) return;
  const std::size_t count = std::min<std::size_t>(table_.u16(lists.offset), kMaxDocLists);
  // The levels stand behind the table, whose size does not count them.
  std::uint64_t at = lists.offset + 2 + 28 * count;
  for (std::size_t i = 0; i < count && at < table_.size(); ++i) {
    const std::uint64_t entry = lists.offset + 2 + 28 * i;
    const bool is_simple = (table_.u8(entry + 26) & 1) != 0;
    std::array<WordNumbering::Level, WordNumbering::kLevels> levels;
    for (std::uint32_t level = 0; level < (is_simple ? 1 : kMaxDocLevels); ++level)
      levels[level] = read_level(at);
    numbering_.add_list(table_.u32(entry), std::move(levels));
  }
  const Table uses = table(74);
  if (uses.size < 4) return;
  const std::size_t use_count = std::min<std::size_t>(table_.u32(uses.offset), kMaxDocLists);
  std::uint64_t data = uses.offset + 4 + 16 * use_count;
  for (std::size_t i = 0; i < use_count; ++i) {
    const std::uint64_t entry = uses.offset + 4 + 16 * i;
    if (entry + 16 > uses.offset + uses.size) break;
    std::map<std::uint32_t, WordNumbering::Level> levels;
    std::map<std::uint32_t, std::uint32_t> starts;
    data += 4;
    for (std::uint8_t k = 0; k < table_.u8(entry + 12) && data + 8 <= table_.size(); ++k) {
      const std::uint32_t start = table_.u32(data);
      const std::uint32_t flags = table_.u32(data + 4);
      data += 8;
      if ((flags & 0x20) != 0) {
        WordNumbering::Level level = read_level(data);
        if ((flags & 0x10) != 0) starts[flags & 0xF] = level.start;
        levels.insert_or_assign(flags & 0xF, std::move(level));
      } else if ((flags & 0x10) != 0) {
        starts[flags & 0xF] = start;
      }
    }
    numbering_.add_number(static_cast<std::uint32_t>(i + 1), table_.u32(entry), std::move(levels),
                          std::move(starts));
  }
}

std::string DocFile::marker_of(const DocParagraph& paragraph) {
  if (paragraph.list.value_or(0) == 0) return "";
  // What all markers may take is known from those before.
  if (marker_room_ == 0) return "-";
  std::string marker =
      numbering_.next(*paragraph.list, paragraph.list_level.value_or(0)).value_or("");
  if (!take_room(marker_room_, marker.size(), "numbers")) marker_room_ = 0;
  return marker;
}

bool DocFile::take_room(std::uint64_t& room, std::uint64_t bytes, std::string_view what) {
  if (bytes <= room) {
    room -= bytes;
    return true;
  }
  const std::string warning =
      compose({"the {} that paragraphs share are too long: some are left out", what});
  if (warnings_.empty() || warnings_.back() != warning) warnings_.push_back(warning);
  return false;
}

bool DocFile::take_paragraph(std::uint32_t characters) {
  constexpr std::uint64_t kParagraphWork = 800;
  constexpr std::uint64_t kCharacterWork = 50;
  const std::uint64_t work = kParagraphWork + kCharacterWork * characters;
  if (work <= work_left_) {
    work_left_ -= work;
    return true;
  }
  if (std::exchange(work_left_, 0) > 0)
    warnings_.emplace_back("the text takes more work than one read may: the rest is left out");
  return false;
}

std::string DocFile::picture_at(std::uint32_t place) const {
  const std::uint64_t size = data_.u32(place);
  const std::uint64_t header = data_.u16(place + std::uint64_t{4});
  if (size < 0x44 || header < 0x2E || place + size > data_.size() + 0x10000) return "";
  const std::uint64_t end = std::min<std::uint64_t>(place + size, data_.size());
  std::uint64_t at = place + header;
  // A picture that is linked has its name here.
  if (data_.u16(place + std::uint64_t{6}) == 0x66) at += 1U + data_.u8(at);
  for (int i = 0; i < 100 && at + 8 <= end; ++i) {
    const std::uint16_t type = data_.u16(at + 2);
    const std::uint64_t length = data_.u32(at + 4);
    at += 8;
    if (type == 0xF007) {
      at += 36U + data_.u8(at + 33);
      continue;
    }
    if (type >= 0xF01A && type <= 0xF02A)
      return blip_at(data_.all(), at - 8) ? std::to_string(at - 8) : std::string();
    at += length;
  }
  return "";
}

Result<ByteVector> DocFile::picture(std::string_view key, std::uint64_t max_bytes, bool whole) {
  const auto blip = blip_at(data_.all(), picture_place(key).offset);
  if (!blip) return fail(ErrorCode::kCorruptDocument, "it is not in the file");
  return blip_file(data_.all(), *blip, max_bytes, whole);
}

}  // namespace lectern
