// How a result looks in a terminal: numbered text, and a box for a picture.
#pragma once

#include <string>

#include "base/tool_result.h"

namespace lectern::cli {

enum class ImageProtocol : std::uint8_t { kNone, kKitty, kIterm2 };

/// What a successful read prints to stdout, without --json.
/// \param path      the file's path as given.
/// \param protocol  how the terminal shows pictures; kNone shows only the box.
std::string terminal_text(const std::string& path, const ToolResult& result,
                          ImageProtocol protocol);

}  // namespace lectern::cli
