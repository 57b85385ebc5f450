// Whether a run of lines is a table.
#pragma once

#include "pdf/layout/table_cells.h"
#include "pdf/layout/table_runs.h"

namespace lectern {

/// Builds the table of a run. False when it is none: prose in columns, a list, a table of contents,
/// a form, a formula.
bool build_run_table(const TableFrame& frame, const PageContent& page, const TableRun& run,
                     WordDirection direction, BuiltTable& built);

/// Whether the page draws some columns of a table, then other words, then the columns beside them:
/// texts that happen to stand side by side. `place` is between the two.
bool find_parting(const TableFrame& frame, const PageTable& table, float& place);

}  // namespace lectern
