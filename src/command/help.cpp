#include "command/help.h"

#include <algorithm>
#include <array>

#include "base/message.h"
#include "command/flag_table.h"

namespace lectern::command {
namespace {

constexpr std::string_view kReadUsage =
    "lectern - reads a file the way a model can use it\n"
    "\n"
    "Usage: lectern read FILE... [options]\n"
    "       lectern read --jobs N FILE-OR-DIRECTORY... [options]\n"
    "       lectern mcp [--root DIR] [options]        (in the npm package)\n"
    "       lectern doctor [--json]                   (in the npm package)\n"
    "       lectern completion bash|zsh|fish\n"
    "\n"
    "Prints the content; with --json the whole result. FILE - is standard input. With --jobs it "
    "reads\n"
    "whole directories, N files at once, and prints a line of JSON for each. Exit status: 0 "
    "success,\n"
    "1 a file could not be read or the output not be written, 2 bad usage or a bad value.\n";
constexpr std::string_view kMcpUsage =
    "Usage: lectern mcp [--root DIR] [--symlinks follow-inside|refuse] [options]\n"
    "\n"
    "Serves the Read tool to clients of the Model Context Protocol on standard input and output. "
    "Only\n"
    "files in DIR can be read (default: the current directory).\n";
constexpr std::string_view kDoctorUsage =
    "Usage: lectern doctor [--json]\n"
    "\n"
    "Says which modules and packages are here, what they weigh, and whether SIMD is used.\n"
    "Exit status 1: a module does not load.\n";
constexpr std::string_view kCompletionUsage =
    "Usage: lectern completion bash|zsh|fish\n"
    "\n"
    "Prints the script that makes a shell complete the options of lectern:\n"
    "\n"
    "  bash  source <(lectern completion bash)      in ~/.bashrc\n"
    "  zsh   source <(lectern completion zsh)       in ~/.zshrc, after compinit\n"
    "  fish  lectern completion fish | source       in ~/.config/fish/config.fish\n";
constexpr std::string_view kEnvironmentNote =
    "\nEvery --max-... option can also be set in the environment: "
    "LECTERN_MAX_IMAGE_BYTES=1000000\n";
constexpr std::size_t kHelpColumn = 30;
constexpr std::size_t kHelpWidth = 100;

std::string_view usage_of(Verb verb) {
  if (verb == Verb::kMcp) return kMcpUsage;
  if (verb == Verb::kDoctor) return kDoctorUsage;
  return verb == Verb::kCompletion ? kCompletionUsage : kReadUsage;
}

/// Adds words, with a line break and spaces up to the help's column before one that is too long.
void add_wrapped(std::string& text, std::string line, std::string_view words) {
  line.resize(std::max(line.size() + 2, kHelpColumn), ' ');
  bool is_first = true;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (!is_first && line.size() + 1 + end > kHelpWidth) {
      append_to(text, {"{}\n", line});
      line = std::string(kHelpColumn, ' ');
    } else if (!is_first) {
      line += ' ';
    }
    line += words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    is_first = false;
  }
  append_to(text, {"{}\n", line});
}

}  // namespace

std::string help_text(Verb verb, bool has_all_options) {
  std::string text(usage_of(verb));
  std::string_view group;
  bool has_limits = false;
  for (const Flag& flag : flags()) {
    if (!applies(flag, verb) || (!has_all_options && !flag.is_common)) continue;
    if (flag.group != group) append_to(text, {"\n{}:\n", flag.group});
    group = flag.group;
    has_limits = has_limits || flag.target == Target::kLimits;
    const std::string_view space = flag.value.empty() ? "" : " ";
    add_wrapped(text, compose({"  --{}{}{}", flag.name, space, flag.value}), flag.help);
  }
  return has_limits ? compose({"{}{}", text, kEnvironmentNote}) : text;
}

std::string version_line() { return compose({"lectern {}\n", kVersion}); }

std::optional<Shell> shell_named(std::string_view name) {
  if (name == "bash") return Shell::kBash;
  if (name == "zsh") return Shell::kZsh;
  if (name == "fish") return Shell::kFish;
  return std::nullopt;
}

std::optional<std::string> text_asked_for(const Arguments& arguments) {
  if (arguments.has("version")) return version_line();
  const bool wants_all = arguments.has("helpAll");
  if (wants_all || arguments.has("help")) return help_text(arguments.verb, wants_all);
  if (arguments.verb != Verb::kCompletion) return std::nullopt;
  return completion_script(*shell_named(arguments.files.front()));
}

}  // namespace lectern::command
