// Fuzzes web pages as Markdown: tags that do not match, tables, entities, styles, encodings.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lectern::check_document({data, size}, "fuzz.html");
  return 0;
}
