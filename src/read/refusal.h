// Results for files that never reached a reader: what hosts report when they cannot open a file or
// are asked for something that cannot be. The wordings are section 7 of the contract, the same in
// every host.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/tool_result.h"
#include "detect/signatures.h"

namespace lectern {

/// What has no known signature.
inline constexpr BinaryKind kUnknownKind{"application/octet-stream", "unknown type"};

/// The error of a host that could not open or load `path`: FILE_NOT_FOUND, PERMISSION_DENIED,
/// IS_DIRECTORY, NOT_A_FILE, OUTSIDE_ROOT or IO_ERROR.
Error file_error(ErrorCode code, std::string_view path);

/// The code that `name` ("FILE_NOT_FOUND") stands for; IO_ERROR for a name that is no file error's.
ErrorCode file_error_code(std::string_view name);

/// BINARY_FILE in the contract's words, then what the file is, its size and what can be done:
/// "Binary files cannot be read as text. a.docx (Word document, 10 KB) cannot be opened here;
/// convert it to PDF or text."
Error binary_file_error(std::string_view path, const BinaryKind& kind,
                        std::optional<std::uint64_t> size_bytes);

/// UNSUPPORTED_FORMAT for a file that the documents module reads, which is not there.
/// \param noun  what the file is: "ZIP archive"
Error missing_documents_error(std::string_view path, std::string_view noun);
/// UNSUPPORTED_FORMAT for bytes that the data module shows, which is not there.
Error missing_data_error(std::string_view path);

/// A failed result for arguments that cannot be; the file was not looked at.
/// \param size_bytes  of the file, 0 when that is not known
ToolResult argument_refusal(Error error, std::uint64_t size_bytes);

/// A failed result for a file of which only the name is known: kind and MIME type are those of its
/// extension, text and "application/octet-stream" when it has none of ours.
ToolResult refusal(Error error, std::string_view path);

}  // namespace lectern
