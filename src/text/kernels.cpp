// Written so that compilers turn the inner loops into vector code: WebAssembly SIMD128, SSE2, and
// AVX2 by function multiversioning. tests/text/kernels_test.cpp compares them with plain loops.
#include "text/kernels.h"

#include <algorithm>

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

/// Bytes whose counts fit into one byte each.
constexpr std::size_t kCountBlock = 255;
/// Bytes that are judged together.
constexpr std::size_t kJudgeBlock = 64;

std::uint8_t is(std::uint8_t byte, std::uint8_t value) { return byte == value ? 1 : 0; }

/// Counts of at most kCountBlock bytes; `before` is the same bytes one earlier.
LECTERN_MULTIVERSION LineEndCounts count_block(const std::uint8_t* bytes,
                                               const std::uint8_t* before, std::size_t size) {
  std::uint8_t lf = 0;
  std::uint8_t cr = 0;
  std::uint8_t crlf = 0;
  for (std::size_t i = 0; i < size; ++i) {
    lf = static_cast<std::uint8_t>(lf + is(bytes[i], '\n'));
    cr = static_cast<std::uint8_t>(cr + is(bytes[i], '\r'));
    crlf = static_cast<std::uint8_t>(crlf + (is(bytes[i], '\n') & is(before[i], '\r')));
  }
  return {lf, cr, crlf};
}

/// True when the kJudgeBlock bytes are plain ASCII.
LECTERN_MULTIVERSION bool is_plain_block(const std::uint8_t* bytes) {
  std::uint8_t found = 0;
  for (std::size_t i = 0; i < kJudgeBlock; ++i) {
    found =
        static_cast<std::uint8_t>(found | (bytes[i] & 0x80) | is(bytes[i], 0) | is(bytes[i], 0x1B));
  }
  return found == 0;
}

LECTERN_MULTIVERSION bool is_ascii_block(const std::uint8_t* bytes) {
  std::uint8_t found = 0;
  for (std::size_t i = 0; i < kJudgeBlock; ++i) found = static_cast<std::uint8_t>(found | bytes[i]);
  return found < 0x80;
}

LECTERN_MULTIVERSION std::size_t count_starts_block(const std::uint8_t* bytes, std::size_t size) {
  std::uint8_t starts = 0;
  for (std::size_t i = 0; i < size; ++i) {
    starts = static_cast<std::uint8_t>(starts + ((bytes[i] & 0xC0) != 0x80 ? 1 : 0));
  }
  return starts;
}

}  // namespace

LineEndCounts count_line_ends(ByteSpan text, bool after_cr) {
  LineEndCounts total;
  if (text.empty()) return total;
  total.lf = is(text[0], '\n');
  total.cr = is(text[0], '\r');
  total.crlf = after_cr ? total.lf : 0;
  for (std::size_t at = 1; at < text.size(); at += kCountBlock) {
    const ByteSpan block = text.subspan(at, std::min(kCountBlock, text.size() - at));
    const LineEndCounts more = count_block(block.data(), text.subspan(at - 1).data(), block.size());
    total.lf += more.lf;
    total.cr += more.cr;
    total.crlf += more.crlf;
  }
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
      const std::size_t size = utf8_sequence_size(bytes.subspan(at));
      if (size == 0) return at;
      at += size;
    }
  }
  return at;
}

std::size_t count_characters(ByteSpan text) {
  std::size_t characters = 0;
  for (std::size_t at = 0; at < text.size(); at += kCountBlock) {
    const ByteSpan block = text.subspan(at, std::min(kCountBlock, text.size() - at));
    characters += count_starts_block(block.data(), block.size());
  }
  return characters;
}

}  // namespace lectern
