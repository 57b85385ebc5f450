#include "text/single_byte_detector.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "text/letters.h"

namespace lectern {
namespace {

/// Encodings that are guessed, the usual ones first: of equals the first wins. The handicap is
/// added once, in half bits, so that rare encodings need evidence.
struct Candidate {
  Encoding encoding;
  std::int64_t handicap;
};
constexpr Candidate kCandidates[] = {
    {Encoding::kWindows1252, 0},  {Encoding::kWindows1251, 4},   {Encoding::kWindows1250, 6},
    {Encoding::kIso8859_2, 8},    {Encoding::kKoi8R, 4},         {Encoding::kWindows1254, 8},
    {Encoding::kWindows1253, 4},  {Encoding::kIso8859_7, 6},     {Encoding::kWindows1255, 4},
    {Encoding::kWindows1256, 4},  {Encoding::kWindows1257, 10},  {Encoding::kWindows874, 4},
    {Encoding::kIso8859_5, 8},    {Encoding::kKoi8U, 6},         {Encoding::kIbm866, 12},
    {Encoding::kIso8859_15, 12},  {Encoding::kIso8859_8, 12},    {Encoding::kIso8859_6, 12},
    {Encoding::kIso8859_13, 14},  {Encoding::kIso8859_4, 16},    {Encoding::kIso8859_16, 16},
    {Encoding::kWindows1258, 16}, {Encoding::kXMacCyrillic, 20}, {Encoding::kIbm737, 16},
    {Encoding::kIbm852, 24},      {Encoding::kIbm850, 24},       {Encoding::kIbm437, 26},
    {Encoding::kMacintosh, 30},   {Encoding::kIso8859_3, 24},    {Encoding::kIso8859_10, 24},
    {Encoding::kIso8859_14, 24},  {Encoding::kIbm855, 20},       {Encoding::kXMacCe, 26},
};

// Costs in half bits.
constexpr std::int64_t kForeignLetter = 26;  ///< not of the language
constexpr std::int64_t kUpperCase = 4;       ///< on top of the letter's cost
constexpr std::int64_t kUpperInWord = 12;    ///< after a lower-case letter
constexpr std::int64_t kOtherScript = 14;    ///< beside an ASCII letter, or the other way round
constexpr std::int64_t kFittingQuote = 5;    ///< punctuation where writers put it
constexpr std::int64_t kPunctuation = 12;
constexpr std::int64_t kSymbol = 22;
constexpr std::int64_t kNothing = 40;  ///< a control or no character at all
/// An average above this is no text; a few characters may be rare ones.
constexpr std::int64_t kMostPerCharacter = 14;
constexpr std::int64_t kMostForFew = 20;
constexpr std::int64_t kFewCharacters = 16;

/// Bytes of 0x80 and above that are looked at: enough to be sure, few enough to be quick.
constexpr std::size_t kMostCharacters = 8192;

/// Each value that occurs, once.
std::vector<std::uint8_t> distinct_bytes(ByteSpan window) {
  std::array<bool, 256> occurs{};
  for (const std::uint8_t byte : window) occurs[byte] = true;
  std::vector<std::uint8_t> bytes;
  for (std::size_t byte = 0; byte < occurs.size(); ++byte) {
    if (occurs[byte]) bytes.push_back(static_cast<std::uint8_t>(byte));
  }
  return bytes;
}

/// What is known about a byte in one encoding.
struct ByteClass {
  char16_t character = 0;
  char16_t lower = 0;
  bool letter = false;
};

/// By byte; only `bytes` are classified.
std::array<ByteClass, 256> classify(const std::vector<std::uint8_t>& bytes,
                                    const SingleByteTable& table) {
  std::array<ByteClass, 256> classes;
  for (const std::uint8_t byte : bytes) {
    const char16_t c = byte < 0x80 ? byte : table[byte - 0x80];
    classes[byte] = {c, to_lower(c), is_letter(c)};
  }
  return classes;
}

/// Cost of a character that is no letter, by what stands around it.
std::int64_t cost_of_sign(char16_t c, bool after_letter, bool before_letter) {
  constexpr std::u16string_view kOpening = u"\u2018\u201C\u201E\u201A\u00AB\u00BF\u00A1";
  constexpr std::u16string_view kClosing = u"\u2019\u201D\u201C\u00BB\u2122";
  constexpr std::u16string_view kFree = u"\u2013\u2014\u2026\u2022\u00A0\u00B0\u00A9\u00AE";
  constexpr std::u16string_view kOther =
      u"\u00A3\u00A7\u00B1\u00B2\u00B3\u00B4\u00B5\u00B7\u00BC\u00BD\u00BE\u00D7\u00F7\u2116\u2030";
  if (c < 0xA0 || c == 0xFFFD) return kNothing;
  if (c == 0x2019 && after_letter) return kFittingQuote;
  if (kOpening.find(c) != kOpening.npos && !after_letter && before_letter) return kFittingQuote;
  if (kClosing.find(c) != kClosing.npos && !before_letter) return kFittingQuote;
  if (kFree.find(c) != kFree.npos && !(after_letter && before_letter)) return kFittingQuote;
  // A currency stands beside a number.
  if (c == 0x20AC && !after_letter && !before_letter) return kFittingQuote;
  const bool usual = kOpening.find(c) != kOpening.npos || kClosing.find(c) != kClosing.npos ||
                     kFree.find(c) != kFree.npos || kOther.find(c) != kOther.npos;
  return usual ? kPunctuation : kSymbol;
}

/// Cost of all letters in the language that fits them best.
std::int64_t cost_of_letters(const std::vector<std::pair<char16_t, std::int64_t>>& counts,
                             const LegacyTables& tables) {
  std::array<std::int64_t, LegacyTables::kLanguages> sums{};
  for (const auto& [letter, count] : counts) {
    const ByteSpan costs = tables.letter_costs(letter);
    for (std::size_t language = 0; language < sums.size(); ++language) {
      const bool foreign = costs.empty() || costs[language] == 0;
      sums[language] += count * (foreign ? kForeignLetter : costs[language]);
    }
  }
  return *std::min_element(sums.begin(), sums.end());
}

bool is_ascii_letter(const ByteClass& c) { return c.letter && c.character < 0x80; }

struct Score {
  std::int64_t cost = 0;
  std::int64_t characters = 0;
};

/// `classes`: of the bytes that occur in `window`.
Score score(ByteSpan window, const std::array<ByteClass, 256>& classes,
            const LegacyTables& tables) {
  std::array<std::int64_t, 256> letters{};
  Score total;
  for (std::size_t at = 0; at < window.size(); ++at) {
    if (window[at] < 0x80) continue;
    if (static_cast<std::size_t>(++total.characters) == kMostCharacters) break;
    const ByteClass& here = classes[window[at]];
    const ByteClass before = at > 0 ? classes[window[at - 1]] : ByteClass{};
    const ByteClass after = at + 1 < window.size() ? classes[window[at + 1]] : ByteClass{};
    if (!here.letter) {
      total.cost += cost_of_sign(here.character, before.letter, after.letter);
      continue;
    }
    ++letters[window[at]];
    if (here.lower != here.character) {
      total.cost += kUpperCase;
      const bool lower_before = before.letter && before.lower == before.character;
      if (lower_before && here.character < 0x0590) total.cost += kUpperInWord;
    }
    // From Greek on, scripts do not mix with Latin letters in a word.
    const bool beside_ascii = is_ascii_letter(before) || is_ascii_letter(after);
    if (here.character >= 0x0370 && here.character < 0x1E00 && beside_ascii) {
      total.cost += kOtherScript;
    }
  }
  std::vector<std::pair<char16_t, std::int64_t>> counts;
  for (std::size_t byte = 0x80; byte < letters.size(); ++byte) {
    if (letters[byte] > 0) counts.emplace_back(classes[byte].lower, letters[byte]);
  }
  total.cost += cost_of_letters(counts, tables);
  return total;
}

}  // namespace

std::optional<SingleByteGuess> guess_single_byte(ByteSpan window, const LegacyTables& tables) {
  const Candidate* best = nullptr;
  std::int64_t best_cost = std::numeric_limits<std::int64_t>::max();
  std::int64_t best_own_cost = best_cost;  ///< without the handicap
  std::int64_t second_cost = best_cost;
  std::int64_t characters = 1;
  const std::vector<std::uint8_t> bytes = distinct_bytes(window);
  for (const Candidate& candidate : kCandidates) {
    const auto table = tables.single_byte(candidate.encoding).value_or(SingleByteTable{});
    const Score scored = score(window, classify(bytes, table), tables);
    const std::int64_t cost = scored.cost + candidate.handicap;
    characters = std::max<std::int64_t>(1, scored.characters);
    if (cost < best_cost) {
      if (scored.cost != best_own_cost) second_cost = best_cost;
      best = &candidate;
      best_cost = cost;
      best_own_cost = scored.cost;
    } else if (scored.cost != best_own_cost) {
      // An equal cost means equal characters: no rival.
      second_cost = std::min(second_cost, cost);
    }
  }
  const std::int64_t most = characters < kFewCharacters ? kMostForFew : kMostPerCharacter;
  if (best == nullptr || best_own_cost > most * characters) {
    return std::nullopt;
  }
  const std::int64_t margin = std::min<std::int64_t>(second_cost - best_cost, 90);
  return SingleByteGuess{best->encoding, static_cast<std::uint32_t>(50 + margin / 2)};
}

}  // namespace lectern
