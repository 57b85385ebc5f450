#include "cli/arguments.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "cli/flags_json.h"

namespace lectern::cli {
namespace {

constexpr std::string_view kUsage =
    "lectern - reads a file the way a model can use it\n"
    "\n"
    "Usage: lectern read FILE... [options]\n"
    "       lectern read --jobs N FILE-OR-DIRECTORY... [options]\n"
    "       lectern mcp [--root DIR] [options]        (in the npm package)\n"
    "\n"
    "Prints the content; with --json the whole result. FILE - is standard input. With --jobs it "
    "reads\n"
    "whole directories, N files at once, and prints a line of JSON for each. Exit status: 0 "
    "success,\n"
    "1 a file could not be read, 2 bad usage.\n"
    "\n"
    "Options:\n";
constexpr std::string_view kEnvironmentNote =
    "\nEvery --max-... option can also be set in the environment: "
    "LECTERN_MAX_IMAGE_BYTES=1000000\n";
constexpr std::size_t kHelpColumn = 30;
constexpr std::size_t kMaxJobs = 256;
/// So many digits every language's numbers hold exactly.
constexpr std::size_t kMaxDigits = 15;

const nlohmann::json& flags() {
  static const nlohmann::json parsed = nlohmann::json::parse(kFlagsJson, nullptr, false);
  return parsed;
}

const nlohmann::json* find_flag(std::string_view name) {
  for (const nlohmann::json& flag : flags()) {
    if (flag["name"] == name) return &flag;
  }
  return nullptr;
}

tl::unexpected<Error> bad_usage(const Message& message) {
  return fail(ErrorCode::kInvalidArgument, {"{} (see lectern --help)", message});
}

/// An integer as JSON writes it becomes that number; anything else stays text for the core to
/// refuse.
nlohmann::json number_or_text(const std::string& text) {
  if (text.size() > kMaxDigits) return text;
  nlohmann::json number = nlohmann::json::parse(text, nullptr, false);
  return number.is_number_integer() && number.dump() == text ? number : nlohmann::json(text);
}

/// "10,20,300,400" as a region object; anything else stays text for the core to refuse.
nlohmann::json region_value(const std::string& text) {
  constexpr std::string_view kNames[] = {"x", "y", "width", "height"};
  if (std::count(text.begin(), text.end(), ',') != 3) return text;
  nlohmann::json region = nlohmann::json::object();
  std::size_t start = 0;
  for (const std::string_view name : kNames) {
    const std::size_t comma = text.find(',', start);
    region[std::string(name)] = number_or_text(text.substr(start, comma - start));
    start = comma + 1;
  }
  return region;
}

/// What the core is given for a flag that takes a value.
nlohmann::json core_value(const nlohmann::json& flag, const std::string& text) {
  if (flag["field"] == "region") return region_value(text);
  return flag["value"] == "N" ? number_or_text(text) : nlohmann::json(text);
}

constexpr std::pair<std::string_view, Preview> kPreviews[] = {
    {"auto", Preview::kAuto}, {"on", Preview::kOn}, {"off", Preview::kOff}};
constexpr std::pair<std::string_view, Form> kForms[] = {
    {"text", Form::kText},           {"json", Form::kJson},     {"xml", Form::kXml},
    {"anthropic", Form::kAnthropic}, {"openai", Form::kOpenAi}, {"mcp", Form::kMcp}};

/// Stores the enumerator whose name is `value`; else says which names there are.
template <typename Enum, std::size_t kCount>
Result<void> set_choice(const std::pair<std::string_view, Enum> (&choices)[kCount],
                        std::string_view flag, const std::string& value, Enum& target) {
  std::string allowed;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (value == choices[i].first) {
      target = choices[i].second;
      return {};
    }
    if (i > 0) allowed += i + 1 < kCount ? ", " : " or ";
    allowed += choices[i].first;
  }
  return bad_usage({"--{} must be {}, got \"{}\"", flag, allowed, value});
}

Result<void> set_jobs(Arguments& arguments, const std::string& text) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, arguments.jobs);
  if (error == std::errc() && rest == end && arguments.jobs <= kMaxJobs) return {};
  return bad_usage({"--jobs must be a number from 0 to {}, got \"{}\"", kMaxJobs, text});
}

Result<void> set_program_flag(Arguments& arguments, const std::string& field,
                              const std::string& value) {
  if (field == "json") arguments.form = Form::kJson;
  if (field == "help") arguments.help = true;
  if (field == "version") arguments.version = true;
  if (field == "callId") arguments.call_id = value;
  if (field == "root") arguments.root = value;
  if (field == "manifest") arguments.manifest = value;
  if (field == "since") arguments.since = value;
  if (field == "noIgnore") arguments.no_ignore = true;
  if (field == "jobs") return set_jobs(arguments, value);
  if (field == "preview") return set_choice(kPreviews, field, value, arguments.preview);
  if (field == "format") return set_choice(kForms, field, value, arguments.form);
  return {};
}

