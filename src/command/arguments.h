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

/// What is printed: text for people, the result as JSON, or the shape of a model's wire.
enum class Form : std::uint8_t {
  kText,
  kJson,
  kXml,
  kAnthropic,
  kOpenAi,
  kGemini,
  kBedrock,
  kMcp,
};

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
  /// The program's own options, by their fields in flags.json: numbers, text, or true.
  Json program = Json::object();
  /// Text where nothing else is said, JSON for several files at once.
  Form form = Form::kText;
  /// Files that are read at once; 0 is no batch.
  std::size_t jobs = 0;
  /// Limits that the environment has set.
  std::vector<const Flag*> from_environment = {};

  /// Whether an option of the program's own was given.
  bool has(const char* field) const { return program.contains(field); }

  /// The text that one was given; `otherwise` when it was not. Never empty for a path.
  std::string own(const char* field, std::string_view otherwise = "") const;
};

/// Parses what follows the program's name. An error is bad usage, its message for people. Arguments
/// that ask for a text (`text_asked_for`) need not be complete.
Result<Arguments> parse_arguments(std::span<const std::string_view> words);

/// Lays limits from the environment (LECTERN_MAX_IMAGE_BYTES …) under those of the command line.
void apply_environment(Arguments& arguments, const Environment& lookup);

/// What the core says is wrong with the arguments, in the words of who typed them: "--max-pixels
/// must be …" for "limits.maxPixels must be …", with an example. Any other message stays as it is.
std::string in_words_of_flags(std::string_view message, const Arguments& arguments);

}  // namespace lectern::command
