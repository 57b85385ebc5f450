#include "documents/mail/signed_mail.h"

#include <algorithm>

namespace lectern {
namespace {

using namespace std::string_view_literals;

constexpr int kMaxBerDepth = 12;

// Tags of ASN.1.
constexpr unsigned kOctets = 0x04;
constexpr unsigned kObjectId = 0x06;
constexpr unsigned kSequence = 0x30;
constexpr unsigned kExplicit0 = 0xA0;
constexpr unsigned kConstructed = 0x20;

/// 1.2.840.113549.1.7.2
constexpr std::string_view kSignedData = "\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02"sv;

/// A value of ASN.1, in BER.
struct BerValue {
  unsigned tag = 0;
  ByteSpan content;
  std::size_t size = 0;  ///< with its head, and its end where that is marked
};

std::optional<BerValue> ber_value(ByteSpan bytes, int depth) {
  if (bytes.size() < 2 || depth > kMaxBerDepth || (bytes[0] & 0x1FU) == 0x1F) return std::nullopt;
  BerValue value{bytes[0], {}, 0};
  const unsigned first = bytes[1];
  if (first == 0x80) {
    // Its end is marked by two zeros behind the values in it.
    std::size_t at = 2;
    for (;;) {
      const ByteSpan rest = bytes.subspan(at);
      if (rest.size() < 2) return std::nullopt;
      if (rest[0] == 0 && rest[1] == 0) break;
      const auto inner = ber_value(rest, depth + 1);
      if (!inner) return std::nullopt;
      at += inner->size;
    }
    value.content = bytes.subspan(2, at - 2);
    value.size = at + 2;
    return value;
  }
  std::size_t head = 2;
  std::size_t length = first;
  if (first > 0x80) {
    const std::size_t count = first & 0x7FU;
    if (count > 4 || bytes.size() < 2 + count) return std::nullopt;
    length = 0;
    for (std::size_t i = 0; i < count; ++i) length = length << 8U | bytes[2 + i];
    head += count;
  }
  if (length > bytes.size() - head) return std::nullopt;
  value.content = bytes.subspan(head, length);
  value.size = head + length;
  return value;
}

/// The next of the values in another one, when it has that tag.
std::optional<BerValue> take_ber(ByteSpan& bytes, unsigned tag) {
  const auto value = ber_value(bytes, 0);
  if (!value || value->tag != tag) return std::nullopt;
  bytes = bytes.subspan(value->size);
  return value;
}

void append_octets(const BerValue& value, int depth, std::string& out) {
  if (value.tag == kOctets) {
    out += as_chars(value.content);
    return;
  }
  ByteSpan rest = value.content;
  while (!rest.empty() && depth < kMaxBerDepth) {
    const auto piece = ber_value(rest, 0);
    if (!piece) return;
    append_octets(*piece, depth + 1, out);
    rest = rest.subspan(piece->size);
  }
}

}  // namespace

bool is_smime(std::string_view type) {
  return type == "application/pkcs7-mime" || type == "application/x-pkcs7-mime";
}

std::optional<std::string> signed_content(ByteSpan message) {
  const auto info = take_ber(message, kSequence);
  if (!info) return std::nullopt;
  ByteSpan in_info = info->content;
  const auto kind = take_ber(in_info, kObjectId);
  if (!kind || as_chars(kind->content) != kSignedData) return std::nullopt;
  const auto wrapped = take_ber(in_info, kExplicit0);
  if (!wrapped) return std::nullopt;
  ByteSpan in_wrapped = wrapped->content;
  const auto data = take_ber(in_wrapped, kSequence);
  if (!data) return std::nullopt;
  ByteSpan in_data = data->content;
  constexpr unsigned kInteger = 0x02;
  constexpr unsigned kSet = 0x31;
  if (!take_ber(in_data, kInteger) || !take_ber(in_data, kSet)) return std::nullopt;
  const auto inner = take_ber(in_data, kSequence);
  if (!inner) return std::nullopt;
  ByteSpan in_inner = inner->content;
  if (!take_ber(in_inner, kObjectId)) return std::nullopt;
  const auto content = take_ber(in_inner, kExplicit0);
  if (!content) return std::nullopt;
  const auto octets = ber_value(content->content, 0);
  if (!octets || (octets->tag & ~kConstructed) != kOctets) return std::nullopt;
  std::string out;
  append_octets(*octets, 0, out);
  return out;
}

}  // namespace lectern
