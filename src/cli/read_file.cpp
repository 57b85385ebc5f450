#include "cli/read_file.h"

#include <algorithm>
#include <utility>

#include "cli/file.h"
#include "read/json.h"
#include "read/refusal.h"

namespace lectern::cli {
namespace {

/// Bytes asked for at a time.
constexpr std::uint64_t kMaxPieceBytes = std::uint64_t{1} << 20;

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

/// Answers a reading's questions until it is done. IO_ERROR.
Result<void> answer(FileReading& reading, const OpenFile& file, std::optional<std::uint64_t> size,
                    const Progress& progress) {
  while (reading.question().kind != Question::Kind::kDone) {
    const Question question = reading.question();
    if (question.kind != Question::Kind::kBytes) {
      // All modules and tables are linked in, and nothing here decodes pictures.
      reading.decline("");
      continue;
    }
    const auto wanted = std::min<std::uint64_t>(question.to - question.from, kMaxPieceBytes);
    const std::span<std::uint8_t> room = reading.room(static_cast<std::size_t>(wanted));
    if (room.empty()) continue;
    LECTERN_TRY(const std::size_t got, read_bytes(file, question.from, room));
    reading.give(got, got == 0);
    if (progress) progress(question.from + got, size);
  }
  return {};
}

}  // namespace

Result<void> check_arguments(const Arguments& arguments) {
  auto call = call_for("file", arguments);
  if (!call) return tl::unexpected<Error>(std::move(call).error());
  return {};
}

FileRead read_file(const std::string& path, const Arguments& arguments, const Progress& progress) {
  const auto refuse = [&path](Error error) {
    return FileRead{nullptr, refusal(std::move(error), path), std::nullopt};
  };
  auto call = call_for(path, arguments);
  auto file = path == command::kStandardInput ? Result<OpenFile>(open_standard_input())
                                              : open_file_below(arguments.own("root"), path);
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
  auto reading = std::make_unique<FileReading>(call->request, call->options, FileKnowledge{size});
  if (!answer(*reading, *file, size, progress))
    return refuse(file_error(ErrorCode::kIoError, path));
  ToolResult result = reading->take_result();
  return {std::move(reading), std::move(result), FileFacts{file->size, file->mtime}};
}

}  // namespace lectern::cli
