// Thrift's compact protocol, as far as Parquet needs it: a cursor over one structure after the
// other. The first mistake stops it for good, so that every loop over fields ends.
// https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
#pragma once

#include <cstdint>
#include <string_view>

#include "base/byte_reader.h"

namespace lectern {

enum class ThriftType : std::uint8_t {
  kStop,
  kTrue,
  kFalse,
  kByte,
  kInt16,
  kInt32,
  kInt64,
  kDouble,
  kBinary,
  kList,
  kSet,
  kMap,
  kStruct
};

class ThriftReader {
 public:
  explicit ThriftReader(ByteSpan bytes) : bytes_(bytes) {}

  /// A field of a structure, and where its predecessor's number is kept.
  struct Field {
    ThriftType type = ThriftType::kStop;
    std::int32_t id = 0;
  };

  /// Goes to the next field of the structure. False at its end, and when the bytes are wrong.
  bool next(Field& field);
  /// An integer of any width; 0 when the field is none.
  std::int64_t integer(const Field& field);
  bool boolean(const Field& field);
  std::string_view binary(const Field& field);
  /// The number of elements, whose type goes to `element`. 0 when the field is no list.
  std::uint64_t list(const Field& field, ThriftType& element);
  /// An integer or a structure's beginning needs no field in a list.
  std::int64_t element_integer();
  std::string_view element_binary();
  /// Leaves a value out. Fields that nobody wants have to be left out.
  void skip(ThriftType type) { skip(type, 0); }
  void skip(const Field& field);

  bool has_failed() const { return has_failed_; }
  std::size_t position() const { return bytes_.position(); }
  std::size_t remaining() const { return bytes_.remaining(); }
  bool seek(std::size_t offset) { return bytes_.seek(offset); }
  void fail() { has_failed_ = true; }

 private:
  std::uint64_t varint();
  void skip(ThriftType type, unsigned depth);

  ByteReader bytes_;
  bool has_failed_ = false;
};

}  // namespace lectern
