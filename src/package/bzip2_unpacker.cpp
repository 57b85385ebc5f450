// bzip2: libbz2 reads the blocks, and what stands around them is read here, so that reading can
// begin with any block. The largest stream takes 4 MB.
#include <bzlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "package/unpacker.h"

namespace lectern {
namespace {

constexpr std::string_view kWrongBlocks = "its blocks or their checksums are wrong";
/// "BZh" and a digit.
constexpr std::size_t kBzip2HeaderBytes = 4;
/// What stands before a block and at the end: 48 bits that tell which, and a checksum of 32.
constexpr unsigned kMarkBits = 48;
constexpr unsigned kChecksumBits = 32;
constexpr std::size_t kBlockHeadingBytes = (kMarkBits + kChecksumBits) / 8;
constexpr std::uint64_t kBlockMark = 0x3141'5926'5359;
constexpr std::uint64_t kEndMark = 0x1772'4538'5090;

void* take_for_bzip2(void* memory, int count, int size) {
  return static_cast<UnpackerMemory*>(memory)->take(static_cast<std::size_t>(count) *
                                                    static_cast<std::size_t>(size));
}

void give_by_bzip2(void* memory, void* address) {
  static_cast<UnpackerMemory*>(memory)->give(address);
}

/// `count` bits from `first` on, the highest bit of a byte first.
std::uint64_t bits_at(ByteSpan bytes, std::size_t first, unsigned count) {
  std::uint64_t bits = 0;
  for (std::size_t i = first; i < first + count; ++i)
    bits = bits << 1 | (bytes[i / 8] >> (7 - i % 8) & 1);
  return bits;
}

class BitWriter {
 public:
  void put(std::uint64_t value, unsigned count) {
    while (count-- > 0) {
      if (bit_count_ % 8 == 0) bytes_.push_back(0);
      bytes_.back() =
          static_cast<std::uint8_t>(bytes_.back() | (value >> count & 1) << (7 - bit_count_ % 8));
      ++bit_count_;
    }
  }
  ByteVector take() { return std::move(bytes_); }

