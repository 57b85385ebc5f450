#include "documents/database/row_record.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "documents/sheets/decimal.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Columns of a table: SQLite has no more.
constexpr std::size_t kMostValues = 32'767;
/// The first bytes of a blob tell what it is.
constexpr std::uint64_t kBlobStartBytes = 512;
/// A record's header: a varint for each column.
constexpr std::uint64_t kMostHeaderBytes = kMostValues * 9;
constexpr int kMostPlainPower = 14;
constexpr int kLeastPlainPower = -4;

std::uint64_t size_of_type(std::uint64_t type) {
  constexpr std::uint8_t kSizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
  return type < std::size(kSizes) ? kSizes[type] : (type - 12) / 2;
}

std::int64_t signed_integer(ByteSpan bytes) {
  std::uint64_t value = !bytes.empty() && (bytes[0] & 0x80) != 0 ? ~std::uint64_t{0} : 0;
  for (const std::uint8_t byte : bytes) value = value << 8 | byte;
  return static_cast<std::int64_t>(value);
}

std::string decode_utf16(ByteSpan bytes, bool is_big) {
  std::string text;
  const auto unit = [&](std::size_t at) {
    return is_big ? char32_t{bytes[at]} << 8 | bytes[at + 1]
                  : char32_t{bytes[at + 1]} << 8 | bytes[at];
  };
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    char32_t c = unit(at);
    if (c >= 0xD800 && c < 0xE000) {
      const bool is_pair =
          c < 0xDC00 && at + 3 < bytes.size() && unit(at + 2) >= 0xDC00 && unit(at + 2) < 0xE000;
      if (is_pair) {
        c = 0x10000 + ((c - 0xD800) << 10) + (unit(at + 2) - 0xDC00);
        at += 2;
      } else {
        c = 0xFFFD;
      }
    }
    append_utf8(c, text);
  }
  return text;
}

using Step = TreeWalk::Step;

}  // namespace

std::string decode_database_text(ByteSpan bytes, std::uint32_t encoding, bool is_cut) {
  if (encoding == 2 || encoding == 3) {
    if (is_cut && bytes.size() >= 2) {
      const std::size_t last = bytes.size() / 2 * 2 - 2;
      const std::uint8_t high = bytes[encoding == 3 ? last : last + 1];
      if (high >= 0xD8 && high < 0xDC) bytes = bytes.first(last);
    }
    return decode_utf16(bytes, encoding == 3);
  }
  if (is_valid_utf8(bytes)) return std::string(as_chars(bytes));
  std::string text;
  while (!bytes.empty()) {
    if (const std::size_t size = utf8_sequence_size(bytes)) {
      text += as_chars(bytes.first(size));
      bytes = bytes.subspan(size);
      continue;
    }
    const InvalidUtf8 invalid = invalid_utf8_at(bytes);
    if (invalid.cut && is_cut) break;
    text += kReplacementCharacter;
    bytes = bytes.subspan(invalid.size);
  }
  return text;
}

std::string real_text(double value) {
  if (std::isnan(value)) return "NULL";
  if (std::isinf(value)) return value < 0 ? "-Inf" : "Inf";
  const Decimal decimal = decimal_of(value);
  if (decimal.is_zero()) return "0.0";
  std::string out = value < 0 ? "-" : "";
  const int power = decimal.exponent - 1;
  const auto count = static_cast<int>(decimal.digits.size());
  if (power < kLeastPlainPower || power > kMostPlainPower) {
    out += decimal.digits[0];
    append_to(out, {".{}e{}{}{}", count > 1 ? decimal.digits.substr(1) : std::string("0"),
                    power < 0 ? '-' : '+', std::abs(power) < 10 ? "0" : "", std::abs(power)});
    return out;
  }
  const std::string whole = decimal.integer_digits();
  out += whole.empty() ? "0" : whole;
  out += '.';
  return out + (count > decimal.exponent ? decimal.fraction_digits(count - decimal.exponent) : "0");
}

void RowRecord::begin(const TreeCell& cell) {
  cell_ = cell;
  payload_.clear();
  has_local_ = false;
  overflow_ = cell.overflow;
}

/// Reads on to `size` bytes, or as far as the record goes. False: a page is missing.
bool RowRecord::fill(std::uint64_t size) {
  if (!has_local_) {
    const auto page = pages_.page(cell_.page);
    if (!page) return false;
    has_local_ = true;
    if (page->size() >= cell_.offset + cell_.local) {
      const ByteSpan local = page->subspan(cell_.offset, cell_.local);
      if (!pages_.spend(local.size())) return true;
      payload_.assign(local.begin(), local.end());
    }
  }
  size = std::min(size, cell_.payload);
  if (payload_.size() < size && !pages_.spend(size - payload_.size())) return true;
  while (payload_.size() < size && overflow_ != 0) {
    const auto page = pages_.page(overflow_);
    if (!page) return false;
    if (page->size() < header_.usable()) {
      overflow_ = 0;
      break;
    }
    const std::uint64_t left = cell_.payload - payload_.size();
    const ByteSpan part = page->subspan(
        4, static_cast<std::size_t>(std::min<std::uint64_t>(left, header_.usable() - 4)));
    payload_.insert(payload_.end(), part.begin(), part.end());
    overflow_ = std::uint64_t{(*page)[0]} << 24 | std::uint64_t{(*page)[1]} << 16 |
                std::uint64_t{(*page)[2]} << 8 | (*page)[3];
  }
  return true;
}

