#include "command/arguments.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace lectern::command {
namespace {

constexpr std::size_t kMaxJobs = 256;
/// So many digits every language's numbers hold exactly.
constexpr std::size_t kMaxDigits = 15;

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
  constexpr const char* kNames[] = {"x", "y", "width", "height"};
  if (std::count(text.begin(), text.end(), ',') != 3) return text;
  Json region = Json::object();
  std::size_t start = 0;
  for (const char* name : kNames) {
    const std::size_t comma = text.find(',', start);
    region[name] = number_or_text(text.substr(start, comma - start));
    start = comma + 1;
  }
  return region;
}

/// What the core is given for an option.
Json core_value(const Flag& flag, const std::string& text) {
  if (flag.value.empty()) return true;
  if (flag.value == "X,Y,W,H") return region_value(text);
  return flag.value == "N" ? number_or_text(text) : Json(text);
}

/// The field "a.b" of an object, made when it is missing.
Json& field_of(Json& object, std::string_view field) {
  const std::size_t dot = field.find('.');
  Json& value = object[std::string(field.substr(0, dot))];
  return dot == std::string_view::npos ? value : field_of(value, field.substr(dot + 1));
}

template <typename Enum>
struct Choice {
  std::string_view name;
  Enum value;
};

constexpr Choice<Preview> kPreviews[] = {
    {"auto", Preview::kAuto}, {"on", Preview::kOn}, {"off", Preview::kOff}};
constexpr Choice<Form> kForms[] = {{"text", Form::kText},     {"json", Form::kJson},
                                   {"xml", Form::kXml},       {"anthropic", Form::kAnthropic},
                                   {"openai", Form::kOpenAi}, {"mcp", Form::kMcp}};
constexpr Choice<Symlinks> kSymlinks[] = {{"follow-inside", Symlinks::kFollowInside},
                                          {"refuse", Symlinks::kRefuse}};

/// Stores the enumerator whose name is `value`; else says which names there are.
template <typename Enum, std::size_t kCount>
Result<void> set_choice(const Choice<Enum> (&choices)[kCount], std::string_view flag,
                        const std::string& value, Enum& target) {
  std::string allowed;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (value == choices[i].name) {
      target = choices[i].value;
      return {};
    }
    if (i > 0) allowed += i + 1 < kCount ? ", " : " or ";
    allowed += choices[i].name;
  }
  return bad_usage({"--{} must be {}, got \"{}\"", flag, allowed, value});
}

std::string_view name_of(Form form) {
  const auto* const found = std::find_if(std::begin(kForms), std::end(kForms),
                                         [form](const auto& one) { return one.value == form; });
  return found->name;
}

Result<void> set_jobs(Arguments& arguments, const std::string& text) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, arguments.jobs);
  if (error == std::errc() && rest == end && arguments.jobs <= kMaxJobs) return {};
  return bad_usage({"--jobs must be a number from 0 to {}, got \"{}\"", kMaxJobs, text});
}

