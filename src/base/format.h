// Numbers and names as people read them. Shared by every reader's messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ranges.h"

namespace lectern {

/// "1,234,567"
std::string with_thousands(std::uint64_t value);

/// "118 bytes", "245 KB", "1.2 MB": 1 KB is 1024 bytes.
std::string human_size(std::uint64_t size_bytes);

/// Mebibytes with two decimals, rounded: 20971521 -> "20.00".
std::string megabytes(std::uint64_t size_bytes);

/// The limit of the contract's "exceeds 20MB" wording: whole mebibytes without decimals, else two.
std::string megabytes_limit(std::uint64_t size_bytes);

/// How far a file is over its limit: "20MB limit (actual: 21.00MB)", without the part in brackets
/// when its size is unknown. Below one megabyte both are in bytes, so that they differ.
std::string limit_text(std::uint64_t limit_bytes, std::optional<std::uint64_t> actual_bytes);

/// "1 line", "2 lines", "1,234 lines": `noun` in the singular.
std::string counted(std::uint64_t count, std::string_view noun);

/// "1-3,7": pages or cells as a request names them.
std::string ranges_text(const std::vector<NumberRange>& ranges);

/// "1-40,900-": lines as a request names them.
std::string ranges_text(const std::vector<LineRange>& ranges);

/// The last component of a path; both '/' and '\\' separate.
std::string_view base_name(std::string_view path);

/// The extension in lower case without its dot: "a/B.PNG" -> "png"; "" when there is none.
std::string extension_of(std::string_view path);

/// ASCII letters in lower case; other bytes unchanged.
std::string ascii_lower(std::string_view text);

}  // namespace lectern
