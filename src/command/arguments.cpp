#include "command/arguments.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/message.h"
#include "command/help.h"
#include "command/output.h"

namespace lectern::command {
namespace {

/// So many digits every language's numbers hold exactly.
constexpr std::size_t kMaxDigits = 15;
/// Of what the core is given as an argument, less than it takes.
constexpr std::size_t kMostWordBytes = 60'000;
constexpr std::string_view kRegionValue = "X,Y,W,H";
constexpr const char* kRegionFields[] = {"x", "y", "width", "height"};

/// Examples of values for which the core's messages have none, by what stands for them in the help.
constexpr std::pair<std::string_view, std::string_view> kExamples[] = {{"N", "20"},
                                                                       {"LABEL", "windows-1252"}};

tl::unexpected<Error> bad_usage(const Message& message) {
  return fail(ErrorCode::kInvalidArgument, {"{} (see lectern --help)", message});
}

/// An integer as JSON writes it becomes that number; anything else stays text for the core to
/// refuse.
Json number_or_text(const std::string& text) {
  if (text.empty() || text.size() > kMaxDigits) return text;
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const bool is_number = error == std::errc() && rest == end && std::to_string(number) == text;
  if (!is_number) return text;
  return number < 0 ? Json(number) : Json(static_cast<std::uint64_t>(number));
}

/// "10,20,300,400" as a region object; anything else stays text for the core to refuse.
Json region_value(const std::string& text) {
  if (std::count(text.begin(), text.end(), ',') != 3) return text;
  Json region = Json::object();
  std::size_t start = 0;
  for (const char* name : kRegionFields) {
    const std::size_t comma = text.find(',', start);
    region[name] = number_or_text(text.substr(start, comma - start));
    start = comma + 1;
  }
  return region;
}

/// The option that sets what the core calls `subject`; null when none does.
const Flag* flag_of(std::string_view subject) {
  for (const Flag& flag : flags()) {
    if (flag.target == Target::kProgram) continue;
    const bool is_limit = flag.target == Target::kLimits;
    const std::string field = compose({"{}{}", is_limit ? "limits." : "", flag.field});
    const bool is_part = flag.value == kRegionValue && subject.starts_with(field + '.');
    if (subject == field || subject == flag.name || is_part) return &flag;
  }
  return nullptr;
}

/// What the core is given for an option.
Json core_value(const Flag& flag, const std::string& text) {
  if (flag.value.empty()) return true;
  if (flag.value == kRegionValue) return region_value(text);
  return flag.value == "N" ? number_or_text(text) : Json(text);
}

/// The field "a.b" of an object, made when it is missing.
Json& field_of(Json& object, std::string_view field) {
  const std::size_t dot = field.find('.');
  Json& value = object[std::string(field.substr(0, dot))];
  return dot == std::string_view::npos ? value : field_of(value, field.substr(dot + 1));
}

struct NamedForm {
  std::string_view name;  ///< also the provider's, where it is a provider's wire
  Form form;
  bool is_line;  ///< whether it is a line of JSON
  bool has_provider;
  bool has_call;  ///< whether it repeats the id of the model's call
};

constexpr NamedForm kForms[] = {{"text", Form::kText, false, false, false},
                                {"json", Form::kJson, true, false, false},
                                {"xml", Form::kXml, false, false, false},
                                {"anthropic", Form::kAnthropic, true, true, true},
                                {"openai", Form::kOpenAi, true, true, true},
                                {"gemini", Form::kGemini, true, true, true},
                                {"bedrock", Form::kBedrock, true, true, true},
                                {"mcp", Form::kMcp, true, true, false}};

const NamedForm& row_of(Form form) {
  return *std::find_if(std::begin(kForms), std::end(kForms),
                       [form](const NamedForm& row) { return row.form == form; });
}

/// "a, b or c"
template <typename Names>
std::string either(const Names& names) {
  std::string text;
  std::size_t left = std::size(names);
  for (const auto& name : names) {
    const std::string_view separator = left == 1 ? " or " : ", ";
    append_to(text, {"{}{}", text.empty() ? "" : separator, name});
    --left;
  }
  return text;
}

/// The names of the forms that a test holds for.
template <typename Test>
std::vector<std::string_view> names_of(const Test& test) {
  std::vector<std::string_view> names;
  for (const NamedForm& row : kForms) {
    if (test(row)) names.push_back(row.name);
  }
  return names;
}

/// The value of an option of the program's own.
Result<Json> own_value(const Flag& flag, const std::string& text) {
  if (flag.value.empty()) return Json(true);
  const bool is_choice = !flag.values.empty();
  if (is_choice && std::find(flag.values.begin(), flag.values.end(), text) == flag.values.end()) {
    return bad_usage({"--{} must be {}, got \"{}\"", flag.name, either(flag.values), text});
  }
  if (flag.max > 0) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && rest == end && number <= flag.max) return Json(number);
    return bad_usage({"--{} must be a number from 0 to {}, got \"{}\"", flag.name, flag.max, text});
  }
  // As an unset variable of a shell gives it. It must not mean that there is no such option.
  if (text.empty()) return bad_usage({"--{} must not be empty", flag.name});
  return Json(text);
}

