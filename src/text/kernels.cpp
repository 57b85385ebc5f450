// Written so that compilers turn the inner loops into vector code: WebAssembly SIMD128, SSE2, and
// AVX2 by function multiversioning. tests/text/kernels_test.cpp compares them with plain loops.
#include "text/kernels.h"

#include <algorithm>
#include <cstring>

#include "text/utf8.h"

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

/// Bytes that are counted together: a multiple of every vector size whose counts fit into one byte.
constexpr std::size_t kCountBlock = 192;
/// Bytes that are judged together.
constexpr std::size_t kJudgeBlock = 64;

/// Sixteen bytes at once: one vector of SSE2 or WebAssembly SIMD128, plain code where there is
/// none.
using Vector = std::uint8_t __attribute__((vector_size(16)));
constexpr std::size_t kVectorBytes = sizeof(Vector);

Vector load(const std::uint8_t* bytes) {
  Vector vector;
  std::memcpy(&vector, bytes, kVectorBytes);
  return vector;
}

/// 0xFF, which is -1, in each lane that holds `value`.
Vector equal(Vector vector, std::uint8_t value) { return (Vector)(vector == value); }

std::size_t sum_lanes(Vector vector) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < kVectorBytes; ++i) sum += vector[i];
  return sum;
}

bool any_lane(Vector vector) {
  std::uint64_t halves[2];
  std::memcpy(halves, &vector, kVectorBytes);
  return (halves[0] | halves[1]) != 0;
}

/// Counts of kCountBlock bytes; `before` is the same bytes one earlier.
LECTERN_MULTIVERSION LineEndCounts count_block(const std::uint8_t* bytes,
                                               const std::uint8_t* before) {
  Vector lf{};
  Vector cr{};
  Vector crlf{};
  for (std::size_t i = 0; i < kCountBlock; i += kVectorBytes) {
    const Vector here = load(bytes + i);
    const Vector is_lf = equal(here, '\n');
    lf -= is_lf;
    cr -= equal(here, '\r');
    crlf -= is_lf & equal(load(before + i), '\r');
  }
  return {sum_lanes(lf), sum_lanes(cr), sum_lanes(crlf)};
}

/// True when the kJudgeBlock bytes are plain ASCII.
LECTERN_MULTIVERSION bool is_plain_block(const std::uint8_t* bytes) {
  Vector found{};
  for (std::size_t i = 0; i < kJudgeBlock; i += kVectorBytes) {
    const Vector here = load(bytes + i);
    found |= (here & 0x80) | equal(here, 0) | equal(here, 0x1B);
  }
  return !any_lane(found);
}

LECTERN_MULTIVERSION bool is_ascii_block(const std::uint8_t* bytes) {
  Vector found{};
  for (std::size_t i = 0; i < kJudgeBlock; i += kVectorBytes) found |= load(bytes + i);
  return !any_lane(found & 0x80);
}

LECTERN_MULTIVERSION std::size_t count_continuations(const std::uint8_t* bytes) {
  Vector count{};
  for (std::size_t i = 0; i < kCountBlock; i += kVectorBytes) {
    count -= equal(load(bytes + i) & 0xC0, 0x80);
  }
  return sum_lanes(count);
}

bool is_continuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

/// Size of the character at `at` when its lead byte allows every continuation byte; 0 leaves the
/// decision to utf8_sequence_size.
std::size_t usual_size(ByteSpan bytes, std::size_t at) {
  const std::uint8_t lead = bytes[at];
  if (lead < 0x80) return 1;
  const std::size_t left = bytes.size() - at;
  if (lead >= 0xC2 && lead < 0xE0) return left > 1 && is_continuation(bytes[at + 1]) ? 2 : 0;
  if (lead > 0xE0 && lead < 0xF0 && lead != 0xED) {
    return left > 2 && is_continuation(bytes[at + 1]) && is_continuation(bytes[at + 2]) ? 3 : 0;
  }
  return 0;
}

}  // namespace

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
  for (; text.size() - at >= kCountBlock; at += kCountBlock) {
    const LineEndCounts more = count_block(text.subspan(at).data(), text.subspan(at - 1).data());
    total.lf += more.lf;
    total.cr += more.cr;
    total.crlf += more.crlf;
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
    if (bytes.size() - at >= kJudgeBlock && is_ascii_block(bytes.subspan(at).data())) {
      at += kJudgeBlock;
      continue;
    }
    // One block's worth of characters before ASCII is looked for again.
    const std::size_t end = std::min(bytes.size(), at + kJudgeBlock);
    while (at < end) {
      const std::size_t usual = usual_size(bytes, at);
      const std::size_t size = usual > 0 ? usual : utf8_sequence_size(bytes.subspan(at));
      if (size == 0) return at;
      at += size;
    }
  }
  return at;
}

std::size_t count_characters(ByteSpan text) {
  std::size_t characters = text.size();
  std::size_t at = 0;
  for (; text.size() - at >= kCountBlock; at += kCountBlock) {
    characters -= count_continuations(text.subspan(at).data());
  }
  for (; at < text.size(); ++at) characters -= (text[at] & 0xC0) == 0x80 ? 1 : 0;
  return characters;
}

}  // namespace lectern
