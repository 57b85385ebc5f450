// What binary data is by its first bytes.
#include "detect/signatures.h"

#include <catch2/catch_test_macros.hpp>
#include <set>
#include <string>

namespace lectern {
namespace {

std::string_view mime_of(std::string_view bytes) {
  const auto kind = find_binary_kind(as_bytes(bytes));
  return kind ? kind->mime_type : "";
}

}  // namespace

TEST_CASE("at least 150 kinds are known by their signature") {
  std::set<std::string_view> types;
  for (const Signature& signature : signatures()) types.insert(signature.mime_type);
  CHECK(types.size() >= 150);
}

TEST_CASE("every signature is found where it stands unless a longer one comes before it") {
  for (const Signature& signature : signatures()) {
    std::string bytes(std::max(signature.offset + signature.magic.size(),
                               signature.more_offset + signature.more_magic.size()),
                      '\0');
    bytes.replace(signature.offset, signature.magic.size(), signature.magic);
    bytes.replace(signature.more_offset, signature.more_magic.size(), signature.more_magic);
    INFO(signature.name);
    CHECK(find_binary_kind(as_bytes(bytes)));
  }
}

TEST_CASE("a printable signature is uncertain, one with control bytes certain") {
  using namespace std::string_view_literals;
  CHECK_FALSE(find_binary_kind(as_bytes("GIF89a is a format"))->certain);
  CHECK(find_binary_kind(as_bytes("\x7F"
                                  "ELF\2"sv))
            ->certain);
  CHECK_FALSE(find_binary_kind(as_bytes("BM is how this begins, no bitmap")));
  CHECK_FALSE(find_binary_kind({}));
}

TEST_CASE("containers are named by what they hold") {
  using namespace std::string_view_literals;
  const std::string entry = "PK\3\4" + std::string(26, '\0');
  CHECK(mime_of(entry + "x.txt") == "application/zip");
  CHECK(mime_of(entry + "word/document.xml") ==
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document");
  CHECK(mime_of(entry + "mimetypeapplication/vnd.oasis.opendocument.text") ==
        "application/vnd.oasis.opendocument.text");
  CHECK(mime_of("\0\0\0\x18"
                "ftypavif"sv) == "image/avif");
  CHECK(mime_of("\0\0\0\x18"
                "ftypisom"sv) == "video/mp4");
  CHECK(mime_of("RIFF\0\0\0\0WAVE"sv) == "audio/wav");
  CHECK(mime_of("\x1A\x45\xDF\xA3....webm"sv) == "video/webm");
}

TEST_CASE("a package is what it names first, near its start or far from it") {
  const std::string entry = "PK\3\4" + std::string(26, '\0');
  const std::string_view deck =
      "application/vnd.openxmlformats-officedocument.presentationml.presentation";
  for (const std::size_t before : {0U, 4'000U, 4'080U, 4'096U, 60'000U}) {
    const std::string names = std::string(before, 'x') + "ppt/slides/1.xml xl/workbook.xml";
    CHECK(mime_of(entry + names) == deck);
    CHECK(mime_of(entry + names + std::string(9'000, 'x') + "word/document.xml") == deck);
  }
}

}  // namespace lectern
