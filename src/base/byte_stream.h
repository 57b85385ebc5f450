// Bytes that come one piece after the other: a member of a package as it is inflated.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/bytes.h"
#include "base/error.h"

namespace lectern {

class ByteStream {
 public:
  ByteStream() = default;
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;
  virtual ~ByteStream() = default;
  /// The next piece, valid until the next call; empty at the end. After an error every call gives
  /// that error.
  virtual Result<ByteSpan> next() = 0;
};

/// A stream of bytes that are all there. It gives them in pieces, of which readers may hold copies.
class MemoryStream final : public ByteStream {
 public:
  /// `bytes` must outlive the stream.
  explicit MemoryStream(ByteSpan bytes) : bytes_(bytes) {}
  Result<ByteSpan> next() override {
    constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
    const ByteSpan piece = bytes_.first(std::min(bytes_.size(), kPieceBytes));
    bytes_ = bytes_.subspan(piece.size());
    return piece;
  }

 private:
  ByteSpan bytes_;
};

}  // namespace lectern
