#include "documents/slides/slide_comments.h"

#include <utility>

#include "base/format.h"
#include "documents/slides/drawing_text.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxAuthors = 10'000;
constexpr std::uint64_t kMaxComments = 10'000;
constexpr std::size_t kMaxCommentBytes = 100'000;
/// Each comment shows its author's name.
constexpr std::uint64_t kMaxAuthorChars = 1'000;

}  // namespace

void SlideComments::read_authors(const std::string& part) {
  auto reader = package_.xml(part);
  if (!reader) return package_.warn(part, reader.error());
  XmlReader& xml = ***reader;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart || authors_.size() >= kMaxAuthors) continue;
    if (xml.name() != "cmAuthor" && xml.name() != "author") continue;
    const std::string_view name = xml.value("name");
    authors_.emplace(std::string(xml.value("id")),
                     std::string(name.substr(0, utf8_prefix_size(name, kMaxAuthorChars))));
  }
  if (xml.error()) package_.warn(part, *xml.error());
}

std::uint64_t SlideComments::write(const std::string& part, MarkdownWriter& writer) {
  auto reader = package_.xml(part);
  if (!reader) {
    package_.warn(part, reader.error());
    return 0;
  }
  XmlReader& xml = ***reader;
  struct Note {
    std::string author;
    std::string text;
    bool is_reply = false;
    bool is_resolved = false;
  };
  std::uint64_t count = 0;
  // A modern comment has its replies before its own text.
  std::vector<Note> open;
  const auto author_of = [&] {
    const auto found = authors_.find(xml.value("authorId"));
    return found == authors_.end() ? std::string("unknown author") : found->second;
  };
  const auto flush = [&] {
    for (std::size_t i = 0; i < open.size(); ++i) {
      const Note& note = open[i];
      writer.note_block(
          compose({"[{} by {}{}: {}]", note.is_reply ? "Reply" : "Comment",
                   MarkdownWriter::escaped(note.author), note.is_resolved ? ", resolved" : "",
                   MarkdownWriter::escaped(note.text)}));
    }
    open.clear();
  };
  std::size_t current = 0;
  while (xml.next() != XmlReader::Event::kDone && count < kMaxComments) {
    if (xml.event() == XmlReader::Event::kEnd) {
      if (xml.name() == "cm") flush();
      if (xml.name() == "reply") current = 0;
      continue;
    }
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "cm") {
      flush();
      open.push_back({author_of(), {}});
      open.back().is_resolved = xml.value("status") == "resolved";
      current = 0;
      ++count;
    } else if (xml.name() == "reply") {
      open.push_back({author_of(), {}, true});
      current = open.size() - 1;
      ++count;
    } else if (open.empty()) {
      continue;
    } else if (xml.name() == "txBody") {
      SlideText text;
      SlideRoom room;
      read_drawing_text(xml, nullptr, text, nullptr, room);
      open[current].text = line_of(text);
    } else if (xml.name() == "text") {
      open[current].text = xml.text_inside(kMaxCommentBytes);
    }
  }
  flush();
  if (count == kMaxComments) package_.warn({"{}: more than {,} comments", part, kMaxComments});
  if (xml.error()) package_.warn(part, *xml.error());
  return count;
}

}  // namespace lectern
