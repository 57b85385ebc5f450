#include "cli/read_file.h"

#include <utility>

#include "cli/file.h"
#include "read/json.h"
#include "read/refusal.h"

namespace lectern::cli {
namespace {

struct Call {
  ReadRequest request;
  ReadOptions options;
};

Result<Call> call_for(const std::string& path, const Arguments& arguments) {
  Json input = arguments.input;
  input["file_path"] = path;
  auto request = request_from_json(input);
  if (!request) return tl::unexpected<Error>(std::move(request).error());
  auto options = options_from_json(arguments.options, {});
  if (!options) return tl::unexpected<Error>(std::move(options).error());
  return Call{*std::move(request), *std::move(options)};
}

}  // namespace

Result<void> check_arguments(const Arguments& arguments) {
  auto call = call_for("file", arguments);
  if (!call) return tl::unexpected<Error>(std::move(call).error());
  return {};
}

FileRead read_file(const std::string& path, const Arguments& arguments) {
  const auto refuse = [&path](Error error) {
    return FileRead{nullptr, refusal(std::move(error), path), std::nullopt};
  };
  auto call = call_for(path, arguments);
  auto file = path == command::kStandardInput ? Result<OpenFile>(open_standard_input())
                                              : open_file_below(arguments.root, path);
  if (!call) {
    return {nullptr, argument_refusal(std::move(call).error(), file ? file->size : 0),
            std::nullopt};
  }
  if (!file) return refuse(std::move(file).error());
  call->options.host.modified = file->modified;

  // Standard input, and files that the system makes up as they are read, say that they have no
  // bytes.
  const std::optional<std::uint64_t> size =
      file->size > 0 ? std::optional(file->size) : std::nullopt;
  auto session = std::make_unique<ReadSession>(call->request, call->options, size);
  ByteVector chunk;
  do {
    auto loaded = read_chunk(*file, chunk);
    if (!loaded) return refuse(file_error(ErrorCode::kIoError, path));
  } while (!chunk.empty() && session->push(chunk) == ReadSession::Status::kMore);
  ToolResult result = session->finish();
  return {std::move(session), std::move(result), FileFacts{file->size, file->mtime}};
}

}  // namespace lectern::cli
