#include "read/detect.h"

#include <catch2/catch_test_macros.hpp>

#include "detect/signatures.h"
#include "support/zip_writer.h"

namespace lectern {
namespace {

Detection detect_text(std::string_view bytes, std::string_view name, std::string_view hint = "") {
  return detect({.head = as_bytes(bytes), .name = name, .hint = hint});
}

}  // namespace

TEST_CASE("a signature wins over the name and the result says so") {
  const Detection detection = detect_text("\xFF\xD8\xFF\xE0 rest", "shot.png");
  CHECK(detection.mime_type == "image/jpeg");
  CHECK(detection.evidence == DetectedBy::kSignature);
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
  REQUIRE(detection.not_as_named);
  CHECK(detection.not_as_named->code == ErrorCode::kCorruptImage);
  CHECK(detection.not_as_named->message ==
        "Failed to process image file: not an image, holds HTML text, 31 bytes");
  CHECK(detect_text("", "a.gif").not_as_named.has_value());
}

TEST_CASE("a PDF's name on text, or on nothing, says what the bytes are") {
  for (const std::string_view bytes : {"", "only text\n", "%PDF-1.4\ngarbage"}) {
    INFO(bytes);
    const Detection detection = detect_text(bytes, "a.pdf");
    CHECK(detection.kind == ContentType::kPdf);
    REQUIRE(detection.not_as_named);
    CHECK(detection.not_as_named->code == ErrorCode::kCorruptPdf);
  }
  // Its reader looks for what is left of a damaged document.
  CHECK_FALSE(detect_text(std::string_view("\0\1\2\0", 4), "a.pdf").not_as_named);
}

TEST_CASE("a PDF under a picture's name is read as a PDF, with a warning") {
  const Detection detection = detect_text("%PDF-1.4\n1 0 obj\n", "a.png");
  CHECK(detection.kind == ContentType::kPdf);
  CHECK_FALSE(detection.not_as_named);
  CHECK(detection.warnings == std::vector<std::string>{"named .png, holds PDF"});
}

TEST_CASE("text that begins like a PDF is text, with a warning") {
  const Detection detection = detect_text("%PDF-1.4 is how it begins\n", "notes");
  CHECK(detection.kind == ContentType::kText);
  CHECK(detection.warnings == std::vector<std::string>{"begins like a PDF, holds text"});
}

TEST_CASE("the head of a longer file leaves open what only the rest can tell") {
  // The head ends within the two bytes of an e with an accent.
  std::string head(kSignatureBytes - 1, 'a');
  head += '\xC3';
  const Detection detection = detect({.head = as_bytes(head), .at_end = false, .name = "a.txt"});
  CHECK(detection.kind == ContentType::kText);
  head[100] = '\0';
  CHECK(detect({.head = as_bytes(head), .at_end = false}).kind == ContentType::kBinary);
}

TEST_CASE("a package that shows no document in its first bytes is what its name says") {
  using namespace std::string_view_literals;
  const std::string_view package = "PK\3\4\x14\0\0\0\0\0 media/large.png"sv;
  CHECK(detect({.head = as_bytes(package), .name = "report.docx"}).kind == ContentType::kDocument);
  CHECK(detect({.head = as_bytes(package), .name = "report.zip"}).kind == ContentType::kArchive);
  CHECK(detect({.head = as_bytes(package), .name = "report.rtf"}).kind == ContentType::kArchive);
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
    return detect({.head = as_bytes(bytes), .name = "notes", .encoding = encoding}).kind;
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

TEST_CASE("a ZIP archive that only calls itself a document is an archive") {
  const std::string_view type = "application/vnd.oasis.opendocument.text";
  const auto text = [](const ByteVector& bytes) { return std::string(bytes.begin(), bytes.end()); };
  const std::string named_only =
      text(ZipWriter().add("mimetype", type, false).add("test.txt", "").finish());
  CHECK(detect_text(named_only, "a.zip").mime_type == "application/zip");
  // Its name promises a document: its reader says what is missing.
  CHECK(detect_text(named_only, "a.odt").kind == ContentType::kDocument);
  const std::string document =
      text(ZipWriter().add("mimetype", type, false).add("content.xml", "<a/>").finish());
  CHECK(detect_text(document, "a.zip").mime_type == type);
}

TEST_CASE("a compound file whose directory is not here may be an encrypted document") {
  using namespace std::string_literals;
  const std::string head = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"s + std::string(600, '\0');
  const auto may_be = [](const std::string& bytes, std::string_view name,
                         std::optional<std::uint64_t> size) {
    return detect({.head = as_bytes(bytes), .at_end = false, .size_bytes = size, .name = name})
        .may_be_encrypted;
  };
  CHECK(may_be(head, "a.docx", 1'000'000));
  CHECK_FALSE(may_be(head, "a.doc", 1'000'000));
  CHECK(may_be(head, "a.doc", std::nullopt));
  const std::string encrypted = head + "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"s;
  CHECK(may_be(encrypted, "a.doc", 1'000'000));
  CHECK(may_be(encrypted, "a", 1'000'000));
  // A stream cannot begin anew when its directory names an encrypted package, too.
  const std::string document = head + "W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0"s;
  CHECK_FALSE(may_be(document, "a.doc", 1'000'000));
  CHECK(may_be(document, "a.doc", std::nullopt));
}

TEST_CASE("a web archive that holds more than text is named") {
  const auto kind = find_binary_kind(as_bytes("WARC/1.0\r\nWARC-Type: response\r\n"));
  REQUIRE(kind);
  CHECK(kind->mime_type == "application/warc");
  CHECK(detect_text("WARC/1.0\r\nWARC-Type: response\r\n", "a.warc").kind == ContentType::kText);
}

}  // namespace lectern
