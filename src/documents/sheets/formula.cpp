#include "documents/sheets/formula.h"

#include <cstdint>
#include <optional>

#include "documents/sheets/cell_reference.h"

namespace lectern {
namespace {

bool is_name_byte(char c) {
  return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '$' || c == '\\' || c == '?' || static_cast<unsigned char>(c) >= 0x80;
}

/// A word that may be a cell, a column or a row: "$A1", "B", "$3".
struct Reference {
  std::optional<std::uint32_t> column = std::nullopt;
  std::optional<std::uint32_t> row = std::nullopt;
  bool column_fixed = false;
  bool row_fixed = false;
};

std::optional<Reference> parse_reference(std::string_view word) {
  Reference out;
  std::size_t at = 0;
  bool dollar = false;
  const auto take_dollar = [&] {
    dollar = at < word.size() && word[at] == '$';
    at += dollar;
  };
  take_dollar();
  std::uint32_t column = 0;
  for (; at < word.size() && word[at] >= 'A' && word[at] <= 'Z'; ++at) {
    column = column * 26 + static_cast<std::uint32_t>(word[at] - 'A' + 1);
    if (column > kMostColumns) return std::nullopt;
  }
  if (column > 0) {
    out.column = column;
    out.column_fixed = dollar;
    take_dollar();
  }
  const std::size_t digits = at;
  std::uint32_t row = 0;
  for (; at < word.size() && word[at] >= '0' && word[at] <= '9'; ++at) {
    row = row * 10 + static_cast<std::uint32_t>(word[at] - '0');
    if (row > kMostRows) return std::nullopt;
  }
  if (at > digits && row > 0) {
    out.row = row;
    out.row_fixed = dollar;
  }
  if (at != word.size() || (!out.column && !out.row)) return std::nullopt;
  return out;
}

/// Programs wrap around at the edges of the sheet.
std::uint32_t wrapped(std::uint32_t value, int by, std::uint32_t most) {
  const std::int64_t moved = (static_cast<std::int64_t>(value) - 1 + by) % most;
  return static_cast<std::uint32_t>(moved < 0 ? moved + most : moved) + 1;
}

std::string moved(const Reference& reference, int rows, int columns) {
  std::string out;
  if (reference.column) {
    if (reference.column_fixed) out += '$';
    out += column_name(reference.column_fixed ? *reference.column
                                              : wrapped(*reference.column, columns, kMostColumns));
  }
  if (reference.row) {
    if (reference.row_fixed) out += '$';
    out += std::to_string(reference.row_fixed ? *reference.row
                                              : wrapped(*reference.row, rows, kMostRows));
  }
  return out;
}

}  // namespace

std::string moved_formula(std::string_view formula, int rows, int columns) {
  std::string out;
  out.reserve(formula.size());
  std::size_t at = 0;
  while (at < formula.size()) {
    const char c = formula[at];
    if (c == '"' || c == '\'') {
      const std::size_t end = formula.find(c, at + 1);
      const std::size_t to = end == std::string_view::npos ? formula.size() : end + 1;
      out += formula.substr(at, to - at);
      at = to;
      continue;
    }
    if (c == '[') {
      const std::size_t end = formula.find(']', at);
      const std::size_t to = end == std::string_view::npos ? formula.size() : end + 1;
      out += formula.substr(at, to - at);
      at = to;
      continue;
    }
    if (!is_name_byte(c)) {
      out += c;
      ++at;
      continue;
    }
    const std::size_t from = at;
    while (at < formula.size() && is_name_byte(formula[at])) ++at;
    const std::string_view word = formula.substr(from, at - from);
    const char next = at < formula.size() ? formula[at] : '\0';
    const std::optional<Reference> reference =
        next == '(' || next == '!' || next == '[' ? std::nullopt : parse_reference(word);
    // A column or a row alone is a reference only beside a colon.
    const bool beside_colon = next == ':' || (from > 0 && formula[from - 1] == ':');
    if (reference && ((reference->column && reference->row) || beside_colon)) {
      out += moved(*reference, rows, columns);
    } else {
      out += word;
    }
  }
  return out;
}

}  // namespace lectern
