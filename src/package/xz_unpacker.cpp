// The .xz format: liblzma reads the blocks, and what stands around them is read here, so that
// reading can begin with any block.
#include <algorithm>
#include <array>
#include <utility>

#include "base/crc32.h"
#include "package/lzma_memory.h"
#include "package/unpacker.h"

namespace lectern {
namespace {

constexpr std::string_view kWrongXz = "its data or a checksum is wrong";
/// The places of a block start's state: its check, the checksum of the records before it, and how
/// many they are.
constexpr unsigned kChecksumPlace = 4;
constexpr unsigned kCountPlace = 36;
constexpr std::uint64_t kMaxCount = (std::uint64_t{1} << (64 - kCountPlace)) - 1;
/// The index and its parts are of so many bytes, or a multiple.
constexpr std::uint64_t kXzAlignment = 4;

/// The sizes of blocks in the order in which they came: how many, and a checksum.
class XzRecords {
 public:
  XzRecords() = default;
  XzRecords(std::uint64_t count, std::uint32_t checksum) : count_(count), checksum_(checksum) {}

  void add(std::uint64_t unpadded, std::uint64_t content) {
    for (std::uint64_t size : {unpadded, content}) {
      for (; size >= 0x80; size >>= 7) add_byte(static_cast<std::uint8_t>(size | 0x80));
      add_byte(static_cast<std::uint8_t>(size));
    }
    ++count_;
  }
  /// A byte of a record as an index has it.
  void add_byte(std::uint8_t byte) { checksum_ = crc32_of(checksum_, {&byte, 1}); }
  std::uint64_t count() const { return count_; }
  std::uint32_t checksum() const { return checksum_; }

 private:
  std::uint64_t count_ = 0;
  std::uint32_t checksum_ = 0;
};

/// Compares the index of a stream with the blocks that were read, byte by byte.
class XzIndex {
 public:
  /// \returns false when it is not the index of these blocks.
  bool take(std::uint8_t byte, const XzRecords& blocks);
  bool is_done() const { return part_ == Part::kDone; }
  std::uint64_t size() const { return size_; }

 private:
  enum class Part : std::uint8_t { kIndicator, kCount, kRecords, kPadding, kChecksum, kDone };

  Part part_ = Part::kIndicator;
  std::uint64_t size_ = 0;
  std::uint64_t count_ = 0;
  unsigned count_bits_ = 0;
  std::uint64_t numbers_left_ = 0;
  unsigned number_bytes_ = 0;  ///< of the number that is read, but for its last
  XzRecords records_;
  std::uint32_t checksum_ = 0;  ///< of all before it
  std::uint32_t stated_ = 0;
  unsigned stated_bits_ = 0;
};

bool XzIndex::take(std::uint8_t byte, const XzRecords& blocks) {
  ++size_;
  if (part_ == Part::kPadding && size_ % kXzAlignment == 1) part_ = Part::kChecksum;
  if (part_ != Part::kChecksum) checksum_ = crc32_of(checksum_, {&byte, 1});
  switch (part_) {
    case Part::kIndicator:
      part_ = Part::kCount;
      return byte == 0;
    case Part::kCount:
      if (byte == 0 && count_bits_ > 0) return false;  // longer than it must be
      count_ |= std::uint64_t{byte & 0x7FU} << count_bits_;
      count_bits_ += 7;
      if ((byte & 0x80) != 0) return count_bits_ < 63;
      numbers_left_ = 2 * count_;
      part_ = count_ == 0 ? Part::kPadding : Part::kRecords;
      return count_ == blocks.count();
    case Part::kRecords:
      records_.add_byte(byte);
      number_bytes_ = (byte & 0x80) == 0 ? 0 : number_bytes_ + 1;
      if (number_bytes_ == LZMA_VLI_BYTES_MAX) return false;
      if (number_bytes_ == 0 && --numbers_left_ == 0) part_ = Part::kPadding;
      return part_ == Part::kRecords || records_.checksum() == blocks.checksum();
    case Part::kPadding:
      return byte == 0;
    case Part::kChecksum:
      stated_ |= std::uint32_t{byte} << stated_bits_;
      stated_bits_ += 8;
      if (stated_bits_ < 32) return true;
      part_ = Part::kDone;
      return stated_ == checksum_;
    case Part::kDone:
      break;
  }
  return false;
}

class XzUnpacker final : public LibraryUnpacker {
 public:
  explicit XzUnpacker(UnpackerMemory& memory)
      : LibraryUnpacker(memory), allocator_(lzma_allocator_of(memory)) {
    stream_.allocator = &allocator_;
  }
  ~XzUnpacker() override { lzma_end(&stream_); }

