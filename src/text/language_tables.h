// How often the letters of languages occur: what tells legacy encodings apart. The numbers are
// small enough to be read; scripts/encodings/learn_languages.mjs counted them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "text/encoding.h"

namespace lectern {

/// The letters outside ASCII of one language, in lower case.
struct Alphabet {
  std::u16string_view letters;
  /// Cost of each letter in half bits, as a letter from 'a' (0) on: -2 log2 of its share.
  std::string_view costs;
};
std::span<const Alphabet> alphabets();

/// The two-byte codes of the most frequent ideographs or syllables in Chinese, Japanese or Korean
/// text in `encoding`, ascending. Empty for other encodings.
std::span<const std::uint16_t> frequent_pairs(Encoding encoding);

}  // namespace lectern
