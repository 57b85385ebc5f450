#include "documents/slides/ppt_records.h"

#include <algorithm>

#include "base/byte_reader.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxRecords = 100'000;
constexpr std::size_t kHeaderBytes = 8;

}  // namespace

std::uint16_t ppt_u16(ByteSpan bytes, std::size_t offset) {
  ByteReader reader(bytes);
  return reader.skip(offset) ? reader.u16_le().value_or(0) : std::uint16_t{0};
}

std::uint32_t ppt_u32(ByteSpan bytes, std::size_t offset) {
  ByteReader reader(bytes);
  return reader.skip(offset) ? reader.u32_le().value_or(0) : 0;
}

PptRecord ppt_record(ByteSpan bytes, std::size_t offset) {
  PptRecord record;
  ByteReader reader(bytes);
  if (!reader.skip(offset)) return record;
  const auto head = reader.u16_le();
  const auto type = reader.u16_le();
  const auto size = reader.u32_le();
  if (!head || !type || !size) return record;
  record.type = *type;
  record.instance = static_cast<std::uint16_t>(*head >> 4);
  record.is_container = (*head & 15U) == 15;
  record.body = bytes.subspan(reader.position(), std::min<std::size_t>(*size, reader.remaining()));
  return record;
}

std::vector<PptRecord> ppt_records(ByteSpan body) {
  std::vector<PptRecord> records;
  for (std::size_t at = 0; at + kHeaderBytes <= body.size() && records.size() < kMaxRecords;) {
    records.push_back(ppt_record(body, at));
    at += kHeaderBytes + records.back().body.size();
  }
  return records;
}

std::string ppt_utf16(ByteSpan bytes) {
  std::string text;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    std::uint32_t unit = ppt_u16(bytes, i);
    if (unit >= 0xD800 && unit < 0xDC00 && i + 3 < bytes.size()) {
      const std::uint32_t low = ppt_u16(bytes, i + 2);
      if (low >= 0xDC00 && low < 0xE000) {
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        i += 2;
      }
    }
    if (unit >= 0xD800 && unit < 0xE000) {
      text += kReplacementCharacter;
    } else if (unit != 0) {
      append_utf8(unit, text);
    }
  }
  return text;
}

std::string ppt_low_bytes(ByteSpan bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    if (byte != 0) append_utf8(byte, text);
  }
  return text;
}

}  // namespace lectern
