// Decoders of the encodings in which every byte is one character (WHATWG Encoding Standard, section
// 9).
#pragma once

#include <memory>

#include "text/decoder.h"
#include "text/legacy_tables.h"

namespace lectern {

std::unique_ptr<Decoder> make_single_byte_decoder(const SingleByteTable& table);

/// x-user-defined: 0x80 to 0xFF are U+F780 to U+F7FF (section 14.5).
std::unique_ptr<Decoder> make_user_defined_decoder();

}  // namespace lectern