TreeWalk::Step RowRecord::damaged(const Message& what) {
  constexpr std::size_t kMostLines = 8;
  if (damage_.size() < kMostLines) {
    std::string text = compose({"page {,}: {}", cell_.page, what});
    if (std::find(damage_.begin(), damage_.end(), text) == damage_.end())
      damage_.push_back(std::move(text));
  }
  return TreeWalk::Step::kEnd;
}

TreeWalk::Step RowRecord::read(const RecordBounds& bounds, std::vector<DatabaseValue>& values) {
  if (!fill(9)) return Step::kNeedsBytes;
  std::size_t at = 0;
  const auto header_size = read_varint(payload_, at);
  if (!header_size || *header_size > std::min(cell_.payload, kMostHeaderBytes) ||
      *header_size < at) {
    return damaged("a record's header cannot be");
  }
  if (!fill(*header_size)) return Step::kNeedsBytes;
  if (payload_.size() < *header_size) return damaged("a record breaks off in its header");

  struct Place {
    std::uint64_t type;
    std::uint64_t start;
  };
  std::vector<Place> places;
  std::uint64_t start = *header_size;
  std::uint64_t needed = start;
  std::uint64_t number_bytes = 0;
  const ByteSpan head = ByteSpan(payload_).first(static_cast<std::size_t>(*header_size));
  while (at < head.size() && places.size() < kMostValues) {
    const auto type = read_varint(head, at);
    if (!type) return damaged("a record's header breaks off");
    const std::uint64_t size = size_of_type(*type);
    if (size > cell_.payload - std::min(cell_.payload, start)) {
      return damaged("a record's values are longer than it");
    }
    places.push_back({*type, start});
    if (*type < 12) number_bytes += size;
    const std::uint64_t most = *type < 12       ? size
                               : *type % 2 == 1 ? bounds.text_bytes
                                                : kBlobStartBytes;
    needed = std::max(needed, start + std::min(size, most));
    start += size;
  }
  // Digits take as long as several texts: a number counts with its bytes.
  constexpr std::uint64_t kReadValueWork = 600;
  if (!pages_.spend_values(places.size() + number_bytes, kReadValueWork)) return Step::kEnd;
  needed = std::min(needed, std::max(bounds.record_bytes, *header_size));
  if (!fill(needed)) return Step::kNeedsBytes;
  if (payload_.size() < std::min(needed, cell_.payload)) {
    damaged("the rest of a record is on a page that is not in the file");
  }

  values.clear();
  values.reserve(places.size());
  for (const auto& [type, from] : places) {
    DatabaseValue value;
    value.size = size_of_type(type);
    const std::uint64_t here = payload_.size() - std::min<std::uint64_t>(from, payload_.size());
    const ByteSpan bytes = here == 0 ? ByteSpan()
                                     : ByteSpan(payload_).subspan(
                                           static_cast<std::size_t>(from),
                                           static_cast<std::size_t>(std::min(here, value.size)));
    if (type == 0 || type == 10 || type == 11) {
      value.kind = DatabaseValue::Kind::kNull;
    } else if (type >= 12) {
      const bool is_text = type % 2 == 1;
      value.kind = is_text ? DatabaseValue::Kind::kText : DatabaseValue::Kind::kBlob;
      value.is_far = bytes.empty() && value.size > 0;
      const std::uint64_t most = is_text ? bounds.text_bytes : kBlobStartBytes;
      const ByteSpan shown =
          bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), most)));
      value.is_cut = shown.size() < value.size;
      value.bytes = is_text ? decode_database_text(shown, header_.encoding, value.is_cut)
                            : std::string(as_chars(shown));
    } else if (bytes.size() < value.size) {
      value.kind = DatabaseValue::Kind::kInteger;
      value.is_far = true;
    } else if (type == 7) {
      value.kind = DatabaseValue::Kind::kReal;
      const std::int64_t bits = signed_integer(bytes);
      std::memcpy(&value.real, &bits, sizeof bits);
      if (std::isnan(value.real)) value.kind = DatabaseValue::Kind::kNull;
    } else {
      value.kind = DatabaseValue::Kind::kInteger;
      value.integer = type == 8 ? 0 : type == 9 ? 1 : signed_integer(bytes);
    }
    values.push_back(std::move(value));
  }
  return Step::kCell;
}

}  // namespace lectern
