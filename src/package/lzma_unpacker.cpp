// LZMA by liblzma: .lzma, members of ZIP and 7-Zip archives.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "package/lzma_memory.h"
#include "package/unpacker.h"

namespace lectern {
namespace {

void* take_for_lzma(void* memory, std::size_t count, std::size_t size) {
  // The library asks for one piece at a time.
  return static_cast<UnpackerMemory*>(memory)->take(count * size);
}

void give_by_lzma(void* memory, void* address) {
  static_cast<UnpackerMemory*>(memory)->give(address);
}

class LzmaUnpacker : public LibraryUnpacker {
 public:
  explicit LzmaUnpacker(UnpackerMemory& memory)
      : LibraryUnpacker(memory), allocator_(lzma_allocator_of(memory)) {
    stream_.allocator = &allocator_;
  }
  ~LzmaUnpacker() override { lzma_end(&stream_); }

  void begin_alone() { answer_ = lzma_alone_decoder(&stream_, kAnyLzmaMemory); }
  void begin_raw(std::span<const RawFilter> filters, std::uint64_t size_bytes);

 protected:
  UnpackerStep step(ByteSpan in, std::span<std::uint8_t> out) override {
    if (answer_ != LZMA_OK) return problem({});
    stream_.next_in = in.data();
    stream_.avail_in = in.size();
    stream_.next_out = out.data();
    stream_.avail_out = out.size();
    answer_ = is_filtered_ ? code_filtered(stream_) : lzma_code(&stream_, LZMA_RUN);
    UnpackerStep done{.used = in.size() - stream_.avail_in, .made = out.size() - stream_.avail_out};
    // Nothing to read, and nothing to write: more may come.
    if (answer_ == LZMA_BUF_ERROR) answer_ = LZMA_OK;
    done.is_end = answer_ == LZMA_STREAM_END;
    return answer_ == LZMA_OK || done.is_end ? done : problem(done);
  }

 private:
  UnpackerStep problem(UnpackerStep done) const {
    done.lacks_memory = answer_ == LZMA_MEM_ERROR;
    if (!done.lacks_memory) done.problem = lzma_problem(answer_);
    return done;
  }

  lzma_allocator allocator_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  lzma_ret answer_ = LZMA_OK;
  bool is_filtered_ = false;  ///< by more than LZMA
};

void LzmaUnpacker::begin_raw(std::span<const RawFilter> filters, std::uint64_t size_bytes) {
  std::array<lzma_filter, LZMA_FILTERS_MAX + 1> chain{};
  answer_ = filters.size() > LZMA_FILTERS_MAX ? LZMA_OPTIONS_ERROR : LZMA_OK;
  is_filtered_ = filters.size() > 1;
  std::size_t count = 0;
  for (const RawFilter& filter : filters) {
    if (answer_ != LZMA_OK) break;
    lzma_filter& link = chain[count++];
    link.id = filter.id;
    answer_ = lzma_properties_decode(&link, &allocator_, filter.properties.data(),
                                     filter.properties.size());
    if (answer_ != LZMA_OK || filter.id != LZMA_FILTER_LZMA1) continue;
    // Without a mark at its end only the size tells where it is.
    link.id = LZMA_FILTER_LZMA1EXT;
    auto* const options = static_cast<lzma_options_lzma*>(link.options);
    options->ext_flags = LZMA_LZMA1EXT_ALLOW_EOPM;
    lzma_set_ext_size(*options, size_bytes);
  }
  chain[count].id = LZMA_VLI_UNKNOWN;
  if (answer_ == LZMA_OK) answer_ = lzma_raw_decoder(&stream_, chain.data());
  for (const lzma_filter& link : chain) memory_.give(link.options);
}

/// The header of a ZIP member tells how the rest is to be read.
class ZipLzmaUnpacker final : public LibraryUnpacker {
 public:
  ZipLzmaUnpacker(UnpackerMemory& memory, std::uint64_t size_bytes)
      : LibraryUnpacker(memory), size_(size_bytes), unpacker_(memory) {}

 protected:
  UnpackerStep step(ByteSpan in, std::span<std::uint8_t> out) override {
    if (header_.size() < kHeaderBytes) {
      const std::size_t missing = std::min(kHeaderBytes - header_.size(), in.size());
      header_.insert(header_.end(), in.begin(), in.begin() + static_cast<std::ptrdiff_t>(missing));
      if (header_.size() == kHeaderBytes) begin();
      return {.used = missing};
    }
    return unpacker_.step(in, out);
  }

 private:
  /// Two bytes of a version, two of the properties' size, and the properties.
  static constexpr std::size_t kHeaderBytes = 9;

  /// The part that reads what the header says; its steps are this one's.
  class Inner final : public LzmaUnpacker {
   public:
    using LzmaUnpacker::LzmaUnpacker;
    using LzmaUnpacker::step;
  };

  void begin() {
    const RawFilter filter{LZMA_FILTER_LZMA1, ByteVector(header_.begin() + 4, header_.end())};
    unpacker_.begin_raw({&filter, 1}, size_);
  }

  std::uint64_t size_;
  ByteVector header_;
  Inner unpacker_;
};

}  // namespace

lzma_allocator lzma_allocator_of(UnpackerMemory& memory) {
  return {take_for_lzma, give_by_lzma, &memory};
}

std::string_view lzma_problem(lzma_ret answer) {
  switch (answer) {
    case LZMA_FORMAT_ERROR:
      return "no such data stands there";
    case LZMA_OPTIONS_ERROR:
      return "it uses filters or options that are not known here";
    default:
      return "its data or a checksum is wrong";
  }
}

lzma_ret code_filtered(lzma_stream& stream) {
  for (;;) {
    const auto [next_out, avail_out] = std::pair(stream.next_out, stream.avail_out);
    const std::size_t rest = stream.avail_in - std::min<std::size_t>(stream.avail_in, 1);
    stream.avail_in -= rest;
    const lzma_ret answer = lzma_code(&stream, LZMA_RUN);
    stream.avail_in += rest;
    if (answer == LZMA_DATA_ERROR) {
      stream.next_out = next_out;
      stream.avail_out = avail_out;
    }
    if (answer != LZMA_OK || stream.avail_in == 0 || stream.avail_out == 0) return answer;
  }
}

std::unique_ptr<Unpacker> make_lzma_unpacker(UnpackerMemory& memory) {
  auto unpacker = std::make_unique<LzmaUnpacker>(memory);
  unpacker->begin_alone();
  return unpacker;
}

std::unique_ptr<Unpacker> make_raw_unpacker(UnpackerMemory& memory,
                                            std::span<const RawFilter> filters,
                                            std::uint64_t size_bytes) {
  auto unpacker = std::make_unique<LzmaUnpacker>(memory);
  unpacker->begin_raw(filters, size_bytes);
  return unpacker;
}

std::unique_ptr<Unpacker> make_zip_lzma_unpacker(UnpackerMemory& memory, std::uint64_t size_bytes) {
  return std::make_unique<ZipLzmaUnpacker>(memory, size_bytes);
}

}  // namespace lectern
