#include "pdf/accents.h"

#include <array>
#include <string_view>

namespace lectern {
namespace {

struct AccentRow {
  char32_t mark;
  std::u32string_view letters;
  std::u32string_view accented;
};

/// TeX draws it over what it negates.
constexpr char32_t kStroke = 0x0338;

/// Canonical compositions of Unicode 15; a dotless i counts as one with a dot.
constexpr std::array<AccentRow, 14> kAccentRows = {{
    {0x0300, U"AEINOUWYaeinouwyı", U"ÀÈÌǸÒÙẀỲàèìǹòùẁỳì"},
    {0x0301, U"ACEGIKLMNOPRSUWYZacegiklmnoprsuwyzı", U"ÁĆÉǴÍḰĹḾŃÓṔŔŚÚẂÝŹáćéǵíḱĺḿńóṕŕśúẃýźí"},
    {0x0302, U"ACEGHIJOSUWYZaceghijosuwyzı", U"ÂĈÊĜĤÎĴÔŜÛŴŶẐâĉêĝĥîĵôŝûŵŷẑî"},
    {0x0303, U"AEINOUVYaeinouvyı", U"ÃẼĨÑÕŨṼỸãẽĩñõũṽỹĩ"},
    {0x0304, U"AEGIOUYaegiouyı", U"ĀĒḠĪŌŪȲāēḡīōūȳī"},
    {0x0306, U"AEGIOUaegiouı", U"ĂĔĞĬŎŬăĕğĭŏŭĭ"},
    {0x0307, U"ABCDEFGHIMNOPRSTWXYZabcdefghmnoprstwxyz",
     U"ȦḂĊḊĖḞĠḢİṀṄȮṖṘṠṪẆẊẎŻȧḃċḋėḟġḣṁṅȯṗṙṡṫẇẋẏż"},
    {0x0308, U"AEHIOUWXYaehiotuwxyı", U"ÄËḦÏÖÜẄẌŸäëḧïöẗüẅẍÿï"},
    {0x030A, U"AUauwy", U"ÅŮåůẘẙ"},
    {0x030B, U"OUou", U"ŐŰőű"},
    {0x030C, U"ACDEGHIKLNORSTUZacdeghijklnorstuzı", U"ǍČĎĚǦȞǏǨĽŇǑŘŠŤǓŽǎčďěǧȟǐǰǩľňǒřšťǔžǐ"},
    {0x0327, U"CDEGHKLNRSTcdeghklnrst", U"ÇḐȨĢḨĶĻŅŖŞŢçḑȩģḩķļņŗşţ"},
    {0x0328, U"AEIOUaeiouı", U"ĄĘĮǪŲąęįǫųį"},
    {kStroke, U"=<>≤≥∼≈≡∈∋⊂⊃⊆⊇∃→⇒", U"≠≮≯≰≱≁≉≢∉∌⊄⊅⊈⊉∄↛⇏"},
}};

}  // namespace

char32_t combining_mark(char32_t accent) {
  switch (accent) {
    case 0x0060:
      return 0x0300;
    case 0x00B4:
    case 0x02CA:
      return 0x0301;
    case 0x02C6:
    case 0x005E:
      return 0x0302;
    case 0x02DC:
    case 0x007E:
      return 0x0303;
    case 0x00AF:
    case 0x02C9:
      return 0x0304;
    case 0x02D8:
      return 0x0306;
    case 0x02D9:
      return 0x0307;
    case 0x00A8:
      return 0x0308;
    case 0x02DA:
      return 0x030A;
    case 0x02DD:
      return 0x030B;
    case 0x02C7:
      return 0x030C;
    case 0x00B8:
      return 0x0327;
    case 0x02DB:
      return 0x0328;
    case kStroke:
      return kStroke;
    default:
      return 0;
  }
}

bool is_latin_letter(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == 0x131;
}

bool takes_mark(char32_t c, char32_t mark) {
  if (mark == kStroke) return kAccentRows.back().letters.find(c) != std::u32string_view::npos;
  return is_latin_letter(c) || (c >= 0x391 && c <= 0x3C9);
}

std::u32string accented(char32_t letter, char32_t mark) {
  for (const AccentRow& row : kAccentRows) {
    if (row.mark != mark) continue;
    const std::size_t at = row.letters.find(letter);
    if (at != std::u32string_view::npos) return std::u32string(1, row.accented[at]);
  }
  return {letter, mark};
}

}  // namespace lectern
