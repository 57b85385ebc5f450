// What all encrypted documents have in common: what a read says that has no password or a wrong
// one. A password never stands in a message.
#pragma once

#include <string_view>

#include "base/reader.h"

namespace lectern {

/// What Excel and PowerPoint encrypt files with that are only to be protected from changes.
inline constexpr std::string_view kWorkbookPassword = "VelvetSweatshop";
inline constexpr std::string_view kSlidesPassword = "/01Hannes Ruescher/01";

/// ENCRYPTED: `password` is wanted, or the one that is there is wrong. \param kind  "Word document"
tl::unexpected<Error> refuse_password(std::string_view kind, std::string_view password);
/// ENCRYPTED, naming a method that is not read: "with RC2".
tl::unexpected<Error> refuse_method(std::string_view kind, std::string_view method);

}  // namespace lectern
