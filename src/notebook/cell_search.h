// The lines of a cell that hold words.
#pragma once

#include <cstdint>
#include <string>

#include "base/request.h"
#include "notebook/model.h"
#include "text/word_matcher.h"

namespace lectern {

/// The cell's heading and, each behind what it is of, the lines of its source and outputs that hold
/// what `matcher` finds; "" when none does:
///
///   Cell 3 [code] In [2]
///     source line 12: df.plot()
///     output: plot of df
std::string found_in_cell(std::uint64_t number, const Cell& cell, LineJoin join,
                          NotebookOutputs outputs, WordMatcher& matcher);

}  // namespace lectern
