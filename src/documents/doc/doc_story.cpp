#include "documents/doc/doc_story.h"

#include <algorithm>
#include <utility>

#include "base/message.h"
#include "documents/html/html_text.h"
#include "documents/text/fields.h"
#include "documents/text/symbols.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::uint32_t kMaxParagraph = 4'000'000;
constexpr std::size_t kMaxDocFields = 200;
constexpr std::size_t kMaxInstruction = 10'000;

}  // namespace

std::string doc_markdown(DocShared& shared, DocRange range, bool in_cell) {
  MarkdownText text;
  MarkdownWriter writer(text, in_cell, &shared.repeat_room);
  DocStory story(shared, writer, false);
  story.read(range);
  writer.finish();
  return text.take();
}

void DocStory::read(DocRange range) {
  std::uint32_t first = range.first;
  for (std::uint32_t place = range.first; place < range.last; ++place) {
    // Damaged pieces may leave out millions of places.
    if (const std::uint32_t next = shared_.file.next_place(place); next != place) {
      if (first < place) paragraph(first, place, u'\r');
      first = next;
      place = next - 1;
      continue;
    }
    const char16_t unit = shared_.file.character(place).unit;
    const bool ends = unit == 0x0D || unit == 0x07 || unit == 0x0C;
    if (!ends && place - first < kMaxParagraph && place + 1 < range.last) continue;
    if (!shared_.file.take_paragraph(place - first)) break;
    paragraph(first, ends ? place : place + 1, ends ? unit : u'\r');
    first = place + 1;
  }
  finish_tables(0);
  writer_.end_block();
  if (shows()) return;
  // What never ends is no field.
  writer_.begin_paragraph();
  end_instructions({});
  flush_text();
  flush_hidden();
  writer_.end_block();
}

/// Shows the instructions of the fields that are open as the text that they are.
void DocStory::end_instructions(const DocRun& run) {
  std::string text;
  for (Field& field : fields_) {
    if (!std::exchange(field.in_result, true)) text += std::exchange(field.instruction, {});
  }
  emit(text, run);
}

bool DocStory::shows() const {
  return std::all_of(fields_.begin(), fields_.end(),
                     [](const Field& field) { return field.in_result; });
}

void DocStory::begin_block(DocParagraph properties) {
  shared_.file.inherit_list(properties);
  const auto heading = shared_.file.heading_of(properties);
  const std::string marker = shared_.file.marker_of(properties);
  if (heading) {
    shared_.review.before_heading(*heading + 1, writer_);
    writer_.begin_heading(*heading + 1);
    writer_.text(heading_prefix(marker));
  } else if (!marker.empty()) {
    writer_.begin_item(properties.list_level.value_or(0), marker);
  } else {
    writer_.begin_paragraph();
  }
}

void DocStory::paragraph(std::uint32_t first, std::uint32_t end, char16_t mark) {
  const DocFile::Character last = shared_.file.character(end);
  DocParagraph properties;
  if (!shared_.file.is_old()) properties = shared_.file.paragraph(last.offset);
  paragraph_hides_ = shared_.file.style_hides(properties.style).value_or(false);
  std::size_t level = properties.is_in_table ? std::max(properties.table_level, 1U) : 0;
  if (mark == 0x07) level = std::max<std::size_t>(level, 1);
  // Old files say what is a table by their cells alone.
  const bool ends_row =
      properties.ends_row || (shared_.file.is_old() && mark == 0x07 && first == end &&
                              !tables_.empty() && !tables_.back().has_cell);
  if (ends_row && level <= 1) {
    const bool is_deleted = !shared_.file.is_old() && shared_.file.run(last.offset).is_deleted;
    return end_row(1, properties, is_deleted && !shared_.review.marks_changes());
  }
  if (properties.ends_inner_row) return end_row(level, properties, false);
  finish_tables(level);
  if (level > 0) open_cell(level);
  begin_block(properties);
  for (std::uint32_t place = first; place < end; ++place) {
    const DocFile::Character character = shared_.file.character(place);
    this->character(character.unit, character.offset, place);
  }
  flush_bytes();
  if (!shows()) emit(" ", {});
  name_change();
  flush_text();
  flush_hidden();
  writer_.end_block();
  if (mark == 0x07 && level <= 1) {
    end_cell(1);
  } else if (properties.ends_inner_cell) {
    end_cell(level);
  }
}

