// How documents write the numbers of lists, notes and pages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lectern {

enum class NumberStyle : std::uint8_t {
  kNone,
  kBullet,
  kDecimal,
  kDecimalZero,  ///< 01, 02
  kUpperRoman,
  kLowerRoman,
  kUpperLetter,
  kLowerLetter,
  kOrdinal,  ///< 1st
  kCardinalText,
  kOrdinalText,
  kHex,
  kDash,             ///< - 1 -
  kChicago,          ///< *, †, ‡, §
  kCircled,          ///< ①
  kFullWidth,        ///< １
  kChinese,          ///< 一, 十一
  kChineseFormal,    ///< 壹
  kDigits,           ///< 一〇
  kHeavenlyStems,    ///< 甲
  kEarthlyBranches,  ///< 子
  kAiueo,
  kIroha,
  kGanada,
  kChosung,
  kKoreanDigits,
  kRussianUpper,
  kRussianLower,
  kHebrew,
  kArabicAbjad,
  kArabicAlpha,
  kThaiDigits,
  kThaiLetters,
  kHindiDigits,
};

/// The style that WordprocessingML names "lowerRoman"; decimal for unknown ones.
NumberStyle number_style(std::string_view word_name);

/// `value` in that style; decimal where the style has no such number.
std::string format_number(std::uint64_t value, NumberStyle style);

}  // namespace lectern
