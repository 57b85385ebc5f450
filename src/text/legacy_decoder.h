// What the decoders of the East Asian encodings have in common.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "text/decoder.h"
#include "text/utf8.h"

namespace lectern {

/// Hands the stream byte by byte to `take`, and its end to `end`.
class LegacyDecoder : public Decoder {
 public:
  void decode(ByteSpan bytes, TextSink& sink) override {
    out_.clear();
    for (const std::uint8_t byte : bytes) take(byte);
    if (!out_.empty()) sink.append(out_);
  }
  void finish(TextSink& sink) override {
    out_.clear();
    end();
    if (!out_.empty()) sink.append(out_);
  }

 protected:
  virtual void take(std::uint8_t byte) = 0;
  virtual void end() = 0;

  void put(char32_t code_point) { append_utf8(code_point, out_); }
  void replace() {
    ++replacements_;
    out_ += kReplacementCharacter;
  }
  /// The character at `pointer`. Without one: U+FFFD, and `trail` again when it is ASCII.
  void put_from(const std::vector<char32_t>& index, std::size_t pointer, std::uint8_t trail) {
    if (pointer < index.size() && index[pointer] != 0) {
      put(index[pointer]);
      return;
    }
    replace();
    if (trail < 0x80) put(trail);
  }

 private:
  std::string out_;
};

/// Encodings of one lead and one trail byte. `put_pair` puts what both stand for; `put_single` puts
/// a byte of 0x80 and above that is no lead.
class LeadTrailDecoder : public LegacyDecoder {
 public:
  bool at_boundary() const override { return lead_ == 0; }

 protected:
  virtual bool is_lead(std::uint8_t byte) const = 0;
  virtual void put_pair(std::uint8_t lead, std::uint8_t trail) = 0;
  virtual void put_single(std::uint8_t) { replace(); }

  void take(std::uint8_t byte) final {
    if (lead_ != 0) {
      put_pair(std::exchange(lead_, std::uint8_t{0}), byte);
    } else if (byte < 0x80) {
      put(byte);
    } else if (is_lead(byte)) {
      lead_ = byte;
    } else {
      put_single(byte);
    }
  }

  void end() final {
    if (lead_ != 0) replace();
    lead_ = 0;
  }

  std::uint8_t lead_ = 0;  ///< that waits for its trail; 0 for none
};

/// A pointer that no index has.
inline constexpr std::size_t kNoPointer = static_cast<std::size_t>(-1);

constexpr bool in_range(unsigned value, unsigned first, unsigned last) {
  return value >= first && value <= last;
}

}  // namespace lectern
