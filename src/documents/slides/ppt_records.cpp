#include "documents/slides/ppt_records.h"

#include <algorithm>
#include <optional>

#include "base/byte_reader.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxRecords = 100'000;
constexpr std::size_t kHeaderBytes = 8;

struct ParagraphLevel {
  std::uint64_t characters = 0;
  std::uint32_t level = 0;
  std::optional<bool> has_bullet = {};
};

/// The runs of paragraphs at the start of a StyleTextPropAtom ([MS-PPT] 2.9.45, 2.9.20).
std::vector<ParagraphLevel> levels_of(ByteSpan styles, std::uint64_t characters) {
  std::vector<ParagraphLevel> levels;
  ByteReader reader(styles);
  std::uint64_t covered = 0;
  while (covered <= characters && !reader.at_end() && levels.size() < kMaxRecords) {
    ParagraphLevel run;
    run.characters = reader.u32_le().value_or(0);
    run.level = reader.u16_le().value_or(0);
    const auto masks = reader.u32_le();
    if (!masks || run.characters == 0) break;
    const auto has = [&masks](unsigned bit) { return (*masks >> bit & 1U) != 0; };
    std::size_t size = 0;
    if ((*masks & 0xFU) != 0) {
      const std::uint16_t flags = reader.u16_le().value_or(0);
      if (has(0)) run.has_bullet = (flags & 1U) != 0;
    }
    for (const unsigned bit : {7U, 4U, 6U}) size += has(bit) ? 2 : 0;
    if (has(5)) size += 4;
    for (const unsigned bit : {11U, 12U, 13U, 14U, 8U, 10U, 15U}) size += has(bit) ? 2 : 0;
    if (!reader.skip(size)) break;
    if (has(20)) {
      const std::size_t tabs = reader.u16_le().value_or(0);
      if (!reader.skip(tabs * 4)) break;
    }
    size = has(16) ? 2 : 0;
    if ((*masks & 0xE0000U) != 0) size += 2;
    if (has(21)) size += 2;
    if (!reader.skip(size)) break;
    covered += run.characters;
    levels.push_back(run);
  }
  return levels;
}

}  // namespace

std::uint16_t ppt_u16(ByteSpan bytes, std::size_t offset) {
  ByteReader reader(bytes);
  return reader.skip(offset) ? reader.u16_le().value_or(0) : std::uint16_t{0};
}

std::uint32_t ppt_u32(ByteSpan bytes, std::size_t offset) {
  ByteReader reader(bytes);
  return reader.skip(offset) ? reader.u32_le().value_or(0) : 0;
}

PptRecord ppt_record(ByteSpan bytes, std::size_t offset) {
  PptRecord record;
  ByteReader reader(bytes);
  if (!reader.skip(offset)) return record;
  const auto head = reader.u16_le();
  const auto type = reader.u16_le();
  const auto size = reader.u32_le();
  if (!head || !type || !size) return record;
  record.type = *type;
  record.instance = static_cast<std::uint16_t>(*head >> 4);
  record.is_container = (*head & 15U) == 15;
  record.body = bytes.subspan(reader.position(), std::min<std::size_t>(*size, reader.remaining()));
  return record;
}

std::vector<PptRecord> ppt_records(ByteSpan body) {
  std::vector<PptRecord> records;
  for (std::size_t at = 0; at + kHeaderBytes <= body.size() && records.size() < kMaxRecords;) {
    records.push_back(ppt_record(body, at));
    at += kHeaderBytes + records.back().body.size();
  }
  return records;
}

std::string ppt_utf16(ByteSpan bytes) {
  std::string text;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    std::uint32_t unit = ppt_u16(bytes, i);
    if (unit >= 0xD800 && unit < 0xDC00 && i + 3 < bytes.size()) {
      const std::uint32_t low = ppt_u16(bytes, i + 2);
      if (low >= 0xDC00 && low < 0xE000) {
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        i += 2;
      }
    }
    if (unit >= 0xD800 && unit < 0xE000) {
      text += kReplacementCharacter;
    } else if (unit != 0) {
      append_utf8(unit, text);
    }
  }
  return text;
}

std::string ppt_low_bytes(ByteSpan bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    if (byte != 0) append_utf8(byte, text);
  }
  return text;
}

SlideText ppt_paragraphs(const PptText& text) {
  SlideText paragraphs;
  const std::vector<ParagraphLevel> levels = levels_of(text.styles, text.text.size() + 1);
  const bool is_body = text.type == 1 || text.type == 7 || text.type == 8;
  std::uint64_t characters = 0;
  std::size_t run = 0;
  std::uint64_t run_end = levels.empty() ? 0 : levels[0].characters;
  std::string_view rest = text.text;
  while (!rest.empty() && paragraphs.size() < kMaxRecords) {
    const std::size_t end = std::min(rest.find('\r'), rest.size());
    std::string_view line = rest.substr(0, end);
    SlideParagraph paragraph;
    while (run + 1 < levels.size() && characters >= run_end) run_end += levels[++run].characters;
    paragraph.bullet.kind = is_body ? Bullet::Kind::kMark : Bullet::Kind::kNone;
    if (run < levels.size()) {
      paragraph.level = std::min<std::uint32_t>(levels[run].level, kBulletLevels - 1);
      if (levels[run].has_bullet)
        paragraph.bullet.kind = *levels[run].has_bullet ? Bullet::Kind::kMark : Bullet::Kind::kNone;
    }
    characters += utf8_length(line) + 1;
    rest.remove_prefix(std::min(end + 1, rest.size()));
    for (;;) {
      const std::size_t gap = std::min(line.find('\v'), line.size());
      if (gap > 0) {
        SlideRun piece;
        piece.text = line.substr(0, gap);
        paragraph.runs.push_back(std::move(piece));
      }
      if (gap == line.size()) break;
      paragraph.runs.push_back({SlideRun::Kind::kBreak});
      line.remove_prefix(gap + 1);
    }
    paragraphs.push_back(std::move(paragraph));
  }
  return paragraphs;
}

}  // namespace lectern
