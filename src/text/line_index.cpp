#include "text/line_index.h"

#include <algorithm>

#include "base/byte_reader.h"

namespace lectern {
namespace {

/// Changes whenever the layout of the bytes does.
constexpr std::uint64_t kMagic = 0x31'58'44'49'4E'4C;  // "LNIDX1"
constexpr std::uint64_t kNoLineEnd = 4;
/// The flags beside the encoding (8 bits) and the confidence (8 bits).
constexpr std::uint64_t kBom = 1 << 16;
constexpr std::uint64_t kDecided = 1 << 17;
constexpr std::uint64_t kIgnoreEscapes = 1 << 18;

void put(ByteVector& bytes, std::uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) {
    bytes.push_back(static_cast<std::uint8_t>(value >> shift));
  }
}

void put(ByteVector& bytes, const TextStreamState& state) {
  const auto& [encoding, confidence_percent, bom, replacements] = state.facts;
  put(bytes, state.byte_offset);
  put(bytes, replacements);
  put(bytes, static_cast<std::uint64_t>(encoding) | confidence_percent.value_or(0) << 8 |
                 (bom ? kBom : 0) | (state.decided ? kDecided : 0) |
                 (state.ignore_escapes ? kIgnoreEscapes : 0));
}

/// Whether `next` can stand behind `before`: each line has an end, which is a byte or more.
bool follows(const TextCheckpoint& before, const TextCheckpoint& next) {
  const std::uint64_t bytes = next.state.byte_offset;
  return next.line > before.line && bytes > before.state.byte_offset && next.line <= bytes + 1 &&
         next.line_ends.cr <= bytes && next.line_ends.crlf <= next.line_ends.cr;
}

/// Numbers in order; once one is missing or out of range, `ok` is false for good.
struct Numbers {
  ByteReader reader;
  bool ok = true;

  std::uint64_t next(std::uint64_t max = UINT64_MAX) {
    const auto value = reader.u64_le();
    ok = ok && value && *value <= max;
    return ok ? *value : 0;
  }

  TextStreamState next_state() {
    TextStreamState state;
    state.byte_offset = next();
    state.facts.replacements = next();
    const std::uint64_t flags = next(2 * kIgnoreEscapes - 1);
    const std::uint64_t confidence = flags >> 8 & 0xFF;
    ok = ok && (flags & 0xFF) <= static_cast<std::uint64_t>(kLastEncoding) && confidence <= 100;
    if (!ok) return state;
    state.facts.encoding = static_cast<Encoding>(flags & 0xFF);
    if (confidence > 0) state.facts.confidence_percent = static_cast<std::uint32_t>(confidence);
    state.facts.bom = (flags & kBom) != 0;
    state.decided = (flags & kDecided) != 0;
    state.ignore_escapes = (flags & kIgnoreEscapes) != 0;
    return state;
  }
};

}  // namespace

std::optional<TextCheckpoint> LineIndex::before(std::uint64_t line) const {
  const auto after = std::upper_bound(
      checkpoints_.begin(), checkpoints_.end(), line,
      [](std::uint64_t number, const TextCheckpoint& c) { return number < c.line; });
  if (after == checkpoints_.begin()) return std::nullopt;
  return *(after - 1);
}

void LineIndex::add(const TextCheckpoint& checkpoint) {
  const std::uint64_t from =
      checkpoints_.empty() ? 0 : checkpoints_.back().state.byte_offset + spacing_;
  if (checkpoint.state.byte_offset < from) return;
  checkpoints_.push_back(checkpoint);
  if (checkpoints_.size() < kMaxCheckpoints) return;
  for (std::size_t i = 0; 2 * i + 1 < checkpoints_.size(); ++i) {
    checkpoints_[i] = checkpoints_[2 * i + 1];
  }
  checkpoints_.resize(checkpoints_.size() / 2);
  spacing_ *= 2;
}

ByteVector LineIndex::to_bytes() const {
  ByteVector bytes;
  put(bytes, kMagic);
  put(bytes, spacing_);
  put(bytes, totals_ ? 1 : 0);
  if (totals_) {
    put(bytes, TextStreamState{0, true, false, totals_->facts});
    put(bytes, totals_->lines);
    put(bytes, totals_->line_end ? static_cast<std::uint64_t>(*totals_->line_end) : kNoLineEnd);
    put(bytes, totals_->final_newline ? 1 : 0);
  }
  put(bytes, checkpoints_.size());
  for (const auto& [state, line, line_ends] : checkpoints_) {
    put(bytes, state);
    put(bytes, line);
    put(bytes, line_ends.cr);
    put(bytes, line_ends.crlf);
  }
  return bytes;
}

std::optional<LineIndex> LineIndex::from_bytes(ByteSpan bytes) {
  Numbers numbers{ByteReader(bytes)};
  LineIndex index;
  numbers.ok = numbers.next() == kMagic;
  index.spacing_ = numbers.next();
  if (numbers.next(1) != 0) {
    TextTotals totals;
    totals.facts = numbers.next_state().facts;
    totals.lines = numbers.next();
    const std::uint64_t line_end = numbers.next(kNoLineEnd);
    if (line_end != kNoLineEnd) totals.line_end = static_cast<LineEnd>(line_end);
    totals.final_newline = numbers.next(1) != 0;
    index.totals_ = totals;
  }
  TextCheckpoint last;
  const std::uint64_t count = numbers.next(kMaxCheckpoints);
  for (std::uint64_t i = 0; i < count; ++i) {
    TextCheckpoint checkpoint;
    checkpoint.state = numbers.next_state();
    checkpoint.line = numbers.next();
    checkpoint.line_ends.cr = numbers.next();
    checkpoint.line_ends.crlf = numbers.next();
    if (!numbers.ok || !follows(last, checkpoint)) return std::nullopt;
    checkpoint.line_ends.lf = checkpoint.line - 1;
    index.checkpoints_.push_back(checkpoint);
    last = checkpoint;
  }
  if (!numbers.ok || !numbers.reader.at_end()) return std::nullopt;
  if (index.totals_ && index.totals_->lines < last.line - 1) return std::nullopt;
  return index;
}

}  // namespace lectern
