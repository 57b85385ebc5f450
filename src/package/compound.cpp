#include "package/compound.h"

#include <algorithm>

#include "base/byte_reader.h"
#include "base/format.h"
#include "package/member_name.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::string_view kSignature = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
constexpr std::size_t kHeaderBytes = 512;
constexpr std::size_t kCompoundEntryBytes = 128;
constexpr std::size_t kTablesInHeader = 109;
/// Numbers from here on are no sectors but marks: the end of a chain, a free sector.
constexpr std::uint32_t kFirstMark = 0xFFFFFFFA;
constexpr std::uint32_t kNoEntry = 0xFFFFFFFF;
/// Storages in storages.
constexpr std::size_t kMaxDepth = 64;
/// What all paths take.
constexpr std::uint64_t kMaxPathBytes = std::uint64_t{16} << 20;
/// What all reads may take is this, and a few times the file.
constexpr std::uint64_t kMaxReadBytes = std::uint64_t{256} << 20;
constexpr std::uint64_t kMaxReads = 8;
/// No program lets streams share their sectors, but damaged tables do: so much, and the file once.
constexpr std::uint64_t kMaxSharedBytes = std::uint64_t{1} << 20;
/// Streams that are named as cut off.
constexpr std::size_t kMaxNamedLacks = 16;

std::uint32_t u32_at(ByteSpan bytes, std::size_t offset) {
  if (offset + 4 > bytes.size()) return kNoEntry;
  return static_cast<std::uint32_t>(bytes[offset]) |
         static_cast<std::uint32_t>(bytes[offset + 1]) << 8 |
         static_cast<std::uint32_t>(bytes[offset + 2]) << 16 |
         static_cast<std::uint32_t>(bytes[offset + 3]) << 24;
}

/// A name in UTF-16; what is no character becomes U+FFFD, and so does a separator of paths.
std::string name_of(ByteSpan entry) {
  const std::size_t stated =
      static_cast<std::size_t>(entry[64]) | static_cast<std::size_t>(entry[65]) << 8;
  const std::size_t bytes = std::min<std::size_t>(stated < 2 ? 0 : stated - 2, 62);
  std::string name;
  for (std::size_t i = 0; i + 1 < bytes; i += 2) {
    char32_t unit = static_cast<char32_t>(entry[i] | entry[i + 1] << 8);
    if (unit == 0) break;
    if (unit >= 0xD800 && unit < 0xDC00 && i + 3 < bytes) {
      const auto low = static_cast<char32_t>(entry[i + 2] | entry[i + 3] << 8);
      if (low >= 0xDC00 && low < 0xE000) {
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        i += 2;
      }
    }
    append_utf8((unit >= 0xD800 && unit < 0xE000) || unit == '/' ? U'\uFFFD' : unit, name);
  }
  return name;
}

}  // namespace

Result<CompoundFile> CompoundFile::open(ByteSpan file) {
  CompoundFile compound(file);
  LECTERN_CHECK(compound.read_header());
  compound.read_allocation_table();
  LECTERN_CHECK(compound.read_directory());
  return compound;
}

Result<void> CompoundFile::read_header() {
  if (file_.size() < kHeaderBytes || !starts_with(file_, kSignature)) {
    return fail(ErrorCode::kCorruptDocument,
                {"no header of a compound file: {byte}", file_.size()});
  }
  const unsigned shift = file_[30];
  const unsigned mini_shift = file_[32];
  if (shift < 7 || shift > 16 || mini_shift < 4 || mini_shift >= shift) {
    return fail(ErrorCode::kCorruptDocument,
                {"sectors of 2^{} and 2^{} bytes at byte 30", shift, mini_shift}, 30);
  }
  sector_bytes_ = std::size_t{1} << shift;
  mini_sector_bytes_ = std::size_t{1} << mini_shift;
  directory_start_ = u32_at(file_, 48);
  mini_cutoff_ = u32_at(file_, 56);
  mini_table_start_ = u32_at(file_, 60);
  table_list_start_ = u32_at(file_, 68);
  return {};
}

ByteSpan CompoundFile::sector(std::uint32_t number) const {
  const std::uint64_t offset = (std::uint64_t{number} + 1) * sector_bytes_;
  if (number >= kFirstMark || offset >= file_.size()) return {};
  const auto start = static_cast<std::size_t>(offset);
  return file_.subspan(start, std::min(sector_bytes_, file_.size() - start));
}

