#include "image/webp/webp.h"

#include <webp/decode.h>
#include <webp/demux.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "base/byte_reader.h"
#include "base/format.h"
#include "base/work_budget.h"
#include "image/checks.h"
#include "image/exif.h"

namespace lectern {
namespace {

constexpr std::size_t kRiffHeaderBytes = 8;
/// To begin a frame, and for each of its pixels, in units of work.
constexpr std::uint64_t kFrameWork = 30'000;
constexpr std::uint64_t kPixelWork = 12;
/// Of one that is drawn over others, too.
constexpr std::uint64_t kDrawnPixelWork = 32;

using Demuxer = std::unique_ptr<WebPDemuxer, decltype(&WebPDemuxDelete)>;

std::string reason(VP8StatusCode status) {
  switch (status) {
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      return "unsupported feature";
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA:
      return "the data ends too early";
    default:
      return "the data is damaged";
  }
}

/// What libwebp says about a frame. It takes no more memory than it is allowed for its codes.
tl::unexpected<Error> undecoded(const Message& name, VP8StatusCode status) {
  if (status == VP8_STATUS_OUT_OF_MEMORY)
    return fail(ErrorCode::kLimitExceeded, {"{}decoding it takes too much memory", name});
  return fail(ErrorCode::kCorruptImage, {"{}{}", name, reason(status)});
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

struct Frame {
  std::uint64_t number = 0;  ///< from 1
  Dimensions size;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint64_t duration_ms = 0;
  bool blended = true;
  bool leaves_background = false;
  ByteSpan data;  ///< chunks of alpha and picture
};

/// The frames of a file that the demuxer takes for sound. Its own iterator looks for each frame
/// from the first one on.
class FrameReader {
 public:
  FrameReader(ByteSpan bytes, const WebPDemuxer* demuxer)
      : demuxer_(demuxer),
        animated_((WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS) & ANIMATION_FLAG) != 0),
        reader_(bytes) {
    constexpr std::size_t kFirstChunkAt = kRiffHeaderBytes + 4;
    (void)reader_.skip(kFirstChunkAt);
  }

  /// The next frame, or nullopt behind the last one.
  std::optional<Frame> next() {
    if (number_ == WebPDemuxGetI(demuxer_, WEBP_FF_FRAME_COUNT)) return std::nullopt;
    return animated_ ? next_of_animation() : only_frame();
  }

 private:
  std::optional<Frame> only_frame() {
    WebPIterator place{};
    if (WebPDemuxGetFrame(demuxer_, 1, &place) == 0) return std::nullopt;
    Frame frame;
    frame.number = ++number_;
    frame.size = {static_cast<std::uint32_t>(place.width),
                  static_cast<std::uint32_t>(place.height)};
    frame.x = static_cast<std::uint32_t>(place.x_offset);
    frame.y = static_cast<std::uint32_t>(place.y_offset);
    frame.data = {place.fragment.bytes, place.fragment.size};
    WebPDemuxReleaseIterator(&place);
    return frame;
  }

  /// Chunks lie one after the other; those of a frame follow its header.
  std::optional<Frame> next_of_animation() {
    while (const auto type = reader_.take(4)) {
      const auto size = reader_.u32_le();
      if (!size) return std::nullopt;
      if (as_chars(*type) == "ANMF") {
        std::optional<Frame> frame = read_frame_header();
        if (!frame) return std::nullopt;
        if (!take_data(*frame)) continue;
        frame->number = ++number_;
        return frame;
      }
      if (!reader_.skip(padded(*size))) return std::nullopt;
    }
    return std::nullopt;
  }

  static std::size_t padded(std::size_t size) { return size + (size & 1u); }

  std::optional<std::uint32_t> u24() {
    const auto low = reader_.u16_le();
    const auto high = reader_.u8();
    if (!low || !high) return std::nullopt;
    return *low | std::uint32_t{*high} << 16;
  }

  std::optional<Frame> read_frame_header() {
    const auto x = u24();
    const auto y = u24();
    const auto width = u24();
    const auto height = u24();
    const auto duration = u24();
    const auto flags = reader_.u8();
    if (!x || !y || !width || !height || !duration || !flags) return std::nullopt;
    Frame frame;
    frame.x = *x * 2;
    frame.y = *y * 2;
    frame.size = {*width + 1, *height + 1};
    frame.duration_ms = *duration;
    frame.blended = (*flags & 2u) == 0;
    frame.leaves_background = (*flags & 1u) != 0;
    return frame;
  }

  /// The frame's alpha, if there is some, and its picture; false, and no move, when there is none.
  bool take_data(Frame& frame) {
    const ByteReader start = reader_;
    std::size_t length = 0;
    for (;;) {
      const auto type = reader_.take(4);
      const auto size = reader_.u32_le();
      const bool is_picture = type && (as_chars(*type) == "VP8 " || as_chars(*type) == "VP8L");
      const bool is_alpha = type && length == 0 && as_chars(*type) == "ALPH";
      if (!size || (!is_picture && !is_alpha) || !reader_.skip(padded(*size))) {
        reader_ = start;
        return false;
      }
      length = reader_.position() - start.position();
      if (is_picture) break;
    }
    frame.data = *ByteReader(start).take(length);
    return true;
  }

  const WebPDemuxer* demuxer_;
  bool animated_;
  ByteReader reader_;
  std::uint64_t number_ = 0;
};

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
Result<void> verify_frame(const Frame& frame, const Message& name, const Limits& limits,
                          ImageInfo& info) {
  LECTERN_CHECK(check_pixels(frame.size, limits));
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0) {
    return fail(ErrorCode::kInternal, "libwebp has another version than its header");
  }
  const ByteSpan data = frame.data;
  VP8StatusCode status = WebPGetFeatures(data.data(), data.size(), &config.input);
  if (status != VP8_STATUS_OK) return corrupt({"{}{}", name, reason(status)});
  const Dimensions stored{static_cast<std::uint32_t>(config.input.width),
                          static_cast<std::uint32_t>(config.input.height)};
  if (stored != frame.size) {
    return corrupt({"{}the container says {}, the data {}", name, frame.size, stored});
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
  if (status != VP8_STATUS_OK) return undecoded(name, status);
  return {};
}

/// A lossless frame that declares no alpha may carry some all the same.
void make_opaque(Pixels& pixels) {
  for (std::uint32_t y = 0; y < pixels.size().height; ++y) {
    const std::span<std::uint8_t> row = pixels.row(y);
    for (std::size_t i = 3; i < row.size(); i += kRgbaBytes) row[i] = 0xFF;
  }
}

Dimensions reduced_size(Dimensions full, std::uint32_t factor) {
  return {(full.width + factor - 1) / factor, (full.height + factor - 1) / factor};
}

/// Decodes one frame, averaged down to the size of `pixels`, without a copy in libwebp's own
/// memory.
Result<void> decode_frame(const Frame& frame, Pixels& pixels) {
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0) {
    return fail(ErrorCode::kInternal, "libwebp has another version than its header");
  }
  const Dimensions size = pixels.size();
  if (size != frame.size) {
    config.options.use_scaling = 1;
    config.options.scaled_width = static_cast<int>(size.width);
    config.options.scaled_height = static_cast<int>(size.height);
  }
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels.row(0).data();
  config.output.u.RGBA.stride = static_cast<int>(size.width * kRgbaBytes);
  config.output.u.RGBA.size = pixels.rgba().size();
  const ByteSpan data = frame.data;
  const VP8StatusCode status = WebPDecode(data.data(), data.size(), &config);
  WebPFreeDecBuffer(&config.output);
  if (status != VP8_STATUS_OK) {
    return undecoded({"frame {}: ", frame.number}, status);
  }
  if (config.input.has_alpha == 0) make_opaque(pixels);
  return {};
}

Result<Pixels> decode_frame(const Frame& frame, std::uint32_t factor, const Limits& limits) {
  LECTERN_TRY(Pixels pixels,
              Pixels::create(reduced_size(frame.size, factor), limits.max_decoded_bytes));
  LECTERN_CHECK(decode_frame(frame, pixels));
  return pixels;
}

/// Spends what decoding all frames takes, before the first is decoded.
Result<void> spend_on_all(FrameReader reader, std::uint64_t each, const Limits& limits) {
  constexpr std::string_view kWhat = "the frames of the WebP";
  WorkBudget work(limits);
  while (const auto frame = reader.next()) {
    LECTERN_CHECK(work.spend(kWhat, 1, kFrameWork + frame->data.size()));
    const std::uint64_t pixels = std::uint64_t{frame->size.width} * frame->size.height;
    LECTERN_CHECK(work.spend(kWhat, pixels, each));
  }
  return {};
}

std::uint32_t factor_for(Dimensions size, Dimensions at_least) {
  if (at_least.width == 0 || at_least.height == 0) return 1;
  return std::max(1u, std::min(size.width / at_least.width, size.height / at_least.height));
}

}  // namespace

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
  LECTERN_CHECK(spend_on_all(FrameReader(bytes, demuxer.get()), kPixelWork, limits));
  FrameReader reader(bytes, demuxer.get());
  while (const auto frame = reader.next()) {
    ++info.frames;
    const Message name = frames > 1 ? Message("frame {}: ", info.frames) : Message("");
    all_pixels += std::uint64_t{frame->size.width} * frame->size.height;
    LECTERN_CHECK(check_animation_pixels(all_pixels, limits));
    const Result<void> verified = verify_frame(*frame, name, limits, info);
    if (!verified && info.frames > 1 && verified.error().code == ErrorCode::kCorruptImage) {
      --info.frames;
      info.damaged = true;
      add_to(info.warnings,
             {"what follows frame {} was left out: {}", info.frames, verified.error().message});
      break;
    }
    LECTERN_CHECK(verified);
    if (frames > 1) {
      info.duration_ms += frame->duration_ms;
    } else if (frame->size != info.size) {
      info.alpha = true;
    }
  }
  if (info.frames == 0) return corrupt("the file holds no frame");
  if (info.frames != frames && !info.damaged)
    return corrupt("the chunks of the WebP's frames are damaged");
  if (info.frames > 1)
    info.alpha = (WebPDemuxGetI(demuxer.get(), WEBP_FF_FORMAT_FLAGS) & ALPHA_FLAG) != 0;
  if (info.alpha && info.color_type == "rgb") info.color_type = "rgba";
  info.bytes_after = bytes_after;
  return info;
}

