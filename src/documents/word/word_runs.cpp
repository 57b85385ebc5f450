// What stands in a paragraph of a Word document: runs, links, changes, fields, notes.
#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/math/omml.h"
#include "documents/text/fields.h"
#include "documents/word/word_story.h"
#include "text/utf8.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

constexpr std::size_t kMaxTextBytes = std::size_t{16} << 20;
constexpr std::size_t kMaxInstructionBytes = 10'000;
constexpr std::size_t kMaxFields = 200;
constexpr int kMaxInlineNesting = 300;

bool is_blank_run(std::string_view text) {
  return text.find_first_not_of(" \t\n\xC2\xA0") == text.npos;
}

}  // namespace

void WordStory::inlines(XmlReader& xml) {
  if (nesting_ > kMaxInlineNesting) {
    document_.package.warn(
        {"{}: runs nested deeper than {} are left out", part_, kMaxInlineNesting});
    return xml.skip();
  }
  ++nesting_;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() == Event::kStart) inline_element(xml);
  }
  --nesting_;
}

void WordStory::inline_element(XmlReader& xml) {
  if (xml.space() == Xmlns::kMath) {
    if (xml.name() != "oMath" && xml.name() != "oMathPara") return xml.skip();
    const std::string latex = read_office_math(xml);
    if (!shows_text()) return;
    flush_hidden();
    if (in_code_) {
      code_ += latex;
    } else {
      writer_->math(latex);
    }
    return;
  }
  if (xml.space() == Xmlns::kCompatibility && xml.name() == "AlternateContent")
    return alternate_content(xml, &WordStory::inline_element);
  if (xml.space() != Xmlns::kWord) return xml.skip();
  const std::string_view name = xml.name();
  if (name == "r") {
    run(xml);
  } else if (name == "hyperlink") {
    hyperlink(xml);
  } else if (name == "ins" || name == "moveTo") {
    tracked(xml, kInserted);
  } else if (name == "del" || name == "moveFrom") {
    tracked(xml, kDeleted);
  } else if (name == "sdt") {
    content_control(xml, true);
  } else if (name == "fldSimple") {
    if (fields_.size() < kMaxFields) {
      Field field;
      field.instruction = xml.value("instr");
      fields_.push_back(std::move(field));
      begin_result(fields_.back());
      inlines(xml);
      if (fields_.back().is_link) {
        writer_->end_link();
        --links_;
      }
      fields_.pop_back();
    } else {
      xml.skip();
    }
  } else if (name == "smartTag" || name == "customXml" || name == "dir" || name == "bdo" ||
             name == "subDoc") {
    inlines(xml);
  } else if (name == "p") {
    // Invalid, but written by some: a paragraph in a paragraph.
    emit_break();
    inlines(xml);
  } else if (name == "t" || name == "drawing" || name == "pict") {
    run_element(xml);
  } else {
    xml.skip();
  }
}

void WordStory::tracked(XmlReader& xml, TextStyle style) {
  const std::string author(xml.value("author"));
  if (xml.name() != "moveFrom") document_.review.count_change(author);
  if (!document_.review.marks_changes()) {
    if (style == kDeleted) return skip_deleted(xml);
    return inlines(xml);
  }
  changes_.push_back({style, author});
  inlines(xml);
  changes_.pop_back();
  if (const std::string mark = ReviewLayer::change_author(author); !mark.empty()) emit_raw(mark);
}

void WordStory::skip_deleted(XmlReader& xml) {
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart || xml.space() != Xmlns::kWord) continue;
    if (xml.name() == "ins" || xml.name() == "del" || xml.name() == "moveTo")
      document_.review.count_change(xml.value("author"));
  }
}

void WordStory::hyperlink(XmlReader& xml) {
  const Relationship* target =
      relationships_.find(xml.attribute(Xmlns::kRelationships, "id").value_or(""));
  std::string url;
  // A long one is not copied for each of its links when none of them shows it.
  if (target != nullptr && target->is_external && !writer_->lacks_targets()) {
    url = target->target;
    if (const std::string_view anchor = xml.value("anchor"); !anchor.empty())
      url += '#' + std::string(anchor);
  }
  const bool is_link = !url.empty() && links_ == 0 && shows_text() && !in_code_;
  if (is_link) {
    flush_hidden();
    writer_->begin_link(url);
    ++links_;
  }
  inlines(xml);
  if (is_link) {
    flush_hidden();
    writer_->end_link();
    --links_;
  }
}

