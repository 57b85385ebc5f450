#include "pdf/bidi.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace lectern {
namespace {

enum class Direction : std::uint8_t { kLeftToRight, kRightToLeft, kNumber, kNeutral };

bool is_between(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

bool is_number(char32_t c) {
  return is_between(c, '0', '9') || is_between(c, 0x660, 0x669) || is_between(c, 0x6f0, 0x6f9);
}

// Punctuation that belongs to a number when digits stand on both of its sides.
bool joins_numbers(char32_t c) {
  return c == '.' || c == ',' || c == ':' || c == '/' || c == '-' || c == '+' || c == '%' || c == 0x66b || c == 0x66c;
}

bool is_letter_left_to_right(char32_t c) {
  if (c < 0x80) return is_between(c, 'A', 'Z') || is_between(c, 'a', 'z');
  return is_between(c, 0xc0, 0x2af) || is_between(c, 0x370, 0x58f) || is_between(c, 0x900, 0x1fff) ||
         is_between(c, 0x2c00, 0x2dff) || is_between(c, 0x3040, 0xd7ff) || is_between(c, 0xf900, 0xfaff) ||
         is_between(c, 0x10000, 0x107ff) || is_between(c, 0x20000, 0x3ffff);
}

Direction direction_of(const std::u32string& unit) {
  Direction direction = Direction::kNeutral;
  for (const char32_t c : unit) {
    if (is_right_to_left(c)) return Direction::kRightToLeft;
    if (is_letter_left_to_right(c)) return Direction::kLeftToRight;
    if (is_number(c)) direction = Direction::kNumber;
  }
  return direction;
}

bool is_number_separator(const std::vector<std::u32string>& units, std::size_t index) {
  return units[index].size() == 1 && joins_numbers(units[index].front());
}

using Iterator = std::vector<std::u32string>::iterator;

// Turns runs of `units` back that start and end with `inner` (or a number) and hold nothing of the opposite direction.
void reverse_runs(std::vector<std::u32string>& units, std::vector<Direction>& directions, Direction inner) {
  std::size_t i = 0;
  while (i < units.size()) {
    const bool starts_number = directions[i] == Direction::kNumber;
    if (directions[i] != inner && !starts_number) {
      ++i;
      continue;
    }
    // `last` is the last unit that belongs to the run for certain; neutrals after it do only if the run goes on.
    std::size_t last = i;
    bool has_letters = directions[i] == inner;
    for (std::size_t j = i + 1; j < units.size(); ++j) {
      if (directions[j] == inner) {
        has_letters = true;
        last = j;
      } else if (directions[j] == Direction::kNumber) {
        const bool is_adjacent = j == last + 1 || (j == last + 2 && is_number_separator(units, j - 1));
        if (!has_letters && !is_adjacent) break;
        last = j;
      } else if (directions[j] != Direction::kNeutral) {
        break;
      }
    }
    std::reverse(units.begin() + static_cast<std::ptrdiff_t>(i), units.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    i = last + 1;
  }
}

std::u32string join(const std::vector<std::u32string>& units) {
  std::u32string text;
  for (const std::u32string& unit : units) text += unit;
  return text;
}

}  // namespace

bool is_right_to_left(char32_t c) {
  if (c < 0x590) return false;
  if (is_combining_mark(c) || is_number(c)) return false;
  return is_between(c, 0x5be, 0x8ff) || is_between(c, 0xfb1d, 0xfdff) || is_between(c, 0xfe70, 0xfefc) ||
         is_between(c, 0x10800, 0x10fff) || is_between(c, 0x1e800, 0x1efff);
}

bool is_combining_mark(char32_t c) {
  if (c < 0x300) return false;
  return is_between(c, 0x300, 0x36f) || is_between(c, 0x591, 0x5bd) || c == 0x5bf || is_between(c, 0x5c1, 0x5c2) ||
         is_between(c, 0x5c4, 0x5c5) || c == 0x5c7 || is_between(c, 0x610, 0x61a) || is_between(c, 0x64b, 0x65f) ||
         c == 0x670 || is_between(c, 0x6d6, 0x6dc) || is_between(c, 0x6df, 0x6e4) || is_between(c, 0x6e7, 0x6e8) ||
         is_between(c, 0x6ea, 0x6ed) || is_between(c, 0x8d3, 0x8ff) || is_between(c, 0x20d0, 0x20ff) ||
         is_between(c, 0xfe20, 0xfe2f);
}

std::u32string to_logical_order(std::vector<std::u32string> units) {
  std::vector<Direction> directions;
  directions.reserve(units.size());
  for (const std::u32string& unit : units) directions.push_back(direction_of(unit));
  const auto right_to_left = std::count(directions.begin(), directions.end(), Direction::kRightToLeft);
  if (right_to_left == 0) return join(units);
  const auto left_to_right = std::count(directions.begin(), directions.end(), Direction::kLeftToRight);
  if (right_to_left < left_to_right) {
    // Numbers keep their order: inside a right-to-left run they were turned with it and are turned back below.
    std::vector<std::u32string> result;
    std::size_t i = 0;
    while (i < units.size()) {
      if (directions[i] != Direction::kRightToLeft) {
        result.push_back(units[i++]);
        continue;
      }
      std::size_t last = i;
      for (std::size_t j = i; j < units.size() && directions[j] != Direction::kLeftToRight; ++j) {
        if (directions[j] == Direction::kRightToLeft) last = j;
      }
      const auto begin = static_cast<std::ptrdiff_t>(i);
      const auto end = static_cast<std::ptrdiff_t>(last) + 1;
      std::vector<std::u32string> run(units.begin() + begin, units.begin() + end);
      std::vector<Direction> run_directions(directions.begin() + begin, directions.begin() + end);
      std::reverse(run.begin(), run.end());
      std::reverse(run_directions.begin(), run_directions.end());
      reverse_runs(run, run_directions, Direction::kLeftToRight);
      result.insert(result.end(), run.begin(), run.end());
      i = last + 1;
    }
    return join(result);
  }
  std::reverse(units.begin(), units.end());
  std::reverse(directions.begin(), directions.end());
  reverse_runs(units, directions, Direction::kLeftToRight);
  return join(units);
}

}  // namespace lectern
