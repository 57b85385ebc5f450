// Decoders of the Unicode encoding forms: UTF-8, UTF-16 and UTF-32 (Unicode 15, section 3.9; UTF-8
// and UTF-16 as the WHATWG Encoding Standard decodes them).
#pragma once

#include <memory>

#include "text/decoder.h"

namespace lectern {

std::unique_ptr<Decoder> make_utf8_decoder();

enum class ByteOrder : unsigned char { kLittle, kBig };
std::unique_ptr<Decoder> make_utf16_decoder(ByteOrder order);
std::unique_ptr<Decoder> make_utf32_decoder(ByteOrder order);

}  // namespace lectern
