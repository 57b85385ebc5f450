#include "base/error.h"

namespace lectern {

Error::Error(ErrorCode error_code, const Message& text, std::optional<std::uint64_t> offset)
    : code(error_code), message(compose(text)), offset_bytes(offset) {}
Error::Error(Error&& other) noexcept = default;
Error& Error::operator=(Error&& other) noexcept = default;
Error::~Error() = default;

tl::unexpected<Error> fail(ErrorCode code, const Message& message) {
  return tl::unexpected<Error>(Error(code, message));
}

tl::unexpected<Error> fail(ErrorCode code, const Message& message, std::uint64_t offset_bytes) {
  return tl::unexpected<Error>(Error(code, message, offset_bytes));
}

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::kFileNotFound:
      return "FILE_NOT_FOUND";
    case ErrorCode::kPermissionDenied:
      return "PERMISSION_DENIED";
    case ErrorCode::kIsDirectory:
      return "IS_DIRECTORY";
    case ErrorCode::kNotAFile:
      return "NOT_A_FILE";
    case ErrorCode::kOutsideRoot:
      return "OUTSIDE_ROOT";
    case ErrorCode::kIoError:
      return "IO_ERROR";
    case ErrorCode::kInvalidArgument:
      return "INVALID_ARGUMENT";
    case ErrorCode::kFileTooLarge:
      return "FILE_TOO_LARGE";
    case ErrorCode::kOutOfRange:
      return "OUT_OF_RANGE";
    case ErrorCode::kCorruptImage:
      return "CORRUPT_IMAGE";
    case ErrorCode::kCorruptPdf:
      return "CORRUPT_PDF";
    case ErrorCode::kCorruptNotebook:
      return "CORRUPT_NOTEBOOK";
    case ErrorCode::kEncrypted:
      return "ENCRYPTED";
    case ErrorCode::kUnsupportedFormat:
      return "UNSUPPORTED_FORMAT";
    case ErrorCode::kBinaryFile:
      return "BINARY_FILE";
    case ErrorCode::kLimitExceeded:
      return "LIMIT_EXCEEDED";
    case ErrorCode::kInternal:
      return "INTERNAL";
  }
  return "INTERNAL";
}

}  // namespace lectern
