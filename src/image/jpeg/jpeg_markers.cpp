#include "image/jpeg/jpeg_markers.h"

#include <algorithm>

#include "base/byte_reader.h"
#include "image/exif.h"

namespace lectern {
namespace {

constexpr std::uint8_t kStartOfImage = 0xD8;
constexpr std::uint8_t kEndOfImage = 0xD9;
constexpr std::uint8_t kStartOfScan = 0xDA;
constexpr std::uint8_t kApp1 = 0xE1;
constexpr std::uint8_t kApp2 = 0xE2;
constexpr std::uint8_t kApp14 = 0xEE;
constexpr std::size_t kMaxProfileParts = 255;
constexpr std::uint64_t kCoefficientBlockBytes = 128;
constexpr std::uint32_t kMaxComponents = 4;

/// C0-CF are frame headers, but for three that define tables.
bool is_frame_header(std::uint8_t marker) {
  return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

bool has_no_length(std::uint8_t marker) {
  return marker == kStartOfImage || marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7);
}

tl::unexpected<Error> corrupt(const Message& what, std::uint64_t offset) {
  return fail(ErrorCode::kCorruptImage, {"{} at byte {}", what, offset}, offset);
}

std::uint64_t blocks(std::uint64_t pixels, std::uint64_t factor, std::uint64_t max_factor) {
  const std::uint64_t unit = 8 * max_factor;
  return (pixels + unit - 1) / unit * factor;
}

Result<void> read_frame(ByteSpan segment, std::uint8_t marker, std::uint64_t offset,
                        JpegHeader& header) {
  ByteReader reader(segment);
  const auto precision = reader.u8();
  const auto height = reader.u16_be();
  const auto width = reader.u16_be();
  const auto components = reader.u8();
  if (!components) return corrupt("the frame header is cut off", offset);
  header.size = {*width, *height};
  header.precision_bits = *precision;
  header.components = *components;
  const std::uint8_t process = marker & 3u;
  header.progressive = process == 2;
  header.lossless = process == 3;
  header.arithmetic = marker >= 0xC8;
  header.hierarchical = (marker & 4u) != 0;

  struct Sampling {
    std::uint64_t horizontal, vertical;
  };
  std::vector<Sampling> samplings;
  Sampling most{1, 1};
  for (std::uint32_t i = 0; i < std::min(header.components, kMaxComponents); ++i) {
    const auto id = reader.u8();
    const auto factors = reader.u8();
    if (!id || !factors || !reader.skip(1)) return corrupt("the frame header is cut off", offset);
    const std::uint64_t packed = *factors;
    const Sampling sampling{packed >> 4, packed & 15};
    samplings.push_back(sampling);
    most.horizontal = std::max(most.horizontal, sampling.horizontal);
    most.vertical = std::max(most.vertical, sampling.vertical);
  }
  for (const Sampling& each : samplings) {
    header.coefficient_bytes += blocks(header.size.width, each.horizontal, most.horizontal) *
                                blocks(header.size.height, each.vertical, most.vertical) *
                                kCoefficientBlockBytes;
  }
  return {};
}

void read_application_segment(std::uint8_t marker, ByteSpan segment, JpegHeader& header) {
  constexpr std::string_view kExif("Exif\0\0", 6);
  if (marker == kApp1 && starts_with(segment, kExif) && header.orientation == 1) {
    const ExifFacts exif = read_exif(segment.subspan(kExif.size()));
    header.orientation = exif.orientation;
    header.exif = header.exif || exif.says_more;
  }
  constexpr std::string_view kProfile("ICC_PROFILE\0", 12);
  constexpr std::size_t kPartDataAt = 14;
  if (marker == kApp2 && starts_with(segment, kProfile) && segment.size() > kPartDataAt &&
      header.profile_parts.size() < kMaxProfileParts) {
    header.profile_parts.push_back({segment[kProfile.size()], segment.subspan(kPartDataAt)});
  }
  constexpr std::size_t kAdobeTransformAt = 11;
  if (marker == kApp14 && starts_with(segment, "Adobe") && segment.size() > kAdobeTransformAt) {
    header.adobe = true;
    header.adobe_transform = segment[kAdobeTransformAt];
  }
}

}  // namespace

Result<JpegHeader> read_jpeg_header(ByteSpan bytes) {
  JpegHeader header;
  bool has_frame = false;
  ByteReader reader(bytes);
  while (const auto byte = reader.u8()) {
    if (*byte != 0xFF) continue;  // stray bytes between segments: decoders skip them, too
    auto marker = reader.u8();
    while (marker && *marker == 0xFF) marker = reader.u8();
    if (!marker) break;
    if (*marker == 0 || has_no_length(*marker)) continue;
    if (*marker == kEndOfImage) break;
    const std::uint64_t offset = reader.position() - 2;
    const auto length = reader.u16_be();
    // A length below 2 is wrong, but decoders take it for an empty segment.
    const auto segment = reader.take(std::max<std::size_t>(length.value_or(0), 2) - 2);
    if (!length || !segment) return corrupt("a segment is cut off", offset);
    if (is_frame_header(*marker)) {
      if (has_frame) return corrupt("there is a second frame header", offset);
      LECTERN_CHECK(read_frame(*segment, *marker, offset, header));
      has_frame = true;
    } else if (*marker == kStartOfScan) {
      if (!has_frame) return corrupt("a scan comes before the frame header", offset);
      header.single_scan =
          !header.progressive && !segment->empty() && segment->front() == header.components;
      return header;
    } else {
      read_application_segment(*marker, *segment, header);
    }
  }
  return fail(ErrorCode::kCorruptImage,
              has_frame ? "the file holds no picture data" : "the file holds no frame header");
}

}  // namespace lectern
