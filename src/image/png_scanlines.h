// Proof that a PNG's compressed image data holds the whole picture (W3C PNG specification, third
// edition, sections 7.2, 8 and 10). The data is inflated but not unfiltered: unfiltering cannot
// fail.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/adler32.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/tool_result.h"

struct z_stream_s;

namespace lectern {

class PngScanlines {
 public:
  /// The most that next() gives at a time.
  static constexpr std::size_t kWindowBytes = 32u << 10;

  /// \param bits_per_pixel  1-64, all channels together.
  /// \param chunk_type      for messages: "IDAT", "fdAT".
  PngScanlines(Dimensions size, std::uint32_t bits_per_pixel, bool interlaced,
               std::string_view chunk_type);
  ~PngScanlines();
  PngScanlines(const PngScanlines&) = delete;
  PngScanlines& operator=(const PngScanlines&) = delete;

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
  Result<void> end_piece(bool stream_ended);
  void keep_last(ByteSpan consumed);
  tl::unexpected<Error> corrupt(const Message& what, std::uint64_t offset) const;

  std::string chunk_type_;
  std::vector<Pass> passes_;
  std::size_t pass_ = 0;
  std::uint64_t row_ = 0;
  std::uint64_t row_position_ = 0;
  ByteSpan piece_;
  std::uint64_t offset_ = 0;      ///< of the piece in the file
  bool piece_is_used_up_ = true;  ///< nothing more can be inflated from it
  bool ended_ = false;
  bool extra_data_ = false;
  std::unique_ptr<z_stream_s> stream_;
  std::uint32_t sum_ = kAdler32Start;        ///< of what was inflated
  std::array<std::uint8_t, 4> last_read_{};  ///< of the stream; at its end, its checksum
  ByteVector window_;
};

}  // namespace lectern
