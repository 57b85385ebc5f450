// Binary property lists ("bplist00"), as Apple's programs write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"

namespace lectern {

/// The number of an object in its list.
using PropertyId = std::uint64_t;

class PropertyList {
 public:
  /// \param bytes  must outlive the list.
  /// \returns CORRUPT_DOCUMENT when they are none.
  static Result<PropertyList> open(ByteSpan bytes);

  PropertyId root() const { return root_; }
  /// The value of a key in a dictionary.
  std::optional<PropertyId> value(PropertyId dictionary, std::string_view key) const;
  /// The objects in an array; none when it is no array.
  std::vector<PropertyId> items(PropertyId array) const;
  /// Bytes of a data object; none when it is something else.
  ByteSpan data(PropertyId id) const;
  /// UTF-8; "" when it is no string.
  std::string text(PropertyId id) const;

 private:
  explicit PropertyList(ByteSpan bytes) : bytes_(bytes), long_text_left_(2 * bytes.size()) {}

  struct Object {
    unsigned kind = 0;        ///< the upper half of its first byte
    std::uint64_t count = 0;  ///< of its bytes, characters or objects
    ByteSpan rest = {};       ///< what follows its head
  };
  Object object(PropertyId id) const;
  static bool is_text(const Object& object, std::string_view text);
  std::optional<PropertyId> reference(ByteSpan bytes, std::uint64_t place) const;

  ByteSpan bytes_;
  mutable std::uint64_t long_text_left_;  ///< characters of long strings
  std::size_t offset_bytes_ = 0;
  std::size_t reference_bytes_ = 0;
  std::uint64_t objects_ = 0;
  std::uint64_t table_ = 0;
  PropertyId root_ = 0;
};

}  // namespace lectern
