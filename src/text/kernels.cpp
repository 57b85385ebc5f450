// Written so that compilers turn the inner loops into vector code: WebAssembly SIMD128, SSE2, and
// AVX2 by function multiversioning; words where there are no vectors. tests/text/kernels_test.cpp
// compares them with plain loops.
#include "text/kernels.h"

#include <algorithm>

#include "base/vectors.h"
#include "text/utf8.h"
#include "text/word_kernels.h"

// Compiles a function twice and lets the loader take the version that the processor can run. The
// sanitizers' start-up cannot run the loader's choice.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define LECTERN_MULTIVERSION __attribute__((target_clones("avx2", "default")))
#else
#define LECTERN_MULTIVERSION
#endif

namespace lectern {
namespace {

/// Vectors that are counted together: as many as a count in one byte can hold.
constexpr std::size_t kMaxCounted = 255;
/// Bytes that are judged together.
constexpr std::size_t kJudgeBlock = 64;
/// Blocks that are judged as UTF-8 before the next one is tried as ASCII: none where plain code
/// would take vectors apart, which takes longer than character by character.
constexpr std::size_t kJudgedBlocks = kHasVectors ? 8 : 0;

using Vector = Lanes;
using SignedVector = signed char __attribute__((vector_size(16)));
constexpr std::size_t kVectorBytes = kLanes;

Vector load(const std::uint8_t* bytes) { return load_lanes(bytes); }

std::size_t sum_lanes(Vector vector) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < kVectorBytes; ++i) sum += vector[i];
  return sum;
}

/// Vectors to count at once in `size_bytes` bytes.
std::size_t counted_vectors(std::size_t size_bytes) {
  return std::min(size_bytes / kVectorBytes, kMaxCounted);
}

/// LF and CR of at most kMaxCounted vectors.
LECTERN_MULTIVERSION LineEndCounts count_vectors(const std::uint8_t* bytes, std::size_t vectors) {
  if constexpr (!kHasVectors) {
    const std::size_t size = vectors * kVectorBytes;
    LineEndCounts counts;
    words::count_line_ends(bytes, size, counts.lf, counts.cr);
    return counts;
  }
  Vector lf{};
  Vector cr{};
#pragma GCC unroll 4
  for (std::size_t i = 0; i < vectors; ++i) {
    const Vector here = load(bytes + i * kVectorBytes);
    lf -= equal(here, '\n');
    cr -= equal(here, '\r');
  }
  return {sum_lanes(lf), sum_lanes(cr), 0};
}

/// LF of at most kMaxCounted vectors that stand behind CR, which may be the byte before `bytes`.
LECTERN_MULTIVERSION std::size_t count_crlf(const std::uint8_t* bytes, std::size_t vectors) {
  if constexpr (!kHasVectors) return words::count_crlf(bytes, vectors * kVectorBytes);
  Vector crlf{};
  for (std::size_t i = 0; i < vectors * kVectorBytes; i += kVectorBytes) {
    crlf -= equal(load(bytes + i), '\n') & equal(load(bytes + i - 1), '\r');
  }
  return sum_lanes(crlf);
}

/// True when the kJudgeBlock bytes are plain ASCII.
LECTERN_MULTIVERSION bool is_plain_block(const std::uint8_t* bytes) {
  if constexpr (!kHasVectors) return words::are_plain(bytes, kJudgeBlock);
  Vector found{};
#pragma GCC unroll 4
  for (std::size_t i = 0; i < kJudgeBlock; i += kVectorBytes) {
    const Vector here = load(bytes + i);
    found |= ~(Vector)((SignedVector)here > 0) | equal(here, 0x1B);
  }
  return !any_lane(found);
}

LECTERN_MULTIVERSION bool is_ascii_block(const std::uint8_t* bytes) {
  if constexpr (!kHasVectors) return words::are_ascii(bytes, kJudgeBlock);
  Vector found{};
  for (std::size_t i = 0; i < kJudgeBlock; i += kVectorBytes) found |= load(bytes + i);
  return !any_lane(found & 0x80);
}

