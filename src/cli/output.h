// What the program writes. An error of writing is an error of the program.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "base/tool_result.h"
#include "command/output.h"
#include "read/json.h"

namespace lectern::cli {

/// A result as the command library takes it (command/result.h).
Json shown(const ToolResult& result);

/// The text of what is printed for `result`.
std::string text_of(const command::Output& output, const ToolResult& result);

/// Writes to standard output. IO_ERROR when it, or something before it, could not be written.
Result<void> write_output(std::string_view text);

/// The same for what is printed for `result`: its media piece by piece.
Result<void> write_result(const command::Output& output, const ToolResult& result);

/// The same, with all that still waits.
Result<void> flush_output();

/// Whether standard output could not be written because nobody reads it any more.
bool has_lost_reader();

/// Writes to standard error. What nobody can be told ends nothing.
void write_message(std::string_view text);

/// "lectern: warning: …" and the like, on stderr.
void complain(std::string_view message);

}  // namespace lectern::cli