WordStory::Look WordStory::look_of(const RunProperties& own) {
  RunProperties inherited;
  // What a paragraph's style makes bold is part of the layout.
  inherited.hidden = paragraph_style_.run.hidden;
  inherited.white = paragraph_style_.run.white;
  inherited.shaded = paragraph_style_.run.shaded;
  inherited.half_points = paragraph_style_.run.half_points;
  inherited.strike = paragraph_style_.run.strike;
  inherited.font = paragraph_style_.run.font;
  Look look;
  if (!own.style.empty()) {
    const WordStyles::Resolved& style = document_.styles.resolve(own.style);
    inherited.overlay(style.run);
    if (style.is_code) look.style |= kCode;
  }
  inherited.overlay(own);
  if (inherited.bold.value_or(false)) look.style |= kBold;
  if (inherited.italic.value_or(false)) look.style |= kItalic;
  if (inherited.strike.value_or(false) || inherited.double_strike.value_or(false))
    look.style |= kStrike;
  if (inherited.script.value_or(0) > 0) look.style |= kSuperscript;
  if (inherited.script.value_or(0) < 0) look.style |= kSubscript;
  look.font = inherited.font.value_or(SymbolFont::kNone);
  const bool may_be_dark = in_box_ || paragraph_shaded_ || inherited.shaded.value_or(false) ||
                           std::any_of(tables_.begin(), tables_.end(),
                                       [](const Cells& cells) { return cells.is_shaded; });
  const bool is_white = inherited.white.value_or(false) && !may_be_dark;
  const bool is_tiny = inherited.half_points && *inherited.half_points <= 2;
  look.is_hidden = inherited.hidden.value_or(false) || is_white || is_tiny;
  return look;
}

void WordStory::run(XmlReader& xml) {
  look_ = look_of({});
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.is(Xmlns::kWord, "rPr")) {
      look_ = look_of(read_run_properties(xml));
    } else {
      run_element(xml);
    }
  }
}

void WordStory::run_element(XmlReader& xml) {
  if (xml.space() == Xmlns::kCompatibility && xml.name() == "AlternateContent")
    return alternate_content(xml, &WordStory::run_element);
  if (xml.space() == Xmlns::kMath) return inline_element(xml);
  if (xml.space() == Xmlns::kWordDrawing || xml.space() == Xmlns::kVml) return drawing_branch(xml);
  if (xml.space() != Xmlns::kWord) return xml.skip();
  const std::string_view name = xml.name();
  if (name == "t" || name == "delText") {
    emit(xml.text_inside(kMaxTextBytes));
  } else if (name == "tab" || name == "ptab") {
    xml.skip();
    emit("\t");
  } else if (name == "br" || name == "cr") {
    xml.skip();
    emit_break();
  } else if (name == "noBreakHyphen") {
    xml.skip();
    emit("-");
  } else if (name == "sym") {
    symbol(xml);
  } else if (name == "fldChar") {
    field_character(xml);
  } else if (name == "instrText" || name == "delInstrText") {
    const std::string text = xml.text_inside(kMaxInstructionBytes);
    if (!fields_.empty() && !fields_.back().in_result &&
        fields_.back().instruction.size() < kMaxInstructionBytes)
      fields_.back().instruction += text;
  } else if (name == "footnoteReference") {
    note_reference(xml, document_.footnotes);
  } else if (name == "endnoteReference") {
    note_reference(xml, document_.endnotes);
  } else if (name == "commentReference") {
    const std::string mark = word_comment_mark(document_, xml.value("id"));
    xml.skip();
    if (!mark.empty()) emit_raw(mark, MarkKind::kNote);
  } else if (name == "drawing" || name == "pict" || name == "object") {
    drawing(xml);
  } else if (name == "ruby") {
    ruby(xml);
  } else {
    // Soft hyphens, rendered page breaks and marks of notes are no text.
    xml.skip();
  }
}

void WordStory::ruby(XmlReader& xml) {
  std::string above;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.is(Xmlns::kWord, "rt")) {
      const std::size_t inner = xml.depth();
      while (xml.next_in(inner)) {
        if (xml.starts(Xmlns::kWord, "t")) above += xml.text_inside(1'000);
      }
    } else if (xml.is(Xmlns::kWord, "rubyBase")) {
      inlines(xml);
    } else {
      xml.skip();
    }
  }
  if (!above.empty()) emit("(" + above + ")");
}

void WordStory::note_reference(XmlReader& xml,
                               std::map<std::string, WordNote, std::less<>>& notes) {
  const auto found = notes.find(xml.value("id"));
  xml.skip();
  if (found == notes.end()) return;
  WordNote& note = found->second;
  if (note.number == 0) note.number = document_.review.add_note(std::exchange(note.markdown, {}));
  if (const std::string mark = document_.review.note_mark(note.number); !mark.empty())
    emit_raw(mark, MarkKind::kNote);
}

void WordStory::symbol(XmlReader& xml) {
  const SymbolFont font = symbol_font(xml.value("font"));
  std::uint32_t code = 0;
  for (const char c : xml.value("char")) {
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0 || code > 0xFFFF) break;
    code = code * 16 + static_cast<unsigned>(digit);
  }
  xml.skip();
  std::string text;
  if (font == SymbolFont::kNone) {
    const bool is_private = code >= 0xF020 && code <= 0xF0FF;
    const char32_t character = is_private ? code - 0xF000 : code;
    const bool is_valid = character >= 0x20 && !(character >= 0xD800 && character < 0xE000);
    append_utf8(is_valid ? character : U'\uFFFD', text);
  } else {
    append_utf8(symbol_character(font, code).value_or(U'\uFFFD'), text);
  }
  const SymbolFont outer = std::exchange(look_.font, SymbolFont::kNone);
  emit(text);
  look_.font = outer;
}

