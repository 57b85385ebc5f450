#include "read/detect.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern {
namespace {

Detection detect_text(std::string_view bytes, std::string_view name, std::string_view hint = "") {
  return detect(as_bytes(bytes), name, hint);
}

}  // namespace

TEST_CASE("a signature wins over the name and the result says so") {
  const Detection detection = detect_text("\xFF\xD8\xFF\xE0 rest", "shot.png");
  CHECK(detection.mime_type == "image/jpeg");
  CHECK(detection.evidence == Evidence::kSignature);
  REQUIRE(detection.warnings.size() == 1);
  CHECK(detection.warnings[0] == "named .png, holds JPEG");
}

TEST_CASE("an image without an extension is read as what it is, without a warning") {
  const Detection detection = detect_text("GIF89a\xF7", "picture");
  CHECK(detection.mime_type == "image/gif");
  CHECK(detection.warnings.empty());
}

TEST_CASE("a hint never overrides a signature") {
  CHECK(detect_text("GIF89a\xF7", "picture", "text").mime_type == "image/gif");
}

TEST_CASE("an image name on other bytes says what the bytes are") {
  const Detection detection = detect_text("<!DOCTYPE html><p>Not found</p>", "logo.PNG");
  CHECK(detection.kind == ContentType::kImage);
  CHECK(detection.not_the_image_named == "holds HTML text, 31 bytes");
  CHECK(detect_text("", "a.gif").not_the_image_named.has_value());
}

TEST_CASE("a notebook is known by its extension in any case, or by a hint") {
  CHECK(detect_text("{}", "Analysis.IPYNB").kind == ContentType::kNotebook);
  CHECK(detect_text("{\"nbformat\":4,\"cells\":[]}", "a.json", "notebook").kind ==
        ContentType::kNotebook);
  CHECK(detect_text("{\"nbformat\":4,\"cells\":[]}", "a.json").kind == ContentType::kText);
}

TEST_CASE(
    "a forced encoding makes text of what no guess would, unless a picture or a NUL says no") {
  const auto kind = [](std::string_view bytes, std::optional<Encoding> encoding) {
    return detect(as_bytes(bytes), "notes", "", encoding).kind;
  };
  using namespace std::string_view_literals;
  const std::string_view controls = "\xE9 \x01\x02\x03\n";
  CHECK(kind(controls, {}) == ContentType::kBinary);
  CHECK(kind(controls, Encoding::kWindows1252) == ContentType::kText);

  const std::string_view like_a_picture = "GIF89a \xFD\xF2\xEE \xF4\xEE\xF0\xEC\xE0\xF2\n";
  CHECK(kind(like_a_picture, {}) == ContentType::kImage);
  CHECK(kind(like_a_picture, Encoding::kWindows1251) == ContentType::kText);
  CHECK(kind("GIF89a\1\0\1\0\x80\0\0\0"sv, Encoding::kWindows1251) == ContentType::kImage);
  // Nothing is ill-formed UTF-16, so that forcing it is no evidence against a signature.
  CHECK(kind(like_a_picture, Encoding::kUtf16Le) == ContentType::kImage);

  CHECK(kind("a\0b\n"sv, Encoding::kWindows1252) == ContentType::kBinary);
  CHECK(kind("\xFF\xD8\xFF\xE0 rest", Encoding::kWindows1252) == ContentType::kImage);
}

}  // namespace lectern
