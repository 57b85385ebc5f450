// How a batch shows on a terminal what it has done, and what it says at the end.
#pragma once

#include <cstdint>
#include <string>

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

}  // namespace lectern::command
