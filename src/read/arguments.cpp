#include "read/arguments.h"

#include <algorithm>
#include <charconv>
#include <limits>

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

/// The name of a rule's field in its object.
std::string_view key_of(const FieldRule& rule) {
  return rule.name.substr(rule.name.rfind('.') + 1);
}

/// How far a negative integer is below zero; a string of digits after a minus is taken.
std::optional<std::uint64_t> as_negative(const Json& value) {
  if (value.is_number_integer() && !value.is_number_unsigned()) {
    const auto integer = value.get<std::int64_t>();
    if (integer >= 0 || integer == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
    return static_cast<std::uint64_t>(-integer);
  }
  if (value.is_number_float()) return as_integer(Json(-value.get<double>()));
  if (value.is_string() && value.get_ref<const std::string&>().starts_with('-')) {
    return as_integer(Json(value.get_ref<const std::string&>().substr(1)));
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

/// Ranges in one argument; more is a mistake or an attack.
constexpr std::size_t kMaxRanges = 1000;
/// The last of an open range, "900-".
constexpr std::uint64_t kOpenEnd = std::numeric_limits<std::uint64_t>::max();

std::optional<std::uint64_t> parse_position(std::string_view text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || number == 0) return std::nullopt;
  return number;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Ranges separated by commas. Nullopt when they are none.
/// \param takes_open  "900-" is a range to `kOpenEnd`.
std::optional<std::vector<NumberRange>> split_ranges(std::string_view text, bool takes_open) {
  std::vector<NumberRange> ranges;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    more = comma != std::string_view::npos;
    const std::string_view item = trimmed(text.substr(0, comma));
    text = more ? text.substr(comma + 1) : std::string_view();
    const std::size_t dash = item.find('-');
    const auto first = parse_position(trimmed(item.substr(0, dash)));
    auto last = first;
    if (dash != std::string_view::npos) {
      const std::string_view end = trimmed(item.substr(dash + 1));
      last = takes_open && end.empty() ? kOpenEnd : parse_position(end);
    }
    if (!first || !last || *first > *last || ranges.size() == kMaxRanges) return std::nullopt;
    ranges.push_back({*first, *last});
  }
  return ranges;
}

/// The text of ranges, or of the one number that stands for them; nullopt for anything else.
std::optional<std::string> ranges_value(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_unsigned()) return compose({"{}", value.get<std::uint64_t>()});
  return std::nullopt;
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
    const auto rule = std::find_if(rules.begin(), rules.end(), [&name = name](const FieldRule& r) {
      return key_of(r) == name;
    });
    if (rule == rules.end()) {
      std::string message = compose({"unknown field {} in {}; allowed are ", shown(name), what});
      for (const FieldRule& known : rules) {
        if (&known != rules.data()) message += ", ";
        message += key_of(known);
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

FieldRule position_field(std::string_view name, std::optional<std::uint64_t>& target,
                         std::optional<std::uint64_t>& from_end) {
  return {name, [name, &target, &from_end](const Json& value) -> Result<void> {
            const auto from_start = as_integer(value);
            const auto before_end = as_negative(value);
            if (from_start && *from_start > 0 && *from_start <= kMaxSafeInteger) {
              target = from_start;
            } else if (before_end && *before_end > 0 && *before_end <= kMaxSafeInteger) {
              from_end = before_end;
            } else {
              return tl::unexpected<Error>(invalid_argument(
                  name, value, "an integer of at least 1, or of at most -1 to count from the end"));
            }
            return {};
          }};
}

Result<std::vector<NumberRange>> parse_ranges(std::string_view field, std::string_view text) {
  auto ranges = split_ranges(text, false);
  if (ranges) return *std::move(ranges);
  return tl::unexpected<Error>(invalid_argument(
      field, std::string(text), "ranges like \"3\", \"1-5\" or \"2,7-9\", counted from 1"));
}

FieldRule ranges_field(std::string_view name, std::vector<NumberRange>& target) {
  return {name, [name, &target](const Json& value) -> Result<void> {
            const auto text = ranges_value(value);
            if (!text) {
              return tl::unexpected<Error>(
                  invalid_argument(name, value, "ranges like \"3\", \"1-5\" or \"2,7-9\""));
            }
            LECTERN_TRY(target, parse_ranges(name, *text));
            return {};
          }};
}

FieldRule lines_field(std::string_view name, std::vector<LineRange>& target) {
  return {name, [name, &target](const Json& value) -> Result<void> {
            const auto text = ranges_value(value);
            const auto ranges = text ? split_ranges(*text, true) : std::nullopt;
            if (!ranges) {
              return tl::unexpected<Error>(invalid_argument(
                  name, value, "ranges like \"7\", \"1-40\" or \"1-40,900-\", counted from 1"));
            }
            target.clear();
            for (const NumberRange& range : *ranges) {
              target.push_back({range.first, range.last});
              if (range.last == kOpenEnd) target.back().last.reset();
            }
            return {};
          }};
}

FieldRule region_field(std::string_view name, std::optional<PixelRegion>& target) {
  return {
      name, [name, &target](const Json& value) -> Result<void> {
        std::uint64_t x = 0;
        std::uint64_t y = 0;
        std::uint64_t width = 0;
        std::uint64_t height = 0;
        const FieldRule rules[] = {integer_field("region.x", 0, x), integer_field("region.y", 0, y),
                                   integer_field("region.width", 1, width),
                                   integer_field("region.height", 1, height)};
        LECTERN_CHECK(apply_fields(value, name, rules));
        constexpr std::uint64_t kMax = std::numeric_limits<std::int32_t>::max();
        if (width == 0 || height == 0 || x > kMax || y > kMax || width > kMax || height > kMax) {
          return tl::unexpected<Error>(invalid_argument(
              name, value, "{x, y, width, height} in pixels, width and height at least 1"));
        }
        target = PixelRegion{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
                             static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
        return {};
      }};
}

}  // namespace lectern
