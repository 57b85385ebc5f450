#include "documents/word/word_reader.h"

#include "documents/document_page.h"
#include "documents/word/word_story.h"

namespace lectern {
namespace {

/// What comments and notes are left that the text never refers to.
void write_remaining(WordDocument& document, MarkdownWriter& writer) {
  // Answers stand behind what they answer, unless that is not there.
  for (const bool answers : {false, true}) {
    for (auto& [id, comment] : document.comments) {
      if (comment.is_shown || comment.parent.empty() == answers) continue;
      if (const std::string mark = word_comment_mark(document, id, answers); !mark.empty())
        writer.note_block(mark);
    }
  }
}

}  // namespace

Result<ToolResult> read_word(const ReadContext& context) {
  LECTERN_TRY(const auto package, OfficePackage::open(context));
  const std::string part = package->main_part("word/document.xml");
  const Relationships relationships = package->relationships(part);
  package->want(relationships);
  LECTERN_TRY(const auto reader, package->xml(part));
  XmlReader& xml = **reader;
  WordDocument document(context, *package);
  DocumentPage page(context);
  MarkdownWriter writer(page, false, &document.repeat_room);
  read_word_companions(document, part, relationships);
  // The text, which may be long, is read again with what is not here.
  if (context.parts != nullptr && context.parts->is_lacking())
    return fail(ErrorCode::kCorruptDocument, "some of the document is not here");
  if (context.options.document.headers_footers != HeadersFooters::kDrop)
    write_word_headers(document, relationships, "header", writer);
  bool has_body = false;
  while (xml.next() != XmlReader::Event::kDone) {
    if (!xml.starts(Xmlns::kWord, "body")) continue;
    has_body = true;
    WordStory story(document, part, relationships, writer);
    story.read_blocks(xml);
    story.finish();
  }
  if (xml.error()) {
    if (!has_body) return tl::unexpected<Error>(*xml.error());
    package->warn(part, *xml.error());
  } else if (!has_body) {
    return fail(ErrorCode::kCorruptDocument, {"{}: it is no Word document, it has no body", part});
  }
  writer.finish();
  if (context.options.document.headers_footers != HeadersFooters::kDrop)
    write_word_headers(document, relationships, "footer", writer);
  write_remaining(document, writer);
  return finish_text_document(document, *package, writer, page);
}

}  // namespace lectern
