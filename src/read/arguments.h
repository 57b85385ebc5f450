// Typed, checked access to the fields of a JSON object that a model or a programmer wrote.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "read/json.h"

namespace lectern {

/// One field of an object: its name and what to do with its value.
struct FieldRule {
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

}  // namespace lectern