/// " (did you mean read?)" for a misspelled command.
std::string command_suggestion(std::string_view word) {
  for (const Verb verb : kVerbs) {
    if (is_similar(word, name_of(verb))) return compose({" (did you mean {}?)", name_of(verb)});
  }
  // The name of a file: the command was left out.
  if (word.find_first_of("./\\") != std::string_view::npos) {
    return compose({" (did you mean lectern read {}?)", word});
  }
  return "";
}

class Parser {
 public:
  explicit Parser(std::span<const std::string_view> words) : words_(words) {}

  Result<Arguments> parse() {
    bool only_files = false;
    while (at_ < words_.size()) {
      const std::string_view word = words_[at_++];
      if (!only_files && word == "--") {
        only_files = true;
      } else if (only_files || !word.starts_with('-') || word == kStandardInput) {
        LECTERN_CHECK(take_word(word, only_files));
      } else {
        LECTERN_CHECK(take_option(word));
      }
    }
    const bool asks_for_text = has("help") || has("helpAll") || has("version");
    if (!asks_for_text) LECTERN_CHECK(check());
    return std::move(arguments_);
  }

 private:
  Result<void> take_word(std::string_view word, bool only_files) {
    if (has_verb_) {
      arguments_.files.emplace_back(word);
      return {};
    }
    has_verb_ = true;
    for (const Verb verb : kVerbs) {
      if (only_files || word != name_of(verb)) continue;
      arguments_.verb = verb;
      return {};
    }
    return bad_usage({"unknown command \"{}\"{}", word, command_suggestion(word)});
  }

  Result<void> take_option(std::string_view word) {
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const Flag* flag = name.starts_with("--") ? find_flag(name.substr(2)) : nullptr;
    if (flag == nullptr) {
      return bad_usage({"unknown option {}{}", name, suggestion(name, arguments_.verb)});
    }
    std::string value;
    if (flag->value.empty()) {
      if (equals != std::string_view::npos) return bad_usage({"{} takes no value", name});
    } else if (equals != std::string_view::npos) {
      value = word.substr(equals + 1);
    } else if (at_ < words_.size()) {
      value = words_[at_++];
    } else {
      return bad_usage({"{} needs a value", name});
    }
    used_.push_back(flag);
    return set(*flag, value);
  }

  Result<void> set(const Flag& flag, const std::string& value) {
    switch (flag.target) {
      case Target::kInput:
        field_of(arguments_.input, flag.field) = core_value(flag, value);
        break;
      case Target::kLimits:
        field_of(arguments_.options["limits"], flag.field) = core_value(flag, value);
        break;
      case Target::kOptions:
        field_of(arguments_.options, flag.field) = core_value(flag, value);
        break;
      case Target::kProgram:
        LECTERN_TRY(arguments_.program[std::string(flag.field)], own_value(flag, value));
    }
    return {};
  }

  /// Whether an option of the program's own was given.
  bool has(const char* field) const { return arguments_.has(field); }

  Result<void> check() {
    if (!has_verb_) return bad_usage("no command given");
    const Verb verb = arguments_.verb;
    for (const Flag* flag : used_) {
      if (applies(*flag, verb)) continue;
      return bad_usage({"--{} is no option of {}", flag->name, name_of(verb)});
    }
    if (verb == Verb::kCompletion) return check_completion();
    if (verb == Verb::kDoctor) return check_doctor();
    return verb == Verb::kMcp ? check_mcp() : check_read();
  }

  Result<void> check_completion() {
    const std::vector<std::string>& words = arguments_.files;
    if (words.size() == 1 && shell_named(words.front())) return {};
    return bad_usage("completion needs the name of a shell: bash, zsh or fish");
  }

  Result<void> check_doctor() {
    if (arguments_.files.empty()) return {};
    return bad_usage({"unexpected \"{}\": doctor takes no file", arguments_.files.front()});
  }

  Result<void> check_mcp() {
    if (!arguments_.files.empty()) {
      return bad_usage({"unexpected \"{}\": mcp takes no file", arguments_.files.front()});
    }
    arguments_.program.emplace("root", ".");
    arguments_.options.emplace("provider", "mcp");
    return {};
  }

