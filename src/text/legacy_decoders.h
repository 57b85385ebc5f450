// Decoders of the East Asian encodings (WHATWG Encoding Standard, sections 10 to 14).
#pragma once

#include <memory>

#include "text/decoder.h"
#include "text/legacy_tables.h"

namespace lectern {

/// Serves GBK as well, which decodes the same.
std::unique_ptr<Decoder> make_gb18030_decoder(const LegacyTables& tables);
std::unique_ptr<Decoder> make_big5_decoder(const LegacyTables& tables);
std::unique_ptr<Decoder> make_euc_kr_decoder(const LegacyTables& tables);
/// RFC 1557: EUC-KR in seven bits. Not in the standard, where it is refused.
std::unique_ptr<Decoder> make_iso_2022_kr_decoder(const LegacyTables& tables);
std::unique_ptr<Decoder> make_euc_jp_decoder(const LegacyTables& tables);
std::unique_ptr<Decoder> make_shift_jis_decoder(const LegacyTables& tables);
std::unique_ptr<Decoder> make_iso_2022_jp_decoder(const LegacyTables& tables);

/// One U+FFFD for the whole stream: encodings that browsers refuse because they hide scripts.
std::unique_ptr<Decoder> make_replacement_decoder();

}  // namespace lectern
