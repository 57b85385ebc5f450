// Whether a run of lines is a table.
#pragma once

#include "pdf/layout/table_cells.h"
#include "pdf/layout/table_runs.h"

namespace lectern {

/// Builds the table of a run. False when it is none: prose in columns, a list, a table of contents,
/// a form, a formula.
bool build_run_table(const TableFrame& frame, const PageContent& page, const TableRun& run,
                     WordDirection direction, BuiltTable& built);

/// Whether the page draws what stands to the left in a run, then other words, then what stands to
/// the right, or the other way round: texts that happen to stand side by side. `place` is between
/// the two.
bool find_parting(const TableFrame& frame, const TableRun& run, float& place);

}  // namespace lectern
