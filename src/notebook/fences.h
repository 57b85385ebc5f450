// Text of a notebook that could pass for structure of ours stands between fences that it cannot
// end (CommonMark 0.31, section 4.5), as code does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lectern {

/// Backticks of a fence at most where no text can pass for structure, since it is shown by line.
inline constexpr std::size_t kMostFenceChars = 1000;

/// A run of backticks longer than any in `text`, at least three.
std::string fence_for(std::string_view text);

/// The fence that `text` opens and does not close, "" when there is none.
std::string open_fence(std::string_view text);

/// True when a line of `text` begins as a line does that the form of cells writes by itself
/// ("## Cell 3", "**Output:**", "[Image 1:", "(Showing"), or when it leaves a fence open.
bool looks_like_structure(std::string_view text);

}  // namespace lectern
