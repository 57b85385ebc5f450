// From the bytes of a file to its text: finds the encoding, tells text from binary data, decodes.
// The outcome does not depend on how the bytes are cut into calls; at most kWindowBytes are held
// back.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/bytes.h"
#include "base/encoding_tables.h"
#include "base/error.h"
#include "detect/signatures.h"
#include "text/decoder.h"
#include "text/encoding.h"

namespace lectern {

/// What a stream knows of its text.
struct TextFacts {
  /// Certain or guessed; UTF-8 as long as all was ASCII.
  Encoding encoding = Encoding::kUtf8;
  /// 1 to 100; present when the encoding was guessed from statistics.
  std::optional<std::uint32_t> confidence_percent;
  bool bom = false;
  std::uint64_t replacements = 0;
};

/// Where and how decoding goes on in the middle of a file.
struct TextStreamState {
  std::uint64_t byte_offset = 0;
  /// False: only ASCII was seen and the encoding is still open.
  bool decided = false;
  /// The escapes seen were those of a terminal, not of an encoding.
  bool ignore_escapes = false;
  TextFacts facts;
};

struct TextStreamOptions {
  /// Skips the guess.
  std::optional<Encoding> encoding;
  /// For find_legacy_tables; must outlive the stream.
  EncodingTables legacy_tables;
  /// False: only finds out whether the bytes are text, and not which legacy encoding they are in;
  /// the sink receives nothing.
  bool decode = true;
};

/// Receives the text and the places where reading may start again.
class TextStreamSink : public TextSink {
 public:
  /// The text appended so far ends with LF, and a stream started with `state` goes on after it.
  virtual void at_line_start(const TextStreamState& state) = 0;
};

class TextStream {
 public:
  /// Bytes from the start that are looked at together: signature, byte order mark, UTF-16, UTF-32.
  static constexpr std::size_t kHeadBytes = kSignatureBytes;
  /// Bytes from the first that is not ASCII on, from which the encoding is told.
  static constexpr std::size_t kWindowBytes = std::size_t{256} << 10;
  /// Bytes between two calls of `at_line_start`, at least.
  static constexpr std::uint64_t kCheckpointBytes = std::uint64_t{1} << 20;

  /// A stream from the file's start. `sink` must outlive it.
  TextStream(const TextStreamOptions& options, TextStreamSink& sink);
  /// A stream that goes on in the middle.
  TextStream(const TextStreamOptions& options, const TextStreamState& start, TextStreamSink& sink);

  void push(ByteSpan bytes);
  void finish();

  /// True once the bytes have turned out to be no text. Nothing is appended any more.
  bool is_binary() const { return phase_ == Phase::kBinary; }
  /// What the binary data is, when its signature is known.
  const std::optional<BinaryKind>& binary_kind() const { return binary_kind_; }
  /// True while the bytes so far leave the encoding open. Not after `finish`.
  bool is_undecided() const { return phase_ == Phase::kHead || phase_ == Phase::kWindow; }
  /// True once tables have turned out to be needed that are not there: to decode the encoding that
  /// `facts` names, or to find it, when that is still UTF-8. Nothing is appended any more.
  bool lacks_tables() const { return phase_ == Phase::kLacksTables; }
  /// UNSUPPORTED_FORMAT, for a read that fails for want of them.
  Error missing_tables() const;
  /// What is known so far.
  TextFacts facts() const;

 private:
  enum class Phase : std::uint8_t { kHead, kAscii, kWindow, kDecoding, kLacksTables, kBinary };

  void advance(ByteSpan bytes, bool at_end);
  ByteSpan step_ascii(ByteSpan bytes);
  ByteSpan hold(ByteSpan bytes, std::size_t size, bool at_end);
  std::size_t decide(ByteSpan held, bool at_end);
  std::size_t decide_by_head(ByteSpan head);
  void decide_by_window(ByteSpan window, bool at_end);
  void decide_by_guess(ByteSpan window, bool at_end);
  void start_decoding(Encoding encoding);
  void decode(ByteSpan bytes);
  void emit(ByteSpan bytes);
  void emit_piece(ByteSpan bytes);
  std::optional<std::size_t> find_line_end(ByteSpan bytes, std::size_t from) const;

  TextStreamSink& sink_;
  TextStreamOptions options_;
  Phase phase_ = Phase::kHead;
  TextFacts facts_;
  std::uint64_t replacements_before_ = 0;
  ByteVector held_;
  /// By the start of the file. A printable signature is refuted by UTF-8 text only.
  std::optional<BinaryKind> binary_kind_;
  bool ignore_escapes_ = false;
  std::unique_ptr<Decoder> decoder_;
  std::uint64_t offset_;  ///< bytes of the file that were emitted
  std::uint64_t next_checkpoint_;
};

}  // namespace lectern
