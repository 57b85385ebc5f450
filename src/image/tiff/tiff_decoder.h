// From the strips and tiles of a TIFF to its pixels, whoever unpacks them: the core what documents
// hold most, the module of pictures the rest.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "base/work_budget.h"
#include "image/checks.h"
#include "image/pixels.h"
#include "image/tiff/tiff_directory.h"
#include "image/tiff/tiff_samples.h"

namespace lectern {

/// Strips and tiles may share their bytes, as blank ones do. All of them together have at most this
/// many times the file's bytes, and this part of what they unpack to.
inline constexpr std::uint64_t kTiffMostOfFile = 4;
inline constexpr std::uint64_t kTiffPartOfSamples = 4;
inline constexpr std::string_view kTiffWhat = "the TIFF's strips or tiles";
/// To begin a strip or tile, however small it is, in units of work.
inline constexpr std::uint64_t kTiffChunkWork = 5'000;
/// Of a stored byte: an empty block or a clear code takes as long as several bytes of samples.
inline constexpr std::uint64_t kTiffStoredByteWork = 2;
inline constexpr std::uint64_t kTiffJpegByteWork = 100;
/// Of a byte of samples that do not end with a byte: they are put together bit by bit.
inline constexpr std::uint64_t kTiffBitsWork = 8;
/// Of another one.
inline constexpr std::uint64_t kTiffSampleWork = 2;
/// Of a pixel whose inks are mixed; of one whose inks are put together of several bytes.
inline constexpr std::uint64_t kTiffInksWork = 14;
inline constexpr std::uint64_t kTiffWideInksWork = 50;

/// \tparam Parts  how strips and tiles become samples and samples pixels: `samples`, `convert`, and
/// where
///                `kReadsJpeg` says so `jpeg`.
template <typename Parts>
class TiffDecoder {
 public:
  TiffDecoder(ByteSpan bytes, const TiffImage& image, const Limits& limits)
      : bytes_(bytes), image_(image), limits_(limits), parts_(image) {}

  /// \param sink  null: the strips and tiles are unpacked as a proof, and no pixels made of them.
  Result<void> decode(RowSink* sink) {
    LECTERN_CHECK(check_memory());
    LECTERN_CHECK(check_work());
    if (sink != nullptr) LECTERN_CHECK(sink->begin(image_.size));
    const bool is_strip = image_.chunks_across() == 1;
    LECTERN_TRY(Pixels pixels,
                Pixels::create({image_.size.width, rows_held()}, limits_.max_decoded_bytes));
    for (std::uint32_t band = 0; band < image_.chunks_down(); ++band) {
      const std::uint32_t top = band * image_.chunk.height;
      const std::uint32_t rows = std::min(image_.chunk.height, image_.size.height - top);
      for (std::uint32_t across = 0; across < image_.chunks_across(); ++across) {
        LECTERN_CHECK(decode_chunk({band, across, rows}, is_strip, sink, pixels));
      }
      for (std::uint32_t y = 0; sink != nullptr && !is_strip && y < rows; ++y)
        sink->row(pixels.row(y));
    }
    return {};
  }

 private:
  bool is_jpeg() const {
    return image_.compression == TiffCompression::kJpeg ||
           image_.compression == TiffCompression::kOldJpeg;
  }

  /// Of a strip or tile as stored: the last strip is shorter, tiles never are.
  Dimensions stored_size(std::uint32_t rows) const {
    return {image_.chunk.width, image_.tiled ? image_.chunk.height : rows};
  }

  /// Tiles beside each other make rows together; a strip gives them one by one.
  std::uint32_t rows_held() const {
    return image_.chunks_across() == 1 ? 1 : std::min(image_.chunk.height, image_.size.height);
  }

  Result<void> check_memory() const {
    const std::uint64_t chunk_rows = image_.chunk.height;
    LECTERN_CHECK(check_pixels(stored_size(image_.chunk.height), limits_));
    const std::uint64_t samples = std::uint64_t{tiff_row_bytes(image_, image_.chunk.width)} *
                                  (image_.planar ? image_.samples : 1) * chunk_rows;
    const std::uint64_t rgba = rgba_bytes({image_.size.width, rows_held()});
    return check_decoded_bytes(samples + rgba, kTiffWhat, limits_);
  }

