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
  ReadSession(const ReadRequest& request, const ReadOptions& options,
              std::optional<std::uint64_t> size_bytes);

  /// Takes the next bytes of the file; the result does not depend on how they are cut.
  /// kDone: more bytes would change nothing, the caller may stop.
  Status push(ByteSpan chunk);

  /// The result; call it once, after the last push. Its pictures may view into the session, which
  /// must live as long as the result.
  ToolResult finish();

 private:
  void decide();
  Status collect(ByteSpan chunk);
  bool is_over_limit() const;

  ReadRequest request_;
  ReadOptions options_;
  std::optional<std::uint64_t> size_bytes_;
  /// The head before the decision; afterwards the whole file, unless it is text.
  ByteVector bytes_;
  std::optional<TextSession> text_;
  /// The kind the head shows; empty before the decision.
  std::optional<ContentType> kind_;
};

}  // namespace lectern
