// Values of a database as a model sees them. What is ours is in a form that no value can have: a
// text that looks like it gets a backslash.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "documents/database/row_record.h"

namespace lectern {

/// A value in a cell of a table: on one line, escaped. \param chars  of a text that are shown
/// \param is_cut  set when it does not show all of the value
std::string value_cell(const DatabaseValue& value, std::uint64_t chars, bool& is_cut);

/// A value in a line of its own, or in a block when it is a text of several lines.
std::string value_lines(const DatabaseValue& value);

/// `text` in a fence that it cannot end. \param kind  as "sql"
std::string fenced(std::string_view kind, std::string_view text);

/// The piece of `text` around `at`, a place in it, with marks where something is left out.
DatabaseValue excerpt(const DatabaseValue& value, std::size_t at, std::uint64_t chars);

}  // namespace lectern
