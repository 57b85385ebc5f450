#include "documents/html/property_list.h"

#include <algorithm>

#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kTrailerBytes = 32;
/// Objects in an array that are looked at, keys in a dictionary, and characters of a string that
/// may be asked for without end.
constexpr std::uint64_t kMaxPropertyItems = 100'000;
constexpr std::uint64_t kMaxPropertyKeys = 64;
constexpr std::uint64_t kMaxPropertyText = 4'096;

constexpr unsigned kInteger = 1;
constexpr unsigned kData = 4;
constexpr unsigned kAscii = 5;
constexpr unsigned kUtf16 = 6;
constexpr unsigned kArray = 10;
constexpr unsigned kDictionary = 13;

/// A big-endian number; nothing when it is not all there.
std::optional<std::uint64_t> big_number(ByteSpan bytes, std::uint64_t at, std::size_t size) {
  if (size == 0 || size > 8 || at > bytes.size() || size > bytes.size() - at) return std::nullopt;
  std::uint64_t value = 0;
  for (const std::uint8_t byte : bytes.subspan(static_cast<std::size_t>(at), size))
    value = value << 8U | byte;
  return value;
}

}  // namespace

Result<PropertyList> PropertyList::open(ByteSpan bytes) {
  PropertyList list(bytes);
  if (!starts_with(bytes, "bplist00") || bytes.size() < kTrailerBytes + 8)
    return fail(ErrorCode::kCorruptDocument, "it is no binary property list");
  const ByteSpan trailer = bytes.last(kTrailerBytes);
  list.offset_bytes_ = trailer[6];
  list.reference_bytes_ = trailer[7];
  list.objects_ = *big_number(trailer, 8, 8);
  list.root_ = *big_number(trailer, 16, 8);
  list.table_ = *big_number(trailer, 24, 8);
  if (list.object(list.root_).kind != kDictionary)
    return fail(ErrorCode::kCorruptDocument,
                {"the property list has no root at byte {}", list.table_});
  return list;
}

PropertyList::Object PropertyList::object(PropertyId id) const {
  if (id >= objects_ || id >= bytes_.size() || table_ > bytes_.size()) return {};
  const auto offset = big_number(bytes_, table_ + id * offset_bytes_, offset_bytes_);
  if (!offset || *offset >= bytes_.size()) return {};
  const ByteSpan bytes = bytes_.subspan(static_cast<std::size_t>(*offset));
  Object object{static_cast<unsigned>(bytes[0]) >> 4U, static_cast<unsigned>(bytes[0]) & 15U,
                bytes.subspan(1)};
  if (object.count != 15 || object.kind < kData) return object;
  // The count is an object of its own.
  if (object.rest.empty() || object.rest[0] >> 4U != kInteger) return {};
  const std::size_t size = std::size_t{1} << (object.rest[0] & 15U);
  const auto count = big_number(object.rest, 1, size);
  if (!count) return {};
  object.count = *count;
  object.rest = object.rest.subspan(1 + size);
  return object;
}

std::optional<PropertyId> PropertyList::reference(ByteSpan bytes, std::uint64_t place) const {
  return big_number(bytes, place * reference_bytes_, reference_bytes_);
}

std::optional<PropertyId> PropertyList::value(PropertyId dictionary, std::string_view key) const {
  const Object object = this->object(dictionary);
  if (object.kind != kDictionary || object.count > kMaxPropertyKeys) return std::nullopt;
  for (std::uint64_t i = 0; i < object.count; ++i) {
    const auto name = reference(object.rest, i);
    if (!name) return std::nullopt;
    if (is_text(this->object(*name), key)) return reference(object.rest, object.count + i);
  }
  return std::nullopt;
}

/// Whether an object is this text in ASCII: a key is compared with those of thousands of
/// dictionaries.
bool PropertyList::is_text(const Object& object, std::string_view text) {
  if (object.count != text.size()) return false;
  if (object.kind == kAscii) return as_chars(object.rest).starts_with(text);
  if (object.kind != kUtf16 || object.count > object.rest.size() / 2) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (object.rest[2 * i] != 0 || object.rest[2 * i + 1] != static_cast<std::uint8_t>(text[i]))
      return false;
  }
  return true;
}

std::vector<PropertyId> PropertyList::items(PropertyId array) const {
  std::vector<PropertyId> items;
  const Object object = this->object(array);
  if (object.kind != kArray) return items;
  for (std::uint64_t i = 0; i < std::min(object.count, kMaxPropertyItems); ++i) {
    const auto item = reference(object.rest, i);
    if (!item) break;
    items.push_back(*item);
  }
  return items;
}

ByteSpan PropertyList::data(PropertyId id) const {
  const Object object = this->object(id);
  if (object.kind != kData || object.count > object.rest.size()) return {};
  return object.rest.first(static_cast<std::size_t>(object.count));
}

std::string PropertyList::text(PropertyId id) const {
  const Object object = this->object(id);
  std::string text;
  if (object.count > kMaxPropertyText) {
    // Many may name the same long one.
    if (object.count > long_text_left_) return text;
    long_text_left_ -= object.count;
  }
  if (object.kind == kAscii && object.count <= object.rest.size())
    return std::string(as_chars(object.rest.first(static_cast<std::size_t>(object.count))));
  if (object.kind != kUtf16 || object.count > object.rest.size() / 2) return text;
  std::uint32_t high = 0;
  for (std::uint64_t i = 0; i < object.count; ++i) {
    const auto unit = static_cast<std::uint32_t>(*big_number(object.rest, 2 * i, 2));
    if (unit >= 0xD800 && unit < 0xDC00) {
      high = unit;
      continue;
    }
    if (unit >= 0xDC00 && unit < 0xE000) {
      append_utf8(high == 0 ? 0xFFFD : 0x10000 + ((high - 0xD800) << 10U) + (unit - 0xDC00), text);
    } else {
      append_utf8(unit, text);
    }
    high = 0;
  }
  return text;
}

}  // namespace lectern
