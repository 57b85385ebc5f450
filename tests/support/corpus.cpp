#include "support/corpus.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace lectern::testing {
namespace {

namespace fs = std::filesystem;

/// Read and parsed once for all tests.
const nlohmann::json& manifest() {
  static const nlohmann::json parsed = [] {
    std::ifstream stream(corpus_path() / "manifest.json");
    return nlohmann::json::parse(stream, nullptr, false);
  }();
  return parsed;
}

}  // namespace

std::string CorpusEntry::verdict() const { return facts.value("verdict", ""); }

fs::path source_path(std::string_view path) { return fs::path(LECTERN_SOURCE_DIR) / path; }

fs::path corpus_path() {
  const char* variable = std::getenv("LECTERN_CORPUS");
  const fs::path path = variable != nullptr ? fs::path(variable) : source_path("../shared/corpus");
  return fs::exists(path / "manifest.json") ? path : fs::path();
}

std::vector<CorpusEntry> corpus_entries(std::string_view kind) {
  if (corpus_path().empty()) {
    SKIP("no corpus: set LECTERN_CORPUS to a folder with a manifest.json");
  }
  std::vector<CorpusEntry> entries;
  for (const nlohmann::json& entry : manifest()) {
    if (entry["kind"] == kind) {
      entries.push_back({entry["path"], entry["kind"], entry["facts"], entry});
    }
  }
  REQUIRE_FALSE(entries.empty());
  return entries;
}

ByteVector corpus_bytes(std::string_view relative_path) {
  return file_bytes(corpus_path() / relative_path);
}

ByteVector file_bytes(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  INFO("file " << path);
  REQUIRE(stream.good());
  ByteVector bytes(fs::file_size(path));
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  REQUIRE(stream.gcount() == static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

}  // namespace lectern::testing
