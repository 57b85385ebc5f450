// Blocks of a Word document: paragraphs, lists, headings, content controls.
#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/markdown/escape.h"
#include "documents/word/word_story.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

/// Deepest nesting of tables, text boxes and content controls.
constexpr int kMaxNesting = 60;

/// Branches of mc:AlternateContent that are understood, by the prefix that everybody gives them.
bool is_known_requirement(std::string_view required) {
  constexpr std::string_view kKnown[] = {"wps", "wpg", "wpc", "w14", "w15",    "w16se", "wp14",
                                         "a14", "v",   "pic", "w16", "w16cid", "m"};
  while (!required.empty()) {
    const std::size_t end = std::min(required.find(' '), required.size());
    const std::string_view prefix = required.substr(0, end);
    if (!prefix.empty() &&
        std::find(std::begin(kKnown), std::end(kKnown), prefix) == std::end(kKnown))
      return false;
    required.remove_prefix(std::min(end + 1, required.size()));
  }
  return true;
}

}  // namespace

WordStory::WordStory(WordDocument& document, std::string part, const Relationships& relationships,
                     MarkdownWriter& writer)
    : document_(document),
      part_(std::move(part)),
      relationships_(relationships),
      writer_(&writer) {}

void WordStory::read_blocks(XmlReader& xml) {
  if (nesting_ >= kMaxNesting) {
    document_.package.warn({"{}: blocks nested deeper than {} are left out", part_, kMaxNesting});
    return xml.skip();
  }
  ++nesting_;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() == Event::kStart) block(xml);
  }
  --nesting_;
}

void WordStory::finish() {
  flush_hidden();
  flush_code();
  writer_->end_block();
  for (const std::string& box : std::exchange(boxes_, {})) writer_->note_block(box);
}

void WordStory::block(XmlReader& xml) {
  if (xml.space() == Xmlns::kCompatibility && xml.name() == "AlternateContent")
    return alternate_content(xml, &WordStory::block);
  if (xml.space() == Xmlns::kMath) {
    writer_->begin_paragraph();
    inline_element(xml);
    return writer_->end_block();
  }
  if (xml.space() != Xmlns::kWord) return xml.skip();
  const std::string_view name = xml.name();
  if (name == "p") {
    paragraph(xml);
  } else if (name == "tbl") {
    table(xml);
  } else if (name == "sdt") {
    content_control(xml, false);
  } else if (name == "customXml" || name == "smartTag") {
    read_blocks(xml);
  } else if (name == "altChunk") {
    alternative(xml);
  } else if (name == "ins" || name == "moveTo" || name == "del" || name == "moveFrom") {
    const bool is_deleted = name == "del" || name == "moveFrom";
    const std::string author(xml.value("author"));
    if (name != "moveFrom") document_.review.count_change(author);
    if (is_deleted && !document_.review.marks_changes()) return skip_deleted(xml);
    changes_.push_back({is_deleted ? kDeleted : kInserted, author});
    read_blocks(xml);
    changes_.pop_back();
  } else {
    xml.skip();
  }
}

void WordStory::alternate_content(XmlReader& xml, void (WordStory::*read)(XmlReader&)) {
  bool is_taken = false;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    const bool is_choice = xml.name() == "Choice" && is_known_requirement(xml.value("Requires"));
    if (is_taken || !(is_choice || xml.name() == "Fallback")) {
      xml.skip();
      continue;
    }
    is_taken = true;
    const std::size_t branch = xml.depth();
    while (xml.next_in(branch)) {
      if (xml.event() == Event::kStart) (this->*read)(xml);
    }
  }
}

void WordStory::content_control(XmlReader& xml, bool is_inline) {
  std::string box;
  const std::size_t depth = xml.depth();
  if (++nesting_ > kMaxNesting) {
    --nesting_;
    document_.package.warn(
        {"{}: content controls nested deeper than {} are left out", part_, kMaxNesting});
    return xml.skip();
  }
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.is(Xmlns::kWord, "sdtPr")) {
      const std::size_t inner = xml.depth();
      while (xml.next_in(inner)) {
        if (xml.event() != Event::kStart) continue;
        if (xml.name() == "checkbox") box = "☐";
        if (xml.name() == "checked" && !box.empty() && is_on(xml.value("val"))) box = "☑";
      }
    } else if (xml.is(Xmlns::kWord, "sdtContent")) {
      if (!box.empty() && is_inline) {
        emit(box);
        xml.skip();
      } else if (is_inline) {
        inlines(xml);
      } else {
        read_blocks(xml);
      }
    } else {
      xml.skip();
    }
  }
  --nesting_;
}

