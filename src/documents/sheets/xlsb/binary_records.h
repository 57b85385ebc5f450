// Records of BIFF 12, the binary parts of Excel workbooks ([MS-XLSB] 2.1.4), read as a stream.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/byte_reader.h"
#include "base/byte_stream.h"
#include "base/error.h"

namespace lectern {

class BinaryRecords {
 public:
  struct Record {
    std::uint32_t type = 0;
    ByteSpan bytes;  ///< valid until the next record
  };
  /// Longer than any record of a cell.
  static constexpr std::size_t kMaxRecordBytes = std::size_t{16} << 20;

  explicit BinaryRecords(std::unique_ptr<ByteStream> stream) : stream_(std::move(stream)) {}

  /// The next record; nothing at the end. \returns CORRUPT_DOCUMENT when one is cut,
  /// LIMIT_EXCEEDED, or what the stream says.
  Result<std::optional<Record>> next();

 private:
  Result<bool> need(std::size_t count);
  Result<std::optional<std::uint32_t>> number(int most_bytes);

  std::unique_ptr<ByteStream> stream_;
  ByteVector buffer_;
  std::size_t at_ = 0;
  std::uint64_t dropped_ = 0;
};

/// A string with a length of 32 bits; nothing for a null one.
std::optional<std::string> wide_string(ByteReader& reader);

}  // namespace lectern
