// The public C++ surface of lectern: include this one.
#pragma once

#include "base/limits.h"       // IWYU pragma: export
#include "base/request.h"      // IWYU pragma: export
#include "base/tool_result.h"  // IWYU pragma: export
#include "read/detect.h"       // IWYU pragma: export
#include "read/read.h"         // IWYU pragma: export

/// Everything of lectern. `lectern::read` is the way in: the bytes of a file and a ReadRequest go
/// in, a ToolResult comes out.
namespace lectern {}
