#include "text/single_byte_decoder.h"

#include <string>

#include "text/utf8.h"

namespace lectern {
namespace {

constexpr char16_t kNoCharacter = 0xFFFD;

class SingleByteDecoder final : public Decoder {
 public:
  explicit SingleByteDecoder(const SingleByteTable& table) : table_(table) {}

  void decode(ByteSpan bytes, TextSink& sink) override {
    out_.clear();
    for (const std::uint8_t byte : bytes) {
      const char16_t character = byte < 0x80 ? byte : table_[byte - 0x80];
      if (character == kNoCharacter) ++replacements_;
      append_utf8(character, out_);
    }
    if (!out_.empty()) sink.append(out_);
  }
  void finish(TextSink&) override {}
  bool at_boundary() const override { return true; }

 private:
  SingleByteTable table_;
  std::string out_;
};

class UserDefinedDecoder final : public Decoder {
 public:
  void decode(ByteSpan bytes, TextSink& sink) override {
    out_.clear();
    for (const std::uint8_t byte : bytes) {
      append_utf8(byte < 0x80 ? char32_t{byte} : char32_t{0xF780} + (byte - 0x80), out_);
    }
    if (!out_.empty()) sink.append(out_);
  }
  void finish(TextSink&) override {}
  bool at_boundary() const override { return true; }

 private:
  std::string out_;
};

}  // namespace

std::unique_ptr<Decoder> make_single_byte_decoder(const SingleByteTable& table) {
  return std::make_unique<SingleByteDecoder>(table);
}

std::unique_ptr<Decoder> make_user_defined_decoder() {
  return std::make_unique<UserDefinedDecoder>();
}

}  // namespace lectern
