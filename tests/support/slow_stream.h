// A text that comes in pieces of a few bytes.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/byte_stream.h"

namespace lectern::testing {

class SlowStream final : public ByteStream {
 public:
  /// \param text  must outlive the stream.
  SlowStream(std::string_view text, std::size_t piece) : text_(text), piece_(piece) {}
  Result<ByteSpan> next() override {
    const std::string_view piece = text_.substr(0, piece_);
    text_.remove_prefix(piece.size());
    return as_bytes(piece);
  }

 private:
  std::string_view text_;
  std::size_t piece_;
};

}  // namespace lectern::testing
