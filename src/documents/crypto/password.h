// What all encrypted documents have in common: how a password becomes bytes, and what a read says
// that has none or a wrong one. A password never stands in a message.
#pragma once

#include <string_view>

#include "base/bytes.h"
#include "base/reader.h"

namespace lectern {

/// UTF-8 as UTF-16, little-endian; what is no character is U+FFFD.
ByteVector utf16_of(std::string_view text);

/// What Excel and PowerPoint encrypt files with that are only to be protected from changes.
inline constexpr std::string_view kWorkbookPassword = "VelvetSweatshop";
inline constexpr std::string_view kSlidesPassword = "/01Hannes Ruescher/01";

/// ENCRYPTED: `password` is wanted, or the one that is there is wrong. \param kind  "Word document"
tl::unexpected<Error> refuse_password(std::string_view kind, std::string_view password);
/// ENCRYPTED, naming a method that is not read: "with RC2".
tl::unexpected<Error> refuse_method(std::string_view kind, std::string_view method);

}  // namespace lectern
