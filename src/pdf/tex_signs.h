// The signs of TeX's mathematical fonts, whose glyphs have names that no list of Unicode values
// knows: a reader that takes their codes for characters shows a sum as "P" and a prime as "0".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lectern {

enum class TexFont : std::uint8_t { kNone, kSymbols, kExtension, kItalic, kAmsA, kAmsB };

/// By the name of a font without the tag of a subset, in lower case: "cmsy10", "cmex10".
TexFont tex_font(std::string_view name);

/// What the glyph of `code` shows when `c`, its character so far, is nothing but its code; 0 for a
/// piece of a brace.
std::optional<char32_t> tex_sign(TexFont font, std::uint32_t code, char32_t c);

}  // namespace lectern
