#include "wasm/codec_call.h"

#include <emscripten/emscripten.h>

#include <cstdlib>
#include <cstring>

namespace lectern {

template <typename Number>
void CodecRecord::pass_number(Number& number, bool reads) {
  std::uint64_t wide = static_cast<std::uint64_t>(number);
  if (reads) {
    std::memcpy(&wide, bytes_.data() + next_, sizeof wide);
    next_ += sizeof wide;
    number = static_cast<Number>(wide);
    return;
  }
  std::uint8_t bytes[sizeof wide];
  std::memcpy(bytes, &wide, sizeof wide);
  bytes_.insert(bytes_.end(), bytes, bytes + sizeof wide);
}

template <typename Bytes>
void CodecRecord::pass_bytes(Bytes& bytes, bool reads) {
  std::size_t size = bytes.size();
  pass_number(size, reads);
  if (reads) {
    const auto from = bytes_.begin() + static_cast<std::ptrdiff_t>(next_);
    bytes.assign(from, from + static_cast<std::ptrdiff_t>(size));
    next_ += size;
    return;
  }
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

template <typename List, typename Pass>
void CodecRecord::pass_list(List& list, bool reads, Pass pass_one) {
  std::size_t size = list.size();
  pass_number(size, reads);
  list.resize(size);
  for (auto& each : list) pass_one(each);
}

void CodecRecord::pass(CodecAnswer& answer, bool reads) {
  bool failed = answer.error.has_value();
  pass_number(failed, reads);
  if (failed) {
    if (reads) answer.error.emplace(ErrorCode::kInternal, "");
    Error& error = *answer.error;
    pass_number(error.code, reads);
    pass_bytes(error.message, reads);
    bool has_offset = error.offset_bytes.has_value();
    pass_number(has_offset, reads);
    if (has_offset && reads) error.offset_bytes = 0;
    if (has_offset) pass_number(*error.offset_bytes, reads);
    return;
  }
  pass_list(answer.pages, reads, [&](std::uint64_t& page) { pass_number(page, reads); });
  ImageInfo& info = answer.info;
  static_assert(sizeof(ImageInfo) == 128, "a field that is new has to pass here, too");
  pass_number(info.format, reads);
  pass_number(info.size.width, reads);
  pass_number(info.size.height, reads);
  pass_number(info.bit_depth, reads);
  pass_bytes(info.color_type, reads);
  pass_number(info.alpha, reads);
  pass_number(info.orientation, reads);
  pass_number(info.frames, reads);
  pass_number(info.duration_ms, reads);
  pass_number(info.fragile, reads);
  pass_number(info.damaged, reads);
  pass_number(info.bytes_after, reads);
  // `end_mark` is a GIF's.
  pass_number(info.lossy, reads);
  pass_number(info.exif, reads);
  pass_bytes(info.profile.icc, reads);
  pass_number(info.profile.bytes, reads);
  pass_list(info.warnings, reads, [&](std::string& warning) { pass_bytes(warning, reads); });
}

}  // namespace lectern

/// Memory for what the other module hands over; null when there is not enough.
extern "C" EMSCRIPTEN_KEEPALIVE void* lectern_allocate(std::size_t size) {
  return std::malloc(size == 0 ? 1 : size);
}

extern "C" EMSCRIPTEN_KEEPALIVE void lectern_release(void* memory) { std::free(memory); }
