// `lectern read FILE...`: the command line program, native and WASI.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/format.h"
#include "cli/arguments.h"
#include "cli/file.h"
#include "cli/flags_json.h"
#include "cli/paths.h"
#include "cli/terminal.h"
#include "cli/wires.h"
#include "read/json.h"
#include "read/read_session.h"
#include "read/refusal.h"

namespace {

using namespace lectern;
using namespace lectern::cli;

enum ExitStatus { kSuccess = 0, kFailure = 1, kBadUsage = 2 };

void write_all(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
}

void complain(std::string_view message) {
  write_all(stderr, "lectern: " + std::string(message) + "\n");
}

/// One read. The session owns the bytes that the result may view into; it is null when the file was
/// refused before it was read.
struct FileRead {
  std::unique_ptr<ReadSession> session;
  ToolResult result;
};

Result<OpenFile> open_source(const std::string& path, const std::string& root) {
  if (path == kStandardInput) return open_standard_input();
  return root.empty() ? open_file(path) : open_file_inside(root, path);
}

FileRead read_file(const std::string& path, const Arguments& arguments) {
  const auto refuse = [&path](Error error) {
    return FileRead{nullptr, refusal(std::move(error), path)};
  };
  nlohmann::json input = arguments.input;
  input["file_path"] = path;
  auto request = request_from_json(input);
  if (!request) return refuse(std::move(request).error());
  auto options = options_from_json(arguments.options, {});
  if (!options) return refuse(std::move(options).error());
  auto file = open_source(path, arguments.root);
  if (!file) return refuse(std::move(file).error());
  options->modified = file->modified;

  // Standard input, and files that the system makes up as they are read, say that they have no
  // bytes.
  const std::optional<std::uint64_t> size =
      file->size > 0 ? std::optional(file->size) : std::nullopt;
  auto session = std::make_unique<ReadSession>(*request, *options, size);
  ByteVector chunk;
  do {
    auto loaded = read_chunk(*file, chunk);
    if (!loaded) return refuse(file_error(ErrorCode::kIoError, path));
  } while (!chunk.empty() && session->push(chunk) == ReadSession::Status::kMore);
  ToolResult result = session->finish();
  return {std::move(session), std::move(result)};
}

ImageProtocol image_protocol(Preview preview) {
  if (preview == Preview::kOff) return ImageProtocol::kNone;
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  const std::string_view program = variable("TERM_PROGRAM");
  if (preview == Preview::kAuto && isatty(STDOUT_FILENO) == 0) return ImageProtocol::kNone;
  if (program == "iTerm.app" || program == "WezTerm") return ImageProtocol::kIterm2;
  const bool is_kitty = variable("TERM") == "xterm-kitty" || !variable("KITTY_WINDOW_ID").empty() ||
                        program == "ghostty";
  return is_kitty || preview == Preview::kOn ? ImageProtocol::kKitty : ImageProtocol::kNone;
}

std::string one_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Stand for the name of a document that has none, as in js/wires.
constexpr std::string_view kDocumentName = "document.pdf";
constexpr std::string_view kDocumentUri = "file:///document.pdf";

/// What a result prints to stdout, in a form that a program reads.
std::string formatted(const std::string& path, const ToolResult& result,
                      const Arguments& arguments) {
  const bool is_named = path != kStandardInput;
  const std::string_view name = is_named ? base_name(path) : "";
  switch (arguments.form) {
    case Form::kXml:
      return to_xml(result, path);
    case Form::kAnthropic:
      return one_line(to_anthropic(result, arguments.call_id));
    case Form::kOpenAi:
      return one_line(to_openai(result, arguments.call_id, name.empty() ? kDocumentName : name));
    case Form::kMcp:
      return one_line(
          to_mcp(result, is_named ? file_uri(absolute_path(path)) : std::string(kDocumentUri)));
    default:
      return to_json_text(result) + "\n";
  }
}

int run(const Arguments& arguments) {
  const ImageProtocol protocol = image_protocol(arguments.preview);
  int status = kSuccess;
  for (const std::string& path : arguments.files) {
    const FileRead done = read_file(path, arguments);
    const ToolResult& result = done.result;
    if (!result.success) status = kFailure;
    if (arguments.form != Form::kText) {
      write_all(stdout, formatted(path, result, arguments));
      continue;
    }
    for (const std::string& warning : result.metadata.warnings) complain("warning: " + warning);
    if (result.success) {
      write_all(stdout, terminal_text(path, result, protocol));
    } else {
      complain(result.content);
    }
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
#ifdef __wasi__
  // WASI has no current directory; where the host tells it, relative paths start there.
  if (const char* directory = std::getenv("PWD"); directory != nullptr) {
    [[maybe_unused]] const int ignored = chdir(directory);
  }
#endif
  const std::vector<std::string_view> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  auto arguments = parse_arguments(words);
  if (!arguments) {
    complain(arguments.error().message);
    return kBadUsage;
  }
  if (arguments->help) {
    write_all(stdout, help_text());
    return kSuccess;
  }
  if (arguments->version) {
    write_all(stdout, "lectern " + std::string(kVersion) + "\n");
    return kSuccess;
  }
  if (!arguments->root.empty() && !is_directory(arguments->root)) {
    complain("--root must be a directory that can be opened, got \"" + arguments->root + "\"");
    return kBadUsage;
  }
  apply_environment(*arguments, [](const char* name) -> const char* { return std::getenv(name); });
  return run(*arguments);
}
