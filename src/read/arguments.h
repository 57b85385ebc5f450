// Typed, checked access to the fields of a JSON object that a model or a programmer wrote.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "read/json.h"

namespace lectern {

/// One field of an object: its name and what to do with its value.
struct FieldRule {
  /// With the object it stands in, for messages: "notebook.form" is field "form".
  std::string_view name;
  /// Checks and stores the value. A null value never arrives here: null means absent.
  std::function<Result<void>(const Json& value)> apply;
};

/// Applies the rules to the fields of `object`, which must be a JSON object without unknown fields.
/// `what` names the object in errors ("input", "options").
Result<void> apply_fields(const Json& object, std::string_view what,
                          std::span<const FieldRule> rules);

/// INVALID_ARGUMENT: "offset must be an integer of at least 1, got 0".
Error invalid_argument(std::string_view field, const Json& value, const Message& allowed);

/// Stores an integer from `minimum` to 2^53 - 1; a string of decimal digits is taken as its number.
FieldRule integer_field(std::string_view name, std::uint64_t minimum, std::uint64_t& target);
FieldRule integer_field(std::string_view name, std::uint64_t minimum,
                        std::optional<std::uint64_t>& target);
/// Stores true or false; the strings "true" and "false" are taken.
FieldRule boolean_field(std::string_view name, bool& target);
FieldRule string_field(std::string_view name, std::string& target);

/// Stores a line counted from the start (1, 2 ...) in `target`, one counted from the end (-1, -2
/// ...) in `from_end`.
FieldRule position_field(std::string_view name, std::optional<std::uint64_t>& target,
                         std::optional<std::uint64_t>& from_end);
/// Stores pages or cells: "3", "1-5", "2,7-9", or a number.
FieldRule ranges_field(std::string_view name, std::vector<NumberRange>& target);
/// Stores lines: "7", "1-40", "1-40,900-", or a number.
FieldRule lines_field(std::string_view name, std::vector<LineRange>& target);
/// Stores {x, y, width, height}.
FieldRule region_field(std::string_view name, std::optional<PixelRegion>& target);

/// Stores the enumerator whose name is the string.
template <typename Enum>
FieldRule enum_field(std::string_view name,
                     std::span<const std::pair<std::string_view, Enum>> names, Enum& target) {
  return {name, [name, names, &target](const Json& value) -> Result<void> {
            std::string allowed = "one of";
            for (const auto& [text, enumerator] : names) {
              if (value.is_string() && value.get_ref<const std::string&>() == text) {
                target = enumerator;
                return {};
              }
              append_to(allowed, {"{}{}\"", allowed == "one of" ? " \"" : ", \"", text});
            }
            return tl::unexpected<Error>(invalid_argument(name, value, allowed));
          }};
}

/// Applies `apply` to an object in the object.
template <typename Group>
FieldRule group_field(std::string_view name,
                      Result<void> (*apply)(const Json&, std::string_view what, Group& to),
                      Group& target) {
  return {name, [name, apply, &target](const Json& value) { return apply(value, name, target); }};
}

/// The fields of a request and of options: generated from schema/.
Result<void> apply_read_input(const Json& json, std::string_view what, ReadRequest& to);
Result<void> apply_read_options(const Json& json, std::string_view what, ReadOptions& to);

}  // namespace lectern
