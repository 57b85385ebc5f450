#include "notebook/notebook_text.h"

#include "base/byte_reader.h"

namespace lectern {
namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

void append_utf8(std::uint32_t code, std::string& out) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

std::string utf16_to_utf8(ByteSpan bytes, bool big_endian) {
  std::string out;
  out.reserve(bytes.size() / 2);
  ByteReader reader(bytes);
  const auto next = [&reader, big_endian] { return big_endian ? reader.u16_be() : reader.u16_le(); };
  std::optional<std::uint16_t> unit = next();
  while (unit) {
    std::uint32_t code = *unit;
    unit = next();
    if (code >= 0xD800 && code < 0xDC00 && unit && *unit >= 0xDC00 && *unit < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (*unit - 0xDC00U);
      unit = next();
    } else if (code >= 0xD800 && code < 0xE000) {
      code = kReplacement;
    }
    append_utf8(code, out);
  }
  if (!reader.at_end()) append_utf8(kReplacement, out);
  return out;
}

bool is_zero_at(ByteSpan bytes, std::size_t index) {
  return bytes.size() >= 2 && bytes[index] == 0 && bytes[1 - index] != 0;
}

}  // namespace

NotebookText notebook_text(ByteSpan bytes) {
  NotebookText text;
  std::size_t mark_bytes = 0;
  if (starts_with(bytes, "\xEF\xBB\xBF")) {
    mark_bytes = 3;
  } else if (starts_with(bytes, "\xFF\xFE")) {
    mark_bytes = 2;
    text.encoding = "utf-16le";
  } else if (starts_with(bytes, "\xFE\xFF")) {
    mark_bytes = 2;
    text.encoding = "utf-16be";
  } else if (is_zero_at(bytes, 1)) {
    text.encoding = "utf-16le";
  } else if (is_zero_at(bytes, 0)) {
    text.encoding = "utf-16be";
  }
  text.bom = mark_bytes > 0;
  const ByteSpan body = bytes.subspan(mark_bytes);
  if (text.encoding == "utf-8") {
    text.in_place = as_chars(body);
  } else {
    text.converted = utf16_to_utf8(body, text.encoding == "utf-16be");
  }
  return text;
}

}  // namespace lectern
