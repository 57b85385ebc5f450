// Which pages a read shows, and which it leaves for the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/request.h"

namespace lectern {

struct PageSelection {
  /// 1-based, in the order asked for.
  std::vector<std::uint64_t> pages;
  /// What did not go in.
  std::vector<NumberRange> remaining;
  /// Pages asked for that the document does not have; "" for none.
  std::string missing;
};

/// The first `max_pages` of the pages asked for, or of all pages when `asked` is empty.
/// OUT_OF_RANGE when the document has none of them.
Result<PageSelection> select_pages(const std::vector<NumberRange>& asked, std::uint64_t page_count,
                                   std::uint64_t max_pages);

/// Leaves the pages from place `from` on, before those that did not go in.
void leave_pages(PageSelection& selection, std::size_t from);

/// "1-3,7": runs of consecutive pages joined.
std::string pages_text(const std::vector<std::uint64_t>& pages);

}  // namespace lectern
