#include "image/webp/webp.h"

#include <webp/decode.h>
#include <webp/demux.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "base/byte_reader.h"
#include "base/format.h"
#include "image/checks.h"
#include "image/exif.h"

namespace lectern {
namespace {

constexpr std::size_t kRiffHeaderBytes = 8;

using Demuxer = std::unique_ptr<WebPDemuxer, decltype(&WebPDemuxDelete)>;

/// A frame with its place on the canvas.
class FrameIterator {
 public:
  explicit FrameIterator(const WebPDemuxer* demuxer)
      : valid_(WebPDemuxGetFrame(demuxer, 1, &frame_) != 0) {}
  ~FrameIterator() { WebPDemuxReleaseIterator(&frame_); }
  FrameIterator(const FrameIterator&) = delete;
  FrameIterator& operator=(const FrameIterator&) = delete;

  bool valid() const { return valid_; }
  void next() { valid_ = WebPDemuxNextFrame(&frame_) != 0; }
  const WebPIterator& operator*() const { return frame_; }
  Dimensions size() const {
    return {static_cast<std::uint32_t>(frame_.width), static_cast<std::uint32_t>(frame_.height)};
  }
  ByteSpan data() const { return {frame_.fragment.bytes, frame_.fragment.size}; }

 private:
  WebPIterator frame_{};
  bool valid_;
};

std::string reason(VP8StatusCode status) {
  switch (status) {
    case VP8_STATUS_OUT_OF_MEMORY:
      return "out of memory";
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      return "unsupported feature";
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA:
      return "the data ends too early";
    default:
      return "the data is damaged";
  }
}

tl::unexpected<Error> corrupt(const Message& what) { return fail(ErrorCode::kCorruptImage, what); }

/// The RIFF container must lie within the file. \returns bytes after it.
Result<std::size_t> check_container(ByteSpan bytes) {
  ByteReader reader(bytes);
  const bool named = reader.skip(4);
  const auto size = reader.u32_le();
  if (!named || !size) return corrupt("the RIFF header is cut off");
  const std::uint64_t padded = std::uint64_t{*size} + (*size & 1u);
  const std::size_t held = bytes.size() - kRiffHeaderBytes;
  if (*size > held) {
    return corrupt({"the RIFF header says {,} bytes, the file holds {,}", *size, held});
  }
  return held - static_cast<std::size_t>(std::min<std::uint64_t>(padded, held));
}

Result<Demuxer> open(ByteSpan bytes) {
  const WebPData data{bytes.data(), bytes.size()};
  WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
  Demuxer demuxer(WebPDemuxPartial(&data, &state), WebPDemuxDelete);
  if (demuxer == nullptr || state == WEBP_DEMUX_PARSE_ERROR) {
    return corrupt("the WebP chunks are damaged");
  }
  if (state != WEBP_DEMUX_DONE) return corrupt("the WebP chunks are cut off");
  return demuxer;
}

Dimensions canvas_size(const WebPDemuxer* demuxer) {
  return {WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH),
          WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT)};
}

/// EXIF and the colour profile.
void read_metadata(const WebPDemuxer* demuxer, ImageInfo& info) {
  constexpr std::string_view kPrefix("Exif\0\0", 6);
  WebPChunkIterator chunk{};
  if (WebPDemuxGetChunk(demuxer, "EXIF", 1, &chunk) != 0) {
    ByteSpan exif(chunk.chunk.bytes, chunk.chunk.size);
    if (starts_with(exif, kPrefix)) exif = exif.subspan(kPrefix.size());
    const ExifFacts facts = read_exif(exif);
    info.orientation = facts.orientation;
    info.exif = facts.says_more;
  }
  WebPDemuxReleaseChunkIterator(&chunk);
  if (WebPDemuxGetChunk(demuxer, "ICCP", 1, &chunk) != 0) {
    info.profile = keep_profile({chunk.chunk.bytes, chunk.chunk.size});
  }
  WebPDemuxReleaseChunkIterator(&chunk);
}

