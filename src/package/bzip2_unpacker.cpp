// bzip2 by libbz2. Its largest stream takes 4 MB.
#include <bzlib.h>

#include "package/unpacker.h"

namespace lectern {
namespace {

void* take_for_bzip2(void* memory, int count, int size) {
  return static_cast<UnpackerMemory*>(memory)->take(static_cast<std::size_t>(count) *
                                                    static_cast<std::size_t>(size));
}

void give_by_bzip2(void* memory, void* address) {
  static_cast<UnpackerMemory*>(memory)->give(address);
}

class Bzip2Unpacker final : public LibraryUnpacker {
 public:
  explicit Bzip2Unpacker(UnpackerMemory& memory) : LibraryUnpacker(memory) {
    stream_.bzalloc = take_for_bzip2;
    stream_.bzfree = give_by_bzip2;
    stream_.opaque = &memory;
    open();
  }
  ~Bzip2Unpacker() override { close(); }

  bool restart() override {
    begin_again();
    close();
    open();
    return true;
  }

 protected:
  UnpackerStep step(ByteSpan in, std::span<std::uint8_t> out) override {
    if (!is_open_) return {.lacks_memory = true};
    // The library does not write to what it reads.
    stream_.next_in = const_cast<char*>(reinterpret_cast<const char*>(in.data()));
    stream_.avail_in = static_cast<unsigned>(in.size());
    stream_.next_out = reinterpret_cast<char*>(out.data());
    stream_.avail_out = static_cast<unsigned>(out.size());
    const int answer = BZ2_bzDecompress(&stream_);
    UnpackerStep done{.used = in.size() - stream_.avail_in, .made = out.size() - stream_.avail_out};
    done.is_end = answer == BZ_STREAM_END;
    done.lacks_memory = answer == BZ_MEM_ERROR;
    if (answer == BZ_DATA_ERROR_MAGIC) {
      done.problem = "no bzip2 data stands there";
    } else if (answer < 0 && !done.lacks_memory) {
      done.problem = "its blocks or their checksums are wrong";
    }
    return done;
  }

 private:
  void open() { is_open_ = BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK; }
  void close() {
    if (is_open_) BZ2_bzDecompressEnd(&stream_);
  }

  bz_stream stream_{};
  bool is_open_ = false;
};

}  // namespace

std::unique_ptr<Unpacker> make_bzip2_unpacker(UnpackerMemory& memory) {
  return std::make_unique<Bzip2Unpacker>(memory);
}

}  // namespace lectern
