#include "read/refusal.h"

#include <string>
#include <utility>

#include "base/format.h"
#include "read/formats.h"

namespace lectern {
namespace {

constexpr ErrorCode kFileErrors[] = {ErrorCode::kFileNotFound, ErrorCode::kPermissionDenied,
                                     ErrorCode::kIsDirectory,  ErrorCode::kNotAFile,
                                     ErrorCode::kOutsideRoot,  ErrorCode::kIoError};

std::string_view wording(ErrorCode code, bool is_image) {
  switch (code) {
    case ErrorCode::kFileNotFound:
      return "File does not exist: ";
    case ErrorCode::kPermissionDenied:
      return is_image ? "Permission denied accessing image file: " : "Permission denied: ";
    case ErrorCode::kIsDirectory:
      return "Is a directory: ";
    case ErrorCode::kNotAFile:
      return "Not a regular file: ";
    case ErrorCode::kOutsideRoot:
      return "Outside the permitted directories: ";
    default:
      return "Cannot read file: ";
  }
}

}  // namespace

Error file_error(ErrorCode code, std::string_view path) {
  const Format* named = format_by_extension(extension_of(path));
  const bool is_image = named != nullptr && named->content_type == ContentType::kImage;
  return {code, {"{}{}", wording(code, is_image), path}};
}

ErrorCode file_error_code(std::string_view name) {
  for (const ErrorCode code : kFileErrors) {
    if (to_string(code) == name) return code;
  }
  return ErrorCode::kIoError;
}

namespace {

/// What a caller can do to have the file read all the same.
std::string_view remedy(const BinaryKind& kind) {
  const auto is = [&kind](std::string_view type) { return kind.mime_type.starts_with(type); };
  if (is("image/")) return "convert it to PNG";
  if (is("audio/") || is("video/")) return "transcribe it";
  if (kind.name.ends_with("archive") || kind.name.ends_with("package")) return "unpack it";
  return "convert it to PDF or text";
}

}  // namespace

Error binary_file_error(std::string_view path, const BinaryKind& kind,
                        std::optional<std::uint64_t> size_bytes) {
  std::string about(kind.name);
  if (size_bytes) append_to(about, {", {}", human_size(*size_bytes)});
  return {ErrorCode::kBinaryFile,
          {"Binary files cannot be read as text. {} ({}) cannot be opened here; {}.",
           base_name(path), about, remedy(kind)}};
}

Error missing_documents_error(std::string_view path, std::string_view noun) {
  return {
      ErrorCode::kUnsupportedFormat,
      {"{} ({}) cannot be opened here: the documents module is not loaded; a program passes it as "
       "`documents: loadDocuments`, from lectern/documents",
       base_name(path), noun}};
}

Error missing_data_error(std::string_view path) {
  return {ErrorCode::kUnsupportedFormat,
          {"the bytes of {} cannot be shown here: the data module is not loaded; a program passes "
           "it as `data: loadData`, from lectern/data",
           base_name(path)}};
}

ToolResult argument_refusal(Error error, std::uint64_t size_bytes) {
  Metadata metadata;
  metadata.size_bytes = size_bytes;
  metadata.mime_type = "application/octet-stream";
  return failure(std::move(error), ContentType::kBinary, std::move(metadata));
}

ToolResult refusal(Error error, std::string_view path) {
  const Format* named = format_by_extension(extension_of(path));
  Metadata metadata;
  metadata.mime_type = named == nullptr ? "application/octet-stream" : named->mime_type;
  return failure(std::move(error), named == nullptr ? ContentType::kText : named->content_type,
                 std::move(metadata));
}

}  // namespace lectern
