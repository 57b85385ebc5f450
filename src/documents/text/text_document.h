// What all parts of one document of word processing share, whatever its format.
#pragma once

#include <string_view>

#include "base/reader.h"
#include "documents/document_page.h"
#include "documents/document_pictures.h"
#include "documents/markdown/markdown_writer.h"
#include "documents/office_package.h"
#include "documents/text/review_layer.h"

namespace lectern {

struct TextDocument {
  /// \param read_context, picture_source  must outlive the document.
  TextDocument(const ReadContext& read_context, PictureSource& picture_source)
      : context(read_context),
        pictures(picture_source, read_context.options),
        review(read_context.options.document) {}

  const ReadContext& context;
  DocumentPictures pictures;
  ReviewLayer review;
  RepeatRoom repeat_room;
};

/// The warning when there are more styles than are kept.
inline constexpr std::string_view kLacksStyles =
    "the document has more styles than are read: not all hidden text is marked";

/// The result of a document in a package, when all of its text is written.
Result<ToolResult> finish_text_document(TextDocument& document, OfficePackage& package,
                                        MarkdownWriter& writer, DocumentPage& page);

}  // namespace lectern
