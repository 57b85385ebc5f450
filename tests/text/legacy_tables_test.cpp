// The block of the legacy encodings' tables: what is refused, and what each table holds.
#include "text/legacy_tables.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <string>

namespace lectern {
namespace {

LegacyTables builtin() {
  const auto tables = LegacyTables::open(builtin_legacy_tables());
  REQUIRE(tables);
  return *tables;
}

}  // namespace

TEST_CASE("a block that is cut, too long or of another version is refused") {
  const ByteSpan whole = builtin_legacy_tables();
  CHECK(LegacyTables::open(whole));
  CHECK_FALSE(LegacyTables::open({}));
  CHECK_FALSE(LegacyTables::open(whole.first(8)));
  CHECK_FALSE(LegacyTables::open(whole.first(whole.size() - 1)));
  ByteVector changed(whole.begin(), whole.end());
  changed.push_back(0);
  CHECK_FALSE(LegacyTables::open(changed));
  changed.pop_back();
  CHECK(LegacyTables::open(changed));
  changed[7] = '1';
  CHECK_FALSE(LegacyTables::open(changed));
}

TEST_CASE("the block given is used, and the one compiled in without it") {
  CHECK(find_legacy_tables({}));
  CHECK(find_legacy_tables({builtin_legacy_tables()}));
  CHECK_FALSE(find_legacy_tables({as_bytes("LECTERN2")}));
}

TEST_CASE("each single-byte encoding has its own characters") {
  struct Sample {
    std::uint8_t byte;
    char16_t character;
  };
  const std::map<Encoding, Sample> samples = {
      {Encoding::kIbm866, {0xF0, 0x0401}},      {Encoding::kIso8859_2, {0xA3, 0x0141}},
      {Encoding::kIso8859_3, {0xA1, 0x0126}},   {Encoding::kIso8859_4, {0xA2, 0x0138}},
      {Encoding::kIso8859_5, {0xB0, 0x0410}},   {Encoding::kIso8859_6, {0xC1, 0x0621}},
      {Encoding::kIso8859_7, {0xA4, 0x20AC}},   {Encoding::kIso8859_8, {0xE0, 0x05D0}},
      {Encoding::kIso8859_8I, {0xFA, 0x05EA}},  {Encoding::kIso8859_10, {0xA2, 0x0112}},
      {Encoding::kIso8859_13, {0xA1, 0x201D}},  {Encoding::kIso8859_14, {0xA1, 0x1E02}},
      {Encoding::kIso8859_15, {0xA4, 0x20AC}},  {Encoding::kIso8859_16, {0xAA, 0x0218}},
      {Encoding::kKoi8R, {0xC1, 0x0430}},       {Encoding::kKoi8U, {0xA4, 0x0454}},
      {Encoding::kMacintosh, {0x80, 0x00C4}},   {Encoding::kWindows874, {0xA1, 0x0E01}},
      {Encoding::kWindows1250, {0x8C, 0x015A}}, {Encoding::kWindows1251, {0x80, 0x0402}},
      {Encoding::kWindows1252, {0x83, 0x0192}}, {Encoding::kWindows1253, {0xE1, 0x03B1}},
      {Encoding::kWindows1254, {0xD0, 0x011E}}, {Encoding::kWindows1255, {0xA4, 0x20AA}},
      {Encoding::kWindows1256, {0x81, 0x067E}}, {Encoding::kWindows1257, {0xC0, 0x0104}},
      {Encoding::kWindows1258, {0xD5, 0x01A0}}, {Encoding::kXMacCyrillic, {0xFF, 0x20AC}},
      {Encoding::kIbm437, {0x9E, 0x20A7}},      {Encoding::kIbm737, {0x80, 0x0391}},
      {Encoding::kIbm850, {0x9B, 0x00F8}},      {Encoding::kIbm852, {0x9D, 0x0141}},
      {Encoding::kIbm855, {0x80, 0x0452}},      {Encoding::kXMacCe, {0x81, 0x0100}},
  };
  const LegacyTables tables = builtin();
  for (int i = 0; i <= static_cast<int>(kLastEncoding); ++i) {
    const auto encoding = static_cast<Encoding>(i);
    INFO(encoding_name(encoding));
    const auto table = tables.single_byte(encoding);
    const auto sample = samples.find(encoding);
    REQUIRE(table.has_value() == (sample != samples.end()));
    if (table) CHECK((*table)[sample->second.byte - 0x80] == sample->second.character);
  }
}

TEST_CASE("a byte without a character is U+FFFD") {
  const LegacyTables tables = builtin();
  CHECK(tables.single_byte(Encoding::kWindows1253)->at(0xAA - 0x80) == 0xFFFD);
  CHECK(tables.single_byte(Encoding::kIso8859_6)->at(0xFF - 0x80) == 0xFFFD);
}

TEST_CASE("letters have their costs in the languages that use them") {
  const LegacyTables tables = builtin();
  constexpr std::size_t kFrench = 0;
  constexpr std::size_t kRussian = 24;
  constexpr std::size_t kVietnamese = 34;
  const ByteSpan e_acute = tables.letter_costs(u'\u00E9');
  REQUIRE(e_acute.size() == LegacyTables::kLanguages);
  CHECK(e_acute[kFrench] == 1);
  CHECK(e_acute[kRussian] == 0);
  CHECK(tables.letter_costs(u'\u043E')[kRussian] == 7);
  // The first and the last letter.
  CHECK(tables.letter_costs(u'\u00AA').size() == LegacyTables::kLanguages);
  CHECK(tables.letter_costs(u'\u1EF9')[kVietnamese] == 23);
  // Ideographs, ASCII and the neighbours of both ends are letters of none.
  for (const char16_t c : {u'\u4E00', u'a', u'\u00A9', u'\u1EFB', u'\0', u'\uFFFF'}) {
    INFO(static_cast<unsigned>(c));
    CHECK(tables.letter_costs(c).empty());
  }
}

TEST_CASE("frequent pairs are there for the encodings of two bytes, in order") {
  const LegacyTables tables = builtin();
  // "Of" in Chinese, "i" and "no" as syllables in Korean and Japanese.
  const std::map<Encoding, std::uint16_t> samples = {{Encoding::kGb18030, 0xB5C4},
                                                     {Encoding::kBig5, 0xAABA},
                                                     {Encoding::kEucKr, 0xC0CC},
                                                     {Encoding::kEucJp, 0xA4CE},
                                                     {Encoding::kShiftJis, 0x82CC}};
  for (const auto& [encoding, pair] : samples) {
    INFO(encoding_name(encoding));
    const auto pairs = tables.frequent_pairs(encoding);
    CHECK(pairs.size() == 96);
    CHECK(std::is_sorted(pairs.begin(), pairs.end()));
    CHECK(std::count(pairs.begin(), pairs.end(), pair) == 1);
  }
  CHECK(tables.frequent_pairs(Encoding::kUtf8).empty());
  CHECK(tables.frequent_pairs(Encoding::kWindows1252).empty());
}

TEST_CASE("indexes and ranges hold the standard's code points") {
  const LegacyTables tables = builtin();
  CHECK(tables.index(LegacyIndex::kGb18030)[6555] == 0x3000);
  CHECK(tables.index(LegacyIndex::kBig5)[5495] == 0x4E00);
  CHECK(tables.index(LegacyIndex::kJis0208)[0] == 0x3000);
  CHECK(tables.index(LegacyIndex::kEucKr)[0] == 0xAC02);
  CHECK(tables.index(LegacyIndex::kJis0212).back() == 0);
  const auto ranges = tables.gb18030_ranges();
  REQUIRE(ranges.size() == 207);
  CHECK(ranges.front().code_point == 0x80);
  CHECK(ranges.back().code_point == 0x10000);
}

}  // namespace lectern
