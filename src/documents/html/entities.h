// Character references of HTML (the HTML Standard, sections 13.2.5.72 to 13.2.5.80).
#pragma once

#include <string>
#include <string_view>

namespace lectern {

/// Appends `text` to `out` with its character references replaced.
/// \param in_attribute  where "&copy=" is no reference.
void append_unescaped_html(std::string_view text, bool in_attribute, std::string& out);

}  // namespace lectern
