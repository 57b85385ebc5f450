// The entries of an outline, bounded: when there are too many, the least important ones go and are
// counted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/request.h"
#include "base/tool_result.h"

namespace lectern {

struct OutlineEntry {
  std::uint64_t serial = 0;
  std::uint64_t first = 1;  ///< line; 0: it stands in none
  std::uint64_t last = 0;   ///< line; 0: not known yet
  std::uint32_t level = 0;  ///< depth at which it is shown
  std::uint32_t rank = 0;   ///< 0 is the most important
  std::string text;
};

/// `text` on one line, without control characters, at most `chars` long; "..." marks a cut.
std::string outline_text(std::string_view text, std::size_t chars = 120);

class OutlineEntries {
 public:
  /// \returns the number by which `close` and `extend` know the entry.
  std::uint64_t add(std::uint64_t first, std::uint32_t level, std::uint32_t rank,
                    std::string_view text, std::uint64_t last = 0);
  /// The entry ends with line `last`.
  void close(std::uint64_t serial, std::uint64_t last);
  /// Adds to the entry's text.
  void extend(std::uint64_t serial, std::string_view text);
  /// Ends the entries that are open where the next one of the same or a higher level begins, or
  /// with line `lines`.
  void close_at_next(std::uint64_t lines);

  /// All that were added.
  std::uint64_t count() const { return next_serial_ - 1; }
  const std::vector<OutlineEntry>& kept() const { return entries_; }
  std::uint64_t dropped() const { return count() - entries_.size(); }
  /// The line of the first entry of rank 0 that was not kept; 0 when all were.
  std::uint64_t first_dropped() const { return first_dropped_; }

 private:
  OutlineEntry* find(std::uint64_t serial);
  void drop_least();

  std::vector<OutlineEntry> entries_;
  std::uint64_t next_serial_ = 1;
  std::uint32_t max_rank_ = ~std::uint32_t{0};
  std::uint64_t first_dropped_ = 0;
  bool has_only_best_ = false;  ///< the room is taken by entries of rank 0
};

/// What an outline says besides its entries, all of it on lines of its own.
struct OutlineHead {
  std::string kind;                ///< "Python"
  std::vector<std::string> facts;  ///< lines between the heading and the entries
  /// Whether the entries are those of lines, of which a request may ask for some...
  bool by_lines = true;
  /// ...and stand in the order of the lines they begin in.
  bool in_order = true;
  /// How the entries that are left out can be seen, where no next call shows them.
  std::string_view rest = "outline with offset and limit shows those of some lines";
};

/// The outline as a result: as many entries as there is room for, the most important ones first.
ToolResult show_outline(const OutlineHead& head, const OutlineEntries& entries,
                        std::optional<std::uint64_t> lines, const ReadRequest& request,
                        const Limits& limits);

}  // namespace lectern