 private:
  ByteVector bytes_;
  std::size_t bit_count_ = 0;
};

/// A stream whose only block, of one zero, ends with the bit `bits` of a byte: the library goes on
/// behind it with a block that begins there. What it takes to get to that bit are selectors.
ByteVector stream_up_to(unsigned bits, std::uint8_t level) {
  BitWriter stream;
  stream.put('B' << 16 | 'Z' << 8 | 'h', 24);
  stream.put(level, 8);
  stream.put(kBlockMark, kMarkBits);
  stream.put(0xB1F7'404B, kChecksumBits);
  stream.put(0, 1 + 24);        // not randomised; the place of the first byte
  stream.put(0x8000'8000, 32);  // zero is the one byte that is used
  const unsigned selectors = bits == 7 ? 8 : bits + 1;
  stream.put(2, 3);  // tables
  stream.put(selectors, 15);
  stream.put(0, selectors);
  for (int table = 0; table < 2; ++table) {
    stream.put(2, 5);  // codes of two bits,
    stream.put(0, 3);  // three of them
  }
  stream.put(0b0010, 4);  // one byte, and the end
  return stream.take();
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
  std::optional<BlockStart> block_start() const override { return shown_; }
  bool resume(std::uint64_t state) override;

 protected:
  UnpackerStep step(ByteSpan in, std::span<std::uint8_t> out) override;

 private:
  enum class Part : std::uint8_t { kPrefix, kHeading, kBlock, kContent };

  void open();
  void close() {
    if (is_open_) BZ2_bzDecompressEnd(&stream_);
  }
  UnpackerStep call(ByteSpan in, std::span<std::uint8_t> out);
  UnpackerStep pass_prefix(ByteSpan in);
  UnpackerStep pass_heading(ByteSpan in);
  UnpackerStep enter_block();
  UnpackerStep give(std::span<std::uint8_t> out);

  bz_stream stream_{};
  bool is_open_ = false;
  Part part_ = Part::kHeading;
  std::uint8_t level_ = 0;    ///< the digit of the header; 0 before it has been read
  ByteVector prefix_;         ///< what the library gets before the block to begin with
  unsigned prefix_bits_ = 0;  ///< of its last byte; the others are the block's
  ByteVector heading_;        ///< and before it the byte in which it may begin
  std::uint64_t heading_at_ = 0;
  std::uint8_t last_byte_ = 0;  ///< that the library has used
  std::uint64_t used_ = 0;
  std::uint32_t checksum_ = 0;  ///< of the blocks so far
  bool has_given_ = false;      ///< some of the block
  std::optional<BlockStart> block_;
  std::optional<BlockStart> shown_;  ///< the same while its first bytes are those given last
};

void Bzip2Unpacker::open() {
  part_ = Part::kHeading;
  level_ = 0;
  heading_.clear();
  used_ = 0;
  checksum_ = 0;
  has_given_ = false;
  block_.reset();
  shown_.reset();
  is_open_ = BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK;
}

/// A state is the checksum of the blocks before, the bits before the block in its first byte, and
/// the digit of the stream's header.
bool Bzip2Unpacker::resume(std::uint64_t state) {
  const auto level = static_cast<std::uint8_t>(state);
  const auto bits = static_cast<unsigned>(state >> 8 & 0xFF);
  if (level < '1' || level > '9' || bits > 7 || state >> 48 != 0) return false;
  level_ = level;
  checksum_ = static_cast<std::uint32_t>(state >> 16);
  prefix_ = stream_up_to(bits, level);
  prefix_bits_ = bits;
  part_ = Part::kPrefix;
  return true;
}

UnpackerStep Bzip2Unpacker::call(ByteSpan in, std::span<std::uint8_t> out) {
  // The library does not write to what it reads.
  stream_.next_in = const_cast<char*>(reinterpret_cast<const char*>(in.data()));
  stream_.avail_in = static_cast<unsigned>(in.size());
  stream_.next_out = reinterpret_cast<char*>(out.data());
  stream_.avail_out = static_cast<unsigned>(out.size());
  const int answer = BZ2_bzDecompress(&stream_);
  UnpackerStep done{.used = in.size() - stream_.avail_in, .made = out.size() - stream_.avail_out};
  if (done.used > 0) last_byte_ = in[done.used - 1];
  done.lacks_memory = answer == BZ_MEM_ERROR;
  if (answer < 0 && !done.lacks_memory) done.problem = kWrongBlocks;
  return done;
}

UnpackerStep Bzip2Unpacker::pass_prefix(ByteSpan in) {
  const bool is_shared = prefix_bits_ > 0;
  if (is_shared && in.empty()) return {};
  if (is_shared) {
    prefix_.back() = static_cast<std::uint8_t>(prefix_.back() | (in[0] & 0xFF >> prefix_bits_));
  }
  std::array<std::uint8_t, 2> zero{};
  UnpackerStep done = call(prefix_, zero);
  heading_ = {last_byte_};
  part_ = Part::kHeading;
  done.used = is_shared ? 1 : 0;
  done.made = 0;
  return done;
}

/// Collects what stands before a block or at the end.
UnpackerStep Bzip2Unpacker::pass_heading(ByteSpan in) {
  if (heading_.size() <= 1) heading_at_ = used_;
  const std::size_t whole =
      level_ == 0 ? kBzip2HeaderBytes + kBlockHeadingBytes : 1 + kBlockHeadingBytes;
  const std::size_t taken = std::min(whole - heading_.size(), in.size());
  heading_.insert(heading_.end(), in.begin(), in.begin() + static_cast<std::ptrdiff_t>(taken));
  UnpackerStep done = heading_.size() == whole ? enter_block() : UnpackerStep{};
  done.used = taken;
  return done;
}

/// Tells by its heading what comes, which begins within the byte that was used last or behind it.
UnpackerStep Bzip2Unpacker::enter_block() {
  const bool is_first = level_ == 0;
  if (is_first) {
    level_ = heading_[kBzip2HeaderBytes - 1];
    if (!starts_with(heading_, "BZh") || level_ < '1' || level_ > '9')
      return {.problem = "no bzip2 data stands there"};
  }
  const ByteSpan known = ByteSpan(heading_).last(1 + kBlockHeadingBytes);
  for (unsigned left = 0; left < (is_first ? 1 : 8); ++left) {
    const std::uint64_t mark = bits_at(known, 8 - left, kMarkBits);
    if (mark != kBlockMark && mark != kEndMark) continue;
    const auto checksum =
        static_cast<std::uint32_t>(bits_at(known, 8 - left + kMarkBits, kChecksumBits));
    if (mark == kEndMark) {
      if (checksum != checksum_) break;
      return {.is_end = true};
    }
    if (!is_first) {
      block_ =
          BlockStart{heading_at_ - (left > 0 ? 1 : 0),
                     std::uint64_t{checksum_} << 16 | std::uint64_t{(8 - left) % 8} << 8 | level_};
    }
    checksum_ = std::rotl(checksum_, 1) ^ checksum;
    part_ = Part::kBlock;
    return call(is_first ? ByteSpan(heading_) : known.subspan(1), {});
  }
  return {.problem = kWrongBlocks};
}

/// What there is of a block that has been read. Without input, so that the library stops at its
/// end.
UnpackerStep Bzip2Unpacker::give(std::span<std::uint8_t> out) {
  const UnpackerStep done = call({}, out);
  if (done.made > 0) {
    shown_ = std::exchange(block_, std::nullopt);
    has_given_ = true;
    part_ = Part::kContent;
  } else if (std::exchange(has_given_, false)) {
    heading_ = {last_byte_};
    part_ = Part::kHeading;
  } else {
    part_ = Part::kBlock;
  }
  return done;
}

UnpackerStep Bzip2Unpacker::step(ByteSpan in, std::span<std::uint8_t> out) {
  if (!is_open_) return {.lacks_memory = true};
  shown_.reset();
  std::size_t used = 0;
  for (;;) {
    const ByteSpan rest = in.subspan(used);
    UnpackerStep done;
    const Part part = part_;
    switch (part) {
      case Part::kPrefix:
        done = pass_prefix(rest);
        break;
      case Part::kHeading:
        done = pass_heading(rest);
        break;
      case Part::kBlock:
        done = call(rest, {});
        part_ = Part::kContent;
        break;
      case Part::kContent:
        done = give(out);
        break;
    }
    used += done.used;
    used_ += done.used;
    done.used = used;
    const bool wants_more = part_ == part || (part == Part::kContent && part_ == Part::kBlock);
    const bool is_done = done.made > 0 || done.is_end || done.lacks_memory || !done.problem.empty();
    if (is_done || (wants_more && used == in.size())) return done;
  }
}

}  // namespace

std::unique_ptr<Unpacker> make_bzip2_unpacker(UnpackerMemory& memory) {
  return std::make_unique<Bzip2Unpacker>(memory);
}

}  // namespace lectern
