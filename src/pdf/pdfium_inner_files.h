// What a document carries besides its pages: embedded files (PDF 32000-1:2008, 7.11.4) and
// signatures (12.8).
#pragma once

#include "core/fpdfapi/parser/cpdf_document.h"
#include "pdf/pdf_engine.h"

namespace lectern {

/// Adds the attachments and the signed fields of a document to its facts.
void add_inner_files(CPDF_Document& document, PdfFacts& facts);

/// What a file specification names.
PdfAttachment attachment_of(const CPDF_Dictionary& specification);

}  // namespace lectern
