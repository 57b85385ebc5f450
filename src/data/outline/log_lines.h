// Lines of logs: their time and their level.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lectern {

struct LogStamp {
  std::int64_t seconds = 0;  ///< since some fixed moment, the same for all lines of a form
  std::string_view text;     ///< as the line has it
  std::int64_t period =
      0;  ///< seconds after which they begin again: a clock's day, a year; 0: never
};

/// Where most of the line's time stands: ISO 8601, syslog, web servers, a clock, seconds.
std::optional<LogStamp> find_log_stamp(std::string_view line);

enum class LogLevel : std::uint8_t { kNone, kFatal, kError, kWarning, kInfo, kDebug };
inline constexpr std::size_t kLogLevels = 6;

/// What the line calls itself.
LogLevel find_log_level(std::string_view line);

}  // namespace lectern
