// The data module: it shows what a text is made of instead of its lines, and what binary files say
// about themselves.
// It is linked in, or it is not: see `data_engine`.
#pragma once

#include <memory>

#include "base/reader.h"
#include "read/package_reading.h"

namespace lectern {

/// What the module reads; every field is set.
struct DataEngine {
  /// Reads text that `wants_data` or `may_end_with_outline`: it is streamed, in memory that does
  /// not depend on its size. \param request, options  must outlive the reading \param head  the
  /// file's first bytes, which stay where they are
  std::unique_ptr<PackageReading> (*open_text)(const ReadRequest& request,
                                               const ReadOptions& options, ByteSpan head,
                                               const FileKnowledge& file);
  /// Describes a file that no other reader knows, or shows its bytes.
  ReadFunction read_binary;
};

/// Null where the module is not linked in.
const DataEngine* data_engine();

/// True when a request asks of a text what the data module shows.
inline bool wants_data(const ReadRequest& request) {
  return (request.outline && request.search.empty()) || request.block || !request.at.empty();
}

/// Characters of a result below which no room is set aside for an outline.
inline constexpr std::uint64_t kMinCharsForOutline = 20'000;

/// True when text that is read from its start is to end with its outline if it is cut.
inline bool may_end_with_outline(const ReadRequest& request, const ReadOptions& options) {
  const bool is_plain = request.offset.value_or(1) == 1 && !request.from_end && !request.limit &&
                        request.lines.empty() && !request.column && request.search.empty();
  return options.text.outline_cut && is_plain && !wants_data(request) &&
         options.limits.max_content_chars >= kMinCharsForOutline;
}

}  // namespace lectern
