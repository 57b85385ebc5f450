#include "text/unicode_decoders.h"

#include <array>
#include <string>

#include "text/kernels.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Passes valid stretches through without a copy.
class Utf8Decoder final : public Decoder {
 public:
  void decode(ByteSpan bytes, TextSink& sink) override {
    while (!carry_.empty() && !bytes.empty()) bytes = complete_carry(bytes, sink);
    while (!bytes.empty()) {
      const std::size_t valid = valid_utf8_size(bytes);
      if (valid > 0) sink.append(as_chars(bytes.first(valid)));
      bytes = bytes.subspan(valid);
      if (bytes.empty()) return;
      const InvalidUtf8 invalid = invalid_utf8_at(bytes);
      if (invalid.cut) {
        carry_ = as_chars(bytes);
        return;
      }
      replace(sink);
      bytes = bytes.subspan(invalid.size);
    }
  }

  void finish(TextSink& sink) override {
    if (!carry_.empty()) replace(sink);
    carry_.clear();
  }

  bool at_boundary() const override { return carry_.empty(); }

 private:
  /// Gives the cut character at the end of the last call one more byte, unless that byte belongs to
  /// the next character. Returns what is left of `bytes`.
  ByteSpan complete_carry(ByteSpan bytes, TextSink& sink) {
    carry_ += as_chars(bytes.first(1));
    if (utf8_sequence_size(as_bytes(carry_)) > 0) {
      sink.append(carry_);
      carry_.clear();
      return bytes.subspan(1);
    }
    if (invalid_utf8_at(as_bytes(carry_)).cut) return bytes.subspan(1);
    replace(sink);
    carry_.clear();
    return bytes;
  }

  void replace(TextSink& sink) {
    ++replacements_;
    sink.append(kReplacementCharacter);
  }

  /// The first bytes of a character, at most 3.
  std::string carry_;
};

bool is_high_surrogate(char32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low_surrogate(char32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

/// Cuts the stream into code units of `kUnitBytes` and hands each to `Derived::take`.
template <typename Derived, std::size_t kUnitBytes>
class WideDecoder : public Decoder {
 public:
  explicit WideDecoder(ByteOrder order) : order_(order) {}

  void decode(ByteSpan bytes, TextSink& sink) override {
    out_.clear();
    for (const std::uint8_t byte : bytes) {
      const std::size_t place = order_ == ByteOrder::kLittle ? filled_ : kUnitBytes - 1 - filled_;
      unit_ |= static_cast<char32_t>(byte) << (8 * place);
      if (++filled_ < kUnitBytes) continue;
      static_cast<Derived*>(this)->take(unit_);
      unit_ = 0;
      filled_ = 0;
    }
    if (!out_.empty()) sink.append(out_);
  }

  void finish(TextSink& sink) override {
    out_.clear();
    static_cast<Derived*>(this)->finish_units(filled_ > 0);
    unit_ = 0;
    filled_ = 0;
    if (!out_.empty()) sink.append(out_);
  }

 protected:
  void put(char32_t code_point) { append_utf8(code_point, out_); }
  void replace() {
    ++replacements_;
    out_ += kReplacementCharacter;
  }
  bool between_units() const { return filled_ == 0; }

 private:
  ByteOrder order_;
  char32_t unit_ = 0;
  std::size_t filled_ = 0;  ///< bytes of `unit_` that have come
  std::string out_;
};

class Utf16Decoder final : public WideDecoder<Utf16Decoder, 2> {
 public:
  using WideDecoder::WideDecoder;
  bool at_boundary() const override { return between_units() && high_ == 0; }

  void take(char32_t unit) {
    if (high_ != 0 && is_low_surrogate(unit)) {
      put(0x10000 + ((high_ - 0xD800) << 10) + (unit - 0xDC00));
      high_ = 0;
      return;
    }
    if (high_ != 0) replace();
    high_ = 0;
    if (is_high_surrogate(unit)) {
      high_ = unit;
    } else if (is_low_surrogate(unit)) {
      replace();
    } else {
      put(unit);
    }
  }

  /// One U+FFFD for whatever is cut, be it half a unit, half a pair or both.
  void finish_units(bool cut_unit) {
    if (cut_unit || high_ != 0) replace();
    high_ = 0;
  }

 private:
  char32_t high_ = 0;  ///< a high surrogate that waits for its low one
};

class Utf32Decoder final : public WideDecoder<Utf32Decoder, 4> {
 public:
  using WideDecoder::WideDecoder;
  bool at_boundary() const override { return between_units(); }

  void take(char32_t unit) {
    if (unit > kLastCodePoint || is_high_surrogate(unit) || is_low_surrogate(unit)) {
      replace();
    } else {
      put(unit);
    }
  }

  void finish_units(bool cut_unit) {
    if (cut_unit) replace();
  }
};

}  // namespace

std::unique_ptr<Decoder> make_utf8_decoder() { return std::make_unique<Utf8Decoder>(); }
std::unique_ptr<Decoder> make_utf16_decoder(ByteOrder order) {
  return std::make_unique<Utf16Decoder>(order);
}
std::unique_ptr<Decoder> make_utf32_decoder(ByteOrder order) {
  return std::make_unique<Utf32Decoder>(order);
}

}  // namespace lectern
