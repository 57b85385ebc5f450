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

TEST_CASE("reading a large file shows how far it is, and no name moves the cursor") {
  CHECK(reading_line("logs/a.log", 64 << 20, 256 << 20) ==
        "[#####---------------] a.log, 64.0 MB of 256.0 MB");
  CHECK(reading_line("a\x1b[2J", 300, 100) ==
        "[####################] a\\x1b[2J, 100 bytes of 100 bytes");
  CHECK(reading_line("-", 32 << 20, std::nullopt) == "standard input, 32.0 MB");
  CHECK(reading_line(std::string(50, 'x'), 1, 2) ==
        "[##########----------] " + std::string(39, 'x') + "…, 1 byte of 2 bytes");
}

}  // namespace lectern::command