/// Text of another format that Word imports when it opens the document.
void WordStory::alternative(XmlReader& xml) {
  const Relationship* target =
      relationships_.find(xml.attribute(Xmlns::kRelationships, "id").value_or(""));
  xml.skip();
  if (target == nullptr) return;
  const std::string type = document_.package.content_type(target->target);
  writer_->note_block(compose({"[Embedded part {}, {}, {byte}: not shown here]",
                               MarkdownWriter::escaped(shortened(target->target, 200)),
                               type.empty() ? "unknown type" : type,
                               document_.package.size_of(target->target).value_or(0)}));
  document_.package.warn({"{}: the text of this embedded part is not shown", target->target});
}

void WordStory::flush_code() {
  if (!std::exchange(has_code_, false)) return;
  writer_->code_block(std::exchange(code_, {}));
}

void WordStory::begin_block(const ParagraphProperties& properties) {
  const std::string& style =
      properties.style.empty() ? document_.styles.default_paragraph() : properties.style;
  paragraph_style_ = document_.styles.resolve(style);
  paragraph_shaded_ = properties.shaded.value_or(paragraph_style_.paragraph.shaded.value_or(false));
  if (paragraph_style_.is_code && !writer_->in_table()) {
    in_code_ = true;
    if (std::exchange(has_code_, true)) code_ += '\n';
    return;
  }
  flush_code();
  std::string marker;
  const bool is_direct = properties.number_id.has_value();
  const auto number = is_direct ? properties.number_id : paragraph_style_.paragraph.number_id;
  if (number && *number > 0 && !properties.mark.is_deleted) {
    std::optional<std::uint32_t> level = properties.number_level;
    if (!level && !is_direct) level = document_.numbering.level_of_style(*number, style);
    if (!level) level = paragraph_style_.paragraph.number_level;
    const std::uint32_t at = level.value_or(0);
    marker = document_.numbering.next(*number, at).value_or("");
    if (document_.numbering.lacks_room())
      document_.package.warn({"the numbers of lists take too much: some are shown as dashes"});
    if (!marker.empty()) writer_->begin_item(at, marker);
  }
  const auto outline = properties.outline_level ? properties.outline_level
                                                : paragraph_style_.paragraph.outline_level;
  if (outline && *outline < 9) {
    document_.review.before_heading(*outline + 1, *writer_);
    writer_->begin_heading(*outline + 1);
    writer_->text(heading_prefix(marker));
  } else if (marker.empty()) {
    if (paragraph_style_.is_quote) {
      writer_->begin_quote();
    } else {
      writer_->begin_paragraph();
    }
  }
}

void WordStory::end_block(const ParagraphProperties& properties) {
  flush_hidden();
  if (in_code_) {
    in_code_ = false;
  } else {
    if (properties.mark.is_deleted && !document_.review.marks_changes() && writer_->has_text()) {
      merges_ = true;
      return;
    }
    writer_->end_block();
  }
  if (boxes_.empty() || in_code_) return;
  flush_code();
  for (const std::string& box : std::exchange(boxes_, {})) writer_->note_block(box);
}

void WordStory::paragraph(XmlReader& xml) {
  ParagraphProperties properties;
  bool has_begun = false;
  const std::size_t depth = xml.depth();
  const auto begin = [&] {
    if (std::exchange(has_begun, true)) return;
    if (!std::exchange(merges_, false)) return begin_block(properties);
    paragraph_style_ = document_.styles.resolve(
        properties.style.empty() ? document_.styles.default_paragraph() : properties.style);
  };
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart) continue;
    if (xml.is(Xmlns::kWord, "pPr")) {
      properties = read_paragraph_properties(xml);
      for (unsigned i = 0; i < properties.mark.changes; ++i)
        document_.review.count_change(properties.mark.author);
      continue;
    }
    begin();
    inline_element(xml);
  }
  begin();
  end_block(properties);
}

}  // namespace lectern
