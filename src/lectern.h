// The public C++ surface of lectern: include this one.
#pragma once

#include "base/limits.h"       // IWYU pragma: export
#include "base/request.h"      // IWYU pragma: export
#include "base/tool_result.h"  // IWYU pragma: export
#include "read/detect.h"       // IWYU pragma: export
#include "read/read.h"         // IWYU pragma: export
