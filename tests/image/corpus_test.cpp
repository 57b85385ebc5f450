// Every picture of the corpus against what independent decoders say about it.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <utility>

#include "base/sha256.h"
#include "image/checks.h"
#include "image/codecs.h"
#include "image/orient.h"
#include "support/corpus.h"

namespace lectern::testing {
namespace {

/// What independent decoders read and this project names and refuses: LogLuv and Zstandard.
bool is_unsupported(std::string_view path) {
  return path.ends_with("images__logluv-3c-16b.tiff") || path.ends_with("images__int16_zstd.tif");
}

std::string verdict_of(ByteSpan bytes) {
  const Limits limits;
  const ImageCodec* codec = codec_for(bytes);
  if (codec == nullptr) return "not recognised";
  const auto info = codec->verify(bytes, {limits});
  if (info && codec->decode == nullptr) return compose({"recognised as {}", info->size});
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
    if (is_unsupported(entry.path)) {
      CHECK(verdict.ends_with("is not supported; convert it to PNG"));
      continue;
    }
    if (entry.verdict() == "valid") CHECK(verdict == "valid");
    if (must_be_refused(entry)) CHECK(verdict != "valid");
  }
}

/// What is found on the way when a picture is decoded that only its headers were read of.
std::string verdict_of_decoding(ByteSpan bytes) {
  const Limits limits;
  const ImageCodec* codec = codec_for(bytes);
  if (codec == nullptr) return "not recognised";
  auto info = codec->inspect(bytes, limits);
  if (!info) return info.error().message;
  const auto [orientation, frames] = std::pair(info->orientation, info->frames);
  NullSink nobody;
  const auto decoded = codec->decode_and_verify(bytes, {limits}, {}, nobody, *info);
  if (!decoded) return decoded.error().message;
  CHECK(info->orientation == orientation);
  CHECK(info->frames == frames);
  return "valid";
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
    auto pixels = decode_pixels(bytes, *codec, limits);
    REQUIRE(pixels.has_value());
    // The manifest's inks are turned into light without a profile, ours look as printed.
    if (const auto info = codec->verify(bytes, {limits});
        info->color_type == "cmyk" || info->color_type == "ycck") {
      continue;
    }
    // The manifest's TIFF digests are of upright pictures, all others as stored.
    if (kind == "tiff") {
      const auto info = codec->verify(bytes, {limits});
      pixels = turned_upright(*std::move(pixels), info->orientation, limits.max_decoded_bytes);
    }
    CHECK(sha256_hex(pixels->rgba()) == (*frame)["pillow_rgba_sha256"]);
  }
}

}  // namespace

TEST_CASE("PNG verdicts equal those of independent decoders") { check_verdicts("png"); }
TEST_CASE("JPEG verdicts equal those of independent decoders") { check_verdicts("jpeg"); }
TEST_CASE("GIF verdicts equal those of independent decoders") { check_verdicts("gif"); }
TEST_CASE("WebP verdicts equal those of independent decoders") { check_verdicts("webp"); }

TEST_CASE("BMP verdicts equal those of independent decoders") { check_verdicts("bmp"); }
TEST_CASE("ICO verdicts equal those of independent decoders") { check_verdicts("ico"); }
TEST_CASE("TIFF verdicts equal those of independent decoders") { check_verdicts("tiff"); }

TEST_CASE("a PNG that is decoded is proven in the same words as one that is not") {
  for (const CorpusEntry& entry : corpus_entries("png")) {
    const ByteVector bytes = corpus_bytes(entry.path);
    INFO(entry.path);
    CHECK(verdict_of_decoding(bytes) == verdict_of(bytes));
  }
}

TEST_CASE("AVIF and HEIC files are recognised with their dimensions") {
  for (const std::string_view kind : {"avif", "heic"}) {
    for (const CorpusEntry& entry : corpus_entries(kind)) {
      if (entry.verdict() != "valid") continue;
      const ByteVector bytes = corpus_bytes(entry.path);
      INFO(entry.path);
      const Dimensions expected{entry.facts["width"], entry.facts["height"]};
      CHECK(verdict_of(bytes) == compose({"recognised as {}", expected}));
    }
  }
}

TEST_CASE("PNG pixels equal those of independent decoders") { check_pixels_of("png"); }
TEST_CASE("JPEG pixels equal those of independent decoders") { check_pixels_of("jpeg"); }
TEST_CASE("GIF pixels equal those of independent decoders") { check_pixels_of("gif"); }
TEST_CASE("BMP pixels equal those of independent decoders") { check_pixels_of("bmp"); }
TEST_CASE("TIFF pixels equal those of independent decoders") { check_pixels_of("tiff"); }
TEST_CASE("WebP pixels equal those of independent decoders") { check_pixels_of("webp"); }

}  // namespace lectern::testing
