// The items of an AVIF file, their data and their properties (ISO/IEC 14496-12, 23008-12). Every
// count is checked against the bytes that are there.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"

namespace lectern {

/// A property of an item: a box of `ipco`.
struct AvifProperty {
  std::string_view type;  ///< four characters
  ByteSpan data;
};

/// Where a part of an item's data lies.
struct AvifExtent {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  ///< 0: up to the end
};

struct AvifItem {
  std::uint32_t id = 0;
  std::string_view type;  ///< "av01", "grid"
  unsigned method =
      0;  ///< of `iloc`: 0: extents count from the file's start, 1: from that of `idat`
  std::vector<AvifExtent> extents;
  /// Numbers of its properties in `AvifFile::properties`, in their order.
  std::vector<std::uint16_t> properties;
  /// For a derived item, the items that it is made of, in their order.
  std::vector<std::uint32_t> made_of;
  std::uint32_t auxiliary_of = 0;  ///< the item that this one belongs to; 0 for none
  std::uint32_t alpha = 0;         ///< the item that is its alpha; 0 for none
  bool premultiplied = false;      ///< its colours are multiplied with its alpha
  bool in_derived = false;         ///< a derived item is made of it
  bool in_several = false;         ///< more than once, which is not allowed for a cell
};

class AvifFile {
 public:
  /// \param bytes  must outlive it. CORRUPT_IMAGE; UNSUPPORTED_FORMAT where an item needs a
  /// property
  ///               that nobody here knows.
  static Result<AvifFile> parse(ByteSpan bytes);

  /// Null when there is none.
  const AvifItem* item(std::uint32_t id) const;
  const AvifItem* primary() const { return item(primary_); }
  /// Data of the alpha that belongs to `item`; null when it has none.
  const AvifItem* alpha_of(const AvifItem& item) const;
  /// The property of this type; null when the item has none.
  const AvifProperty* property(const AvifItem& item, std::string_view type) const;
  const std::vector<AvifProperty>& properties() const { return properties_; }
  /// The item's data. \param joined  holds it when it is in several parts.
  Result<ByteSpan> data(const AvifItem& item, ByteVector& joined) const;
  /// True for a file that has no picture beside its sequence.
  bool has_items() const { return !items_.empty(); }

 private:
  AvifItem* find(std::uint32_t id);
  Result<void> read_meta(ByteSpan meta);
  Result<void> read_infos(ByteSpan iinf);
  Result<void> read_locations(ByteSpan iloc);
  Result<void> read_references(ByteSpan iref);
  Result<void> read_properties(ByteSpan iprp);
  Result<void> read_associations(ByteSpan ipma);
  bool is_alpha(const AvifItem& item) const;
  void link_alphas();

  ByteSpan bytes_;
  ByteSpan idat_;
  std::uint32_t primary_ = 0;
  std::vector<AvifItem> items_;  ///< by id
  std::vector<AvifProperty> properties_;
};

/// The next box and what is behind it; nullopt at the end, or where its size cannot be.
class BoxReader {
 public:
  explicit BoxReader(ByteSpan bytes) : rest_(bytes) {}
  /// \returns false at the end.
  bool next(AvifProperty& box);

 private:
  ByteSpan rest_;
};

/// The data of the first box of `type`; empty when there is none.
ByteSpan first_box(ByteSpan bytes, std::string_view type);

}  // namespace lectern
