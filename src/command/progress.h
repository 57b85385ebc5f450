// How a batch, and the reading of a large file, show on a terminal what they have done; and what a
// batch says at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lectern::command {

struct Counts {
  std::uint64_t files = 0;  ///< with a result, a failure included
  std::uint64_t failures = 0;
  std::uint64_t unchanged = 0;
  std::uint64_t left_out = 0;  ///< links and special files
  std::uint64_t bytes = 0;     ///< of the files that were read
};

/// "1,204 files, 512.0 MB, 3 failures, 18 unchanged, 2 links or special files left out"
std::string summary(const Counts& counts);

/// "[#####---------------] 301 of 1,204+ files, 128.0 MB, 3 failures"
/// \param found        files that the walk has come to.
/// \param is_complete  whether there are no more.
std::string progress_line(const Counts& counts, std::uint64_t found, bool is_complete);

/// Bytes of a file that is so large that reading it shows its progress.
inline constexpr std::uint64_t kLargeFileBytes = std::uint64_t{16} << 20;

/// "[#####---------------] server.log, 128.0 MB of 512.0 MB"
/// \param path  as it was given; a long name is cut.
/// \param size  of the file in bytes; nothing when nobody knows, and then without a bar.
std::string reading_line(std::string_view path, std::uint64_t done,
                         std::optional<std::uint64_t> size);

}  // namespace lectern::command
