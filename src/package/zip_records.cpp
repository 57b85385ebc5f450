#include "package/zip_records.h"

#include <algorithm>

#include "base/byte_reader.h"

namespace lectern {
namespace {

constexpr std::uint16_t kZip64Extra = 1;
constexpr std::uint32_t kFull = 0xFFFFFFFF;

/// Takes from the extra field what 32 bits could not hold.
void take_zip64(ZipEntry& entry) {
  std::uint64_t* const numbers[] = {&entry.size_bytes, &entry.packed_bytes, &entry.header_offset};
  bool wanted[3];
  for (std::size_t i = 0; i < 3; ++i) wanted[i] = *numbers[i] == kFull;
  ByteReader extra(entry.extra);
  while (extra.remaining() >= 4) {
    const std::uint16_t id = *extra.u16_le();
    const auto field = extra.take(*extra.u16_le());
    if (!field) return;
    if (id != kZip64Extra) continue;
    ByteReader values(*field);
    for (std::size_t i = 0; i < 3; ++i) {
      if (!wanted[i]) continue;
      if (const auto value = values.u64_le()) {
        *numbers[i] = *value;
        wanted[i] = false;
      }
    }
    entry.lacks_zip64 = wanted[0] || wanted[1] || wanted[2];
    return;
  }
}

}  // namespace

std::optional<ZipDirectory> read_zip_end_record(ByteSpan bytes) {
  ByteReader reader(bytes);
  (void)reader.u32_le();
  ZipDirectory directory;
  directory.disk = reader.u16_le().value_or(0);
  directory.first_disk = reader.u16_le().value_or(0);
  (void)reader.u16_le();
  directory.entries = reader.u16_le().value_or(0);
  directory.size = reader.u32_le().value_or(0);
  directory.offset = reader.u32_le().value_or(0);
  const auto comment_bytes = reader.u16_le();
  if (!comment_bytes) return std::nullopt;
  directory.comment_bytes = *comment_bytes;
  return directory;
}

std::optional<ZipDirectory> read_zip64_record(ByteSpan bytes) {
  if (bytes.size() < kZip64EndBytes || !starts_with(bytes, kZip64EndMark)) return std::nullopt;
  ByteReader reader(bytes.subspan(32));
  ZipDirectory directory;
  directory.entries = *reader.u64_le();
  directory.size = *reader.u64_le();
  directory.offset = *reader.u64_le();
  return directory;
}

std::optional<std::uint64_t> zip64_end_before(ByteSpan tail, std::size_t end) {
  if (end < kZip64LocatorBytes) return std::nullopt;
  const std::size_t locator = end - kZip64LocatorBytes;
  if (!has_bytes_at(tail, locator, kZip64LocatorMark)) return std::nullopt;
  return ByteReader(tail.subspan(locator + 8)).u64_le();
}

std::optional<std::size_t> zip_entry_size(ByteSpan bytes) {
  if (bytes.size() < kZipEntryBytes || !starts_with(bytes, kZipEntryMark)) return std::nullopt;
  ByteReader lengths(bytes.subspan(28));
  std::size_t size = kZipEntryBytes;
  for (int i = 0; i < 3; ++i) size += *lengths.u16_le();
  return size;
}

std::optional<ZipEntry> read_zip_entry(ByteSpan bytes) {
  const auto record_bytes = zip_entry_size(bytes);
  if (!record_bytes) return std::nullopt;
  ZipEntry entry;
  entry.record_bytes = *record_bytes;
  entry.made_by = bytes[5];
  ByteReader reader(bytes.subspan(8));
  entry.flags = *reader.u16_le();
  entry.method = *reader.u16_le();
  entry.dos_time = *reader.u16_le();
  entry.dos_date = *reader.u16_le();
  entry.crc = *reader.u32_le();
  entry.packed_bytes = *reader.u32_le();
  entry.size_bytes = *reader.u32_le();
  const std::size_t name_bytes = *reader.u16_le();
  const std::size_t extra_bytes = *reader.u16_le();
  const std::size_t comment_bytes = *reader.u16_le();
  (void)reader.u32_le();
  entry.attributes = *reader.u32_le();
  entry.header_offset = *reader.u32_le();
  const auto name = reader.take(name_bytes);
  const auto extra = reader.take(extra_bytes);
  if (!name || !extra) return std::nullopt;
  entry.name = *name;
  entry.extra = *extra;
  entry.comment = reader.take(std::min(comment_bytes, reader.remaining())).value_or(ByteSpan());
  take_zip64(entry);
  return entry;
}

bool are_zip_entries(ByteSpan bytes) {
  while (!bytes.empty()) {
    const auto size = zip_entry_size(bytes);
    if (!size || *size > bytes.size()) return false;
    bytes = bytes.subspan(*size);
  }
  return true;
}

}  // namespace lectern
