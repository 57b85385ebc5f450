#include "documents/sheets/biff/records.h"

#include <algorithm>

#include "base/bit_cast.h"
#include "base/message.h"
#include "documents/html/html_text.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// The label of a Windows code page.
std::string label_of(std::uint16_t page) {
  switch (page) {
    case 874:
      return "windows-874";
    case 932:
      return "shift_jis";
    case 936:
      return "gbk";
    case 949:
    case 1361:
      return "euc-kr";
    case 950:
      return "big5";
    case 866:
      return "ibm866";
    case 10000:
    case 32768:
      return "macintosh";
    case 10007:
      return "x-mac-cyrillic";
    case 65001:
      return "utf-8";
    default:
      break;
  }
  if (page >= 1250 && page <= 1258) return compose({"windows-{}", page});
  return "windows-1252";
}

}  // namespace

std::optional<BiffRecord> BiffStream::next() {
  ByteReader reader = reader_;
  const auto type = reader.u16_le();
  const auto size = reader.u16_le();
  const auto bytes = size ? reader.take(*size) : std::nullopt;
  if (!bytes) return std::nullopt;
  reader_ = reader;
  return BiffRecord{*type, *bytes};
}

std::uint16_t BiffStream::peek() const {
  BiffStream copy = *this;
  const auto record = copy.next();
  return record ? record->type : std::uint16_t{0};
}

bool BiffPieces::settle() {
  while (at_ >= piece_.size()) {
    if (rest_.peek() != kBiffContinue) return false;
    piece_ = rest_.next()->bytes;
    at_ = 0;
  }
  return true;
}

bool BiffPieces::at_end() { return !settle(); }

std::optional<std::uint8_t> BiffPieces::u8() {
  if (!settle()) return std::nullopt;
  return piece_[at_++];
}

std::optional<std::uint16_t> BiffPieces::u16() {
  const auto low = u8();
  const auto high = u8();
  if (!high) return std::nullopt;
  return static_cast<std::uint16_t>(*low | *high << 8);
}

std::optional<std::uint32_t> BiffPieces::u32() {
  const auto low = u16();
  const auto high = u16();
  if (!high) return std::nullopt;
  return static_cast<std::uint32_t>(*low) | static_cast<std::uint32_t>(*high) << 16;
}

bool BiffPieces::skip(std::uint64_t count) {
  while (count > 0) {
    if (!settle()) return false;
    const std::uint64_t step = std::min<std::uint64_t>(count, piece_.size() - at_);
    at_ += static_cast<std::size_t>(step);
    count -= step;
  }
  return true;
}

bool BiffPieces::characters(std::uint32_t count, bool wide, std::string& out) {
  ByteVector units;
  bool is_first = true;
  while (count > 0) {
    if (at_ >= piece_.size()) {
      if (!settle()) break;
      if (!is_first) {
        const auto flags = u8();
        if (!flags) break;
        wide = (*flags & 1) != 0;
      }
    }
    is_first = false;
    const std::size_t left = piece_.size() - at_;
    const std::size_t width = wide ? 2 : 1;
    const std::size_t taken = std::min<std::size_t>(count, left / width);
    if (taken == 0) {
      // Half a character at the end of a piece.
      at_ = piece_.size();
      if (!settle()) break;
      continue;
    }
    const ByteSpan bytes = piece_.subspan(at_, taken * width);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      units.push_back(bytes[i]);
      if (!wide) units.push_back(0);
    }
    at_ += taken * width;
    count -= static_cast<std::uint32_t>(taken);
  }
  append_utf16(units, out);
  return count == 0;
}

std::optional<std::string> BiffPieces::rich_string() {
  const auto count = u16();
  const auto flags = u8();
  if (!flags) return std::nullopt;
  const std::uint32_t runs = (*flags & 8) != 0 ? u16().value_or(0) : 0;
  const std::uint32_t phonetic = (*flags & 4) != 0 ? u32().value_or(0) : 0;
  std::string out;
  if (!characters(*count, (*flags & 1) != 0, out))
    return out.empty() ? std::nullopt : std::optional(out);
  skip(static_cast<std::uint64_t>(runs) * 4 + phonetic);
  return out;
}

std::optional<std::string> biff8_string(ByteReader& reader, bool is_short) {
  std::optional<std::uint16_t> count;
  if (is_short) {
    count = reader.u8();
  } else {
    count = reader.u16_le();
  }
  const auto flags = reader.u8();
  if (!flags) return std::nullopt;
  const std::size_t runs = (*flags & 8) != 0 ? reader.u16_le().value_or(0) : 0;
  if ((*flags & 4) != 0) (void)reader.u32_le();
  (void)runs;
  const bool wide = (*flags & 1) != 0;
  const auto bytes =
      reader.take(std::min<std::size_t>(*count * (wide ? 2u : 1u), reader.remaining()));
  std::string out;
  if (wide) {
    append_utf16(*bytes, out);
  } else {
    for (const std::uint8_t byte : *bytes) append_utf8(byte, out);
  }
  return out;
}

std::string bounded_name(std::string name) {
  constexpr std::size_t kMostChars = 1'000;
  const std::size_t size = utf8_prefix_size(name, kMostChars);
  if (size < name.size()) name.replace(size, name.npos, "…");
  return name;
}

void append_utf16(ByteSpan bytes, std::string& out) {
  const auto unit = [&](std::size_t at) {
    return static_cast<char32_t>(bytes[at] | bytes[at + 1] << 8);
  };
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    const char32_t high = unit(at);
    if (high < 0xD800 || high > 0xDFFF) {
      append_utf8(high, out);
      continue;
    }
    const char32_t low = at + 3 < bytes.size() ? unit(at + 2) : 0;
    if (high < 0xDC00 && low >= 0xDC00 && low < 0xE000) {
      append_utf8(0x10000 + (high - 0xD800) * 0x400 + (low - 0xDC00), out);
      at += 2;
    } else {
      out += kReplacementCharacter;
    }
  }
}

std::string CodePage::decode(ByteSpan bytes) const {
  if (std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte < 0x80; })) {
    return std::string(as_chars(bytes));
  }
  auto encoding = encoding_for_label(label_of(page_));
  if (encoding) {
    if (auto text = decoded_text(bytes, *encoding, tables_)) return *std::move(text);
  }
  std::string out;
  for (const std::uint8_t byte : bytes) append_utf8(byte, out);
  return out;
}

double rk_number(std::uint32_t rk) {
  double value = 0;
  if ((rk & 2) != 0) {
    value = static_cast<double>(static_cast<std::int32_t>(rk) >> 2);
  } else {
    value = bit_cast<double>(static_cast<std::uint64_t>(rk & ~std::uint32_t{3}) << 32);
  }
  return (rk & 1) != 0 ? value / 100 : value;
}

std::string_view biff_error(std::uint8_t code) {
  switch (code) {
    case 0x00:
      return "#NULL!";
    case 0x07:
      return "#DIV/0!";
    case 0x0F:
      return "#VALUE!";
    case 0x17:
      return "#REF!";
    case 0x1D:
      return "#NAME?";
    case 0x24:
      return "#NUM!";
    case 0x2A:
      return "#N/A";
    case 0x2B:
      return "#GETTING_DATA";
    default:
      return "#ERROR!";
  }
}

}  // namespace lectern
