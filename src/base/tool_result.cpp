#include "base/tool_result.h"

namespace lectern {

std::string_view to_string(ContentType type) {
  switch (type) {
    case ContentType::kText:
      return "text";
    case ContentType::kImage:
      return "image";
    case ContentType::kNotebook:
      return "notebook";
    case ContentType::kPdf:
      return "pdf";
    case ContentType::kBinary:
      return "binary";
  }
  return "binary";
}

std::string_view to_string(TruncationCause cause) {
  switch (cause) {
    case TruncationCause::kLines:
      return "lines";
    case TruncationCause::kColumns:
      return "columns";
    case TruncationCause::kBytes:
      return "bytes";
    case TruncationCause::kTokens:
      return "tokens";
    case TruncationCause::kPages:
      return "pages";
    case TruncationCause::kCells:
      return "cells";
  }
  return "bytes";
}

std::string_view to_string(LineEnd eol) {
  switch (eol) {
    case LineEnd::kLf:
      return "lf";
    case LineEnd::kCrlf:
      return "crlf";
    case LineEnd::kCr:
      return "cr";
    case LineEnd::kMixed:
      return "mixed";
  }
  return "mixed";
}

std::string_view to_string(PageClass page_class) {
  switch (page_class) {
    case PageClass::kText:
      return "text";
    case PageClass::kScan:
      return "scan";
    case PageClass::kMixed:
      return "mixed";
    case PageClass::kEmpty:
      return "empty";
  }
  return "text";
}

ToolResult failure(Error error, ContentType type, Metadata metadata) {
  ToolResult result;
  result.content = error.message;
  result.error = std::move(error);
  result.content_type = type;
  result.metadata = std::move(metadata);
  return result;
}

}  // namespace lectern
