// What the program says of itself: its help, its version, and the completion of its options in a
// shell.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "command/arguments.h"
#include "command/flags.h"

namespace lectern::command {

/// What `lectern --help` prints, or with all options `lectern --help-all`.
std::string help_text(Verb verb, bool has_all_options);

/// "lectern 0.2.0\n"
std::string version_line();

/// The shells that options can be completed in.
enum class Shell : std::uint8_t { kBash, kZsh, kFish };

/// The shell of that name.
std::optional<Shell> shell_named(std::string_view name);

/// The script that makes a shell complete commands, options and values of `lectern`.
std::string completion_script(Shell shell);

/// What is printed for arguments that ask for nothing but a text; nothing for all others.
std::optional<std::string> text_asked_for(const Arguments& arguments);

}  // namespace lectern::command
