// Properties of paragraphs and runs ([MS-DOC] 2.6), as the pages of properties list them.
#include "documents/doc/doc_file.h"

#include <algorithm>

namespace lectern {
namespace {

/// A page of properties.
constexpr std::uint64_t kPageBytes = 512;
/// What a cell's flags say of merging ([MS-DOC] TCGRF).
constexpr unsigned kCoveredFromLeft = 1;
constexpr unsigned kCoveredFromAbove = 1;
constexpr std::uint64_t kMaxRowCells = 63;
/// Half points from which text that is raised or lowered is no longer on its line.
constexpr int kRaisedBy = 4;

/// Styles that a style may be based on, one on another.
constexpr int kMaxBaseStyles = 20;

/// Size of a property's value by its code; for variable ones the first byte says it.
std::uint64_t value_bytes(std::uint16_t code, ByteSpan rest) {
  constexpr std::uint64_t kBytes[] = {1, 1, 2, 4, 2, 2, 0, 3};
  const unsigned kind = code >> 13;
  if (kind != 6) return kBytes[kind];
  const DocBytes bytes(rest);
  if (code == 0xD608) return bytes.u16(0) + 1U;
  if (code == 0xC615 && bytes.u8(0) == 255) return rest.size();
  return bytes.u8(0) + 1U;
}

}  // namespace

void DocFile::apply(ByteSpan properties, DocParagraph& paragraph, bool is_huge) {
  const DocBytes bytes(properties);
  for (std::uint64_t at = 0; at + 2 < bytes.size();) {
    const std::uint16_t code = bytes.u16(at);
    at += 2;
    const std::uint64_t size = value_bytes(code, bytes.part(at, bytes.size()));
    switch (code) {
      case 0x260A:
        paragraph.list_level = bytes.u8(at);
        break;
      case 0x460B:
        paragraph.list = bytes.u16(at);
        break;
      case 0x2640:
        paragraph.outline = bytes.u8(at);
        break;
      case 0x2416:
        paragraph.is_in_table = bytes.u8(at) != 0;
        break;
      case 0x2417:
        paragraph.ends_row = bytes.u8(at) != 0;
        break;
      case 0x6649:
        paragraph.table_level = std::min(bytes.u32(at), 20U);
        break;
      case 0x244B:
        paragraph.ends_inner_cell = bytes.u8(at) != 0;
        break;
      case 0x244C:
        paragraph.ends_inner_row = bytes.u8(at) != 0;
        break;
      case 0x6646:
        // Properties that have no room on their page stand in the data stream.
        if (!is_huge) {
          const std::uint64_t place = bytes.u32(at);
          const ByteSpan huge = data_.part(place + 2, data_.u16(place));
          if (take_room(huge_room_, huge.size(), "properties")) apply(huge, paragraph, true);
        }
        break;
      case 0x3404:
        paragraph.heads_table = bytes.u8(at) != 0;
        break;
      case 0xD608:
        read_covered_cells(DocBytes(bytes.part(at, size)), paragraph.covered);
        break;
      case 0xD62B:
        if (bytes.u8(at + 1) < paragraph.covered.size())
          paragraph.covered[bytes.u8(at + 1)] = bytes.u8(at + 2) == kCoveredFromAbove;
        break;
      default:
        break;
    }
    at += std::max<std::uint64_t>(size, 1);
  }
}

/// A row's definition: the places of its cells' borders, then 20 bytes for each cell.
void DocFile::read_covered_cells(DocBytes definition, std::vector<bool>& covered) {
  const std::uint64_t count = std::min<std::uint64_t>(definition.u8(2), kMaxRowCells);
  covered.assign(static_cast<std::size_t>(count), false);
  for (std::uint64_t i = 0; i < count; ++i) {
    const unsigned flags = definition.u16(3 + 2 * (count + 1) + 20 * i);
    covered[static_cast<std::size_t>(i)] =
        (flags & 3) == kCoveredFromLeft || (flags >> 5 & 3) == kCoveredFromAbove;
  }
}

void DocFile::apply(ByteSpan properties, DocRun& run) const {
  const DocBytes bytes(properties);
  const auto toggle = [](std::uint8_t value) { return value == 1 || value == 0x81; };
  for (std::uint64_t at = 0; at + 2 < bytes.size();) {
    const std::uint16_t code = bytes.u16(at);
    at += 2;
    const std::uint64_t size = value_bytes(code, bytes.part(at, bytes.size()));
    const std::uint8_t value = bytes.u8(at);
    switch (code) {
      case 0x0835:
        run.bold = toggle(value);
        break;
      case 0x0836:
        run.italic = toggle(value);
        break;
      case 0x0837:
      case 0x2A53:
        run.strike = toggle(value);
        break;
      case 0x083C:
        run.hides = value;
        break;
      case 0x2A48:
        run.script = static_cast<std::int8_t>(value == 1 ? 1 : value == 2 ? -1 : 0);
        break;
      case 0x4845: {
        // Half points above the line.
        const auto up = static_cast<std::int16_t>(bytes.u16(at));
        if (up >= kRaisedBy || up <= -kRaisedBy) run.script = up > 0 ? 1 : -1;
        break;
      }
      case 0x0800:
        run.is_deleted = value != 0;
        break;
      case 0x0801:
        run.is_inserted = value != 0;
        break;
      case 0x4804:
        run.insertion.author = bytes.u16(at);
        break;
      case 0x6805:
        run.insertion.time = bytes.u32(at);
        break;
      case 0x4863:
        run.deletion.author = bytes.u16(at);
        break;
      case 0x6864:
        run.deletion.time = bytes.u32(at);
        break;
      case 0x0855:
        run.is_special = value != 0;
        break;
      case 0x6A03:
        run.picture = bytes.u32(at);
        break;
      case 0x6A09:
        run.symbol_font = bytes.u16(at);
        run.symbol = bytes.u16(at + 2);
        break;
      case 0x4A4F:
        run.font = bytes.u16(at);
        break;
      case 0x4A43:
        run.is_tiny = bytes.u16(at) <= 2;
        break;
      case 0x2A42:
        run.is_white = value == 8;
        break;
      case 0x6870:
        run.is_white = (bytes.u32(at) & 0xFFFFFF) == 0xFFFFFF && bytes.u8(at + 3) == 0;
        break;
      case 0x4A30:
        run.style = bytes.u16(at);
        break;
      default:
        break;
    }
    at += std::max<std::uint64_t>(size, 1);
  }
}

std::optional<std::uint64_t> DocFile::property_page(const Table& pages,
                                                    std::uint64_t offset) const {
  if (pages.size < 12) return std::nullopt;
  const std::uint64_t count = (pages.size - 4) / 8;
  std::uint64_t low = 0;
  std::uint64_t high = count;
  while (low < high) {
    const std::uint64_t middle = (low + high) / 2;
    if (table_.u32(pages.offset + 4 * (middle + 1)) <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low >= count) return std::nullopt;
  const std::uint64_t page = table_.u32(pages.offset + 4 * (count + 1) + 4 * low) & 0x3FFFFF;
  const std::uint64_t start = page * kPageBytes;
  if (start + kPageBytes > main_.size()) return std::nullopt;
  return start;
}

DocParagraph DocFile::paragraph(std::uint64_t offset) {
  DocParagraph paragraph;
  const auto page = property_page(table(13), offset);
  if (!page) return paragraph;
  const std::uint8_t runs = main_.u8(*page + kPageBytes - 1);
  for (std::uint64_t i = 0; i < runs; ++i) {
    if (offset >= main_.u32(*page + 4 * (i + 1))) continue;
    const std::uint64_t place = 2U * main_.u8(*page + 4 * (runs + 1U) + 13 * i);
    if (place == 0) return paragraph;
    std::uint64_t at = *page + place;
    std::uint64_t size = main_.u8(at);
    if (size == 0) {
      size = 2U * main_.u8(at + 1);
      at += 2;
    } else {
      size = 2 * size - 1;
      ++at;
    }
    paragraph.style = main_.u16(at);
    if (size > 2)
      apply(main_.part(at + 2, std::min(size - 2, *page + kPageBytes - at - 2)), paragraph);
    return paragraph;
  }
  return paragraph;
}

const DocRun& DocFile::run(std::uint64_t offset) {
  if (offset >= run_first_ && offset < run_end_) return run_;
  run_ = {};
  run_first_ = offset;
  run_end_ = offset + 1;
  const auto page = property_page(table(12), offset);
  if (!page) return run_;
  const std::uint8_t runs = main_.u8(*page + kPageBytes - 1);
  for (std::uint64_t i = 0; i < runs; ++i) {
    const std::uint64_t end = main_.u32(*page + 4 * (i + 1));
    if (offset >= end) continue;
    run_first_ = std::min<std::uint64_t>(main_.u32(*page + 4 * i), offset);
    run_end_ = end;
    const std::uint64_t place = 2U * main_.u8(*page + 4 * (runs + 1U) + i);
    if (place == 0) return run_;
    apply(main_.part(*page + place + 1, main_.u8(*page + place)), run_);
    if (run_.style != 0) run_.style_hides = style_hides(run_.style);
    return run_;
  }
  return run_;
}

std::optional<std::uint32_t> DocFile::heading_of(const DocParagraph& paragraph) const {
  if (paragraph.outline) return *paragraph.outline < 9 ? paragraph.outline : std::nullopt;
  std::uint16_t style = paragraph.style;
  for (int i = 0; i < kMaxBaseStyles && style < styles_.size(); ++i) {
    const Style& own = styles_[style];
    if (own.own.outline) return *own.own.outline < 9 ? own.own.outline : std::nullopt;
    if (own.id >= 1 && own.id <= 9) return own.id - 1U;
    style = own.based_on;
  }
  return std::nullopt;
}

std::optional<bool> DocFile::style_hides(std::uint16_t style) const {
  for (int i = 0; i < kMaxBaseStyles && style < styles_.size(); ++i) {
    const Style& own = styles_[style];
    if (own.hides) return (*own.hides & 1) != 0;
    style = own.based_on;
  }
  return std::nullopt;
}

void DocFile::inherit_list(DocParagraph& paragraph) const {
  std::uint16_t style = paragraph.style;
  for (int i = 0; i < kMaxBaseStyles && style < styles_.size(); ++i) {
    const Style& own = styles_[style];
    if (!paragraph.list && own.own.list) {
      paragraph.list = own.own.list;
      if (!paragraph.list_level) paragraph.list_level = own.own.list_level;
    }
    style = own.based_on;
  }
}

}  // namespace lectern
