// `lectern read FILE...`: the command line program, native and WASI.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "cli/file.h"
#include "cli/flags_json.h"
#include "cli/terminal.h"
#include "read/json.h"
#include "read/read.h"
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

/// One read: the bytes stay here because the result may view into them.
struct FileRead {
  ByteVector bytes;
  ToolResult result;
};

FileRead read_file(const std::string& path, const Arguments& arguments) {
  FileRead read_result;
  const auto refuse = [&](Error error) {
    read_result.result = refusal(std::move(error), path);
  };

  nlohmann::json input = arguments.input;
  input["file_path"] = path;
  auto request = request_from_json(input);
  if (!request) return refuse(std::move(request).error()), std::move(read_result);
  auto options = options_from_json(arguments.options, {});
  if (!options) return refuse(std::move(options).error()), std::move(read_result);
  auto file = open_file(path);
  if (!file) return refuse(std::move(file).error()), std::move(read_result);
  options->modified = file->modified;

  const std::uint64_t most = max_file_bytes(options->limits);
  if (auto loaded = read_more(*file, most + 1, read_result.bytes); !loaded) {
    return refuse(file_error(ErrorCode::kIoError, path)), std::move(read_result);
  }
  read_result.result = read(read_result.bytes, *request, *options);
  return read_result;
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

int run(const Arguments& arguments) {
  const ImageProtocol protocol = image_protocol(arguments.preview);
  int status = kSuccess;
  for (const std::string& path : arguments.files) {
    const FileRead done = read_file(path, arguments);
    const ToolResult& result = done.result;
    if (!result.success) status = kFailure;
    if (arguments.json) {
      write_all(stdout, to_json_text(result) + "\n");
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
  apply_environment(*arguments, [](const char* name) -> const char* { return std::getenv(name); });
  return run(*arguments);
}
