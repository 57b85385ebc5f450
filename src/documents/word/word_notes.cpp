// What stands beside the text of a Word document: styles, lists, notes, comments, headers.
#include <algorithm>
#include <utility>

#include "base/format.h"
#include "documents/word/word_story.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

/// What notes and comments may take until they are shown, all together.
constexpr std::uint64_t kMaxHeldBytes = std::uint64_t{64} << 20;
constexpr std::size_t kMaxNotes = 200'000;
/// Of a paragraph's identifier, of eight digits: many comments may stand in one.
constexpr std::size_t kMaxParagraphIdBytes = 32;

/// Reads a part with a function, if it is there; what is damaged is a warning.
template <typename Read>
void read_part(WordDocument& document, std::string_view part, const Read& read) {
  if (!document.package.has(part)) return;
  auto reader = document.package.xml(part);
  if (!reader) return document.package.warn(part, reader.error());
  XmlReader& xml = ***reader;
  read(xml);
  if (xml.error()) document.package.warn(part, *xml.error());
}

/// The blocks of the element that has begun, as Markdown.
std::string blocks_of(WordDocument& document, const std::string& part,
                      const Relationships& relationships, XmlReader& xml, bool in_cell) {
  MarkdownText text;
  MarkdownWriter writer(text, in_cell, &document.repeat_room);
  WordStory story(document, part, relationships, writer);
  story.read_blocks(xml);
  story.finish();
  writer.finish();
  return text.take();
}

bool may_hold(WordDocument& document, std::string_view part, std::size_t count,
              std::uint64_t bytes) {
  document.held_bytes += bytes;
  if (count < kMaxNotes && document.held_bytes <= kMaxHeldBytes) return true;
  document.package.warn(
      {"{}: more than {byte} of notes, the rest is left out", part, kMaxHeldBytes});
  return false;
}

void read_notes(WordDocument& document, const std::string& part, std::string_view element,
                std::map<std::string, WordNote, std::less<>>& notes) {
  const Relationships relationships = document.package.relationships(part);
  read_part(document, part, [&](XmlReader& xml) {
    while (xml.next() != Event::kDone) {
      if (!xml.starts(Xmlns::kWord, element)) continue;
      const std::string_view type = xml.value("type");
      if (!type.empty() && type != "normal") {
        xml.skip();
        continue;
      }
      const std::string id(xml.value("id"));
      std::string markdown = blocks_of(document, part, relationships, xml, false);
      if (!may_hold(document, part, notes.size(), markdown.size())) return;
      notes.insert_or_assign(id, WordNote{std::move(markdown)});
    }
  });
}

/// Blocks on one line.
std::string on_one_line(std::string_view markdown, std::string_view divider) {
  std::string line;
  for (const char c : markdown) {
    if (c != '\n') {
      line += c;
    } else if (!line.ends_with(divider)) {
      line += divider;
    }
  }
  return line;
}

void read_comments(WordDocument& document, const std::string& part) {
  const Relationships relationships = document.package.relationships(part);
  read_part(document, part, [&](XmlReader& xml) {
    while (xml.next() != Event::kDone) {
      if (!xml.starts(Xmlns::kWord, "comment")) continue;
      WordComment comment;
      const std::string id(xml.value("id"));
      comment.author = xml.value("author");
      MarkdownText text;
      MarkdownWriter writer(text, true, &document.repeat_room);
      WordStory story(document, part, relationships, writer);
      const std::size_t depth = xml.depth();
      while (xml.next_in(depth)) {
        if (xml.event() != Event::kStart) continue;
        if (const auto paragraph = xml.attribute(Xmlns::kWord2010, "paraId"))
          comment.paragraph_id = paragraph->substr(0, kMaxParagraphIdBytes);
        story.read_block(xml);
      }
      story.finish();
      writer.finish();
      comment.text = on_one_line(text.take(), " ");
      if (!may_hold(document, part, document.comments.size(), comment.text.size())) return;
      document.comments.insert_or_assign(id, std::move(comment));
    }
  });
}

