// One header of a tar file, and the records of pax headers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "package/package.h"

namespace lectern {

inline constexpr std::size_t kTarBlockBytes = 512;

/// How a sparse file's map is stored.
inline constexpr std::uint16_t kTarPlain = 0;
inline constexpr std::uint16_t kTarSparse = 1;     ///< in `Member::extents`
inline constexpr std::uint16_t kTarMapInData = 2;  ///< before the data (GNU sparse format 1.0)

/// A header as it stands, without what the headers before it say of its member.
struct TarHeader {
  char type = '0';
  std::string name;
  std::string target;
  std::uint64_t stored_bytes = 0;
  std::int64_t modified = 0;
  /// GNU sparse files: the real size, the first part of the map, and whether there is more of it.
  std::optional<std::uint64_t> real_bytes;
  std::vector<Extent> extents;
  bool has_more_extents = false;
};

/// Nothing when `block`, kTarBlockBytes long, is no header: its checksum is wrong.
std::optional<TarHeader> parse_tar_header(ByteSpan block);

/// The part of a GNU sparse map in a block of its own. \returns whether more such blocks follow.
bool parse_tar_extents(ByteSpan block, std::vector<Extent>& extents);

/// What the headers before a member's own say of it.
struct TarOverrides {
  std::optional<std::string> name;
  std::optional<std::string> target;
  std::optional<std::uint64_t> stored_bytes;
  std::optional<std::uint64_t> real_bytes;
  std::optional<std::int64_t> modified;
  std::vector<Extent> extents;
  bool is_sparse = false;
  bool has_map_in_data = false;
};

/// Reads the records of a pax header. \returns false where one is not well-formed; those before it
/// count.
bool parse_pax_records(std::string_view text, TarOverrides& overrides);

/// Decimal digits and nothing else.
std::optional<std::uint64_t> parse_decimal(std::string_view text);

}  // namespace lectern
