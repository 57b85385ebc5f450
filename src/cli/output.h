// What is printed for a result, in each form that a program reads.
#pragma once

#include <string>
#include <string_view>

#include "base/tool_result.h"
#include "cli/arguments.h"

namespace lectern::cli {

/// What a result prints to stdout; every form but text.
std::string formatted(const std::string& path, const ToolResult& result,
                      const Arguments& arguments);

/// Text as JSON, in quotes; bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);

/// "lectern: warning: …" and the like, on stderr.
void complain(std::string_view message);

}  // namespace lectern::cli
