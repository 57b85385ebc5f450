#include "read/arguments.h"

#include <algorithm>
#include <charconv>

namespace lectern {
namespace {

/// The largest integer that JavaScript numbers hold exactly.
constexpr std::uint64_t kMaxSafeInteger = (std::uint64_t{1} << 53) - 1;
constexpr std::size_t kMaxShownChars = 80;

/// A value as an error shows it: JSON, cut when long, always valid UTF-8.
std::string shown(const Json& value) {
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > kMaxShownChars) {
    text.resize(kMaxShownChars);
    text += "...";
  }
  return text;
}

std::optional<std::uint64_t> as_integer(const Json& value) {
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  if (value.is_number_float()) {
    const double number = value.get<double>();
    if (number < 0 || number > static_cast<double>(kMaxSafeInteger)) return std::nullopt;
    const auto integer = static_cast<std::uint64_t>(number);
    if (static_cast<double>(integer) != number) return std::nullopt;
    return integer;
  }
  if (value.is_string()) {
    const std::string& text = value.get_ref<const std::string&>();
    std::uint64_t integer = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), integer);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return integer;
  }
  return std::nullopt;
}

template <typename Target>
FieldRule make_integer_field(std::string_view name, std::uint64_t minimum, Target& target) {
  return {name, [name, minimum, &target](const Json& value) -> Result<void> {
            const auto integer = as_integer(value);
            if (!integer || *integer < minimum || *integer > kMaxSafeInteger) {
              return tl::unexpected<Error>(
                  invalid_argument(name, value, {"an integer of at least {}", minimum}));
            }
            target = *integer;
            return {};
          }};
}

}  // namespace

Error invalid_argument(std::string_view field, const Json& value, const Message& allowed) {
  return {ErrorCode::kInvalidArgument, {"{} must be {}, got {}", field, allowed, shown(value)}};
}

Result<void> apply_fields(const Json& object, std::string_view what,
                          std::span<const FieldRule> rules) {
  if (!object.is_object()) {
    return tl::unexpected<Error>(invalid_argument(what, object, "a JSON object"));
  }
  for (const auto& [name, value] : object.items()) {
    const auto rule = std::find_if(rules.begin(), rules.end(),
                                   [&name = name](const FieldRule& r) { return r.name == name; });
    if (rule == rules.end()) {
      std::string message = compose({"unknown field {} in {}; allowed are ", shown(name), what});
      for (const FieldRule& known : rules) {
        if (&known != rules.data()) message += ", ";
        message += known.name;
      }
      return fail(ErrorCode::kInvalidArgument, message);
    }
    if (value.is_null()) continue;
    LECTERN_CHECK(rule->apply(value));
  }
  return {};
}

FieldRule integer_field(std::string_view name, std::uint64_t minimum, std::uint64_t& target) {
  return make_integer_field(name, minimum, target);
}

FieldRule integer_field(std::string_view name, std::uint64_t minimum,
                        std::optional<std::uint64_t>& target) {
  return make_integer_field(name, minimum, target);
}

FieldRule boolean_field(std::string_view name, bool& target) {
  return {name, [name, &target](const Json& value) -> Result<void> {
            if (value.is_boolean()) {
              target = value.get<bool>();
            } else if (value == "true" || value == "false") {
              target = value == "true";
            } else {
              return tl::unexpected<Error>(invalid_argument(name, value, "true or false"));
            }
            return {};
          }};
}

FieldRule string_field(std::string_view name, std::string& target) {
  return {name, [name, &target](const Json& value) -> Result<void> {
            if (!value.is_string()) {
              return tl::unexpected<Error>(invalid_argument(name, value, "a string"));
            }
            target = value.get<std::string>();
            return {};
          }};
}

}  // namespace lectern
