// Proof that a PNG's compressed image data holds the whole picture (W3C PNG specification, third
// edition, sections 7.2, 8 and 10). The data is inflated but not unfiltered: unfiltering cannot
// fail.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "base/tool_result.h"
#include "inflate/inflater.h"

namespace lectern {

class PngScanlines {
 public:
  /// \param bits_per_pixel  1-64, all channels together.
  /// \param chunk_type      for messages: "IDAT", "fdAT".
  PngScanlines(Dimensions size, std::uint32_t bits_per_pixel, bool interlaced,
               std::string_view chunk_type);

  /// The next piece of the stream, when next() has used up the one before; it must outlive that.
  /// `offset` is its place in the file, for messages.
  void feed(ByteSpan piece, std::uint64_t offset);
  /// The next of the rows, each with its filter type in front, cut anywhere: valid until the next
  /// call. Empty when the piece is used up. CORRUPT_IMAGE.
  Result<ByteSpan> next();
  /// To be called after the last piece. CORRUPT_IMAGE when rows are missing.
  Result<void> finish() const;
  /// The stream went on after the last row.
  bool has_extra_data() const { return extra_data_; }

 private:
  struct Pass {
    std::uint64_t row_bytes;  ///< with the filter byte
    std::uint64_t rows;
  };

  Result<ByteSpan> check_rows(ByteSpan inflated);
  tl::unexpected<Error> corrupt(const Message& what, std::uint64_t offset) const;

  std::string chunk_type_;
  std::vector<Pass> passes_;
  std::size_t pass_ = 0;
  std::uint64_t row_ = 0;
  std::uint64_t row_position_ = 0;
  std::uint64_t offset_ = 0;  ///< of the piece in the file
  bool ended_ = false;
  bool extra_data_ = false;
  Inflater inflater_;
};

}  // namespace lectern
