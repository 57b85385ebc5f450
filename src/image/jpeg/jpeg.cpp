#include "image/jpeg/jpeg.h"

#include <algorithm>

#include "image/checks.h"
#include "image/exif.h"
#include "image/jpeg/jpeg_markers.h"
#include "image/jpeg/jpeg_reader.h"

namespace lectern {
namespace {

constexpr unsigned kProofDenominator = 8;

std::string color_type(const JpegHeader& header) {
  switch (header.components) {
    case 1:
      return "gray";
    case 3:
      return header.adobe && header.adobe_transform == 0 ? "rgb" : "ycbcr";
    case 4:
      return header.adobe && header.adobe_transform == 2 ? "ycck" : "cmyk";
    default:
      return compose({"{} components", header.components});
  }
}

Result<void> check_kind(const JpegHeader& header) {
  std::string kind;
  if (header.lossless) {
    kind = "lossless";
  } else if (header.hierarchical) {
    kind = "hierarchical";
  } else if (header.precision_bits != 8) {
    kind = compose({"{}-bit", header.precision_bits});
  } else {
    return {};
  }
  return fail(ErrorCode::kUnsupportedFormat,
              {"{} JPEG ({}) is not supported; convert it to an 8-bit baseline JPEG or a PNG", kind,
               header.size});
}

Result<JpegHeader> read_checked_header(ByteSpan bytes, const Limits& limits) {
  LECTERN_TRY(const JpegHeader header, read_jpeg_header(bytes));
  LECTERN_CHECK(check_kind(header));
  LECTERN_CHECK(check_pixels(header.size, limits));
  if (!header.single_scan) {
    LECTERN_CHECK(check_decoded_bytes(header.coefficient_bytes,
                                      "the coefficients of a JPEG in several scans", limits));
  }
  return header;
}

ColorProfile color_profile(const std::vector<JpegHeader::ProfilePart>& parts) {
  ByteVector icc;
  // Parts of the same number stay as the file has them.
  for (std::uint32_t number = 0; number <= 0xFF; ++number) {
    for (const JpegHeader::ProfilePart& part : parts) {
      if (part.number == number) icc.insert(icc.end(), part.data.begin(), part.data.end());
    }
  }
  return keep_profile(icc);
}

unsigned denominator_for(Dimensions size, Dimensions at_least) {
  if (at_least.width == 0 || at_least.height == 0) return 1;
  unsigned denominator = 1;
  while (denominator < 8 && size.width / (denominator * 2) >= at_least.width &&
         size.height / (denominator * 2) >= at_least.height) {
    denominator *= 2;
  }
  return denominator;
}

Result<void> read_rows(JpegReader& reader, RowSink& sink) {
  LECTERN_CHECK(sink.begin(reader.size()));
  ByteVector row(reader.row_bytes());
  for (std::uint32_t y = 0; y < reader.size().height; ++y) {
    LECTERN_CHECK(reader.read_row(row));
    sink.row(row);
  }
  return reader.finish();
}

/// What a reader has found on its way to the end.
Result<void> note_damage(const JpegReader& reader, bool lenient, ImageInfo& info) {
  if (const std::string damage = reader.damage(); !damage.empty()) {
    if (!lenient) return fail(ErrorCode::kCorruptImage, damage);
    info.damaged = true;
    info.warnings.push_back(damage);
  }
  info.bytes_after = reader.bytes_left();
  if (const std::string oddity = reader.oddity(); !oddity.empty()) {
    info.fragile = true;
    info.warnings.push_back(oddity);
  }
  return {};
}

}  // namespace

bool sniff_jpeg(ByteSpan bytes) { return starts_with(bytes, "\xFF\xD8\xFF"); }

Result<ImageInfo> inspect_jpeg(ByteSpan bytes, const Limits& limits) {
  LECTERN_TRY(const JpegHeader header, read_checked_header(bytes, limits));
  ImageInfo info;
  info.format = ImageFormat::kJpeg;
  info.size = header.size;
  info.bit_depth = header.precision_bits;
  info.color_type = color_type(header);
  info.orientation = header.orientation;
  info.lossy = true;
  info.exif = header.exif;
  info.profile = color_profile(header.profile_parts);
  info.fragile = header.arithmetic;
  if (header.arithmetic) info.warnings.emplace_back("the JPEG uses arithmetic coding");
  return info;
}

Result<ImageInfo> verify_jpeg(ByteSpan bytes, const Limits& limits, bool lenient) {
  LECTERN_TRY(ImageInfo info, inspect_jpeg(bytes, limits));
  JpegReader reader(bytes);
  LECTERN_CHECK(reader.start(JpegOutput::kStored, kProofDenominator, limits));
  NullSink nobody;
  LECTERN_CHECK(read_rows(reader, nobody));
  LECTERN_CHECK(note_damage(reader, lenient, info));
  return info;
}

Result<void> decode_and_verify_jpeg(ByteSpan bytes, const Limits& limits, bool lenient,
                                    Dimensions at_least, RowSink& sink, ImageInfo& info) {
  JpegReader reader(bytes);
  LECTERN_CHECK(reader.start(JpegOutput::kRgba, denominator_for(info.size, at_least), limits));
  LECTERN_CHECK(read_rows(reader, sink));
  return note_damage(reader, lenient, info);
}

Result<void> decode_jpeg(ByteSpan bytes, const Limits& limits, Dimensions at_least, RowSink& sink) {
  LECTERN_TRY(ImageInfo info, inspect_jpeg(bytes, limits));
  return decode_and_verify_jpeg(bytes, limits, true, at_least, sink, info);
}

}  // namespace lectern
