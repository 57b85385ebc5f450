#include "image/jpeg2000/jpeg2000.h"

#include "base/byte_reader.h"
#include "image/avif/avif_boxes.h"

namespace lectern {
namespace {

constexpr std::string_view kStreamStart = "\xFF\x4F\xFF\x51";

/// By the SIZ segment, which is the first one.
Dimensions size_of_stream(ByteSpan stream) {
  ByteReader reader(stream);
  if (!starts_with(stream, kStreamStart) || !reader.skip(8)) return {};
  const auto right = reader.u32_be();
  const auto bottom = reader.u32_be();
  const auto left = reader.u32_be();
  const auto top = reader.u32_be();
  if (!top || *left >= *right || *top >= *bottom) return {};
  return {*right - *left, *bottom - *top};
}

}  // namespace

Dimensions jpeg2000_size(ByteSpan bytes) {
  if (starts_with(bytes, kStreamStart)) return size_of_stream(bytes);
  ByteReader header(first_box(first_box(bytes, "jp2h"), "ihdr"));
  const auto height = header.u32_be();
  const auto width = header.u32_be();
  if (width) return {*width, *height};
  return size_of_stream(first_box(bytes, "jp2c"));
}

}  // namespace lectern
