#include "cli/manifest_file.h"

#include <catch2/catch_test_macros.hpp>
#include <fstream>

#include "support/temporary_folder.h"

namespace lectern::cli {

TEST_CASE("a manifest is written on from where it was whole") {
  const TemporaryFolder folder;
  folder.write("m", "whole\ntorn");
  {
    auto file = ManifestFile::open(folder / "m", 6);
    REQUIRE(file);
    REQUIRE(file->add("next\n"));
  }
  std::ifstream written(folder / "m");
  CHECK(std::string(std::istreambuf_iterator<char>(written), {}) == "whole\nnext\n");
  CHECK(ManifestFile::open(folder / "missing/m", 0).error().code == ErrorCode::kFileNotFound);
}

}  // namespace lectern::cli
