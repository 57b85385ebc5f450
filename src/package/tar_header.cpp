#include "package/tar_header.h"

#include <algorithm>

#include "package/member_name.h"

namespace lectern {
namespace {

using namespace std::string_view_literals;

/// Fields of a header: offset and size (POSIX.1-2017, pax, "ustar Interchange Format").
struct Field {
  std::size_t offset;
  std::size_t size;
};
constexpr Field kName{0, 100};
constexpr Field kSize{124, 12};
constexpr Field kModified{136, 12};
constexpr Field kChecksum{148, 8};
constexpr std::size_t kType = 156;
constexpr Field kTarget{157, 100};
constexpr std::size_t kMagic = 257;
constexpr Field kPrefix{345, 155};
/// star has times behind a shorter prefix, and a mark at the end.
constexpr Field kStarPrefix{345, 131};
constexpr std::size_t kStarMark = 508;
/// GNU sparse files.
constexpr std::size_t kSparseMap = 386;
constexpr std::size_t kSparseInHeader = 4;
constexpr std::size_t kSparseInBlock = 21;
constexpr std::size_t kSparseMore = 482;
constexpr std::size_t kSparseMoreInBlock = 504;
constexpr Field kRealSize{483, 12};
constexpr std::size_t kExtentBytes = 24;

ByteSpan field_of(ByteSpan block, Field field) { return block.subspan(field.offset, field.size); }

std::string_view text_of(ByteSpan block, Field field) {
  const std::string_view text = as_chars(field_of(block, field));
  return text.substr(0, text.find('\0'));
}

/// Octal digits, or a big number in base 256 (GNU, star). Nothing for a negative one.
std::optional<std::uint64_t> number_of(ByteSpan field) {
  std::uint64_t value = 0;
  if ((field[0] & 0x80) != 0) {
    if ((field[0] & 0x40) != 0) return std::nullopt;
    for (std::size_t i = 0; i < field.size(); ++i) {
      if (value >> 56 != 0) return std::nullopt;
      value = value << 8 | (i == 0 ? field[i] & 0x3F : field[i]);
    }
    return value;
  }
  std::string_view text = as_chars(field);
  text.remove_prefix(std::min(text.find_first_not_of(" \0"sv), text.size()));
  text = text.substr(0, text.find_first_of(" \0"sv));
  for (const char c : text) {
    if (c < '0' || c > '7' || value >> 60 != 0) return std::nullopt;
    value = value << 3 | static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

/// Old programs have added up signed bytes.
bool has_right_checksum(ByteSpan block) {
  const auto stored = number_of(field_of(block, kChecksum));
  std::int64_t sum = 0;
  std::int64_t signed_sum = 0;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const bool is_own = i >= kChecksum.offset && i < kChecksum.offset + kChecksum.size;
    const std::uint8_t byte = is_own ? std::uint8_t{' '} : block[i];
    sum += byte;
    signed_sum += static_cast<std::int8_t>(byte);
  }
  return stored && (*stored == static_cast<std::uint64_t>(sum) ||
                    static_cast<std::int64_t>(*stored) == signed_sum);
}

void add_extents(ByteSpan map, std::size_t count, std::vector<Extent>& extents) {
  for (std::size_t i = 0; i < count; ++i) {
    const ByteSpan entry = map.subspan(i * kExtentBytes, kExtentBytes);
    const auto offset = number_of(entry.first(12));
    const auto size = number_of(entry.subspan(12));
    if (!offset || !size || entry[0] == 0) return;
    extents.push_back({*offset, *size});
  }
}

}  // namespace

std::optional<TarHeader> parse_tar_header(ByteSpan block) {
  if (block.size() < kTarBlockBytes || !has_right_checksum(block)) return std::nullopt;
  const auto size = number_of(field_of(block, kSize));
  if (!size) return std::nullopt;
  TarHeader header;
  header.type = static_cast<char>(block[kType]);
  header.stored_bytes = *size;
  header.modified =
      static_cast<std::int64_t>(number_of(field_of(block, kModified)).value_or(0) & ~(1ULL << 63));
  header.name = text_of(block, kName);
  header.target = text_of(block, kTarget);
  if (has_bytes_at(block, kMagic, "ustar\0"sv)) {
    const bool is_star = has_bytes_at(block, kStarMark, "tar\0"sv);
    const std::string_view prefix = text_of(block, is_star ? kStarPrefix : kPrefix);
    if (!prefix.empty()) header.name = std::string(prefix) + "/" + header.name;
  }
  if (header.type == 'S') {
    header.real_bytes = number_of(field_of(block, kRealSize));
    add_extents(block.subspan(kSparseMap), kSparseInHeader, header.extents);
    header.has_more_extents = block[kSparseMore] != 0;
  }
  return header;
}

bool parse_tar_extents(ByteSpan block, std::vector<Extent>& extents) {
  add_extents(block, kSparseInBlock, extents);
  return block[kSparseMoreInBlock] != 0;
}

std::optional<std::uint64_t> parse_decimal(std::string_view text) {
  if (text.empty() || text.size() > 19) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

bool parse_pax_records(std::string_view text, TarOverrides& overrides) {
  while (!text.empty() && text.front() != '\0') {
    const std::size_t space = text.find(' ');
    const auto size = parse_decimal(text.substr(0, space));
    if (space == text.npos || !size || *size <= space + 1 || *size > text.size()) return false;
    const auto record_size = static_cast<std::size_t>(*size);
    const std::string_view record = text.substr(space + 1, record_size - space - 2);
    text.remove_prefix(record_size);
    const std::size_t equals = record.find('=');
    if (equals == record.npos) return false;
    const std::string_view key = record.substr(0, equals);
    const std::string_view value = record.substr(equals + 1);
    const auto number = parse_decimal(value);
    if (key == "path" && !overrides.is_sparse) {
      overrides.name = value;
    } else if (key == "linkpath") {
      overrides.target = value;
    } else if (key == "size") {
      overrides.stored_bytes = number;
    } else if (key == "mtime") {
      // Fractions of a second are not shown.
      const auto seconds = parse_decimal(value.substr(0, value.find('.')));
      if (seconds) overrides.modified = static_cast<std::int64_t>(*seconds & ~(1ULL << 63));
    } else if (key.starts_with("GNU.sparse.")) {
      const std::string_view part = key.substr("GNU.sparse."sv.size());
      overrides.is_sparse = true;
      if (part == "name") overrides.name = value;
      if (part == "size" || part == "realsize") overrides.real_bytes = number;
      if (part == "major") overrides.has_map_in_data = number == 1U;
      if (part == "offset" && number) overrides.extents.push_back({*number, 0});
      if (part == "numbytes" && number && !overrides.extents.empty()) {
        overrides.extents.back().size = *number;
      }
      if (part == "map") {
        std::string_view rest = value;
        while (!rest.empty()) {
          const auto take = [&rest] {
            const std::size_t end = std::min(rest.find(','), rest.size());
            const auto taken = parse_decimal(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
            return taken;
          };
          const auto offset = take();
          const auto bytes = take();
          if (!offset || !bytes) return false;
          overrides.extents.push_back({*offset, *bytes});
        }
      }
    }
  }
  return true;
}

}  // namespace lectern
