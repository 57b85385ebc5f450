// EUC-JP (section 12.1), ISO-2022-JP (section 12.2), Shift_JIS (section 12.3).
#include "text/legacy_decoder.h"
#include "text/legacy_decoders.h"

namespace lectern {
namespace {

constexpr char32_t kFirstHalfwidthKatakana = 0xFF61;
constexpr std::uint8_t kEscapeByte = 0x1B;

class EucJpDecoder final : public LeadTrailDecoder {
 public:
  explicit EucJpDecoder(const LegacyTables& tables)
      : jis0208_(tables.index(LegacyIndex::kJis0208)),
        jis0212_(tables.index(LegacyIndex::kJis0212)) {}

 private:
  bool is_lead(std::uint8_t byte) const override {
    return byte == 0x8E || byte == 0x8F || in_range(byte, 0xA1, 0xFE);
  }

  void put_pair(std::uint8_t lead, std::uint8_t trail) override {
    const bool from_jis0212 = std::exchange(after_8f_, false);
    if (lead == 0x8E && in_range(trail, 0xA1, 0xDF)) {
      put(kFirstHalfwidthKatakana + (trail - 0xA1U));
    } else if (lead == 0x8F && in_range(trail, 0xA1, 0xFE)) {
      // The first of three bytes: what follows it is a pair.
      after_8f_ = true;
      lead_ = trail;
    } else {
      const bool pair = in_range(lead, 0xA1, 0xFE) && in_range(trail, 0xA1, 0xFE);
      const std::size_t pointer = pair ? (lead - 0xA1U) * 94U + trail - 0xA1U : kNoPointer;
      put_from(from_jis0212 ? jis0212_ : jis0208_, pointer, trail);
    }
  }

  std::vector<char32_t> jis0208_;
  std::vector<char32_t> jis0212_;
  bool after_8f_ = false;
};

class ShiftJisDecoder final : public LeadTrailDecoder {
 public:
  explicit ShiftJisDecoder(const LegacyTables& tables)
      : jis0208_(tables.index(LegacyIndex::kJis0208)) {}

 private:
  bool is_lead(std::uint8_t byte) const override {
    return in_range(byte, 0x81, 0x9F) || in_range(byte, 0xE0, 0xFC);
  }

  void put_single(std::uint8_t byte) override {
    if (byte == 0x80) {
      put(byte);
    } else if (in_range(byte, 0xA1, 0xDF)) {
      put(kFirstHalfwidthKatakana + (byte - 0xA1U));
    } else {
      replace();
    }
  }

  void put_pair(std::uint8_t lead, std::uint8_t trail) override {
    std::size_t pointer = kNoPointer;
    if (in_range(trail, 0x40, 0x7E) || in_range(trail, 0x80, 0xFC)) {
      pointer =
          (lead - (lead < 0xA0 ? 0x81U : 0xC1U)) * 188U + trail - (trail < 0x7F ? 0x40U : 0x41U);
    }
    // Characters that users define themselves.
    if (pointer >= 8836 && pointer <= 10715) {
      put(static_cast<char32_t>(0xE000 + (pointer - 8836)));
      return;
    }
    put_from(jis0208_, pointer, trail);
  }

  std::vector<char32_t> jis0208_;
};

class Iso2022JpDecoder final : public LegacyDecoder {
 public:
  explicit Iso2022JpDecoder(const LegacyTables& tables)
      : jis0208_(tables.index(LegacyIndex::kJis0208)) {}
  bool at_boundary() const override { return state_ == State::kAscii; }

 private:
  enum class State : std::uint8_t {
    kAscii,
    kRoman,
    kKatakana,
    kLead,
    kTrail,
    kEscapeStart,
    kEscape,
  };

  void take(std::uint8_t byte) override {
    switch (state_) {
      case State::kTrail:
        take_trail(byte);
        break;
      case State::kEscapeStart:
        take_escape_start(byte);
        break;
      case State::kEscape:
        take_escape(byte);
        break;
      default:
        take_first(byte);
    }
  }

  /// The first byte of a character.
  void take_first(std::uint8_t byte) {
    if (byte == kEscapeByte) {
      state_ = State::kEscapeStart;
      return;
    }
    after_escape_ = false;
    if (state_ == State::kLead && in_range(byte, 0x21, 0x7E)) {
      lead_ = byte;
      state_ = State::kTrail;
    } else if (state_ == State::kKatakana && in_range(byte, 0x21, 0x5F)) {
      put(kFirstHalfwidthKatakana + (byte - 0x21U));
    } else if (state_ == State::kRoman && byte == 0x5C) {
      put(0xA5);
    } else if (state_ == State::kRoman && byte == 0x7E) {
      put(0x203E);
    } else if ((state_ == State::kAscii || state_ == State::kRoman) && byte < 0x80 &&
               byte != 0x0E && byte != 0x0F) {
      put(byte);
    } else {
      replace();
    }
  }

  void take_trail(std::uint8_t byte) {
    if (byte == kEscapeByte) {
      state_ = State::kEscapeStart;
      replace();
      return;
    }
    state_ = State::kLead;
    const std::size_t pointer = (lead_ - 0x21U) * 94U + byte - 0x21U;
    if (in_range(byte, 0x21, 0x7E) && pointer < jis0208_.size() && jis0208_[pointer] != 0) {
      put(jis0208_[pointer]);
    } else {
      replace();
    }
  }

  void take_escape_start(std::uint8_t byte) {
    if (byte == '$' || byte == '(') {
      lead_ = byte;
      state_ = State::kEscape;
      return;
    }
    leave_escape();
    take(byte);
  }

  void take_escape(std::uint8_t byte) {
    if (lead_ == '(' && byte == 'B') {
      enter(State::kAscii);
    } else if (lead_ == '(' && byte == 'J') {
      enter(State::kRoman);
    } else if (lead_ == '(' && byte == 'I') {
      enter(State::kKatakana);
    } else if (lead_ == '$' && (byte == '@' || byte == 'B')) {
      enter(State::kLead);
    } else {
      const std::uint8_t lead = lead_;
      leave_escape();
      take(lead);
      take(byte);
    }
  }

  /// Two escape sequences without a character between them are an error.
  void enter(State state) {
    state_ = output_state_ = state;
    if (after_escape_) replace();
    after_escape_ = true;
  }

  void leave_escape() {
    after_escape_ = false;
    state_ = output_state_;
    replace();
  }

  void end() override {
    if (state_ == State::kTrail) {
      replace();
    } else if (state_ == State::kEscapeStart) {
      leave_escape();
    } else if (state_ == State::kEscape) {
      const std::uint8_t lead = lead_;
      leave_escape();
      take(lead);
      if (state_ == State::kTrail) replace();
    }
    state_ = output_state_ = State::kAscii;
    after_escape_ = false;
  }

  std::vector<char32_t> jis0208_;
  State state_ = State::kAscii;
  State output_state_ = State::kAscii;
  std::uint8_t lead_ = 0;
  bool after_escape_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_euc_jp_decoder(const LegacyTables& tables) {
  return std::make_unique<EucJpDecoder>(tables);
}
std::unique_ptr<Decoder> make_shift_jis_decoder(const LegacyTables& tables) {
  return std::make_unique<ShiftJisDecoder>(tables);
}
std::unique_ptr<Decoder> make_iso_2022_jp_decoder(const LegacyTables& tables) {
  return std::make_unique<Iso2022JpDecoder>(tables);
}

}  // namespace lectern
