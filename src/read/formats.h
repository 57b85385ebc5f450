// The table of formats: the whole architecture in one place. A new reader is one file pair and one
// row here; a picture format's row is its codec's (image/codecs.cpp). tests/read/formats_test.cpp
// proves that this table and the README's matrix agree.
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
/// SVG, which is text unless `options.image.svg` wants a picture of it: no row of the table.
const Format& svg_format();

/// Whatever is none of the others: described, or shown as bytes. No row of the table.
const Format& binary_format();

/// The row whose extensions hold `extension` (lower case, no dot), or null.
const Format* format_by_extension(std::string_view extension);

/// FILE_TOO_LARGE when a file of `size_bytes` is over its format's limit.
Result<void> check_file_size(const Format& format, std::uint64_t size_bytes, const Limits& limits);

}  // namespace lectern
