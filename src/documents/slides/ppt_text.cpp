// Text of PowerPoint 97 to 2003 ([MS-PPT] 2.9): levels, marks and numbers of its paragraphs.
#include <algorithm>
#include <iterator>
#include <optional>

#include "base/byte_reader.h"
#include "documents/slides/ppt_records.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxRuns = 100'000;
constexpr std::uint32_t kBodyText = 1;
constexpr std::uint32_t kHalfBodyText = 7;
constexpr std::uint32_t kQuarterBodyText = 8;

struct ParagraphRun {
  std::uint64_t end = 0;
  std::uint32_t level = 0;
  std::optional<bool> has_mark = {};
};

/// The characters from `end` of the run before on.
struct CharacterRun {
  std::uint64_t end = 0;
  std::size_t number = 0;  ///< in the StyleTextProp9Atom
};

struct TextRuns {
  std::vector<ParagraphRun> paragraphs = {};
  std::vector<CharacterRun> characters = {};
};

/// Passes by the fields of which `mask` has the bits.
bool skip_fields(ByteReader& reader, std::uint32_t mask, std::uint32_t two_bytes,
                 std::uint32_t four_bytes) {
  std::size_t size = 0;
  for (unsigned bit = 0; bit < 32; ++bit) {
    size += (mask & two_bytes) >> bit & 1U ? 2 : 0;
    size += (mask & four_bytes) >> bit & 1U ? 4 : 0;
  }
  return reader.skip(size);
}

/// A TextPFException (2.9.20). \returns false where it breaks off.
bool read_paragraph_format(ByteReader& reader, std::optional<bool>& has_mark) {
  const auto mask = reader.u32_le();
  if (!mask) return false;
  if ((*mask & 0xFU) != 0) {
    const std::uint16_t flags = reader.u16_le().value_or(0);
    if ((*mask & 1U) != 0) has_mark = (flags & 1U) != 0;
  }
  if (!skip_fields(reader, *mask, 0xFDD0, 0x20)) return false;
  if ((*mask & 0x100000U) != 0) {
    const std::size_t tabs = reader.u16_le().value_or(0);
    if (!reader.skip(tabs * 4)) return false;
  }
  // Three flags share a field.
  return skip_fields(reader, *mask | ((*mask & 0xE0000U) != 0 ? 0x20000U : 0U), 0x230000, 0);
}

/// A TextCFException (2.9.13). \returns false where it breaks off.
bool read_character_format(ByteReader& reader, std::size_t& number) {
  const auto mask = reader.u32_le();
  if (!mask) return false;
  if ((*mask & 0xFFFFU) != 0) number = reader.u16_le().value_or(0) >> 10 & 0xFU;
  return skip_fields(reader, *mask, 0xEB0000, 0x40000);
}

/// The runs of a StyleTextPropAtom (2.9.44).
TextRuns runs_of(ByteSpan styles, std::uint64_t characters) {
  TextRuns runs;
  ByteReader reader(styles);
  for (std::uint64_t end = 0; end <= characters && runs.paragraphs.size() < kMaxRuns;) {
    ParagraphRun run;
    const std::uint32_t size = reader.u32_le().value_or(0);
    run.level = reader.u16_le().value_or(0);
    if (size == 0 || !read_paragraph_format(reader, run.has_mark)) return runs;
    run.end = end += size;
    runs.paragraphs.push_back(run);
  }
  for (std::uint64_t end = 0; end <= characters && runs.characters.size() < kMaxRuns;) {
    CharacterRun run;
    const std::uint32_t size = reader.u32_le().value_or(0);
    if (size == 0 || !read_character_format(reader, run.number)) return runs;
    run.end = end += size;
    runs.characters.push_back(run);
  }
  return runs;
}

/// The numbers of a StyleTextProp9Atom (2.9.67); of what is not numbered, no mark.
std::vector<Bullet> numbers_of(ByteSpan bytes) {
  constexpr std::string_view kFormats[] = {
      "alphaLcPeriod",    "alphaUcPeriod", "arabicParenR",     "arabicPeriod",
      "romanLcParenBoth", "romanLcParenR", "romanLcPeriod",    "romanUcPeriod",
      "alphaLcParenBoth", "alphaLcParenR", "alphaUcParenBoth", "alphaUcParenR",
      "arabicParenBoth",  "arabicPlain",   "romanUcParenBoth", "romanUcParenR"};
  constexpr std::size_t kArabicPeriod = 3;
  // A run of characters can name sixteen.
  constexpr std::size_t kMost = 16;
  std::vector<Bullet> numbers;
  ByteReader reader(bytes);
  while (!reader.at_end() && numbers.size() < kMost) {
    Bullet bullet;
    const std::uint32_t mask = reader.u32_le().value_or(0);
    if (!skip_fields(reader, mask, 0x800000, 0)) break;
    if ((mask & 0x2000000U) != 0 && reader.u16_le().value_or(0) == 1)
      bullet.kind = Bullet::Kind::kNumber;
    std::size_t format = kArabicPeriod;
    if ((mask & 0x1000000U) != 0) {
      format = reader.u16_le().value_or(0);
      bullet.start = reader.u16_le().value_or(1);
    }
    bullet.format = kFormats[format < std::size(kFormats) ? format : kArabicPeriod];
    if (!skip_fields(reader, reader.u32_le().value_or(0), 0, 0x100000)) break;
    if (!skip_fields(reader, reader.u32_le().value_or(0), 0x40, 0x20)) break;
    numbers.push_back(std::move(bullet));
  }
  return numbers;
}

