#include "command/progress.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern::command {

TEST_CASE("the summary of a batch names what there was") {
  CHECK(summary({}) == "0 files, 0 bytes, 0 failures");
  CHECK(summary({1, 1, 0, 0, 100}) == "1 file, 100 bytes, 1 failure");
  CHECK(summary({1204, 3, 18, 2, std::uint64_t{512} << 20}) ==
        "1,204 files, 512.0 MB, 3 failures, 18 unchanged, 2 left out (links and special files)");
}

TEST_CASE("the bar grows with the files that are done, read or unchanged") {
  CHECK(progress_line({}, 0, false) == "[--------------------] 0 of 0+ files, 0 bytes, 0 failures");
  CHECK(progress_line({200, 3, 101, 0, 2048}, 1204, false) ==
        "[#####---------------] 301 of 1,204+ files, 2 KB, 3 failures");
  CHECK(progress_line({4, 0, 0, 0, 4}, 4, true) ==
        "[####################] 4 of 4 files, 4 bytes, 0 failures");
}

}  // namespace lectern::command
