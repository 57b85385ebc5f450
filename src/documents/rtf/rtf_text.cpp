// Text of RTF: encodings, runs, paragraphs, tables.
#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/html/html_text.h"
#include "documents/rtf/rtf_document.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxName = 2'000;
constexpr std::size_t kMaxInstruction = 10'000;
constexpr std::size_t kMaxHidden = std::size_t{4} << 20;

std::optional<std::uint32_t> heading_of_name(std::string_view style_name) {
  std::string name = ascii_lower(style_name);
  if (!name.starts_with("heading ") || name.size() != 9 || name[8] < '1' || name[8] > '9')
    return std::nullopt;
  return static_cast<std::uint32_t>(name[8] - '1');
}

}  // namespace

Encoding RtfDocument::encoding() const {
  const auto found = fonts_.find(groups_.back().look.font);
  if (found == fonts_.end() || !found->second.encoding) return encoding_;
  return *found->second.encoding;
}

void RtfDocument::byte(std::uint8_t value) {
  Group& current = group();
  current.is_new = false;
  if (current.target == Target::kSkip || current.target == Target::kSilent) return;
  if (current.target == Target::kPicture) {
    // Only where the data stands is kept.
    if (picture_is_binary_) return;
    if (picture_start_ == 0) picture_start_ = at_ - 1;
    picture_end_ = at_;
    return;
  }
  if (to_skip_ > 0) {
    --to_skip_;
    return;
  }
  if (current.target == Target::kColours) {
    if (value != ';') return;
    white_.push_back(has_colour_ && red_ == 255 && green_ == 255 && blue_ == 255);
    red_ = green_ = blue_ = 0;
    has_colour_ = false;
    return;
  }
  if (current.target == Target::kText) {
    const auto font = fonts_.find(current.look.font);
    if (font != fonts_.end() && font->second.symbol != SymbolFont::kNone && value >= 0x20) {
      flush_bytes();
      std::string utf8;
      const auto character = symbol_character(font->second.symbol, value);
      append_utf8(character.value_or(value < 0x80 ? value : U'\uFFFD'), utf8);
      return text(utf8);
    }
  }
  const Encoding own = encoding();
  if (own != bytes_encoding_) flush_bytes();
  bytes_encoding_ = own;
  bytes_ += static_cast<char>(value);
  if (bytes_.size() >= 8'192 && value < 0x80) flush_bytes();
}

void RtfDocument::flush_bytes() {
  if (bytes_.empty()) return;
  const std::string bytes = std::exchange(bytes_, {});
  const bool is_ascii = std::all_of(bytes.begin(), bytes.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (is_ascii) return text(bytes);
  const EncodingTables& tables = context_.options.encoding_tables;
  auto decoded = decoded_text(as_bytes(bytes), bytes_encoding_, tables);
  if (!decoded) decoded = decoded_text(as_bytes(bytes), Encoding::kWindows1252, tables);
  text(decoded ? std::string_view(*decoded) : "\xEF\xBF\xBD");
}

void RtfDocument::unicode(std::int32_t value) {
  flush_bytes();
  group().is_new = false;
  to_skip_ = group().skip_count;
  const auto unit = static_cast<std::uint32_t>(value) & 0xFFFF;
  if (unit >= 0xD800 && unit < 0xDC00) {
    high_surrogate_ = static_cast<char16_t>(unit);
    return;
  }
  char32_t character = value > 0xFFFF && value <= 0x10FFFF ? static_cast<char32_t>(value) : unit;
  if (unit >= 0xDC00 && unit < 0xE000 && value <= 0xFFFF) {
    if (high_surrogate_ == 0) return;
    character = 0x10000 + ((high_surrogate_ - 0xD800U) << 10) + (unit - 0xDC00U);
  }
  high_surrogate_ = 0;
  const auto font = fonts_.find(group().look.font);
  if (character >= 0xF020 && character <= 0xF0FF) {
    const SymbolFont kind = font == fonts_.end() ? SymbolFont::kNone : font->second.symbol;
    character = symbol_character(kind == SymbolFont::kNone ? SymbolFont::kSymbol : kind, character)
                    .value_or(U'\uFFFD');
  }
  if (character < 0x20 && character != U'\t') return;
  std::string utf8;
  append_utf8(character, utf8);
  text(utf8);
}

/// Text goes where the group says.
void RtfDocument::text(std::string_view utf8) {
  group().is_new = false;
  const auto add = [utf8](std::string& to, std::size_t most) {
    if (to.size() < most) to += utf8;
  };
  switch (group().target) {
    case Target::kText:
      return show(utf8);
    case Target::kMarker:
      return add(marker_, kMaxName);
    case Target::kInstruction:
      if (!fields_.empty()) add(fields_.back().instruction, kMaxInstruction);
      return;
    case Target::kTitle:
      return add(title_, kMaxName);
    case Target::kAuthor:
      return add(author_, kMaxName);
    case Target::kCommentAuthor:
      return add(comment_author_, kMaxName);
    case Target::kObjectClass:
      return add(object_class_, kMaxName);
    case Target::kShapeName:
      return add(shape_name_, kMaxName);
    case Target::kShapeValue:
      return add(shape_value_, kMaxName);
    case Target::kAuthors:
      for (const char c : utf8) {
        if (c != ';') {
          if (name_.size() < kMaxName) name_ += c;
        } else if (authors_.size() < 10'000) {
          authors_.push_back(std::exchange(name_, {}));
        }
      }
      return;
    case Target::kFontTable:
    case Target::kStyles: {
      for (const char c : utf8) {
        if (c != ';') {
          if (name_.size() < kMaxName) name_ += c;
          continue;
        }
        const std::string name = std::exchange(name_, {});
        if (group().target == Target::kFontTable) {
          if (const auto found = fonts_.find(defined_font_); found != fonts_.end()) {
            found->second.name = name;
            const SymbolFont symbol = symbol_font(name);
            if (symbol != SymbolFont::kNone) found->second.symbol = symbol;
          }
        } else if (const auto found = styles_.find(defined_style_); found != styles_.end()) {
          found->second.name = name;
          if (!found->second.outline) found->second.outline = heading_of_name(name);
        }
      }
      return;
    }
    default:
      return;
  }
}

void RtfDocument::show(std::string_view utf8) {
  if (utf8.empty()) return;
  std::string kept;
  if (utf8.find("\xC2\xAD") != utf8.npos) {
    for (std::size_t at = 0; at < utf8.size();) {
      const std::size_t soft = std::min(utf8.find("\xC2\xAD", at), utf8.size());
      kept += utf8.substr(at, soft - at);
      at = soft + 2;
    }
    utf8 = kept;
  }
  const Look& look = group().look;
  if (look.change != last_change_ ||
      (look.change != kPlain && look.change_author != last_author_)) {
    name_change();
    last_change_ = look.change;
    last_author_ = look.change_author;
    if (look.change != kPlain) review_.count_change(change_author());
  }
  if (look.change == kDeleted && !review_.marks_changes()) return;
  has_text_ |= utf8.find_first_not_of(" \t\xC2\xA0") != utf8.npos;
  open_block();
  story().has_change = look.change != kPlain && review_.marks_changes();
  const bool is_white = look.colour < white_.size() && white_[look.colour] && !look.is_shaded &&
                        !story().paragraph.is_shaded && !story_writer().in_table() &&
                        story().kind != StoryKind::kBox;
  if (look.is_hidden || look.is_tiny || is_white) {
    if (story().hidden.size() > kMaxHidden) flush_hidden();
    story().hidden += utf8;
    return;
  }
  flush_hidden();
  TextStyle style = look.style;
  if (review_.marks_changes()) style |= look.change;
  story_writer().text(utf8, style);
}

std::string RtfDocument::change_author() const {
  return last_author_ < authors_.size() ? authors_[last_author_] : std::string();
}

/// Behind the text of a change: its author, in each paragraph.
void RtfDocument::name_change() {
  if (std::exchange(story().has_change, false)) raw(ReviewLayer::change_author(change_author()));
}

void RtfDocument::raw(const std::string& markdown, MarkKind kind) {
  if (markdown.empty() || group().target == Target::kSkip) return;
  open_block();
  flush_hidden();
  story_writer().raw(markdown, kind);
}

void RtfDocument::flush_hidden() {
  if (story().hidden.empty()) return;
  const std::string hidden = std::exchange(story().hidden, {});
  if (hidden.find_first_not_of(" \t\xC2\xA0") == hidden.npos) return;
  story_writer().raw(review_.hidden_mark(hidden));
}

/// Begins the paragraph when its first text comes.
void RtfDocument::open_block() {
  Story& current = story();
  if (std::exchange(current.is_open, true)) return;
  const Paragraph& paragraph = current.paragraph;
  finish_tables(paragraph.table_level);
  if (paragraph.table_level > 0) open_cell(paragraph.table_level);
  auto outline = paragraph.outline;
  if (!outline) {
    if (const auto style = styles_.find(paragraph.style);
        style != styles_.end() && paragraph.style != 0)
      outline = style->second.outline;
  }
  const std::string marker = std::exchange(current.marker, {});
  if (outline && *outline < 9) {
    review_.before_heading(*outline + 1, story_writer());
    story_writer().begin_heading(*outline + 1);
    const bool is_number = marker.find_first_of("0123456789IVXivxABCabc") != marker.npos;
    if (is_number) story_writer().text(heading_prefix(marker));
  } else if (!marker.empty()) {
    const bool is_bullet = marker.size() <= 4 && static_cast<unsigned char>(marker[0]) >= 0x80;
    story_writer().begin_item(paragraph.level, is_bullet || marker == "o" ? "•" : marker);
  } else {
    story_writer().begin_paragraph();
  }
}

void RtfDocument::end_paragraph() {
  Story& current = story();
  name_change();
  flush_hidden();
  if (std::exchange(current.is_open, false)) {
    story_writer().end_block();
  } else if (current.paragraph.table_level == 0) {
    finish_tables(0);
  }
  current.marker.clear();
  if (current.boxes.empty()) return;
  finish_tables(current.paragraph.table_level);
  for (const std::string& box : std::exchange(current.boxes, {})) story_writer().note_block(box);
}

void RtfDocument::finish_tables(std::size_t levels) {
  Story& current = story();
  while (current.tables.size() > levels) {
    OpenTable& table = current.tables.back();
    if (table.has_cell) story_writer().end_cell();
    if (table.has_row) story_writer().end_row();
    story_writer().end_table();
    current.tables.pop_back();
  }
}

void RtfDocument::open_cell(std::size_t level) {
  Story& current = story();
  finish_tables(level);
  while (true) {
    if (!current.tables.empty()) {
      OpenTable& table = current.tables.back();
      if (!std::exchange(table.has_row, true)) {
        if (table.is_first_row && is_header_row_) story_writer().set_header_rows(1);
        story_writer().begin_row();
      }
      if (!std::exchange(table.has_cell, true)) {
        std::uint32_t columns = 1;
        while (current.tables.size() == 1 && joins_left(table.cell + columns)) ++columns;
        story_writer().begin_cell(columns);
      }
    }
    if (current.tables.size() >= level) return;
    story_writer().begin_table(0);
    story_writer().infer_header();
    current.tables.emplace_back();
  }
}

void RtfDocument::end_cell(std::size_t level) {
  if (group().target != Target::kText) return;
  open_cell(level);
  name_change();
  flush_hidden();
  if (std::exchange(story().is_open, false)) story_writer().end_block();
  story().marker.clear();
  for (const std::string& box : std::exchange(story().boxes, {})) story_writer().note_block(box);
  finish_tables(level);
  OpenTable& table = story().tables.back();
  ++table.cell;
  // The text of cells that are merged across stands in the first.
  if (level == 1 && joins_left(table.cell)) return;
  story_writer().end_cell();
  table.has_cell = false;
}

void RtfDocument::end_row(std::size_t level) {
  if (group().target != Target::kText && group().target != Target::kSilent) return;
  Story& current = story();
  if (current.tables.size() < level) return;
  finish_tables(level);
  OpenTable& table = current.tables.back();
  if (std::exchange(table.has_cell, false)) story_writer().end_cell();
  if (std::exchange(table.has_row, false)) {
    if (table.is_first_row && is_header_row_) story_writer().set_header_rows(1);
    for (std::size_t i = 0; level == 1 && i < cells_.size(); ++i) {
      if (cells_[i] == Cell::kCovered) story_writer().cover_cell(i);
    }
    story_writer().end_row();
  }
  table.is_first_row = false;
  table.cell = 0;
}

}  // namespace lectern
