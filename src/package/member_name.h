// Names and times of members: decoded, compared, and shown so that nothing in them does harm.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace lectern {

/// A stored name as UTF-8. Bytes that are no UTF-8 are code page 437, as DOS had it.
std::string decode_member_name(ByteSpan raw);

/// The same of UTF-16, little endian; what is no character becomes U+FFFD.
std::string decode_utf16_name(ByteSpan raw);

/// The path that `name` has in its package: components joined by "/", without a leading slash, "."
/// and empty ones. Nothing for a name that leads out (".."), that is empty or that holds NUL.
std::optional<std::string> path_in_package(std::string_view name);

/// `name` for a model or a person to see: as it is, or as JSON text when it holds what does not
/// show, moves what follows it or ends a line. Always UTF-8: a stored name need not be.
std::string shown_name(std::string_view name);

/// The same for a message, in which a long name ends early.
std::string told_name(std::string_view name);

/// As JSON text, in which everything shows; UTF-8 too.
std::string quoted_text(std::string_view text);

/// Seconds since 1970 of a calendar time.
std::int64_t seconds_of(std::int64_t year, unsigned month, unsigned day, unsigned hour,
                        unsigned minute, unsigned second);

/// "2026-01-04T10:22:33Z", without the Z when the time zone is unknown; "" outside of the years 0
/// to 9999.
std::string time_text(std::int64_t seconds, bool is_utc);

}  // namespace lectern
