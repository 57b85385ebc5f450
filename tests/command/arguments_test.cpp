#include "command/arguments.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

namespace lectern::command {
namespace {

Result<Arguments> parse(std::vector<std::string_view> words) { return parse_arguments(words); }

std::string usage_error(std::vector<std::string_view> words) {
  const auto arguments = parse(std::move(words));
  return arguments ? "accepted" : arguments.error().message;
}

}  // namespace

TEST_CASE("flags become the fields of the request and of the options") {
  const auto arguments = parse({"read", "a.txt", "--offset", "5", "--provider=openai", "--tile",
                                "--max-lines", "7", "b.txt", "--json", "--region", "1,2,3,4"});
  REQUIRE(arguments);
  CHECK(arguments->files == std::vector<std::string>{"a.txt", "b.txt"});
  CHECK(arguments->input ==
        Json({{"offset", 5}, {"region", {{"x", 1}, {"y", 2}, {"width", 3}, {"height", 4}}}}));
  CHECK(arguments->options ==
        Json({{"provider", "openai"}, {"image", {{"tile", true}}}, {"limits", {{"maxLines", 7}}}}));
  CHECK(arguments->form == Form::kJson);
}

TEST_CASE("a number that is none stays as it was written, for the core to quote") {
  for (const char* text : {"0x10", "007", "1e3", "-0", " 5", "", "[1]", "9999999999999999"}) {
    INFO(text);
    CHECK(parse({"read", "a.txt", "--offset", text})->input == Json({{"offset", text}}));
  }
  CHECK(parse({"read", "a.txt", "--limit=-1"})->input == Json({{"limit", -1}}));
  CHECK(parse({"read", "a.txt", "--pages=3"})->input == Json({{"pages", "3"}}));
}

TEST_CASE("what the core says of a value is said in the words that were typed, with an example") {
  const auto said = [](std::string_view message) {
    return in_words_of_flags(message, Arguments());
  };
  CHECK(said("limits.maxPixels must be an integer of at least 1, got \"x\"") ==
        "--max-pixels must be an integer of at least 1, got \"x\"; for example --max-pixels 20");
  CHECK(said("pdf.pageImages must be one of \"auto\", \"never\", got \"foo\"") ==
        "--page-images must be one of \"auto\", \"never\", got \"foo\"");
  CHECK(said("encoding must be a label of the WHATWG Encoding Standard, got \"klingon\"") ==
        "--encoding must be a label of the WHATWG Encoding Standard, got \"klingon\"; for example "
        "--encoding windows-1252");
  for (const std::string_view region : {"region must be a JSON object, got \"x\"",
                                        "region.height must be an integer of at least 1, got -4"}) {
    CHECK(said(region) ==
          "--region must be X,Y,W,H in whole numbers, W and H at least 1; for example --region "
          "0,0,400,300");
  }
  CHECK(said("lines stands instead of offset, limit and column: give either") ==
        "--lines stands instead of --offset, --limit and --column: give either");
  for (const std::string_view other : {"", "limit", "limit reached", "limits must be",
                                       "regional must be set", "json must be on"}) {
    CHECK(said(other) == other);
  }
}

TEST_CASE("words that the core would not take are refused before it") {
  const std::string many(70'000, 'x');
  CHECK(usage_error({"read", "a.txt", "--password", many}) ==
        "a file's name and its options may have 60,000 bytes, not 70,015 (see lectern --help)");
  CHECK(usage_error({"read", "a.txt", "--search", many}).starts_with("a file's name and its"));
  CHECK(usage_error({"read", "a.txt", many}).starts_with("a file's name and its options may"));
  CHECK(usage_error({"read", "a.txt", many.substr(0, 50'000)}) == "accepted");
}

TEST_CASE("a limit of the environment is named as its variable") {
  auto arguments = *parse({"read", "a.txt", "--max-lines", "x"});
  apply_environment(arguments, [](const char*) { return "x"; });
  CHECK(in_words_of_flags("limits.maxPixels must be 1, got \"x\"", arguments) ==
        "LECTERN_MAX_PIXELS must be 1, got \"x\"; for example LECTERN_MAX_PIXELS=20");
  CHECK(in_words_of_flags("limits.maxLines must be 1, got \"x\"", arguments) ==
        "--max-lines must be 1, got \"x\"; for example --max-lines 20");
}

TEST_CASE("the form of the output, the call it answers and the root are the program's own") {
  const auto arguments =
      parse({"read", "-", "--format", "openai", "--call-id=c1", "--root", "/srv"});
  REQUIRE(arguments);
  CHECK(arguments->files == std::vector<std::string>{"-"});
  CHECK(arguments->form == Form::kOpenAi);
  CHECK(arguments->own("callId") == "c1");
  CHECK(arguments->own("root") == "/srv");
}

TEST_CASE("what is printed for a provider's wire fits it, unless another one is named") {
  CHECK(parse({"read", "a", "--format=anthropic"})->options == Json({{"provider", "anthropic"}}));
  CHECK(parse({"read", "a", "--format=gemini"})->options == Json({{"provider", "gemini"}}));
  CHECK(parse({"read", "a", "--format=bedrock"})->options == Json({{"provider", "bedrock"}}));
  CHECK(parse({"read", "a", "--provider=none", "--format=mcp"})->options ==
        Json({{"provider", "none"}}));
  CHECK(parse({"read", "a", "--format=xml"})->options.empty());
}

TEST_CASE("after -- everything is a file") {
  const auto arguments = parse({"read", "--", "--json", "-x"});
  REQUIRE(arguments);
  CHECK(arguments->files == std::vector<std::string>{"--json", "-x"});
}

TEST_CASE("bad usage says what is wrong and where help is") {
  CHECK(usage_error({}) == "no command given (see lectern --help)");
  CHECK(usage_error({"write"}) == "unknown command \"write\" (see lectern --help)");
  CHECK(usage_error({"read"}) == "read needs at least one FILE (see lectern --help)");
  CHECK(usage_error({"read", "a", "--of"}) ==
        "unknown option --of (did you mean --offset?) (see lectern --help)");
  CHECK(usage_error({"read", "a", "-o"}) == "unknown option -o (see lectern --help)");
  CHECK(usage_error({"read", "a", "--offset"}) == "--offset needs a value (see lectern --help)");
  CHECK(usage_error({"read", "a", "--json=1"}) == "--json takes no value (see lectern --help)");
  CHECK(usage_error({"read", "a", "--preview", "yes"}) ==
        "--preview must be auto, on or off, got \"yes\" (see lectern --help)");
  CHECK(usage_error({"read", "a", "--format=yaml"}) ==
        "--format must be text, json, xml, anthropic, openai, gemini, bedrock or mcp, got \"yaml\" "
        "(see lectern --help)");
  CHECK(usage_error({"read", "-", "a", "-"}) ==
        "standard input can be read only once (see lectern --help)");
}

TEST_CASE("the environment sets limits that the command line does not") {
  auto arguments = parse({"read", "a", "--max-pages", "3"});
  REQUIRE(arguments);
  apply_environment(*arguments, [](const char* name) -> const char* {
    const std::string_view variable = name;
    if (variable == "LECTERN_MAX_IMAGE_BYTES") return "1000";
    if (variable == "LECTERN_MAX_PAGES") return "9";
    return nullptr;
  });
  CHECK(arguments->options["limits"] == Json({{"maxPages", 3}, {"maxImageBytes", 1000}}));
}

TEST_CASE("every format that is listed is one of its own") {
  std::vector<Form> forms;
  for (const std::string_view name : find_flag("format")->values) {
    const auto arguments = parse({"read", "a", "--format", name});
    REQUIRE(arguments);
    CHECK(std::count(forms.begin(), forms.end(), arguments->form) == 0);
    forms.push_back(arguments->form);
  }
  CHECK(forms.size() == 8);
}

TEST_CASE("an empty path is no path, as an unset variable of a shell gives it") {
  CHECK(usage_error({"read", "a", "--root", ""}) ==
        "--root must not be empty (see lectern --help)");
  CHECK(usage_error({"read", "a", "--jobs=1", "--manifest="}) ==
        "--manifest must not be empty (see lectern --help)");
}

TEST_CASE("completion takes the name of a shell") {
  CHECK(parse({"completion", "zsh"})->files == std::vector<std::string>{"zsh"});
  const std::string message = "completion needs the name of a shell: bash, zsh or fish";
  for (const auto& words : {std::vector<std::string_view>{"completion"},
                            {"completion", "tcsh"},
                            {"completion", "bash", "zsh"}}) {
    const auto arguments = parse_arguments(words);
    REQUIRE_FALSE(arguments);
    CHECK(arguments.error().message == message + " (see lectern --help)");
  }
  CHECK(usage_error({"completion", "bash", "--json"}) ==
        "--json is no option of completion (see lectern --help)");
}

TEST_CASE("a batch prints JSON, and what makes no sense in one is refused") {
  const auto arguments = parse({"read", "--jobs", "4", "src", "--since=a", "--manifest=b"});
  REQUIRE(arguments);
  CHECK(arguments->jobs == 4);
  CHECK(arguments->form == Form::kJson);
  CHECK(arguments->own("since") == "a");
  CHECK(arguments->own("manifest") == "b");
  CHECK(parse({"read", "--jobs", "0", "a"})->form == Form::kText);
  for (const std::string_view jobs : {"-1", "257", "1.5", "", "many"}) {
    CHECK(usage_error({"read", "a", "--jobs", jobs}) ==
          "--jobs must be a number from 0 to 256, got \"" + std::string(jobs) +
              "\" (see lectern --help)");
  }
  CHECK(usage_error({"read", "a", "--no-ignore"}) ==
        "--no-ignore needs --jobs (see lectern --help)");
  CHECK(usage_error({"read", "-", "--jobs", "1"}) ==
        "--jobs reads files and directories, not standard input (see lectern --help)");
}

TEST_CASE("a misspelled option is answered with the one that was meant") {
  const auto hint = [](std::string_view option) {
    const std::string message = usage_error({"read", "a", option});
    const std::size_t start = message.find("mean ");
    return start == std::string::npos ? ""
                                      : message.substr(start + 5, message.find('?') - start - 5);
  };
  CHECK(hint("--ofset") == "--offset");
  CHECK(hint("--formt=json") == "--format");
  CHECK(hint("-json") == "--json");
  CHECK(hint("--max-image") == "--max-image-bytes");
  CHECK(hint("--colour").empty());
  CHECK(hint("--symlinks").empty());
  CHECK(hint("--" + std::string(100'000, 'x')).empty());
  CHECK(usage_error({"raed", "a"}) ==
        "unknown command \"raed\" (did you mean read?) (see lectern --help)");
  CHECK(usage_error({"competion", "bash"}) ==
        "unknown command \"competion\" (did you mean completion?) (see lectern --help)");
  CHECK(usage_error({"docs/a.pdf"}) ==
        "unknown command \"docs/a.pdf\" (did you mean lectern read docs/a.pdf?) "
        "(see lectern --help)");
}

TEST_CASE("the doctor reads no file and has one option") {
  const auto arguments = parse({"doctor", "--json"});
  REQUIRE(arguments);
  CHECK(arguments->verb == Verb::kDoctor);
  CHECK(arguments->has("json"));
  CHECK(usage_error({"doctor", "a.pdf"}) ==
        "unexpected \"a.pdf\": doctor takes no file (see lectern --help)");
  CHECK(usage_error({"doctor", "--jobs", "2"}) ==
        "--jobs is no option of doctor (see lectern --help)");
  CHECK(usage_error({"doctr"}) ==
        "unknown command \"doctr\" (did you mean doctor?) (see lectern --help)");
}

TEST_CASE("mcp has options of its own, and refuses those that mean nothing to it") {
  const auto arguments = parse({"mcp", "--root=/srv", "--symlinks", "refuse", "--max-lines=5"});
  REQUIRE(arguments);
  CHECK(arguments->verb == Verb::kMcp);
  CHECK(arguments->own("root") == "/srv");
  CHECK(arguments->own("symlinks") == "refuse");
  CHECK(arguments->options == Json({{"limits", {{"maxLines", 5}}}, {"provider", "mcp"}}));
  CHECK(parse({"mcp"})->own("root") == ".");
  for (const char* option : {"--jobs=2", "--format=json", "--preview=on", "--json", "--offset=3",
                             "--no-ignore", "--call-id=c"}) {
    INFO(option);
    CHECK(usage_error({"mcp", option}).find("is no option of mcp") != std::string::npos);
  }
  CHECK(usage_error({"read", "a", "--symlinks=refuse"}) ==
        "--symlinks is no option of read (see lectern --help)");
  CHECK(usage_error({"mcp", "a"}) == "unexpected \"a\": mcp takes no file (see lectern --help)");
}

TEST_CASE("an option that would do nothing is refused") {
  CHECK(usage_error({"read", "a", "--call-id=c"}) ==
        "--call-id needs --format anthropic, openai, gemini or bedrock (see lectern --help)");
  CHECK(usage_error({"read", "a", "--json", "--preview=on"}) ==
        "--preview needs --format text (see lectern --help)");
  CHECK(usage_error({"read", "a", "--format=openai", "--call-name=f"}) ==
        "--call-name needs --format gemini (see lectern --help)");
  CHECK(usage_error({"read", "a", "--jobs=2", "--format=xml"}) ==
        "--jobs prints lines of JSON: --format must be json, anthropic, openai, gemini, bedrock or "
        "mcp "
        "(see lectern --help)");
  CHECK(usage_error({"read", "a", "--jobs=2", "--preview=off"}) ==
        "--preview needs --format text (see lectern --help)");
  CHECK(usage_error({"read", "a", "--json", "--format=xml"}) ==
        "--json and --format xml exclude each other (see lectern --help)");
  CHECK(parse({"read", "a", "--json", "--format=json"})->form == Form::kJson);
}

}  // namespace lectern::command
