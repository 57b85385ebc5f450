// The value at a place in JSON as a view: its text, indented, or what it is made of.
#pragma once

#include <memory>
#include <string_view>

#include "base/request.h"
#include "data/text_view.h"

namespace lectern {

/// \param request, options  must outlive the view
/// \param name  of the file: JSON Lines are told by it
/// \returns INVALID_ARGUMENT for what is no place
Result<std::unique_ptr<TextView>> open_place(const ReadRequest& request, const ReadOptions& options,
                                             std::string_view name);

}  // namespace lectern
