#include "base/format.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern {

TEST_CASE("numbers get a comma every three digits") {
  CHECK(with_thousands(0) == "0");
  CHECK(with_thousands(999) == "999");
  CHECK(with_thousands(1000) == "1,000");
  CHECK(with_thousands(1234567) == "1,234,567");
}

TEST_CASE("sizes read as bytes, KB and MB") {
  CHECK(human_size(1) == "1 byte");
  CHECK(human_size(118) == "118 bytes");
  CHECK(human_size(245 * 1024) == "245 KB");
  CHECK(human_size(1024 * 1024) == "1.0 MB");
  CHECK(human_size(1024 * 1024 * 3 / 2) == "1.5 MB");
  CHECK(human_size(std::uint64_t{6} << 30) == "6.0 GB");
}

TEST_CASE("megabytes have two decimals and carry into the whole") {
  CHECK(megabytes(20971520) == "20.00");
  CHECK(megabytes(22020096) == "21.00");
  CHECK(megabytes(20971520 + 1024 * 512) == "20.50");
  CHECK(megabytes(1048575) == "1.00");
  CHECK(megabytes_limit(20971520) == "20");
  CHECK(megabytes_limit(1000000) == "0.95");
}

TEST_CASE("extensions compare without case and belong to the last path component") {
  CHECK(extension_of("a/b.c/PHOTO.JPeG") == "jpeg");
  CHECK(extension_of("C:\\pictures\\a.PNG") == "png");
  CHECK(extension_of("dir.d/file") == "");
  CHECK(extension_of(".gitignore") == "");
  CHECK(base_name("/a/b") == "b");
}

TEST_CASE("counted nouns agree with their number") {
  CHECK(counted(1, "line") == "1 line");
  CHECK(counted(0, "line") == "0 lines");
  CHECK(counted(1234, "line") == "1,234 lines");
}

}  // namespace lectern