void CompoundFile::read_allocation_table() {
  const std::size_t sectors = file_.size() / sector_bytes_ + 1;
  const auto take = [&](std::uint32_t number) {
    const ByteSpan bytes = sector(number);
    for (std::size_t at = 0; at + 4 <= bytes.size() && table_.size() < sectors; at += 4)
      table_.push_back(u32_at(bytes, at));
  };
  for (std::size_t i = 0; i < kTablesInHeader; ++i) {
    const std::uint32_t number = u32_at(file_, 76 + 4 * i);
    if (number < kFirstMark) take(number);
  }
  // Longer lists go on in sectors of their own, the last number of each being the next sector.
  std::uint32_t list = table_list_start_;
  for (std::size_t seen = 0; list < kFirstMark && seen < sectors; ++seen) {
    const ByteSpan bytes = sector(list);
    if (bytes.size() < sector_bytes_) return;
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 4) {
      const std::uint32_t number = u32_at(bytes, at);
      if (number < kFirstMark) take(number);
    }
    list = u32_at(bytes, sector_bytes_ - 4);
  }
}

std::uint32_t CompoundFile::next_sector(std::uint32_t number) const {
  return number < table_.size() ? table_[number] : kNoEntry;
}

/// The bytes of a chain, which ends where it leaves the file, and after as many sectors as there
/// are. \param entry  the stream that they belong to, whose chain ends where it comes back
ByteVector CompoundFile::chain(std::uint32_t start, std::uint64_t max_bytes,
                               const CompoundEntry* entry) const {
  ByteVector bytes;
  std::size_t left = file_.size() / sector_bytes_ + 1;
  for (std::uint32_t at = start; at < kFirstMark && bytes.size() < max_bytes && left > 0; --left) {
    const ByteSpan part = sector(at);
    if (part.empty()) break;
    const auto take =
        static_cast<std::size_t>(std::min<std::uint64_t>(part.size(), max_bytes - bytes.size()));
    if (entry != nullptr && !take_sector(owners_, at, *entry, take)) break;
    bytes.insert(bytes.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(take));
    at = next_sector(at);
  }
  return bytes;
}

Result<void> CompoundFile::read_directory() {
  const ByteVector bytes = chain(directory_start_, kMaxEntries * kCompoundEntryBytes + 1);
  if (bytes.size() > kMaxEntries * kCompoundEntryBytes) {
    return fail(ErrorCode::kLimitExceeded,
                {"the directory has more than {,} entries", kMaxEntries});
  }
  const std::size_t count = bytes.size() / kCompoundEntryBytes;
  if (count == 0) {
    return fail(ErrorCode::kCorruptDocument,
                {"the directory, at sector {}, is not in the file", directory_start_});
  }
  const auto entry = [&](std::uint32_t number) {
    return ByteSpan(bytes).subspan(number * kCompoundEntryBytes, kCompoundEntryBytes);
  };
  const auto size_of = [&](ByteSpan one) -> std::uint64_t {
    // Version 3 has 32 bits; what stands above them may be anything.
    const std::uint64_t upper = sector_bytes_ > 512 ? u32_at(one, 124) : 0;
    return upper << 32 | u32_at(one, 120);
  };
  mini_stream_ =
      chain(u32_at(entry(0), 116), std::min<std::uint64_t>(size_of(entry(0)), file_.size()));
  const ByteVector mini = chain(mini_table_start_, file_.size());
  for (std::size_t at = 0; at + 4 <= mini.size(); at += 4) mini_table_.push_back(u32_at(mini, at));

  constexpr std::size_t kNoStorage = ~std::size_t{0};
  struct Pending {
    std::uint32_t number;
    std::size_t storage;  ///< its place in `entries_`
    std::size_t depth;
    bool is_next = false;  ///< all that stand before it are listed
  };
  std::vector<bool> is_seen(count);
  is_seen[0] = true;
  std::vector<Pending> pending{{u32_at(entry(0), 76), kNoStorage, 0}};
  std::uint64_t missing = 0;
  std::uint64_t path_bytes = 0;
  while (!pending.empty()) {
    const Pending next = pending.back();
    pending.pop_back();
    if (next.number >= count && next.number != kNoEntry) ++missing;
    if (next.number >= count) continue;
    const ByteSpan one = entry(next.number);
    if (!next.is_next) {
      if (is_seen[next.number]) continue;
      is_seen[next.number] = true;
      pending.push_back({u32_at(one, 72), next.storage, next.depth});
      pending.push_back({next.number, next.storage, next.depth, true});
      pending.push_back({u32_at(one, 68), next.storage, next.depth});
      continue;
    }
    const unsigned type = one[66];
    if (type != 1 && type != 2) continue;
    CompoundEntry found;
    if (next.storage != kNoStorage) found.path = entries_[next.storage].path + '/';
    found.path += name_of(one);
    path_bytes += found.path.size();
    if (path_bytes > kMaxPathBytes) {
      return fail(ErrorCode::kLimitExceeded,
                  {"the names in the directory take more than {byte}", kMaxPathBytes});
    }
    found.is_storage = type == 1;
    found.size_bytes = found.is_storage ? 0 : size_of(one);
    found.start_sector = u32_at(one, 116);
    found.number = static_cast<std::uint32_t>(entries_.size()) + 1;
    if (found.is_storage && next.depth < kMaxDepth)
      pending.push_back({u32_at(one, 76), entries_.size(), next.depth + 1});
    by_path_.emplace(ascii_lower(found.path), entries_.size());
    entries_.push_back(std::move(found));
  }
  if (missing > 0) {
    add_to(warnings_, {"the directory of the file is cut off after {,} entries: parts are missing",
                       static_cast<std::uint64_t>(count)});
  }
  return {};
}

