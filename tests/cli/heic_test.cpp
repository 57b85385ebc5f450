// HEIC by the system's libheif, where one is installed.
#include <catch2/catch_test_macros.hpp>

#include "cli/heic.h"
#include "support/corpus.h"

namespace lectern::testing {
namespace {

constexpr std::string_view kHead(
    "\0\0\0\x18"
    "ftypheic\0\0\0\0mif1heic",
    24);

/// Skipping frees nothing: it has to come before anything is held.
void skip_without_decoder() {
  bool is_missing = false;
  {
    const auto decoded = cli::decode_heic(as_bytes(kHead), {});
    is_missing = !decoded && decoded.error().message.empty();
  }
  if (is_missing) SKIP("there is no libheif that decodes HEIC");
}

}  // namespace

TEST_CASE("HEIC files are decoded by the system's libheif within the limits") {
  skip_without_decoder();
  for (const CorpusEntry& entry : corpus_entries("heic")) {
    const ByteVector bytes = corpus_bytes(entry.path);
    INFO(entry.path);
    const auto decoded = cli::decode_heic(bytes, {});
    REQUIRE(decoded.has_value());
    CHECK(decoded->pixels.size() == Dimensions{entry.facts["width"], entry.facts["height"]});
    CHECK(decoded->facts.bit_depth == 8);
    Limits few_pixels;
    few_pixels.max_pixels = 1000;
    const auto refused = cli::decode_heic(bytes, few_pixels);
    REQUIRE(!refused);
    CHECK(refused.error().code == ErrorCode::kLimitExceeded);
  }
}

TEST_CASE("a damaged HEIC is refused in libheif's words") {
  skip_without_decoder();
  const auto refused = cli::decode_heic(as_bytes(kHead), {});
  REQUIRE(!refused);
  CHECK(refused.error().code == ErrorCode::kCorruptImage);
  CHECK(refused.error().message.starts_with("libheif: "));
}

}  // namespace lectern::testing
