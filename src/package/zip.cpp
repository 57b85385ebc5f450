#include "package/zip.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/byte_reader.h"
#include "base/crc32.h"
#include "base/format.h"
#include "inflate/inflater.h"
#include "package/member_name.h"
#include "package/zip_records.h"

namespace lectern {
namespace {

constexpr std::string_view kLocalMark = "PK\3\4";
constexpr std::size_t kLocalBytes = 30;
/// The end may stand before a comment of 64 KiB...
constexpr std::uint64_t kUsualTailBytes =
    kZipEndBytes + kZip64LocatorBytes + kZip64EndBytes + kMaxZipCommentBytes;
/// ...and before what was appended by mistake.
constexpr std::uint64_t kMaxTailBytes = std::uint64_t{1} << 20;
/// What a local header may have beside its name.
constexpr std::uint64_t kLocalExtraBytes = 64;
/// What a byte that is inflated and parsed costs.
constexpr std::uint64_t kWorkPerByte = 4;
/// A file that may be here in parts. Of one, headers are looked at only where more follows them
/// than what people's packages are filled up with, and not of all.
constexpr std::uint64_t kLargeBytes = std::uint64_t{8} << 20;
constexpr std::uint64_t kFilledBytes = 1024;
constexpr std::size_t kMostLooks = 100;
/// Sizes behind a member's data.
constexpr std::uint64_t kMostBehind = 24;

/// A directory that was found.
struct FoundDirectory {
  ZipDirectory directory;
  /// What every offset in it lacks, because something stands before the package.
  std::uint64_t shift = 0;
};

bool stands_at(FileParts& file, std::uint64_t offset, std::string_view mark) {
  const auto bytes = file.get(offset, mark.size());
  return bytes && as_chars(*bytes) == mark;
}

/// The directory that an end record at `tail[in_tail]` names, if there is one.
std::optional<FoundDirectory> directory_of(FileParts& file, ByteSpan tail, std::size_t in_tail) {
  const auto end = read_zip_end_record(tail.subspan(in_tail));
  if (!end) return std::nullopt;
  FoundDirectory found{*end};
  const std::uint64_t at = file.size() - tail.size() + in_tail;
  std::uint64_t directory_end = at;
  const auto zip64_end = zip64_end_before(tail, in_tail);
  if (end->wants_zip64() && zip64_end) {
    std::uint64_t where = *zip64_end;
    // Behind a prefix the offset is too small; the record then stands right before its locator.
    if (!stands_at(file, where, kZip64EndMark)) {
      if (at < kZip64LocatorBytes + kZip64EndBytes) return std::nullopt;
      where = at - kZip64LocatorBytes - kZip64EndBytes;
    }
    const auto record = read_zip64_record(file.get(where, kZip64EndBytes).value_or(ByteSpan()));
    if (!record) return std::nullopt;
    found.directory = *record;
    directory_end = where;
  }
  ZipDirectory& directory = found.directory;
  if (directory.size > directory_end) return std::nullopt;
  const std::uint64_t before = directory_end - directory.size;
  const bool is_there = directory.entries == 0 || stands_at(file, before, kZipEntryMark);
  constexpr std::uint64_t kMostEntryBytes = std::uint64_t{1} << 20;
  const std::uint64_t skipped = before - std::min(before, directory.offset);
  if (is_there && skipped > 0 && skipped <= kMostEntryBytes &&
      stands_at(file, directory.offset, kZipEntryMark)) {
    // Nothing but entries before them: it is the size of the directory that is wrong.
    const auto bytes = file.get(directory.offset, static_cast<std::size_t>(skipped));
    if (bytes && are_zip_entries(*bytes)) {
      directory.size += skipped;
      return found;
    }
  }
  if (is_there && before >= directory.offset) {
    found.shift = before - directory.offset;
    directory.offset = before;
    return found;
  }
  if (stands_at(file, directory.offset, kZipEntryMark)) return found;
  return std::nullopt;
}

std::optional<FoundDirectory> find_directory(FileParts& file) {
  for (const std::uint64_t most : {kUsualTailBytes, kMaxTailBytes}) {
    const std::uint64_t size = std::min(file.size(), most);
    const auto tail = file.get(file.size() - size, size);
    if (!tail || size < kZipEndBytes) return std::nullopt;
    for (std::size_t at = tail->size() - kZipEndBytes + 1; at-- > 0;) {
      if ((*tail)[at] != 'P' || !has_bytes_at(*tail, at, kZipEndMark)) continue;
      if (auto found = directory_of(file, *tail, at)) return found;
    }
  }
  return std::nullopt;
}

ZipMember member_of(const ZipEntry& entry, std::uint64_t shift) {
  ZipMember member;
  member.raw_name = as_chars(entry.name);
  member.flags = entry.flags;
  member.method = entry.method;
  member.crc = entry.crc;
  member.packed_bytes = entry.packed_bytes;
  member.size_bytes = entry.size_bytes;
  member.header_offset = entry.header_offset + shift;
  return member;
}

/// A character of a name as packages mean it.
char folded(char c) {
  if (c == '\\') return '/';
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// Compares names as packages mean them: less than 0, 0 or more.
int compare_folded(std::string_view a, std::string_view b) {
  const std::size_t size = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < size; ++i) {
    if (const int difference = folded(a[i]) - folded(b[i]); difference != 0) return difference;
  }
  return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

/// FNV-1a of a name as packages mean it.
std::uint32_t hash_of(std::string_view name) {
  std::uint32_t hash = 0x811C9DC5;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(folded(c))) * 0x01000193;
  return hash;
}

Error member_error(ErrorCode code, const ZipMember& member, std::string_view reason) {
  return {code, {"{}: {}", told_name(member.raw_name), reason}};
}

/// A member's bytes as they are inflated, or copied.
class ZipStream final : public ByteStream {
 public:
  ZipStream(const ZipMember& member, ByteSpan packed, WorkBudget& work,
            std::shared_ptr<SpareInflaters> spares)
      : member_(member), packed_(packed), work_(work), spares_(std::move(spares)) {
    if (member.method != ZipPackage::kDeflated) return;
    for (auto& spare : *spares_) {
      if (!inflater_) inflater_.swap(spare);
    }
    if (!inflater_) inflater_ = std::make_unique<Inflater>(Inflater::Wrapping::kNone);
    inflater_->restart();
    inflater_->feed(packed);
  }
  ~ZipStream() override {
    for (auto& spare : *spares_) {
      if (!spare) spare.swap(inflater_);
    }
  }
  ZipStream(const ZipStream&) = delete;
  ZipStream& operator=(const ZipStream&) = delete;