/// Decodes all of a frame, but asks only for its last pixel: libwebp then parses and predicts
/// everything and converts next to nothing.
Result<void> verify_frame(const FrameIterator& frame, const Message& name, const Limits& limits,
                          ImageInfo& info) {
  LECTERN_CHECK(check_pixels(frame.size(), limits));
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0) {
    return fail(ErrorCode::kInternal, "libwebp has another version than its header");
  }
  const ByteSpan data = frame.data();
  VP8StatusCode status = WebPGetFeatures(data.data(), data.size(), &config.input);
  if (status != VP8_STATUS_OK) return corrupt({"{}{}", name, reason(status)});
  const Dimensions stored{static_cast<std::uint32_t>(config.input.width),
                          static_cast<std::uint32_t>(config.input.height)};
  if (stored != frame.size()) {
    return corrupt({"{}the container says {}, the data {}", name, frame.size(), stored});
  }
  constexpr int kLossless = 2;
  const std::uint64_t pixels = std::uint64_t{stored.width} * stored.height;
  LECTERN_CHECK(check_decoded_bytes(config.input.format == kLossless ? pixels * kRgbaBytes : pixels,
                                    "the WebP frame's pixels", limits));
  if (config.input.has_alpha != 0) info.alpha = true;
  info.lossy = config.input.format != kLossless;
  info.color_type = info.lossy ? "ycbcr" : "rgb";

  std::array<std::uint8_t, 4 * kRgbaBytes> pixel{};
  config.options.bypass_filtering = 1;
  config.options.use_cropping = 1;
  config.options.crop_left = (config.input.width - 1) & ~1;
  config.options.crop_top = (config.input.height - 1) & ~1;
  config.options.crop_width = config.input.width - config.options.crop_left;
  config.options.crop_height = config.input.height - config.options.crop_top;
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixel.data();
  config.output.u.RGBA.stride = 2 * static_cast<int>(kRgbaBytes);
  config.output.u.RGBA.size = pixel.size();
  status = WebPDecode(data.data(), data.size(), &config);
  WebPFreeDecBuffer(&config.output);
  if (status != VP8_STATUS_OK) return corrupt({"{}{}", name, reason(status)});
  return {};
}

/// A lossless frame that declares no alpha may carry some all the same.
void make_opaque(Pixels& pixels) {
  for (std::uint32_t y = 0; y < pixels.size().height; ++y) {
    const std::span<std::uint8_t> row = pixels.row(y);
    for (std::size_t i = 3; i < row.size(); i += kRgbaBytes) row[i] = 0xFF;
  }
}

/// Decodes one frame, averaged down by `factor`, without a copy in libwebp's own memory.
Result<Pixels> decode_frame(const FrameIterator& frame, std::uint32_t factor,
                            const Limits& limits) {
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0) {
    return fail(ErrorCode::kInternal, "libwebp has another version than its header");
  }
  const Dimensions full = frame.size();
  const Dimensions size{(full.width + factor - 1) / factor, (full.height + factor - 1) / factor};
  LECTERN_TRY(Pixels pixels, Pixels::create(size, limits.max_decoded_bytes));
  if (factor > 1) {
    config.options.use_scaling = 1;
    config.options.scaled_width = static_cast<int>(size.width);
    config.options.scaled_height = static_cast<int>(size.height);
  }
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels.row(0).data();
  config.output.u.RGBA.stride = static_cast<int>(size.width * kRgbaBytes);
  config.output.u.RGBA.size = pixels.rgba().size();
  const ByteSpan data = frame.data();
  const VP8StatusCode status = WebPDecode(data.data(), data.size(), &config);
  WebPFreeDecBuffer(&config.output);
  if (status != VP8_STATUS_OK) {
    return corrupt({"frame {}: {}", (*frame).frame_num, reason(status)});
  }
  if (config.input.has_alpha == 0) make_opaque(pixels);
  return pixels;
}

std::uint32_t factor_for(Dimensions size, Dimensions at_least) {
  if (at_least.width == 0 || at_least.height == 0) return 1;
  return std::max(1u, std::min(size.width / at_least.width, size.height / at_least.height));
}

}  // namespace

bool sniff_webp(ByteSpan bytes) {
  return starts_with(bytes, "RIFF") && has_bytes_at(bytes, 8, "WEBP");
}

