// The text of a message of Outlook, as plain text, as HTML or as compressed RTF ([MS-OXRTFCP],
// [MS-OXRTFEX]).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/reader.h"
#include "base/work_budget.h"
#include "documents/html/html_markdown.h"
#include "documents/markdown/markdown_writer.h"

namespace lectern {

/// The forms in which the text is there; those that are not are empty.
struct OutlookBody {
  std::string plain;
  std::string html;  ///< UTF-8
  ByteVector compressed_rtf;
};

/// Writes the best of the forms: plain text, else HTML, else RTF.
/// \param work  that all texts of a read may take.
/// \returns places that are hidden from the reader of the mail.
std::uint64_t write_outlook_body(MarkdownWriter& writer, const ReadContext& context, HtmlHost& host,
                                 const OutlookBody& body, WorkBudget& work,
                                 std::vector<std::string>& warnings);

/// Writes a plain text: blank lines divide paragraphs.
void write_plain_text(MarkdownWriter& writer, std::string_view text);

/// \returns CORRUPT_DOCUMENT for what is no compressed RTF, LIMIT_EXCEEDED for more than
/// `max_bytes`.
Result<std::string> uncompressed_rtf(ByteSpan bytes, std::uint64_t max_bytes);

/// The HTML that an RTF was made from, in UTF-8; nothing when it was made from something else.
std::optional<std::string> html_of_rtf(std::string_view rtf, const EncodingTables& tables);

}  // namespace lectern
