// HTML reduced to its text, for outputs that have nothing plainer. A reduction, not a parser: tags
// are removed without building a tree, blocks become lines and table cells are set apart by " | ".
// Knows the HTML standard's void and raw-text rules only as far as they hide text (script, style,
// comments), and its most common character references.
#pragma once

#include <string>
#include <string_view>

namespace lectern {

/// The text of `html` (UTF-8), white space collapsed but in <pre>; pictures by their descriptions.
/// Linear in time; never longer than `html` by more than the separators.
std::string html_text(std::string_view html);

}  // namespace lectern