Result<ImageInfo> verify_webp(ByteSpan bytes, const Limits& limits) {
  LECTERN_TRY(const std::size_t bytes_after, check_container(bytes));
  LECTERN_TRY(const Demuxer demuxer, open(bytes));
  ImageInfo info;
  info.format = ImageFormat::kWebp;
  info.size = canvas_size(demuxer.get());
  LECTERN_CHECK(check_pixels(info.size, limits));
  read_metadata(demuxer.get(), info);

  const std::uint64_t frames = WebPDemuxGetI(demuxer.get(), WEBP_FF_FRAME_COUNT);
  std::uint64_t all_pixels = 0;
  info.frames = 0;
  for (FrameIterator frame(demuxer.get()); frame.valid(); frame.next()) {
    ++info.frames;
    const Message name = frames > 1 ? Message("frame {}: ", info.frames) : Message("");
    all_pixels += std::uint64_t{frame.size().width} * frame.size().height;
    LECTERN_CHECK(check_animation_pixels(all_pixels, limits));
    LECTERN_CHECK(verify_frame(frame, name, limits, info));
    if (frames > 1) {
      info.duration_ms += static_cast<std::uint64_t>(std::max(0, (*frame).duration));
    } else if (frame.size() != info.size) {
      info.alpha = true;
    }
  }
  if (info.frames == 0) return corrupt("the file holds no frame");
  if (info.frames > 1)
    info.alpha = (WebPDemuxGetI(demuxer.get(), WEBP_FF_FORMAT_FLAGS) & ALPHA_FLAG) != 0;
  if (info.alpha && info.color_type == "rgb") info.color_type = "rgba";
  if (bytes_after > 0) {
    add_to(info.warnings, {"{byte} after the end of the WebP", bytes_after});
  }
  return info;
}

Result<void> decode_webp(ByteSpan bytes, const Limits& limits, Dimensions at_least, RowSink& sink) {
  LECTERN_TRY(const Demuxer demuxer, open(bytes));
  const Dimensions canvas = canvas_size(demuxer.get());
  LECTERN_CHECK(check_pixels(canvas, limits));
  const FrameIterator frame(demuxer.get());
  if (!frame.valid()) return corrupt("the file holds no frame");
  if (frame.size() == canvas) {
    LECTERN_TRY(Pixels pixels, decode_frame(frame, factor_for(canvas, at_least), limits));
    LECTERN_CHECK(sink.begin(pixels.size()));
    for (std::uint32_t y = 0; y < pixels.size().height; ++y) sink.row(pixels.row(y));
    return {};
  }
  LECTERN_TRY(Pixels pixels, decode_frame(frame, 1, limits));
  LECTERN_CHECK(sink.begin(canvas));
  const auto left = static_cast<std::uint32_t>((*frame).x_offset);
  const auto top = static_cast<std::uint32_t>((*frame).y_offset);
  for (std::uint32_t y = 0; y < canvas.height; ++y) {
    ByteVector row(std::size_t{canvas.width} * kRgbaBytes);
    if (y >= top && y - top < pixels.size().height) {
      const ByteSpan from = pixels.row(y - top);
      std::copy(from.begin(), from.end(), std::span(row).subspan(left * kRgbaBytes).begin());
    }
    sink.row(row);
  }
  return {};
}

Result<void> animate_webp(ByteSpan bytes, const Limits& limits, FrameSink& sink) {
  LECTERN_TRY(const Demuxer demuxer, open(bytes));
  for (FrameIterator frame(demuxer.get()); frame.valid(); frame.next()) {
    LECTERN_TRY(const Pixels pixels, decode_frame(frame, 1, limits));
    const WebPIterator& facts = *frame;
    LECTERN_CHECK(sink.frame(
        {pixels.view(), static_cast<std::uint32_t>(facts.x_offset),
         static_cast<std::uint32_t>(facts.y_offset), facts.blend_method == WEBP_MUX_BLEND,
         facts.dispose_method == WEBP_MUX_DISPOSE_BACKGROUND ? FrameDisposal::kBackground
                                                             : FrameDisposal::kKeep,
         static_cast<std::uint64_t>(std::max(0, facts.duration))}));
  }
  return {};
}

}  // namespace lectern
