// `lectern read FILE...`: the command line program, native and WASI.
#include <fcntl.h>
#ifndef __wasi__
#include <signal.h>
#endif
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "cli/batch.h"
#include "cli/file.h"
#include "cli/output.h"
#include "cli/paths.h"
#include "cli/progress_display.h"
#include "cli/read_file.h"
#include "command/arguments.h"
#include "command/help.h"
#include "command/printing.h"
#include "command/progress.h"

namespace {

using namespace lectern;
using namespace lectern::cli;
using command::ExitStatus;

const char* environment(const char* name) { return std::getenv(name); }

ExitStatus refuse(const std::string& message) {
  complain(message);
  return command::kBadUsage;
}

/// \param status  what is known to be wrong already.
ExitStatus read_files(const Arguments& arguments, ExitStatus status) {
  const bool is_terminal = isatty(STDOUT_FILENO) != 0;
  command::Printer printer(
      arguments, command::image_protocol(arguments.own("preview"), is_terminal, environment));
  ProgressDisplay display(isatty(STDERR_FILENO) != 0);
  for (const std::string& path : arguments.files) {
    const auto show = [&](std::uint64_t done, std::optional<std::uint64_t> size) {
      if (size.value_or(done) < command::kLargeFileBytes || !display.is_due()) return;
      display.show(command::reading_line(path, done, size));
    };
    const FileRead done = read_file(path, arguments, show);
    display.clear();
    if (!done.result.success && status == command::kSuccess) status = command::kFailure;
    const auto printed = printer.print({path, absolute_path(path)}, shown(done.result));
    // In the order in which they were made, also where both go to one file.
    if (!printed.messages.empty() && !flush_output()) break;
    write_message(printed.messages);
    if (!write_result(printed.output, done.result)) break;
  }
  return status;
}

ExitStatus run(Arguments arguments) {
  if (const std::string root = arguments.own("root"); !root.empty() && !is_directory(root)) {
    return refuse("--root must be a directory that can be opened, got \"" + root + "\"");
  }
  if (arguments.verb == command::Verb::kMcp) {
    return refuse("mcp is in the npm package: npx lectern mcp");
  }
  if (arguments.verb == command::Verb::kDoctor) {
    return refuse("doctor is in the npm package: npx lectern doctor");
  }
  command::apply_environment(arguments, environment);
  const auto checked = check_arguments(arguments);
  // A program that reads results gets one for each file; everybody else is told once.
  const bool has_results = arguments.jobs == 0 && arguments.form != command::Form::kText;
  if (!checked && !has_results) {
    return refuse(command::in_words_of_flags(checked.error().message, arguments));
  }
  if (arguments.jobs > 0) return run_batch(arguments);
  return read_files(arguments, checked ? command::kSuccess : command::kBadUsage);
}

ExitStatus start(const std::vector<std::string_view>& words) {
  auto arguments = command::parse_arguments(words);
  if (!arguments) return refuse(arguments.error().message);
  const auto text = command::text_asked_for(*arguments);
  if (!text) return run(*std::move(arguments));
  // What goes wrong shows when everything is written.
  [[maybe_unused]] const auto written = write_output(*text);
  return command::kSuccess;
}

#ifndef __wasi__
/// A standard stream that is closed would be the next file that is opened. Held this way, it fails.
void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1) continue;
    [[maybe_unused]] const int held =
        open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}
#endif

}  // namespace

int main(int argc, char** argv) {
#ifdef __wasi__
  // WASI has no current directory; where the host tells it, relative paths start there.
  if (const char* directory = std::getenv("PWD"); directory != nullptr) {
    [[maybe_unused]] const int ignored = chdir(directory);
  }
#else
  hold_standard_streams();
  // Whoever reads our messages may leave: what cannot be written is an error of writing.
  signal(SIGPIPE, SIG_IGN);
#endif
  const ExitStatus status = start({argv + (argc > 0 ? 1 : 0), argv + argc});
  if (const auto flushed = flush_output(); !flushed) {
    // Whoever reads our output may stop early: `lectern read a.txt | head`.
    if (has_lost_reader()) return command::kSuccess;
    complain(flushed.error().message);
    return command::kFailure;
  }
  return status;
}
