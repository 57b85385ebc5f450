#include "package/zip.h"

#include <algorithm>
#include <optional>

#include "base/byte_reader.h"
#include "base/crc32.h"
#include "base/format.h"
#include "inflate/inflater.h"

namespace lectern {
namespace {

constexpr std::string_view kEndMark = "PK\5\6";
constexpr std::string_view kZip64LocatorMark = "PK\6\7";
constexpr std::string_view kZip64EndMark = "PK\6\6";
constexpr std::string_view kDirectoryMark = "PK\1\2";
constexpr std::string_view kLocalMark = "PK\3\4";
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kLocatorBytes = 20;
constexpr std::size_t kZip64EndBytes = 56;
constexpr std::size_t kLocalBytes = 30;
/// The end may stand before a comment of 64 KiB...
constexpr std::uint64_t kUsualTailBytes = kEndBytes + kLocatorBytes + kZip64EndBytes + 0xFFFF;
/// ...and before what was appended by mistake.
constexpr std::uint64_t kMaxTailBytes = std::uint64_t{1} << 20;
/// What a local header may have beside its name.
constexpr std::uint64_t kLocalExtraBytes = 64;
constexpr std::uint16_t kZip64Extra = 1;
/// What a byte that is inflated and parsed costs.
constexpr std::uint64_t kWorkPerByte = 4;

/// Where a directory is.
struct DirectoryPlace {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint64_t count = 0;
  /// What every offset in it lacks, because something stands before the package.
  std::uint64_t shift = 0;
};

bool stands_at(FileParts& file, std::uint64_t offset, std::string_view mark) {
  const auto bytes = file.get(offset, mark.size());
  return bytes && as_chars(*bytes) == mark;
}

/// The directory that an end record at `tail[in_tail]` names, if there is one.
std::optional<DirectoryPlace> place_at(FileParts& file, ByteSpan tail, std::size_t in_tail) {
  const std::uint64_t at = file.size() - tail.size() + in_tail;
  ByteReader end(tail.subspan(in_tail + 8));
  DirectoryPlace place;
  (void)end.u16_le();
  const auto count = end.u16_le();
  const auto size = end.u32_le();
  const auto offset = end.u32_le();
  if (!offset) return std::nullopt;
  place = {*offset, *size, *count, 0};
  std::uint64_t directory_end = at;
  const bool is_64 = *count == 0xFFFF || *size == 0xFFFFFFFF || *offset == 0xFFFFFFFF;
  const bool has_locator =
      in_tail >= kLocatorBytes && has_bytes_at(tail, in_tail - kLocatorBytes, kZip64LocatorMark);
  if (is_64 && has_locator) {
    ByteReader locator(tail.subspan(in_tail - kLocatorBytes + 8));
    std::uint64_t where = *locator.u64_le();
    // Behind a prefix the offset is too small; the record then stands right before its locator.
    if (!stands_at(file, where, kZip64EndMark)) {
      if (at < kLocatorBytes + kZip64EndBytes) return std::nullopt;
      where = at - kLocatorBytes - kZip64EndBytes;
    }
    const auto bytes = file.get(where, kZip64EndBytes);
    if (!bytes || !starts_with(*bytes, kZip64EndMark)) return std::nullopt;
    ByteReader record(bytes->subspan(32));
    const auto count_64 = record.u64_le();
    const auto size_64 = record.u64_le();
    const auto offset_64 = record.u64_le();
    if (!offset_64) return std::nullopt;
    place = {*offset_64, *size_64, *count_64, 0};
    directory_end = where;
  }
  if (place.size > directory_end) return std::nullopt;
  const std::uint64_t found = directory_end - place.size;
  const bool is_there = place.count == 0 || stands_at(file, found, kDirectoryMark);
  if (is_there && found >= place.offset) {
    place.shift = found - place.offset;
    place.offset = found;
    return place;
  }
  if (stands_at(file, place.offset, kDirectoryMark)) return place;
  return std::nullopt;
}

std::optional<DirectoryPlace> find_directory(FileParts& file) {
  for (const std::uint64_t most : {kUsualTailBytes, kMaxTailBytes}) {
    const std::uint64_t size = std::min(file.size(), most);
    const auto tail = file.get(file.size() - size, size);
    if (!tail || size < kEndBytes) return std::nullopt;
    for (std::size_t at = tail->size() - kEndBytes + 1; at-- > 0;) {
      if ((*tail)[at] != 'P' || !has_bytes_at(*tail, at, kEndMark)) continue;
      if (auto place = place_at(file, *tail, at)) return place;
    }
  }
  return std::nullopt;
}

/// Takes from the extra field what 32 bits could not hold (4.5.3).
void take_zip64(ZipMember& member) {
  ByteReader extra(member.extra);
  while (extra.remaining() >= 4) {
    const std::uint16_t id = *extra.u16_le();
    const auto field = extra.take(*extra.u16_le());
    if (!field) return;
    if (id != kZip64Extra) continue;
    ByteReader values(*field);
    for (std::uint64_t* value : {&member.size_bytes, &member.packed_bytes, &member.header_offset}) {
      if (*value == 0xFFFFFFFF) *value = values.u64_le().value_or(*value);
    }
    return;
  }
}

std::optional<ZipMember> next_member(ByteReader& directory) {
  const auto mark = directory.take(kDirectoryMark.size());
  if (!mark || as_chars(*mark) != kDirectoryMark) return std::nullopt;
  ZipMember member;
  (void)directory.u32_le();
  member.flags = directory.u16_le().value_or(0);
  member.method = directory.u16_le().value_or(0);
  member.dos_time = directory.u32_le().value_or(0);
  member.crc = directory.u32_le().value_or(0);
  member.packed_bytes = directory.u32_le().value_or(0);
  member.size_bytes = directory.u32_le().value_or(0);
  const std::uint16_t name_bytes = directory.u16_le().value_or(0);
  const std::uint16_t extra_bytes = directory.u16_le().value_or(0);
  const std::uint16_t comment_bytes = directory.u16_le().value_or(0);
  if (!directory.skip(8)) return std::nullopt;
  const auto offset = directory.u32_le();
  const auto name = directory.take(name_bytes);
  const auto extra = directory.take(extra_bytes);
  if (!offset || !name || !extra) return std::nullopt;
  (void)directory.take(comment_bytes);
  member.header_offset = *offset;
  member.raw_name = as_chars(*name);
  member.extra = *extra;
  take_zip64(member);
  return member;
}

/// Compares names as packages mean them.
int compare_names(std::string_view a, std::string_view b) {
  const auto folded = [](char c) {
    if (c == '\\') return '/';
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  };
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    const int difference =
        static_cast<unsigned char>(folded(a[i])) - static_cast<unsigned char>(folded(b[i]));
    if (difference != 0) return difference;
  }
  if (a.size() == b.size()) return 0;
  return a.size() < b.size() ? -1 : 1;
}

Error member_error(ErrorCode code, const ZipMember& member, std::string_view reason) {
  return {code, {"{}: {}", member.raw_name, reason}};
}

/// A member's bytes as they are inflated, or copied.
class ZipStream final : public ByteStream {
 public:
  ZipStream(const ZipMember& member, ByteSpan packed, WorkBudget& work)
      : member_(member), packed_(packed), work_(work) {
    if (member.method == ZipPackage::kDeflated) {
      inflater_.emplace(Inflater::Wrapping::kNone);
      inflater_->feed(packed);
    }
  }

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
  std::optional<Inflater> inflater_;
  std::optional<Error> error_;
  std::uint32_t crc_ = 0;
  std::uint64_t seen_ = 0;
  bool at_end_ = false;
};

}  // namespace

