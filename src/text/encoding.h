// Names of text encodings: those of the WHATWG Encoding Standard (snapshot of June 2024, section
// 4), UTF-32, the DOS code pages 437, 737, 850, 852 and 855, the Mac's one for Central Europe
// and ISO-2022-KR, which old files and mails still carry.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace lectern {

/// An encoding of text.
enum class Encoding : unsigned char {
  kUtf8,
  kUtf16Le,
  kUtf16Be,
  kUtf32Le,
  kUtf32Be,
  kIbm866,
  kIso8859_2,
  kIso8859_3,
  kIso8859_4,
  kIso8859_5,
  kIso8859_6,
  kIso8859_7,
  kIso8859_8,
  kIso8859_8I,
  kIso8859_10,
  kIso8859_13,
  kIso8859_14,
  kIso8859_15,
  kIso8859_16,
  kKoi8R,
  kKoi8U,
  kMacintosh,
  kWindows874,
  kWindows1250,
  kWindows1251,
  kWindows1252,
  kWindows1253,
  kWindows1254,
  kWindows1255,
  kWindows1256,
  kWindows1257,
  kWindows1258,
  kXMacCyrillic,
  kGbk,
  kGb18030,
  kBig5,
  kEucJp,
  kIso2022Jp,
  kShiftJis,
  kEucKr,
  kReplacement,
  kXUserDefined,
  kIbm437,
  kIbm737,
  kIbm850,
  kIbm852,
  kIbm855,
  kXMacCe,
  kIso2022Kr,
};
/// The last of them.
inline constexpr Encoding kLastEncoding = Encoding::kIso2022Kr;

/// The standard's name in lower case: "utf-8", "windows-1252", "shift_jis". It is a label too.
std::string_view encoding_name(Encoding encoding);

/// The encoding a label means ("latin1", "cp1251", "UTF8"): ASCII white space around it and case do
/// not matter. Nullopt for an unknown label.
std::optional<Encoding> encoding_for_label(std::string_view label);

/// True when LF and NUL bytes always stand for themselves, never for a part of another character.
bool is_ascii_compatible(Encoding encoding);

/// Bytes of one code unit: 2 for UTF-16, 4 for UTF-32, else 1.
std::size_t code_unit_bytes(Encoding encoding);

}  // namespace lectern
