// Scripts that make shells complete the options of lectern. They are made from the list of options
// and call no program.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "command/help.h"

namespace lectern::command {
namespace {

constexpr std::string_view kShells = "bash zsh fish";
/// What stands for a value that is a path.
constexpr std::string_view kFileValue = "FILE";
constexpr std::string_view kDirectoryValue = "DIR";

std::string_view help_of(Verb verb) {
  if (verb == Verb::kMcp) return "serve the Read tool to clients of the Model Context Protocol";
  if (verb == Verb::kDoctor) return "say which modules load here, and what they weigh";
  return verb == Verb::kCompletion ? "print the completion of a shell" : "read files";
}

std::string joined(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words)
    append_to(text, {"{}{}", text.empty() ? "" : " ", word});
  return text;
}

std::string verbs_text() {
  std::string text;
  for (const Verb verb : kVerbs) append_to(text, {"{}{}", text.empty() ? "" : " ", name_of(verb)});
  return text;
}

/// "--offset --limit …" of a verb.
std::string options_text(Verb verb) {
  std::string text;
  for (const Flag& flag : flags()) {
    if (applies(flag, verb)) append_to(text, {"{}--{}", text.empty() ? "" : " ", flag.name});
  }
  return text;
}

/// Text with a backslash before each of `special`, for single quotes in a shell that ends them by
/// `quote`.
std::string quoted(std::string_view text, std::string_view special, std::string_view quote) {
  std::string escaped;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) escaped += '\\';
    if (c == '\'') {
      escaped += quote;
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string bash_script() {
  std::string text =
      "# Completion of lectern for bash: source <(lectern completion bash)\n"
      "_lectern() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=\n"
      "  # --name=value is three words to bash.\n"
      "  if [[ $word == = ]]; then word=\n"
      "  elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
      "  COMPREPLY=()\n"
      "  if ((COMP_CWORD == 1)); then\n";
  append_to(text, {"    COMPREPLY=($(compgen -W '{} {}' -- \"$word\"))\n    return\n  fi\n",
                   verbs_text(), options_text(Verb::kCompletion)});
  text += "  case $before in\n";
  for (const Flag& flag : flags()) {
    if (flag.value.empty() || flag.value == kFileValue) continue;
    append_to(text, {"    --{}) ", flag.name});
    if (flag.value == kDirectoryValue) {
      text +=
          "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$word\"); return ;;\n";
    } else if (flag.values.empty()) {
      text += "compopt +o default; return ;;\n";
    } else {
      append_to(text,
                {"COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n", joined(flag.values)});
    }
  }
  text += "  esac\n  case ${COMP_WORDS[1]} in\n";
  for (const Verb verb : kVerbs) {
    append_to(text, {"    {}) options='{}{}' ;;\n", name_of(verb), options_text(verb),
                     verb == Verb::kCompletion ? compose({" {}", kShells}) : ""});
  }
  text +=
      "  esac\n"
      "  if [[ $word == -* || ${COMP_WORDS[1]} == completion ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
      "  fi\n"
      "}\n"
      "complete -o default -F _lectern lectern\n";
  return text;
}

/// The end of an option's line for zsh: what its value can be.
std::string zsh_value(const Flag& flag) {
  if (flag.value.empty()) return "";
  const std::string name = quoted(flag.value, "\\:", "'\\''");
  if (!flag.values.empty()) return compose({":{}:({})", name, joined(flag.values)});
  if (flag.value == kFileValue) return compose({":{}:_files", name});
  if (flag.value == kDirectoryValue) return compose({":{}:_files -/", name});
  return compose({":{}: ", name});
}

std::string zsh_script() {
  std::string text =
      "#compdef lectern\n"
      "# Completion of lectern for zsh: source <(lectern completion zsh), after compinit\n"
      "_lectern() {\n"
      "  if ((CURRENT == 2)); then\n"
      "    local -a commands=(";
  for (const Verb verb : kVerbs) append_to(text, {"'{}:{}' ", name_of(verb), help_of(verb)});
  text.back() = ')';
  text +=
      "\n    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $command in\n";
  for (const Verb verb : kVerbs) {
    append_to(text, {"    {})\n      _arguments \\\n", name_of(verb)});
    for (const Flag& flag : flags()) {
      if (!applies(flag, verb)) continue;
      append_to(text, {"        '--{}{}[{}]{}' \\\n", flag.name, flag.value.empty() ? "" : "=",
                       quoted(flag.help, "\\[]:", "'\\''"), zsh_value(flag)});
    }
    const std::string shells = compose({"'1:shell:({})'", kShells});
    const std::string_view others = verb == Verb::kRead ? "'*:file:_files'" : "";
    append_to(text, {"        {}\n      ;;\n",
                     verb == Verb::kCompletion ? std::string_view(shells) : others});
  }
  text +=
      "  esac\n"
      "}\n"
      "if [[ $funcstack[1] == _lectern ]]; then _lectern \"$@\"; else compdef _lectern lectern; "
      "fi\n";
  return text;
}

/// The end of an option's line for fish: what its value can be.
std::string fish_value(const Flag& flag) {
  if (flag.value.empty()) return "";
  if (!flag.values.empty()) return compose({" -x -a '{}'", joined(flag.values)});
  if (flag.value == kFileValue) return " -r -F";
  return flag.value == kDirectoryValue ? " -x -a '(__fish_complete_directories)'" : " -x";
}

std::string fish_script() {
  std::string text =
      "# Completion of lectern for fish: lectern completion fish | source\n"
      "complete -c lectern -e\n";
  for (const Verb verb : kVerbs) {
    append_to(text, {"complete -c lectern -n __fish_use_subcommand -f -a {} -d '{}'\n",
                     name_of(verb), help_of(verb)});
  }
  append_to(text, {"complete -c lectern -n '__fish_seen_subcommand_from completion' -f -a '{}'\n",
                   kShells});
  for (const Flag& flag : flags()) {
    std::vector<std::string_view> verbs;
    for (const Verb verb : kVerbs) {
      if (applies(flag, verb)) verbs.push_back(name_of(verb));
    }
    append_to(text, {"complete -c lectern -n '__fish_seen_subcommand_from {}' -l {}{} -d '{}'\n",
                     joined(verbs), flag.name, fish_value(flag), quoted(flag.help, "\\", "\\'")});
  }
  return text;
}

}  // namespace

std::string completion_script(Shell shell) {
  switch (shell) {
    case Shell::kBash:
      return bash_script();
    case Shell::kZsh:
      return zsh_script();
    case Shell::kFish:
      break;
  }
  return fish_script();
}

}  // namespace lectern::command
