#include "text/encoding.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/format.h"

namespace lectern {
namespace {

struct Names {
  Encoding encoding;
  std::string_view name;
  std::string_view labels;  ///< further ones, separated by blanks
};

/// In the order of `Encoding`.
constexpr Names kNames[] = {
    {Encoding::kUtf8, "utf-8",
     "utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8"},
    {Encoding::kUtf16Le, "utf-16le", "utf-16 csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff"},
    {Encoding::kUtf16Be, "utf-16be", "unicodefffe"},
    {Encoding::kUtf32Le, "utf-32le", "utf-32 ucs-4"},
    {Encoding::kUtf32Be, "utf-32be", ""},
    {Encoding::kIbm866, "ibm866", "866 cp866 csibm866"},
    {Encoding::kIso8859_2, "iso-8859-2",
     "csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"},
    {Encoding::kIso8859_3, "iso-8859-3",
     "csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"},
    {Encoding::kIso8859_4, "iso-8859-4",
     "csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"},
    {Encoding::kIso8859_5, "iso-8859-5",
     "csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"},
    {Encoding::kIso8859_6, "iso-8859-6",
     "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i "
     "iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"},
    {Encoding::kIso8859_7, "iso-8859-7",
     "csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
     "iso_8859-7:1987 sun_eu_greek"},
    {Encoding::kIso8859_8, "iso-8859-8",
     "csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
     "iso_8859-8:1988 visual"},
    {Encoding::kIso8859_8I, "iso-8859-8-i", "csiso88598i logical"},
    {Encoding::kIso8859_10, "iso-8859-10", "csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6"},
    {Encoding::kIso8859_13, "iso-8859-13", "iso8859-13 iso885913"},
    {Encoding::kIso8859_14, "iso-8859-14", "iso8859-14 iso885914"},
    {Encoding::kIso8859_15, "iso-8859-15", "csisolatin9 iso8859-15 iso885915 iso_8859-15 l9"},
    {Encoding::kIso8859_16, "iso-8859-16", ""},
    {Encoding::kKoi8R, "koi8-r", "cskoi8r koi koi8 koi8_r"},
    {Encoding::kKoi8U, "koi8-u", "koi8-ru"},
    {Encoding::kMacintosh, "macintosh", "csmacintosh mac x-mac-roman"},
    {Encoding::kWindows874, "windows-874", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620"},
    {Encoding::kWindows1250, "windows-1250", "cp1250 x-cp1250"},
    {Encoding::kWindows1251, "windows-1251", "cp1251 x-cp1251"},
    {Encoding::kWindows1252, "windows-1252",
     "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 "
     "iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252"},
    {Encoding::kWindows1253, "windows-1253", "cp1253 x-cp1253"},
    {Encoding::kWindows1254, "windows-1254",
     "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 "
     "latin5 x-cp1254"},
    {Encoding::kWindows1255, "windows-1255", "cp1255 x-cp1255"},
    {Encoding::kWindows1256, "windows-1256", "cp1256 x-cp1256"},
    {Encoding::kWindows1257, "windows-1257", "cp1257 x-cp1257"},
    {Encoding::kWindows1258, "windows-1258", "cp1258 x-cp1258"},
    {Encoding::kXMacCyrillic, "x-mac-cyrillic", "x-mac-ukrainian"},
    {Encoding::kGbk, "gbk",
     "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk"},
    {Encoding::kGb18030, "gb18030", ""},
    {Encoding::kBig5, "big5", "big5-hkscs cn-big5 csbig5 x-x-big5"},
    {Encoding::kEucJp, "euc-jp", "cseucpkdfmtjapanese x-euc-jp"},
    {Encoding::kIso2022Jp, "iso-2022-jp", "csiso2022jp"},
    {Encoding::kShiftJis, "shift_jis",
     "csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis"},
    {Encoding::kEucKr, "euc-kr",
     "cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 "
     "windows-949"},
    {Encoding::kReplacement, "replacement", "hz-gb-2312 iso-2022-cn iso-2022-cn-ext"},
    {Encoding::kXUserDefined, "x-user-defined", ""},
    {Encoding::kIbm437, "ibm437", "437 cp437 dos-437"},
    {Encoding::kIbm737, "ibm737", "737 cp737 dos-737"},
    {Encoding::kIbm850, "ibm850", "850 cp850 dos-850"},
    {Encoding::kIbm852, "ibm852", "852 cp852 dos-852"},
    {Encoding::kIbm855, "ibm855", "855 cp855 dos-855"},
    {Encoding::kXMacCe, "x-mac-ce", "x-mac-centraleurroman"},
    {Encoding::kIso2022Kr, "iso-2022-kr", "csiso2022kr"},
};

using Labels = std::map<std::string_view, Encoding>;

/// By name and label; a label of several encodings is that of the first. Mails name one for each
/// word.
Labels make_labels() {
  Labels labels;
  for (const Names& names : kNames) {
    labels.emplace(names.name, names.encoding);
    std::string_view rest = names.labels;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      labels.emplace(rest.substr(0, end), names.encoding);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return labels;
}

}  // namespace

std::string_view encoding_name(Encoding encoding) {
  return kNames[static_cast<std::size_t>(encoding)].name;
}

std::optional<Encoding> encoding_for_label(std::string_view label) {
  const std::size_t start = label.find_first_not_of(" \t\n\f\r");
  if (start == std::string_view::npos) return std::nullopt;
  const std::size_t end = label.find_last_not_of(" \t\n\f\r");
  const std::string name = ascii_lower(label.substr(start, end - start + 1));
  static const Labels labels = make_labels();
  const auto found = labels.find(name);
  if (found == labels.end()) return std::nullopt;
  return found->second;
}

bool is_ascii_compatible(Encoding encoding) {
  return code_unit_bytes(encoding) == 1 && encoding != Encoding::kIso2022Jp &&
         encoding != Encoding::kIso2022Kr && encoding != Encoding::kReplacement;
}

std::size_t code_unit_bytes(Encoding encoding) {
  switch (encoding) {
    case Encoding::kUtf16Le:
    case Encoding::kUtf16Be:
      return 2;
    case Encoding::kUtf32Le:
    case Encoding::kUtf32Be:
      return 4;
    default:
      return 1;
  }
}

}  // namespace lectern
