// Requests and options from JSON (contract, sections 1 and 5). Their fields: request_fields.cpp.
#include <utility>

#include "json/json_scanner.h"
#include "read/arguments.h"
#include "read/json.h"
#include "read/json_tree.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Longer is a mistake or an attack; the parsed tree takes time with the square of its fields.
constexpr std::size_t kMaxArgumentBytes = 65'536;
/// Objects and arrays inside each other in one argument; what is allowed needs two.
constexpr std::uint64_t kMaxArgumentDepth = 16;

Result<Json> parse_object(std::string_view json, std::string_view what) {
  if (json.size() > kMaxArgumentBytes) {
    return fail(ErrorCode::kInvalidArgument,
                {"{} is longer than {} bytes", what, kMaxArgumentBytes});
  }
  JsonScanner scanner(json, kMaxArgumentDepth);
  std::optional<Json> parsed = json_tree(scanner);
  if (scanner.failure() && scanner.failure()->too_deep) {
    return fail(ErrorCode::kInvalidArgument,
                {"{} is nested more than {} deep", what, kMaxArgumentDepth});
  }
  if (!parsed || !scanner.finish() || !is_valid_utf8(as_bytes(json))) {
    return fail(ErrorCode::kInvalidArgument, {"{} is not valid JSON", what});
  }
  return *std::move(parsed);
}

}  // namespace

Result<ReadRequest> request_from_json(const Json& json) {
  ReadRequest request;
  LECTERN_CHECK(apply_read_input(json, "input", request));
  if (request.file_path.empty()) {
    return fail(ErrorCode::kInvalidArgument, "file_path is required and must not be empty");
  }
  if (request.file_path.find('\0') != std::string::npos) {
    return tl::unexpected<Error>(
        invalid_argument("file_path", request.file_path, "a path without NUL characters"));
  }
  const std::string_view hint = request.file_type;
  if (!hint.empty() && hint.find('/') == hint.npos && hint != "text" && hint != "image" &&
      hint != "pdf" && hint != "notebook") {
    return tl::unexpected<Error>(invalid_argument("file_type", request.file_type,
                                                  "text, image, pdf, notebook or a MIME type"));
  }
  if (!request.lines.empty() &&
      (request.offset || request.from_end || request.limit || request.column)) {
    return fail(ErrorCode::kInvalidArgument,
                "lines stands instead of offset, limit and column: give either");
  }
  return request;
}

Result<ReadOptions> options_from_json(const Json& json, const ReadOptions& defaults) {
  ReadOptions options = defaults;
  LECTERN_CHECK(apply_read_options(json, "options", options));
  return options;
}

Result<ReadRequest> parse_request(std::string_view json) {
  LECTERN_TRY(const Json parsed, parse_object(json, "input"));
  return request_from_json(parsed);
}

Result<ReadOptions> parse_options(std::string_view json, const ReadOptions& defaults) {
  LECTERN_TRY(const Json parsed, parse_object(json, "options"));
  return options_from_json(parsed, defaults);
}

}  // namespace lectern