  Result<void> check_read() {
    if (arguments_.files.empty()) return bad_usage("read needs at least one FILE");
    const auto inputs =
        std::count(arguments_.files.begin(), arguments_.files.end(), kStandardInput);
    if (inputs > 1) return bad_usage("standard input can be read only once");
    LECTERN_CHECK(check_size());
    arguments_.jobs = arguments_.program.value("jobs", std::size_t{0});
    LECTERN_CHECK(settle_form());
    if (arguments_.jobs > 0) LECTERN_CHECK(check_batch(inputs > 0));
    for (const Flag* flag : used_) {
      if (flag->needs == "jobs" && arguments_.jobs == 0) {
        return bad_usage({"--{} needs --jobs", flag->name});
      }
    }
    return check_form();
  }

  /// Before the core, which says nothing of words, refuses what is made of them.
  Result<void> check_size() {
    std::size_t name = 0;
    for (const std::string& file : arguments_.files) name = std::max(name, file.size());
    const std::size_t size =
        std::max(json_text(arguments_.input).size() + name, json_text(arguments_.options).size());
    if (size <= kMostWordBytes) return {};
    return bad_usage({"a file's name and its options may have {,} bytes, not {,}", kMostWordBytes,
                      std::uint64_t{size}});
  }

  Result<void> settle_form() {
    const std::string name = arguments_.own("format", arguments_.jobs > 0 ? "json" : "text");
    for (const NamedForm& row : kForms) {
      if (row.name == name) arguments_.form = row.form;
    }
    if (!has("json")) return {};
    if (has("format") && arguments_.form != Form::kJson) {
      return bad_usage({"--json and --format {} exclude each other", name});
    }
    arguments_.form = Form::kJson;
    return {};
  }

  /// What a batch does not do.
  Result<void> check_batch(bool has_standard_input) {
    if (!row_of(arguments_.form).is_line) {
      return bad_usage({"--jobs prints lines of JSON: --format must be {}",
                        either(names_of([](const NamedForm& row) { return row.is_line; }))});
    }
    if (has_standard_input) {
      return bad_usage("--jobs reads files and directories, not standard input");
    }
    return {};
  }

  Result<void> check_form() {
    const NamedForm& form = row_of(arguments_.form);
    if (has("callId") && !form.has_call) {
      return bad_usage({"--call-id needs --format {}",
                        either(names_of([](const NamedForm& row) { return row.has_call; }))});
    }
    if (has("callName") && form.form != Form::kGemini) {
      return bad_usage("--call-name needs --format gemini");
    }
    if (has("preview") && form.form != Form::kText) {
      return bad_usage("--preview needs --format text");
    }
    // What is printed for a provider's wire fits that provider, unless another one is named.
    if (form.has_provider) arguments_.options.emplace("provider", form.name);
    return {};
  }

  std::span<const std::string_view> words_;
  std::size_t at_ = 0;
  Arguments arguments_;
  bool has_verb_ = false;
  std::vector<const Flag*> used_;
};

}  // namespace

std::string Arguments::own(const char* field, std::string_view otherwise) const {
  const auto found = program.find(field);
  return found == program.end() || !found->is_string() ? std::string(otherwise)
                                                       : found->get<std::string>();
}

Result<Arguments> parse_arguments(std::span<const std::string_view> words) {
  return Parser(words).parse();
}

void apply_environment(Arguments& arguments, const Environment& lookup) {
  for (const Flag& flag : flags()) {
    if (flag.target != Target::kLimits) continue;
    const char* value = lookup(environment_name(flag.name).c_str());
    if (value == nullptr || *value == '\0') continue;
    Json& limits = arguments.options["limits"];
    if (limits.contains(std::string(flag.field))) continue;
    limits[std::string(flag.field)] = core_value(flag, value);
    arguments.from_environment.push_back(&flag);
  }
}

std::string in_words_of_flags(std::string_view message, const Arguments& arguments) {
  if (message.starts_with("lines stands "))
    return "--lines stands instead of --offset, --limit and --column: give either";
  const std::string_view subject = message.substr(0, message.find(' '));
  const std::string_view rest = message.substr(subject.size());
  const Flag* flag = rest.starts_with(" must be ") ? flag_of(subject) : nullptr;
  if (flag == nullptr) return std::string(message);
  if (flag->value == kRegionValue) {
    return "--region must be X,Y,W,H in whole numbers, W and H at least 1; for example --region "
           "0,0,400,300";
  }
  const auto& set = arguments.from_environment;
  const bool is_variable = std::find(set.begin(), set.end(), flag) != set.end();
  const std::string name =
      is_variable ? environment_name(flag->name) : compose({"--{}", flag->name});
  std::string text = compose({"{}{}", name, rest});
  for (const auto& [value, example] : kExamples) {
    if (value == flag->value)
      append_to(text, {"; for example {}{}{}", name, is_variable ? "=" : " ", example});
  }
  return text;
}

}  // namespace lectern::command
