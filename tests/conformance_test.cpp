// Runs the cases of tests/conformance/*.json natively. The same cases run in every other host; see
// tests/conformance/README.md for their format. With LECTERN_UPDATE_CONFORMANCE=1 in the
// environment the files take over what the reads give, for a person to review in the diff.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/sha256.h"
#include "pdf/pdf_engine.h"
#include "read/json.h"
#include "support/corpus.h"

namespace lectern {
namespace {

namespace fs = std::filesystem;

ByteVector build_bytes(const Json& expression) {
  ByteVector bytes;
  const auto append = [&bytes](const ByteVector& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
  };
  if (expression.contains("utf8")) {
    const std::string text = expression["utf8"];
    bytes.assign(text.begin(), text.end());
  } else if (expression.contains("base64")) {
    append(base64_decode(expression["base64"].get<std::string>()).value());
  } else if (expression.contains("repeat")) {
    const ByteVector once = build_bytes(expression["repeat"]);
    for (std::size_t i = expression["times"]; i > 0; --i) append(once);
  } else {
    for (const Json& part : expression["concat"]) append(build_bytes(part));
  }
  return bytes;
}

std::string run_case(const Json& conformance_case, const ByteVector& bytes) {
  return to_json_text(read_json(bytes, conformance_case["input"].dump(),
                                conformance_case.value("options", Json::object()).dump()));
}

}  // namespace

TEST_CASE("every conformance case gives the expected result natively") {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(testing::source_path("tests/conformance"))) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  REQUIRE_FALSE(files.empty());
  std::sort(files.begin(), files.end());
  const bool update = std::getenv("LECTERN_UPDATE_CONFORMANCE") != nullptr;
  for (const fs::path& file : files) {
    std::ifstream stream(file);
    Json document = Json::parse(stream, nullptr, false);
    INFO("file " << file.filename());
    REQUIRE(document.contains("cases"));
    if (file.filename() == "pdf.json" && pdf_engine() == nullptr) continue;
    for (Json& conformance_case : document["cases"]) {
      INFO("case " << conformance_case["name"]);
      const ByteVector bytes = build_bytes(conformance_case["bytes"]);
      const std::string actual = run_case(conformance_case, bytes);
      if (update && conformance_case.contains("expectSha256")) {
        conformance_case["expectSha256"] = sha256_hex(as_bytes(actual));
      } else if (update) {
        conformance_case["expect"] = Json::parse(actual);
      } else if (conformance_case.contains("expectSha256")) {
        CHECK(sha256_hex(as_bytes(actual)) == conformance_case["expectSha256"]);
      } else {
        CHECK(actual == conformance_case["expect"].dump());
      }
    }
    if (update) std::ofstream(file) << document.dump(2) << "\n";
  }
}

}  // namespace lectern
