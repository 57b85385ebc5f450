#include "documents/sheets/number_format.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "base/bit_cast.h"
#include "documents/sheets/decimal.h"
#include "documents/sheets/xlsx/values.h"

namespace lectern {
namespace {

struct FormatRow {
  std::string_view code;
  double number;
  std::string_view shown;
};

void check_rows(std::initializer_list<FormatRow> rows) {
  for (const FormatRow& row : rows) {
    INFO(row.code << " of " << row.number);
    CHECK(NumberFormat(row.code).number(row.number, DateSystem::k1900) == row.shown);
  }
}

TEST_CASE("many places cost what they are, and are written as far as one of them needs it",
          "[sheets]") {
  const std::string many(100, '#');
  CHECK(NumberFormat("#,##0." + many).number(1234.25, DateSystem::k1900) == "1,234.25");
  CHECK(NumberFormat("#,##0." + many + "0").number(1, DateSystem::k1900) ==
        "1." + std::string(101, '0'));
  CHECK(NumberFormat("#,##0.0#?").number(1, DateSystem::k1900) == "1.0 ");
  CHECK(NumberFormat("#,##0" + std::string(20, ',')).number(1, DateSystem::k1900) == "0");
}

TEST_CASE("General shows at most eleven characters, as Excel does", "[sheets]") {
  check_rows({{"General", 0, "0"},
              {"General", 1.0 / 3, "0.333333333"},
              {"General", 2.0 / 3, "0.666666667"},
              {"General", 1234.567890123, "1234.56789"},
              {"General", 12345678901, "12345678901"},
              {"General", 123456789012, "1.23457E+11"},
              {"General", -123456789012, "-1.23457E+11"},
              {"General", 0.0001, "0.0001"},
              {"General", 0.00001, "0.00001"},
              {"General", 1.23456789e-7, "1.23457E-07"},
              {"General", 1e-10, "1E-10"},
              {"General", 1e300, "1E+300"},
              {"General", 5.1, "5.1"}});
}

TEST_CASE("Digits round half away from zero by their decimal value", "[sheets]") {
  check_rows({{"0.00", 1.005, "1.01"},
              {"0.00", 2838512.355, "2838512.36"},
              {"0", 2.5, "3"},
              {"0", -0.5, "-1"},
              {"0", -0.4, "0"},
              {"0.0", 0.05, "0.1"},
              {"0", 999999.5, "1000000"}});
}

TEST_CASE("Placeholders give zeros, spaces or nothing", "[sheets]") {
  check_rows({{"0000", 42, "0042"},
              {"#.##", 0.5, ".5"},
              {"#.##", 3, "3."},
              {"0.0??", 1.5, "1.5  "},
              {"???", 7, "  7"},
              {"#", 0, ""},
              {"000-00-0000", 123456789, "123-45-6789"},
              {"(000) 000-0000", 5551234567, "(555) 123-4567"},
              {"\\1\\.0#", 12, "1.12"}});
}

TEST_CASE("Commas group digits between placeholders and scale behind them", "[sheets]") {
  check_rows({{"#,##0", 1234567, "1,234,567"},
              {"#,##0.00", -1234.5, "-1,234.50"},
              {"0,000", 5, "0,005"},
              {"0.0,,\"M\"", 12345678, "12.3M"},
              {"#,", 12345, "12"},
              {"#,##0,", 1234567, "1,235"}});
}

TEST_CASE("Sections serve positive numbers, negative ones, zero and text", "[sheets]") {
  check_rows({{"0;(0)", -5, "(5)"},
              {"0;(0);\"-\"", 0, "-"},
              {"0;;", -5, ""},
              {"[Red]0.0;[Blue](0.0)", -1.25, "(1.3)"},
              {"\"$\"#,##0.00_);[Red]\\(\"$\"#,##0.00\\)", -123, "($123.00)"},
              {"_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"?\?_);_(@_)", 0, " -   "}});
  const NumberFormat format("0;-0;0;\"<\"@\">\"");
  CHECK(format.text("a") == "<a>");
  CHECK(NumberFormat("0.00").text("a") == "a");
  CHECK(NumberFormat("@").number(1.5, DateSystem::k1900) == "1.5");
}

TEST_CASE("Conditions choose a section", "[sheets]") {
  check_rows({{"[>=100]0\"a\";[<0]\"neg\"0;0.0", 150, "150a"},
              {"[>=100]0\"a\";[<0]\"neg\"0;0.0", -2, "neg2"},
              {"[>=100]0\"a\";[<0]\"neg\"0;0.0", 7, "7.0"},
              {"[<100]0.00;0", -1, "-1.00"},
              {"[=1]\"one\";[=2]\"two\";0", 2, "two"}});
}

TEST_CASE("A number for which no condition holds is shown as General", "[sheets]") {
  check_rows({{"[<0]\"neg\"", 1.5, "1.5"},
              {"[>1]\"many\";[=1]\"one\"", 0, "0"},
              {"[>1]\"many\";[=1]\"one\"", -2.5, "-2.5"},
              {"[>1]\"many\";[=1]\"one\";\"few\"", 0, "few"}});
}

TEST_CASE("A section for text does not concern numbers", "[sheets]") {
  check_rows({{"\"T: \"@", 5, "5"}, {"@@", -0.5, "-0.5"}, {"0.0;@", -5, "-5.0"}});
  CHECK(NumberFormat("\"T: \"@").text("a") == "T: a");
}

TEST_CASE("Letters behind the places of a number are a unit, not a date", "[sheets]") {
  check_rows({{"0 kg", 100, "100 kg"},
              {"#,##0.00 EUR", 1234.5, "1,234.50 EUR"},
              {"0.0 USD;-0.0 USD", -2, "-2.0 USD"},
              {"General days", 3, "3 days"},
              {"yyyy-mm-dd 00:00:00", 42344, "2015-12-06 00:00:00"}});
}

TEST_CASE("Percent, scientific and engineering notation", "[sheets]") {
  check_rows({{"0%", 0.075, "8%"},
              {"0.00%", 0.075, "7.50%"},
              {"0.00E+00", 12345, "1.23E+04"},
              {"0.00E+00", 0.00012, "1.20E-04"},
              {"0.0E-0", 12345, "1.2E4"},
              {"##0.0E+0", 12345, "12.3E+3"},
              {"##0.0E+0", 999999.5, "1.0E+6"},
              {"0.00E+00", 0, "0.00E+00"}});
}

TEST_CASE("Fractions are the nearest with so many digits", "[sheets]") {
  check_rows({{"# ?/?", 1.5, "1 1/2"},
              {"# ?/?", 0.3, " 2/7"},
              {"# ?\?/?\?", 1.25, "1  1/4 "},
              {"?/?", 1.5, "3/2"},
              {"# ?/8", 1.5, "1 4/8"},
              {"# ?/?", -2.25, "-2 1/4"},
              {"# ?\?\?/?\?\?", 3.14159265, "3  16/113"},
              {"0 0/8", 1, "1 0/8"},
              {"?/?", -0.0001, "0/1"}});
  CHECK(NumberFormat("# ?/?").number(3, DateSystem::k1900).find('/') == std::string::npos);
  CHECK(NumberFormat("# ?/?").number(0, DateSystem::k1900).starts_with("0"));
}

TEST_CASE("Dates and times, with minutes told from months", "[sheets]") {
  check_rows({{"m/d/yyyy", 42344, "12/6/2015"},
              {"dddd, mmmm dd, yyyy", 42344, "Sunday, December 06, 2015"},
              {"yyyy-mm-dd hh:mm:ss", 42344.75, "2015-12-06 18:00:00"},
              {"h:mm AM/PM", 0.5, "12:00 PM"},
              {"h:mm AM/PM", 0, "12:00 AM"},
              {"mm:ss.0", 0.000694, "01:00.0"},
              {"h:mm:ss.000", 0.123456789, "2:57:46.667"},
              {"mmmmm", 42344, "D"},
              {"[h]:mm:ss", 1.5, "36:00:00"},
              {"[mm]:ss", 0.125, "180:00"},
              {"[ss]", 0.001, "86"},
              {"yyyy-mm-dd", 45292.9999999, "2024-01-01"},
              {"hh:mm:ss", 0.9999999, "00:00:00"}});
}

TEST_CASE("The calendar of 1900 has its leap day, that of 1904 begins later", "[sheets]") {
  check_rows({{"yyyy-mm-dd", 60, "1900-02-29"},
              {"yyyy-mm-dd", 59, "1900-02-28"},
              {"yyyy-mm-dd", 61, "1900-03-01"},
              {"yyyy-mm-dd", 1, "1900-01-01"},
              {"yyyy-mm-dd", 2958465, "9999-12-31"},
              // Excel shows only ######## here.
              {"yyyy-mm-dd", 2958466, "2958466"},
              {"yyyy-mm-dd", -1, "-1"}});
  CHECK(NumberFormat("yyyy-mm-dd").number(0, DateSystem::k1904) == "1904-01-01");
  CHECK(NumberFormat("[h]:mm").number(-0.5, DateSystem::k1904) == "-12:00");
}

TEST_CASE("Languages of dates, currencies and eras", "[sheets]") {
  check_rows({{"[$-407]mmmm", 42344, "Dezember"},
              {"[$-411]ggge\"年\"m\"月\"d\"日\"", 43586, "令和1年5月1日"},
              {"[$-411]ge.m.d", 43585, "H31.4.30"},
              {"[$-404]e/m/d", 42344, "104/12/6"},
              {"[$€-407] #,##0.00", 1234.5, "€ 1,234.50"},
              {"[$€-x-euro2] #,##0.00", 1234.5, "€ 1,234.50"},
              {"[$-en-US]d-mmm-yy;@", 42344, "6-Dec-15"},
              {"[$-de-DE]d. mmmm yyyy", 42344, "6. Dezember 2015"},
              {"[$-ja-JP-x-gannen]ggge\"年\"", 43585, "平成31年"},
              {"[$-zh-TW]e/m/d", 42344, "104/12/6"},
              {"[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", 42344, "Sunday, December 6, 2015"},
              {"[$-x-sysdate]dddd, mmmm dd, yyyy", 42344, "Sunday, December 6, 2015"},
              {"[$-x-systime]h:mm:ss AM/PM", 0.75, "6:00:00 PM"},
              {"[$-FC19]d mmmm yyyy", 42344, "6 декабря 2015"},
              {"[$-419]mmmm yyyy", 42344, "Декабрь 2015"},
              {"b", 42344, "58"},
              {"bbbb", 42344, "2558"}});
  CHECK(
      NumberFormat(builtin_format(31, FormatLanguage::kChinese)).number(42344, DateSystem::k1900) ==
      "2015年12月6日");
  CHECK(NumberFormat(builtin_format(27, FormatLanguage::kJapanese))
            .number(42344, DateSystem::k1900) == "H27.12.6");
  CHECK(
      NumberFormat(builtin_format(55, FormatLanguage::kChinese)).number(0.75, DateSystem::k1900) ==
      "下午6时00分");
  CHECK(builtin_format(14, FormatLanguage::kChinese) == "m/d/yyyy");
  CHECK(builtin_format(200, FormatLanguage::kChinese) == "General");
}

TEST_CASE("What is no format stands for itself", "[sheets]") {
  check_rows({{"\"x\"", 5, "x"}, {"\"open", 5, "open"}, {"0\\", 5, "5"}});
  CHECK(NumberFormat(std::string(5000, '0')).is_general());
  CHECK(NumberFormat("").is_general());
}

/// Numbers as cells have them: of all sizes, with many digits and with few, and near halves.
double any_number(std::mt19937_64& random) {
  const int scale = static_cast<int>(random() % 36) - 16;
  const auto digits = static_cast<double>(random() >> (random() % 60));
  const double number = digits / std::pow(10, random() % 20) * std::pow(10, scale % 8);
  if (random() % 50 == 0) return bit_cast<double>(random() >> 2);
  return random() % 3 == 0 ? -number : number;
}

TEST_CASE("Digits are those of printf, and text is read as strtod reads it", "[sheets]") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 40'000; ++i) {
    const double number = any_number(random);
    if (const auto found = short_decimal_of(number)) {
      char text[40];
      std::snprintf(text, sizeof text, "%.14e", std::fabs(number));
      const std::string digits = text[0] + std::string(text + 2, 14);
      REQUIRE(std::to_string(found->digits) == digits);
      REQUIRE(found->exponent == std::atoi(text + 17) + 1);
    }
    char text[40];
    for (const int precision : {5, 15, 16, 17, 18, 19}) {
      std::snprintf(text, sizeof text, "%.*g", precision, number);
      REQUIRE(double_of(text) == std::strtod(text, nullptr));
      std::snprintf(text, sizeof text, "%.*f", precision, std::fmod(number, 1e9));
      REQUIRE(double_of(text) == std::strtod(text, nullptr));
    }
    REQUIRE(double_of(shortest_number(number)) == number);
  }
  CHECK(double_of("9007199254740993.0000000000000000000") == 9007199254740992);
  CHECK(std::signbit(double_of("-0").value_or(1)));
  for (const char* text : {"", "-", ".", "1.2.3", "1e", "1e+", "--1", "1 2", "0x10", "inf"})
    CHECK_FALSE(double_of(text));
  CHECK(double_of(" 5. ") == 5);
  CHECK(double_of("+.5E-1") == 0.05);
}

TEST_CASE("The fewest digits that give a number again are those of printf", "[sheets]") {
  const SameNumber is_double = [](double again, double written) { return again == written; };
  const SameNumber is_float = [](double again, double written) {
    return static_cast<float>(again) == static_cast<float>(written);
  };
  const auto check = [](double number, int least, int most, SameNumber is_same) {
    if (number == 0 || !std::isfinite(number)) return;
    char text[40];
    for (int count = least; count <= most; ++count) {
      std::snprintf(text, sizeof text, "%.*g", count, number);
      if (is_same(std::strtod(text, nullptr), number)) break;
    }
    REQUIRE(fewest_digits(number, least, most, is_same) == text);
  };
  std::mt19937_64 random(13);
  for (int i = 0; i < 40'000; ++i) {
    const double number = any_number(random);
    check(number, 15, 17, is_double);
    check(static_cast<float>(number), 4, 9, is_float);
    check(bit_cast<float>(static_cast<std::uint32_t>(random())), 4, 9, is_float);
  }
  for (int power = -12; power <= 17; ++power) {
    const double number = std::pow(10, power);
    for (const double near : {std::nextafter(number, 0), number, std::nextafter(number, 1e300)}) {
      check(near, 15, 17, is_double);
      check(static_cast<float>(near), 4, 9, is_float);
    }
  }
  for (int power = -323; power <= 308; ++power) {
    const double number = std::pow(10, power);
    for (const double near : {std::nextafter(number, 0), number, std::nextafter(number, 1e300)})
      check(near, 15, 17, is_double);
    check(1.2345678901234567 * number, 15, 17, is_double);
  }
  for (int i = 0; i < 40'000; ++i) {
    // Of any size, with few bits and with many.
    const std::uint64_t bits = random() & ~std::uint64_t{0} << (i % 5 == 0 ? random() % 52 : 0);
    check(bit_cast<double>(bits), 15, 17, is_double);
    check(bit_cast<double>(bits >> 12), 15, 17, is_double);
  }
  CHECK(has_few_digits(4.7));
  CHECK_FALSE(has_few_digits(0.1 + 0.2));
}

TEST_CASE("Numbers of all sizes are read and written without printf, whose digits are the same",
          "[sheets]") {
  std::mt19937_64 random(17);
  int read = 0;
  constexpr int kNumbers = 40'000;
  for (int i = 0; i < kNumbers; ++i) {
    const std::uint64_t digits = random() >> random() % 60 | 1;
    const int power = static_cast<int>(random() % 660) - 340;
    const double number = bit_cast<double>(random() >> 1);
    char text[40];
    std::snprintf(text, sizeof text, "%llue%d", static_cast<unsigned long long>(digits), power);
    const auto found = double_of_decimal(digits, power);
    read += found ? 1 : 0;
    if (found) REQUIRE(*found == std::strtod(text, nullptr));
    if (number == 0 || !std::isfinite(number)) continue;
    std::snprintf(text, sizeof text, "%.14e", number);
    const Decimal decimal = decimal_of(number);
    std::string expected = text[0] + std::string(text + 2, 14);
    expected.resize(expected.find_last_not_of('0') + 1);
    REQUIRE(decimal.digits == expected);
    REQUIRE(decimal.exponent == std::atoi(text + 17) + 1);
  }
  // All but what is too small to have digits.
  CHECK(read > kNumbers * 9 / 10);
}

TEST_CASE("A number is appended as it is written", "[sheets]") {
  std::mt19937_64 random(11);
  for (const std::string_view code : {"General",
                                      "0",
                                      "0.00",
                                      "#,##0",
                                      "#,##0.00",
                                      "0%",
                                      "0.00%",
                                      "0.00E+00",
                                      "##0.0E+0",
                                      "$#,##0.00",
                                      "#,##0.00_);(#,##0.00)",
                                      "#",
                                      "#.##",
                                      "0.##",
                                      "0.0#",
                                      "000,000.000",
                                      "#,##0,",
                                      "0.00,,",
                                      "0 %%",
                                      "0.0 \"m2\"",
                                      "-0",
                                      "?0",
                                      "000-00-0000",
                                      "0 kg",
                                      "# ?/?",
                                      "yyyy-mm-dd",
                                      "[>5]0.0;[<1]0.000;General",
                                      ".00",
                                      "0.",
                                      "#,##0.000000000000000",
                                      "000000000000000000000",
                                      "0,000,000,000,000,000,000",
                                      "0.00;-0.00;\"zero\";@",
                                      "0;;",
                                      "\"7\"0.0",
                                      "0,.0",
                                      "0.0,",
                                      "0.#0"}) {
    const NumberFormat format(code);
    for (int i = 0; i < 1'000; ++i) {
      const double number = i == 0 ? 0 : any_number(random);
      std::string text = "x";
      format.append_number(number, DateSystem::k1900, text);
      INFO(code);
      INFO(number);
      REQUIRE(text == "x" + format.number(number, DateSystem::k1900));
    }
  }
}

TEST_CASE("The shortest text of a number reads back as that number", "[sheets]") {
  CHECK(shortest_number(0.1) == "0.1");
  CHECK(shortest_number(2.0 / 3) == "0.6666666666666666");
  CHECK(shortest_number(4764268943834400) == "4764268943834400");
  CHECK(shortest_number(1e17) == "1e+17");
  CHECK(shortest_number(-42) == "-42");
}

}  // namespace
}  // namespace lectern
