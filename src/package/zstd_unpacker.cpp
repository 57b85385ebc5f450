// Zstandard by libzstd.
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>

#include "package/unpacker.h"

namespace lectern {
namespace {

/// The largest window that hosts of 32 bits have; the memory's limit is lower.
constexpr int kMaxWindowLog = 30;

void* take_for_zstd(void* memory, std::size_t size) {
  return static_cast<UnpackerMemory*>(memory)->take(size);
}

void give_by_zstd(void* memory, void* address) {
  static_cast<UnpackerMemory*>(memory)->give(address);
}

std::string_view problem_of(ZSTD_ErrorCode code) {
  switch (code) {
    case ZSTD_error_checksum_wrong:
      return "its checksum is wrong";
    case ZSTD_error_dictionary_wrong:
      return "it needs a dictionary that is not in the file";
    case ZSTD_error_prefix_unknown:
      return "no Zstandard data stands there";
    default:
      return "its blocks are wrong";
  }
}

class ZstdUnpacker final : public LibraryUnpacker {
 public:
  explicit ZstdUnpacker(UnpackerMemory& memory)
      : LibraryUnpacker(memory),
        stream_(ZSTD_createDStream_advanced({take_for_zstd, give_by_zstd, &memory})) {
    if (stream_ != nullptr) ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, kMaxWindowLog);
  }
  ~ZstdUnpacker() override { ZSTD_freeDStream(stream_); }

  bool restart() override {
    begin_again();
    has_begun_ = false;
    return stream_ != nullptr &&
           ZSTD_isError(ZSTD_DCtx_reset(stream_, ZSTD_reset_session_only)) == 0;
  }

 protected:
  UnpackerStep step(ByteSpan in, std::span<std::uint8_t> out) override {
    if (stream_ == nullptr) return {.lacks_memory = true};
    // Of a frame that is here as a whole the library gives all or nothing: on its own, the first
    // byte keeps it from that, so that damage is found at the same place however a file comes.
    ZSTD_inBuffer input{in.data(), has_begun_ ? in.size() : std::min<std::size_t>(in.size(), 1), 0};
    has_begun_ = has_begun_ || input.size > 0;
    ZSTD_outBuffer output{out.data(), out.size(), 0};
    const std::size_t answer = ZSTD_decompressStream(stream_, &output, &input);
    UnpackerStep done{.used = input.pos, .made = output.pos};
    if (ZSTD_isError(answer) != 0) {
      const ZSTD_ErrorCode code = ZSTD_getErrorCode(answer);
      done.lacks_memory =
          code == ZSTD_error_memory_allocation || code == ZSTD_error_frameParameter_windowTooLarge;
      if (!done.lacks_memory) done.problem = problem_of(code);
    } else {
      done.is_end = answer == 0;
    }
    return done;
  }

 private:
  ZSTD_DStream* stream_;
  bool has_begun_ = false;
};

}  // namespace

std::unique_ptr<Unpacker> make_zstd_unpacker(UnpackerMemory& memory) {
  return std::make_unique<ZstdUnpacker>(memory);
}

}  // namespace lectern
