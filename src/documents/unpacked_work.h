// What a document costs that came out of a compressed file, in which millions of marks are few
// bytes. Others cost what they are: their files are as long.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "base/honest_ratio.h"
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

/// What a paragraph, a tag or a word of control takes.
inline constexpr std::uint64_t kMarkWork = 1'000;

/// Pays for a document before it is read, when it was unpacked.
/// \param marks      what its paragraphs, tags and words of control take
/// \param work       of the read
/// \param byte_work  what each byte takes beyond those that people's files unpack to
/// \returns LIMIT_EXCEEDED when that is more than a read may take
inline Result<void> pay_for_unpacked(const ReadContext& context, std::uint64_t bytes,
                                     std::uint64_t marks, WorkBudget& work,
                                     std::uint64_t byte_work) {
  LECTERN_CHECK(work.spend("the marks that the document unpacks to", marks));
  const std::uint64_t honest = kHonestRatio * context.packed_bytes;
  return work.spend("the bytes that the document unpacks to", bytes - std::min(bytes, honest),
                    byte_work);
}

/// The same, for each of these characters.
inline Result<void> pay_for_unpacked(const ReadContext& context, std::string_view text,
                                     std::initializer_list<char> marks, WorkBudget& work,
                                     std::uint64_t byte_work = 40) {
  if (!context.is_unpacked) return {};
  return pay_for_unpacked(context, text.size(), kMarkWork * count_of_marks(text, marks), work,
                          byte_work);
}

/// Bytes that may be decoded beside a document: what was unpacked is decoded itself.
inline std::uint64_t room_beside_unpacked(const ReadContext& context) {
  const std::uint64_t most = context.options.limits.max_decoded_bytes;
  if (!context.is_unpacked) return most;
  return most - std::min<std::uint64_t>(most, context.bytes.size());
}

}  // namespace lectern
