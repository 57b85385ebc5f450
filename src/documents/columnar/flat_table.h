// FlatBuffers' tables, as far as Arrow needs them. Every place is checked where it is read; what is
// absent or wrong reads as its default, and `is_damaged` is set when it was wrong.
// https://flatbuffers.dev/internals/
#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.h"

namespace lectern {

class FlatTable {
 public:
  /// A buffer's root. \param is_damaged  must outlive all tables of the buffer
  static FlatTable root(ByteSpan bytes, bool& is_damaged);
  FlatTable() = default;

  explicit operator bool() const { return at_ != 0; }

  /// The integer of a field. \param size  its bytes: 1, 2, 4, 8
  std::int64_t integer(unsigned field, unsigned size, std::int64_t otherwise = 0) const;
  bool boolean(unsigned field) const { return integer(field, 1) != 0; }
  std::string_view text(unsigned field) const;
  FlatTable table(unsigned field) const;

  /// Elements of a vector of tables or of structures.
  std::uint64_t size(unsigned field, unsigned element_bytes) const;
  FlatTable element(unsigned field, std::uint64_t index) const;
  /// An integer of 8 or 4 bytes in an element of a vector of structures.
  std::int64_t element_integer(unsigned field, std::uint64_t index, unsigned element_bytes,
                               unsigned offset, unsigned size) const;

 private:
  FlatTable(ByteSpan bytes, std::uint64_t at, bool* is_damaged);
  std::uint64_t place(unsigned field) const;
  std::uint64_t follow(std::uint64_t at) const;
  std::uint64_t raw(std::uint64_t at, unsigned size) const;

  ByteSpan bytes_;
  std::uint64_t at_ = 0;  ///< 0: none
  std::uint64_t fields_ = 0;
  std::uint64_t fields_end_ = 0;
  bool* is_damaged_ = nullptr;
};

}  // namespace lectern
