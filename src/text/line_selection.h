// Which lines of a text a request asks for, and which of them a later request has to ask for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/ranges.h"
#include "base/request.h"
#include "text/word_matcher.h"

namespace lectern {

struct LineSelection {
  /// Ascending; no two overlap. Empty: nothing.
  std::vector<LineRange> ranges = {LineRange{}};
  /// First character of the first line, 1-based.
  std::uint64_t column = 1;
  /// Lines of one result; of a search, lines that hold the words.
  std::uint64_t limit = 2'000;
  /// Instead of `ranges`: as many lines from the end of the text.
  std::optional<std::uint64_t> from_end;
  /// Of these only the first; absent: as many of the last as one result holds.
  std::optional<std::uint64_t> from_end_limit;
  /// Words to find; "" takes all lines.
  std::string words;
  WordRules rules;
  /// Lines that a search shows before and after one with a hit.
  std::uint64_t context = 1;

  std::uint64_t first() const { return ranges.empty() ? 1 : ranges.front().first; }
};

/// What `request` asks for.
/// \param total_lines  of the text, when they are known: a place counted from the end is an
///   ordinary one then.
LineSelection select_lines(const ReadRequest& request, const Limits& limits,
                           std::optional<std::uint64_t> total_lines);

/// Lines `from_end` lines before the end of a text of `total_lines`, at most `limit`.
LineRange range_from_end(std::uint64_t from_end, std::optional<std::uint64_t> limit,
                         std::uint64_t total_lines);

/// The part of `ranges` after `line`.
std::vector<LineRange> ranges_after(const std::vector<LineRange>& ranges, std::uint64_t line);

/// How many lines of `ranges` are among the first `lines` of a text.
std::uint64_t lines_within(const std::vector<LineRange>& ranges, std::uint64_t lines);

/// `request` with `ranges`, which must not be empty, as the lines it asks for: as an offset when it
/// had none of its own.
ReadRequest request_for(const ReadRequest& request, const std::vector<LineRange>& ranges);

/// Ranges that a note names.
inline constexpr std::size_t kMaxNamedRanges = 20;

/// What selects the lines of `request`, as a model writes it: "offset=3, column=2001". Of more
/// ranges than a note names their number is told.
std::string selection_text(const ReadRequest& request);

}  // namespace lectern
