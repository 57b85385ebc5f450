// Drawings of a Word document: pictures, text boxes, charts, diagrams, embedded objects.
#include <utility>

#include "base/format.h"
#include "documents/drawing/chart.h"
#include "documents/drawing/diagram.h"
#include "documents/markdown/escape.h"
#include "documents/word/word_story.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

constexpr int kMaxBoxNesting = 40;
constexpr std::size_t kMaxShapeText = 20'000;

}  // namespace

void WordStory::drawing(XmlReader& xml) {
  alt_.clear();
  const std::size_t drawn = drawn_;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() == Event::kStart) drawing_element(xml);
  }
  // Shapes without text, and pictures that are not in the package.
  if (drawn_ != drawn || alt_.empty() || !shows_text()) return;
  emit_raw(compose({"[Drawing: \"{}\"]", MarkdownWriter::escaped(alt_)}), MarkKind::kPicture);
}

/// One element of a drawing; what is inside of others is seen as the drawing goes on.
void WordStory::drawing_element(XmlReader& xml) {
  const std::string_view name = xml.name();
  switch (xml.space()) {
    case Xmlns::kCompatibility:
      if (name == "AlternateContent") alternate_content(xml, &WordStory::drawing_branch);
      return;
    case Xmlns::kWordDrawing:
      if (name == "docPr") {
        alt_ = xml.value("descr");
        if (alt_.empty()) alt_ = xml.value("title");
      }
      return;
    case Xmlns::kPicture:
      if (name == "cNvPr" && !xml.value("descr").empty()) alt_ = xml.value("descr");
      return;
    case Xmlns::kDrawing:
      if (name == "blip") {
        const auto embed = xml.attribute(Xmlns::kRelationships, "embed");
        const auto link = xml.attribute(Xmlns::kRelationships, "link");
        if (embed && !embed->empty()) {
          picture(*embed, alt_);
        } else if (link) {
          picture(*link, alt_);
        }
      } else if (name == "txBody") {
        std::string text;
        const std::size_t depth = xml.depth();
        while (xml.next_in(depth)) {
          if (xml.starts(Xmlns::kDrawing, "p") && !text.empty()) text += '\n';
          if (xml.starts(Xmlns::kDrawing, "t") && text.size() < kMaxShapeText)
            text += xml.text_inside(kMaxShapeText);
        }
        add_box(MarkdownWriter::escaped(text));
      }
      return;
    case Xmlns::kChart:
    case Xmlns::kChartEx:
      if (name == "chart") {
        const Relationship* target =
            relationships_.find(xml.attribute(Xmlns::kRelationships, "id").value_or(""));
        if (target == nullptr || !shows_text()) return;
        MarkdownText text;
        MarkdownWriter writer(text, writer_->in_table(), &document_.repeat_room);
        if (const auto part = document_.package.xml(target->target)) {
          write_chart(read_chart(document_.package, target->target, ***part), alt_, writer);
        } else {
          document_.package.warn(target->target, part.error());
          writer.note_block(
              compose({"[Chart: {} cannot be read]", shortened(target->target, 200)}));
        }
        writer.finish();
        add_box(text.take());
      }
      return;
    case Xmlns::kDiagram:
      if (name == "relIds") {
        const Relationship* target =
            relationships_.find(xml.attribute(Xmlns::kRelationships, "dm").value_or(""));
        if (target == nullptr || !shows_text()) return;
        MarkdownText text;
        MarkdownWriter writer(text, writer_->in_table(), &document_.repeat_room);
        if (const auto part = document_.package.xml(target->target)) {
          write_diagram(read_diagram(***part), alt_, writer);
          if ((**part)->error()) document_.package.warn(target->target, *(**part)->error());
        } else {
          document_.package.warn(target->target, part.error());
        }
        writer.finish();
        add_box(text.take());
      }
      return;
    case Xmlns::kVml:
      if (name == "imagedata") {
        auto id = xml.attribute(Xmlns::kRelationships, "id");
        if (!id) id = xml.attribute(Xmlns::kRelationships, "pict");
        const std::string title(xml.attribute(Xmlns::kVmlOffice, "title").value_or(""));
        if (id) picture(*id, alt_.empty() ? title : alt_);
      } else if (name == "textpath") {
        add_box(MarkdownWriter::escaped(xml.value("string")));
      } else if (const auto alt = xml.attribute("alt"); alt && !alt->empty()) {
        alt_ = *alt;
      }
      return;
    case Xmlns::kVmlOffice:
      if (name == "OLEObject") embedded_object(xml);
      return;
    case Xmlns::kWord:
      if (name == "txbxContent") {
        text_box(xml);
      } else if (name == "control") {
        ++drawn_;
        emit_raw(compose({"[Object: control {}]",
                          MarkdownWriter::escaped(xml.attribute("name").value_or(""))}),
                 MarkKind::kPicture);
      }
      return;
    default:
      return;
  }
}

