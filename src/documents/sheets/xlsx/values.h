// Values of attributes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lectern {

/// A number without sign, up to 2^53; nothing when the text is anything else.
std::optional<std::uint64_t> stored_number(std::string_view text);
/// "1", "true" and "on".
bool is_true(std::string_view text);
/// A decimal number as files write them, without a locale: "-1.5E+3".
std::optional<double> double_of(std::string_view text);

}  // namespace lectern
