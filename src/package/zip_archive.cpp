#include "package/zip_archive.h"

#include <algorithm>
#include <utility>

#include "base/byte_reader.h"
#include "base/crc32.h"
#include "package/member_name.h"
#include "package/zip_stream.h"

namespace lectern {
namespace {

constexpr auto kCorrupt = ErrorCode::kCorruptArchive;

/// The end record, the longest comment, and the zip64 records before it.
constexpr std::uint64_t kZip64Bytes = kZip64EndBytes + kZip64LocatorBytes;
constexpr std::uint64_t kTailBytes = kZipEndBytes + kMaxZipCommentBytes + kZip64Bytes;
/// Bytes of the directory that are asked for at a time.
constexpr std::uint64_t kDirectoryPieceBytes = std::uint64_t{1} << 20;

/// Where a member's own header has the lengths of its name and of what fills it up.
constexpr std::size_t kLengthsAt = 26;
/// Sizes behind a member's data, with and without a mark, of 32 and of 64 bits.
constexpr std::uint64_t kLeastSizesBehind = 12;
constexpr std::uint64_t kMostSizesBehind = 24;
/// What programs that stream with zip64 add to a header and behind the data, and the directory does
/// not have.
constexpr std::uint64_t kStreamedBytes = 20 + kMostSizesBehind - kLeastSizesBehind;
/// What a member's name and extra field in the directory tell of those in its own header: others
/// may be much shorter.
constexpr std::uint64_t kMostTold = 512;
/// Members whose headers are looked at for what fills them up, which aligns data: a few in most
/// archives.
constexpr std::size_t kMostPadded = 100;
/// Bytes that are asked for with such a header: the next one may be near.
constexpr std::uint64_t kHeadersBytes = 4096;
/// The end of the block in which Android keeps signatures, before the directory.
constexpr std::string_view kSigningMark = "APK Sig Block 42";
constexpr std::uint64_t kSigningEndBytes = 24;  ///< with the block's size
constexpr std::uint64_t kSigningAlignment = 4096;

constexpr std::uint16_t kFull16 = 0xFFFF;
constexpr std::uint16_t kZipAes = 99;

/// Systems that made an entry (APPNOTE 4.4.2.2).
constexpr unsigned kMadeByDos = 0;
constexpr unsigned kMadeByUnix = 3;
constexpr unsigned kMadeByMac = 19;

/// The part of a Unix mode that says what a file is.
constexpr std::uint32_t kModeType = 0170000;
constexpr std::uint32_t kModeDirectory = 0040000;
constexpr std::uint32_t kModeRegular = 0100000;
constexpr std::uint32_t kModeLink = 0120000;
constexpr std::uint32_t kDosDirectory = 0x10;

/// Where in `tail` the end record stands: the last one whose comment ends where the file does, else
/// the last whose comment fits.
struct EndRecord {
  std::optional<std::size_t> at;
  bool has_other = false;
};
EndRecord find_end_record(ByteSpan tail) {
  EndRecord exact;
  std::optional<std::size_t> fitting;
  for (std::size_t at = tail.size() < kZipEndBytes ? 0 : tail.size() - kZipEndBytes + 1;
       at-- > 0;) {
    if (!has_bytes_at(tail, at, kZipEndMark)) continue;
    const std::size_t end =
        at + kZipEndBytes + read_zip_end_record(tail.subspan(at))->comment_bytes;
    if (end > tail.size()) continue;
    if (end != tail.size()) {
      if (!fitting) fitting = at;
    } else if (exact.at) {
      exact.has_other = true;
    } else {
      exact.at = at;
    }
  }
  if (!exact.at) exact.at = fitting;
  return exact;
}

bool is_filled(ByteSpan bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
}

/// What the other extra fields of an entry say (APPNOTE 4.5).
struct Extra {
  std::optional<std::int64_t> modified;
  std::optional<ByteSpan> unicode_name;
};

Extra read_extra(const ZipEntry& entry, Member& member) {
  Extra extra;
  ByteReader reader(entry.extra);
  while (reader.remaining() >= 4) {
    const std::uint16_t id = *reader.u16_le();
    const std::uint16_t size = *reader.u16_le();
    const auto field = reader.take(size);
    if (!field) break;
    ByteReader value(*field);
    if (id == 0x5455) {
      const auto flags = value.u8();
      const auto time = value.u32_le();
      if (time && (*flags & 1) != 0) extra.modified = static_cast<std::int32_t>(*time);
    } else if (id == 0x9901 && member.method == kZipAes) {
      // WinZip's AES: version, "AE", strength, the method of what is encrypted.
      const auto version = value.u16_le();
      (void)value.u16_le();
      const auto strength = value.u8();
      const auto method = value.u16_le();
      if (method && *strength >= 1 && *strength <= 3) {
        member.aes_strength = *strength;
        member.method = *method;
        member.has_crc = *version == 1;
      }
    } else if (id == 0x7075 && size > 5) {
      // It says of which name it is another spelling.
      (void)value.u8();
      if (value.u32_le() == crc32_of(0, entry.name)) extra.unicode_name = field->subspan(5);
    }
  }
  return extra;
}

std::int64_t dos_seconds(std::uint32_t date, std::uint32_t time) {
  return seconds_of(1980 + (date >> 9), std::max(date >> 5 & 15, 1U), std::max(date & 31, 1U),
                    time >> 11, time >> 5 & 63, (time & 31) * 2);
}

/// \param has_data  what has bytes is a file: archives made of a pipe's output have the pipe's
/// mode, and what a folder holds would be seen by nobody
MemberKind kind_of(std::string_view name, unsigned made_by, std::uint32_t attributes,
                   bool has_data) {
  if (made_by == kMadeByUnix || made_by == kMadeByMac) {
    const std::uint32_t type = attributes >> 16 & kModeType;
    if (type == kModeLink) return MemberKind::kLink;
    if (type == kModeDirectory && !has_data) return MemberKind::kDirectory;
    if (type != 0 && type != kModeRegular && !has_data) return MemberKind::kOther;
  }
  if (has_data) return MemberKind::kFile;
  const bool is_directory =
      name.ends_with('/') || (made_by == kMadeByDos && (attributes & kDosDirectory) != 0);
  return is_directory ? MemberKind::kDirectory : MemberKind::kFile;
}

}  // namespace

std::unique_ptr<Package> open_zip_archive(ByteWindow& window, const Limits& limits,
                                          std::string_view password, UnpackerMemory& memory) {
  return std::make_unique<ZipArchive>(window, limits, password, memory);
}

Result<Package::Step> ZipArchive::next(Member& member) {
  while (part_ != Part::kEntries) {
    LECTERN_TRY(const Step step, find_directory());
    if (step == Step::kNeedsBytes) return step;
  }
  return read_entry(member);
}

Result<Package::Step> ZipArchive::find_directory() {
  switch (part_) {
    case Part::kEnd:
      return read_end();
    case Part::kZip64End:
    case Part::kZip64EndBefore:
      return read_zip64_end();
    case Part::kBetween:
      return read_between();
    default:
      return read_start();
  }
}

Result<Package::Step> ZipArchive::read_end() {
  if (!window_.size()) {
    // Only the end tells where the directory is: all has to be kept until it comes.
    window_.keep_all();
    if (!window_.get(limits_.max_decoded_bytes, 1)) return Step::kNeedsBytes;
    if (!window_.size()) {
      return fail(ErrorCode::kLimitExceeded,
                  {"the ZIP archive comes as a stream and is longer than {byte}, the limit",
                   limits_.max_decoded_bytes});
    }
  }
  const std::uint64_t size = *window_.size();
  const std::uint64_t tail_bytes = std::min(size, kTailBytes);
  const auto tail = window_.get(size - tail_bytes, tail_bytes);
  if (!tail) return Step::kNeedsBytes;
  const EndRecord record = find_end_record(*tail);
  if (!record.at) {
    return fail(kCorrupt, {"the ZIP archive has no end record in its last {byte}: it is cut off",
                           static_cast<std::uint64_t>(tail->size())});
  }
  const std::size_t at = *record.at;
  directory_ = *read_zip_end_record(tail->subspan(at));
  directory_end_ = size - tail->size() + at;
  if (directory_.disk != directory_.first_disk && directory_.disk != kFull16) {
    return fail(
        ErrorCode::kUnsupportedFormat,
        {"the file is part {} of a split ZIP archive; join its parts first", directory_.disk + 1U});
  }
  if (record.has_other) {
    warn({"the ZIP archive has two end records; the one at byte {} counts", directory_end_});
  }
  const ByteSpan after = tail->subspan(at + kZipEndBytes);
  comment_ = decode_member_name(after.first(directory_.comment_bytes));
  const ByteSpan behind = after.subspan(directory_.comment_bytes);
  if (!is_filled(behind))
    warn({"{byte} behind the ZIP archive are no part of it", std::uint64_t{behind.size()}});
  zip64_end_ = zip64_end_before(*tail, at);
  part_ = Part::kStart;
  if (!zip64_end_) return Step::kEnd;
  if (directory_.wants_zip64()) return use_zip64();
  // Programs that stream write both, though all the numbers fit.
  if (at >= kZip64Bytes && has_bytes_at(*tail, at - kZip64Bytes, kZip64EndMark))
    directory_end_ -= kZip64Bytes;
  return Step::kEnd;
}

Package::Step ZipArchive::use_zip64() {
  directory_.offset = *std::exchange(zip64_end_, std::nullopt);
  directory_end_ -= kZip64LocatorBytes;
  part_ = Part::kZip64End;
  return Step::kEnd;
}

/// Where the locator says; behind other bytes before the archive, right before the locator.
Result<Package::Step> ZipArchive::read_zip64_end() {
  const std::uint64_t place =
      part_ == Part::kZip64End
          ? directory_.offset
          : directory_end_ - std::min<std::uint64_t>(directory_end_, kZip64EndBytes);
  const auto bytes = window_.get(place, kZip64EndBytes);
  if (!bytes) return Step::kNeedsBytes;
  if (const auto record = read_zip64_record(*bytes)) {
    directory_ = *record;
    if (place + kZip64EndBytes < directory_end_)
      between_bytes_ += directory_end_ - place - kZip64EndBytes;
    directory_end_ = place;
    part_ = Part::kStart;
    return Step::kEnd;
  }
  if (part_ == Part::kZip64EndBefore) {
    return fail(kCorrupt, {"the ZIP archive has no zip64 end record at byte {}", directory_.offset},
                directory_.offset);
  }
  part_ = Part::kZip64EndBefore;
  return Step::kEnd;
}

/// Decides where the directory begins: right before its end record, which finds it in an archive
/// with other bytes before it too, else where the record says.
Result<Package::Step> ZipArchive::read_start() {
  const std::uint64_t size = directory_.size;
  const std::uint64_t offset = directory_.offset;
  const std::uint64_t end = directory_end_;
  if (directory_.entries > limits_.max_members) {
    return fail(ErrorCode::kLimitExceeded, {"the archive has {member}, more than the limit of {,}",
                                            directory_.entries, limits_.max_members});
  }
  if (size == 0) return settle(end);
  const bool is_as_said = part_ == Part::kStartAsSaid || size > end;
  const std::uint64_t start = is_as_said ? offset : end - size;
  const auto mark = window_.get(start, kZipEntryMark.size(), std::min(size, kDirectoryPieceBytes));
  if (!mark) return Step::kNeedsBytes;
  const bool is_there = starts_with(*mark, kZipEntryMark) && start < end;
  if (is_there && !is_as_said && start >= offset) {
    part_ = Part::kBetween;
    return Step::kEnd;
  }
  if (!is_as_said) {
    is_at_end_ = is_there;
    part_ = Part::kStartAsSaid;
    return Step::kEnd;
  }
  if (!is_there && zip64_end_) return use_zip64();
  if (!is_there && is_at_end_) {
    warn(
        {"the directory of the ZIP archive stands at byte {}, not at byte {} as its end record "
         "says",
         end - size, offset});
    return settle(end - size);
  }
  if (!is_there) {
    return fail(kCorrupt, {"the ZIP archive has no directory of {byte} at byte {}", size, offset},
                offset);
  }
  return settle_as_said();
}

/// The directory stands right before its end record, or behind where that says.
Result<Package::Step> ZipArchive::read_between() {
  const std::uint64_t start = directory_end_ - directory_.size;
  const std::optional<bool> is_longer = has_entries_between(directory_.offset, start);
  if (!is_longer) return Step::kNeedsBytes;
  if (*is_longer) return settle_as_said();
  shift_ = start - directory_.offset;
  return settle(start);
}

/// Whether nothing but entries stands before those at `start`: then it is the size of the directory
/// that is wrong. \returns nothing while bytes are missing
std::optional<bool> ZipArchive::has_entries_between(std::uint64_t offset, std::uint64_t start) {
  if (start == offset || start - offset > kDirectoryPieceBytes) return false;
  const auto mark = window_.get(offset, kZipEntryMark.size());
  if (!mark) return std::nullopt;
  if (!starts_with(*mark, kZipEntryMark)) return false;
  const auto between = window_.get(offset, start - offset);
  if (!between) return std::nullopt;
  return are_zip_entries(*between);
}

Package::Step ZipArchive::settle_as_said() {
  warn({"the directory of the ZIP archive is not the {byte} that its end record says",
        directory_.size});
  return settle(directory_.offset);
}

Package::Step ZipArchive::settle(std::uint64_t start) {
  position_ = directory_start_ = start;
  part_ = Part::kEntries;
  return Step::kEnd;
}

Result<Package::Step> ZipArchive::read_entry(Member& member) {
  if (has_ended_ || position_ >= directory_end_) return end_of_directory();
  const std::uint64_t ahead = std::min(directory_end_ - position_, kDirectoryPieceBytes);
  const auto corrupt = [this] {
    return fail(kCorrupt, {"the directory of the ZIP archive is damaged at byte {}", position_},
                position_);
  };
  const auto fixed = window_.get(position_, kZipEntryBytes, ahead);
  if (!fixed) return Step::kNeedsBytes;
  const auto size = zip_entry_size(*fixed);
  if (!size && has_all_entries()) return end_of_directory();
  if (!size || *size > directory_end_ - position_) return corrupt();
  const auto bytes = window_.get(position_, *size, ahead);
  if (!bytes) return Step::kNeedsBytes;
  const auto entry = read_zip_entry(*bytes);
  if (!entry || bytes->size() < *size || entry->lacks_zip64) return corrupt();
  member = {};
  member.flags = entry->flags;
  member.method = entry->method;
  member.dos_time = entry->dos_time;
  member.crc = entry->crc;
  member.stored_bytes = entry->packed_bytes;
  member.size_bytes = entry->size_bytes;
  member.place = entry->header_offset + shift_;
  const bool is_streamed = (entry->flags & kZipSizesBehind) != 0;
  const std::uint64_t stored = std::min(entry->packed_bytes, directory_end_);
  const std::uint64_t from = std::min(member.place, directory_end_);
  const std::uint64_t told =
      std::min<std::uint64_t>(entry->name.size() + entry->extra.size(), kMostTold);
  stretches_.push_back(
      {from, from + kZipLocalBytes + told + stored + (is_streamed ? kLeastSizesBehind : 0), stored,
       is_streamed, false});
  const Extra extra = read_extra(*entry, member);
  const bool is_utf8 = (member.flags & kZipUtf8) != 0;
  member.name =
      decode_member_name(is_utf8 || !extra.unicode_name ? entry->name : *extra.unicode_name);
  if (entry->made_by == kMadeByDos && member.name.find('/') == member.name.npos) {
    std::replace(member.name.begin(), member.name.end(), '\\', '/');
  }
  // Deflate makes two bytes of none.
  const bool has_data =
      member.size_bytes != 0U || (stored > 2 && (member.flags & kZipEncrypted) == 0);
  member.kind = kind_of(member.name, entry->made_by, entry->attributes, has_data);
  member.is_encrypted = (member.flags & kZipEncrypted) != 0;
  member.is_locked = member.is_encrypted && (member.flags & kZipStrong) != 0;
  member.modified = extra.modified;
  if (!member.modified && entry->dos_date != 0) {
    member.modified = dos_seconds(entry->dos_date, member.dos_time);
  }
  member.is_utc = extra.modified.has_value();
  member.comment = decode_member_name(entry->comment);
  position_ += *size;
  LECTERN_CHECK(count_member());
  name_if_none(member);
  return Step::kMember;
}

/// An end record has 16 bits for their number.
bool ZipArchive::has_all_entries() const {
  return members_ == directory_.entries || (members_ & kFull16) == directory_.entries;
}

/// What the directory leaves out would be seen by nobody: members, too, that have a header of their
/// own only.
Result<Package::Step> ZipArchive::end_of_directory() {
  if (!std::exchange(has_ended_, true)) {
    stretches_.push_back({directory_start_, position_, 0, false, true});
    std::sort(stretches_.begin(), stretches_.end(),
              [](const Stretch& a, const Stretch& b) { return a.from < b.from; });
  }
  for (; looked_at_ < stretches_.size(); ++looked_at_) {
    LECTERN_TRY(const Step step, look_between());
    if (step == Step::kNeedsBytes) return step;
  }
  if (behind_bytes_ > 0) {
    LECTERN_TRY(const Step step, look_behind());
    if (step == Step::kNeedsBytes) return step;
  }
  if (!has_all_entries()) {
    warn({"the directory of the ZIP archive has {member}, its end record says {,}", members_,
          directory_.entries});
  }
  if (const std::uint64_t first = stretches_[0].from; first > 0)
    warn({"{byte} before the first member of the ZIP archive are no part of it", first});
  if (between_bytes_ > 0) {
    warn(
        {"{byte} between the members of the ZIP archive and its directory belong to none of them; "
         "what they hold is not read",
         between_bytes_});
  }
  if (too_long_ > 0) {
    warn(
        {"the directory of the ZIP archive gives {member} more bytes than there are before what "
         "follows",
         too_long_});
  }
  if (padded_ > kMostPadded) {
    warn(
        {"more than {} members of the ZIP archive are filled up; what stands between the others "
         "is not looked at",
         kMostPadded});
  }
  return Step::kEnd;
}

/// Counts what stands between a member, or the directory, and what follows.
Result<Package::Step> ZipArchive::look_between() {
  const Stretch& stretch = stretches_[looked_at_];
  const bool is_last = looked_at_ + 1 == stretches_.size();
  const std::uint64_t next = is_last ? directory_end_ : stretches_[looked_at_ + 1].from;
  std::uint64_t end = std::max(covered_to_, stretch.to);
  // No member takes less than a header.
  const std::uint64_t room = kZipLocalBytes + (stretch.is_streamed ? kStreamedBytes : 0);
  const bool has_room = !stretch.is_directory && end + room < next;
  if (has_room && padded_ < kMostPadded) {
    const auto header = window_.get(stretch.from, kZipLocalBytes, kHeadersBytes);
    if (!header) return Step::kNeedsBytes;
    ByteReader lengths(header->subspan(std::min(kLengthsAt, header->size())));
    const auto name_bytes = lengths.u16_le();
    const auto extra_bytes = lengths.u16_le();
    // Where there is none, reading the member says so.
    const bool is_header = extra_bytes && starts_with(*header, kZipLocalMark);
    const std::uint64_t own = is_header ? kZipLocalBytes + *name_bytes + *extra_bytes : 0;
    end = is_header ? std::max(end, stretch.from + own + stretch.stored_bytes) : next;
    if (end + kMostSizesBehind < next) {
      const bool is_before_directory = next == directory_start_;
      (is_before_directory ? behind_bytes_ : between_bytes_) += next - end;
      if (is_before_directory) behind_from_ = end;
    }
  }
  if (has_room) ++padded_;
  if (stretch.is_directory) {
    if (end < next) between_bytes_ += next - end;
  } else if (next != stretch.from &&  // two may be one
             next < stretch.from + kZipLocalBytes + stretch.stored_bytes) {
    ++too_long_;
  }
  covered_to_ = end;
  return Step::kMember;
}

/// Takes Android's signatures off what stands behind the last member, and the zeros that align
/// them.
Result<Package::Step> ZipArchive::look_behind() {
  if (!is_signed_) {
    const auto block = window_.get(directory_start_ - kSigningEndBytes, kSigningEndBytes);
    if (!block) return Step::kNeedsBytes;
    const std::uint64_t size = ByteReader(*block).u64_le().value_or(0);
    is_signed_ = has_bytes_at(*block, sizeof(size), kSigningMark) && size < behind_bytes_ &&
                 size + sizeof(size) <= behind_bytes_;
    if (is_signed_) behind_bytes_ -= size + sizeof(size);
  }
  if (is_signed_ && behind_bytes_ < kSigningAlignment) {
    const auto zeros = window_.get(behind_from_, behind_bytes_);
    if (!zeros) return Step::kNeedsBytes;
    if (is_filled(*zeros)) behind_bytes_ = 0;
  }
  between_bytes_ += std::exchange(behind_bytes_, 0);
  return Step::kMember;
}

Result<std::unique_ptr<MemberStream>> ZipArchive::open(const Member& member) {
  return open_zip_stream(window_, member, password_, memory_);
}

}  // namespace lectern
