// What stands in a paragraph of OpenDocument text: spans, fields, notes, comments, drawings.
#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/math/mathml.h"
#include "documents/odf/blanks.h"
#include "documents/odf/text/odf_story.h"
#include "documents/word/word_styles.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

constexpr int kMaxInlineDepth = 300;
constexpr std::size_t kMaxCode = std::size_t{4} << 20;

}  // namespace

void OdfStory::inlines(XmlReader& xml) {
  if (nesting_ >= kMaxInlineDepth) {
    document_.package.warn({"content.xml: spans nested deeper than {} left out", kMaxInlineDepth});
    return xml.skip();
  }
  ++nesting_;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() == Event::kText) {
      // White space counts once, and not at a paragraph's start.
      std::string text;
      for (const char c : xml.text()) {
        const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!is_blank || !after_blank_) text += is_blank ? ' ' : c;
        after_blank_ = is_blank;
      }
      emit(text);
    } else if (xml.event() == Event::kStart) {
      inline_element(xml);
    }
  }
  --nesting_;
}

void OdfStory::inline_element(XmlReader& xml) {
  const std::string_view name = xml.name();
  if (xml.space() == Xmlns::kOdfDrawing) return drawing(xml);
  if (xml.space() == Xmlns::kOdfOffice) {
    if (name == "annotation") return comment(xml);
    return xml.skip();
  }
  if (xml.space() != Xmlns::kOdfText) {
    if (xml.space() == Xmlns::kOdfExtended || xml.space() == Xmlns::kOdfForm) return xml.skip();
    return inlines(xml);
  }
  if (name == "span") {
    span(xml);
  } else if (name == "s") {
    const std::string blanks = odf_blanks(xml, document_.package);
    xml.skip();
    after_blank_ = false;
    emit(blanks);
  } else if (name == "tab") {
    xml.skip();
    emit("\t");
    after_blank_ = true;
  } else if (name == "line-break") {
    xml.skip();
    after_blank_ = true;
    if (in_code_) {
      code_ += '\n';
    } else {
      flush_hidden();
      writer_->line_break();
    }
  } else if (name == "a") {
    link(xml);
  } else if (name == "note") {
    note(xml);
  } else if (name == "ruby") {
    ruby(xml);
  } else if (name == "change" || name == "change-start" || name == "change-end") {
    change_mark(xml);
  } else if (name == "hidden-text" || name == "hidden-paragraph") {
    const std::string hidden(xml.value("string-value"));
    const std::string shown = xml.text_inside(10'000);
    emit(shown);
    if (shown.empty() && !hidden.empty()) {
      flush_hidden();
      writer_->raw(document_.review.hidden_mark(hidden));
    }
  } else if (name == "soft-page-break" || name.starts_with("bookmark") ||
             name.starts_with("reference-mark") || name.ends_with("-mark") ||
             name.ends_with("-mark-start") || name.ends_with("-mark-end") || name == "script") {
    if (name == "reference-mark" || name.starts_with("bookmark-ref")) return inlines(xml);
    xml.skip();
  } else {
    // Fields and what is not known show their text.
    inlines(xml);
  }
}

void OdfStory::span(XmlReader& xml) {
  const std::string style(xml.value("style-name"));
  const bool is_code = document_.styles.is_code("text", style);
  push_look(document_.styles.text_look(style));
  codes_ += is_code ? 1 : 0;
  inlines(xml);
  looks_.pop_back();
  codes_ -= is_code ? 1 : 0;
}

void OdfStory::link(XmlReader& xml) {
  const std::string target(xml.attribute(Xmlns::kXlink, "href").value_or(""));
  const bool is_link = !target.empty() && !target.starts_with("#") && links_ == 0 && !in_code_;
  if (is_link) {
    flush_hidden();
    writer_->begin_link(target);
    ++links_;
  }
  inlines(xml);
  if (is_link) {
    flush_hidden();
    writer_->end_link();
    --links_;
  }
}

std::string OdfStory::nested(XmlReader& xml, bool is_box) {
  MarkdownText text;
  MarkdownWriter writer(text, is_box && writer_->in_table(), &document_.repeat_room);
  OdfStory story(document_, writer);
  story.nesting_ = nesting_ + 1;
  story.in_box_ = in_box_ || is_box;
  story.read_blocks(xml);
  story.finish();
  writer.finish();
  return text.take();
}

void OdfStory::note(XmlReader& xml) {
  std::string markdown;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.is(Xmlns::kOdfText, "note-body")) {
      markdown = nested(xml, false);
    } else {
      xml.skip();
    }
  }
  const std::string mark =
      document_.review.note_mark(document_.review.add_note(std::move(markdown)));
  if (!mark.empty()) emit_raw(mark, MarkKind::kNote);
}