/// A branch of alternative content holds elements with others in them.
void WordStory::drawing_branch(XmlReader& xml) {
  const std::size_t depth = xml.depth();
  drawing_element(xml);
  // What the element itself has read is over.
  if (xml.event() == Event::kEnd && xml.depth() == depth) return;
  while (xml.next_in(depth)) {
    if (xml.event() == Event::kStart) drawing_element(xml);
  }
}

void WordStory::text_box(XmlReader& xml) {
  if (!shows_text()) return xml.skip();
  if (nesting_ >= kMaxBoxNesting) {
    document_.package.warn(
        {"{}: text boxes nested deeper than {} are left out", part_, kMaxBoxNesting});
    return xml.skip();
  }
  MarkdownText text;
  MarkdownWriter writer(text, writer_->in_table(), &document_.repeat_room);
  WordStory story(document_, part_, relationships_, writer);
  story.nesting_ = nesting_ + 1;
  story.in_box_ = true;
  story.changes_ = changes_;
  story.read_blocks(xml);
  story.finish();
  writer.finish();
  add_box(text.take());
}

void WordStory::add_box(std::string markdown) {
  if (!markdown.empty()) ++drawn_;
  if (!markdown.empty() && shows_text()) boxes_.push_back(std::move(markdown));
}

/// A target as marks show it, as long as there is room for those that are named again and again.
std::string WordStory::shown_target(const Relationship& relationship) {
  std::size_t& room = document_.repeat_room.target_bytes;
  if (relationship.target.size() > room) return "...";
  room -= relationship.target.size();
  return MarkdownWriter::escaped(relationship.target);
}

void WordStory::picture(std::string_view id, std::string_view alt) {
  const Relationship* target = relationships_.find(id);
  if (target == nullptr) return;
  ++drawn_;
  if (target->is_external) {
    std::string mark = "[Image: not in the document, ";
    if (!alt.empty()) append_to(mark, {"\"{}\", ", MarkdownWriter::escaped(alt)});
    emit_raw(mark + shown_target(*target) + ']', MarkKind::kPicture);
    return;
  }
  emit_raw(document_.pictures.mark(target->target, alt), MarkKind::kPicture);
}

void WordStory::embedded_object(XmlReader& xml) {
  const Relationship* target =
      relationships_.find(xml.attribute(Xmlns::kRelationships, "id").value_or(""));
  const std::string program(xml.attribute("ProgID").value_or(""));
  ++drawn_;
  std::string mark = "[Embedded object";
  if (!program.empty()) append_to(mark, {" {}", MarkdownWriter::escaped(program)});
  if (target != nullptr) {
    append_to(mark, {": {}", shown_target(*target)});
    if (const auto size = document_.package.size_of(target->target))
      append_to(mark, {", {byte}", *size});
  }
  emit_raw(mark + ']', MarkKind::kPicture);
}

}  // namespace lectern
