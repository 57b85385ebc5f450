// Fuzzes web pages as Markdown: tags that do not match, tables, entities, styles, encodings; web
// archives; FictionBooks. A tree that is given away piece by piece is the one that is given at
// once.
#include <cstddef>
#include <cstdint>

#include "fuzz/documents_check.h"
#include "support/html_trees.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lectern;
  const ByteSpan bytes{data, size};
  check_document(bytes, "fuzz.html");
  check_document(bytes, "fuzz.fb2");
  const std::string html = with_plain_line_ends(as_chars(bytes));
  if (testing::given_tree(html, 1) != testing::kept_tree(html)) std::abort();
  return 0;
}
