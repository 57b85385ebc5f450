// The options of the command line, as src/cli/flags.json lists them. That file is the only list.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lectern::command {

/// What `lectern` is asked to do.
enum class Verb : std::uint8_t { kRead, kMcp };

/// Where the value of an option goes.
enum class Target : std::uint8_t { kInput, kOptions, kLimits, kProgram };

struct Flag {
  std::string name;   ///< without its dashes
  std::string value;  ///< what stands for the value in the help text; "" for a switch
  Target target;
  std::string field;  ///< the field it sets; "a.b" is field b of the object a
  std::string help;
  std::string only;  ///< the one verb that has it; "" for those that its target belongs to
};

/// All options, in the order of the help text.
const std::vector<Flag>& flags();

/// The option with that name, without dashes; null when none has it.
const Flag* find_flag(std::string_view name);

/// Whether an option means something to a verb.
bool applies(const Flag& flag, Verb verb);

/// " (did you mean --offset?)" for a word with a likely misspelling; "" for any other.
std::string suggestion(std::string_view word, Verb verb);

/// Whether two words differ by a typing error or two.
bool is_similar(std::string_view left, std::string_view right);

/// The variable that sets a limit: "LECTERN_MAX_IMAGE_BYTES" for "max-image-bytes".
std::string environment_name(std::string_view flag_name);

/// What `lectern --help` and `lectern mcp --help` print.
std::string help_text(Verb verb);

/// "lectern 0.1.0\n"
std::string version_line();

}  // namespace lectern::command
