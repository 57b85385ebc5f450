// The chunks of a PNG file, each proven by its CRC (W3C PNG specification, third edition, section
// 5; the same layout in RFC 2083).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/byte_reader.h"
#include "base/error.h"

namespace lectern {

struct PngChunk {
  /// Four characters: "IHDR". Lives as long as the file's bytes.
  std::string_view type;
  ByteSpan data;
  /// Where the chunk's length field stands, in bytes from the start of the file.
  std::uint64_t offset = 0;

  /// A decoder that does not know the chunk must give up.
  bool critical() const { return (static_cast<unsigned char>(type[0]) & 0x20) == 0; }
};

class PngChunks {
 public:
  /// `bytes` is the whole file and begins with PNG's signature.
  explicit PngChunks(ByteSpan bytes);

  /// The next chunk. CORRUPT_IMAGE: cut off, not made of letters, or with a wrong CRC.
  Result<PngChunk> next();
  /// The next chunk, its CRC not looked at; nothing when the file holds no whole one.
  std::optional<PngChunk> next_unproven();
  std::size_t bytes_left() const { return reader_.remaining(); }

 private:
  ByteReader reader_;
};

}  // namespace lectern