  bool restart() override {
    begin_again();
    part_ = Part::kStreamHeader;
    heading_.clear();
    records_ = {};
    index_ = {};
    used_ = 0;
    block_start_.reset();
    shown_.reset();
    return true;
  }
  std::optional<BlockStart> block_start() const override { return shown_; }
  bool resume(std::uint64_t state) override;

 protected:
  UnpackerStep step(ByteSpan in, std::span<std::uint8_t> out) override;

 private:
  enum class Part : std::uint8_t { kStreamHeader, kBlockHeader, kBlock, kIndex, kFooter };

  bool collect(ByteSpan in, std::size_t size, UnpackerStep& done);
  UnpackerStep pass_stream_header(ByteSpan in);
  UnpackerStep pass_block_header(ByteSpan in);
  UnpackerStep pass_block(ByteSpan in, std::span<std::uint8_t> out);
  UnpackerStep pass_index(ByteSpan in);
  UnpackerStep pass_footer(ByteSpan in);
  static void settle(UnpackerStep& done, lzma_ret answer) {
    done.lacks_memory = answer == LZMA_MEM_ERROR;
    if (answer != LZMA_OK && !done.lacks_memory) done.problem = lzma_problem(answer);
  }

  lzma_allocator allocator_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  lzma_stream_flags flags_{};
  lzma_block block_{};
  bool is_filtered_ = false;  ///< the block, by more than LZMA2
  Part part_ = Part::kStreamHeader;
  ByteVector heading_;  ///< what has come of a header or of the footer
  XzRecords records_;
  XzIndex index_;
  std::uint64_t used_ = 0;
  std::optional<BlockStart> block_start_;
  std::optional<BlockStart> shown_;  ///< the same while its first bytes are those given last
};

bool XzUnpacker::resume(std::uint64_t state) {
  const std::uint64_t count = state >> kCountPlace;
  if (count == 0) return false;
  flags_.check = static_cast<lzma_check>(state & LZMA_CHECK_ID_MAX);
  records_ = {count, static_cast<std::uint32_t>(state >> kChecksumPlace)};
  part_ = Part::kBlockHeader;
  return true;
}

/// \returns whether `heading_` has `size` bytes
bool XzUnpacker::collect(ByteSpan in, std::size_t size, UnpackerStep& done) {
  const std::size_t taken = std::min(size - heading_.size(), in.size() - done.used);
  const auto from = in.begin() + static_cast<std::ptrdiff_t>(done.used);
  heading_.insert(heading_.end(), from, from + static_cast<std::ptrdiff_t>(taken));
  done.used += taken;
  return heading_.size() == size;
}

UnpackerStep XzUnpacker::pass_stream_header(ByteSpan in) {
  UnpackerStep done;
  if (!collect(in, LZMA_STREAM_HEADER_SIZE, done)) return done;
  settle(done, lzma_stream_header_decode(&flags_, heading_.data()));
  heading_.clear();
  part_ = Part::kBlockHeader;
  return done;
}

UnpackerStep XzUnpacker::pass_block_header(ByteSpan in) {
  UnpackerStep done;
  if (heading_.empty()) {
    if (in.empty()) return done;
    if (in[0] == 0) {
      part_ = Part::kIndex;
      return done;
    }
    block_start_.reset();
    if (records_.count() > 0 && records_.count() <= kMaxCount) {
      block_start_ = BlockStart{used_, records_.count() << kCountPlace |
                                           std::uint64_t{records_.checksum()} << kChecksumPlace |
                                           static_cast<unsigned>(flags_.check)};
    }
    collect(in, 1, done);
  }
  const std::size_t size = lzma_block_header_size_decode(heading_[0]);
  if (!collect(in, size, done)) return done;
  std::array<lzma_filter, LZMA_FILTERS_MAX + 1> filters{};
  block_ = {};
  block_.version = 1;
  block_.header_size = static_cast<std::uint32_t>(size);
  block_.check = flags_.check;
  block_.filters = filters.data();
  lzma_ret answer = lzma_block_header_decode(&block_, &allocator_, heading_.data());
  if (answer == LZMA_OK) answer = lzma_block_decoder(&stream_, &block_);
  is_filtered_ = filters[0].id != LZMA_FILTER_LZMA2;
  lzma_filters_free(filters.data(), &allocator_);
  block_.filters = nullptr;
  settle(done, answer);
  heading_.clear();
  part_ = Part::kBlock;
  return done;
}

UnpackerStep XzUnpacker::pass_block(ByteSpan in, std::span<std::uint8_t> out) {
  stream_.next_in = in.data();
  stream_.avail_in = in.size();
  stream_.next_out = out.data();
  stream_.avail_out = out.size();
  const lzma_ret answer = is_filtered_ ? code_filtered(stream_) : lzma_code(&stream_, LZMA_RUN);
  UnpackerStep done{.used = in.size() - stream_.avail_in, .made = out.size() - stream_.avail_out};
  if (done.made > 0) shown_ = std::exchange(block_start_, std::nullopt);
  if (answer == LZMA_STREAM_END) {
    records_.add(lzma_block_unpadded_size(&block_), block_.uncompressed_size);
    part_ = Part::kBlockHeader;
  } else if (answer != LZMA_BUF_ERROR) {  // nothing to read, and nothing to write: more may come
    settle(done, answer);
  }
  return done;
}

UnpackerStep XzUnpacker::pass_index(ByteSpan in) {
  UnpackerStep done;
  for (const std::uint8_t byte : in) {
    if (index_.is_done()) break;
    ++done.used;
    if (index_.take(byte, records_)) continue;
    done.problem = kWrongXz;
    return done;
  }
  if (index_.is_done()) part_ = Part::kFooter;
  return done;
}

UnpackerStep XzUnpacker::pass_footer(ByteSpan in) {
  UnpackerStep done;
  if (!collect(in, LZMA_STREAM_HEADER_SIZE, done)) return done;
  lzma_stream_flags footer{};
  const lzma_ret answer = lzma_stream_footer_decode(&footer, heading_.data());
  const bool is_right =
      answer == LZMA_OK && footer.check == flags_.check && footer.backward_size == index_.size();
  if (is_right) {
    done.is_end = true;
  } else {
    done.problem = kWrongXz;
  }
  return done;
}

UnpackerStep XzUnpacker::step(ByteSpan in, std::span<std::uint8_t> out) {
  shown_.reset();
  std::size_t used = 0;
  for (;;) {
    const ByteSpan rest = in.subspan(used);
    const Part part = part_;
    UnpackerStep done;
    switch (part) {
      case Part::kStreamHeader:
        done = pass_stream_header(rest);
        break;
      case Part::kBlockHeader:
        done = pass_block_header(rest);
        break;
      case Part::kBlock:
        done = pass_block(rest, out);
        break;
      case Part::kIndex:
        done = pass_index(rest);
        break;
      case Part::kFooter:
        done = pass_footer(rest);
        break;
    }
    used += done.used;
    used_ += done.used;
    done.used = used;
    const bool is_done = done.made > 0 || done.is_end || done.lacks_memory || !done.problem.empty();
    if (is_done || part_ == part) return done;
  }
}

}  // namespace

std::unique_ptr<Unpacker> make_xz_unpacker(UnpackerMemory& memory) {
  return std::make_unique<XzUnpacker>(memory);
}

}  // namespace lectern
