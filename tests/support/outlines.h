// Outlines that tests give their text in pieces.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "data/outline/outline.h"

namespace lectern::testing {

/// The facts and entries of an outline that is given its text in pieces of `size` bytes.
inline std::string entries_in_pieces(std::unique_ptr<Outline> outline, std::string_view text,
                                     std::size_t size) {
  for (std::size_t at = 0; at < text.size(); at += size) outline->append(text.substr(at, size));
  outline->finish(static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  std::string all;
  for (const std::string& fact : outline->head().facts) all += fact + "\n";
  for (const OutlineEntry& entry : outline->entries().kept()) {
    all += std::to_string(entry.first) + "-" + std::to_string(entry.last) + " " + entry.text + "\n";
  }
  return all;
}

}  // namespace lectern::testing
