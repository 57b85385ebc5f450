// The command line of `lectern`, parsed. Values go to the core's own validation as they were
// written, so its messages are equal everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "command/flags.h"
#include "read/json.h"

namespace lectern::command {

enum ExitStatus : std::uint8_t { kSuccess = 0, kFailure = 1, kBadUsage = 2 };

/// When a picture is shown in the terminal.
enum class Preview : std::uint8_t { kAuto, kOn, kOff };

/// What is printed: text for people, the result as JSON, or the shape of a model's wire.
enum class Form : std::uint8_t { kText, kJson, kXml, kAnthropic, kOpenAi, kMcp };

/// Links below the root that `mcp` serves.
enum class Symlinks : std::uint8_t { kFollowInside, kRefuse };

/// The FILE that stands for standard input.
inline constexpr std::string_view kStandardInput = "-";

/// A variable of the environment; null when it is not set.
using Environment = std::function<const char*(const char* name)>;

struct Arguments {
  Verb verb = Verb::kRead;
  std::vector<std::string> files;
  /// Fields of a ReadRequest other than `file_path`, as JSON.
  Json input = Json::object();
  /// Fields of ReadOptions, as JSON.
  Json options = Json::object();
  Preview preview = Preview::kAuto;
  /// Text where nothing else is said, JSON for several files at once.
  Form form = Form::kText;
  /// Id of the model's call, for the wires that repeat it.
  std::string call_id = "call";
  /// Directory that files must lie in; "" is none.
  std::string root;
  Symlinks symlinks = Symlinks::kFollowInside;
  /// Files that are read at once; 0 is no batch.
  std::size_t jobs = 0;
  /// Files that list what a batch has read, and what an earlier one had; "" is none.
  std::string manifest;
  std::string since;
  /// Whether a batch also reads what .gitignore files leave out.
  bool no_ignore = false;
  bool help = false;
  bool version = false;
};

/// Parses what follows the program's name. An error is bad usage, its message for people.
Result<Arguments> parse_arguments(std::span<const std::string_view> words);

/// Lays limits from the environment (LECTERN_MAX_IMAGE_BYTES …) under those of the command line.
void apply_environment(Arguments& arguments, const Environment& lookup);

}  // namespace lectern::command
