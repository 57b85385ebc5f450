// Reads text of any size, given piece by piece, in bounded memory (contract, section 4.1).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "base/request.h"
#include "base/sha256.h"
#include "base/tool_result.h"
#include "text/text_lines.h"
#include "text/text_stream.h"

namespace lectern {

/// What only a read of the whole file tells. It is valid only for the same bytes.
struct TextTotals {
  TextFacts facts;
  std::uint64_t lines = 0;
  std::optional<LineEnd> line_end;
  bool final_newline = false;
};

/// What the caller knows about the file before it pushes bytes; all of it is optional.
struct TextSource {
  std::optional<std::uint64_t> size_bytes;
  /// The bytes pushed start there. Its line must not be after the first line asked for.
  std::optional<TextCheckpoint> start;
  /// From an earlier read: the session is done as soon as the range is complete.
  std::optional<TextTotals> totals;
};

class TextSession {
 public:
  enum class Status : std::uint8_t { kMore, kDone };

  /// Bytes after which the session looks whether it is done, counted from the file's start.
  static constexpr std::size_t kBlockBytes = std::size_t{64} << 10;

  /// `request` selects the lines, `options` sets limits and layout.
  TextSession(const ReadRequest& request, const ReadOptions& options, TextSource source = {});

  // Its parts refer to each other.
  TextSession(const TextSession&) = delete;
  TextSession& operator=(const TextSession&) = delete;

  /// Takes the next bytes of the file, as many or few as the caller likes: the result is the same.
  /// kDone: more bytes would change nothing, the caller may stop.
  Status push(ByteSpan chunk);

  /// The result; call it once, after the last push. A failure is a value: OUT_OF_RANGE,
  /// BINARY_FILE, FILE_TOO_LARGE, INVALID_ARGUMENT (unknown `encoding`).
  ToolResult finish();

  /// Line starts found so far, in order, at least TextStream::kCheckpointBytes apart. None for text
  /// whose lines end with CR.
  const std::vector<TextCheckpoint>& checkpoints() const { return lines_.checkpoints(); }
  /// Present after `finish` when the whole file was seen (or its totals were given) and is text.
  const std::optional<TextTotals>& totals() const { return totals_; }

 private:
  bool saw_end() const;
  bool is_done() const;
  bool is_complete() const;
  bool too_large() const;
  std::optional<Error> find_error() const;
  ToolResult fail_with(Error error, ToolResult known) const;
  void describe(ToolResult& result) const;
  void add_lines(ToolResult& result) const;
  void add_truncation(ToolResult& result) const;

  ReadRequest request_;
  ReadOptions options_;
  TextSource source_;
  LineSelection selection_;
  std::optional<Error> error_;  ///< a bad option
  TextLines lines_;
  TextStream stream_;
  Sha256 hash_;
  bool hashing_;
  std::uint64_t position_;  ///< bytes of the file that were seen or skipped
  bool done_ = false;
  std::optional<TextTotals> totals_;
};

}  // namespace lectern
