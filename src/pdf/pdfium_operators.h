// What a content stream says, as far as it can be told without running it (PDF
// 32000-1:2008, 7.8.2).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace lectern {

/// How often a content stream says "/Name Do". Strings and inline images may hold the same bytes:
/// they only make the count too high.
std::map<std::string, std::uint64_t> drawn_names(std::string_view content);

/// Operators that paint: each becomes an object. Paths that clip, and states, count as a part of
/// one, each time that they change, as they are then copied. The bytes of inline images may look
/// like operators: they only make the count too high.
std::uint64_t count_objects(std::string_view content);

}  // namespace lectern
