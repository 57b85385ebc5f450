// Differential: the scanner of notebooks and arguments against nlohmann/json, value by value, and
// the cells it finds against those of the parsed tree.
#include <cstdlib>

#include "json/json_scanner.h"
#include "notebook/parse.h"
#include "read/json_tree.h"
#include "text/utf8.h"

namespace {

using namespace lectern;
using Tree = Json;

constexpr std::uint64_t kMaxDepth = 64;

/// What Python writes and nlohmann/json refuses: three numbers, lone surrogates, and numbers beyond
/// a double's range.
bool has_python_extras(std::string_view text) {
  for (const std::string_view extra : {"NaN", "Infinity", "\\ud", "\\uD"}) {
    if (text.find(extra) != std::string_view::npos) return true;
  }
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::size_t digits = 0;
  for (const char c : text) {
    if (digits > 0 && (c == 'e' || c == 'E')) return true;
    digits = is_digit(c) ? digits + 1 : 0;
    if (digits > 300) return true;
  }
  return false;
}

void check_cells(const Tree& tree) {
  if (!tree.is_object() || !tree.contains("cells") || !tree["cells"].is_array()) return;
  const std::string text = tree.dump();
  const auto notebook = parse_notebook(text, Limits());
  if (!notebook) return;
  const Tree& cells = tree["cells"];
  if (notebook->cells.size() != cells.size()) std::abort();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (Tree::parse(notebook->cells[i]) != cells[i]) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  if (!is_valid_utf8({data, size})) return 0;
  // Taken off before the scanner sees a file; nlohmann/json takes it off itself.
  while (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  JsonScanner scanner(text, kMaxDepth);
  scanner.value();
  const bool is_taken = scanner.finish();
  if (text.find('\0') != std::string_view::npos) {
    // JSON has none, but nlohmann/json takes one between two values for the end of the text.
    if (is_taken) std::abort();
    return 0;
  }
  const Tree tree = Tree::parse(text, nullptr, false);
  if (!is_taken) {
    const bool is_deep = scanner.failure()->too_deep;
    if (!tree.is_discarded() && !is_deep) std::abort();
    return 0;
  }
  if (tree.is_discarded()) {
    if (!has_python_extras(text)) std::abort();
    return 0;
  }
  JsonScanner again(text, kMaxDepth, scanner.long_strings());
  if (json_tree(again) != tree) std::abort();
  check_cells(tree);
  return 0;
}
