// An estimate of how many tokens a language model's tokenizer makes of a text. It is a rule of
// thumb, the same for all models: four ASCII characters, two other characters or one character of
// Chinese, Japanese or Korean count as one token.
#pragma once

#include <cstdint>
#include <string_view>

namespace lectern {

/// Quarters of a token, so that sums stay exact. `text` is well-formed UTF-8.
std::uint64_t estimate_token_quarters(std::string_view text);

/// Whole tokens, rounded up.
constexpr std::uint64_t tokens_from_quarters(std::uint64_t quarters) { return (quarters + 3) / 4; }

}  // namespace lectern
