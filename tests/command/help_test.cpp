#include "command/help.h"

#include <catch2/catch_test_macros.hpp>

#include "base/message.h"

namespace lectern::command {
namespace {

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("the short help has the common options, the whole help has all of them") {
  const std::string common = help_text(Verb::kRead, false);
  const std::string all = help_text(Verb::kRead, true);
  for (const Flag& flag : flags()) {
    INFO(flag.name);
    const std::string shown = compose({"\n  --{} ", flag.name});
    CHECK(holds(all, shown) == applies(flag, Verb::kRead));
    CHECK(holds(common, shown) == (applies(flag, Verb::kRead) && flag.is_common));
  }
  CHECK(holds(common, "--help-all"));
  CHECK_FALSE(holds(common, "LECTERN_MAX_IMAGE_BYTES"));
  CHECK(holds(all, "LECTERN_MAX_IMAGE_BYTES=1000000"));
}

TEST_CASE("options stand under their headings, each heading once, and no line is too long") {
  const std::string all = help_text(Verb::kRead, true);
  for (const Flag& flag : flags()) {
    if (!applies(flag, Verb::kRead)) continue;
    const std::string heading = compose({"\n{}:\n", flag.group});
    INFO(heading);
    const std::size_t at = all.find(heading);
    REQUIRE(at != std::string::npos);
    CHECK(all.find(heading, at + 1) == std::string::npos);
  }
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = all.find('\n', at);
    CHECK(end - at <= 100);
    at = end + 1;
  }
}

TEST_CASE("the help of a command has its options only") {
  CHECK(holds(help_text(Verb::kMcp, true), "--symlinks"));
  CHECK_FALSE(holds(help_text(Verb::kMcp, true), "--offset"));
  CHECK_FALSE(holds(help_text(Verb::kRead, true), "--symlinks"));
  CHECK_FALSE(holds(help_text(Verb::kCompletion, true), "--json"));
  CHECK(holds(help_text(Verb::kDoctor, true), "--json"));
  CHECK_FALSE(holds(help_text(Verb::kDoctor, true), "--format FORM"));
  CHECK_FALSE(holds(help_text(Verb::kDoctor, true), "--max-"));
}

TEST_CASE("every shell completes every option and what it can be") {
  for (const Shell shell : {Shell::kBash, Shell::kZsh, Shell::kFish}) {
    const std::string script = completion_script(shell);
    for (const Flag& flag : flags()) {
      INFO(flag.name);
      const std::string name = compose({"{}{}", shell == Shell::kFish ? "-l " : "--", flag.name});
      CHECK(holds(script, name));
    }
    CHECK(holds(script, "text json xml anthropic openai gemini bedrock mcp"));
    CHECK(holds(script, "follow-inside refuse"));
    CHECK(holds(script, "bash zsh fish"));
    for (const Verb verb : kVerbs) CHECK(holds(script, name_of(verb)));
  }
  for (const Verb verb : kVerbs) {
    CHECK(holds(help_text(Verb::kRead, false), compose({"lectern {} ", name_of(verb)})));
  }
}

TEST_CASE("help texts do not end the quotes of a script") {
  CHECK(holds(completion_script(Shell::kZsh), "a model'\\''s interface takes\\: anthropic"));
  CHECK(holds(completion_script(Shell::kFish), "a model\\'s interface takes: anthropic"));
}

TEST_CASE("arguments that ask for a text are answered with it") {
  const auto text = [](std::vector<std::string_view> words) {
    return text_asked_for(*parse_arguments(words));
  };
  CHECK(text({"--version"}) == version_line());
  CHECK(text({"read", "--help"}) == help_text(Verb::kRead, false));
  CHECK(text({"mcp", "--help-all"}) == help_text(Verb::kMcp, true));
  CHECK(text({"completion", "fish"}) == completion_script(Shell::kFish));
  CHECK_FALSE(text({"read", "a"}));
}

}  // namespace lectern::command
