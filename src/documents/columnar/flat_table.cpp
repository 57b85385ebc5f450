#include "documents/columnar/flat_table.h"

namespace lectern {

std::uint64_t FlatTable::raw(std::uint64_t at, unsigned size) const {
  if (at > bytes_.size() || size > bytes_.size() - at) {
    *is_damaged_ = true;
    return 0;
  }
  std::uint64_t value = 0;
  for (unsigned i = size; i > 0; --i)
    value = value << 8 | bytes_[static_cast<std::size_t>(at) + i - 1];
  return value;
}

FlatTable::FlatTable(ByteSpan bytes, std::uint64_t at, bool* is_damaged)
    : bytes_(bytes), at_(at), is_damaged_(is_damaged) {
  const auto back = static_cast<std::int32_t>(static_cast<std::uint32_t>(raw(at, 4)));
  const std::int64_t start = static_cast<std::int64_t>(at) - back;
  if (*is_damaged || start < 0) {
    *is_damaged = true;
    at_ = 0;
    return;
  }
  fields_ = static_cast<std::uint64_t>(start) + 4;
  fields_end_ = static_cast<std::uint64_t>(start) + raw(static_cast<std::uint64_t>(start), 2);
  if (fields_end_ < fields_ || fields_end_ > bytes.size()) {
    *is_damaged = true;
    at_ = 0;
  }
}

FlatTable FlatTable::root(ByteSpan bytes, bool& is_damaged) {
  is_damaged = false;
  FlatTable start;
  start.bytes_ = bytes;
  start.is_damaged_ = &is_damaged;
  const std::uint64_t at = start.raw(0, 4);
  if (is_damaged || at < 4) {
    is_damaged = true;
    return {};
  }
  return {bytes, at, &is_damaged};
}

/// Where a field stands; 0 when it is absent.
std::uint64_t FlatTable::place(unsigned field) const {
  if (at_ == 0 || fields_ + 2 * std::uint64_t{field} + 2 > fields_end_) return 0;
  const std::uint64_t offset = raw(fields_ + 2 * std::uint64_t{field}, 2);
  return offset == 0 ? 0 : at_ + offset;
}

/// Offsets only lead forward, so that nothing holds itself.
std::uint64_t FlatTable::follow(std::uint64_t at) const {
  const std::uint64_t offset = raw(at, 4);
  if (offset == 0) *is_damaged_ = true;
  return at + offset;
}

std::int64_t FlatTable::integer(unsigned field, unsigned size, std::int64_t otherwise) const {
  const std::uint64_t at = place(field);
  if (at == 0) return otherwise;
  const unsigned shift = 64 - 8 * size;
  return static_cast<std::int64_t>(raw(at, size) << shift) >> shift;
}

std::string_view FlatTable::text(unsigned field) const {
  const std::uint64_t count = size(field, 1);
  if (count == 0) return {};
  const std::uint64_t at = follow(place(field)) + 4;
  return as_chars(bytes_.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(count)));
}

FlatTable FlatTable::table(unsigned field) const {
  const std::uint64_t at = place(field);
  if (at == 0) return {};
  return {bytes_, follow(at), is_damaged_};
}

std::uint64_t FlatTable::size(unsigned field, unsigned element_bytes) const {
  const std::uint64_t at = place(field);
  if (at == 0) return 0;
  const std::uint64_t start = follow(at);
  const std::uint64_t count = raw(start, 4);
  if (count > 0 && (*is_damaged_ || count > (bytes_.size() - start - 4) / element_bytes)) {
    *is_damaged_ = true;
    return 0;
  }
  return count;
}

FlatTable FlatTable::element(unsigned field, std::uint64_t index) const {
  const std::uint64_t at = follow(place(field)) + 4 + 4 * index;
  return {bytes_, follow(at), is_damaged_};
}

std::int64_t FlatTable::element_integer(unsigned field, std::uint64_t index, unsigned element_bytes,
                                        unsigned offset, unsigned size) const {
  const std::uint64_t at = follow(place(field)) + 4 + element_bytes * index + offset;
  const unsigned shift = 64 - 8 * size;
  return static_cast<std::int64_t>(raw(at, size) << shift) >> shift;
}

}  // namespace lectern
