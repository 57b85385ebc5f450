// The outline of a text as a view.
#pragma once

#include <memory>
#include <string_view>

#include "base/request.h"
#include "data/text_view.h"

namespace lectern {

/// \param name  of the file, by which its kind is told
/// \returns INVALID_ARGUMENT for what an outline cannot be asked
Result<std::unique_ptr<TextView>> open_text_outline(const ReadRequest& request,
                                                    const ReadOptions& options,
                                                    std::string_view name);

}  // namespace lectern