Result<void> set_flag(Arguments& arguments, const nlohmann::json& flag, const std::string& text) {
  const std::string target = flag["target"];
  const std::string field = flag["field"];
  if (target == "program") return set_program_flag(arguments, field, text);
  nlohmann::json value = flag.contains("value") ? core_value(flag, text) : nlohmann::json(true);
  const std::size_t dot = field.find('.');
  if (target == "input") {
    arguments.input[field] = value;
  } else if (target == "limits") {
    arguments.options["limits"][field] = value;
  } else if (dot != std::string::npos) {
    arguments.options[field.substr(0, dot)][field.substr(dot + 1)] = value;
  } else {
    arguments.options[field] = value;
  }
  return {};
}

/// "max-image-bytes" -> "LECTERN_MAX_IMAGE_BYTES"
std::string environment_name(const std::string& flag_name) {
  std::string name = "LECTERN_" + flag_name;
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    if (c == '-') return '_';
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return name;
}

/// What a batch does not do, and what nothing but a batch does.
Result<void> check_batch(Arguments& arguments, bool has_form) {
  if (arguments.jobs == 0) {
    if (!arguments.manifest.empty()) return bad_usage("--manifest needs --jobs");
    if (!arguments.since.empty()) return bad_usage("--since needs --jobs");
    if (arguments.no_ignore) return bad_usage("--no-ignore needs --jobs");
    return {};
  }
  if (!has_form) arguments.form = Form::kJson;
  if (arguments.form == Form::kText || arguments.form == Form::kXml) {
    return bad_usage(
        "--jobs prints lines of JSON: --format must be json, anthropic, openai or mcp");
  }
  if (std::count(arguments.files.begin(), arguments.files.end(), kStandardInput) > 0) {
    return bad_usage("--jobs reads files and directories, not standard input");
  }
  return {};
}

/// What is printed for a provider's wire fits that provider, unless another one is named.
void fit_to_form(Arguments& arguments) {
  for (const auto& [name, form] : kForms) {
    const bool is_wire = form == Form::kAnthropic || form == Form::kOpenAi || form == Form::kMcp;
    if (form == arguments.form && is_wire) arguments.options.emplace("provider", name);
  }
}

}  // namespace

Result<Arguments> parse_arguments(std::span<const std::string_view> words) {
  Arguments arguments;
  bool only_files = false;
  bool has_command = false;
  bool has_form = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (only_files || !word.starts_with("-") || word == "-") {
      if (!has_command && !only_files && word == "read") {
        has_command = true;
      } else if (!has_command) {
        return bad_usage({"unknown command \"{}\"", word});
      } else {
        arguments.files.emplace_back(word);
      }
      continue;
    }
    if (word == "--") {
      only_files = true;
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string name(word.substr(0, equals));
    const nlohmann::json* flag = name.starts_with("--") ? find_flag(name.substr(2)) : nullptr;
    if (flag == nullptr) return bad_usage({"unknown option {}", name});
    std::string value;
    if (!flag->contains("value")) {
      if (equals != std::string_view::npos) return bad_usage({"{} takes no value", name});
    } else if (equals != std::string_view::npos) {
      value = word.substr(equals + 1);
    } else if (++i < words.size()) {
      value = words[i];
    } else {
      return bad_usage({"{} needs a value", name});
    }
    LECTERN_CHECK(set_flag(arguments, *flag, value));
    has_form |= (*flag)["field"] == "format" || (*flag)["field"] == "json";
  }
  if (arguments.help || arguments.version) return arguments;
  if (!has_command) return bad_usage("no command given");
  if (arguments.files.empty()) return bad_usage("read needs at least one FILE");
  if (std::count(arguments.files.begin(), arguments.files.end(), kStandardInput) > 1) {
    return bad_usage("standard input can be read only once");
  }
  LECTERN_CHECK(check_batch(arguments, has_form));
  fit_to_form(arguments);
  return arguments;
}

void apply_environment(Arguments& arguments, const char* (*lookup)(const char* name)) {
  for (const nlohmann::json& flag : flags()) {
    if (flag["target"] != "limits") continue;
    const std::string field = flag["field"];
    const char* value = lookup(environment_name(flag["name"]).c_str());
    if (value == nullptr || *value == '\0') continue;
    nlohmann::json& limits = arguments.options["limits"];
    if (!limits.contains(field)) limits[field] = core_value(flag, value);
  }
}

std::string help_text() {
  std::string text(kUsage);
  for (const nlohmann::json& flag : flags()) {
    std::string line = "  --" + flag["name"].get<std::string>();
    if (flag.contains("value")) line += " " + flag["value"].get<std::string>();
    line.resize(std::max(line.size() + 2, kHelpColumn), ' ');
    text += line + flag["help"].get<std::string>() + "\n";
  }
  return text + std::string(kEnvironmentNote);
}

}  // namespace lectern::cli