  /// Everything is known before anything is decoded: what the directory names is what is read.
  Result<void> check_work() const {
    const std::uint64_t chunks = image_.chunks();
    const std::uint64_t chunk_bytes =
        std::uint64_t{tiff_row_bytes(image_, image_.chunk.width)} * image_.chunk.height;
    WorkBudget work(limits_);
    LECTERN_CHECK(work.spend(kTiffWhat, chunks, kTiffChunkWork));
    LECTERN_CHECK(work.spend(
        kTiffWhat, chunks, chunk_bytes * (image_.bits % 8 == 0 ? kTiffSampleWork : kTiffBitsWork)));
    const std::uint64_t inks = image_.bits > 8 ? kTiffWideInksWork : kTiffInksWork;
    LECTERN_CHECK(work.spend(kTiffWhat, std::uint64_t{image_.size.width} * image_.size.height,
                             image_.photometric == TiffPhotometric::kCmyk ? inks : 1));
    std::uint64_t stored = 0;
    for (std::size_t i = 0; i < chunks; ++i) stored += stored_size_of(i);
    const std::uint64_t most =
        kTiffMostOfFile * bytes_.size() + chunks * chunk_bytes / kTiffPartOfSamples;
    if (stored > most) {
      return fail(ErrorCode::kLimitExceeded,
                  {"{} are {,} and name {,} bytes, the file holds {,}: more than {} times as many",
                   kTiffWhat, chunks, stored, bytes_.size(), kTiffMostOfFile});
    }
    return work.spend(kTiffWhat, stored, is_jpeg() ? kTiffJpegByteWork : kTiffStoredByteWork);
  }

  /// Bytes that are gone over for a strip or tile.
  std::uint64_t stored_size_of(std::size_t index) const {
    if (image_.compression == TiffCompression::kOldJpeg && !image_.old_jpeg.empty())
      return image_.old_jpeg.size();
    const std::uint64_t offset = std::min<std::uint64_t>(image_.offsets[index], bytes_.size());
    const std::uint64_t tables = is_jpeg() ? image_.jpeg_tables.size() : 0;
    return tables + std::min<std::uint64_t>(image_.byte_counts[index], bytes_.size() - offset);
  }

  Result<ByteSpan> stored_bytes(std::size_t index) const {
    const std::uint64_t offset = image_.offsets[index];
    const std::uint64_t count = image_.byte_counts[index];
    if (offset >= bytes_.size()) {
      return fail(ErrorCode::kCorruptImage,
                  {"TIFF strip or tile {} at byte {} is behind the end of the file", index, offset},
                  offset);
    }
    const std::uint64_t held = std::min<std::uint64_t>(count, bytes_.size() - offset);
    return bytes_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(held));
  }

  struct Place {
    std::uint32_t band;
    std::uint32_t across;
    std::uint32_t rows;  ///< of the picture
  };

  Result<void> decode_chunk(const Place& place, bool is_strip, RowSink* sink, Pixels& pixels) {
    const std::uint32_t rows = place.rows;
    const std::size_t index = std::size_t{place.band} * image_.chunks_across() + place.across;
    const std::uint32_t left = place.across * image_.chunk.width;
    const std::size_t first = std::size_t{left} * kRgbaBytes;
    const std::size_t bytes =
        std::size_t{std::min(image_.chunk.width, image_.size.width - left)} * kRgbaBytes;
    const auto each_row = [&](auto write) {
      for (std::uint32_t y = 0; sink != nullptr && y < rows; ++y) {
        const std::span<std::uint8_t> row = pixels.row(is_strip ? 0 : y);
        write(y, row.subspan(first, bytes));
        if (is_strip) sink->row(row);
      }
    };
    if constexpr (Parts::kReadsJpeg) {
      if (is_jpeg()) {
        LECTERN_TRY(const ByteSpan stored, stored_bytes(index));
        LECTERN_TRY(Pixels chunk,
                    parts_.jpeg(bytes_, stored, stored_size(rows), sink != nullptr, limits_));
        each_row([&](std::uint32_t y, std::span<std::uint8_t> out) {
          std::copy_n(chunk.row(y).begin(), out.size(), out.begin());
        });
        return {};
      }
    }
    LECTERN_TRY(const std::vector<ByteVector> planes, read_planes(index, stored_size(rows)));
    const std::size_t row_bytes = tiff_row_bytes(image_, image_.chunk.width);
    const bool big_endian = image_.predictor == 3;
    std::vector<ByteSpan> row(planes.size());
    each_row([&](std::uint32_t y, std::span<std::uint8_t> out) {
      for (std::size_t i = 0; i < planes.size(); ++i) {
        row[i] = ByteSpan(planes[i]).subspan(row_bytes * y, row_bytes);
      }
      parts_.convert(row, big_endian, out);
    });
    return {};
  }

  /// The samples of a strip or tile; for planar files one vector for each kind of sample.
  Result<std::vector<ByteVector>> read_planes(std::size_t index, Dimensions size) const {
    const std::size_t row_bytes = tiff_row_bytes(image_, size.width);
    const std::size_t plane_chunks = std::size_t{image_.chunks_across()} * image_.chunks_down();
    std::vector<ByteVector> planes;
    for (std::size_t plane = 0; plane < (image_.planar ? image_.samples : 1u); ++plane) {
      LECTERN_TRY(const ByteSpan stored, stored_bytes(index + plane * plane_chunks));
      LECTERN_TRY(ByteVector samples, parts_.samples(stored, size, row_bytes));
      planes.push_back(std::move(samples));
    }
    return planes;
  }

  ByteSpan bytes_;
  const TiffImage& image_;
  const Limits& limits_;
  Parts parts_;
};

}  // namespace lectern
