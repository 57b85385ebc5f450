// WebP, TIFF, BMP and icons: their decoders are linked in, but in core.wasm and its modules, which
// call those of codecs.wasm.
#pragma once

#include <string_view>

namespace lectern {

/// As a reading asks for it.
inline constexpr std::string_view kCodecsModule = "codecs";

/// Whether a decoder has been called since the last time that was not there.
bool take_missing_codecs();

}  // namespace lectern