Result<void> decode_webp(ByteSpan bytes, const Limits& limits, Dimensions at_least, RowSink& sink) {
  LECTERN_TRY(const Demuxer demuxer, open(bytes));
  const Dimensions canvas = canvas_size(demuxer.get());
  LECTERN_CHECK(check_pixels(canvas, limits));
  const std::optional<Frame> frame = FrameReader(bytes, demuxer.get()).next();
  if (!frame) return corrupt("the file holds no frame");
  if (frame->size == canvas) {
    const std::uint32_t factor = factor_for(canvas, at_least);
    LECTERN_CHECK(sink.begin(reduced_size(canvas, factor)));
    LECTERN_TRY(Pixels pixels, decode_frame(*frame, factor, limits));
    for (std::uint32_t y = 0; y < pixels.size().height; ++y) sink.row(pixels.row(y));
    return {};
  }
  LECTERN_CHECK(sink.begin(canvas));
  LECTERN_TRY(Pixels pixels, decode_frame(*frame, 1, limits));
  const std::uint32_t left = frame->x;
  const std::uint32_t top = frame->y;
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
  LECTERN_CHECK(spend_on_all(FrameReader(bytes, demuxer.get()), kDrawnPixelWork, limits));
  FrameReader reader(bytes, demuxer.get());
  std::optional<Pixels> pixels;
  while (const auto frame = reader.next()) {
    if (!pixels || pixels->size() != frame->size) {
      LECTERN_TRY(pixels, Pixels::create(frame->size, limits.max_decoded_bytes));
    }
    LECTERN_CHECK(decode_frame(*frame, *pixels));
    LECTERN_CHECK(
        sink.frame({pixels->view(), frame->x, frame->y, frame->blended,
                    frame->leaves_background ? FrameDisposal::kBackground : FrameDisposal::kKeep,
                    frame->duration_ms}));
  }
  return {};
}

}  // namespace lectern