  Result<ByteSpan> next() override {
    if (error_) return tl::unexpected<Error>(*error_);
    if (at_end_) return ByteSpan();
    Result<ByteSpan> piece = inflater_ ? inflate() : copy();
    if (!piece) return stop(std::move(piece).error());
    if (auto paid = work_.spend("the members of the package", piece->size(), kWorkPerByte); !paid)
      return stop(std::move(paid).error());
    crc_ = crc32_of(crc_, *piece);
    seen_ += piece->size();
    if (!piece->empty()) return piece;
    at_end_ = true;
    if (crc_ != member_.crc) return stop(error("its CRC is wrong"));
    if (seen_ != member_.size_bytes) return stop(error("its size is not the one stated"));
    return piece;
  }

 private:
  static constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

  Error error(std::string_view reason) const {
    return member_error(ErrorCode::kCorruptDocument, member_, reason);
  }

  tl::unexpected<Error> stop(Error error) {
    error_ = error;
    return tl::unexpected<Error>(std::move(error));
  }

  Result<ByteSpan> inflate() {
    auto piece = inflater_->next();
    if (!piece) return tl::unexpected<Error>(error(piece.error()));
    if (piece->empty() && !inflater_->ended())
      return tl::unexpected<Error>(error("its data ends too early"));
    return *piece;
  }

  Result<ByteSpan> copy() {
    const ByteSpan piece = packed_.first(std::min(packed_.size(), kPieceBytes));
    packed_ = packed_.subspan(piece.size());
    return piece;
  }

