// libjpeg-turbo's decompressor as values and spans (ITU-T T.81: baseline, extended and progressive
// 8-bit DCT, Huffman and arithmetic coding).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/bytes.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/tool_result.h"

namespace lectern {

/// What the rows hold.
enum class JpegOutput : std::uint8_t {
  kStored,  ///< the file's own channels, not converted: the least work
  kRgba,
  kTiffYcbcr,  ///< RGBA with colours repeated, not smoothed: as TIFF decoders do it
  kTiffRgb,    ///< the same from three channels that are RGB, whatever the stream says
};

class JpegReader {
 public:
  /// `bytes` must outlive the reader.
  explicit JpegReader(ByteSpan bytes);
  ~JpegReader();
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;

  /// Reads the headers, and for files in several scans all of their data.
  /// \param scale_denominator  1, 2, 4 or 8: decode to that fraction of both sides.
  Result<void> start(JpegOutput output, unsigned scale_denominator, const Limits& limits);
  /// Size of the rows to come, after scaling; valid once started.
  Dimensions size() const;
  /// Bytes that read_row() needs.
  std::size_t row_bytes() const;
  /// The next row, of at most size().height.
  Result<void> read_row(std::span<std::uint8_t> row);
  /// Reads on to the end marker. To be called after the last row.
  Result<void> finish();

  /// Bytes behind the end marker. To be called after finish().
  std::size_t bytes_left() const;
  /// Damage to the picture's data that libjpeg went over: "" when there is none.
  std::string damage() const;
  /// Something odd that leaves the picture whole: "" when there is nothing.
  std::string oddity() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lectern