/// True when the kJudgeBlock bytes go on well-formed UTF-8 (Unicode 15, table 3-7), of which the
/// three bytes before them are part; a character that they end in may be cut.
LECTERN_MULTIVERSION bool is_utf8_block(const std::uint8_t* bytes) {
  Vector wrong{};
  for (std::size_t i = 0; i < kJudgeBlock; i += kVectorBytes) {
    const Vector here = load(bytes + i);
    const Vector before = load(bytes + i - 1);
    const Vector continued = (Vector)(before >= 0xC0) | (Vector)(load(bytes + i - 2) >= 0xE0) |
                             (Vector)(load(bytes + i - 3) >= 0xF0);
    wrong |= continued ^ equal(here & 0xC0, 0x80);
    wrong |= equal(here & 0xFE, 0xC0) | (Vector)(here >= 0xF5);
    wrong |= equal(before, 0xE0) & (Vector)(here < 0xA0);
    wrong |= equal(before, 0xED) & (Vector)(here >= 0xA0);
    wrong |= equal(before, 0xF0) & (Vector)(here < 0x90);
    wrong |= equal(before, 0xF4) & (Vector)(here >= 0x90);
  }
  return !any_lane(wrong);
}

LECTERN_MULTIVERSION std::size_t count_continuations(const std::uint8_t* bytes,
                                                     std::size_t vectors) {
  if constexpr (!kHasVectors) return words::count_continuations(bytes, vectors * kVectorBytes);
  Vector count{};
  for (std::size_t i = 0; i < vectors * kVectorBytes; i += kVectorBytes) {
    count -= equal(load(bytes + i) & 0xC0, 0x80);
  }
  return sum_lanes(count);
}

/// True when none of the kJudgeBlock bytes is `value`.
LECTERN_MULTIVERSION bool lacks(const std::uint8_t* bytes, std::uint8_t value) {
  if constexpr (!kHasVectors) return words::lack(bytes, kJudgeBlock, value);
  Vector found{};
#pragma GCC unroll 4
  for (std::size_t i = 0; i < kJudgeBlock; i += kVectorBytes)
    found |= equal(load(bytes + i), value);
  return !any_lane(found);
}

/// True when `pair` begins at none of the kJudgeBlock bytes.
LECTERN_MULTIVERSION bool lacks_pair(const std::uint8_t* bytes, const BytePair& pair) {
  const auto [first, second, distance] = pair;
  Vector found{};
#pragma GCC unroll 4
  for (std::size_t i = 0; i < kJudgeBlock; i += kVectorBytes) {
    found |= equal(load(bytes + i) | first.ignored, first.value) &
             equal(load(bytes + i + distance) | second.ignored, second.value);
  }
  return !any_lane(found);
}

/// Size of the character that begins with `bytes`, of those that most text is of; 0 for others.
std::size_t common_sequence_size(ByteSpan bytes) {
  const std::uint8_t lead = bytes[0];
  if (lead < 0x80) return 1;
  if (bytes.size() < 3 || !is_utf8_continuation(bytes[1])) return 0;
  if (lead > 0xC1 && lead < 0xE0) return 2;
  return lead > 0xE0 && lead < 0xED && is_utf8_continuation(bytes[2]) ? 3 : 0;
}

/// Whether two characters of three bytes begin here, of those that any second byte goes on.
/// \param bytes  a word, or more
bool is_pair_of_threes(const std::uint8_t* bytes) {
  const std::uint64_t word = words::load(bytes);
  const std::uint32_t leads = words::leads_of_threes(word);
  return words::are_two_threes(word) && words::are_at_least(leads, 1) && words::are_not(leads, 0xD);
}

/// Where the character starts that `end` cuts; `end` when it cuts none.
std::size_t uncut_size(ByteSpan bytes, std::size_t end) {
  for (std::size_t back = 1; back <= 3; ++back) {
    const std::uint8_t byte = bytes[end - back];
    if (byte < 0x80) break;
    if (byte < 0xC0) continue;
    const std::size_t size = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return size > back ? end - back : end;
  }
  return end;
}

}  // namespace

