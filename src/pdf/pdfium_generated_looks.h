// What PDFium draws for annotations that bring no appearance of their own: lines along words,
// strokes of ink, texts and choices of fields (cpdf_generateap.cpp).
#pragma once

#include <cstdint>

#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "pdf/pdfium_stream_size.h"

namespace lectern {

/// About as many bytes as the content that is made for an annotation without an appearance, counted
/// before it is made. Counting ends above `most`. \param form  of the document, whose fields get
/// looks; null for none
std::uint64_t generated_bytes(const CPDF_Dictionary& annotation, const CPDF_Dictionary* form,
                              StreamSizes& sizes, std::uint64_t most);

}  // namespace lectern
