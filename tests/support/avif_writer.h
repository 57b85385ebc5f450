// AVIF files box by box, as a test wants them.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace lectern::testing {

/// A box with its size and type.
inline ByteVector avif_box(std::string_view type, const ByteVector& data) {
  const std::size_t size = data.size() + 8;
  ByteVector box;
  for (const int shift : {24, 16, 8, 0}) box.push_back(static_cast<std::uint8_t>(size >> shift));
  box.insert(box.end(), type.begin(), type.end());
  box.insert(box.end(), data.begin(), data.end());
  return box;
}

/// Integers of a number of bytes, most significant first.
class BoxBytes {
 public:
  BoxBytes& put(std::uint64_t value, unsigned bytes) {
    for (unsigned i = bytes; i > 0; --i)
      data_.push_back(i > 8 ? std::uint8_t{0} : static_cast<std::uint8_t>(value >> (8 * (i - 1))));
    return *this;
  }
  BoxBytes& put(std::string_view text) {
    data_.insert(data_.end(), text.begin(), text.end());
    return *this;
  }
  BoxBytes& put(const ByteVector& bytes) {
    data_.insert(data_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  const ByteVector& bytes() const { return data_; }

 private:
  ByteVector data_;
};

struct AvifProp {
  std::string_view type;
  ByteVector data = {};
  bool essential = false;
};

struct AvifWriterItem {
  std::string_view type = "av01";
  ByteVector data = {};
  std::vector<AvifProp> props = {};
  std::vector<std::uint16_t> made_of = {};  ///< ids: the first item is 1
  std::uint16_t auxiliary_of = 0;
  std::uint16_t premultiplied_by = 0;
};

inline AvifProp avif_size(std::uint32_t width, std::uint32_t height) {
  return {"ispe", BoxBytes().put(0, 4).put(width, 4).put(height, 4).bytes()};
}
inline AvifProp avif_colors(unsigned primaries, unsigned transfer, unsigned matrix,
                            bool full = true) {
  return {"colr", BoxBytes()
                      .put("nclx")
                      .put(primaries, 2)
                      .put(transfer, 2)
                      .put(matrix, 2)
                      .put(full ? 0x80 : 0, 1)
                      .bytes()};
}
inline AvifProp avif_alpha() {
  return {
      "auxC",
      BoxBytes().put(0, 4).put("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha").put(0, 1).bytes()};
}
/// \param turns  quarter turns against the clock
inline AvifProp avif_turn(unsigned turns) {
  return {"irot", {static_cast<std::uint8_t>(turns)}, true};
}
inline AvifProp avif_mirror(unsigned axis) {
  return {"imir", {static_cast<std::uint8_t>(axis)}, true};
}
/// Sides and offsets from the centre in halves of pixels.
inline AvifProp avif_crop(unsigned width, unsigned height, int across, int down) {
  return {"clap",
          BoxBytes()
              .put(width, 4)
              .put(1, 4)
              .put(height, 4)
              .put(1, 4)
              .put(static_cast<std::uint32_t>(across), 4)
              .put(2, 4)
              .put(static_cast<std::uint32_t>(down), 4)
              .put(2, 4)
              .bytes(),
          true};
}

/// \param in_idat  the items' data lie in `idat`, not in `mdat`
inline ByteVector avif_file(const std::vector<AvifWriterItem>& items, bool in_idat = false) {
  const ByteVector ftyp =
      avif_box("ftyp", BoxBytes().put("avif").put(0, 4).put("avif").put("mif1").bytes());
  const auto meta_with = [&](std::size_t data_at) {
    BoxBytes infos, locations, associations, references;
    ByteVector properties;
    infos.put(0, 4).put(items.size(), 2);
    locations.put(in_idat ? 1u << 24 : 0u, 4).put(0x4400, 2).put(items.size(), 2);
    associations.put(0, 4).put(items.size(), 4);
    references.put(0, 4);
    unsigned number = 0;
    std::size_t offset = in_idat ? 0 : data_at;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const AvifWriterItem& item = items[i];
      const std::uint64_t id = i + 1;
      infos.put(avif_box(
          "infe",
          BoxBytes().put(2u << 24, 4).put(id, 2).put(0, 2).put(item.type).put(0, 1).bytes()));
      locations.put(id, 2);
      if (in_idat) locations.put(1, 2);
      locations.put(0, 2).put(1, 2).put(offset, 4).put(item.data.size(), 4);
      offset += item.data.size();
      associations.put(id, 2).put(item.props.size(), 1);
      for (const AvifProp& property : item.props) {
        const ByteVector box = avif_box(property.type, property.data);
        properties.insert(properties.end(), box.begin(), box.end());
        associations.put(++number | (property.essential ? 0x80u : 0u), 1);
      }
      const auto refer = [&](std::string_view type, const std::vector<std::uint16_t>& to) {
        BoxBytes reference;
        reference.put(id, 2).put(to.size(), 2);
        for (const std::uint16_t each : to) reference.put(each, 2);
        references.put(avif_box(type, reference.bytes()));
      };
      if (!item.made_of.empty()) refer("dimg", item.made_of);
      if (item.auxiliary_of != 0) refer("auxl", {item.auxiliary_of});
      if (item.premultiplied_by != 0) refer("prem", {item.premultiplied_by});
    }
    BoxBytes meta;
    meta.put(0, 4);
    meta.put(avif_box("hdlr", BoxBytes().put(0, 8).put("pict").put(0, 13).bytes()));
    meta.put(avif_box("pitm", BoxBytes().put(0, 4).put(1, 2).bytes()));
    meta.put(avif_box("iloc", locations.bytes()));
    meta.put(avif_box("iinf", infos.bytes()));
    meta.put(avif_box("iprp", BoxBytes()
                                  .put(avif_box("ipco", properties))
                                  .put(avif_box("ipma", associations.bytes()))
                                  .bytes()));
    meta.put(avif_box("iref", references.bytes()));
    ByteVector data;
    for (const AvifWriterItem& item : items)
      data.insert(data.end(), item.data.begin(), item.data.end());
    if (in_idat) meta.put(avif_box("idat", data));
    ByteVector file = ftyp;
    const ByteVector box = avif_box("meta", meta.bytes());
    file.insert(file.end(), box.begin(), box.end());
    if (!in_idat) {
      const ByteVector mdat = avif_box("mdat", data);
      file.insert(file.end(), mdat.begin(), mdat.end());
    }
    return file;
  };
  // Offsets have one width: what stands before the data has the same size in both.
  const std::size_t data_size = [&] {
    std::size_t size = 0;
    for (const AvifWriterItem& item : items) size += item.data.size();
    return size;
  }();
  return meta_with(meta_with(0).size() - data_size);
}

/// The same boxes under the brands of a HEIC.
inline ByteVector heic_file(const std::vector<AvifWriterItem>& items) {
  constexpr std::string_view kBrand = "heic";
  ByteVector file = avif_file(items);
  std::copy(kBrand.begin(), kBrand.end(), file.begin() + 8);
  std::copy(kBrand.begin(), kBrand.end(), file.begin() + 16);
  return file;
}

}  // namespace lectern::testing
