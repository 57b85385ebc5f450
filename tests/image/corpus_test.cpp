// Every picture of the corpus against what independent decoders say about it.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "base/sha256.h"
#include "image/codecs.h"
#include "support/corpus.h"

namespace lectern::testing {
namespace {

std::string verdict_of(ByteSpan bytes) {
  const Limits limits;
  const ImageCodec* codec = codec_for(bytes);
  if (codec == nullptr) return "not recognised";
  const auto info = codec->verify(bytes, {limits});
  return info ? "valid" : info.error().message;
}

/// PngSuite's files with an error, one of which (xcsn0g01, a wrong CRC) some decoders accept.
bool must_be_refused(const CorpusEntry& entry) {
  return entry.verdict() == "invalid" || entry.path.ends_with("xcsn0g01.png");
}

void check_verdicts(std::string_view kind) {
  for (const CorpusEntry& entry : corpus_entries(kind)) {
    const ByteVector bytes = corpus_bytes(entry.path);
    const std::string verdict = verdict_of(bytes);
    INFO(entry.path << ": " << verdict);
    if (entry.verdict() == "valid") CHECK(verdict == "valid");
    if (must_be_refused(entry)) CHECK(verdict != "valid");
  }
}

void check_pixels_of(std::string_view kind) {
  for (const CorpusEntry& entry : corpus_entries(kind)) {
    const auto frame = entry.facts.find("first_frame_rgba8");
    if (entry.verdict() != "valid" || frame == entry.facts.end()) continue;
    if (frame->value("agree", "") != "exact") continue;
    const ByteVector bytes = corpus_bytes(entry.path);
    const Limits limits;
    const ImageCodec* codec = codec_for(bytes);
    INFO(entry.path);
    REQUIRE(codec != nullptr);
    const auto pixels = decode_pixels(bytes, *codec, limits);
    REQUIRE(pixels.has_value());
    CHECK(sha256_hex(pixels->rgba()) == (*frame)["pillow_rgba_sha256"]);
  }
}

}  // namespace

TEST_CASE("PNG verdicts equal those of independent decoders") { check_verdicts("png"); }
TEST_CASE("JPEG verdicts equal those of independent decoders") { check_verdicts("jpeg"); }
TEST_CASE("GIF verdicts equal those of independent decoders") { check_verdicts("gif"); }
TEST_CASE("WebP verdicts equal those of independent decoders") { check_verdicts("webp"); }

TEST_CASE("PNG pixels equal those of independent decoders") { check_pixels_of("png"); }
TEST_CASE("JPEG pixels equal those of independent decoders") { check_pixels_of("jpeg"); }
TEST_CASE("GIF pixels equal those of independent decoders") { check_pixels_of("gif"); }
TEST_CASE("WebP pixels equal those of independent decoders") { check_pixels_of("webp"); }

}  // namespace lectern::testing