bool WordStory::shows_text() const {
  return std::all_of(fields_.begin(), fields_.end(),
                     [](const Field& field) { return field.in_result; });
}

void WordStory::emit(std::string_view text) {
  if (text.empty() || !shows_text()) return;
  std::string mapped;
  const bool is_symbol = look_.font == SymbolFont::kSymbol ||
                         look_.font == SymbolFont::kWingdings ||
                         look_.font == SymbolFont::kWingdings2;
  if (is_symbol || text.find('\xEF') != text.npos || text.find('\n') != text.npos ||
      text.find('\xC2') != text.npos || text.find("\xE2\x80") != text.npos) {
    for (std::size_t at = 0; at < text.size();) {
      const DecodedCharacter decoded = utf8_character_at(text, at);
      at = decoded.next;
      const char32_t c = decoded.code_point;
      const bool is_private = c >= 0xF020 && c <= 0xF0FF;
      if (c == 0xAD) continue;
      if (c == U'\n' || c == U'\r') {
        mapped += ' ';
      } else if (c >= 0x2000 && c <= 0x200A) {
        // Blanks of other widths; form fields that are empty are made of them.
        mapped += ' ';
      } else if (is_symbol && (is_private || look_.font != SymbolFont::kSymbol) &&
                 symbol_character(look_.font, c)) {
        append_utf8(*symbol_character(look_.font, c), mapped);
      } else {
        append_utf8(c, mapped);
      }
    }
    text = mapped;
  }
  if (in_code_) {
    if (code_.size() > kMaxTextBytes) {
      // It goes on in another block.
      flush_code();
      has_code_ = true;
    }
    code_ += text;
    return;
  }
  if (look_.is_hidden) {
    if (hidden_.size() > kMaxTextBytes) flush_hidden();
    hidden_ += text;
    return;
  }
  flush_hidden();
  TextStyle style = look_.style;
  if (!changes_.empty() && document_.review.marks_changes()) style |= changes_.back().style;
  writer_->text(text, style);
  if (!tables_.empty() && !is_blank_run(text)) {
    tables_.back().sees_text = true;
    if ((style & kBold) == 0 && !writer_->in_heading()) tables_.back().is_bold = false;
  }
}

void WordStory::emit_raw(const std::string& markdown, MarkKind kind) {
  if (!shows_text()) return;
  if (in_code_) return boxes_.push_back(markdown);
  flush_hidden();
  writer_->raw(markdown, kind);
}

void WordStory::emit_break() {
  if (!shows_text()) return;
  if (in_code_) {
    code_ += '\n';
  } else if (look_.is_hidden && !hidden_.empty()) {
    hidden_ += ' ';
  } else {
    writer_->line_break();
  }
}

void WordStory::flush_hidden() {
  if (hidden_.empty()) return;
  const std::string text = std::exchange(hidden_, {});
  if (is_blank_run(text)) return;
  writer_->raw(document_.review.hidden_mark(text));
}

void WordStory::begin_result(Field& field) {
  field.in_result = true;
  if (links_ > 0 || in_code_ || !shows_text()) return;
  const std::string target = hyperlink_target(field.instruction);
  if (target.empty()) return;
  flush_hidden();
  writer_->begin_link(target);
  field.is_link = true;
  ++links_;
}

void WordStory::read_form(XmlReader& xml, Field& field) {
  std::vector<std::string> entries;
  std::uint32_t chosen = 0;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    const std::string_view name = xml.name();
    if (name == "checkBox") {
      field.form = "☐";
    } else if (!field.form.empty() && (name == "checked" || name == "default")) {
      field.form = is_on(xml.value("val")) ? "☑" : "☐";
    } else if (name == "result") {
      chosen = unsigned_value(xml.value("val"));
    } else if (name == "listEntry" && entries.size() < 1'000) {
      entries.emplace_back(xml.value("val"));
    }
  }
  if (chosen < entries.size()) field.form = entries[chosen];
}

void WordStory::field_character(XmlReader& xml) {
  const std::string type(xml.value("fldCharType"));
  if (type == "begin") {
    Field field;
    read_form(xml, field);
    if (fields_.size() < kMaxFields) fields_.push_back(std::move(field));
    return;
  }
  xml.skip();
  if (fields_.empty()) return;
  if (type == "separate") {
    begin_result(fields_.back());
  } else if (type == "end") {
    if (fields_.back().is_link) {
      flush_hidden();
      writer_->end_link();
      --links_;
    }
    const std::string form = std::move(fields_.back().form);
    fields_.pop_back();
    if (!form.empty()) emit(form);
  }
}

}  // namespace lectern
