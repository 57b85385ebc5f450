// A look at every byte of a mail: for the lines that divide it, digits of base64 and encoded words.
#pragma once

#include <cstdint>
#include <string_view>

namespace lectern {

/// Where the next "--" stands from `from` on; npos when there is none.
/// \param digits  grows by the digits of base64 before it, which cost nothing more to count.
std::size_t find_dashes(std::string_view text, std::size_t from, std::uint64_t& digits);

/// How many digits of base64 `text` has.
std::uint64_t count_base64_digits(std::string_view text);

/// How many encoded words begin in `text`, at most.
std::uint64_t count_encoded_words(std::string_view text);

/// What an encoded word takes, which is decoded for itself.
inline constexpr std::uint64_t kEncodedWordWork = 1'500;

}  // namespace lectern
