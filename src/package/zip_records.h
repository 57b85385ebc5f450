// The records of a ZIP archive's directory (APPNOTE.TXT 6.3.10, 4.3 and 4.5.3), for everything that
// reads one. Where a directory is searched for is up to the reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/bytes.h"

namespace lectern {

inline constexpr std::string_view kZipLocalMark = "PK\3\4";
inline constexpr std::string_view kZipEntryMark = "PK\1\2";
inline constexpr std::string_view kZipEndMark = "PK\5\6";
inline constexpr std::string_view kZip64EndMark = "PK\6\6";
inline constexpr std::string_view kZip64LocatorMark = "PK\6\7";
inline constexpr std::size_t kZipLocalBytes = 30;  ///< of a member's own header, without names
inline constexpr std::size_t kZipEntryBytes = 46;  ///< before its name, extra field and comment
inline constexpr std::size_t kZipEndBytes = 22;    ///< before its comment
inline constexpr std::size_t kZip64EndBytes = 56;
inline constexpr std::size_t kZip64LocatorBytes = 20;
inline constexpr std::size_t kMaxZipCommentBytes = 0xFFFF;

/// General purpose flags (APPNOTE 4.4.4).
inline constexpr std::uint16_t kZipEncrypted = 1;
inline constexpr std::uint16_t kZipSizesBehind = 1 << 3;
inline constexpr std::uint16_t kZipStrong = 1 << 6;
inline constexpr std::uint16_t kZipUtf8 = 1 << 11;

/// What an end record says of the directory. Nothing here is proven.
struct ZipDirectory {
  std::uint64_t entries = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
  std::uint16_t disk = 0;  ///< the part of a split archive that ends here, from 0
  std::uint16_t first_disk = 0;
  std::size_t comment_bytes = 0;

  /// Whether a number did not fit: the zip64 record has it.
  bool wants_zip64() const {
    return entries == 0xFFFF || size == 0xFFFFFFFF || offset == 0xFFFFFFFF;
  }
};

/// \param bytes  begin with an end record's mark. \returns nothing when they are too few
std::optional<ZipDirectory> read_zip_end_record(ByteSpan bytes);
/// \param bytes  begin where a zip64 end record should be. \returns nothing when there is none
std::optional<ZipDirectory> read_zip64_record(ByteSpan bytes);
/// Where the zip64 end record is, by the locator right before the end record at `tail[end]`.
/// \returns nothing when there is no locator
std::optional<std::uint64_t> zip64_end_before(ByteSpan tail, std::size_t end);

/// A member as the directory describes it.
struct ZipEntry {
  std::uint8_t made_by = 0;  ///< the system (4.4.2.2)
  std::uint16_t flags = 0;
  std::uint16_t method = 0;
  std::uint16_t dos_time = 0;
  std::uint16_t dos_date = 0;
  std::uint32_t crc = 0;
  std::uint64_t packed_bytes = 0;
  std::uint64_t size_bytes = 0;
  std::uint64_t header_offset = 0;  ///< of its local header
  std::uint32_t attributes = 0;
  bool lacks_zip64 = false;  ///< a number did not fit and stands nowhere else
  ByteSpan name;             ///< as it is stored
  ByteSpan extra;
  ByteSpan comment;              ///< as far as it is there
  std::size_t record_bytes = 0;  ///< of the entry with its comment, which need not be there
};

/// \param bytes  begin where an entry should be and go on at least to the end of its extra field
/// \returns nothing when there is no entry or too few bytes
std::optional<ZipEntry> read_zip_entry(ByteSpan bytes);
/// How long the entry is of which `bytes` has the first kZipEntryBytes, with its comment.
/// \returns nothing when there is no entry
std::optional<std::size_t> zip_entry_size(ByteSpan bytes);
/// Whether `bytes` are whole entries, one behind the other, and nothing else.
bool are_zip_entries(ByteSpan bytes);

}  // namespace lectern
