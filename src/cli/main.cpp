// `lectern read FILE...`: the command line program, native and WASI.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "cli/batch.h"
#include "cli/file.h"
#include "cli/flags_json.h"
#include "cli/output.h"
#include "cli/read_file.h"
#include "cli/terminal.h"

namespace {

using namespace lectern;
using namespace lectern::cli;

constexpr std::string_view kDirectoryHint = " (--jobs N reads the files in it)";

void write_all(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
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

ExitStatus run(const Arguments& arguments) {
  const ImageProtocol protocol = image_protocol(arguments.preview);
  ExitStatus status = kSuccess;
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
      const bool is_directory = result.error->code == ErrorCode::kIsDirectory;
      complain(result.content + (is_directory ? std::string(kDirectoryHint) : ""));
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
  return arguments->jobs > 0 ? run_batch(*arguments) : run(*arguments);
}
