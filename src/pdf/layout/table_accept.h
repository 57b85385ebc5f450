// Whether a run of lines is a table.
#pragma once

#include "pdf/layout/table_cells.h"
#include "pdf/layout/table_runs.h"

namespace lectern {

/// Builds the table of a run. False when it is none: prose in columns, a list, a table of contents,
/// a form, a formula.
bool build_run_table(const TableFrame& frame, const PageContent& page, const TableRun& run,
                     WordDirection direction, BuiltTable& built);

}  // namespace lectern
