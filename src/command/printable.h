// Text that a terminal is shown: the one place where what a name holds is made harmless.
#pragma once

#include <string>
#include <string_view>

namespace lectern::command {

/// The text with its control characters, its marks that change the direction of writing and its
/// bytes that are not UTF-8 written as escapes: `\n`, `\x1b`, `\u202e`. What remains is one line
/// and moves nothing on a terminal.
std::string printable(std::string_view text);

/// What is said on standard error: "lectern: File does not exist: a\x1b[2J\n".
std::string message_line(std::string_view text);

}  // namespace lectern::command
