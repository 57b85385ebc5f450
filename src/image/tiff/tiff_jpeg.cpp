#include "image/tiff/tiff_jpeg.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "image/checks.h"
#include "image/jpeg/jpeg_markers.h"
#include "image/jpeg/jpeg_reader.h"
#include "image/tiff/tiff_ycbcr.h"

namespace lectern {
namespace {

constexpr std::uint8_t kMark = 0xFF;
constexpr std::uint8_t kStart = 0xD8;
constexpr std::uint8_t kEnd = 0xD9;
constexpr std::size_t kMarkerBytes = 2;
constexpr std::size_t kQuantizationBytes = 64;
constexpr std::size_t kCodeLengths = 16;
constexpr std::size_t kYcbcrSamples = 3;

void append(ByteVector& out, ByteSpan bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }

void append_u16(ByteVector& out, std::size_t value) {
  out.push_back(static_cast<std::uint8_t>(value >> 8));
  out.push_back(static_cast<std::uint8_t>(value));
}

void append_marker(ByteVector& out, std::uint8_t marker, std::size_t payload_bytes) {
  out.push_back(kMark);
  out.push_back(marker);
  append_u16(out, payload_bytes + 2);
}

tl::unexpected<Error> bad_tables() {
  return fail(ErrorCode::kCorruptImage, "TIFF JPEG tables are missing or cut off");
}

/// A chunk of the newer kind lacks the tables that all share: theirs without its end marker, then
/// the chunk without its start marker.
ByteVector with_tables(ByteSpan tables, ByteSpan chunk) {
  ByteVector stream;
  if (tables.size() <= 2 * kMarkerBytes || chunk.size() <= kMarkerBytes) {
    append(stream, chunk);
    return stream;
  }
  append(stream, tables.first(tables.size() - kMarkerBytes));
  append(stream, chunk.subspan(kMarkerBytes));
  return stream;
}

/// One Huffman table of the older kind: 16 counts and as many values as they sum up to.
Result<ByteSpan> huffman_table(ByteSpan file, std::uint64_t offset) {
  if (offset >= file.size() || file.size() - offset < kCodeLengths) return bad_tables();
  const ByteSpan table = file.subspan(static_cast<std::size_t>(offset));
  std::size_t values = 0;
  for (const std::uint8_t count : table.first(kCodeLengths)) values += count;
  if (table.size() < kCodeLengths + values) return bad_tables();
  return table.first(kCodeLengths + values);
}

/// The older kind has bare entropy data; its headers are made from the directory.
Result<ByteVector> old_stream(ByteSpan file, ByteSpan chunk, const TiffImage& image,
                              Dimensions size) {
  const auto& [quantization, dc, ac] = image.old_jpeg_tables;
  const std::size_t components = image.samples;
  if (quantization.size() < components || dc.size() < components || ac.size() < components ||
      components > 3 || size.width > 0xFFFF || size.height > 0xFFFF) {
    return bad_tables();
  }
  ByteVector stream{kMark, kStart};
  for (std::size_t i = 0; i < components; ++i) {
    if (quantization[i] >= file.size() || file.size() - quantization[i] < kQuantizationBytes) {
      return bad_tables();
    }
    append_marker(stream, 0xDB, 1 + kQuantizationBytes);
    stream.push_back(static_cast<std::uint8_t>(i));
    append(stream, file.subspan(static_cast<std::size_t>(quantization[i]), kQuantizationBytes));
    for (const bool is_ac : {false, true}) {
      LECTERN_TRY(const ByteSpan table, huffman_table(file, is_ac ? ac[i] : dc[i]));
      append_marker(stream, 0xC4, 1 + table.size());
      stream.push_back(static_cast<std::uint8_t>((is_ac ? 0x10u : 0u) | i));
      append(stream, table);
    }
  }
  append_marker(stream, 0xC0, 6 + 3 * components);
  stream.push_back(8);
  append_u16(stream, size.height);
  append_u16(stream, size.width);
  stream.push_back(static_cast<std::uint8_t>(components));
  for (std::size_t i = 0; i < components; ++i) {
    const bool luma = i == 0 && components == 3;
    const std::uint32_t factors = luma ? image.subsampling_x << 4 | image.subsampling_y : 0x11u;
    append(stream, ByteVector{static_cast<std::uint8_t>(i + 1), static_cast<std::uint8_t>(factors),
                              static_cast<std::uint8_t>(i)});
  }
  append_marker(stream, 0xDA, 4 + 2 * components);
  stream.push_back(static_cast<std::uint8_t>(components));
  for (std::size_t i = 0; i < components; ++i) {
    stream.push_back(static_cast<std::uint8_t>(i + 1));
    stream.push_back(static_cast<std::uint8_t>(i << 4 | i));
  }
  append(stream, ByteVector{0, 63, 0});
  append(stream, chunk);
  append(stream, ByteVector{kMark, kEnd});
  return stream;
}

Result<ByteVector> stream_of(ByteSpan file, ByteSpan chunk, const TiffImage& image,
                             Dimensions size) {
  if (image.compression == TiffCompression::kJpeg) return with_tables(image.jpeg_tables, chunk);
  if (image.old_jpeg.empty()) return old_stream(file, chunk, image, size);
  return ByteVector(image.old_jpeg.begin(), image.old_jpeg.end());
}

/// Only the older kind is converted by the levels that the directory names: the streams of the
/// newer one tell themselves what they hold.
bool has_levels(const TiffImage& image) {
  return image.compression == TiffCompression::kOldJpeg &&
         image.photometric == TiffPhotometric::kYcbcr && image.samples == kYcbcrSamples &&
         image.ycbcr_levels != TiffYcbcrLevels();
}

JpegOutput output_for(const TiffImage& image) {
  if (has_levels(image)) return JpegOutput::kStored;
  return image.photometric == TiffPhotometric::kRgb ? JpegOutput::kTiffRgb : JpegOutput::kTiffYcbcr;
}

void convert_row(const TiffYcbcr& levels, ByteSpan ycbcr, std::span<std::uint8_t> rgba) {
  for (std::size_t from = 0, to = 0; to < rgba.size(); from += kYcbcrSamples, to += kRgbaBytes) {
    levels.convert(ycbcr.subspan(from).first<kYcbcrSamples>(),
                   rgba.subspan(to).first<kRgbaBytes>());
  }
}

}  // namespace

TiffJpegPixels::TiffJpegPixels(const TiffImage& image) {
  constexpr std::uint64_t kMostOfPicture = 4;
  constexpr std::uint64_t kAlways = 1'000'000;
  const std::uint64_t chunk = std::uint64_t{image.chunk.width} * image.chunk.height;
  most_ = kAlways + kMostOfPicture * image.chunks() * chunk;
  // An honest progressive picture has about 10 scans; none but small ones are in a TIFF.
  constexpr std::uint64_t kScansAlways = 16'000'000;
  most_scanned_ = kScansAlways + kMostOfPicture * image.chunks() * chunk;
}

Result<void> TiffJpegPixels::add(Dimensions size, std::uint64_t scans) {
  const std::uint64_t pixels = std::uint64_t{size.width} * size.height;
  seen_ += pixels;
  scanned_ += pixels * scans;
  const bool is_too_large = seen_ > most_;
  if (!is_too_large && scanned_ <= most_scanned_) return {};
  return fail(ErrorCode::kLimitExceeded,
              {"the JPEG data of the TIFF's strips or tiles has more than {,} pixels{}",
               is_too_large ? most_ : most_scanned_, is_too_large ? "" : " in all scans"});
}

Result<Pixels> decode_tiff_jpeg(ByteSpan file, ByteSpan chunk, const TiffImage& image,
                                Dimensions size, bool is_shown, TiffJpegPixels& pixels_of_all,
                                const Limits& limits) {
  LECTERN_TRY(const ByteVector stream, stream_of(file, chunk, image, size));
  // A header that cannot be read is for the decoder to complain about.
  if (const Result<JpegHeader> header = read_jpeg_header(stream)) {
    const std::string_view marks = as_chars(stream);
    std::uint64_t scans = 0;
    for (std::size_t at = 0; (at = marks.find("\xFF\xDA", at)) != marks.npos; ++at) ++scans;
    LECTERN_CHECK(pixels_of_all.add(header->size, scans));
    if (!header->single_scan) {
      LECTERN_CHECK(check_decoded_bytes(header->coefficient_bytes,
                                        "the coefficients of a JPEG in several scans", limits));
    }
  }
  JpegReader reader(stream);
  LECTERN_CHECK(reader.start(is_shown ? output_for(image) : JpegOutput::kStored, 1, limits));
  if (reader.size().width < size.width || reader.size().height < size.height) {
    return fail(ErrorCode::kCorruptImage, "TIFF JPEG data is smaller than its strip or tile");
  }
  std::optional<TiffYcbcr> levels;
  if (has_levels(image)) {
    if (reader.row_bytes() != std::size_t{reader.size().width} * kYcbcrSamples) {
      return fail(ErrorCode::kCorruptImage, "TIFF JPEG data has not the channels of its directory");
    }
    levels.emplace(image.ycbcr_levels);
  }
  LECTERN_TRY(Pixels pixels,
              Pixels::create(is_shown ? size : Dimensions{1, 1}, limits.max_decoded_bytes));
  ByteVector row(reader.row_bytes());
  for (std::uint32_t y = 0; y < size.height; ++y) {
    LECTERN_CHECK(reader.read_row(row));
    if (!is_shown) continue;
    const std::span<std::uint8_t> out = pixels.row(y);
    if (levels) {
      convert_row(*levels, row, out);
    } else {
      std::copy_n(row.begin(), out.size(), out.begin());
    }
  }
  if (!reader.damage().empty()) return fail(ErrorCode::kCorruptImage, reader.damage());
  return pixels;
}

}  // namespace lectern
