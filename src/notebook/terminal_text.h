// What a terminal shows at the end of a stream of text: escape sequences gone, progress bars in
// their last state.
//
// Specification: ECMA-48 (control functions), as far as output of programs in notebooks uses it:
// colours and other CSI, OSC, DCS and two-character sequences are removed; carriage return,
// backspace and "erase in line" act on the current line. Not supported: moving the cursor to other
// lines; such sequences are removed.
#pragma once

#include <string>
#include <string_view>

namespace lectern {

/// Well-formed UTF-8 in, the lines that are left out. Control characters other than tab and line
/// feed are removed. Time and memory are linear in `text`: a carriage return overwrites the first
/// 4,096 characters of its line one by one, and what stands behind them all at once.
std::string terminal_text(std::string_view text);

}  // namespace lectern