Result<void> set_root(Arguments& arguments, const std::string& text) {
  // No path at all, as an unset variable of a shell gives it, must not mean "no root".
  if (text.empty()) return bad_usage("--root must be a directory that can be opened, got \"\"");
  arguments.root = text;
  return {};
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
    if (!arguments_.help && !arguments_.version) LECTERN_CHECK(check());
    return std::move(arguments_);
  }

 private:
  Result<void> take_word(std::string_view word, bool only_files) {
    if (has_verb_) {
      arguments_.files.emplace_back(word);
      return {};
    }
    has_verb_ = true;
    if (!only_files && word == "read") return {};
    if (!only_files && word == "mcp") {
      arguments_.verb = Verb::kMcp;
      return {};
    }
    const std::string_view hint = is_similar(word, "read") ? " (did you mean read?)" : "";
    return bad_usage({"unknown command \"{}\"{}", word, hint});
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
        return set_program(flag, value);
    }
    return {};
  }

  Result<void> set_program(const Flag& flag, const std::string& value) {
    const std::string& field = flag.field;
    Arguments& to = arguments_;
    if (field == "help") to.help = true;
    if (field == "version") to.version = true;
    if (field == "callId") to.call_id = value;
    if (field == "manifest") to.manifest = value;
    if (field == "since") to.since = value;
    if (field == "noIgnore") to.no_ignore = true;
    if (field == "root") return set_root(to, value);
    if (field == "jobs") return set_jobs(to, value);
    if (field == "preview") return set_choice(kPreviews, flag.name, value, to.preview);
    if (field == "symlinks") return set_choice(kSymlinks, flag.name, value, to.symlinks);
    if (field == "format") return set_choice(kForms, flag.name, value, to.form);
    return {};
  }

  bool has(std::string_view name) const {
    return std::any_of(used_.begin(), used_.end(),
                       [name](const Flag* flag) { return flag->name == name; });
  }

  Result<void> check() {
    if (!has_verb_) return bad_usage("no command given");
    const bool is_mcp = arguments_.verb == Verb::kMcp;
    for (const Flag* flag : used_) {
      if (applies(*flag, arguments_.verb)) continue;
      return bad_usage({"--{} is no option of {}", flag->name, is_mcp ? "mcp" : "read"});
    }
    return is_mcp ? check_mcp() : check_read();
  }

  Result<void> check_mcp() {
    if (!arguments_.files.empty()) {
      return bad_usage({"unexpected \"{}\": mcp is told no file", arguments_.files.front()});
    }
    if (!has("root")) arguments_.root = ".";
    arguments_.options.emplace("provider", "mcp");
    return {};
  }

  Result<void> check_read() {
    if (arguments_.files.empty()) return bad_usage("read needs at least one FILE");
    const auto inputs =
        std::count(arguments_.files.begin(), arguments_.files.end(), kStandardInput);
    if (inputs > 1) return bad_usage("standard input can be read only once");
    if (has("json")) {
      if (has("format") && arguments_.form != Form::kJson) {
        return bad_usage({"--json and --format {} exclude each other", name_of(arguments_.form)});
      }
      arguments_.form = Form::kJson;
    }
    if (arguments_.jobs > 0) {
      LECTERN_CHECK(check_batch(inputs > 0));
    } else {
      for (const char* name : {"manifest", "since", "no-ignore"}) {
        if (has(name)) return bad_usage({"--{} needs --jobs", name});
      }
    }
    const Form form = arguments_.form;
    if (has("call-id") && form != Form::kAnthropic && form != Form::kOpenAi) {
      return bad_usage("--call-id needs --format anthropic or openai");
    }
    if (has("preview") && form != Form::kText) return bad_usage("--preview needs --format text");
    // What is printed for a provider's wire fits that provider, unless another one is named.
    if (form == Form::kAnthropic || form == Form::kOpenAi || form == Form::kMcp) {
      arguments_.options.emplace("provider", name_of(form));
    }
    return {};
  }

  /// What a batch does not do.
  Result<void> check_batch(bool has_standard_input) {
    if (!has("format")) arguments_.form = Form::kJson;
    if (arguments_.form == Form::kText || arguments_.form == Form::kXml) {
      return bad_usage(
          "--jobs prints lines of JSON: --format must be json, anthropic, openai or mcp");
    }
    if (has_standard_input) {
      return bad_usage("--jobs reads files and directories, not standard input");
    }
    return {};
  }

  std::span<const std::string_view> words_;
  std::size_t at_ = 0;
  Arguments arguments_;
  bool has_verb_ = false;
  std::vector<const Flag*> used_;
};

}  // namespace

Result<Arguments> parse_arguments(std::span<const std::string_view> words) {
  return Parser(words).parse();
}

void apply_environment(Arguments& arguments, const Environment& lookup) {
  for (const Flag& flag : flags()) {
    if (flag.target != Target::kLimits) continue;
    const char* value = lookup(environment_name(flag.name).c_str());
    if (value == nullptr || *value == '\0') continue;
    Json& limits = arguments.options["limits"];
    if (!limits.contains(flag.field)) limits[flag.field] = core_value(flag, value);
  }
}

}  // namespace lectern::command
