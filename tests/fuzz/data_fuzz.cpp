// Fuzz target of outlines, blocks and places in JSON: results are UTF-8 within their limits, an
// outline does not depend on how the text is cut, and whoever follows `next` gets on.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "data/outline/code_words.h"
#include "data/outline/outline.h"
#include "read/json.h"
#include "read/read.h"
#include "support/outlines.h"
#include "text/utf8.h"

namespace {

using namespace lectern;

constexpr int kMaxReads = 20;
constexpr std::array<std::string_view, 16> kNames = {
    "a.json", "a.jsonl", "a.yaml", "a.csv", "a.xml", "a.html", "a.log", "a.md",
    "a.py",   "a.cpp",   "a.ts",   "a.ini", "a.rst", "a.diff", "a",     "a.tex"};
constexpr std::array<std::string_view, 4> kPlaces = {"$", "a", "[0].a", "a[1][\"b\"]"};

void check(const ToolResult& result, const ReadOptions& options) {
  if (result.content.empty() || !is_valid_utf8(as_bytes(result.content))) std::abort();
  if (result.success && utf8_length(result.content) > options.limits.max_content_chars)
    std::abort();
}

void walk(ByteSpan bytes, ReadRequest request, const ReadOptions& options) {
  for (int reads = 0; reads < kMaxReads; ++reads) {
    const ToolResult result = read(bytes, request, options);
    check(result, options);
    if (!result.truncation || !result.truncation->next) return;
    const ReadRequest next = *result.truncation->next;
    if (to_json(next).dump() == to_json(request).dump()) std::abort();
    request = next;
  }
}

std::unique_ptr<Outline> make(unsigned kind) {
  switch (kind % 8) {
    case 0:
      return make_json_outline();
    case 1:
      return make_yaml_outline();
    case 2:
      return make_table_outline(',');
    case 3:
      return make_xml_outline();
    case 4:
      return make_html_outline();
    case 5:
      return make_log_outline();
    case 6:
      return make_code_outline(*find_code_language("a.cpp"));
    default:
      return make_markup_outline(TextKind::kMarkdown);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const unsigned kind = data[0];
  const unsigned what = data[1];
  const ByteSpan bytes(data + 2, size - 2);
  ReadRequest request;
  request.file_path = kNames[kind % kNames.size()];
  ReadOptions options;
  options.limits.max_content_chars = 500 + 20 * what;
  if (what % 4 == 0) {
    request.block = 1 + what / 4;
  } else if (what % 4 == 1) {
    request.at = kPlaces[what / 4 % kPlaces.size()];
    request.outline = what >= 128;
  } else {
    request.outline = true;
    if (what % 4 == 2) request.offset = 1 + what / 4;
  }
  walk(bytes, request, options);
  if (!is_valid_utf8(bytes)) return 0;
  const std::string_view text = as_chars(bytes);
  if (testing::entries_in_pieces(make(kind), text, 1) !=
      testing::entries_in_pieces(make(kind), text, text.size() + 1))
    std::abort();
  return 0;
}
