// How core.wasm, or a module of it, calls the decoders in codecs.wasm, an instance with a memory of its own. The host
// copies a call and the file into that memory, and back what the decoder emits and the answer. Both
// modules are compiled from the same sources for the same machine: structures cross as they are.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/limits.h"
#include "image/animation.h"
#include "image/image_info.h"
#include "image/pixels.h"

namespace lectern {

enum class CodecTask : std::uint8_t { kVerify, kDecode, kAnimate, kPages };

struct CodecCall {
  ImageFormat format = ImageFormat::kWebp;
  CodecTask task = CodecTask::kVerify;
  Limits limits;
  Dimensions at_least;
};

/// What a decoder emits: a head, and bytes that belong to it.
enum class CodecEmission : std::uint32_t {
  kBegin,  ///< Dimensions
  kRows,   ///< nothing, and whole rows of pixels
  kFrame,  ///< AnimationFrame, and its pixels, whose place in it says nothing
};

/// What a call leaves: an error, or what its task gives.
struct CodecAnswer {
  std::optional<Error> error;
  ImageInfo info;
  std::vector<std::uint64_t> pages;
};

/// The answer as bytes: numbers of eight bytes, and texts with their length before them.
class CodecRecord {
 public:
  CodecRecord() = default;
  explicit CodecRecord(ByteSpan bytes) : bytes_(bytes.begin(), bytes.end()) {}

  ByteSpan bytes() const { return bytes_; }

  // Both ways go over the same fields: `pass` writes them, or reads them when `reads`.
  void pass(CodecAnswer& answer, bool reads);

 private:
  template <typename Number>
  void pass_number(Number& number, bool reads);
  template <typename Bytes>
  void pass_bytes(Bytes& bytes, bool reads);
  template <typename List, typename Pass>
  void pass_list(List& list, bool reads, Pass pass_one);

  ByteVector bytes_;
  std::size_t next_ = 0;
};

}  // namespace lectern

extern "C" void* lectern_allocate(std::size_t size);
extern "C" void lectern_release(void* memory);
