// Characters of the fonts that draw symbols in the places of letters.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lectern {

enum class SymbolFont : std::uint8_t { kNone, kSymbol, kWingdings, kWingdings2, kOther };

/// The kind of a font by its name; kNone for fonts of letters.
SymbolFont symbol_font(std::string_view name);

/// What the font draws for a code, 0x20 to 0xFF or the same from 0xF000 on. Nullopt when that is
/// not known.
std::optional<char32_t> symbol_character(SymbolFont font, std::uint32_t code);

}  // namespace lectern
