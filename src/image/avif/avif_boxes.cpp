#include "image/avif/avif_boxes.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/byte_reader.h"

namespace lectern {
namespace {

constexpr std::size_t kTypeBytes = 4;
constexpr std::size_t kFullBoxBytes = 4;
/// More than the cells of the largest grid with an alpha each.
constexpr std::size_t kMaxItems = 1u << 17;
constexpr std::size_t kMaxProperties = 0x7FFF;
/// Of one item, as many as one entry of `ipma` may list.
constexpr std::size_t kMaxItemProperties = 255;
/// How `iloc` says that extents count from the start of `idat`.
constexpr unsigned kInIdat = 1;
/// Parts of all items' data: 16 bytes of memory each.
constexpr std::size_t kMaxExtents = 1u << 18;
/// The spellings of "this is alpha".
constexpr std::string_view kAlphaTypes[] = {"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
                                            "urn:mpeg:hevc:2015:auxid:1"};
/// What is applied, or may be left out without harm.
constexpr std::string_view kKnownProperties[] = {"ispe", "pixi", "colr", "av1C", "auxC", "irot",
                                                 "imir", "clap", "pasp", "a1op", "lsel", "a1lx",
                                                 "clli", "mdcv", "cclv", "amve", "reve", "ndwt"};

tl::unexpected<Error> cut_off(std::string_view box) {
  return fail(ErrorCode::kCorruptImage, {"the {} box is cut off or damaged", box});
}

/// An integer of 0, 1, 2, 4 or 8 bytes.
std::optional<std::uint64_t> number(ByteReader& reader, unsigned size) {
  const auto taken = reader.take(size);
  if (!taken) return std::nullopt;
  std::uint64_t value = 0;
  for (const std::uint8_t byte : *taken) value = value << 8 | byte;
  return value;
}

/// An item's id, whose width depends on the box's version.
std::optional<std::uint32_t> item_id(ByteReader& reader, bool wide) {
  return wide ? reader.u32_be() : std::optional<std::uint32_t>(reader.u16_be());
}

bool is_known(std::string_view type) {
  return std::find(std::begin(kKnownProperties), std::end(kKnownProperties), type) !=
         std::end(kKnownProperties);
}

bool is_turning(std::string_view type) {
  return type == "clap" || type == "irot" || type == "imir";
}

}  // namespace

bool BoxReader::next(AvifProperty& box) {
  ByteReader reader(rest_);
  const auto size = reader.u32_be();
  const auto type = reader.take(kTypeBytes);
  if (!type) return false;
  std::uint64_t payload = reader.remaining();
  if (*size == 1) {
    const auto large = reader.u64_be();
    if (!large || *large < 16) return false;
    payload = *large - 16;
  } else if (*size != 0) {
    if (*size < 8) return false;
    payload = *size - 8;
  }
  const auto held = static_cast<std::size_t>(std::min<std::uint64_t>(payload, reader.remaining()));
  box = {as_chars(*type), *reader.take(held)};
  rest_ = rest_.subspan(reader.position());
  return true;
}

ByteSpan first_box(ByteSpan bytes, std::string_view type) {
  BoxReader boxes(bytes);
  AvifProperty box;
  while (boxes.next(box)) {
    if (box.type == type) return box.data;
  }
  return {};
}

Result<AvifFile> AvifFile::parse(ByteSpan bytes) {
  AvifFile file;
  file.bytes_ = bytes;
  const ByteSpan meta = first_box(bytes, "meta");
  if (meta.size() < kFullBoxBytes) return file;
  LECTERN_CHECK(file.read_meta(meta.subspan(kFullBoxBytes)));
  return file;
}

Result<void> AvifFile::read_meta(ByteSpan meta) {
  if (!has_bytes_at(first_box(meta, "hdlr"), 8, "pict")) {
    return fail(ErrorCode::kCorruptImage, "the meta box is not one of pictures");
  }
  ByteReader pitm(first_box(meta, "pitm"));
  const auto version = pitm.u8();
  const bool has_flags = pitm.skip(kFullBoxBytes - 1);
  const auto id = item_id(pitm, version.value_or(0) > 0);
  if (!has_flags || !id) return cut_off("pitm");
  primary_ = *id;
  idat_ = first_box(meta, "idat");
  LECTERN_CHECK(read_infos(first_box(meta, "iinf")));
  LECTERN_CHECK(read_locations(first_box(meta, "iloc")));
  LECTERN_CHECK(read_properties(first_box(meta, "iprp")));
  LECTERN_CHECK(read_references(first_box(meta, "iref")));
  link_alphas();
  return {};
}

Result<void> AvifFile::read_infos(ByteSpan iinf) {
  ByteReader reader(iinf);
  const auto version = reader.u8();
  const bool has_flags = reader.skip(kFullBoxBytes - 1);
  const auto count = item_id(reader, version.value_or(0) > 0);
  if (!has_flags || !count) return cut_off("iinf");
  BoxReader boxes(iinf.subspan(reader.position()));
  AvifProperty box;
  while (boxes.next(box)) {
    if (box.type != "infe") continue;
    if (items_.size() == kMaxItems) {
      return fail(ErrorCode::kLimitExceeded, {"the file has more than {,} items", kMaxItems});
    }
    ByteReader info(box.data);
    const auto info_version = info.u8();
    const bool info_flags = info.skip(kFullBoxBytes - 1);
    const auto info_id = item_id(info, info_version.value_or(0) > 2);
    const bool protection = info.skip(2);
    const auto type = info.take(kTypeBytes);
    if (!info_flags || !info_id || !protection || !type || *info_version < 2)
      return cut_off("infe");
    AvifItem item;
    item.id = *info_id;
    item.type = as_chars(*type);
    items_.push_back(std::move(item));
  }
  std::stable_sort(items_.begin(), items_.end(),
                   [](const AvifItem& a, const AvifItem& b) { return a.id < b.id; });
  return {};
}

AvifItem* AvifFile::find(std::uint32_t id) {
  const auto found =
      std::lower_bound(items_.begin(), items_.end(), id,
                       [](const AvifItem& item, std::uint32_t wanted) { return item.id < wanted; });
  return found == items_.end() || found->id != id ? nullptr : &*found;
}

const AvifItem* AvifFile::item(std::uint32_t id) const {
  return const_cast<AvifFile*>(this)->find(id);
}

Result<void> AvifFile::read_locations(ByteSpan iloc) {
  ByteReader reader(iloc);
  const auto version = reader.u8();
  const bool has_flags = reader.skip(kFullBoxBytes - 1);
  const auto sizes = reader.u16_be();
  if (!has_flags || !sizes || *version > 2) return cut_off("iloc");
  const unsigned offset_size = *sizes >> 12;
  const unsigned length_size = (*sizes >> 8) & 15u;
  const unsigned base_size = (*sizes >> 4) & 15u;
  const unsigned index_size = *version > 0 ? *sizes & 15u : 0;
  const auto count = item_id(reader, *version == 2);
  if (!count || std::max({offset_size, length_size, base_size, index_size}) > 8) {
    return cut_off("iloc");
  }
  std::size_t extents_seen = 0;
  for (std::uint32_t i = 0; i < *count; ++i) {
    const auto id = item_id(reader, *version == 2);
    unsigned method = 0;
    if (*version > 0) method = reader.u16_be().value_or(0) & 15u;
    const bool reference = reader.skip(2);
    const auto base = number(reader, base_size);
    const auto extents = reader.u16_be();
    if (!id || !reference || !base || !extents) return cut_off("iloc");
    AvifItem* item = find(*id);
    for (std::uint32_t each = 0; each < *extents; ++each) {
      const bool index = reader.skip(index_size);
      const auto offset = number(reader, offset_size);
      const auto length = number(reader, length_size);
      // Extents without any bytes of their own would be as many as the count says.
      if (!index || !offset || !length || offset_size + length_size == 0) return cut_off("iloc");
      if (*offset > std::numeric_limits<std::uint64_t>::max() - *base) return cut_off("iloc");
      if (item == nullptr) continue;
      if (++extents_seen > kMaxExtents) {
        return fail(ErrorCode::kLimitExceeded,
                    {"the file's items lie in more than {,} parts", kMaxExtents});
      }
      item->extents.push_back({*base + *offset, *length});
    }
    if (item != nullptr) item->method = method;
  }
  return {};
}

Result<void> AvifFile::read_properties(ByteSpan iprp) {
  BoxReader container(first_box(iprp, "ipco"));
  AvifProperty property;
  while (properties_.size() < kMaxProperties && container.next(property)) {
    properties_.push_back(property);
  }
  BoxReader boxes(iprp);
  AvifProperty box;
  while (boxes.next(box)) {
    if (box.type == "ipma") LECTERN_CHECK(read_associations(box.data));
  }
  return {};
}

Result<void> AvifFile::read_associations(ByteSpan ipma) {
  ByteReader reader(ipma);
  const auto version = reader.u8();
  const bool has_flags = reader.skip(2);
  const auto flags = reader.u8();
  const auto count = reader.u32_be();
  if (!has_flags || !flags || !count) return cut_off("ipma");
  const bool wide = (*flags & 1u) != 0;
  for (std::uint32_t i = 0; i < *count; ++i) {
    const auto id = item_id(reader, *version > 0);
    const auto associations = reader.u8();
    if (!id || !associations) return cut_off("ipma");
    AvifItem* item = find(*id);
    for (std::uint32_t each = 0; each < *associations; ++each) {
      const auto value = wide ? std::optional<std::uint32_t>(reader.u16_be())
                              : std::optional<std::uint32_t>(reader.u8());
      if (!value) return cut_off("ipma");
      const std::uint32_t essential = *value & (wide ? 0x8000u : 0x80u);
      const std::uint32_t which = *value & (wide ? 0x7FFFu : 0x7Fu);
      if (item == nullptr || which == 0 || which > properties_.size()) continue;
      const AvifProperty& property = properties_[which - 1];
      if (essential != 0 && !is_known(property.type)) {
        if (*id != primary_) continue;
        return fail(ErrorCode::kUnsupportedFormat,
                    {"the picture needs a property that is not known here"});
      }
      // A decoder that leaves them out would show another picture (MIAF, 7.3.9).
      if (essential == 0 && *id == primary_ && is_turning(property.type)) {
        return fail(ErrorCode::kCorruptImage,
                    {"\"{}\" must be marked as essential", property.type});
      }
      if (item->properties.size() == kMaxItemProperties) return cut_off("ipma");
      item->properties.push_back(static_cast<std::uint16_t>(which - 1));
    }
  }
  return {};
}

Result<void> AvifFile::read_references(ByteSpan iref) {
  if (iref.empty()) return {};
  ByteReader head(iref);
  const auto version = head.u8();
  if (!head.skip(kFullBoxBytes - 1)) return cut_off("iref");
  const bool wide = *version > 0;
  BoxReader boxes(iref.subspan(head.position()));
  AvifProperty box;
  while (boxes.next(box)) {
    ByteReader reader(box.data);
    const auto from = item_id(reader, wide);
    const auto count = reader.u16_be();
    if (!from || !count) return cut_off("iref");
    AvifItem* item = find(*from);
    for (std::uint32_t i = 0; i < *count; ++i) {
      const auto to = item_id(reader, wide);
      if (!to) return cut_off("iref");
      if (item == nullptr) continue;
      if (box.type == "dimg") {
        item->made_of.push_back(*to);
        if (AvifItem* part = find(*to)) part->in_several = std::exchange(part->in_derived, true);
      }
      if (box.type == "auxl") item->auxiliary_of = *to;
      if (box.type == "prem") item->premultiplied = true;
    }
  }
  return {};
}

const AvifProperty* AvifFile::property(const AvifItem& item, std::string_view type) const {
  for (const std::uint16_t number : item.properties) {
    if (properties_[number].type == type) return &properties_[number];
  }
  return nullptr;
}

bool AvifFile::is_alpha(const AvifItem& item) const {
  const AvifProperty* kind = property(item, "auxC");
  if (kind == nullptr || kind->data.size() < kFullBoxBytes) return false;
  std::string_view name = as_chars(kind->data.subspan(kFullBoxBytes));
  name = name.substr(0, name.find('\0'));
  return std::find(std::begin(kAlphaTypes), std::end(kAlphaTypes), name) != std::end(kAlphaTypes);
}

void AvifFile::link_alphas() {
  for (const AvifItem& each : items_) {
    if (each.auxiliary_of == 0 || !is_alpha(each)) continue;
    AvifItem* shown = find(each.auxiliary_of);
    if (shown != nullptr && shown->alpha == 0) shown->alpha = each.id;
  }
}

const AvifItem* AvifFile::alpha_of(const AvifItem& item) const {
  return item.alpha == 0 ? nullptr : this->item(item.alpha);
}

Result<ByteSpan> AvifFile::data(const AvifItem& item, ByteVector& joined) const {
  if (item.method > kInIdat) {
    return fail(ErrorCode::kUnsupportedFormat,
                {"item {} is built from other items", std::uint64_t{item.id}});
  }
  const ByteSpan source = item.method == kInIdat ? idat_ : bytes_;
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < item.extents.size(); ++i) {
    const AvifExtent& extent = item.extents[i];
    if (extent.offset > source.size() || extent.length > source.size() - extent.offset) {
      return fail(ErrorCode::kCorruptImage,
                  {"the data of item {} ends {,} bytes behind the file's end",
                   std::uint64_t{item.id}, extent.offset + extent.length - source.size()});
    }
    const auto offset = static_cast<std::size_t>(extent.offset);
    const auto length =
        extent.length == 0 ? source.size() - offset : static_cast<std::size_t>(extent.length);
    const ByteSpan part = source.subspan(offset, length);
    if (item.extents.size() == 1) return part;
    // Parts that lie over each other would make more of the file than there is.
    total += part.size();
    if (total > source.size()) return cut_off("iloc");
    joined.insert(joined.end(), part.begin(), part.end());
  }
  if (joined.empty()) {
    return fail(ErrorCode::kCorruptImage, {"item {} has no data", std::uint64_t{item.id}});
  }
  return ByteSpan(joined);
}

}  // namespace lectern
