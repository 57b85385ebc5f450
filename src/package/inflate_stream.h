// Raw deflate data (RFC 1951) that lies in a window, inflated piece by piece.
#pragma once

#include <cstdint>
#include <optional>

#include "inflate/inflater.h"
#include "package/byte_window.h"
#include "package/package.h"
#include "package/zip_cipher.h"

namespace lectern {

class InflateStream {
 public:
  /// \param from, to  where the data lies in the file; what lies behind `to` is never asked for
  /// \param cipher  decrypts the data first; null: it is not encrypted. Must outlive this.
  InflateStream(ByteWindow& window, std::uint64_t from, std::uint64_t to,
                ZipCipher* cipher = nullptr)
      : window_(window), cipher_(cipher), position_(from), to_(to) {}

  /// The next bytes, valid until the next call; empty when the data has ended. Nothing: the window
  /// wants bytes. An error says what is wrong with the data.
  tl::expected<std::optional<ByteSpan>, std::string_view> next();

  /// Behind the last byte that was used.
  std::uint64_t position() const { return position_; }

 private:
  ByteWindow& window_;
  ZipCipher* cipher_;
  ByteVector decrypted_;
  Inflater inflater_{Inflater::Wrapping::kNone};
  std::uint64_t position_;
  std::uint64_t to_;
  std::uint64_t ahead_ = kFirstAheadBytes;
  bool has_piece_ = false;
  static constexpr std::uint64_t kFirstAheadBytes = std::uint64_t{64} << 10;
  static constexpr std::size_t kDecryptedBytes = std::size_t{64} << 10;
  static constexpr std::uint64_t kMaxAheadBytes = std::uint64_t{1} << 20;
};

}  // namespace lectern
