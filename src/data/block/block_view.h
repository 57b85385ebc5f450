// The block around a line as a view.
#pragma once

#include <memory>

#include "base/request.h"
#include "data/text_view.h"

namespace lectern {

/// \returns INVALID_ARGUMENT for a request that selects lines in another way, too
Result<std::unique_ptr<TextView>> open_block(const ReadRequest& request,
                                             const ReadOptions& options);

}  // namespace lectern
