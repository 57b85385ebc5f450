// The options of the command line, as src/command/flags.json lists them. That file is the only
// list.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lectern::command {

/// What `lectern` is asked to do.
enum class Verb : std::uint8_t { kRead, kMcp, kDoctor, kCompletion };
inline constexpr Verb kVerbs[] = {Verb::kRead, Verb::kMcp, Verb::kDoctor, Verb::kCompletion};

/// A verb as it is written on the command line.
std::string_view name_of(Verb verb);

/// Where the value of an option goes.
enum class Target : std::uint8_t { kInput, kOptions, kLimits, kProgram };

struct Flag {
  std::string_view name;   ///< without its dashes
  std::string_view value;  ///< what stands for the value in the help text; "" for a switch
  std::span<const std::string_view> values;  ///< what it can be; empty: anything
  std::uint64_t max = 0;  ///< the most of a number of the program's own; 0 for no number
  Target target;
  std::string_view field;  ///< the field it sets; "a.b" is field b of the object a
  std::string_view group;  ///< its heading in the help text
  std::string_view help;
  std::string_view only;   ///< the one verb that has it; "" for those that its target belongs to
  std::string_view needs;  ///< the option without which it means nothing; "" for none
  bool is_common;          ///< whether the short help names it
};

/// All options, in the order of the help text.
std::span<const Flag> flags();

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

}  // namespace lectern::command
