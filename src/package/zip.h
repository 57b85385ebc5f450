// ZIP packages (APPNOTE.TXT 6.3.10) that documents are: their members, one stream each. Of a large
// one only the members that are read have to be here.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_stream.h"
#include "base/error.h"
#include "base/file_parts.h"
#include "base/work_budget.h"
#include "package/zip_records.h"

namespace lectern {

/// One member, as the package's directory describes it. Nothing here is proven.
struct ZipMember {
  std::string_view raw_name;  ///< as it stands in the file, which it views into
  std::uint16_t flags = 0;
  std::uint16_t method = 0;
  std::uint32_t crc = 0;
  std::uint64_t packed_bytes = 0;
  std::uint64_t size_bytes = 0;
  std::uint64_t header_offset = 0;  ///< of its local header, from the start of the file

  bool is_encrypted() const { return (flags & kZipEncrypted) != 0; }
};

class Inflater;
/// Two members are often read side by side: a part and its relationships.
using SpareInflaters = std::array<std::unique_ptr<Inflater>, 2>;

class ZipPackage {
 public:
  static constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint16_t kStored = 0;
  static constexpr std::uint16_t kDeflated = 8;
  /// More members than any package has that people made.
  static constexpr std::uint64_t kMaxMembers = 1'000'000;

  /// Reads the directory. \param file  must outlive the package and its streams.
  /// \returns CORRUPT_DOCUMENT when there is none, LIMIT_EXCEEDED when it has too many members.
  static Result<ZipPackage> open(ByteSpan file);
  /// The same of a file in parts. While it is lacking, nothing of what is returned counts.
  static Result<ZipPackage> open(FileParts& file);

  /// In the order of the directory.
  const std::vector<ZipMember>& members() const { return members_; }

  /// The member of that name; null when there is none. Case does not count where no name is the
  /// same, and backslashes separate folders as slashes do. Of several with one name the last
  /// counts.
  const ZipMember* find(std::string_view name) const;

  /// What other programs may show of the package and this does not, each as a warning says it.
  std::vector<std::string> doubts() const;

  /// The member's bytes, proven by their CRC at the end.
  /// \param work  pays for what is inflated; must outlive the stream.
  /// \param max_packed  of a member with more packed bytes the stream ends early, with an error.
  /// \returns ENCRYPTED, UNSUPPORTED_FORMAT (the method) or CORRUPT_DOCUMENT, each naming the
  /// member.
  Result<std::unique_ptr<ByteStream>> stream(const ZipMember& member, WorkBudget& work,
                                             std::uint64_t max_packed = kAll) const;

  /// The member's first bytes, at most `max_bytes`; they are not proven.
  Result<ByteVector> head(const ZipMember& member, std::uint64_t max_bytes, WorkBudget& work) const;

  /// Notes that a member will be read, so that a file in parts loads it with others.
  void want(const ZipMember& member, std::uint64_t max_packed = kAll) const;

  /// All of a member. \returns LIMIT_EXCEEDED when it has more than `max_bytes`, else as its
  /// stream.
  Result<ByteVector> read(const ZipMember& member, std::uint64_t max_bytes, WorkBudget& work) const;

 private:
  explicit ZipPackage(FileParts& file);

  const ZipMember& member_at(std::uint64_t place) const {
    return members_[static_cast<std::uint32_t>(place)];
  }
  int order(std::uint64_t place, std::string_view name) const;
  void sort_names() const;
  std::uint64_t same_names() const;
  std::uint64_t bytes_between() const;

  FileParts* file_;
  /// Those that no stream uses, for the next ones: most members are small, and their memory is not.
  std::shared_ptr<SpareInflaters> spares_;
  std::unique_ptr<FileParts> whole_;
  std::vector<ZipMember> members_;
  std::uint64_t directory_start_ = 0;
  /// Hashes of the names without case, each with its place in `members_` below it; those of one
  /// hash by their names. Empty until a name is looked for: a file in parts is opened more than
  /// once.
  mutable std::vector<std::uint64_t> by_hash_;
};

}  // namespace lectern