Result<ZipPackage> ZipPackage::open(ByteSpan file) {
  auto whole = std::make_unique<FileParts>(file);
  LECTERN_TRY(ZipPackage package, open(*whole));
  package.whole_ = std::move(whole);
  return package;
}

Result<ZipPackage> ZipPackage::open(FileParts& file) {
  const auto place = find_directory(file);
  if (!place) {
    return fail(ErrorCode::kCorruptDocument,
                {"the ZIP package has no directory at its end: {byte}", file.size()});
  }
  if (place->count > kMaxMembers) {
    return fail(
        ErrorCode::kLimitExceeded,
        {"the package says that it has {,} members, more than {,}", place->count, kMaxMembers});
  }
  ZipPackage package(file);
  ByteReader directory(file.get(place->offset, file.size() - place->offset).value_or(ByteSpan()));
  while (package.members_.size() < kMaxMembers) {
    std::optional<ZipMember> member = next_member(directory);
    if (!member) break;
    member->header_offset += place->shift;
    package.members_.push_back(*member);
  }
  if (package.members_.empty() && place->count > 0) {
    return fail(ErrorCode::kCorruptDocument,
                {"the directory of the ZIP package, at byte {}, is damaged", place->offset});
  }
  auto& by_name = package.by_name_;
  by_name.resize(package.members_.size());
  for (std::uint32_t i = 0; i < by_name.size(); ++i) by_name[i] = i;
  std::stable_sort(by_name.begin(), by_name.end(), [&](std::uint32_t a, std::uint32_t b) {
    return compare_names(package.members_[a].raw_name, package.members_[b].raw_name) < 0;
  });
  return package;
}

const ZipMember* ZipPackage::find(std::string_view name) const {
  const auto lower = std::lower_bound(by_name_.begin(), by_name_.end(), name,
                                      [&](std::uint32_t place, std::string_view wanted) {
                                        return compare_names(members_[place].raw_name, wanted) < 0;
                                      });
  const ZipMember* found = nullptr;
  for (auto at = lower; at != by_name_.end(); ++at) {
    const ZipMember& member = members_[*at];
    if (compare_names(member.raw_name, name) != 0) break;
    if (found == nullptr || member.raw_name == name || found->raw_name != name) found = &member;
  }
  return found;
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
  if (!stands_at(*file_, member.header_offset, kLocalMark)) {
    return refuse(ErrorCode::kCorruptDocument,
                  compose({"there is no header at byte {}", member.header_offset}));
  }
  const auto lengths = file_->get(member.header_offset + kLocalBytes - 4, 4);
  if (!lengths) return refuse(ErrorCode::kCorruptDocument, "its header is cut off");
  ByteReader header(*lengths);
  const std::uint64_t name_bytes = *header.u16_le();
  const std::uint64_t extra_bytes = *header.u16_le();
  const std::uint64_t start = member.header_offset + kLocalBytes + name_bytes + extra_bytes;
  const auto packed = file_->get(start, size);
  if (!packed) return refuse(ErrorCode::kCorruptDocument, "its data is cut off");
  return std::make_unique<ZipStream>(member, *packed, work);
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
