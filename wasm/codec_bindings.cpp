// The boundary of codecs.wasm: decoders that core.wasm calls through its host (codec_call.h).
#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

#include <cstdlib>
#include <cstring>
#include <utility>

#include "image/bmp/bmp.h"
#include "image/bmp/ico.h"
#include "image/tiff/tiff.h"
#include "image/tiff/tiff_directory.h"
#include "image/webp/webp.h"
#include "wasm/codec_call.h"

// Hands over to the core what a decoder emits. \returns false when the decoding is to end.
EM_JS(bool, lectern_emit,
      (lectern::CodecEmission what, const void* head, std::size_t head_bytes,
       const std::uint8_t* bytes, std::size_t size),
      { return Module['emit'](what, head, head_bytes, bytes, size); });

namespace lectern {
namespace {

/// Rows are handed over so many bytes at a time.
constexpr std::size_t kTogetherBytes = 64u << 10;

/// The core keeps its own error.
Result<void> go_on_if(bool is_taken) {
  if (is_taken) return {};
  return fail(ErrorCode::kInternal, "");
}

class RowsOut final : public RowSink {
 public:
  Result<void> begin(Dimensions size) override {
    return go_on_if(lectern_emit(CodecEmission::kBegin, &size, sizeof size, nullptr, 0));
  }
  void row(ByteSpan rgba) override {
    if (rgba.size() >= kTogetherBytes / 2) {
      flush();
      return emit(rgba);
    }
    if (together_.size() + rgba.size() > kTogetherBytes) flush();
    together_.insert(together_.end(), rgba.begin(), rgba.end());
  }
  void flush() {
    if (!together_.empty()) emit(together_);
    together_.clear();
  }

 private:
  static void emit(ByteSpan rows) {
    (void)lectern_emit(CodecEmission::kRows, nullptr, 0, rows.data(), rows.size());
  }

  ByteVector together_;
};

class FramesOut final : public FrameSink {
 public:
  Result<void> frame(const AnimationFrame& frame) override {
    const ByteSpan rgba = frame.pixels.rgba;
    return go_on_if(
        lectern_emit(CodecEmission::kFrame, &frame, sizeof frame, rgba.data(), rgba.size()));
  }
};

Result<ImageInfo> verify(const CodecCall& call, ByteSpan file) {
  switch (call.format) {
    case ImageFormat::kWebp:
      return verify_webp(file, call.limits);
    case ImageFormat::kTiff:
      return verify_tiff(file, call.limits);
    case ImageFormat::kIco:
      return verify_ico(file, call.limits);
    default:
      return verify_bmp(file, call.limits);
  }
}

Result<void> decode(const CodecCall& call, ByteSpan file, RowSink& rows) {
  switch (call.format) {
    case ImageFormat::kWebp:
      return decode_webp(file, call.limits, call.at_least, rows);
    case ImageFormat::kTiff:
      return decode_tiff(file, call.limits, rows);
    case ImageFormat::kIco:
      return decode_ico(file, call.limits, rows);
    default:
      return decode_bmp(file, call.limits, rows);
  }
}

Result<void> do_task(const CodecCall& call, ByteSpan file, CodecAnswer& answer) {
  switch (call.task) {
    case CodecTask::kVerify: {
      LECTERN_TRY(answer.info, verify(call, file));
      return {};
    }
    case CodecTask::kDecode: {
      RowsOut rows;
      const Result<void> decoded = decode(call, file, rows);
      rows.flush();
      return decoded;
    }
    case CodecTask::kAnimate: {
      FramesOut frames;
      return animate_webp(file, call.limits, frames);
    }
    case CodecTask::kPages: {
      LECTERN_TRY(answer.pages,
                  call.format == ImageFormat::kIco ? icon_pictures(file) : tiff_pages(file));
      return {};
    }
  }
  return {};
}

}  // namespace
}  // namespace lectern

/// Does what a call asks for. \returns the answer, its length before it; to be released.
extern "C" EMSCRIPTEN_KEEPALIVE void* lectern_do(const lectern::CodecCall* call,
                                                 const std::uint8_t* file, std::size_t size) {
  lectern::CodecAnswer answer;
  if (auto done = lectern::do_task(*call, {file, size}, answer); !done)
    answer.error = std::move(done).error();
  lectern::CodecRecord record;
  record.pass(answer, false);
  const std::uint32_t length = static_cast<std::uint32_t>(record.bytes().size());
  auto* const memory = static_cast<std::uint8_t*>(lectern_allocate(sizeof length + length));
  if (memory == nullptr) std::abort();
  std::memcpy(memory, &length, sizeof length);
  std::memcpy(memory + sizeof length, record.bytes().data(), length);
  return memory;
}
