// The table of picture formats: how to recognise, prove and decode each.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/error.h"
#include "base/limits.h"
#include "image/animation.h"
#include "image/image_info.h"
#include "image/pixels.h"

namespace lectern {

struct VerifyOptions {
  const Limits& limits;
  /// Accept damaged entropy data that decoders go over with a warning.
  bool lenient = false;
};

struct ImageCodec {
  ImageFormat format;
  /// As people write it: "PNG".
  std::string_view name;
  std::string_view mime_type;
  /// Lower case, without dots; the first is the usual one.
  std::span<const std::string_view> extensions;
  bool (*sniff)(ByteSpan bytes);
  /// Proves that the whole file decodes; of a format that is only recognised, reads its headers.
  /// Null when it is known by its signature alone.
  Result<ImageInfo> (*verify)(ByteSpan bytes, const VerifyOptions& options) = nullptr;
  /// Decodes the first picture; see the formats' headers about `at_least`. Null when the format is
  /// only recognised.
  Result<void> (*decode)(ByteSpan bytes, const Limits& limits, Dimensions at_least,
                         RowSink& sink) = nullptr;
  /// Decodes the frames of an animation. Null when the format has none, or the frames are not read.
  Result<void> (*animate)(ByteSpan bytes, const Limits& limits, FrameSink& sink) = nullptr;
  /// What the headers tell, without the proof. Null when only verify() tells it; otherwise
  /// decode_and_verify() is there as well.
  Result<ImageInfo> (*inspect)(ByteSpan bytes, const Limits& limits) = nullptr;
  /// Decodes a file that was inspected only, and adds to `info` what verify() would have said.
  Result<void> (*decode_and_verify)(ByteSpan bytes, const VerifyOptions& options,
                                    Dimensions at_least, RowSink& sink, ImageInfo& info) = nullptr;
};

/// The codec whose signature the bytes carry; null when there is none.
const ImageCodec* codec_for(ByteSpan bytes);
const ImageCodec& codec_of(ImageFormat format);
/// The codec of a row of the table of formats; null when the row is no picture that is read here.
const ImageCodec* codec_named(std::string_view name);
/// All of them, in the order in which signatures are tried.
std::span<const ImageCodec> image_codecs();

/// The whole first picture in memory, at full size, not turned. LIMIT_EXCEEDED when it needs more
/// than `limits.max_decoded_bytes`.
Result<Pixels> decode_pixels(ByteSpan bytes, const ImageCodec& codec, const Limits& limits);

}  // namespace lectern
