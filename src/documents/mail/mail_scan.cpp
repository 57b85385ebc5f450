#include "documents/mail/mail_scan.h"

#include <algorithm>
#include <array>

namespace lectern {
namespace {

/// Bytes that are looked at in one step, two by two.
constexpr std::size_t kScanStep = 12;
/// More than the digits of a step.
constexpr unsigned kDashMark = 16;
constexpr std::size_t kByteValues = 256;

constexpr bool is_base64_digit(std::size_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '/';
}

/// What two bytes add to a step, at `first + 256 * second`: their digits, and the mark where the
/// second is '-', as one of "--" is wherever those stand. A table of both needs half the time of
/// arithmetic with words.
using PairTable = std::array<std::uint8_t, kByteValues * kByteValues>;

PairTable make_pairs() {
  PairTable pairs;
  std::array<std::uint8_t, kByteValues> rows[3];
  for (std::size_t first = 0; first < kByteValues; ++first) {
    const unsigned digits = is_base64_digit(first) ? 1 : 0;
    rows[0][first] = static_cast<std::uint8_t>(digits);
    rows[1][first] = static_cast<std::uint8_t>(digits + 1);
    rows[2][first] = static_cast<std::uint8_t>(digits + kDashMark);
  }
  for (std::size_t second = 0; second < kByteValues; ++second) {
    const auto& row = rows[second == '-' ? 2 : is_base64_digit(second) ? 1 : 0];
    std::copy(row.begin(), row.end(), pairs.data() + kByteValues * second);
  }
  return pairs;
}

}  // namespace

std::size_t find_dashes(std::string_view text, std::size_t from, std::uint64_t& digits) {
  static const PairTable pairs = make_pairs();
  const auto* at = reinterpret_cast<const std::uint8_t*>(text.data()) + from;
  const std::uint8_t* const end = at + (text.size() - from);
  const auto pair = [&at](std::size_t place) -> unsigned {
    return pairs[static_cast<std::size_t>(at[place] | at[place + 1] << 8)];
  };
  // Not counted through the reference: a store for each step costs as much as the step.
  std::size_t found = 0;
  const std::uint8_t* stop = at;
  for (; at != end; ++at) {
    if (at == stop) {
      // Up to the next step with a mark.
      stop = end;
      while (static_cast<std::size_t>(end - at) >= kScanStep) {
        const unsigned sum = pair(0) + pair(2) + pair(4) + pair(6) + pair(8) + pair(10);
        if (sum >= kDashMark) {
          stop = at + kScanStep;
          break;
        }
        found += sum;
        at += kScanStep;
      }
      if (at == end) break;
    }
    if (*at == '-' && end - at > 1 && at[1] == '-') break;
    found += pairs[*at];
  }
  digits += found;
  return at == end ? text.npos : text.size() - static_cast<std::size_t>(end - at);
}

std::uint64_t count_base64_digits(std::string_view text) {
  std::uint64_t digits = 0;
  std::size_t at = 0;
  while ((at = find_dashes(text, at, digits)) != text.npos) at += 2;
  return digits;
}

std::uint64_t count_encoded_words(std::string_view text) {
  std::uint64_t words = 0;
  // Each has "?b?" or "?q?"; "?" is rare in all other texts.
  for (std::size_t at = text.find('?'); at != text.npos; at = text.find('?', at + 1)) {
    const std::string_view kind = text.substr(at, 3);
    if (kind.size() < 3 || kind[2] != '?') continue;
    words += (kind[1] | 0x20) == 'b' || (kind[1] | 0x20) == 'q' ? 1 : 0;
  }
  return words;
}

}  // namespace lectern
