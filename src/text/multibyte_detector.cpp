#include "text/multibyte_detector.h"

#include <algorithm>
#include <span>

namespace lectern {
namespace {

constexpr bool in_range(unsigned value, unsigned first, unsigned last) {
  return value >= first && value <= last;
}

/// What a character of several bytes says about its encoding.
enum class Evidence : std::uint8_t { kError, kRare, kCommon, kCharacteristic };

struct Character {
  std::size_t size;  ///< bytes; 0: cut by the window's end
  Evidence evidence;
};

/// The codes of an encoding's frequent characters, ascending.
using Frequent = std::span<const std::uint16_t>;

/// One encoding: `classify` looks at a character that starts with a byte of 0x80 or more.
struct Candidate {
  Encoding encoding;
  Character (*classify)(ByteSpan rest, Frequent frequent);
};

bool is_letter(std::uint8_t byte) { return in_range(byte | 0x20U, 'a', 'z'); }

Evidence frequent_or(Frequent frequent, ByteSpan rest, Evidence otherwise) {
  const auto code = static_cast<std::uint16_t>(rest[0] << 8 | rest[1]);
  return std::binary_search(frequent.begin(), frequent.end(), code) ? Evidence::kCharacteristic
                                                                    : otherwise;
}

constexpr Character kWrong = {1, Evidence::kError};
constexpr Character kCut = {0, Evidence::kError};

Character classify_euc_jp(ByteSpan rest, Frequent frequent) {
  const std::uint8_t lead = rest[0];
  if (lead != 0x8E && lead != 0x8F && !in_range(lead, 0xA1, 0xFE)) return kWrong;
  const std::size_t size = lead == 0x8F ? 3 : 2;
  if (rest.size() < size) return kCut;
  const std::uint8_t trail = rest[1];
  if (!in_range(trail, 0xA1, 0xFE) || !in_range(rest[size - 1], 0xA1, 0xFE)) return kWrong;
  if (lead == 0x8E) return in_range(trail, 0xA1, 0xDF) ? Character{2, Evidence::kRare} : kWrong;
  if (lead == 0x8F) return {3, Evidence::kRare};
  const bool kana = (lead == 0xA4 && trail <= 0xF3) || (lead == 0xA5 && trail <= 0xF6);
  if (kana) return {2, Evidence::kCharacteristic};
  const bool common = in_range(lead, 0xA1, 0xA3) || in_range(lead, 0xB0, 0xCF);
  return {2, frequent_or(frequent, rest, common ? Evidence::kCommon : Evidence::kRare)};
}

Character classify_shift_jis(ByteSpan rest, Frequent frequent) {
  const std::uint8_t lead = rest[0];
  if (in_range(lead, 0xA1, 0xDF)) return {1, Evidence::kRare};
  if (!in_range(lead, 0x81, 0x9F) && !in_range(lead, 0xE0, 0xFC)) return kWrong;
  if (rest.size() < 2) return kCut;
  const std::uint8_t trail = rest[1];
  if (!in_range(trail, 0x40, 0x7E) && !in_range(trail, 0x80, 0xFC)) return kWrong;
  const bool kana = (lead == 0x82 && in_range(trail, 0x9F, 0xF1)) ||
                    (lead == 0x83 && in_range(trail, 0x40, 0x96));
  if (kana) return {2, Evidence::kCharacteristic};
  const bool common = in_range(lead, 0x81, 0x82) || in_range(lead, 0x88, 0x97);
  return {2, frequent_or(frequent, rest, common ? Evidence::kCommon : Evidence::kRare)};
}

Character classify_gb18030(ByteSpan rest, Frequent frequent) {
  const std::uint8_t lead = rest[0];
  if (!in_range(lead, 0x81, 0xFE)) return kWrong;
  if (rest.size() < 2) return kCut;
  const std::uint8_t trail = rest[1];
  if (in_range(trail, '0', '9')) {
    if (rest.size() < 4) return kCut;
    const bool valid = in_range(rest[2], 0x81, 0xFE) && in_range(rest[3], '0', '9');
    return valid ? Character{4, Evidence::kRare} : kWrong;
  }
  if (!in_range(trail, 0x40, 0x7E) && !in_range(trail, 0x80, 0xFE)) return kWrong;
  const bool common = trail >= 0xA1 && (lead == 0xA1 || lead == 0xA3 || in_range(lead, 0xB0, 0xD7));
  return {2, frequent_or(frequent, rest, common ? Evidence::kCommon : Evidence::kRare)};
}

Character classify_big5(ByteSpan rest, Frequent frequent) {
  const std::uint8_t lead = rest[0];
  if (!in_range(lead, 0x81, 0xFE)) return kWrong;
  if (rest.size() < 2) return kCut;
  const std::uint8_t trail = rest[1];
  if (!in_range(trail, 0x40, 0x7E) && !in_range(trail, 0xA1, 0xFE)) return kWrong;
  const bool common = in_range(lead, 0xA1, 0xC6);
  return {2, frequent_or(frequent, rest, common ? Evidence::kCommon : Evidence::kRare)};
}

Character classify_euc_kr(ByteSpan rest, Frequent frequent) {
  const std::uint8_t lead = rest[0];
  if (!in_range(lead, 0x81, 0xFE)) return kWrong;
  if (rest.size() < 2) return kCut;
  const std::uint8_t trail = rest[1];
  if (!in_range(trail, 0x41, 0x5A) && !in_range(trail, 0x61, 0x7A) &&
      !in_range(trail, 0x81, 0xFE)) {
    return kWrong;
  }
  const bool common = trail >= 0xA1 && (lead == 0xA1 || lead == 0xA3 || in_range(lead, 0xB0, 0xC8));
  return {2, frequent_or(frequent, rest, common ? Evidence::kCommon : Evidence::kRare)};
}

/// The first of equals wins.
constexpr Candidate kCandidates[] = {{Encoding::kGb18030, classify_gb18030},
                                     {Encoding::kShiftJis, classify_shift_jis},
                                     {Encoding::kEucJp, classify_euc_jp},
                                     {Encoding::kBig5, classify_big5},
                                     {Encoding::kEucKr, classify_euc_kr}};

/// Hundredths of a point for each character on average: 300 for characteristic ones, 100 for common
/// ones, less than nothing for the rest.
std::int64_t score(ByteSpan window, bool at_end, const Candidate& candidate, Frequent frequent) {
  std::int64_t points = 0;
  std::int64_t characters = 0;
  std::int64_t errors = 0;
  bool after_letter = false;
  for (std::size_t at = 0; at < window.size();) {
    if (window[at] < 0x80) {
      after_letter = is_letter(window[at]);
      ++at;
      continue;
    }
    const Character character = candidate.classify(window.subspan(at), frequent);
    if (character.size == 0 && !at_end) break;
    ++characters;
    switch (character.evidence) {
      case Evidence::kError:
        ++errors;
        break;
      case Evidence::kRare:
        points -= 200;
        break;
      case Evidence::kCommon:
        points += 100;
        break;
      case Evidence::kCharacteristic:
        points += 300;
        break;
    }
    // A letter on both sides and one inside: an accent or a quote of a Western word.
    const bool western = after_letter && character.size == 2 && is_letter(window[at + 1]);
    if (western) points -= 400;
    after_letter = false;
    at += std::max<std::size_t>(character.size, 1);
  }
  // Up to one error in 200 characters is a slip; more are another encoding.
  if (characters == 0 || errors * 200 > characters + 199) return -1000;
  return (points - 1000 * errors) / characters;
}

}  // namespace

std::optional<MultibyteGuess> guess_multibyte(ByteSpan window, bool at_end,
                                              const LegacyTables& tables) {
  constexpr std::int64_t kThreshold = 60;
  const Candidate* best = nullptr;
  std::int64_t best_score = kThreshold;
  std::int64_t second_score = 0;
  for (const Candidate& candidate : kCandidates) {
    const std::int64_t points =
        score(window, at_end, candidate, tables.frequent_pairs(candidate.encoding));
    if (points > best_score) {
      second_score = best == nullptr ? second_score : best_score;
      best = &candidate;
      best_score = points;
    } else {
      second_score = std::max(second_score, points);
    }
  }
  if (best == nullptr) return std::nullopt;
  const std::int64_t confidence = 50 + (best_score - second_score) / 2;
  return MultibyteGuess{best->encoding,
                        static_cast<std::uint32_t>(std::clamp<std::int64_t>(confidence, 50, 99))};
}

}  // namespace lectern
