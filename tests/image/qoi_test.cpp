// QOI files written out by hand: each operation of the format once.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "image/qoi/qoi.h"

namespace lectern {
namespace {

const ByteVector kHeader = {'q', 'o', 'i', 'f', 0, 0, 0, 4, 0, 0, 0, 2, 4, 0};
const ByteVector kData = {
    0xFE, 10,   20, 30,        // RGB
    0x76,                      // difference +1 -1 0
    0xAA, 0x5A,                // by green: +7 +10 +12
    0xC1,                      // two more of it
    0xFF, 1,    2,  3,  0x80,  // RGBA
    0x09,                      // seen before: the first pixel
    0xC0,                      // one more of it
};
const ByteVector kEnd = {0, 0, 0, 0, 0, 0, 0, 1};

ByteVector joined(std::initializer_list<ByteVector> parts) {
  ByteVector all;
  for (const ByteVector& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace

TEST_CASE("each operation of a QOI gives its pixels") {
  const ByteVector file = joined({kHeader, kData, kEnd});
  const auto picture = decode_qoi(file, {});
  REQUIRE(picture.has_value());
  const ByteVector first = {10, 20, 30, 255, 11, 19, 30, 255, 18, 29, 42, 255, 18, 29, 42, 255};
  const ByteVector second = {18, 29, 42, 255, 1, 2, 3, 128, 10, 20, 30, 255, 10, 20, 30, 255};
  CHECK(std::ranges::equal(picture->pixels.rgba(), joined({first, second})));
  CHECK(picture->facts.alpha);
  CHECK(picture->facts.warnings.empty());
}

TEST_CASE("a QOI of three channels is opaque whatever its data says") {
  ByteVector file = joined({kHeader, kData, kEnd});
  file[12] = 3;
  const auto picture = decode_qoi(file, {});
  REQUIRE(picture.has_value());
  const ByteSpan rgba = picture->pixels.rgba();
  for (std::size_t at = 3; at < rgba.size(); at += 4) CHECK(rgba[at] == 255);
  CHECK_FALSE(picture->facts.alpha);
}

TEST_CASE("a QOI is refused wherever its data is cut") {
  for (std::size_t size = 0; size < kData.size(); ++size) {
    INFO("cut to " << size);
    ByteVector data = kData;
    data.resize(size);
    const auto picture = decode_qoi(joined({kHeader, data}), {});
    REQUIRE_FALSE(picture.has_value());
    CHECK(picture.error().code == ErrorCode::kCorruptImage);
  }
}

TEST_CASE("a QOI without its end marker is read with a warning") {
  const auto picture = decode_qoi(joined({kHeader, kData}), {});
  REQUIRE(picture.has_value());
  CHECK(picture->facts.warnings.front() == "QOI without its end marker, or with bytes after it");
}

TEST_CASE("a QOI header that promises more than its data can hold is refused before decoding") {
  ByteVector file = joined({kHeader, kData, kEnd});
  file[5] = 1;
  CHECK(decode_qoi(file, {}).error().message == "23 bytes of data cannot hold 65540x2 pixels");
  file[4] = 0xFF;
  CHECK(decode_qoi(file, {}).error().code == ErrorCode::kLimitExceeded);
  file = joined({kHeader, kData, kEnd});
  file[12] = 5;
  CHECK(decode_qoi(file, {}).error().message == "QOI header has 5 channels, not 3 or 4");
}

}  // namespace lectern