std::span<const CompoundEntry> CompoundFile::below(std::string_view folder) const {
  const std::span<const CompoundEntry> all(entries_);
  if (folder.empty()) return all;
  const CompoundEntry* storage = find(folder.substr(0, folder.size() - 1));
  if (storage == nullptr) return {};
  // What is in a storage stands right behind it.
  const std::size_t first = static_cast<std::size_t>(storage - entries_.data()) + 1;
  std::size_t end = first;
  while (end < all.size() && all[end].path.starts_with(folder)) ++end;
  return all.subspan(first, end - first);
}

const CompoundEntry* CompoundFile::find(std::string_view path) const {
  const auto found = by_path_.find(ascii_lower(path));
  return found == by_path_.end() ? nullptr : &entries_[found->second];
}

/// \param bytes  how many of the stream are there
void CompoundFile::note_lack(const CompoundEntry& entry, std::uint64_t bytes) const {
  if (warnings_.size() > kMaxNamedLacks) return;
  std::string warning = warnings_.size() == kMaxNamedLacks
                            ? std::string("more streams of the file are cut off")
                            : compose({"{}: only {,} of its {byte} are in the file, which is cut "
                                       "off or damaged; the rest is missing",
                                       told_name(entry.path), bytes, entry.size_bytes});
  const bool is_known = std::find(warnings_.begin(), warnings_.end(), warning) != warnings_.end();
  if (!is_known) warnings_.push_back(std::move(warning));
}

/// \returns false when this read had the sector before: the chain leads back
bool CompoundFile::take_sector(std::vector<Owner>& owners, std::size_t number,
                               const CompoundEntry& entry, std::size_t bytes) const {
  if (number >= owners.size()) owners.resize(number + 1);
  Owner& owner = owners[number];
  if (owner.read == reads_) return false;
  owner.read = reads_;
  if (owner.entry == 0) owner.entry = entry.number;
  if (owner.entry != entry.number) shared_bytes_ += bytes;
  return true;
}

/// Before a stream of so many bytes more.
Result<void> CompoundFile::check_reads(std::uint64_t more) const {
  ++reads_;
  read_bytes_ += more;
  if (read_bytes_ <= kMaxReadBytes + kMaxReads * file_.size() &&
      shared_bytes_ <= kMaxSharedBytes + file_.size())
    return {};
  const std::string what = "streams that share their bytes are read too often: some are left out";
  if (std::find(warnings_.begin(), warnings_.end(), what) == warnings_.end())
    warnings_.push_back(what);
  return fail(ErrorCode::kLimitExceeded, {"{}", what});
}

Result<ByteVector> CompoundFile::read(const CompoundEntry& entry, std::uint64_t max_bytes) const {
  // A stream has no more bytes than the file, whatever it states.
  const std::uint64_t size = std::min<std::uint64_t>(entry.size_bytes, file_.size());
  if (size > max_bytes) {
    return fail(ErrorCode::kLimitExceeded,
                {"{}: it has {byte}, more than {,}", told_name(entry.path), size, max_bytes});
  }
  LECTERN_CHECK(check_reads(size));
  ByteVector bytes;
  if (size >= mini_cutoff_) {
    bytes = chain(entry.start_sector, size, &entry);
  } else {
    std::size_t left = mini_table_.size();
    for (std::uint32_t at = entry.start_sector;
         at < mini_table_.size() && bytes.size() < size && left > 0; at = mini_table_[at], --left) {
      const std::uint64_t place = std::uint64_t{at} * mini_sector_bytes_;
      if (place >= mini_stream_.size()) break;
      const auto offset = static_cast<std::size_t>(place);
      const auto take = static_cast<std::size_t>(std::min<std::uint64_t>(
          {mini_sector_bytes_, mini_stream_.size() - offset, size - bytes.size()}));
      if (!take_sector(mini_owners_, at, entry, take)) break;
      bytes.insert(bytes.end(), mini_stream_.begin() + static_cast<std::ptrdiff_t>(offset),
                   mini_stream_.begin() + static_cast<std::ptrdiff_t>(offset + take));
    }
  }
  if (bytes.size() < entry.size_bytes) note_lack(entry, bytes.size());
  if (bytes.empty() && size > 0) {
    return fail(ErrorCode::kCorruptDocument,
                {"{}: nothing of its {byte} is in the file", told_name(entry.path), size});
  }
  return bytes;
}

}  // namespace lectern
