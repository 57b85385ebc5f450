// Reads text of any size, given piece by piece, in bounded memory (contract, section 4.1).
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "base/error.h"
#include "base/request.h"
#include "base/sha256.h"
#include "base/tool_result.h"
#include "text/line_index.h"
#include "text/text_lines.h"
#include "text/text_stream.h"

namespace lectern {

/// What the caller knows about the file before it pushes bytes; all of it is optional.
struct TextSource {
  std::optional<std::uint64_t> size_bytes = {};
  /// From earlier reads. With its totals the session is done as soon as the range is complete.
  LineIndex index = {};
  /// The lines are those of a notebook's cell: the calls that notes name keep it.
  bool is_cell = false;
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

  /// The bytes pushed start there: bytes from the file's start.
  std::uint64_t start() const { return start_ ? start_->state.byte_offset : 0; }

  /// Takes the next bytes of the file, as many or few as the caller likes: the result is the same.
  /// kDone: more bytes would change nothing, the caller may stop.
  Status push(ByteSpan chunk);

  /// The result; call it once, after the last push. A failure is a value: OUT_OF_RANGE,
  /// BINARY_FILE, FILE_TOO_LARGE, INVALID_ARGUMENT (unknown `encoding`).
  ToolResult finish();

  /// After `finish`: the source's index with what this read has found out. Empty for binary data.
  const LineIndex& index() const { return index_; }

 private:
  bool saw_end() const;
  bool is_done() const;
  bool is_complete() const;
  bool too_large() const;
  std::optional<Error> find_error() const;
  Error past_the_end() const;
  ToolResult fail_with(Error error, ToolResult known) const;
  void describe(ToolResult& result) const;
  std::optional<std::uint64_t> total_lines() const;
  void add_lines(ToolResult& result);

  ReadRequest request_;
  ReadOptions options_;
  std::optional<std::uint64_t> size_bytes_;
  LineIndex index_;
  LineSelection selection_;
  std::optional<TextCheckpoint> start_;
  std::optional<Error> error_;  ///< a bad option, or what a request of text cannot ask for
  TextLines lines_;
  TextStream stream_;
  Sha256 hash_;
  bool hashing_;
  std::uint64_t position_;  ///< bytes of the file that were seen or skipped
  bool done_ = false;
};

}  // namespace lectern
