// The table of formats: the whole architecture in one place. A new reader is one file pair and one
// row here. tests/read/formats_test.cpp proves that this table and the README's matrix agree.
#pragma once

#include <span>
#include <string_view>

#include "base/reader.h"

namespace lectern {

/// In the order in which signatures are tried.
std::span<const Format> formats();

/// Plain text, which everything that is no other format and passes the text test is read as.
const Format& text_format();
/// Jupyter notebooks, which share their bytes with JSON text.
const Format& notebook_format();

/// The row whose extensions hold `extension` (lower case, no dot), or null.
const Format* format_by_extension(std::string_view extension);

}  // namespace lectern
