// What was compressed, unpacked piece by piece: one interface for every method that archives and
// compressed files use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "base/bytes.h"
#include "base/error_code.h"

namespace lectern {

class Inflater;

/// The memory of all unpackers of one read, whose dictionaries files ask for by a number: it is
/// counted and bounded, over all packages in packages.
class UnpackerMemory {
 public:
  explicit UnpackerMemory(std::uint64_t limit_bytes) : limit_(limit_bytes) {}
  UnpackerMemory(const UnpackerMemory&) = delete;
  UnpackerMemory& operator=(const UnpackerMemory&) = delete;

  /// As malloc. Null beyond the limit, too.
  void* take(std::size_t size);
  /// As free.
  void give(void* memory);
  /// Why memory was refused, for a message.
  std::string refusal() const;

 private:
  std::uint64_t limit_;
  std::uint64_t held_ = 0;
  std::uint64_t wanted_ = 0;       ///< in all, when it was refused
  std::uint64_t times_taken_ = 0;  ///< what is counted
};

/// Why compressed data is not unpacked any further.
struct UnpackError {
  /// kLimitExceeded when memory was refused, or when the data unpacks to too much.
  ErrorCode code = ErrorCode::kCorruptArchive;
  std::string reason;

  /// What the data is, before "after so many bytes".
  std::string_view verdict() const {
    return code == ErrorCode::kLimitExceeded ? "is not read any further" : "is damaged";
  }
};

/// Where a part of a stream begins that can be unpacked without what stands before it.
struct BlockStart {
  std::uint64_t offset = 0;  ///< bytes from the first that was fed
  std::uint64_t state = 0;   ///< for resume()
};

class Unpacker {
 public:
  Unpacker() = default;
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  virtual ~Unpacker() = default;

  /// The next piece of the data, when next() has used up the one before; it must outlive that.
  virtual void feed(ByteSpan piece) = 0;
  /// What comes next of the content: valid until the next call. Empty when the piece is used up,
  /// and when the data has ended. An error comes when all that stands before it has been given.
  virtual tl::expected<ByteSpan, UnpackError> next() = 0;
  /// The data has ended, and its checksums are right if it has any.
  virtual bool ended() const = 0;
  /// How many of the last bytes were not used: they stand behind the data.
  virtual std::size_t unused() const = 0;
  /// The start of the block whose first bytes next() has just given; of the first block of a stream
  /// there is none.
  virtual std::optional<BlockStart> block_start() const { return std::nullopt; }
  /// Begins with a block, before anything is fed; then all from its offset on is.
  /// \returns false for what is no state of this kind of stream.
  virtual bool resume(std::uint64_t state) {
    static_cast<void>(state);
    return false;
  }
  /// Begins with another stream of the same kind, in the memory that is there. False: this cannot.
  virtual bool restart() { return false; }
  /// The inflater, if this is one.
  virtual Inflater* inflater() { return nullptr; }
};

/// Bytes as they are, `size_bytes` of them.
std::unique_ptr<Unpacker> make_copy_unpacker(std::uint64_t size_bytes);
/// Bare deflate data (RFC 1951).
std::unique_ptr<Unpacker> make_deflate_unpacker();
/// One stream of bzip2.
std::unique_ptr<Unpacker> make_bzip2_unpacker(UnpackerMemory& memory);
/// One .xz stream.
std::unique_ptr<Unpacker> make_xz_unpacker(UnpackerMemory& memory);
/// An .lzma file.
std::unique_ptr<Unpacker> make_lzma_unpacker(UnpackerMemory& memory);
/// The LZMA data of a ZIP member (APPNOTE 5.8) of `size_bytes`.
std::unique_ptr<Unpacker> make_zip_lzma_unpacker(UnpackerMemory& memory, std::uint64_t size_bytes);
/// One frame of Zstandard, or one that is to be skipped.
std::unique_ptr<Unpacker> make_zstd_unpacker(UnpackerMemory& memory);

/// One filter of a chain as 7-Zip archives name it: a number of liblzma's and its properties.
struct RawFilter {
  std::uint64_t id = 0;
  ByteVector properties;
};
/// Data without a container, of `size_bytes` when unpacked. \param filters  in the order in which
/// they were applied; the last one is LZMA or LZMA2.
std::unique_ptr<Unpacker> make_raw_unpacker(UnpackerMemory& memory,
                                            std::span<const RawFilter> filters,
                                            std::uint64_t size_bytes);

/// What a call of a library has done.
struct UnpackerStep {
  std::size_t used = 0;  ///< of what was given to it
  std::size_t made = 0;
  bool is_end = false;
  std::string_view problem = {};
  bool lacks_memory = false;
};

/// A library that reads what it is given and writes where it is told to.
class LibraryUnpacker : public Unpacker {
 public:
  explicit LibraryUnpacker(UnpackerMemory& memory) : memory_(memory) {}

  void feed(ByteSpan piece) override { piece_ = piece; }
  tl::expected<ByteSpan, UnpackError> next() override;
  bool ended() const override { return has_ended_; }
  std::size_t unused() const override { return piece_.size(); }

 protected:
  /// Forgets the stream before.
  void begin_again() {
    piece_ = {};
    has_ended_ = false;
    problem_ = {};
    lacks_memory_ = false;
  }
  virtual UnpackerStep step(ByteSpan in, std::span<std::uint8_t> out) = 0;

  UnpackerMemory& memory_;

 private:
  static constexpr std::size_t kOutputBytes = std::size_t{64} << 10;

  ByteSpan piece_;
  std::vector<std::uint8_t> output_;
  bool has_ended_ = false;
  std::string_view problem_;
  bool lacks_memory_ = false;
};

}  // namespace lectern