/// How many UTF-16 units UTF-8 is.
std::uint64_t units_of(std::string_view text) {
  std::uint64_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<std::uint8_t>(c);
    units += ((byte & 0xC0U) != 0x80 ? 1U : 0U) + (byte >= 0xF0 ? 1U : 0U);
  }
  return units;
}

void add_runs(std::string_view line, SlideParagraph& paragraph, std::size_t& room) {
  for (;;) {
    const bool is_last = room < 2;
    const std::size_t gap = is_last ? line.size() : std::min(line.find('\v'), line.size());
    if (gap > 0) {
      SlideRun piece;
      piece.text = line.substr(0, gap);
      if (is_last) {
        std::replace_if(
            piece.text.begin(), piece.text.end(), [](char c) { return c == '\v' || c == '\r'; },
            ' ');
      }
      paragraph.runs.push_back(std::move(piece));
    }
    if (gap == line.size()) return;
    paragraph.runs.push_back({SlideRun::Kind::kBreak});
    room -= 2;
    line.remove_prefix(gap + 1);
  }
}

}  // namespace

PptMarks ppt_marks(ByteSpan master_style) {
  PptMarks marks = kPptMarks;
  ByteReader reader(master_style);
  const std::size_t levels = reader.u16_le().value_or(0);
  for (std::size_t i = 0; i < std::min(levels, marks.size()); ++i) {
    std::optional<bool> stated;
    std::size_t number = 0;
    if (!read_paragraph_format(reader, stated) || !read_character_format(reader, number)) break;
    marks[i] = stated.value_or(true);
  }
  return marks;
}

SlideText ppt_paragraphs(const PptText& text, const PptMarks& marks, std::size_t& room) {
  SlideText paragraphs;
  const TextRuns runs = runs_of(text.styles, units_of(text.text));
  const std::vector<Bullet> numbers = numbers_of(text.numbers);
  const bool is_body =
      text.type == kBodyText || text.type == kHalfBodyText || text.type == kQuarterBodyText;
  std::uint64_t at = 0;
  std::size_t run = 0;
  std::size_t characters = 0;
  std::string_view rest = text.text;
  while (!rest.empty()) {
    const std::size_t end = room < 2 ? rest.size() : std::min(rest.find('\r'), rest.size());
    const std::string_view line = rest.substr(0, end);
    SlideParagraph paragraph;
    while (run < runs.paragraphs.size() && at >= runs.paragraphs[run].end) ++run;
    while (characters < runs.characters.size() && at >= runs.characters[characters].end)
      ++characters;
    std::optional<bool> has_mark;
    if (run < runs.paragraphs.size()) {
      paragraph.level = std::min<std::uint32_t>(runs.paragraphs[run].level, 4);
      has_mark = runs.paragraphs[run].has_mark;
    }
    if (has_mark.value_or(is_body && marks[paragraph.level])) {
      paragraph.bullet.kind = Bullet::Kind::kMark;
      const std::size_t number =
          characters < runs.characters.size() ? runs.characters[characters].number : 0;
      if (number < numbers.size() && numbers[number].kind == Bullet::Kind::kNumber)
        paragraph.bullet = numbers[number];
    } else {
      paragraph.bullet.kind = Bullet::Kind::kNone;
    }
    at += units_of(line) + 1;
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (room > 1) --room;
    add_runs(line, paragraph, room);
    paragraphs.push_back(std::move(paragraph));
  }
  return paragraphs;
}

void take_ppt_text(const PptRecord& record, std::vector<PptText>& texts) {
  if (record.type == kPptTextHeader) {
    texts.push_back({ppt_u32(record.body, 0)});
    return;
  }
  if (texts.empty()) return;
  PptText& last = texts.back();
  if (record.type == kPptTextChars) {
    last.text += ppt_utf16(record.body);
  } else if (record.type == kPptTextBytes) {
    last.text += ppt_low_bytes(record.body);
  } else if (record.type == kPptStyleText) {
    last.styles = record.body;
  } else if (record.type == kPptSlideNumber ||
             (record.type >= kPptDateField && record.type <= kPptFooterField)) {
    // They stand in short texts.
    constexpr std::size_t kMaxFieldText = 200;
    if (last.text.size() > kMaxFieldText) return;
    const std::uint32_t place = ppt_u32(record.body, 0);
    std::uint64_t units = 0;
    const auto field = std::find_if(last.text.begin(), last.text.end(), [&](const char& c) {
      return (units += units_of({&c, 1})) > place;
    });
    if (field == last.text.end() || *field != '*') return;
    *field = ' ';
    // Of "- 3 -" nothing is left.
    const bool says_more = std::any_of(last.text.begin(), last.text.end(), [](char c) {
      return static_cast<std::uint8_t>(c) >= '0' && c != '|';
    });
    if (!says_more) last.text.clear();
  }
}

}  // namespace lectern
