// The decoders of WebP, TIFF, BMP and icons as core.wasm and its modules have them: calls into
// codecs.wasm, which the host has attached, or errors that say that it has not.
#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "image/bmp/bmp.h"
#include "image/bmp/ico.h"
#include "image/codecs.h"
#include "image/codecs_apart.h"
#include "image/tiff/tiff.h"
#include "image/tiff/tiff_directory.h"
#include "image/webp/webp.h"
#include "wasm/codec_call.h"

EM_JS(bool, lectern_has_codecs, (), { return !!Module['codecs']; });

// What codecs.wasm says, in memory of the caller's: the length, then the answer. `is_new`: the
// bytes have not been handed over by the call before.
EM_JS(std::uint8_t*, lectern_call_codecs,
      (const void* call, std::size_t call_bytes, const std::uint8_t* file, std::size_t file_bytes,
       bool is_new),
      { return Module['codecs'](call, call_bytes, file, file_bytes, is_new); });

namespace lectern {
namespace {

bool is_missed = false;

/// Where the emissions of the call that is under way go.
struct Receiver {
  RowSink* rows = nullptr;
  FrameSink* frames = nullptr;
  std::size_t row_bytes = 0;
  /// Of a sink, which ended the decoding.
  std::optional<Error> error = std::nullopt;

  bool keep(Result<void> outcome) {
    if (!outcome) error = std::move(outcome).error();
    return outcome.has_value();
  }

  bool take(CodecEmission what, const std::uint8_t* head, ByteSpan bytes) {
    if (what == CodecEmission::kRows) {
      for (std::size_t at = 0; at < bytes.size(); at += row_bytes)
        rows->row(bytes.subspan(at, row_bytes));
      return true;
    }
    if (what == CodecEmission::kFrame) {
      AnimationFrame frame;
      std::memcpy(static_cast<void*>(&frame), head, sizeof frame);
      frame.pixels.rgba = bytes;
      return keep(frames->frame(frame));
    }
    Dimensions size;
    std::memcpy(&size, head, sizeof size);
    row_bytes = std::size_t{size.width} * kRgbaBytes;
    return keep(rows->begin(size));
  }
};

Receiver* receiver = nullptr;

Result<CodecAnswer> call_codecs(const CodecCall& call, ByteSpan file, Receiver receiving = {}) {
  if (!lectern_has_codecs()) {
    is_missed = true;
    return fail(ErrorCode::kUnsupportedFormat,
                {"{} cannot be decoded here: the codecs module is not loaded; a program passes it "
                 "as `codecs: loadCodecs`, from lectern/codecs",
                 codec_of(call.format).name});
  }
  const bool is_new = call.task == CodecTask::kVerify || call.task == CodecTask::kPages;
  receiver = &receiving;
  std::uint8_t* const answered =
      lectern_call_codecs(&call, sizeof call, file.data(), file.size(), is_new);
  receiver = nullptr;
  std::uint32_t size = 0;
  std::memcpy(&size, answered, sizeof size);
  CodecAnswer answer;
  CodecRecord({answered + sizeof size, size}).pass(answer, true);
  lectern_release(answered);
  if (receiving.error) return tl::unexpected<Error>(*std::move(receiving.error));
  if (answer.error) return tl::unexpected<Error>(*std::move(answer.error));
  return answer;
}

Result<ImageInfo> verify(ImageFormat format, ByteSpan file, const Limits& limits) {
  LECTERN_TRY(CodecAnswer answer, call_codecs({format, CodecTask::kVerify, limits, {}}, file));
  return std::move(answer.info);
}

Result<void> decode(ImageFormat format, ByteSpan file, const Limits& limits, Dimensions at_least,
                    RowSink& sink) {
  LECTERN_CHECK(call_codecs({format, CodecTask::kDecode, limits, at_least}, file, {.rows = &sink}));
  return {};
}

Result<std::vector<std::uint64_t>> pages(ImageFormat format, ByteSpan file) {
  LECTERN_TRY(CodecAnswer answer, call_codecs({format, CodecTask::kPages, {}, {}}, file));
  return std::move(answer.pages);
}

}  // namespace

bool take_missing_codecs() { return std::exchange(is_missed, false); }

Result<ImageInfo> verify_webp(ByteSpan bytes, const Limits& limits) {
  return verify(ImageFormat::kWebp, bytes, limits);
}
Result<ImageInfo> verify_bmp(ByteSpan bytes, const Limits& limits) {
  return verify(ImageFormat::kBmp, bytes, limits);
}
Result<ImageInfo> verify_ico(ByteSpan bytes, const Limits& limits) {
  return verify(ImageFormat::kIco, bytes, limits);
}
Result<ImageInfo> verify_tiff(ByteSpan bytes, const Limits& limits) {
  return verify(ImageFormat::kTiff, bytes, limits);
}

Result<void> decode_webp(ByteSpan bytes, const Limits& limits, Dimensions at_least, RowSink& sink) {
  return decode(ImageFormat::kWebp, bytes, limits, at_least, sink);
}
Result<void> decode_bmp(ByteSpan bytes, const Limits& limits, RowSink& sink) {
  return decode(ImageFormat::kBmp, bytes, limits, {}, sink);
}
Result<void> decode_ico(ByteSpan bytes, const Limits& limits, RowSink& sink) {
  return decode(ImageFormat::kIco, bytes, limits, {}, sink);
}
Result<void> decode_tiff(ByteSpan bytes, const Limits& limits, RowSink& sink) {
  return decode(ImageFormat::kTiff, bytes, limits, {}, sink);
}

Result<void> animate_webp(ByteSpan bytes, const Limits& limits, FrameSink& sink) {
  const CodecCall call{ImageFormat::kWebp, CodecTask::kAnimate, limits, {}};
  LECTERN_CHECK(call_codecs(call, bytes, {.frames = &sink}));
  return {};
}

Result<std::vector<std::uint64_t>> icon_pictures(ByteSpan bytes) {
  return pages(ImageFormat::kIco, bytes);
}
Result<std::vector<std::uint64_t>> tiff_pages(ByteSpan bytes) {
  return pages(ImageFormat::kTiff, bytes);
}

}  // namespace lectern

/// What a decoder emits, copied into memory of this module.
extern "C" EMSCRIPTEN_KEEPALIVE bool lectern_take_emission(lectern::CodecEmission what,
                                                           const std::uint8_t* head,
                                                           const std::uint8_t* bytes,
                                                           std::size_t size) {
  return lectern::receiver->take(what, head, {bytes, size});
}
