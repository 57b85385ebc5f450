#include "documents/text/number_format.h"

#include <iterator>
#include <span>
#include <utility>

#include "base/message.h"
#include "text/utf8.h"

namespace lectern {
namespace {

using std::string_view_literals::operator""sv;

struct NamedStyle {
  std::string_view name;
  NumberStyle style;
};
constexpr NamedStyle kNamedStyles[] = {
    {"none", NumberStyle::kNone},
    {"bullet", NumberStyle::kBullet},
    {"decimalZero", NumberStyle::kDecimalZero},
    {"upperRoman", NumberStyle::kUpperRoman},
    {"lowerRoman", NumberStyle::kLowerRoman},
    {"upperLetter", NumberStyle::kUpperLetter},
    {"lowerLetter", NumberStyle::kLowerLetter},
    {"ordinal", NumberStyle::kOrdinal},
    {"cardinalText", NumberStyle::kCardinalText},
    {"ordinalText", NumberStyle::kOrdinalText},
    {"hex", NumberStyle::kHex},
    {"numberInDash", NumberStyle::kDash},
    {"chicago", NumberStyle::kChicago},
    {"decimalEnclosedCircle", NumberStyle::kCircled},
    {"decimalEnclosedCircleChinese", NumberStyle::kCircled},
    {"ideographEnclosedCircle", NumberStyle::kCircled},
    {"decimalFullWidth", NumberStyle::kFullWidth},
    {"decimalFullWidth2", NumberStyle::kFullWidth},
    {"chineseCounting", NumberStyle::kChinese},
    {"chineseCountingThousand", NumberStyle::kChinese},
    {"taiwaneseCounting", NumberStyle::kChinese},
    {"taiwaneseCountingThousand", NumberStyle::kChinese},
    {"japaneseCounting", NumberStyle::kChinese},
    {"koreanCounting", NumberStyle::kKoreanDigits},
    {"koreanDigital", NumberStyle::kKoreanDigits},
    {"chineseLegalSimplified", NumberStyle::kChineseFormal},
    {"ideographLegalTraditional", NumberStyle::kChineseFormal},
    {"japaneseLegal", NumberStyle::kChineseFormal},
    {"ideographDigital", NumberStyle::kDigits},
    {"japaneseDigitalTenThousand", NumberStyle::kDigits},
    {"taiwaneseDigital", NumberStyle::kDigits},
    {"koreanDigital2", NumberStyle::kDigits},
    {"ideographTraditional", NumberStyle::kHeavenlyStems},
    {"ideographZodiac", NumberStyle::kEarthlyBranches},
    {"aiueo", NumberStyle::kAiueo},
    {"aiueoFullWidth", NumberStyle::kAiueo},
    {"iroha", NumberStyle::kIroha},
    {"irohaFullWidth", NumberStyle::kIroha},
    {"ganada", NumberStyle::kGanada},
    {"chosung", NumberStyle::kChosung},
    {"russianUpper", NumberStyle::kRussianUpper},
    {"russianLower", NumberStyle::kRussianLower},
    {"hebrew1", NumberStyle::kHebrew},
    {"hebrew2", NumberStyle::kHebrew},
    {"arabicAbjad", NumberStyle::kArabicAbjad},
    {"arabicAlpha", NumberStyle::kArabicAlpha},
    {"thaiNumbers", NumberStyle::kThaiDigits},
    {"thaiCounting", NumberStyle::kThaiDigits},
    {"thaiLetters", NumberStyle::kThaiLetters},
    {"hindiNumbers", NumberStyle::kHindiDigits},
};

constexpr std::u32string_view kStems = U"甲乙丙丁戊己庚辛壬癸";
constexpr std::u32string_view kBranches = U"子丑寅卯辰巳午未申酉戌亥";
constexpr std::u32string_view kAiueoLetters =
    U"アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン";
constexpr std::u32string_view kIrohaLetters =
    U"イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセ"
    U"スン";
constexpr std::u32string_view kGanadaLetters = U"가나다라마바사아자차카타파하";
constexpr std::u32string_view kChosungLetters = U"ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ";
constexpr std::u32string_view kRussianLetters = U"абвгдежзиклмнопрстуфхцчшщыэюя";
constexpr std::u32string_view kArabicLetters = U"أبتثجحخدذرزسشصضطظعغفقكلمنهوي";
constexpr std::u32string_view kAbjadLetters = U"أبجدهوزحطيكلمنسعفصقرشتثخذضظغ";
constexpr std::u32string_view kThaiAlphabet = U"กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ";

std::string roman(std::uint64_t value, bool upper) {
  if (value == 0 || value > 30'000) return "";
  constexpr std::pair<unsigned, std::string_view> kSteps[] = {
      {1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"}, {100, "c"}, {90, "xc"}, {50, "l"},
      {40, "xl"},  {10, "x"},   {9, "ix"},  {5, "v"},    {4, "iv"},  {1, "i"}};
  std::string text;
  for (const auto& [step, letters] : kSteps) {
    for (; value >= step; value -= step) text += letters;
  }
  if (upper) {
    for (char& c : text) c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

/// a to z, aa to zz, aaa: the letter is repeated.
std::string letters(std::uint64_t value, char first) {
  if (value == 0 || value > 780) return "";
  const auto place = static_cast<std::size_t>(value - 1);
  return std::string(place / 26 + 1, static_cast<char>(first + static_cast<char>(place % 26)));
}

std::string one_of(std::uint64_t value, std::u32string_view alphabet) {
  if (value == 0 || value > alphabet.size()) return "";
  std::string text;
  append_utf8(alphabet[static_cast<std::size_t>(value - 1)], text);
  return text;
}

/// The decimal digits as other ones.
std::string other_digits(std::uint64_t value, std::u32string_view digits) {
  std::string text;
  for (const char c : compose({"{}", value}))
    append_utf8(digits[static_cast<std::size_t>(c - '0')], text);
  return text;
}

/// Below 10,000: "三百〇五". \param is_plain  11 is 十一, not 一十一.
std::string chinese(std::uint64_t value, std::u32string_view digits, std::u32string_view units,
                    bool is_plain) {
  if (value == 0 || value >= 10'000) return "";
  std::string text;
  bool needs_zero = false;
  constexpr unsigned kPowers[] = {1000, 100, 10, 1};
  for (unsigned i = 0; i < 4; ++i) {
    const auto digit = static_cast<std::size_t>(value / kPowers[i] % 10);
    if (digit == 0) {
      needs_zero = !text.empty();
      continue;
    }
    if (std::exchange(needs_zero, false)) append_utf8(digits[0], text);
    if (!(is_plain && i == 2 && digit == 1 && text.empty())) append_utf8(digits[digit], text);
    if (i < 3) append_utf8(units[2 - i], text);
  }
  return text;
}

constexpr std::string_view kOnes[] = {"zero",    "one",     "two",       "three",    "four",
                                      "five",    "six",     "seven",     "eight",    "nine",
                                      "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
                                      "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::string_view kTens[] = {"",      "",      "twenty",  "thirty", "forty",
                                      "fifty", "sixty", "seventy", "eighty", "ninety"};
constexpr std::string_view kOrdinalOnes[] = {
    "zeroth",     "first",     "second",    "third",       "fourth",     "fifth",     "sixth",
    "seventh",    "eighth",    "ninth",     "tenth",       "eleventh",   "twelfth",   "thirteenth",
    "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"};

/// "Twenty-one", "Twenty-first".
std::string words(std::uint64_t value, bool is_ordinal) {
  if (value >= 1'000) return "";
  std::string text;
  if (value >= 100) {
    text += kOnes[value / 100];
    text += " hundred";
    value %= 100;
    if (value == 0) {
      if (is_ordinal) text += "th";
    } else {
      text += ' ';
    }
  }
  if (value >= 20) {
    std::string_view tens = kTens[value / 10];
    value %= 10;
    if (value == 0 && is_ordinal) {
      text += tens.substr(0, tens.size() - 1);
      text += "ieth";
    } else {
      text += tens;
    }
    if (value > 0) text += '-';
  }
  if (value > 0) text += is_ordinal ? kOrdinalOnes[value] : kOnes[value];
  if (text.empty()) text = is_ordinal ? kOrdinalOnes[0] : kOnes[0];
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string ordinal(std::uint64_t value) {
  const std::uint64_t last = value % 10;
  const bool is_teen = value / 10 % 10 == 1;
  const std::string_view end = is_teen     ? "th"
                               : last == 1 ? "st"
                               : last == 2 ? "nd"
                               : last == 3 ? "rd"
                                           : "th";
  return compose({"{}{}", value, end});
}

std::string hebrew(std::uint64_t value) {
  if (value == 0 || value > 999) return "";
  constexpr std::u32string_view kUnits = U"אבגדהוזחט";
  constexpr std::u32string_view kHebrewTens = U"יכלמנסעפצ";
  constexpr std::u32string_view kHundreds = U"קרשת";
  std::string text;
  for (; value >= 400; value -= 400) append_utf8(U'ת', text);
  if (value >= 100) append_utf8(kHundreds[static_cast<std::size_t>(value / 100 - 1)], text);
  value %= 100;
  if (value == 15 || value == 16) {
    append_utf8(U'ט', text);
    append_utf8(kUnits[static_cast<std::size_t>(value - 10)], text);
    return text;
  }
  if (value >= 10) append_utf8(kHebrewTens[static_cast<std::size_t>(value / 10 - 1)], text);
  if (value % 10 > 0) append_utf8(kUnits[static_cast<std::size_t>(value % 10 - 1)], text);
  return text;
}

std::string styled(std::uint64_t value, NumberStyle style) {
  switch (style) {
    case NumberStyle::kDecimalZero:
      return value < 10 ? compose({"0{}", value}) : "";
    case NumberStyle::kUpperRoman:
      return roman(value, true);
    case NumberStyle::kLowerRoman:
      return roman(value, false);
    case NumberStyle::kUpperLetter:
      return letters(value, 'A');
    case NumberStyle::kLowerLetter:
      return letters(value, 'a');
    case NumberStyle::kOrdinal:
      return ordinal(value);
    case NumberStyle::kCardinalText:
      return words(value, false);
    case NumberStyle::kOrdinalText:
      return words(value, true);
    case NumberStyle::kHex: {
      std::string text;
      for (std::uint64_t rest = value; rest > 0; rest /= 16)
        text.insert(text.begin(), "0123456789ABCDEF"[rest % 16]);
      return text;
    }
    case NumberStyle::kDash:
      return compose({"- {} -", value});
    case NumberStyle::kChicago: {
      if (value == 0 || value > 40) return "";
      std::string text;
      for (std::uint64_t i = 0; i <= (value - 1) / 4; ++i)
        append_utf8(U"*†‡§"[(value - 1) % 4], text);
      return text;
    }
    case NumberStyle::kCircled: {
      std::string text;
      if (value >= 1 && value <= 20) append_utf8(U'①' + static_cast<char32_t>(value - 1), text);
      return text;
    }
    case NumberStyle::kFullWidth:
      return other_digits(value, U"０１２３４５６７８９");
    case NumberStyle::kChinese:
      return chinese(value, U"〇一二三四五六七八九", U"十百千", true);
    case NumberStyle::kChineseFormal:
      return chinese(value, U"零壹贰叁肆伍陆柒捌玖", U"拾佰仟", false);
    case NumberStyle::kDigits:
      return other_digits(value, U"〇一二三四五六七八九");
    case NumberStyle::kKoreanDigits:
      return chinese(value, U"영일이삼사오육칠팔구", U"십백천", true);
    case NumberStyle::kHeavenlyStems:
      return one_of(value, kStems);
    case NumberStyle::kEarthlyBranches:
      return one_of(value, kBranches);
    case NumberStyle::kAiueo:
      return one_of(value, kAiueoLetters);
    case NumberStyle::kIroha:
      return one_of(value, kIrohaLetters);
    case NumberStyle::kGanada:
      return one_of(value, kGanadaLetters);
    case NumberStyle::kChosung:
      return one_of(value, kChosungLetters);
    case NumberStyle::kRussianLower:
      return one_of(value, kRussianLetters);
    case NumberStyle::kRussianUpper: {
      std::string text;
      if (value >= 1 && value <= kRussianLetters.size())
        append_utf8(kRussianLetters[static_cast<std::size_t>(value - 1)] - 0x20, text);
      return text;
    }
    case NumberStyle::kHebrew:
      return hebrew(value);
    case NumberStyle::kArabicAbjad:
      return one_of(value, kAbjadLetters);
    case NumberStyle::kArabicAlpha:
      return one_of(value, kArabicLetters);
    case NumberStyle::kThaiDigits:
      return other_digits(value, U"๐๑๒๓๔๕๖๗๘๙");
    case NumberStyle::kThaiLetters:
      return one_of(value, kThaiAlphabet);
    case NumberStyle::kHindiDigits:
      return other_digits(value, U"०१२३४५६७८९");
    case NumberStyle::kNone:
    case NumberStyle::kBullet:
    case NumberStyle::kDecimal:
      break;
  }
  return "";
}

}  // namespace

NumberStyle number_style(std::string_view word_name) {
  for (const NamedStyle& named : kNamedStyles) {
    if (named.name == word_name) return named.style;
  }
  return NumberStyle::kDecimal;
}

std::string format_number(std::uint64_t value, NumberStyle style) {
  if (style == NumberStyle::kNone || style == NumberStyle::kBullet) return "";
  std::string text = styled(value, style);
  return text.empty() ? compose({"{}", value}) : text;
}

}  // namespace lectern
