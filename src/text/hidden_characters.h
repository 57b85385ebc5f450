// Characters that a reader cannot see but a program obeys: "Trojan Source" (CVE-2021-42574), text
// smuggled in tag characters or variation selectors, zero-width characters, control characters,
// and CR, NEL, U+2028 and U+2029 inside a line, which may look as if they ended it. They are
// reported, never removed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lectern {

/// One warning for each kind found in `text` (well-formed UTF-8), with its count:
/// "2 bidirectional control characters in the text shown, the first is U+202E". Empty when there
/// are none.
std::vector<std::string> describe_hidden_characters(std::string_view text);

}  // namespace lectern
