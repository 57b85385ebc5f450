// Fuzzes what a model and a programmer write: requests, options and ranges. What is accepted means
// the same when it is written down and read again.
#include <cstdlib>

#include "base/format.h"
#include "read/json.h"
#include "read/read.h"
#include "text/utf8.h"

namespace {

using namespace lectern;

void check_error(const Error& error) {
  if (error.code != ErrorCode::kInvalidArgument) std::abort();
  // The value that was refused is quoted, and cut: a message never is as long as its cause.
  if (error.message.empty() || error.message.size() > 1'000) std::abort();
}

void check_request(std::string_view text) {
  const auto request = parse_request(text);
  if (!request) return check_error(request.error());
  const std::string written =
      to_json(*request).dump(-1, ' ', false, Json::error_handler_t::replace);
  const auto again = parse_request(written);
  if (!again || again->pages != request->pages || again->cells != request->cells ||
      again->offset != request->offset || again->limit != request->limit ||
      again->column != request->column || again->from_end != request->from_end ||
      again->lines != request->lines || again->region != request->region ||
      again->view != request->view || again->search != request->search ||
      again->outline != request->outline || again->file_type != request->file_type) {
    std::abort();
  }
}

void check_ranges(std::string_view text) {
  const auto ranges = parse_ranges("pages", text);
  if (!ranges) return check_error(ranges.error());
  if (parse_ranges("pages", ranges_text(*ranges)) != *ranges) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_request(text);
  check_ranges(text);
  const auto options = parse_options(text);
  if (!options) check_error(options.error());
  const ToolResult result = read_json(as_bytes("hello\n"), R"({"file_path":"a.txt"})", text);
  if (result.success == result.error.has_value()) std::abort();
  if (!is_valid_utf8(as_bytes(to_json_text(result)))) std::abort();
  return 0;
}