void DocStory::character(char16_t unit, std::uint64_t offset, std::uint32_t place) {
  static const DocRun kNone;
  if (shared_.file.has_bytes()) {
    if (unit >= 0x20) {
      bytes_ += static_cast<char>(unit);
      return;
    }
    flush_bytes();
    return special(unit, kNone, place);
  }
  const DocRun& run = shared_.file.is_old() ? kNone : shared_.file.run(offset);
  // Word shows the symbol even where the character is not marked as special.
  if (run.symbol && unit == 0x28) {
    const SymbolFont font = symbol_font(shared_.file.font(run.symbol_font));
    const auto sign = symbol_character(font, *run.symbol);
    const bool is_valid = *run.symbol >= 0x20 && !(*run.symbol >= 0xD800 && *run.symbol < 0xE000) &&
                          !(*run.symbol >= 0xF000 && *run.symbol <= 0xF0FF);
    return emit_unit(sign.value_or(is_valid ? *run.symbol : U'\uFFFD'), run);
  }
  if (unit < 0x20) return special(unit, run, place);
  if (unit >= 0xD800 && unit < 0xDC00) {
    high_ = unit;
    return;
  }
  if (unit >= 0xDC00 && unit < 0xE000) {
    if (high_ != 0)
      emit_unit(0x10000U + ((std::exchange(high_, u'\0') - 0xD800U) << 10) + (unit - 0xDC00U), run);
    return;
  }
  char32_t shown = unit;
  if (unit >= 0x80 && unit < 0xA0) {
    // Pieces of bytes are in windows-1252.
    constexpr char16_t kWindows[] = {0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021,
                                     0x2C6,  0x2030, 0x160,  0x2039, 0x152,  0x8D,   0x17D,  0x8F,
                                     0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                     0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178};
    shown = kWindows[unit - 0x80];
  } else if (unit >= 0xF020 && unit <= 0xF0FF) {
    const SymbolFont font =
        run.font ? symbol_font(shared_.file.font(*run.font)) : SymbolFont::kSymbol;
    shown = symbol_character(font == SymbolFont::kNone ? SymbolFont::kSymbol : font, unit)
                .value_or(U'\uFFFD');
  } else if (unit == 0xAD) {
    return;
  }
  emit_unit(shown, run);
}

void DocStory::special(char16_t unit, const DocRun& run, std::uint32_t place) {
  switch (unit) {
    case 0x13:
      flush_text();
      if (fields_.size() < kMaxDocFields) fields_.emplace_back();
      return;
    case 0x14:
      if (fields_.empty()) return;
      fields_.back().in_result = true;
      if (const std::string target = hyperlink_target(fields_.back().instruction);
          !target.empty() && links_ == 0 && shows()) {
        flush_text();
        flush_hidden();
        writer_.begin_link(target);
        fields_.back().is_link = true;
        ++links_;
      }
      return;
    case 0x15: {
      if (fields_.empty()) return;
      flush_text();
      const Field field = std::move(fields_.back());
      fields_.pop_back();
      if (field.is_link) {
        flush_hidden();
        writer_.end_link();
        --links_;
      }
      if (!field.in_result) {
        emit(field_symbol(field.instruction), run);
        if (field.instruction.find("FORMCHECKBOX") != field.instruction.npos) emit("☐", run);
      }
      return;
    }
    case 0x09:
      return emit("\t", run);
    case 0x0B:
      if (!shows()) return;
      flush_text();
      flush_hidden();
      return writer_.line_break();
    case 0x1E:
      return emit("-", run);
    case 0x01:
      if (run.is_special && shows()) picture(run);
      return;
    case 0x02:
    case 0x05:
      break;
    default:
      return;
  }
  if (!is_main_) return;
  auto& references = unit == 0x02 ? shared_.notes : shared_.comments;
  const auto found = references.find(place);
  if (found != references.end()) reference(found->second, unit == 0x05);
}

void DocStory::picture(const DocRun& run) {
  const std::string key = run.picture ? shared_.file.picture_at(*run.picture) : std::string();
  if (!key.empty()) return raw(shared_.pictures.mark(key, ""), MarkKind::kPicture);
  // Old objects keep their picture with them.
  const std::string object = fields_.empty() ? "" : embedded_class(fields_.back().instruction);
  if (object.empty()) return;
  raw(compose({"[Embedded object {}]", MarkdownWriter::escaped(object)}), MarkKind::kPicture);
}

void DocStory::reference(const DocFile::Reference& found, bool is_comment) {
  if (is_comment) {
    std::string line;
    for (const char c : doc_markdown(shared_, found.text, true)) {
      if (c != '\n' || !line.ends_with(' ')) line += c == '\n' ? ' ' : c;
    }
    raw(shared_.review.comment_mark("Comment", found.author, line, false), MarkKind::kNote);
  } else {
    raw(shared_.review.note_mark(shared_.review.add_note(doc_markdown(shared_, found.text, false))),
        MarkKind::kNote);
  }
}

void DocStory::emit_unit(char32_t character, const DocRun& run) {
  std::string utf8;
  append_utf8(character, utf8);
  emit(utf8, run);
}

