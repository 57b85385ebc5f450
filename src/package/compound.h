// OLE compound files ([MS-CFB]): the streams of Word, Excel and PowerPoint 97 to 2003, of Outlook
// messages and of encrypted Office packages.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"

namespace lectern {

/// A stream or a storage, as the directory describes it.
struct CompoundEntry {
  /// From the root, which is not in it: "ObjectPool/_1234/CONTENTS". UTF-8.
  std::string path;
  bool is_storage = false;
  std::uint64_t size_bytes = 0;
  std::uint32_t start_sector = 0;
  std::uint32_t number = 0;  ///< among all, from 1
};

class CompoundFile {
 public:
  /// More entries than any file has that programs made.
  static constexpr std::size_t kMaxEntries = 100'000;

  /// Reads the allocation table and the directory. \param file  must outlive this.
  /// \returns CORRUPT_DOCUMENT naming the place, LIMIT_EXCEEDED for too many entries.
  static Result<CompoundFile> open(ByteSpan file);

  /// In the order of the tree: an entry stands behind its storage.
  const std::vector<CompoundEntry>& entries() const { return entries_; }
  /// What is in a storage and in those in it. \param folder  its path with a "/" behind it; "" for
  /// all of the file.
  std::span<const CompoundEntry> below(std::string_view folder) const;
  /// The entry of that path, whose case does not count; null when there is none.
  const CompoundEntry* find(std::string_view path) const;

  /// All of a stream; what a damaged chain of sectors lacks is missing at its end, and `warnings`
  /// says so.
  /// \returns LIMIT_EXCEEDED when it has more than `max_bytes`, or when streams that share their
  /// bytes are read again and again; CORRUPT_DOCUMENT when nothing of it is there.
  Result<ByteVector> read(const CompoundEntry& entry, std::uint64_t max_bytes) const;

  /// What the file lacks of its directory, and of the streams that were read until now.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  explicit CompoundFile(ByteSpan file) : file_(file) {}

  Result<void> read_header();
  void read_allocation_table();
  Result<void> read_directory();
  ByteSpan sector(std::uint32_t number) const;
  std::uint32_t next_sector(std::uint32_t number) const;
  ByteVector chain(std::uint32_t start, std::uint64_t max_bytes,
                   const CompoundEntry* entry = nullptr) const;
  /// Which stream a sector belongs to, and which read had it last.
  struct Owner {
    std::uint32_t entry = 0;
    std::uint32_t read = 0;
  };
  bool take_sector(std::vector<Owner>& owners, std::size_t number, const CompoundEntry& entry,
                   std::size_t bytes) const;
  Result<void> check_reads(std::uint64_t more) const;
  void note_lack(const CompoundEntry& entry, std::uint64_t bytes) const;

  ByteSpan file_;
  std::size_t sector_bytes_ = 512;
  std::size_t mini_sector_bytes_ = 64;
  std::uint32_t directory_start_ = 0;
  std::uint32_t mini_cutoff_ = 4096;
  std::uint32_t mini_table_start_ = 0;
  std::uint32_t table_list_start_ = 0;
  std::vector<std::uint32_t> table_;       ///< the sector that follows each
  std::vector<std::uint32_t> mini_table_;  ///< the same for small sectors
  ByteVector mini_stream_;
  std::vector<CompoundEntry> entries_;
  std::map<std::string, std::size_t> by_path_;  ///< in lower case
  mutable std::vector<std::string> warnings_;
  mutable std::uint64_t read_bytes_ = 0;
  mutable std::uint64_t shared_bytes_ = 0;  ///< of those, what another stream had before
  mutable std::uint32_t reads_ = 0;
  mutable std::vector<Owner> owners_;
  mutable std::vector<Owner> mini_owners_;
};

}  // namespace lectern