void OdfStory::comment(XmlReader& xml) {
  const bool is_resolved = xml.attribute("resolved").value_or("") == "true" ||
                           xml.attribute(Xmlns::kOdfExtended, "resolved").value_or("") == "true";
  const bool is_reply = xml.attribute(Xmlns::kOdfExtended, "parent-name").has_value() ||
                        xml.attribute("parent-name").has_value();
  std::string author;
  MarkdownText text;
  MarkdownWriter writer(text, true, &document_.repeat_room);
  OdfStory story(document_, writer);
  story.nesting_ = nesting_ + 1;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.is(Xmlns::kDublinCore, "creator")) {
      author = xml.text_inside(1'000);
    } else if (xml.space() == Xmlns::kOdfText && (xml.name() == "p" || xml.name() == "list")) {
      story.read_block(xml);
    } else {
      xml.skip();
    }
  }
  story.finish();
  writer.finish();
  const std::string mark = document_.review.comment_mark(is_reply ? "Reply" : "Comment", author,
                                                         text.take(), is_resolved);
  if (!mark.empty()) emit_raw(mark, MarkKind::kNote);
}

void OdfStory::change_mark(XmlReader& xml) {
  const std::string name(xml.name());
  const auto found = document_.changes.find(xml.value("change-id"));
  xml.skip();
  if (!document_.review.marks_changes() || found == document_.changes.end()) return;
  OdfChange& change = found->second;
  if (name == "change-start") {
    if (change.style == kInserted) change_ = kInserted;
  } else if (name == "change-end") {
    if (std::exchange(change_, kPlain) == kInserted)
      emit_raw(ReviewLayer::change_author(change.author));
  } else if (change.style == kDeleted) {
    flush_hidden();
    // It was deleted once: other marks of the same change have nothing.
    writer_->text(std::exchange(change.deleted, {}), kDeleted);
    emit_raw(ReviewLayer::change_author(change.author));
  }
}

void OdfStory::ruby(XmlReader& xml) {
  std::string above;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.is(Xmlns::kOdfText, "ruby-text")) {
      above = xml.text_inside(1'000);
    } else {
      inlines(xml);
    }
  }
  if (!above.empty()) emit("(" + above + ")");
}

/// Of text in a span or paragraph: `own`, and what is around it has besides.
void OdfStory::push_look(OdfLook own) {
  if (!looks_.empty()) {
    const OdfLook& outer = looks_.back();
    if (!own.bold) own.bold = outer.bold;
    if (!own.italic) own.italic = outer.italic;
    if (!own.strike) own.strike = outer.strike;
    if (!own.script) own.script = outer.script;
    if (!own.hidden) own.hidden = outer.hidden;
    if (!own.white) own.white = outer.white;
    if (!own.tiny) own.tiny = outer.tiny;
    if (!own.filled) own.filled = outer.filled;
  }
  looks_.push_back(own);
}

TextStyle OdfStory::style() const {
  const OdfLook look = looks_.empty() ? OdfLook() : looks_.back();
  TextStyle style = change_;
  if (look.bold.value_or(false)) style |= kBold;
  if (look.italic.value_or(false)) style |= kItalic;
  if (look.strike.value_or(false)) style |= kStrike;
  if (look.script.value_or(0) > 0) style |= kSuperscript;
  if (look.script.value_or(0) < 0) style |= kSubscript;
  if (codes_ > 0) style |= kCode;
  return style;
}

void OdfStory::emit(std::string_view text) {
  if (text.empty()) return;
  std::string without;
  if (text.find("\xC2\xAD") != text.npos) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t soft = std::min(text.find("\xC2\xAD", at), text.size());
      without += text.substr(at, soft - at);
      at = soft + 2;
    }
    text = without;
  }
  if (in_code_) {
    if (code_.size() > kMaxCode) {
      // It goes on in another block.
      flush_code();
      has_code_ = true;
    }
    code_ += text;
    return;
  }
  const OdfLook look = looks_.empty() ? OdfLook() : looks_.back();
  const bool is_white =
      look.white.value_or(false) && !look.filled.value_or(false) && !in_box_ && !in_filled_;
  if (hidden_sections_ > 0 || look.hidden.value_or(false) || look.tiny.value_or(false) ||
      is_white) {
    if (hidden_.size() > kMaxCode) flush_hidden();
    hidden_ += text;
    return;
  }
  flush_hidden();
  writer_->text(text, style());
}

void OdfStory::emit_raw(const std::string& markdown, MarkKind kind) {
  if (markdown.empty()) return;
  if (in_code_) return boxes_.push_back(markdown);
  flush_hidden();
  writer_->raw(markdown, kind);
  after_blank_ = false;
}

