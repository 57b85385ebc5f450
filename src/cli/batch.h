// `lectern read --jobs N`: does what command::Batch says, with processes that read.
#pragma once

#include "command/arguments.h"

namespace lectern::cli {

/// Reads everything that the arguments name. What goes wrong with a file is in its line.
command::ExitStatus run_batch(const command::Arguments& arguments);

}  // namespace lectern::cli
