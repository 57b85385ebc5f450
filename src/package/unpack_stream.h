// Compressed data that lies in a window, unpacked piece by piece.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "package/byte_window.h"
#include "package/unpacker.h"
#include "package/zip_cipher.h"

namespace lectern {

class UnpackStream {
 public:
  /// Where data has no end but its own.
  static constexpr std::uint64_t kToItsEnd = std::numeric_limits<std::uint64_t>::max();

  /// \param from, to  where the data lies in the file; what lies behind `to` is never asked for
  /// \param cipher  decrypts the data first; null: it is not encrypted. Must outlive this.
  UnpackStream(std::unique_ptr<Unpacker> unpacker, ByteWindow& window, std::uint64_t from,
               std::uint64_t to, ZipCipher* cipher = nullptr)
      : window_(window),
        cipher_(cipher),
        unpacker_(std::move(unpacker)),
        from_(from),
        position_(from),
        to_(to) {}

  /// Goes on with another stream at `from`. What both unpack to is counted together. \returns false
  /// where the unpacker cannot.
  bool restart(std::uint64_t from);

  /// Goes on with a block of a stream, which begins where this does, before next() is called.
  bool resume(std::uint64_t state) { return unpacker_->resume(state); }
  /// The start of the block that begins with what next() has given; counted from the stream's
  /// start.
  std::optional<BlockStart> block_start() const { return unpacker_->block_start(); }

  /// The next bytes, valid until the next call; empty when the data has ended. Nothing: the window
  /// wants bytes. An error says what is wrong with the data.
  tl::expected<std::optional<ByteSpan>, UnpackError> next();

  /// Behind the last byte that was used, when the data has ended.
  std::uint64_t position() const { return position_; }
  /// The same at any time.
  std::uint64_t used_to() const { return position_ - unpacker_->unused(); }
  Inflater* inflater() { return unpacker_->inflater(); }

 private:
  ByteWindow& window_;
  ZipCipher* cipher_;
  ByteVector decrypted_;
  std::unique_ptr<Unpacker> unpacker_;
  std::uint64_t from_;
  std::uint64_t made_ = 0;
  std::uint64_t position_;
  std::uint64_t to_;
  std::uint64_t ahead_ = kFirstAheadBytes;
  bool has_piece_ = false;
  static constexpr std::uint64_t kFirstAheadBytes = std::uint64_t{64} << 10;
  static constexpr std::size_t kDecryptedBytes = std::size_t{64} << 10;
  static constexpr std::uint64_t kMaxAheadBytes = std::uint64_t{1} << 20;
};

}  // namespace lectern
