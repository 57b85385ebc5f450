// Names of months and days as Windows has them, by which Excel shows dates whose format names a
// language.
#include "documents/sheets/number_format.h"

namespace lectern {
namespace {

/// Names of one language, separated by spaces.
struct DateNames {
  std::uint32_t language;  ///< the low ten bits of a Windows language id, or all of it
  std::string_view tag;    ///< what tags of the language begin with
  std::string_view months, short_months, weekdays, short_weekdays;
};

constexpr DateNames kDateNames[] = {
    {0x09, "en",
     "January February March April May June July August September October November December",
     "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
     "Sunday Monday Tuesday Wednesday Thursday Friday Saturday", "Sun Mon Tue Wed Thu Fri Sat"},
    {0x07, "de",
     "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
     "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
     "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag", "So Mo Di Mi Do Fr Sa"},
    {0x0C, "fr",
     "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
     "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
     "dimanche lundi mardi mercredi jeudi vendredi samedi", "dim. lun. mar. mer. jeu. ven. sam."},
    {0x0A, "es",
     "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
     "ene feb mar abr may jun jul ago sep oct nov dic",
     "domingo lunes martes miércoles jueves viernes sábado", "dom lun mar mié jue vie sáb"},
    {0x10, "it",
     "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre "
     "dicembre",
     "gen feb mar apr mag giu lug ago set ott nov dic",
     "domenica lunedì martedì mercoledì giovedì venerdì sabato", "dom lun mar mer gio ven sab"},
    {0x16, "pt",
     "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
     "jan fev mar abr mai jun jul ago set out nov dez",
     "domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado",
     "dom seg ter qua qui sex sáb"},
    {0x13, "nl",
     "januari februari maart april mei juni juli augustus september oktober november december",
     "jan feb mrt apr mei jun jul aug sep okt nov dec",
     "zondag maandag dinsdag woensdag donderdag vrijdag zaterdag", "zo ma di wo do vr za"},
    {0x1D, "sv",
     "januari februari mars april maj juni juli augusti september oktober november december",
     "jan feb mar apr maj jun jul aug sep okt nov dec",
     "söndag måndag tisdag onsdag torsdag fredag lördag", "sön mån tis ons tor fre lör"},
    {0x06, "da",
     "januar februar marts april maj juni juli august september oktober november december",
     "jan feb mar apr maj jun jul aug sep okt nov dec",
     "søndag mandag tirsdag onsdag torsdag fredag lørdag", "sø ma ti on to fr lø"},
    {0x14, "nb",
     "januar februar mars april mai juni juli august september oktober november desember",
     "jan feb mar apr mai jun jul aug sep okt nov des",
     "søndag mandag tirsdag onsdag torsdag fredag lørdag", "sø ma ti on to fr lø"},
    {0x15, "pl",
     "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad "
     "grudzień",
     "sty lut mar kwi maj cze lip sie wrz paź lis gru",
     "niedziela poniedziałek wtorek środa czwartek piątek sobota",
     "niedz. pon. wt. śr. czw. pt. sob."},
    // The names as they stand behind a day.
    {0xFC19, "ru-x",
     "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
     "янв фев мар апр май июн июл авг сен окт ноя дек",
     "воскресенье понедельник вторник среда четверг пятница суббота", "Вс Пн Вт Ср Чт Пт Сб"},
    {0x19, "ru", "Январь Февраль Март Апрель Май Июнь Июль Август Сентябрь Октябрь Ноябрь Декабрь",
     "янв фев мар апр май июн июл авг сен окт ноя дек",
     "воскресенье понедельник вторник среда четверг пятница суббота", "Вс Пн Вт Ср Чт Пт Сб"},
    {0x04, "zh", "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
     "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
     "星期日 星期一 星期二 星期三 星期四 星期五 星期六", "周日 周一 周二 周三 周四 周五 周六"},
    {0x11, "ja", "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
     "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
     "日曜日 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日", "日 月 火 水 木 金 土"},
    {0x12, "ko", "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월", "1 2 3 4 5 6 7 8 9 10 11 12",
     "일요일 월요일 화요일 수요일 목요일 금요일 토요일", "일 월 화 수 목 금 토"},
};

/// The languages that are not here are shown as English.
const DateNames& names_of(std::uint32_t locale) {
  for (const DateNames& names : kDateNames) {
    if (names.language == locale || names.language == (locale & 0x3FF)) return names;
  }
  return kDateNames[0];
}

std::string_view name_at(std::string_view names, unsigned index) {
  for (; index > 0; --index) {
    const std::size_t space = names.find(' ');
    if (space == std::string_view::npos) return {};
    names.remove_prefix(space + 1);
  }
  return names.substr(0, names.find(' '));
}

struct BuiltinFormat {
  std::uint32_t id;
  std::string_view code;
};

constexpr BuiltinFormat kBuiltins[] = {
    {1, "0"},
    {2, "0.00"},
    {3, "#,##0"},
    {4, "#,##0.00"},
    {5, "\"$\"#,##0_);\\(\"$\"#,##0\\)"},
    {6, "\"$\"#,##0_);[Red]\\(\"$\"#,##0\\)"},
    {7, "\"$\"#,##0.00_);\\(\"$\"#,##0.00\\)"},
    {8, "\"$\"#,##0.00_);[Red]\\(\"$\"#,##0.00\\)"},
    {9, "0%"},
    {10, "0.00%"},
    {11, "0.00E+00"},
    {12, "# ?/?"},
    {13, "# ?\?/??"},
    {14, "m/d/yyyy"},
    {15, "d-mmm-yy"},
    {16, "d-mmm"},
    {17, "mmm-yy"},
    {18, "h:mm AM/PM"},
    {19, "h:mm:ss AM/PM"},
    {20, "h:mm"},
    {21, "h:mm:ss"},
    {22, "m/d/yyyy h:mm"},
    {37, "#,##0_);(#,##0)"},
    {38, "#,##0_);[Red](#,##0)"},
    {39, "#,##0.00_);(#,##0.00)"},
    {40, "#,##0.00_);[Red](#,##0.00)"},
    {41, "_(* #,##0_);_(* (#,##0);_(* \"-\"_);_(@_)"},
    {42, "_(\"$\"* #,##0_);_(\"$\"* (#,##0);_(\"$\"* \"-\"_);_(@_)"},
    {43, "_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)"},
    {44, "_(\"$\"* #,##0.00_);_(\"$\"* (#,##0.00);_(\"$\"* \"-\"??_);_(@_)"},
    {45, "mm:ss"},
    {46, "[h]:mm:ss"},
    {47, "mm:ss.0"},
    {48, "##0.0E+0"},
    {49, "@"},
    // Thai.
    {59, "0"},
    {60, "0.00"},
    {61, "#,##0"},
    {62, "#,##0.00"},
    {67, "0%"},
    {68, "0.00%"},
    {69, "# ?/?"},
    {70, "# ?\?/??"},
    {71, "d/m/yyyy"},
    {72, "d-mmm-yy"},
    {73, "d-mmm"},
    {74, "mmm-yy"},
    {75, "h:mm"},
    {76, "h:mm:ss"},
    {77, "d/m/yyyy h:mm"},
    {78, "mm:ss"},
    {79, "[h]:mm:ss"},
    {80, "mm:ss.0"},
    {81, "d/m/yyyy"},
};

/// Formats 27 to 36 and 50 to 58 (ECMA-376 part 1, 18.8.30), in the order of FormatLanguage.
struct EastAsianFormat {
  std::uint32_t id;
  std::string_view codes[4];
};

constexpr EastAsianFormat kEastAsian[] = {
    {27, {"yyyy\"年\"m\"月\"", "[$-404]e/m/d", "[$-411]ge.m.d", "yyyy\"年\" mm\"月\" dd\"日\""}},
    {28,
     {"m\"月\"d\"日\"", "[$-404]e\"年\"m\"月\"d\"日\"", "[$-411]ggge\"年\"m\"月\"d\"日\"",
      "mm-dd"}},
    {29,
     {"m\"月\"d\"日\"", "[$-404]e\"年\"m\"月\"d\"日\"", "[$-411]ggge\"年\"m\"月\"d\"日\"",
      "mm-dd"}},
    {30, {"m-d-yy", "m/d/yy", "m/d/yy", "mm-dd-yy"}},
    {31,
     {"yyyy\"年\"m\"月\"d\"日\"", "yyyy\"年\"m\"月\"d\"日\"", "yyyy\"年\"m\"月\"d\"日\"",
      "yyyy\"년\" mm\"월\" dd\"일\""}},
    {32, {"h\"时\"mm\"分\"", "hh\"時\"mm\"分\"", "h\"時\"mm\"分\"", "h\"시\" mm\"분\""}},
    {33,
     {"h\"时\"mm\"分\"ss\"秒\"", "hh\"時\"mm\"分\"ss\"秒\"", "h\"時\"mm\"分\"ss\"秒\"",
      "h\"시\" mm\"분\" ss\"초\""}},
    {34,
     {"上午/下午h\"时\"mm\"分\"", "上午/下午hh\"時\"mm\"分\"", "yyyy\"年\"m\"月\"", "yyyy-mm-dd"}},
    {35,
     {"上午/下午h\"时\"mm\"分\"ss\"秒\"", "上午/下午hh\"時\"mm\"分\"ss\"秒\"", "m\"月\"d\"日\"",
      "yyyy-mm-dd"}},
    {36, {"yyyy\"年\"m\"月\"", "[$-404]e/m/d", "[$-411]ge.m.d", "yyyy\"年\" mm\"月\" dd\"日\""}},
    {50, {"yyyy\"年\"m\"月\"", "[$-404]e/m/d", "[$-411]ge.m.d", "yyyy\"年\" mm\"月\" dd\"日\""}},
    {51,
     {"m\"月\"d\"日\"", "[$-404]e\"年\"m\"月\"d\"日\"", "[$-411]ggge\"年\"m\"月\"d\"日\"",
      "mm-dd"}},
    {52, {"yyyy\"年\"m\"月\"", "上午/下午hh\"時\"mm\"分\"", "yyyy\"年\"m\"月\"", "yyyy-mm-dd"}},
    {53, {"m\"月\"d\"日\"", "上午/下午hh\"時\"mm\"分\"ss\"秒\"", "m\"月\"d\"日\"", "yyyy-mm-dd"}},
    {54,
     {"m\"月\"d\"日\"", "[$-404]e\"年\"m\"月\"d\"日\"", "[$-411]ggge\"年\"m\"月\"d\"日\"",
      "mm-dd"}},
    {55,
     {"上午/下午h\"时\"mm\"分\"", "上午/下午hh\"時\"mm\"分\"", "yyyy\"年\"m\"月\"", "yyyy-mm-dd"}},
    {56,
     {"上午/下午h\"时\"mm\"分\"ss\"秒\"", "上午/下午hh\"時\"mm\"分\"ss\"秒\"", "m\"月\"d\"日\"",
      "yyyy-mm-dd"}},
    {57, {"yyyy\"年\"m\"月\"", "[$-404]e/m/d", "[$-411]ge.m.d", "yyyy\"年\" mm\"月\" dd\"日\""}},
    {58,
     {"m\"月\"d\"日\"", "[$-404]e\"年\"m\"月\"d\"日\"", "[$-411]ggge\"年\"m\"月\"d\"日\"",
      "mm-dd"}},
};

}  // namespace

std::string_view builtin_format(std::uint32_t id, FormatLanguage language) {
  for (const BuiltinFormat& format : kBuiltins) {
    if (format.id == id) return format.code;
  }
  for (const EastAsianFormat& format : kEastAsian) {
    if (format.id == id) return format.codes[static_cast<std::size_t>(language)];
  }
  return "General";
}

namespace number_format {

std::string_view month_name(std::uint32_t locale, unsigned month, bool is_short) {
  const DateNames& names = names_of(locale);
  return name_at(is_short ? names.short_months : names.months, month - 1);
}

std::string_view weekday_name(std::uint32_t locale, unsigned weekday, bool is_short) {
  const DateNames& names = names_of(locale);
  return name_at(is_short ? names.short_weekdays : names.weekdays, weekday);
}

std::uint32_t locale_of_tag(std::string_view tag) {
  if (tag == "zh-TW") return 0x404;
  for (const DateNames& names : kDateNames) {
    if (tag.starts_with(names.tag)) return names.language;
  }
  return 0;
}

}  // namespace number_format
}  // namespace lectern
