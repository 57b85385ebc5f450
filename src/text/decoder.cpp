#include "text/decoder.h"

#include "text/legacy_decoders.h"
#include "text/legacy_tables.h"
#include "text/single_byte_decoder.h"
#include "text/unicode_decoders.h"

namespace lectern {
namespace {

std::unique_ptr<Decoder> make_table_decoder(Encoding encoding, const LegacyTables& tables) {
  switch (encoding) {
    case Encoding::kGbk:
    case Encoding::kGb18030:
      return make_gb18030_decoder(tables);
    case Encoding::kBig5:
      return make_big5_decoder(tables);
    case Encoding::kEucKr:
      return make_euc_kr_decoder(tables);
    case Encoding::kIso2022Kr:
      return make_iso_2022_kr_decoder(tables);
    case Encoding::kEucJp:
      return make_euc_jp_decoder(tables);
    case Encoding::kShiftJis:
      return make_shift_jis_decoder(tables);
    case Encoding::kIso2022Jp:
      return make_iso_2022_jp_decoder(tables);
    default:
      const auto table = tables.single_byte(encoding);
      return table ? make_single_byte_decoder(*table) : nullptr;
  }
}

}  // namespace

std::unique_ptr<Decoder> make_decoder(Encoding encoding, const EncodingTables& legacy_tables) {
  switch (encoding) {
    case Encoding::kUtf8:
      return make_utf8_decoder();
    case Encoding::kUtf16Le:
      return make_utf16_decoder(ByteOrder::kLittle);
    case Encoding::kUtf16Be:
      return make_utf16_decoder(ByteOrder::kBig);
    case Encoding::kUtf32Le:
      return make_utf32_decoder(ByteOrder::kLittle);
    case Encoding::kUtf32Be:
      return make_utf32_decoder(ByteOrder::kBig);
    case Encoding::kXUserDefined:
      return make_user_defined_decoder();
    case Encoding::kReplacement:
      return make_replacement_decoder();
    default:
      const auto tables = find_legacy_tables(legacy_tables);
      return tables ? make_table_decoder(encoding, *tables) : nullptr;
  }
}

}  // namespace lectern
