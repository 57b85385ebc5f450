// JSON in and out: requests and options as hosts hand them in, results as they leave.
// The field lists here are the only ones; every host goes through them.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/error.h"
#include "base/request.h"
#include "base/tool_result.h"
#include "image/pixels.h"
#include "read/detect.h"
#include "read/reading.h"

namespace lectern {

/// JSON objects that keep their fields in the contract's order.
using Json = nlohmann::ordered_json;

/// A model's input. INVALID_ARGUMENT names the field, the value and what is allowed; numbers that
/// arrive as strings ("100") are taken.
Result<ReadRequest> parse_request(std::string_view json);

/// A programmer's options, laid over `defaults`. Errors as for `parse_request`.
Result<ReadOptions> parse_options(std::string_view json, const ReadOptions& defaults = {});

/// The same, from JSON that is parsed already.
Result<ReadRequest> request_from_json(const Json& json);
Result<ReadOptions> options_from_json(const Json& json, const ReadOptions& defaults);

/// A reading for hosts that hold the request and the options as JSON: what is wrong with them is
/// the result, which is there at once.
std::unique_ptr<FileReading> open_reading(std::string_view input_json,
                                          std::string_view options_json, const FileKnowledge& file);

/// `read` for hosts that hold the request and the options as JSON: what is wrong with them becomes
/// a failed result too.
ToolResult read_json(ByteSpan bytes, std::string_view input_json, std::string_view options_json);

/// Page or cell ranges: "3", "1-5", "2,7-9". `field` names the argument in errors. ranges_text() is
/// the inverse.
Result<std::vector<NumberRange>> parse_ranges(std::string_view field, std::string_view text);

/// What detection found, under the names of the JavaScript surface (contract, section 9).
Json to_json(const Detection& detection);

/// A request as the model would write it; absent fields are left out.
Json to_json(const ReadRequest& request);

enum class MediaText : std::uint8_t {
  kBase64,
  /// `data` fields are "": the host fills them without a copy through JSON.
  kEmpty,
};

/// A result as section 3 of the contract lays it out.
Json to_json(const ToolResult& result, MediaText media = MediaText::kBase64);

/// One line of JSON; bytes that are not UTF-8 (file names) become U+FFFD.
std::string to_json_text(const ToolResult& result);

}  // namespace lectern