std::size_t find_byte(ByteSpan bytes, std::uint8_t value) {
  std::size_t at = 0;
  while (bytes.size() - at >= kJudgeBlock && lacks(bytes.subspan(at).data(), value)) {
    at += kJudgeBlock;
  }
  while (at < bytes.size() && bytes[at] != value) ++at;
  return at;
}

std::size_t find_pair(ByteSpan bytes, const BytePair& pair) {
  std::size_t at = 0;
  while (bytes.size() - at >= kJudgeBlock + pair.distance) {
    if (lacks_pair(bytes.subspan(at).data(), pair)) {
      at += kJudgeBlock;
      continue;
    }
    while (!pair.first.takes(bytes[at]) || !pair.second.takes(bytes[at + pair.distance])) ++at;
    return at;
  }
  for (; at < bytes.size(); ++at) {
    const bool is_cut = bytes.size() - at <= pair.distance;
    if (pair.first.takes(bytes[at]) && (is_cut || pair.second.takes(bytes[at + pair.distance])))
      break;
  }
  return at;
}

LineEndCounts count_line_ends(ByteSpan text, bool after_cr) {
  LineEndCounts total;
  std::size_t at = 0;
  const auto count_one = [&] {
    total.lf += text[at] == '\n' ? 1 : 0;
    total.cr += text[at] == '\r' ? 1 : 0;
    total.crlf += text[at] == '\n' && after_cr ? 1 : 0;
    after_cr = text[at] == '\r';
    ++at;
  };
  if (!text.empty()) count_one();
  while (const std::size_t vectors = counted_vectors(text.size() - at)) {
    const ByteSpan counted = text.subspan(at);
    const LineEndCounts more = count_vectors(counted.data(), vectors);
    // Most text has no CR at all.
    if (more.cr > 0 || text[at - 1] == '\r') total.crlf += count_crlf(counted.data(), vectors);
    at += vectors * kVectorBytes;
    total.lf += more.lf;
    total.cr += more.cr;
  }
  after_cr = at > 0 && text[at - 1] == '\r';
  while (at < text.size()) count_one();
  return total;
}

std::size_t plain_ascii_size(ByteSpan bytes) {
  std::size_t at = 0;
  while (bytes.size() - at >= kJudgeBlock && is_plain_block(bytes.subspan(at).data())) {
    at += kJudgeBlock;
  }
  while (at < bytes.size() && bytes[at] < 0x80 && bytes[at] != 0 && bytes[at] != 0x1B) ++at;
  return at;
}

std::size_t valid_utf8_size(ByteSpan bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    if (bytes[at] < 0x80 && bytes.size() - at >= kJudgeBlock &&
        is_ascii_block(bytes.subspan(at).data())) {
      at += kJudgeBlock;
      continue;
    }
    // A run of blocks before ASCII is looked for again.
    std::size_t end = at;
    for (std::size_t blocks = 0; at >= 3 && blocks != kJudgedBlocks; ++blocks, end += kJudgeBlock) {
      if (bytes.size() - end < kJudgeBlock || !is_utf8_block(bytes.subspan(end).data())) break;
    }
    if (end > at) {
      at = uncut_size(bytes, end);
      continue;
    }
    // The start, the end, and the place of an error: character by character.
    end = std::min(bytes.size(), at + kJudgeBlock);
    while (at < end) {
      // Most of East Asian text.
      while (end - at >= words::kBytes && is_pair_of_threes(bytes.data() + at)) at += 6;
      const ByteSpan rest = bytes.subspan(at);
      std::size_t size = common_sequence_size(rest);
      if (size == 0) size = utf8_sequence_size(rest);
      if (size == 0) return at;
      at += size;
    }
  }
  return at;
}

std::size_t count_characters(ByteSpan text) {
  std::size_t characters = text.size();
  std::size_t at = 0;
  while (const std::size_t vectors = counted_vectors(text.size() - at)) {
    characters -= count_continuations(text.subspan(at).data(), vectors);
    at += vectors * kVectorBytes;
  }
  for (; at < text.size(); ++at) characters -= (text[at] & 0xC0) == 0x80 ? 1 : 0;
  return characters;
}

}  // namespace lectern
