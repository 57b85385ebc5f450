#include "documents/doc/doc_reader.h"

#include <utility>

#include "base/message.h"
#include "documents/doc/doc_story.h"
#include "documents/document_page.h"
#include "documents/flat/flat_parts.h"
#include "documents/markdown/escape.h"
#include "documents/word/word_reader.h"

namespace lectern {
namespace {

void write_doc_headers(DocShared& shared, bool footers, MarkdownWriter& writer) {
  const std::vector<DocRange> headers = shared.file.headers();
  for (std::size_t i = 0; i < headers.size(); ++i) {
    // Even, odd, and of the first page: headers at 0, 1 and 4 of each section.
    const std::size_t kind = i % 6;
    const bool is_footer = kind == 2 || kind == 3 || kind == 5;
    if (is_footer != footers || headers[i].first >= headers[i].last) continue;
    const std::string line = in_one_line(doc_markdown(shared, headers[i], true));
    const std::string mark = shared.review.header_mark(is_footer ? "Footer" : "Header", line);
    if (!mark.empty()) writer.note_block(mark);
  }
}

}  // namespace

Result<ToolResult> read_doc(const ReadContext& context) {
  // Word 2003 also saved its documents as one XML.
  if (FlatParts::is_flat(context.bytes)) return read_word(context);
  DocFile file;
  LECTERN_CHECK(file.open(context));
  DocShared shared(context, file);
  DocumentPage page(context);
  MarkdownWriter writer(page, false, &shared.repeat_room);
  for (auto part : {DocFile::Part::kFootnotes, DocFile::Part::kEndnotes}) {
    for (DocFile::Reference& each : file.references(part))
      shared.notes.emplace(each.place, std::move(each));
  }
  for (DocFile::Reference& each : file.references(DocFile::Part::kComments))
    shared.comments.emplace(each.place, std::move(each));
  const bool has_margins = context.options.document.headers_footers != HeadersFooters::kDrop;
  if (has_margins) {
    write_doc_headers(shared, false, writer);
    const DocRange boxes = file.part(DocFile::Part::kHeaderBoxes);
    if (boxes.first < boxes.last) {
      const std::string mark =
          shared.review.header_mark("Header", in_one_line(doc_markdown(shared, boxes, true)));
      if (!mark.empty()) writer.note_block(mark);
    }
    for (const std::string& each : file.drawn_texts(true)) {
      const std::string mark = shared.review.header_mark("Header", MarkdownWriter::escaped(each));
      if (!mark.empty()) writer.note_block(mark);
    }
  }
  DocStory story(shared, writer, true);
  story.read(file.part(DocFile::Part::kMain));
  const DocRange boxes = file.part(DocFile::Part::kBoxes);
  const std::string text =
      boxes.first < boxes.last ? doc_markdown(shared, boxes, false) : std::string();
  const std::vector<std::string> drawn = file.drawn_texts(false);
  if (!text.empty() || !drawn.empty()) writer.note_block("[Text boxes of this document:]");
  if (!text.empty()) writer.note_block(text);
  for (const std::string& each : drawn) {
    writer.begin_paragraph();
    writer.text(each);
  }
  if (has_margins) write_doc_headers(shared, true, writer);
  writer.finish();
  DocumentInfo info;
  std::vector<std::string> warnings = file.warnings();
  shared.review.finish(writer, info, warnings);
  writer.finish();
  return page.finish(std::move(info), std::move(warnings),
                     context.options.document.pictures ? &shared.pictures : nullptr);
}

}  // namespace lectern
