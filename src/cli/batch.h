// `lectern read --jobs N`: reads files and whole trees, several files at once, and prints a line of
// JSON for each, in the order of the walk. Its twin is js/cli/batch.ts.
#pragma once

#include "cli/arguments.h"

namespace lectern::cli {

/// Reads everything that the arguments name. What goes wrong with a file is in its line.
ExitStatus run_batch(const Arguments& arguments);

}  // namespace lectern::cli
