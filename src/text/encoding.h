// Names of text encodings: those of the WHATWG Encoding Standard (snapshot of June 2024, section
// 4), UTF-32, and the DOS code pages 437, 737, 850 and 852, which old files still carry.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace lectern {

enum class Encoding : unsigned char {
  kUtf8,
  kUtf16Le,
  kUtf16Be,
  kUtf32Le,
  kUtf32Be,
};

/// The standard's name in lower case: "utf-8", "windows-1252", "shift_jis".
std::string_view encoding_name(Encoding encoding);

/// The encoding a label means ("latin1", "cp1251", "UTF8"): ASCII white space around it and case do
/// not matter. Nullopt for an unknown label.
std::optional<Encoding> encoding_for_label(std::string_view label);

/// True when bytes below 0x80 are ASCII wherever they stand outside multi-byte characters, and LF
/// and NUL never are part of another character.
bool is_ascii_compatible(Encoding encoding);

/// Bytes of one code unit: 2 for UTF-16, 4 for UTF-32, else 1.
std::size_t code_unit_bytes(Encoding encoding);

}  // namespace lectern
