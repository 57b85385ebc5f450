#include "read/refusal.h"

#include <catch2/catch_test_macros.hpp>

namespace lectern {

TEST_CASE("a file that cannot be opened is refused in the contract's words") {
  CHECK(file_error(ErrorCode::kFileNotFound, "a.txt").message == "File does not exist: a.txt");
  CHECK(file_error(ErrorCode::kIsDirectory, "a").message == "Is a directory: a");
  CHECK(file_error(ErrorCode::kNotAFile, "a").message == "Not a regular file: a");
  CHECK(file_error(ErrorCode::kIoError, "a").message == "Cannot read file: a");
}

TEST_CASE("a denied permission names images apart from other files") {
  CHECK(file_error(ErrorCode::kPermissionDenied, "x/a.PNG").message ==
        "Permission denied accessing image file: x/a.PNG");
  CHECK(file_error(ErrorCode::kPermissionDenied, "x/a.txt").message ==
        "Permission denied: x/a.txt");
}

TEST_CASE("only names of file errors are taken as such") {
  CHECK(file_error_code("NOT_A_FILE") == ErrorCode::kNotAFile);
  CHECK(file_error_code("CORRUPT_IMAGE") == ErrorCode::kIoError);
}

TEST_CASE("a refusal carries the kind and type that the extension promises") {
  const ToolResult image = refusal(file_error(ErrorCode::kFileNotFound, "a.jpg"), "a.jpg");
  CHECK_FALSE(image.success);
  CHECK(image.content_type == ContentType::kImage);
  CHECK(image.metadata.mime_type == "image/jpeg");
  const ToolResult other = refusal(file_error(ErrorCode::kFileNotFound, "a.xyz"), "a.xyz");
  CHECK(other.content_type == ContentType::kText);
  CHECK(other.metadata.mime_type == "application/octet-stream");
}

TEST_CASE("binary files are refused by their name, type and size, with what can be done") {
  const auto said = [](const BinaryKind& kind, std::optional<std::uint64_t> size) {
    return binary_file_error("/home/me/a.bin", kind, size).message;
  };
  CHECK(said({"application/msword", "Word document"}, 9830) ==
        "Binary files cannot be read as text. a.bin (Word document, 10 KB) cannot be opened here; "
        "convert it to PDF or text.");
  CHECK(said({"application/zip", "ZIP archive"}, 10).ends_with("; unpack it."));
  CHECK(said({"audio/mpeg", "MP3 sound"}, 10).ends_with("; transcribe it."));
  CHECK(said({"image/jxl", "JPEG XL image"}, 10).ends_with("; convert it to PNG."));
  CHECK(missing_documents_error("b/a.zip", "ZIP archive").message ==
        "a.zip (ZIP archive) cannot be opened here: the documents module is not loaded; a program "
        "passes it as `documents: loadDocuments`, from lectern/documents");
  CHECK(
      said(kUnknownKind, std::nullopt) ==
      "Binary files cannot be read as text. a.bin (unknown type) cannot be opened here; convert it "
      "to PDF or text.");
}

}  // namespace lectern