void DocStory::emit(std::string_view text, const DocRun& run) {
  if (text.empty()) return;
  if (!shows()) {
    // The result of a field in an instruction is part of that.
    const auto open = std::find_if(fields_.rbegin(), fields_.rend(),
                                   [](const Field& field) { return !field.in_result; });
    open->instruction += text;
    if (open->instruction.size() > kMaxInstruction) end_instructions(run);
    return;
  }
  const TextStyle change = run.is_deleted ? kDeleted : run.is_inserted ? kInserted : kPlain;
  const DocRun::Change& by = run.is_deleted ? run.deletion : run.insertion;
  if (change != last_change_ || (change != kPlain && by != last_by_)) {
    name_change();
    last_change_ = change;
    last_by_ = by;
    if (change != kPlain) shared_.review.count_change(change_author());
  }
  if (change == kDeleted && !shared_.review.marks_changes()) return;
  has_change_ = change != kPlain && shared_.review.marks_changes();
  const bool is_white = run.is_white && tables_.empty() && is_main_;
  if (is_hidden(run) || run.is_tiny || is_white) {
    flush_text();
    if (hidden_.size() > kMaxParagraph) flush_hidden();
    hidden_ += text;
    return;
  }
  flush_hidden();
  TextStyle style = kPlain;
  if (run.bold.value_or(false)) style |= kBold;
  if (run.italic.value_or(false)) style |= kItalic;
  if (run.strike.value_or(false)) style |= kStrike;
  if (run.script > 0) style |= kSuperscript;
  if (run.script < 0) style |= kSubscript;
  if (shared_.review.marks_changes()) style |= change;
  if (style != text_style_) flush_text();
  text_style_ = style;
  text_ += text;
}

bool DocStory::is_hidden(const DocRun& run) const {
  constexpr std::uint8_t kAsStyle = 0x80;
  const bool by_style = run.style_hides.value_or(paragraph_hides_);
  if (!run.hides) return by_style;
  const bool value = (*run.hides & 1) != 0;
  return (*run.hides & kAsStyle) != 0 ? by_style != value : value;
}

std::string DocStory::change_author() const {
  const auto& authors = shared_.file.change_authors();
  return last_by_.author < authors.size() ? authors[last_by_.author] : std::string();
}

/// Behind the text of a change: its author, in each paragraph.
void DocStory::name_change() {
  if (std::exchange(has_change_, false)) raw(ReviewLayer::change_author(change_author()));
}

void DocStory::raw(const std::string& markdown, MarkKind kind) {
  if (markdown.empty() || !shows()) return;
  flush_text();
  flush_hidden();
  writer_.raw(markdown, kind);
}

void DocStory::flush_text() {
  if (!text_.empty()) writer_.text(std::exchange(text_, {}), text_style_);
}

void DocStory::flush_bytes() {
  if (bytes_.empty()) return;
  const std::string bytes = std::exchange(bytes_, {});
  const EncodingTables& tables = shared_.context.options.encoding_tables;
  auto decoded = decoded_text(as_bytes(bytes), shared_.file.encoding(), tables);
  if (!decoded) decoded = decoded_text(as_bytes(bytes), Encoding::kWindows1252, tables);
  if (decoded) emit(*decoded, {});
}

void DocStory::flush_hidden() {
  if (hidden_.empty()) return;
  const std::string hidden = std::exchange(hidden_, {});
  if (hidden.find_first_not_of(" \t\xC2\xA0") == hidden.npos) return;
  writer_.raw(shared_.review.hidden_mark(hidden));
}

void DocStory::finish_tables(std::size_t levels) {
  while (tables_.size() > levels) {
    if (tables_.back().has_cell) writer_.end_cell();
    if (tables_.back().has_row) writer_.end_row();
    writer_.end_table();
    tables_.pop_back();
  }
}

void DocStory::open_cell(std::size_t level) {
  finish_tables(level);
  while (true) {
    if (!tables_.empty()) {
      if (!std::exchange(tables_.back().has_row, true)) writer_.begin_row();
      if (!std::exchange(tables_.back().has_cell, true)) writer_.begin_cell();
    }
    if (tables_.size() >= level) return;
    writer_.begin_table(0);
    writer_.infer_header();
    tables_.emplace_back();
  }
}

void DocStory::end_cell(std::size_t level) {
  open_cell(level);
  writer_.end_cell();
  tables_.back().has_cell = false;
}

void DocStory::end_row(std::size_t level, const DocParagraph& row, bool is_left_out) {
  if (tables_.size() < level) return;
  finish_tables(level);
  Level& table = tables_.back();
  if (std::exchange(table.has_cell, false)) writer_.end_cell();
  if (is_left_out && std::exchange(table.has_row, false)) return writer_.drop_row();
  const bool is_first = std::exchange(table.is_first_row, false);
  if (!std::exchange(table.has_row, false)) return;
  if (is_first && row.heads_table) writer_.set_header_rows(1);
  for (std::size_t i = 0; i < row.covered.size(); ++i) {
    if (row.covered[i]) writer_.cover_cell(i);
  }
  writer_.end_row();
}

}  // namespace lectern
