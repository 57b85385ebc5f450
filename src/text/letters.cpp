#include "text/letters.h"

#include <algorithm>
#include <iterator>

namespace lectern {
namespace {

struct Range {
  char16_t first;
  char16_t last;
};

constexpr Range kLetters[] = {
    {'A', 'Z'},     {'a', 'z'},     {0xAA, 0xAA},   {0xBA, 0xBA},     {0xC0, 0xD6},
    {0xD8, 0xF6},   {0xF8, 0x24F},  {0x300, 0x323}, {0x386, 0x386},   {0x388, 0x3FF},
    {0x400, 0x481}, {0x48A, 0x52F}, {0x5B0, 0x5BC}, {0x5D0, 0x5F2},   {0x620, 0x652},
    {0x66E, 0x6D3}, {0xE01, 0xE3A}, {0xE40, 0xE4E}, {0x1E00, 0x1EFF},
};

/// Capitals in a row, each `distance` before its small letter.
struct Capitals {
  char16_t first;
  char16_t last;
  char16_t distance;
};
constexpr Capitals kCapitals[] = {
    {'A', 'Z', 0x20},     {0xC0, 0xD6, 0x20},   {0xD8, 0xDE, 0x20},   {0x386, 0x386, 0x26},
    {0x388, 0x38A, 0x25}, {0x38C, 0x38C, 0x40}, {0x38E, 0x38F, 0x3F}, {0x391, 0x3AB, 0x20},
    {0x400, 0x40F, 0x50}, {0x410, 0x42F, 0x20},
};

/// Blocks in which capitals and small letters take turns.
struct Alternating {
  char16_t first;  ///< a capital
  char16_t last;
};
constexpr Alternating kAlternating[] = {{0x100, 0x137}, {0x139, 0x148},   {0x14A, 0x177},
                                        {0x179, 0x17E}, {0x1A0, 0x1A5},   {0x1AF, 0x1B0},
                                        {0x1CD, 0x1DC}, {0x1DE, 0x1EF},   {0x1F8, 0x233},
                                        {0x490, 0x4BF}, {0x1E00, 0x1E95}, {0x1EA0, 0x1EFF}};

}  // namespace

bool is_letter(char16_t c) {
  return std::any_of(std::begin(kLetters), std::end(kLetters),
                     [c](const Range& range) { return c >= range.first && c <= range.last; });
}

char16_t to_lower(char16_t c) {
  for (const Capitals& row : kCapitals) {
    if (c >= row.first && c <= row.last) return static_cast<char16_t>(c + row.distance);
  }
  if (c == 0x178) return 0xFF;
  for (const Alternating& block : kAlternating) {
    const bool inside = c >= block.first && c <= block.last;
    if (inside && (c - block.first) % 2 == 0) return static_cast<char16_t>(c + 1);
  }
  return c;
}

}  // namespace lectern
