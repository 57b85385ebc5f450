// What a document costs that came out of a compressed file, in which millions of marks are few
// bytes. Others cost what they are: their files are as long.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "base/reader.h"
#include "base/work_budget.h"

namespace lectern {

/// How many of these characters a text has.
inline std::uint64_t count_of_marks(std::string_view text, std::initializer_list<char> marks) {
  std::uint64_t count = 0;
  for (const char mark : marks)
    count += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), mark));
  return count;
}

/// Pays for a document before it is read, when it was unpacked: for each of these characters, of
/// which each is a paragraph, a tag or a word of control.
/// \returns LIMIT_EXCEEDED when that is more than a read may take
inline Result<void> pay_for_unpacked(const ReadContext& context, std::string_view text,
                                     std::initializer_list<char> marks) {
  constexpr std::uint64_t kMarkWork = 1'000;
  if (!context.is_unpacked) return {};
  return WorkBudget(context.options.limits)
      .spend("the marks that the document unpacks to", count_of_marks(text, marks), kMarkWork);
}

/// Bytes that may be decoded beside a document: what was unpacked is decoded itself.
inline std::uint64_t room_beside_unpacked(const ReadContext& context) {
  const std::uint64_t most = context.options.limits.max_decoded_bytes;
  if (!context.is_unpacked) return most;
  return most - std::min<std::uint64_t>(most, context.bytes.size());
}

}  // namespace lectern
