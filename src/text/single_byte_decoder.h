// Decoders of the encodings in which every byte is one character (WHATWG Encoding Standard, section
// 9).
#pragma once

#include <memory>
#include <string_view>

#include "text/decoder.h"

namespace lectern {

/// The 128 characters of the bytes 0x80 to 0xFF, U+FFFD where there is none. Empty for encodings
/// that are not single-byte.
std::u16string_view single_byte_table(Encoding encoding);

/// `table` has 128 characters and outlives the decoder.
std::unique_ptr<Decoder> make_single_byte_decoder(std::u16string_view table);

/// x-user-defined: 0x80 to 0xFF are U+F780 to U+F7FF (section 14.5).
std::unique_ptr<Decoder> make_user_defined_decoder();

}  // namespace lectern
