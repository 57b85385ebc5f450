// gb18030 and GBK (section 10.2), Big5 (section 11.1), EUC-KR (section 13.1), ISO-2022-KR.
#include <algorithm>

#include "text/legacy_decoder.h"
#include "text/legacy_decoders.h"

namespace lectern {
namespace {

class Gb18030Decoder final : public LegacyDecoder {
 public:
  explicit Gb18030Decoder(const LegacyTables& tables)
      : index_(tables.index(LegacyIndex::kGb18030)), ranges_(tables.gb18030_ranges()) {}
  bool at_boundary() const override { return first_ == 0; }

 private:
  void take(std::uint8_t byte) override {
    if (third_ != 0) {
      take_fourth(byte);
    } else if (second_ != 0) {
      take_third(byte);
    } else if (first_ != 0) {
      take_second(byte);
    } else if (byte < 0x80) {
      put(byte);
    } else if (byte == 0x80) {
      put(0x20AC);
    } else if (byte == 0xFF) {
      replace();
    } else {
      first_ = byte;
    }
  }

  void take_second(std::uint8_t byte) {
    if (in_range(byte, '0', '9')) {
      second_ = byte;
      return;
    }
    std::size_t pointer = kNoPointer;
    if (in_range(byte, 0x40, 0x7E) || in_range(byte, 0x80, 0xFE)) {
      pointer = (first_ - 0x81U) * 190U + byte - (byte < 0x7F ? 0x40U : 0x41U);
    }
    first_ = 0;
    put_from(index_, pointer, byte);
  }

  void take_third(std::uint8_t byte) {
    if (in_range(byte, 0x81, 0xFE)) {
      third_ = byte;
      return;
    }
    const std::uint8_t second = second_;
    reset();
    replace();
    take(second);
    take(byte);
  }

  void take_fourth(std::uint8_t byte) {
    const std::uint8_t second = second_;
    const std::uint8_t third = third_;
    const std::uint8_t first = first_;
    reset();
    if (!in_range(byte, '0', '9')) {
      replace();
      take(second);
      take(third);
      take(byte);
      return;
    }
    put_four_byte_character(((first - 0x81U) * 10 + second - '0') * 1260 + (third - 0x81U) * 10 +
                            byte - '0');
  }

  void put_four_byte_character(std::uint32_t pointer) {
    if (in_range(pointer, 39420, 188999) || pointer > 1237575) {
      replace();
    } else if (pointer == 7457) {
      put(0xE7C7);
    } else {
      const auto after = std::upper_bound(
          ranges_.begin(), ranges_.end(), pointer,
          [](std::uint32_t value, const Gb18030Range& range) { return value < range.pointer; });
      const Gb18030Range& range = *std::prev(after);
      put(range.code_point + (pointer - range.pointer));
    }
  }

  void end() override {
    if (first_ != 0) replace();
    reset();
  }
  void reset() { first_ = second_ = third_ = 0; }

  std::vector<char32_t> index_;
  std::vector<Gb18030Range> ranges_;  ///< the first has pointer 0
  std::uint8_t first_ = 0;
  std::uint8_t second_ = 0;
  std::uint8_t third_ = 0;
};

/// Big5 and EUC-KR have the same lead bytes.
class WideLeadDecoder : public LeadTrailDecoder {
  bool is_lead(std::uint8_t byte) const final { return in_range(byte, 0x81, 0xFE); }
};

class Big5Decoder final : public WideLeadDecoder {
 public:
  explicit Big5Decoder(const LegacyTables& tables) : index_(tables.index(LegacyIndex::kBig5)) {}

 private:
  void put_pair(std::uint8_t lead, std::uint8_t trail) override {
    std::size_t pointer = kNoPointer;
    if (in_range(trail, 0x40, 0x7E) || in_range(trail, 0xA1, 0xFE)) {
      pointer = (lead - 0x81U) * 157U + trail - (trail < 0x7F ? 0x40U : 0x62U);
    }
    // Four pointers stand for a letter and a combining accent.
    if (pointer == 1133 || pointer == 1135 || pointer == 1164 || pointer == 1166) {
      put(pointer < 1164 ? 0xCA : 0xEA);
      put(pointer == 1133 || pointer == 1164 ? 0x304 : 0x30C);
      return;
    }
    put_from(index_, pointer, trail);
  }

  std::vector<char32_t> index_;
};

class EucKrDecoder : public WideLeadDecoder {
 public:
  explicit EucKrDecoder(const LegacyTables& tables) : index_(tables.index(LegacyIndex::kEucKr)) {}

 private:
  void put_pair(std::uint8_t lead, std::uint8_t trail) override {
    const bool fits = in_range(trail, 0x41, 0xFE);
    put_from(index_, fits ? (lead - 0x81U) * 190U + trail - 0x41U : kNoPointer, trail);
  }

  std::vector<char32_t> index_;
};

/// The same characters in seven bits, between a shift out and a shift in.
class Iso2022KrDecoder final : public EucKrDecoder {
 public:
  using EucKrDecoder::EucKrDecoder;
  bool at_boundary() const override { return !shifted_; }
  void decode(ByteSpan bytes, TextSink& sink) override {
    constexpr std::uint8_t kShiftOut = 0x0E;
    constexpr std::uint8_t kShiftIn = 0x0F;
    constexpr std::uint8_t kEscape = 0x1B;
    ByteVector eight_bits;
    for (const std::uint8_t byte : bytes) {
      if (header_left_ == kHeaderBytes ? byte == kEscape : header_left_ > 0) {
        --header_left_;
      } else if (byte == kShiftOut || byte == kShiftIn) {
        shifted_ = byte == kShiftOut;
      } else {
        eight_bits.push_back(shifted_ && byte > ' ' ? byte | 0x80 : byte);
      }
    }
    EucKrDecoder::decode(eight_bits, sink);
  }
  void finish(TextSink& sink) override {
    EucKrDecoder::finish(sink);
    header_left_ = kHeaderBytes;
    shifted_ = false;
  }

 private:
  /// An escape and "$)C", once.
  static constexpr unsigned kHeaderBytes = 4;

  unsigned header_left_ = kHeaderBytes;
  bool shifted_ = false;
};

class ReplacementDecoder final : public LegacyDecoder {
 public:
  bool at_boundary() const override { return !replaced_; }

 private:
  void take(std::uint8_t) override {
    if (!replaced_) replace();
    replaced_ = true;
  }
  void end() override {}

  bool replaced_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_gb18030_decoder(const LegacyTables& tables) {
  return std::make_unique<Gb18030Decoder>(tables);
}
std::unique_ptr<Decoder> make_big5_decoder(const LegacyTables& tables) {
  return std::make_unique<Big5Decoder>(tables);
}
std::unique_ptr<Decoder> make_euc_kr_decoder(const LegacyTables& tables) {
  return std::make_unique<EucKrDecoder>(tables);
}
std::unique_ptr<Decoder> make_iso_2022_kr_decoder(const LegacyTables& tables) {
  return std::make_unique<Iso2022KrDecoder>(tables);
}
std::unique_ptr<Decoder> make_replacement_decoder() {
  return std::make_unique<ReplacementDecoder>();
}

}  // namespace lectern
