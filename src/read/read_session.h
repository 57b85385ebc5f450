// `read` for a file that arrives piece by piece: text is read as a stream in bounded memory, every
// other kind is collected up to its limit and read as a whole.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "base/request.h"
#include "base/tool_result.h"
#include "text/text_session.h"

namespace lectern {

class ReadSession {
 public:
  enum class Status : std::uint8_t { kMore, kDone };

  /// Bytes from the file's start that decide how it is read.
  static constexpr std::size_t kHeadBytes = 4096;

  /// \param size_bytes  the file's size as far as the host knows it: lets a file over its limit be
  ///                    refused before it is loaded, and says whether its end was seen.
  /// \param index       from earlier reads of the same file; such a file is text.
  ReadSession(const ReadRequest& request, const ReadOptions& options,
              std::optional<std::uint64_t> size_bytes, LineIndex index = {});

  /// The bytes pushed start there: bytes from the file's start, 0 without an index.
  std::uint64_t start() const { return text_ ? text_->start() : 0; }

  /// Takes the next bytes of the file; the result does not depend on how they are cut.
  /// kDone: more bytes would change nothing, the caller may stop.
  Status push(ByteSpan chunk);

  /// The result; call it once, after the last push. Its pictures may view into the session, which
  /// must live as long as the result.
  ToolResult finish();

  /// After `finish`: what is known of the file's lines. Empty for what is not text.
  LineIndex index() const { return text_ ? text_->index() : LineIndex(); }

 private:
  void decide();
  void read_as_text();
  Status collect(ByteSpan chunk);
  bool is_over_limit() const;

  ReadRequest request_;
  ReadOptions options_;
  std::optional<std::uint64_t> size_bytes_;
  LineIndex index_;
  /// The head before the decision; afterwards the whole file, unless it is text.
  ByteVector bytes_;
  std::optional<TextSession> text_;
  /// The kind the head shows; empty before the decision.
  std::optional<ContentType> kind_;
};

}  // namespace lectern
