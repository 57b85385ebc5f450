// Written by scripts/encodings/learn_languages.mjs, which says where the numbers come from.
#include "text/language_tables.h"

namespace lectern {
namespace {

constexpr std::u16string_view kFrLetters =
    u"\u00E9\u00E8\u00E0\u00EA\u00F4\u00EE\u00E7\u00E1\u00E2\u00EF\u00ED\u00F9\u00FB\u010D\u0161"
    u"\u00F3\u0101\u00EB\u00FA\u0153\u017E\u00FC\u00F1\u00E3\u012B\u0219\u00F6\u0131\u0103\u00E4"
    u"\u00EC\u0113\u015F\u0127\u021B\u0111";
constexpr std::string_view kFrCosts = "bhiilmppprstttttuuvvvvwwwwwxxyyyyyyy";

constexpr std::u16string_view kDeLetters =
    u"\u00FC\u00E4\u00F6\u00DF\u00E9\u00E1\u0101\u00ED\u012B\u0161\u00F3\u010D\u00F0\u00FA\u017E"
    u"\u0259\u00E8\u015F\u016B\u0131\u00F1\u00E2\u00E3\u00F4\u1E29\u0103\u0219\u0117\u00E0\u00E6"
    u"\u00FD\u00F5\u00EF\u0163\u00EA\u00F2\u00EC\u00E7\u00EB\u0113\u011B\u011F\u0111\u0127\u021B"
    u"\u0159\u1EA3\u00EE\u0121\u012D\u013C\u017C\u1E11\u1EAF\u00E5\u00FE\u0146\u01A1\u01D2";
constexpr std::string_view kDeCosts = "cfgimmnnqqqqrrsssssstttttuuuuuuuuuvvvvvvvvwwwwxxxxxxxxyyyyy";

constexpr std::u16string_view kEsLetters = u"\u00F3\u00E1\u00ED\u00FA\u00E9\u00F1\u00BA\u00FC";
constexpr std::string_view kEsCosts = "ceghjjtw";

constexpr std::u16string_view kPtLetters =
    u"\u00E3\u00E7\u00E1\u00ED\u00E9\u00F3\u00FA\u00F5\u00EA\u00E2\u00E0\u00BA\u00F4\u00AA";
constexpr std::string_view kPtCosts = "dfgghjjjkopqux";

constexpr std::u16string_view kItLetters =
    u"\u00E8\u00E0\u00F2\u00F9\u00E9\u00E1\u00ED\u010D\u0161\u00EC\u00F3\u00FA\u017E\u00FC\u00E2"
    u"\u00E3\u0101\u0219\u00F1\u00F6\u0131\u0103\u00EA\u012B\u015F\u021B\u0111\u00E7\u00EB\u00E4"
    u"\u00F4\u011B\u011F\u00E5\u00EE\u0327\u01A1\u025B\u1EAF\u0148\u01B0\u1EA1\u1EAD\u1ECB\u1ED3"
    u"\u00E6\u00EF\u00F5\u00F8\u00FD\u0107\u0129\u0137\u0159\u1E6D\u1EBF\u1EC7\u016B";
constexpr std::string_view kItCosts = "cfhiikmooooppqqqqqqrrrrssttttttuuuuuvvvwwwwwwxxxxxxxxxxxxy";

constexpr std::u16string_view kSvLetters =
    u"\u00E4\u00F6\u00E5\u00E1\u00E9\u00ED\u010D\u0161\u00F3\u0101\u00FA\u017E\u012B\u00E8\u00FC"
    u"\u0131\u00E2\u00E3\u00F1\u00F4\u0219\u00E0\u0259\u0103\u00E7\u015F\u00EA\u00EB\u00EC\u0113"
    u"\u011B\u016B\u0127\u021B\u0111";
constexpr std::string_view kSvCosts = "cdepprtttuuuvvvvvvvwwwwxxxxxyyyyyyy";

constexpr std::u16string_view kDaLetters =
    u"\u00E6\u00F8\u00E5\u00E9\u0101\u00E1\u010D\u0259\u00ED\u017E\u0161\u012B\u00F6\u00E7\u00F3"
    u"\u0131\u00FA\u00FC\u00E8\u015F\u00E4\u00F4\u0127\u016B\u0219\u00E2\u00EB\u0103\u00E3\u0159"
    u"\u021B\u00E0\u00EA\u011B\u011F\u0163\u017C\u1EA3\u00F0\u0121\u0111\u00EF\u00F1\u014D\u00EC"
    u"\u00F2\u00F5\u0151\u015B\u01A1";
constexpr std::string_view kDaCosts = "ddejppqqqrssssssttttuuuuuvvvvvvvvvvvvvwwwxxxxxxxxx";

constexpr std::u16string_view kFiLetters = u"\u00E4\u00F6\u0161\u017E\u00E9";
constexpr std::string_view kFiCosts = "bhqty";

constexpr std::u16string_view kNlLetters =
    u"\u00E9\u00EB\u00EF\u00E1\u00F3\u00ED\u00E4\u0161\u010D\u00F0\u00F6\u00FA\u017E\u0219\u00FC"
    u"\u0101\u0117\u0131\u00E8\u0103\u00F5\u012B\u015F\u00E7\u00F4\u0113\u00E6\u00F1\u0127\u00E3"
    u"\u011B\u021B\u00E2\u0159\u017C\u011F\u0121\u013C\u00E5\u016B\u00EE\u00FD\u00FE\u012D\u0146"
    u"\u014F\u0137\u0151\u0107\u00E0\u00F8\u010B\u0163\u016F";
constexpr std::string_view kNlCosts = "ffgijjkklmmnnnnnnnnoooopppppppppqqqqqqrrrrrrrrtttuuuuu";

constexpr std::u16string_view kCaLetters =
    u"\u00F3\u00E0\u00E9\u00ED\u00E8\u00FA\u00F2\u00E7\u00EF\u00FC\u00E1\u00EB\u00E2\u00F6";
constexpr std::string_view kCaCosts = "effhhiiilmwyyy";

constexpr std::u16string_view kIsLetters =
    u"\u00F0\u00ED\u00E1\u00F3\u00FA\u00FD\u00E6\u00F6\u00FE\u00E9\u00F1\u00E2\u00E8\u00EB\u00F4"
    u"\u00E3\u00F9\u0101\u16A6\u16D6\u00FC\u00E0\u00E7\u00EA\u014B\u16AB\u16B9\u012B\u16AA\u16BE"
    u"\u16DE";
constexpr std::string_view kIsCosts = "effhiijjkmuuvvvvvwwwxxxxxxxyyyy";

constexpr std::u16string_view kCsLetters =
    u"\u00ED\u00E1\u0159\u010D\u00E9\u00FD\u017E\u011B\u0161\u016F\u00FA\u00F3\u0148\u0165\u010F";
constexpr std::string_view kCsCosts = "efhhhiiijkopqtv";

constexpr std::u16string_view kSkLetters =
    u"\u00E1\u010D\u00ED\u00FD\u00E9\u00FA\u0165\u017E\u0161\u013E\u00F3\u0148\u00F4\u00E4\u013A"
    u"\u010F";
constexpr std::string_view kSkCosts = "fgghhhhhjjnoooqr";

constexpr std::u16string_view kPlLetters =
    u"\u0142\u017C\u0105\u0119\u015B\u00F3\u0107\u0144\u017A\u00E9\u00E1\u00F0\u00ED\u0161\u010D"
    u"\u00E4\u017E\u015F\u0254\u00FA\u00E6\u00F6\u0131\u00E3\u00F5\u0101\u0103\u00E8\u00F4\u00FC"
    u"\u0127\u012B";
constexpr std::string_view kPlCosts = "fggggghjnssuuuvvvwwwxxxxxxxyyyyy";

constexpr std::u16string_view kHuLetters =
    u"\u00E1\u00E9\u00ED\u00F3\u00F6\u0151\u00FC\u00FA\u0171\u010D\u0101\u0131\u0161";
constexpr std::string_view kHuCosts = "dehhiijlmwxxy";

constexpr std::u16string_view kRoLetters =
    u"\u0103\u021B\u0219\u00EE\u00E2\u0163\u015F\u00E1\u00E9\u00F3\u00ED";
constexpr std::string_view kRoCosts = "cffgkopxxyy";

constexpr std::u16string_view kSlLetters = u"\u010D\u0161\u017E\u00F6\u00E1\u00E7\u00FC";
constexpr std::string_view kSlCosts = "cdgxxxx";

constexpr std::u16string_view kHrLetters =
    u"\u010D\u0161\u017E\u0107\u0111\u020F\u00F4\u00E9\u00E1\u0101";
constexpr std::string_view kHrCosts = "deffhnpuvx";

constexpr std::u16string_view kTrLetters =
    u"\u0131\u00E7\u015F\u00FC\u011F\u00F6\u0307\u00E1\u00E9\u00ED\u00E2\u0101\u00F3\u00FA\u00F1"
    u"\u00EE";
constexpr std::string_view kTrCosts = "cggghilstuvwxyyy";

constexpr std::u16string_view kEtLetters =
    u"\u00E4\u00F5\u00FC\u00F6\u0161\u017E\u0101\u00E5\u012B\u00E9\u00E7\u00ED\u014D\u00F4\u00E3";
constexpr std::string_view kEtCosts = "ddeklnqvvvwwwxy";

constexpr std::u16string_view kLtLetters =
    u"\u0161\u0117\u0173\u017E\u012F\u0105\u010D\u016B\u0119\u00E5\u00ED";
constexpr std::string_view kLtCosts = "effhhhijlyy";

constexpr std::u16string_view kLvLetters =
    u"\u0101\u0113\u012B\u0161\u013C\u016B\u0146\u017E\u0137\u0123\u010D";
constexpr std::string_view kLvCosts = "defgjjjmmpp";

constexpr std::u16string_view kEoLetters =
    u"\u0109\u011D\u016D\u015D\u0135\u0125\u00AA\u00E1\u00FA\u00FC";
constexpr std::string_view kEoCosts = "eeefilsxxy";

constexpr std::u16string_view kGaLetters = u"\u00E1\u00ED\u00E9\u00FA\u00F3";
constexpr std::string_view kGaCosts = "defgg";

constexpr std::u16string_view kRuLetters =
    u"\u043E\u0435\u0430\u0438\u043D\u0442\u0440\u0441\u043B\u0432\u043A\u043F\u0434\u043C\u0443"
    u"\u044F\u0437\u044B\u044C\u0439\u0431\u0447\u0433\u0436\u0444\u0446\u0445\u044E\u0448\u0449"
    u"\u044D\u0451\u044A";
constexpr std::string_view kRuCosts = "hhhhiijjjjkkkklllllmmnnooppppqstw";

constexpr std::u16string_view kUkLetters =
    u"\u0430\u043D\u043E\u0438\u0435\u0432\u0442\u0440\u0456\u043A\u0441\u043B\u0434\u043F\u0443"
    u"\u043C\u044F\u0437\u0431\u044C\u0439\u0433\u0447\u0436\u0446\u0445\u0454\u0444\u0448\u044E"
    u"\u0457\u0449";
constexpr std::string_view kUkCosts = "hhhiijjjjjjkkkkkllmmnnnoooppppqr";

constexpr std::u16string_view kBgLetters =
    u"\u0430\u0435\u043D\u0438\u043E\u0442\u0440\u0441\u0432\u0434\u043A\u043F\u0437\u043B\u043C"
    u"\u044A\u044F\u0431\u0443\u0447\u0433\u0436\u0439\u0444\u0446\u0448\u0449\u0445\u044E";
constexpr std::string_view kBgCosts = "ghhhhiijjkkkkklmmmnnoooopqqqt";

constexpr std::u16string_view kBeLetters =
    u"\u0430\u043D\u0440\u043A\u0456\u044B\u0441\u043B\u0435\u0442\u0434\u0432\u044F\u043C\u043F"
    u"\u043E\u0443\u0446\u0437\u044D\u044C\u0433\u0431\u045E\u0447\u0439\u0448\u0445\u0444\u0436"
    u"\u044E\u0451";
constexpr std::string_view kBeCosts = "fhijjjjjjkkkkkkkkllllmmmmnooppqs";

constexpr std::u16string_view kSrLetters =
    u"\u0430\u0435\u0438\u043E\u043D\u0440\u0442\u0441\u043A\u0443\u043F\u0434\u0432\u043C\u0458"
    u"\u0437\u043B\u0431\u0433\u0448\u045A\u0447\u0446\u0459\u0436\u045B\u0445\u0444\u0452\u045F";
constexpr std::string_view kSrCosts = "ghhhiijjjjjkkklllmmnnnopqqqrsy";

constexpr std::u16string_view kElLetters =
    u"\u03B1\u03BF\u03B5\u03C4\u03B9\u03BD\u03C3\u03C1\u03BC\u03B7\u03C0\u03BA\u03C5\u03C2\u03BB"
    u"\u03AF\u03B3\u03B4\u03AD\u03AE\u03AC\u03CC\u03C7\u03C9\u03B8\u03C6\u03CD\u03B2\u03CE\u03BE"
    u"\u03B6\u03C8\u03CA";
constexpr std::string_view kElCosts = "hhiiiijjjjkkkkkllllllmmnnoopprruy";

constexpr std::u16string_view kHeLetters =
    u"\u05D9\u05D5\u05D4\u05EA\u05DC\u05DE\u05E8\u05D0\u05E0\u05D1\u05E9\u05E7\u05E4\u05D3\u05E1"
    u"\u05D2\u05D8\u05E2\u05D7\u05DD\u05DF\u05DB\u05E6\u05D6\u05DA\u05E5\u05E3";
constexpr std::string_view kHeCosts = "ghiiiiijjjkkkkkllmmmmmnoqqs";

constexpr std::u16string_view kArLetters =
    u"\u0627\u0644\u064A\u0645\u0631\u0648\u062A\u0629\u0646\u062F\u0641\u0633\u0639\u0628\u062D"
    u"\u0642\u0643\u062C\u0635\u0623\u0637\u0647\u062E\u0625\u0634\u0630\u0651\u063A\u0632\u0636"
    u"\u0649\u062B\u0626\u0621\u0638\u0624\u064F\u0650\u064B\u0640\u064E\u0622\u0652";
constexpr std::string_view kArCosts = "gghijjjjjkkkkklmmmmmnnnnoooooopqrrstuvvvwwx";

constexpr std::u16string_view kFaLetters =
    u"\u0627\u06CC\u0646\u0631\u062F\u0648\u0647\u062A\u0645\u0628\u0633\u06A9\u0634\u0644\u067E"
    u"\u0632\u06AF\u0641\u062C\u062E\u0639\u0642\u0635\u062D\u0654\u0637\u0686\u0622\u063A\u0638"
    u"\u0630\u0636\u0626\u062B\u0651\u0698\u0623\u064B";
constexpr std::string_view kFaCosts = "gghhiiijjkkkklmmmmmnnnoooppqrssstuuvxy";

constexpr std::u16string_view kThLetters =
    u"\u0E32\u0E23\u0E2D\u0E01\u0E21\u0E48\u0E19\u0E40\u0E49\u0E07\u0E14\u0E31\u0E25\u0E35\u0E15"
    u"\u0E34\u0E22\u0E2A\u0E1A\u0E41\u0E27\u0E44\u0E02\u0E17\u0E08\u0E04\u0E2B\u0E1B\u0E4C\u0E1E"
    u"\u0E30\u0E39\u0E37\u0E0A\u0E42\u0E43\u0E33\u0E38\u0E0B\u0E16\u0E1F\u0E47\u0E13\u0E1C\u0E20"
    u"\u0E18\u0E29\u0E36\u0E10\u0E0D\u0E2E\u0E28\u0E09\u0E46\u0E24\u0E1D\u0E0F";
constexpr std::string_view kThCosts = "iijjjjjjkkkkkklllllllmmmmmmmmmnnnnooooooopqqrrsssttuvxxyy";

constexpr std::u16string_view kViLetters =
    u"\u0111\u00F4\u01B0\u00E1\u00E0\u1EC3\u1EBF\u00EA\u1EC7\u1EA1\u1ED9\u1ED1\u1EA3\u1ECB\u1EAD"
    u"\u1EE3\u00F3\u1EA7\u1EDB\u1EA5\u1EB7\u00F9\u1ED7\u1EE5\u1ECD\u00ED\u1EE7\u1EC1\u00EC\u1EDD"
    u"\u00E3\u1EF1\u1EEF\u1EE9\u00FD\u00E2\u1ECF\u00FA\u01A1\u1EDF\u1EC9\u1EAF\u1ED5\u00F2\u1EED"
    u"\u1EEB\u1ED3\u0103\u1EAB\u00E9\u1EE1\u1EB1\u1EA9\u1EBD\u0169\u00F5\u0129\u1EBB\u00E8\u1EB5"
    u"\u1EF3\u1EB9\u0101\u010D\u0161\u1EF7\u1EC5\u1EF9\u0259\u0131\u012B\u017E";
constexpr std::string_view kViCosts =
    "hjjjjkkkkkkkkkllllmmmmmmmmnnnnnnnoooooooooooooppppqqqrsssttuvwwxxxxxyyyy";

constexpr Alphabet kAlphabets[] = {
    {kFrLetters, kFrCosts}, {kDeLetters, kDeCosts}, {kEsLetters, kEsCosts}, {kPtLetters, kPtCosts},
    {kItLetters, kItCosts}, {kSvLetters, kSvCosts}, {kDaLetters, kDaCosts}, {kFiLetters, kFiCosts},
    {kNlLetters, kNlCosts}, {kCaLetters, kCaCosts}, {kIsLetters, kIsCosts}, {kCsLetters, kCsCosts},
    {kSkLetters, kSkCosts}, {kPlLetters, kPlCosts}, {kHuLetters, kHuCosts}, {kRoLetters, kRoCosts},
    {kSlLetters, kSlCosts}, {kHrLetters, kHrCosts}, {kTrLetters, kTrCosts}, {kEtLetters, kEtCosts},
    {kLtLetters, kLtCosts}, {kLvLetters, kLvCosts}, {kEoLetters, kEoCosts}, {kGaLetters, kGaCosts},
    {kRuLetters, kRuCosts}, {kUkLetters, kUkCosts}, {kBgLetters, kBgCosts}, {kBeLetters, kBeCosts},
    {kSrLetters, kSrCosts}, {kElLetters, kElCosts}, {kHeLetters, kHeCosts}, {kArLetters, kArCosts},
    {kFaLetters, kFaCosts}, {kThLetters, kThCosts}, {kViLetters, kViCosts},
};

constexpr std::uint16_t kGb18030Frequent[] = {
    0xB0FC, 0xB1BB, 0xB1BE, 0xB1EA, 0xB1ED, 0xB2BB, 0xB2CE, 0xB3CC, 0xB3F6, 0xB3FD, 0xB4E6, 0xB4ED,
    0xB4F3, 0xB5BD, 0xB5C4, 0xB6A8, 0xB6D4, 0xB7A8, 0xB7D6, 0xB7FB, 0xB8F1, 0xB8F6, 0xB9FD, 0xBAC5,
    0xBACD, 0xBAF3, 0xBBF2, 0xBCD3, 0xBCE4, 0xBCFE, 0xBDA8, 0xBDAB, 0xBDD3, 0xBDF8, 0xBEDD, 0xBFC9,
    0xC0E0, 0xC1CB, 0xC1D0, 0xC1EE, 0xC2BC, 0xC3BB, 0xC3FB, 0xC3FC, 0xC4A3, 0xC4BF, 0xC4DC, 0xC6F7,
    0xC7B0, 0xC8A1, 0xC8E7, 0xC8EB, 0xC9CF, 0xC9E8, 0xCAA7, 0xCAB1, 0xCAB9, 0xCABD, 0xCABE, 0xCAC7,
    0xCAE4, 0xCAFD, 0xCEAA, 0xCEB4, 0xCEC4, 0xCEDE, 0xCEF3, 0xCFA2, 0xCFC2, 0xCFD4, 0xCFEE, 0xD0A7,
    0xD0C2, 0xD0C5, 0xD0CD, 0xD0D0, 0xD0F2, 0xD1A1, 0xD2AA, 0xD2BB, 0xD2D1, 0xD2D4, 0xD2FD, 0xD3C3,
    0xD3D0, 0xD3DA, 0xD3EF, 0xD4DA, 0xD6B5, 0xD6B8, 0xD6C3, 0xD6C6, 0xD6D0, 0xD7D6, 0xD7E9, 0xD7F7,
};

constexpr std::uint16_t kBig5Frequent[] = {
    0xA440, 0xA44A, 0xA46A, 0xA477, 0xA4A3, 0xA4A4, 0xA4B8, 0xA4C0, 0xA4DE, 0xA4E5, 0xA548, 0xA54F,
    0xA558, 0xA569, 0xA5A2, 0xA5BB, 0xA5BC, 0xA5BF, 0xA5CE, 0xA5D8, 0xA5DC, 0xA5F3, 0xA643, 0xA657,
    0xA658, 0xA662, 0xA670, 0xA672, 0xA673, 0xA6A1, 0xA6B3, 0xA6E6, 0xA6EC, 0xA740, 0xA853, 0xA8CF,
    0xA8EC, 0xA8FA, 0xA94D, 0xA977, 0xA9CE, 0xA9D2, 0xA9F3, 0xAA47, 0xAA6B, 0xAABA, 0xAACC, 0xAAED,
    0xAB65, 0xABD8, 0xABE1, 0xABFC, 0xAC4F, 0xACB0, 0xAD6E, 0xADAB, 0xADC8, 0xADD3, 0xAEC4, 0xAEC9,
    0xAED7, 0xAEE6, 0xAFE0, 0xB054, 0xB0A3, 0xB0CA, 0xB0CF, 0xB14E, 0xB2C5, 0xB2D5, 0xB35D, 0xB4A3,
    0xB54C, 0xB57B, 0xB5B2, 0xB67D, 0xB6A1, 0xB6B5, 0xB773, 0xB86D, 0xB8B9, 0xB8EA, 0xB9EF, 0xBAD9,
    0xBB79, 0xBB7E, 0xBCC6, 0xBCD0, 0xBCD2, 0xBFE9, 0xBFEF, 0xBFF9, 0xBFFD, 0xC0C9, 0xC5DC, 0xC5E3,
};

constexpr std::uint16_t kEucKrFrequent[] = {
    0xB0A1, 0xB0AA, 0xB0E6, 0xB0ED, 0xB0FA, 0xB1D7, 0xB1E2, 0xB3AA, 0xB4C2, 0xB4CF, 0xB4D9, 0xB4EB,
    0xB5A5, 0xB5B5, 0xB5C7, 0xB5C8, 0xB5E5, 0xB5E9, 0xB5F0, 0xB6F3, 0xB7C2, 0xB7CE, 0xB8A6, 0xB8A7,
    0xB8AE, 0xB8B8, 0xB8E9, 0xB8ED, 0xB8F0, 0xB9AE, 0xB9D9, 0xB9F6, 0xBAB8, 0xBACE, 0xBBE7, 0xBBF3,
    0xBCAD, 0xBCB3, 0xBCBA, 0xBCC7, 0xBCD2, 0xBCF6, 0xBDBA, 0xBDC0, 0xBDC3, 0xBDC4, 0xBDC7, 0xBEC6,
    0xBECA, 0xBEEE, 0xBEF7, 0xBEF8, 0xBFA1, 0xBFA9, 0xBFAD, 0xBFC0, 0xBFC9, 0xBFE4, 0xBFEB, 0xC0A7,
    0xC0B8, 0xC0BA, 0xC0BB, 0xC0BD, 0xC0C7, 0xC0CC, 0xC0CE, 0xC0CF, 0xC0D4, 0xC0D6, 0xC0DA, 0xC0DB,
    0xC0FB, 0xC0FC, 0xC1A4, 0xC1A6, 0xC1DF, 0xC1F6, 0xC3E2, 0xC4A1, 0xC5A9, 0xC5B0, 0xC5CD, 0xC6AE,
    0xC6C4, 0xC6D0, 0xC7A5, 0xC7C1, 0xC7CF, 0xC7D1, 0xC7D2, 0xC7D4, 0xC7D5, 0xC7D8, 0xC7E0, 0xC7FC,
};

constexpr std::uint16_t kEucJpFrequent[] = {
    0xA1BC, 0xA4A2, 0xA4A4, 0xA4A6, 0xA4AB, 0xA4AC, 0xA4AD, 0xA4AF, 0xA4B1, 0xA4B3, 0xA4B5, 0xA4B7,
    0xA4B9, 0xA4BB, 0xA4BF, 0xA4C6, 0xA4C7, 0xA4C8, 0xA4CA, 0xA4CB, 0xA4CE, 0xA4CF, 0xA4DE, 0xA4DF,
    0xA4E9, 0xA4EA, 0xA4EB, 0xA4EC, 0xA4F2, 0xA4F3, 0xA5A1, 0xA5A2, 0xA5A3, 0xA5A4, 0xA5A6, 0xA5A7,
    0xA5A8, 0xA5AA, 0xA5AB, 0xA5AD, 0xA5AF, 0xA5B0, 0xA5B1, 0xA5B3, 0xA5B5, 0xA5B7, 0xA5B8, 0xA5B9,
    0xA5BB, 0xA5BF, 0xA5C0, 0xA5C3, 0xA5C6, 0xA5C7, 0xA5C8, 0xA5C9, 0xA5D0, 0xA5D1, 0xA5D5, 0xA5D6,
    0xA5D7, 0xA5D9, 0xA5DD, 0xA5DE, 0xA5E0, 0xA5E1, 0xA5E5, 0xA5E7, 0xA5E9, 0xA5EA, 0xA5EB, 0xA5EC,
    0xA5ED, 0xA5F3, 0xB0EC, 0xB8EC, 0xB8FA, 0xB9D4, 0xB9E7, 0xBBC8, 0xBBD8, 0xBBFA, 0xBCA8, 0xBDD0,
    0xBFF4, 0xC0DF, 0xC4EA, 0xC9BD, 0xC9D4, 0xCAB8, 0xCCB5, 0xCCBE, 0xCDD1, 0xCDD7, 0xCECF, 0xCEF3,
};

constexpr std::uint16_t kShiftJisFrequent[] = {
    0x815B, 0x82A0, 0x82A2, 0x82A4, 0x82A9, 0x82AA, 0x82AB, 0x82AD, 0x82AF, 0x82B1, 0x82B3, 0x82B5,
    0x82B7, 0x82B9, 0x82BD, 0x82C4, 0x82C5, 0x82C6, 0x82C8, 0x82C9, 0x82CC, 0x82CD, 0x82DC, 0x82DD,
    0x82E7, 0x82E8, 0x82E9, 0x82EA, 0x82F0, 0x82F1, 0x8340, 0x8341, 0x8342, 0x8343, 0x8345, 0x8346,
    0x8347, 0x8349, 0x834A, 0x834C, 0x834E, 0x834F, 0x8350, 0x8352, 0x8354, 0x8356, 0x8357, 0x8358,
    0x835A, 0x835E, 0x835F, 0x8362, 0x8365, 0x8366, 0x8367, 0x8368, 0x836F, 0x8370, 0x8374, 0x8375,
    0x8376, 0x8378, 0x837C, 0x837D, 0x8380, 0x8381, 0x8385, 0x8387, 0x8389, 0x838A, 0x838B, 0x838C,
    0x838D, 0x8393, 0x88EA, 0x8CEA, 0x8CF8, 0x8D73, 0x8D87, 0x8E67, 0x8E77, 0x8E9A, 0x8EA6, 0x8F6F,
    0x9094, 0x90DD, 0x92E8, 0x955C, 0x9573, 0x95B6, 0x96B3, 0x96BC, 0x9770, 0x9776, 0x97CD, 0x97F1,
};

}  // namespace

std::span<const Alphabet> alphabets() { return kAlphabets; }

std::span<const std::uint16_t> frequent_pairs(Encoding encoding) {
  switch (encoding) {
    case Encoding::kGb18030:
      return kGb18030Frequent;
    case Encoding::kBig5:
      return kBig5Frequent;
    case Encoding::kEucKr:
      return kEucKrFrequent;
    case Encoding::kEucJp:
      return kEucJpFrequent;
    case Encoding::kShiftJis:
      return kShiftJisFrequent;
    default:
      return {};
  }
}

}  // namespace lectern
