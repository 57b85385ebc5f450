// The forms a PDF can be read in; pdf_reader.cpp chooses.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/reader.h"
#include "pdf/pdf_check.h"
#include "pdf/pdf_engine.h"

namespace lectern {

/// `ReadOptions::pdf` = pages: text and pictures, page by page, a step each. Fills in all but what
/// PdfFacts tell.
Result<std::unique_ptr<SteppedRead>> read_pages(const ReadContext& context, PdfDocument& document,
                                                const PdfFacts& facts);

/// `ReadOptions::search`: the lines that hold the words, page by page, a step each.
Result<std::unique_ptr<SteppedRead>> search_pages(const ReadContext& context, PdfDocument& document,
                                                  const PdfFacts& facts);

/// `ReadRequest::outline`: the document's bookmarks, or the headings of its pages.
Result<ToolResult> outline_pages(const ReadContext& context, PdfDocument& document,
                                 const PdfFacts& facts);

/// `ReadOptions::pdf` = document: the file, or the chosen pages as a file. `document` is null
/// without an engine.
Result<ToolResult> read_document(const ReadContext& context, const PdfCheck& check,
                                 PdfDocument* document, const PdfFacts& facts);

/// Says what the text of a page leaves out.
void warn_of_gaps(std::uint64_t number, const PdfPage& page, std::vector<std::string>& warnings);

/// Sets line counts as for text, from `content`.
void count_content_lines(ToolResult& result);

}  // namespace lectern