  ZipMember member_;
  ByteSpan packed_;
  WorkBudget& work_;
  std::shared_ptr<SpareInflaters> spares_;
  std::unique_ptr<Inflater> inflater_;
  std::optional<Error> error_;
  std::uint32_t crc_ = 0;
  std::uint64_t seen_ = 0;
  bool at_end_ = false;
};

}  // namespace

ZipPackage::ZipPackage(FileParts& file)
    : file_(&file), spares_(std::make_shared<SpareInflaters>()) {}

Result<ZipPackage> ZipPackage::open(ByteSpan file) {
  auto whole = std::make_unique<FileParts>(file);
  LECTERN_TRY(ZipPackage package, open(*whole));
  package.whole_ = std::move(whole);
  return package;
}

Result<ZipPackage> ZipPackage::open(FileParts& file) {
  const auto found = find_directory(file);
  if (!found) {
    return fail(ErrorCode::kCorruptDocument,
                {"the ZIP package has no directory at its end: {byte}", file.size()});
  }
  const ZipDirectory& directory = found->directory;
  if (directory.entries > kMaxMembers) {
    return fail(ErrorCode::kLimitExceeded,
                {"the package says that it has {,} members, more than {,}", directory.entries,
                 kMaxMembers});
  }
  ZipPackage package(file);
  const std::uint64_t offset = package.directory_start_ = directory.offset;
  ByteSpan rest = file.get(offset, file.size() - offset).value_or(ByteSpan());
  package.members_.reserve(static_cast<std::size_t>(
      std::min<std::uint64_t>(directory.entries, rest.size() / kZipEntryBytes)));
  while (package.members_.size() < kMaxMembers) {
    const auto entry = read_zip_entry(rest);
    if (!entry) break;
    package.members_.push_back(member_of(*entry, found->shift));
    rest = rest.subspan(std::min(entry->record_bytes, rest.size()));
  }
  if (package.members_.empty() && directory.entries > 0) {
    return fail(ErrorCode::kCorruptDocument,
                {"the directory of the ZIP package, at byte {}, is damaged", offset});
  }
  return package;
}

void ZipPackage::sort_names() const {
  by_hash_.reserve(members_.size());
  for (const ZipMember& member : members_)
    by_hash_.push_back(std::uint64_t{hash_of(member.raw_name)} << 32 | by_hash_.size());
  // A file may have many names of one hash.
  std::sort(by_hash_.begin(), by_hash_.end(), [this](std::uint64_t a, std::uint64_t b) {
    if (a >> 32 != b >> 32) return a < b;
    const int order = this->order(a, member_at(b).raw_name);
    return order != 0 ? order < 0 : a < b;
  });
}

/// Members that nothing finds, since a later one has their name.
std::uint64_t ZipPackage::same_names() const {
  if (by_hash_.empty()) sort_names();
  std::uint64_t count = 0;
  for (std::size_t i = 1; i < by_hash_.size(); ++i) {
    const std::string_view name = member_at(by_hash_[i - 1]).raw_name;
    if (name == member_at(by_hash_[i]).raw_name) ++count;
  }
  return count;
}

/// What stands before the directory and belongs to no member of it.
std::uint64_t ZipPackage::bytes_between() const {
  std::vector<const ZipMember*> members;
  members.reserve(members_.size());
  for (const ZipMember& member : members_) members.push_back(&member);
  std::sort(members.begin(), members.end(), [](const ZipMember* a, const ZipMember* b) {
    return a->header_offset < b->header_offset;
  });
  const std::uint64_t least = file_->size() > kLargeBytes ? kFilledBytes : kLocalBytes;
  std::size_t looks = 0;
  std::uint64_t covered = 0;
  std::uint64_t between = 0;
  for (std::size_t i = 0; i <= members.size(); ++i) {
    const std::uint64_t next = i < members.size()
                                   ? std::min(members[i]->header_offset, directory_start_)
                                   : directory_start_;
    if (i == 0) {
      between = next;
    } else if (covered + least < next) {
      // Its own header tells how long that is.
      if (file_->size() > kLargeBytes && ++looks > kMostLooks) break;
      const auto header = file_->get(members[i - 1]->header_offset, kLocalBytes);
      if (header && starts_with(*header, kLocalMark)) {
        ByteReader lengths(header->subspan(kLocalBytes - 4));
        covered += *lengths.u16_le();
        covered += *lengths.u16_le();
        if (covered + kMostBehind < next) between += next - covered;
      }
    }
    if (i < members.size()) {
      const std::uint64_t packed = std::min(members[i]->packed_bytes, directory_start_);
      covered = std::max(covered, next + kLocalBytes + packed);
    }
  }
  return between;
}

std::vector<std::string> ZipPackage::doubts() const {
  std::vector<std::string> doubts;
  if (const std::uint64_t same = same_names(); same > 0)
    doubts.push_back(
        compose({"not read: {member} of the package with the name of a later one", same}));
  if (const std::uint64_t between = bytes_between(); between > 0)
    doubts.push_back(
        compose({"{byte} before the directory of the package belong to no member of "
                 "it; what they hold is not read",
                 between}));
  return doubts;
}

/// How a member stands to a name of its hash: less than 0 before it, 0 for the same.
int ZipPackage::order(std::uint64_t place, std::string_view name) const {
  const std::string_view own = member_at(place).raw_name;
  if (own == name) return 0;
  const int order = compare_folded(own, name);
  return order != 0 ? order : own.compare(name);
}

const ZipMember* ZipPackage::find(std::string_view name) const {
  if (by_hash_.empty()) sort_names();
  const std::uint32_t hash = hash_of(name);
  // Behind the last that is called so.
  const auto behind = std::partition_point(
      by_hash_.begin(), by_hash_.end(), [this, hash, name](std::uint64_t place) {
        return place >> 32 != hash ? place >> 32 < hash : order(place, name) <= 0;
      });
  const auto is_called = [this, name](auto at) {
    const std::string_view own = member_at(*at).raw_name;
    return own == name || compare_folded(own, name) == 0;
  };
  if (behind != by_hash_.begin() && is_called(behind - 1)) return &member_at(*(behind - 1));
  // One in other letters.
  if (behind != by_hash_.end() && is_called(behind)) return find(member_at(*behind).raw_name);
  return nullptr;
}

Result<std::unique_ptr<ByteStream>> ZipPackage::stream(const ZipMember& member, WorkBudget& work,
                                                       std::uint64_t max_packed) const {
  const auto refuse = [&member](ErrorCode code, std::string_view reason) {
    return tl::unexpected<Error>(member_error(code, member, reason));
  };
  if (member.is_encrypted()) return refuse(ErrorCode::kEncrypted, "it is encrypted");
  if (member.method != kStored && member.method != kDeflated) {
    return refuse(ErrorCode::kUnsupportedFormat,
                  compose({"it is compressed by method {}", member.method}));
  }
  const std::uint64_t size = std::min(member.packed_bytes, max_packed);
  want(member, size);
  const auto header = file_->get(member.header_offset, kLocalBytes);
  if (header ? !starts_with(*header, kLocalMark)
             : !stands_at(*file_, member.header_offset, kLocalMark)) {
    return refuse(ErrorCode::kCorruptDocument,
                  compose({"there is no header at byte {}", member.header_offset}));
  }
  if (!header) return refuse(ErrorCode::kCorruptDocument, "its header is cut off");
  ByteReader lengths(header->subspan(kLocalBytes - 4));
  const std::uint64_t name_bytes = *lengths.u16_le();
  const std::uint64_t extra_bytes = *lengths.u16_le();
  const std::uint64_t start = member.header_offset + kLocalBytes + name_bytes + extra_bytes;
  const auto packed = file_->get(start, size);
  if (!packed) return refuse(ErrorCode::kCorruptDocument, "its data is cut off");
  return std::make_unique<ZipStream>(member, *packed, work, spares_);
}

void ZipPackage::want(const ZipMember& member, std::uint64_t max_packed) const {
  const std::uint64_t header_bytes = kLocalBytes + member.raw_name.size() + kLocalExtraBytes;
  file_->want(member.header_offset, header_bytes + std::min(member.packed_bytes, max_packed));
}

Result<ByteVector> ZipPackage::head(const ZipMember& member, std::uint64_t max_bytes,
                                    WorkBudget& work) const {
  // Deflate makes nothing longer by more than this.
  const std::uint64_t max_packed = max_bytes + max_bytes / 1000 + 64;
  LECTERN_TRY(const auto stream, this->stream(member, work, max_packed));
  ByteVector head;
  while (head.size() < max_bytes) {
    const auto piece = stream->next();
    if (!piece && member.packed_bytes > max_packed) break;
    if (!piece) return tl::unexpected<Error>(piece.error());
    if (piece->empty()) break;
    const ByteSpan part = piece->first(
        static_cast<std::size_t>(std::min<std::uint64_t>(piece->size(), max_bytes - head.size())));
    head.insert(head.end(), part.begin(), part.end());
  }
  return head;
}

Result<ByteVector> ZipPackage::read(const ZipMember& member, std::uint64_t max_bytes,
                                    WorkBudget& work) const {
  LECTERN_TRY(const auto stream, this->stream(member, work));
  ByteVector all;
  while (true) {
    LECTERN_TRY(const ByteSpan piece, stream->next());
    if (piece.empty()) return all;
    if (piece.size() > max_bytes - all.size()) {
      return tl::unexpected<Error>(member_error(
          ErrorCode::kLimitExceeded, member, compose({"it has more than {,} bytes", max_bytes})));
    }
    all.insert(all.end(), piece.begin(), piece.end());
  }
}

}  // namespace lectern
