// The proof of a PNG, chunk by chunk (W3C PNG specification, third edition). The rows of the
// picture are handed out as they are inflated for it, so that who wants its pixels need not
// inflate them again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/limits.h"
#include "base/work_budget.h"
#include "image/image_info.h"
#include "image/png/png_chunks.h"
#include "image/png/png_scanlines.h"

namespace lectern {

class PngProof {
 public:
  /// `bytes` begins with PNG's signature; it and `limits` must outlive the proof.
  PngProof(ByteSpan bytes, const Limits& limits) : chunks_(bytes), limits_(limits), work_(limits) {}

  /// The header, to be read before all else: size and depth in info(). CORRUPT_IMAGE, or
  /// LIMIT_EXCEEDED.
  Result<void> read_header();
  /// The next of the inflated data of the still picture: rows with their filter types, at most
  /// Inflater::kMaxOutput, valid until the next call. Empty when the whole file is proven.
  Result<ByteSpan> next_rows();
  /// Proves what next_rows() has not been asked for.
  Result<void> finish();
  /// Complete when the whole file is proven.
  const ImageInfo& info() const { return info_; }
  bool interlaced() const { return interlaced_; }
  /// IHDR, PLTE and tRNS as they stand in the file, all before the picture's data: known with the
  /// first of its rows. They tell what a row means.
  const std::vector<PngChunk>& row_format() const { return row_format_; }

 private:
  enum class Place : std::uint8_t { kBeforeData, kInData, kAfterData };

  Result<void> take(const PngChunk& chunk);
  Result<void> take_data(const PngChunk& chunk);
  Result<void> take_palette(const PngChunk& chunk);
  void take_transparency(const PngChunk& chunk);
  bool is_transparency_size(std::size_t bytes) const;
  Result<void> take_of_animation(const PngChunk& chunk);
  Result<void> or_still(Result<void> outcome);
  Result<void> take_animation(const PngChunk& chunk);
  Result<void> take_frame(const PngChunk& chunk);
  Result<void> take_frame_data(const PngChunk& chunk);
  Result<void> check_sequence(const PngChunk& chunk, std::uint32_t sequence);
  Result<void> finish_frame();
  Result<void> spend_on_rows(Dimensions size);
  void check_text(const PngChunk& chunk);
  Result<void> take_end(const PngChunk& chunk);

  PngChunks chunks_;
  const Limits& limits_;
  WorkBudget work_;
  ImageInfo info_;
  Place place_ = Place::kBeforeData;
  std::size_t palette_entries_ = 0;
  bool has_transparency_ = false;
  bool interlaced_ = false;
  std::uint32_t bits_per_pixel_ = 0;
  std::vector<PngChunk> row_format_;
  std::optional<PngScanlines> rows_;
  std::optional<PngScanlines> frame_rows_;
  std::optional<std::uint32_t> declared_frames_;
  bool animation_is_broken_ = false;
  std::uint32_t seen_frames_ = 0;
  std::uint32_t next_sequence_ = 0;
  std::uint64_t frame_pixels_ = 0;
  std::uint64_t all_text_bytes_ = 0;
};

}  // namespace lectern
