#include "text/text_stream.h"

#include <algorithm>
#include <string>
#include <utility>

#include "detect/signatures.h"
#include "text/encoding_detector.h"
#include "text/kernels.h"
#include "text/wide_detector.h"

namespace lectern {
namespace {

constexpr std::uint8_t kEscape = 0x1B;

bool holds(ByteSpan bytes, std::uint8_t value) { return find_byte(bytes, value) < bytes.size(); }

}  // namespace

TextStream::TextStream(const TextStreamOptions& options, TextStreamSink& sink)
    : sink_(sink), options_(options), offset_(0), next_checkpoint_(kCheckpointBytes) {}

TextStream::TextStream(const TextStreamOptions& options, const TextStreamState& start,
                       TextStreamSink& sink)
    : sink_(sink),
      options_(options),
      phase_(Phase::kAscii),
      facts_(start.facts),
      replacements_before_(start.facts.replacements),
      ignore_escapes_(start.ignore_escapes),
      offset_(start.byte_offset),
      next_checkpoint_(start.byte_offset + kCheckpointBytes) {
  if (start.decided) start_decoding(facts_.encoding);
}

TextFacts TextStream::facts() const {
  TextFacts facts = facts_;
  facts.replacements = replacements_before_ + (decoder_ ? decoder_->replacements() : 0);
  return facts;
}

Error TextStream::missing_tables() const {
  const bool is_known = facts_.encoding != Encoding::kUtf8;
  const std::string subject =
      is_known ? std::string(encoding_name(facts_.encoding)) + " text" : "text that is not Unicode";
  return {ErrorCode::kUnsupportedFormat,
          subject + " needs the tables of the legacy encodings, which are not loaded"};
}

void TextStream::push(ByteSpan bytes) { advance(bytes, false); }

void TextStream::finish() {
  advance({}, true);
  if (decoder_ && !is_binary()) decoder_->finish(sink_);
}

void TextStream::advance(ByteSpan bytes, bool at_end) {
  // Each step consumes bytes or leaves a phase for a later one; a window of ASCII alone goes back
  // to kAscii once at most.
  while (!bytes.empty() || (at_end && (phase_ == Phase::kHead || phase_ == Phase::kWindow))) {
    switch (phase_) {
      case Phase::kHead:
        bytes = hold(bytes, kHeadBytes, at_end);
        break;
      case Phase::kAscii:
        bytes = step_ascii(bytes);
        break;
      case Phase::kWindow:
        bytes = hold(bytes, kWindowBytes, at_end);
        break;
      case Phase::kDecoding:
        decode(bytes);
        bytes = {};
        break;
      case Phase::kLacksTables:
      case Phase::kBinary:
        return;
    }
  }
}

ByteSpan TextStream::hold(ByteSpan bytes, std::size_t size, bool at_end) {
  if (held_.empty() && bytes.size() >= size) {
    return bytes.subspan(decide(bytes.first(size), at_end));
  }
  const std::size_t taken = std::min(bytes.size(), size - held_.size());
  held_.insert(held_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(taken));
  if (held_.size() == size || at_end) {
    const ByteVector held = std::exchange(held_, {});
    advance(ByteSpan(held).subspan(decide(held, at_end)), false);
  }
  return bytes.subspan(taken);
}

/// \returns how many bytes of `held` are no text.
std::size_t TextStream::decide(ByteSpan held, bool at_end) {
  if (phase_ == Phase::kHead) return decide_by_head(held);
  decide_by_window(held, at_end);
  return 0;
}

std::size_t TextStream::decide_by_head(ByteSpan head) {
  const auto mark = find_byte_order_mark(head);
  binary_kind_ = find_binary_kind(head);
  if (mark && (!options_.encoding || *options_.encoding == mark->encoding)) {
    facts_.bom = true;
    offset_ = mark->size;
    start_decoding(mark->encoding);
    return mark->size;
  }
  if (options_.encoding) {
    start_decoding(*options_.encoding);
    // NOLINTNEXTLINE(bugprone-branch-clone): the first question that is answered decides.
  } else if (binary_kind_ && binary_kind_->certain) {
    phase_ = Phase::kBinary;
  } else if (!holds(head, 0)) {
    phase_ = Phase::kAscii;
  } else if (const auto wide = guess_wide_encoding(head); wide && !binary_kind_) {
    start_decoding(*wide);
  } else {
    phase_ = Phase::kBinary;
  }
  return 0;
}

ByteSpan TextStream::step_ascii(ByteSpan bytes) {
  std::size_t size = plain_ascii_size(bytes);
  while (ignore_escapes_ && size < bytes.size() && bytes[size] == kEscape) {
    ++size;
    size += plain_ascii_size(bytes.subspan(size));
  }
  emit(bytes.first(size));
  if (size < bytes.size()) phase_ = bytes[size] == 0 ? Phase::kBinary : Phase::kWindow;
  return bytes.subspan(size);
}

void TextStream::decide_by_window(ByteSpan window, bool at_end) {
  if (holds(window, 0)) {
    phase_ = Phase::kBinary;
    return;
  }
  const bool ascii = std::none_of(window.begin(), window.end(), [](auto b) { return b >= 0x80; });
  if (ascii && !has_iso_2022_escape(window)) {
    // Escapes of a terminal, not of an encoding.
    ignore_escapes_ = true;
    phase_ = Phase::kAscii;
  } else {
    decide_by_guess(window, at_end);
  }
}

void TextStream::decide_by_guess(ByteSpan window, bool at_end) {
  auto guess = guess_without_tables(window, at_end);
  // The tables give statistics, and these do not refute a signature.
  if (!guess && !binary_kind_ && !has_many_controls(window)) {
    const auto tables = find_legacy_tables(options_.legacy_tables);
    if (!tables) {
      phase_ = Phase::kLacksTables;
      return;
    }
    // Who wants no more than to tell text from other data need not know which encoding it is.
    guess = options_.decode || may_be_no_text(window) ? guess_with_tables(window, at_end, *tables)
                                                      : EncodingGuess{Encoding::kWindows1252, 1};
  }
  if (!guess || (binary_kind_ && guess->confidence_percent)) {
    phase_ = Phase::kBinary;
    return;
  }
  facts_.confidence_percent = guess->confidence_percent;
  start_decoding(guess->encoding);
}

void TextStream::start_decoding(Encoding encoding) {
  facts_.encoding = encoding;
  phase_ = Phase::kDecoding;
  if (!options_.decode) return;
  decoder_ = make_decoder(encoding, options_.legacy_tables);
  if (!decoder_) phase_ = Phase::kLacksTables;
}

void TextStream::decode(ByteSpan bytes) {
  if (!is_ascii_compatible(facts_.encoding)) {
    emit(bytes);
    return;
  }
  const std::size_t size = find_byte(bytes, 0);
  emit(bytes.first(size));
  if (size < bytes.size()) phase_ = Phase::kBinary;
}

/// Decodes, and stops at the line ends that are due to become checkpoints.
void TextStream::emit(ByteSpan bytes) {
  if (!options_.decode) return;
  while (offset_ + bytes.size() >= next_checkpoint_) {
    const std::size_t from =
        offset_ < next_checkpoint_ ? static_cast<std::size_t>(next_checkpoint_ - 1 - offset_) : 0;
    const auto line_end = find_line_end(bytes, from);
    if (!line_end) break;
    emit_piece(bytes.first(*line_end));
    bytes = bytes.subspan(*line_end);
    if (decoder_ && !decoder_->at_boundary()) continue;
    next_checkpoint_ = offset_ + kCheckpointBytes;
    // What looked like the signature of binary data may still decide, and is not kept.
    if (binary_kind_) continue;
    sink_.at_line_start({offset_, phase_ == Phase::kDecoding, ignore_escapes_, facts()});
  }
  emit_piece(bytes);
}

/// The offset in `bytes` just after the first LF that ends after `from`.
std::optional<std::size_t> TextStream::find_line_end(ByteSpan bytes, std::size_t from) const {
  const std::size_t unit = code_unit_bytes(facts_.encoding);
  if (unit == 1) {
    const std::size_t at = from + find_byte(bytes.subspan(from), '\n');
    if (at == bytes.size()) return std::nullopt;
    return at + 1;
  }
  // Code units lie at multiples of their size from the file's start.
  const bool little =
      facts_.encoding == Encoding::kUtf16Le || facts_.encoding == Encoding::kUtf32Le;
  const std::string_view units = little ? std::string_view("\n\0\0\0", 4).substr(0, unit)
                                        : std::string_view("\0\0\0\n", 4).substr(4 - unit);
  std::size_t at = from - std::min<std::size_t>(from, unit - 1);
  for (at += (unit - (offset_ + at) % unit) % unit; at + unit <= bytes.size(); at += unit) {
    if (has_bytes_at(bytes, at, units)) return at + unit;
  }
  return std::nullopt;
}

void TextStream::emit_piece(ByteSpan bytes) {
  offset_ += bytes.size();
  if (bytes.empty()) return;
  if (decoder_) {
    decoder_->decode(bytes, sink_);
  } else {
    sink_.append(as_chars(bytes));
  }
}

}  // namespace lectern
