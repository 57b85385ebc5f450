// Fuzzes mails and mailboxes: heads, encoded words, parts, transfer encodings.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents_check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lectern::check_document({data, size}, "fuzz.eml");
  lectern::check_document({data, size}, "fuzz.mbox");
  return 0;
}
