#include "base/error.h"

namespace lectern {

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
