// How a result looks in a terminal: numbered text, and a picture in a box where it can be shown.
#pragma once

#include <string_view>

#include "command/arguments.h"
#include "command/output.h"

namespace lectern::command {

enum class ImageProtocol : std::uint8_t { kNone, kKitty, kIterm2 };

/// How the terminal of an environment shows pictures.
/// \param preview      "on", "off", or "auto" for those that can.
/// \param is_terminal  whether standard output is one.
ImageProtocol image_protocol(std::string_view preview, bool is_terminal, const Environment& lookup);

/// Adds what a successful read prints to stdout, without --json.
/// \param path      the file's path as given.
/// \param result    as command/result.h says.
/// \param protocol  how the terminal shows pictures; what it cannot show is
///                  named by the result's text.
void add_terminal_text(Output& output, std::string_view path, const Json& result,
                       ImageProtocol protocol);

}  // namespace lectern::command
