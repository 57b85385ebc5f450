// What reads of a text file have found out about the places of its lines, so that a later read
// need not scan the file from its start. A host keeps it; it is valid only for the same bytes, read
// with the same encoding, hash and line counting options and the same type hint.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/tool_result.h"
#include "text/kernels.h"
#include "text/text_stream.h"

namespace lectern {

/// A line start from which reading can go on.
struct TextCheckpoint {
  TextStreamState state;
  std::uint64_t line = 1;   ///< number of the line that starts there
  LineEndCounts line_ends;  ///< before it
};

/// What only a read of the whole file tells.
struct TextTotals {
  TextFacts facts;
  std::uint64_t lines = 0;
  std::optional<LineEnd> line_end;
  bool final_newline = false;
};

class LineIndex {
 public:
  /// Checkpoints that are kept; those of a large file lie further apart than those of a small one.
  static constexpr std::size_t kMaxCheckpoints = 4096;

  bool empty() const { return checkpoints_.empty() && !totals_; }
  /// The last checkpoint at or before `line`; nullopt: read from the file's start.
  std::optional<TextCheckpoint> before(std::uint64_t line) const;
  /// In the file's order. None for text whose lines end with CR.
  const std::vector<TextCheckpoint>& checkpoints() const { return checkpoints_; }
  const std::optional<TextTotals>& totals() const { return totals_; }

  /// Takes a line start. One that is not far enough behind the others is not kept.
  void add(const TextCheckpoint& checkpoint);
  void set_totals(const TextTotals& totals) { totals_ = totals; }

  /// For hosts that keep it outside of the core: at most 200 KiB, without meaning to anybody but
  /// `from_bytes` of the same version.
  ByteVector to_bytes() const;
  /// Nullopt for bytes that no `to_bytes` has written, as far as can be told without the text:
  /// checkpoints are in order, and none has more lines than bytes before it.
  static std::optional<LineIndex> from_bytes(ByteSpan bytes);

 private:
  std::vector<TextCheckpoint> checkpoints_;
  /// Bytes between two checkpoints, at least.
  std::uint64_t spacing_ = TextStream::kCheckpointBytes;
  std::optional<TextTotals> totals_;
};

}  // namespace lectern
