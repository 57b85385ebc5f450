// The blocks of a GIF file (CompuServe GIF89a specification, 1990, sections 17-27).
#pragma once

#include <cstdint>
#include <optional>

#include "base/byte_reader.h"
#include "base/error.h"
#include "base/tool_result.h"

namespace lectern {

enum class GifDisposal : std::uint8_t { kKeep, kBackground, kPrevious };

/// One frame, its data still compressed. Spans live as long as the file's bytes.
struct GifFrame {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  Dimensions size;
  bool interlaced = false;
  /// Three bytes a colour; the frame's own, else the file's. May be empty.
  ByteSpan palette;
  std::optional<std::uint8_t> transparent_index;
  GifDisposal disposal = GifDisposal::kKeep;
  std::uint32_t delay_ms = 0;
  std::uint32_t min_code_bits = 2;
  /// The data sub-blocks, each with its length byte, without the terminator.
  ByteSpan data_blocks;
  std::uint64_t offset = 0;  ///< of the image descriptor, in bytes from the start of the file
};

class GifBlocks {
 public:
  /// Reads the header. CORRUPT_IMAGE when it is cut off.
  static Result<GifBlocks> open(ByteSpan bytes);

  /// The logical screen; {0, 0} in some files.
  Dimensions screen() const { return screen_; }
  std::uint32_t bits_per_color() const { return bits_per_color_; }
  /// The next frame, or nullopt at the trailer. CORRUPT_IMAGE: cut off, or an unknown block.
  Result<std::optional<GifFrame>> next_frame();
  std::size_t bytes_left() const { return reader_.remaining(); }

 private:
  explicit GifBlocks(ByteSpan bytes) : reader_(bytes) {}

  Result<void> read_header();
  Result<ByteSpan> take_palette(std::uint8_t flags);
  Result<ByteSpan> take_sub_blocks();
  Result<void> read_extension();
  Result<GifFrame> read_image();
  tl::unexpected<Error> cut() const;

  ByteReader reader_;
  Dimensions screen_;
  std::uint32_t bits_per_color_ = 8;
  ByteSpan global_palette_;
  /// What a graphic control extension said about the frame to come.
  GifFrame pending_;
};

}  // namespace lectern
