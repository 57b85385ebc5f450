// Where the mails of a mailbox are (RFC 4155).
#pragma once

#include <string_view>
#include <vector>

namespace lectern {

/// Where mails begin: at lines with "From " behind an empty one.
std::vector<std::size_t> mails_of_box(std::string_view text);

}  // namespace lectern