/// Which comments answer others, and which are resolved.
void read_comment_threads(WordDocument& document, const std::string& part) {
  struct Thread {
    std::string parent;
    bool is_resolved;
  };
  std::map<std::string, Thread, std::less<>> threads;
  read_part(document, part, [&](XmlReader& xml) {
    while (xml.next() != Event::kDone && threads.size() < kMaxNotes) {
      if (!xml.starts(Xmlns::kWord2012, "commentEx")) continue;
      const std::string_view done = xml.value("done");
      threads.insert_or_assign(
          std::string(xml.value("paraId").substr(0, kMaxParagraphIdBytes)),
          Thread{std::string(xml.value("paraIdParent").substr(0, kMaxParagraphIdBytes)),
                 !done.empty() && is_on(done)});
    }
  });
  for (auto& [id, comment] : document.comments) {
    const auto thread = threads.find(comment.paragraph_id);
    if (thread == threads.end()) continue;
    comment.is_resolved = thread->second.is_resolved;
    comment.parent = thread->second.parent;
    if (!comment.parent.empty()) document.replies.emplace(comment.parent, id);
  }
}

void write_comment(WordDocument& document, WordComment& comment, bool is_reply, int depth,
                   std::string& out) {
  if (depth > 20 || std::exchange(comment.is_shown, true)) return;
  out += document.review.comment_mark(is_reply ? "Reply" : "Comment", comment.author,
                                      std::exchange(comment.text, {}), comment.is_resolved);
  if (comment.paragraph_id.empty()) return;
  // Comments that share a paragraph have the same replies: they are looked at once.
  const auto [first, last] = document.replies.equal_range(comment.paragraph_id);
  std::vector<std::string> replies;
  for (auto reply = first; reply != last; ++reply) replies.push_back(std::move(reply->second));
  document.replies.erase(first, last);
  for (const std::string& reply : replies) {
    const auto found = document.comments.find(reply);
    if (found != document.comments.end())
      write_comment(document, found->second, true, depth + 1, out);
  }
}

}  // namespace

void read_word_companions(WordDocument& document, std::string_view part,
                          const Relationships& relationships) {
  const auto part_of = [&](std::string_view type) {
    for (const Relationship& each : relationships) {
      if (each.type == type && !each.is_external) return each.target;
    }
    return std::string();
  };
  read_part(document, part_of("styles"), [&](XmlReader& xml) { document.styles.read(xml); });
  if (document.styles.lacks_some()) document.package.warn({kLacksStyles});
  read_part(document, part_of("numbering"), [&](XmlReader& xml) { document.numbering.read(xml); });
  document.numbering.link();
  read_notes(document, part_of("footnotes"), "footnote", document.footnotes);
  read_notes(document, part_of("endnotes"), "endnote", document.endnotes);
  read_comments(document, part_of("comments"));
  read_comment_threads(document, part_of("commentsExtended"));
  (void)part;
}

std::string word_comment_mark(WordDocument& document, std::string_view id, bool is_answer) {
  const auto found = document.comments.find(id);
  std::string marks;
  // A reply stands behind the comment that it answers.
  if (found == document.comments.end()) return marks;
  if (found->second.parent.empty() != is_answer)
    write_comment(document, found->second, is_answer, 0, marks);
  return marks;
}

void write_word_headers(WordDocument& document, const Relationships& relationships,
                        std::string_view kind, MarkdownWriter& writer) {
  std::vector<std::string> parts;
  for (const Relationship& each : relationships) {
    if (each.type == kind && !each.is_external) parts.push_back(each.target);
  }
  std::sort(parts.begin(), parts.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  for (const std::string& part : parts) {
    const Relationships own = document.package.relationships(part);
    read_part(document, part, [&](XmlReader& xml) {
      if (xml.next() != Event::kStart) return;
      const std::string text = on_one_line(blocks_of(document, part, own, xml, true), "<br>");
      const std::string mark =
          document.review.header_mark(kind == "header" ? "Header" : "Footer", text);
      if (!mark.empty()) writer.note_block(mark);
    });
  }
}

}  // namespace lectern
