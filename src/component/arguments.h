// The parameters of a read as the JSON that the core checks: one list of fields and one set of
// messages for all hosts.
#pragma once

#include "component/canonical.h"
#include "read/json.h"

namespace lectern::component {

/// The input as a model would have written it.
Json input_json(const ReadInput& input);

/// The options under the names of the JavaScript surface.
Json options_json(const ReadOptions& options);

}  // namespace lectern::component
