// Each notebook of fixtures/ against its reviewed content in golden/. LECTERN_UPDATE_GOLDEN=1
// writes the golden files anew; review their changes before you commit them.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "read/read.h"
#include "support/corpus.h"

namespace lectern {
namespace {

namespace fs = std::filesystem;

fs::path folder() { return testing::source_path("tests/notebook"); }

}  // namespace

TEST_CASE("notebooks are shown as their reviewed golden files have them") {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder() / "fixtures")) {
    const std::string name = entry.path().stem().string();
    INFO(name);
    const ByteVector bytes = testing::file_bytes(entry.path());
    ReadRequest request;
    request.file_path = entry.path().filename().string();
    const ToolResult result = read(bytes, request);
    REQUIRE(result.success);
    const fs::path golden = folder() / "golden" / (name + ".md");
    if (std::getenv("LECTERN_UPDATE_GOLDEN") != nullptr) {
      std::ofstream(golden, std::ios::binary) << result.content;
    }
    const ByteVector expected = testing::file_bytes(golden);
    CHECK(result.content == as_chars(expected));
    ++count;
  }
  CHECK(count == 8);
}

}  // namespace lectern
