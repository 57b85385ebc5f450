#include "documents/columnar/thrift.h"

namespace lectern {
namespace {

constexpr unsigned kMaxThriftDepth = 48;

std::int64_t zigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

}  // namespace

std::uint64_t ThriftReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = bytes_.u8();
    if (!byte) break;
    value |= std::uint64_t{*byte & 0x7FU} << shift;
    if ((*byte & 0x80) == 0) return value;
  }
  has_failed_ = true;
  return 0;
}

bool ThriftReader::next(Field& field) {
  const auto head = has_failed_ ? std::nullopt : bytes_.u8();
  if (!head || (*head & 15) > static_cast<unsigned>(ThriftType::kStruct)) {
    has_failed_ = true;
    return false;
  }
  field.type = static_cast<ThriftType>(*head & 15);
  if (field.type == ThriftType::kStop) return false;
  if (*head >> 4 != 0) {
    field.id += *head >> 4;
  } else {
    field.id = static_cast<std::int16_t>(zigzag(varint()));
  }
  return !has_failed_;
}

std::int64_t ThriftReader::integer(const Field& field) {
  if (field.type == ThriftType::kByte) return static_cast<std::int8_t>(bytes_.u8().value_or(0));
  if (field.type >= ThriftType::kInt16 && field.type <= ThriftType::kInt64) return zigzag(varint());
  skip(field);
  return 0;
}

bool ThriftReader::boolean(const Field& field) {
  skip(field);
  return field.type == ThriftType::kTrue;
}

std::string_view ThriftReader::element_binary() {
  const std::uint64_t size = varint();
  if (has_failed_ || size > bytes_.remaining()) {
    has_failed_ = true;
    return {};
  }
  return as_chars(*bytes_.take(static_cast<std::size_t>(size)));
}

std::string_view ThriftReader::binary(const Field& field) {
  if (field.type == ThriftType::kBinary) return element_binary();
  skip(field);
  return {};
}

std::int64_t ThriftReader::element_integer() { return zigzag(varint()); }

std::uint64_t ThriftReader::list(const Field& field, ThriftType& element) {
  if (field.type != ThriftType::kList && field.type != ThriftType::kSet) {
    skip(field);
    return 0;
  }
  const std::uint8_t head = bytes_.u8().value_or(0);
  element = static_cast<ThriftType>(head & 15);
  const std::uint64_t size = head >> 4 == 15 ? varint() : head >> 4;
  // Every element takes a byte at least.
  if (has_failed_ || size > bytes_.remaining() || element > ThriftType::kStruct) {
    has_failed_ = true;
    return 0;
  }
  return size;
}

void ThriftReader::skip(const Field& field) {
  // The type of a field says which boolean it is; in a list each takes a byte.
  if (field.type != ThriftType::kTrue && field.type != ThriftType::kFalse) skip(field.type, 0);
}

void ThriftReader::skip(ThriftType type, unsigned depth) {
  if (has_failed_ || depth > kMaxThriftDepth) {
    has_failed_ = true;
    return;
  }
  switch (type) {
    case ThriftType::kStop:
      has_failed_ = true;
      return;
    case ThriftType::kTrue:
    case ThriftType::kFalse:
    case ThriftType::kByte:
      if (!bytes_.skip(1)) has_failed_ = true;
      return;
    case ThriftType::kInt16:
    case ThriftType::kInt32:
    case ThriftType::kInt64:
      varint();
      return;
    case ThriftType::kDouble:
      if (!bytes_.skip(8)) has_failed_ = true;
      return;
    case ThriftType::kBinary:
      element_binary();
      return;
    case ThriftType::kList:
    case ThriftType::kSet: {
      ThriftType element = ThriftType::kStop;
      const std::uint64_t size = list(Field{type, 0}, element);
      for (std::uint64_t i = 0; i < size && !has_failed_; ++i) skip(element, depth + 1);
      return;
    }
    case ThriftType::kMap: {
      const std::uint64_t size = varint();
      if (size == 0) return;
      const std::uint8_t types = bytes_.u8().value_or(0);
      if (size > bytes_.remaining() || types >> 4 > 12 || (types & 15) > 12) has_failed_ = true;
      for (std::uint64_t i = 0; i < size && !has_failed_; ++i) {
        skip(static_cast<ThriftType>(types >> 4), depth + 1);
        skip(static_cast<ThriftType>(types & 15), depth + 1);
      }
      return;
    }
    case ThriftType::kStruct: {
      Field field;
      while (next(field)) {
        if (field.type != ThriftType::kTrue && field.type != ThriftType::kFalse)
          skip(field.type, depth + 1);
      }
      return;
    }
  }
}

}  // namespace lectern
