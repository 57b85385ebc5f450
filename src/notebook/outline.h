// One line per cell: number, kind, first heading or line, and what its outputs weigh.
#pragma once

#include <cstdint>
#include <string>

#include "notebook/model.h"

namespace lectern {

/// "Cell 3 [code] In [2] (2 outputs, 12 KB): df = pd.read_csv('sales.csv')", without a line end.
std::string outline_line(std::uint64_t number, const Cell& cell, LineJoin join);

}  // namespace lectern
