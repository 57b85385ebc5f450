// The seven character functions PDFium takes from ICU, over tables generated from the Unicode Character Database
// (scripts/pdf/generate_unicode_tables.mjs). The C library's answers depend on the locale and differ between targets.

#ifndef LECTERN_PDFIUM_SHIMS_UNICODE_UCHAR_H_
#define LECTERN_PDFIUM_SHIMS_UNICODE_UCHAR_H_

#include <cstdint>

using UChar32 = std::int32_t;

bool u_isalnum(UChar32 c);  // general category L* or Nd
bool u_isalpha(UChar32 c);  // general category L*
bool u_islower(UChar32 c);  // general category Ll
bool u_isupper(UChar32 c);  // general category Lu
bool u_isspace(UChar32 c);  // general category Z*, U+0009-000D, U+001C-001F, U+0085
UChar32 u_tolower(UChar32 c);  // simple case mapping
UChar32 u_toupper(UChar32 c);  // simple case mapping

#endif  // LECTERN_PDFIUM_SHIMS_UNICODE_UCHAR_H_
