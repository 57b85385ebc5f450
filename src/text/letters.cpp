#include "text/letters.h"

#include <algorithm>
#include <cstddef>
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

/// Capitals in a row, each `distance` before its small letter; without one, capitals and small
/// letters take turns.
struct Capitals {
  char16_t first;  ///< a capital
  char16_t last;
  char16_t distance;
};
constexpr char16_t kTurns = 0;
constexpr Capitals kCapitals[] = {
    {'A', 'Z', 0x20},         {0xC0, 0xD6, 0x20},       {0xD8, 0xDE, 0x20},
    {0x100, 0x137, kTurns},   {0x139, 0x148, kTurns},   {0x14A, 0x177, kTurns},
    {0x178, 0x178, 0xFF87},   {0x179, 0x17E, kTurns},   {0x1A0, 0x1A5, kTurns},
    {0x1AF, 0x1B0, kTurns},   {0x1CD, 0x1DC, kTurns},   {0x1DE, 0x1EF, kTurns},
    {0x1F8, 0x233, kTurns},   {0x386, 0x386, 0x26},     {0x388, 0x38A, 0x25},
    {0x38C, 0x38C, 0x40},     {0x38E, 0x38F, 0x3F},     {0x391, 0x3AB, 0x20},
    {0x400, 0x40F, 0x50},     {0x410, 0x42F, 0x20},     {0x490, 0x4BF, kTurns},
    {0x1E00, 0x1E95, kTurns}, {0x1EA0, 0x1EFF, kTurns},
};

/// The row of a sorted table that has `c`; nullptr when none does.
template <typename Row, std::size_t kRows>
const Row* row_of(const Row (&rows)[kRows], char16_t c) {
  const Row* const row = std::partition_point(std::begin(rows), std::end(rows),
                                              [c](const Row& each) { return each.last < c; });
  return row != std::end(rows) && c >= row->first ? row : nullptr;
}

}  // namespace

bool is_letter(char16_t c) { return row_of(kLetters, c) != nullptr; }

char16_t to_lower(char16_t c) {
  const Capitals* const row = row_of(kCapitals, c);
  if (row == nullptr) return c;
  if (row->distance != kTurns) return static_cast<char16_t>(c + row->distance);
  return static_cast<char16_t>(c + ((c - row->first) % 2 == 0 ? 1 : 0));
}

}  // namespace lectern