void OdfStory::flush_hidden() {
  if (hidden_.empty()) return;
  const std::string text = std::exchange(hidden_, {});
  if (text.find_first_not_of(" \t\n") == text.npos) return;
  writer_->raw(document_.review.hidden_mark(text));
}

/// A frame, a group or a shape, whose text is a box behind the paragraph.
void OdfStory::drawing(XmlReader& xml) {
  const std::string_view name = xml.name();
  if (nesting_ >= kMaxInlineDepth) return inlines(xml);
  if (name == "frame") return frame(xml);
  if (name == "a") {
    ++nesting_;
    const std::size_t depth = xml.depth();
    while (xml.next_in(depth)) {
      if (xml.event() == Event::kStart) drawing(xml);
    }
    --nesting_;
    return;
  }
  if (name == "control") {
    xml.skip();
    return;
  }
  MarkdownText text;
  MarkdownWriter writer(text, writer_->in_table(), &document_.repeat_room);
  OdfStory story(document_, writer);
  story.nesting_ = nesting_ + 1;
  story.in_box_ = true;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.space() == Xmlns::kOdfDrawing) {
      story.block(xml);
    } else if (xml.space() == Xmlns::kOdfText) {
      story.block(xml);
    } else {
      xml.skip();
    }
  }
  story.finish();
  writer.finish();
  if (std::string box = text.take(); !box.empty()) boxes_.push_back(std::move(box));
}

void OdfStory::frame(XmlReader& xml) {
  std::string alt;
  std::string picture;
  std::vector<std::pair<std::string, std::string>> objects;
  bool is_taken = false;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    const std::string_view name = xml.name();
    if (xml.space() == Xmlns::kOdfSvg && (name == "desc" || name == "title")) {
      const std::string text = xml.text_inside(4'000);
      if (alt.empty() || (name == "desc" && !text.empty())) alt = text;
    } else if (xml.space() != Xmlns::kOdfDrawing) {
      xml.skip();
    } else if (name == "image") {
      // Of several pictures of one frame the first one is meant.
      if (picture.empty() && !is_taken) picture = xml.attribute(Xmlns::kXlink, "href").value_or("");
      xml.skip();
    } else if (name == "text-box") {
      is_taken = true;
      if (std::string box = nested(xml, true); !box.empty()) boxes_.push_back(std::move(box));
    } else if (name == "object" || name == "object-ole") {
      is_taken = true;
      objects.emplace_back(std::string(name),
                           std::string(xml.attribute(Xmlns::kXlink, "href").value_or("")));
      xml.skip();
    } else {
      xml.skip();
    }
  }
  for (const auto& [kind, href] : objects) {
    std::string path = resolved_target("", href);
    object_at(path, kind == "object-ole");
  }
  if (picture.empty() || !objects.empty()) return;
  const std::string path = resolved_target("", picture);
  if (picture.find("://") != picture.npos) {
    emit_raw(compose({"[Image: not in the document, {}]", MarkdownWriter::escaped(picture)}),
             MarkKind::kPicture);
  } else {
    emit_raw(document_.pictures.mark(path, alt), MarkKind::kPicture);
  }
}

/// A formula becomes LaTeX and a chart a table; other objects are named.
void OdfStory::object_at(const std::string& path, bool is_ole) {
  const std::string part = path + "/content.xml";
  if (!is_ole && document_.package.has(part)) {
    auto reader = document_.package.xml(part);
    if (!reader) return document_.package.warn(part, reader.error());
    XmlReader& xml = ***reader;
    std::string title;
    while (xml.next() != Event::kDone) {
      if (xml.event() != Event::kStart) continue;
      if (xml.name() == "math") {
        flush_hidden();
        writer_->math(read_mathml(xml));
        return;
      }
      if (xml.is(Xmlns::kOdfChart, "title") && title.empty()) title = xml.text_inside(1'000);
      if (xml.is(Xmlns::kOdfTable, "table")) {
        MarkdownText text;
        MarkdownWriter writer(text, writer_->in_table(), &document_.repeat_room);
        std::string mark = "[Chart: chart";
        if (!title.empty()) append_to(mark, {", \"{}\"", MarkdownWriter::escaped(title)});
        writer.note_block(mark + ']');
        OdfStory story(document_, writer);
        story.nesting_ = nesting_ + 1;
        story.block(xml);
        story.finish();
        writer.finish();
        boxes_.push_back(text.take());
        return;
      }
    }
    if (xml.error()) document_.package.warn(part, *xml.error());
  }
  std::string mark = compose({"[Embedded object {}", MarkdownWriter::escaped(path)});
  if (const auto size = document_.package.size_of(path)) append_to(mark, {", {byte}", *size});
  emit_raw(mark + ']', MarkKind::kPicture);
}

}  // namespace lectern
