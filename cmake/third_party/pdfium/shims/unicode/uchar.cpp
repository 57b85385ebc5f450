// Table look-ups behind unicode/uchar.h.

#include "unicode/uchar.h"

#include <algorithm>
#include <iterator>

namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Every `step`-th code point of first..last maps to itself plus `delta`.
struct CaseRun {
  char32_t first;
  char32_t last;
  std::int32_t step;
  std::int32_t delta;
};

#include "unicode/uchar_tables.inc"

// The row whose first..last holds `c`, or nullptr.
template <typename Row, std::size_t kCount>
const Row* find_row(const Row (&rows)[kCount], UChar32 c) {
  const auto point = static_cast<char32_t>(c);
  const Row* after = std::upper_bound(std::begin(rows), std::end(rows), point,
                                      [](char32_t value, const Row& row) { return value < row.first; });
  if (after == std::begin(rows)) return nullptr;
  const Row* row = std::prev(after);
  return point <= row->last ? row : nullptr;
}

template <std::size_t kCount>
UChar32 map_case(const CaseRun (&runs)[kCount], UChar32 c) {
  const CaseRun* run = find_row(runs, c);
  if (run == nullptr || (c - static_cast<UChar32>(run->first)) % run->step != 0) return c;
  return c + run->delta;
}

}  // namespace

bool u_isalnum(UChar32 c) { return u_isalpha(c) || find_row(kDigits, c) != nullptr; }
bool u_isalpha(UChar32 c) { return find_row(kLetters, c) != nullptr; }
bool u_islower(UChar32 c) { return find_row(kLowerCase, c) != nullptr; }
bool u_isupper(UChar32 c) { return find_row(kUpperCase, c) != nullptr; }
bool u_isspace(UChar32 c) { return find_row(kSpaces, c) != nullptr; }
UChar32 u_tolower(UChar32 c) { return map_case(kToLower, c); }
UChar32 u_toupper(UChar32 c) { return map_case(kToUpper, c); }
