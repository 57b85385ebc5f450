// The directory of a 7-Zip archive: what its files are, and how the streams that hold them were
// made (7zFormat.txt of the LZMA SDK). Nothing here is proven against the data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "package/package.h"

namespace lectern {

/// One method of a folder, with its properties, which view into the directory's bytes.
struct SevenZipCoder {
  std::uint64_t method = 0;
  ByteSpan properties;
  /// Of what it unpacks to.
  std::uint64_t size_bytes = 0;
};

/// Files that were compressed together.
struct SevenZipFolder {
  /// From the one that gives the content to the one that reads the packed bytes. Empty when the
  /// methods are no chain, as those of BCJ2.
  std::vector<SevenZipCoder> chain;
  /// All methods when they are no chain, in the order of the directory.
  std::vector<std::uint64_t> methods;
  std::uint64_t size_bytes = 0;
  std::optional<std::uint32_t> crc;
  /// Where its packed bytes are in the file.
  std::uint64_t place = 0;
  std::uint64_t packed_bytes = 0;

  bool is_encrypted() const;
  /// Whether what is encrypted are its packed bytes, which is how 7-Zip does it.
  bool is_opened_by_password() const;
};

/// One file's part of a folder's content.
struct SevenZipPart {
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0;
  std::uint32_t folder = 0;
  std::optional<std::uint32_t> crc;
};

/// Views into the directory's bytes, which must outlive it.
struct SevenZipDirectory {
  std::vector<SevenZipFolder> folders;
  std::vector<SevenZipPart> parts;
  /// How many files the directory says that there are.
  std::uint64_t files = 0;
  ByteSpan names;                   ///< UTF-16, each with a zero behind it
  std::vector<bool> has_no_stream;  ///< empty: all have one
  std::vector<bool> is_empty_file;  ///< of those without a stream
  std::vector<std::optional<std::int64_t>> modified;
  std::vector<std::uint32_t> attributes;
  /// It is one packed folder that holds the directory itself.
  bool is_packed = false;
};

/// CORRUPT_ARCHIVE, LIMIT_EXCEEDED.
Result<SevenZipDirectory> parse_seven_zip(ByteSpan header, const Limits& limits);

/// "LZMA2", or the method's number.
std::string seven_zip_method_name(std::uint64_t method);

}  // namespace lectern
