// Formulas as text.
#pragma once

#include <string>
#include <string_view>

namespace lectern {

/// A formula that is shared by several cells, as a cell that lies `rows` below and `columns` to the
/// right of its first cell has it: relative references move along.
std::string moved_formula(std::string_view formula, int rows, int columns);

}  // namespace lectern
