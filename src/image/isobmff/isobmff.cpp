#include "image/isobmff/isobmff.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_reader.h"
#include "image/checks.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxBrands = 64;
constexpr std::size_t kTypeBytes = 4;
constexpr std::string_view kAvifBrands[] = {"avif", "avis"};
constexpr std::string_view kHeicBrands[] = {"heic", "heix", "heim", "heis", "hevc",
                                            "hevx", "hevm", "hevs", "mif1", "msf1"};

struct Box {
  std::string_view type;
  ByteSpan data;
};

/// The next box, clipped to the bytes there are; nullopt at the end or for nonsense.
std::optional<Box> next_box(ByteReader& reader) {
  const auto size = reader.u32_be();
  const auto type = reader.take(kTypeBytes);
  if (!size || !type) return std::nullopt;
  std::uint64_t payload = reader.remaining();
  if (*size == 1) {
    const auto large = reader.u64_be();
    if (!large || *large < 16) return std::nullopt;
    payload = *large - 16;
  } else if (*size != 0) {
    if (*size < 8) return std::nullopt;
    payload = *size - 8;
  }
  const auto held = static_cast<std::size_t>(std::min<std::uint64_t>(payload, reader.remaining()));
  return Box{as_chars(*type), *reader.take(held)};
}

std::optional<ByteSpan> find_box(ByteSpan bytes, std::string_view type) {
  ByteReader reader(bytes);
  while (const auto box = next_box(reader)) {
    if (box->type == type) return box->data;
  }
  return std::nullopt;
}

template <std::size_t N>
bool has_brand(ByteSpan bytes, const std::string_view (&brands)[N]) {
  if (!has_bytes_at(bytes, 4, "ftyp")) return false;
  const auto names = find_box(bytes, "ftyp");
  ByteReader reader(names.value_or(ByteSpan()));
  for (std::size_t i = 0; i < kMaxBrands; ++i) {
    const auto brand = reader.take(kTypeBytes);
    if (!brand) return false;
    // After the major brand comes its version, which equals no brand.
    if (std::find(std::begin(brands), std::end(brands), as_chars(*brand)) != std::end(brands)) {
      return true;
    }
  }
  return false;
}

std::optional<std::uint32_t> primary_item(ByteSpan meta) {
  const auto pitm = find_box(meta, "pitm");
  if (!pitm) return std::nullopt;
  ByteReader reader(*pitm);
  const auto version = reader.u8();
  if (!version || !reader.skip(3)) return std::nullopt;
  if (*version > 0) return reader.u32_be();
  return reader.u16_be();
}

/// 1-based numbers of the item's properties.
std::vector<std::uint32_t> property_numbers(ByteSpan ipma, std::uint32_t item) {
  ByteReader reader(ipma);
  const auto version = reader.u8();
  const bool unused_flags = reader.skip(2);
  const auto flags = reader.u8();
  const auto entries = reader.u32_be();
  std::vector<std::uint32_t> numbers;
  if (!version || !unused_flags || !flags || !entries) return numbers;
  const bool wide = (*flags & 1u) != 0;
  for (std::uint32_t i = 0; i < *entries; ++i) {
    const std::optional<std::uint32_t> id =
        *version > 0 ? reader.u32_be() : std::optional<std::uint32_t>(reader.u16_be());
    const auto count = reader.u8();
    if (!id || !count) return numbers;
    for (std::uint32_t each = 0; each < *count; ++each) {
      const std::optional<std::uint32_t> number =
          wide ? std::optional<std::uint32_t>(reader.u16_be())
               : std::optional<std::uint32_t>(reader.u8());
      if (!number) return numbers;
      if (*id == item) numbers.push_back(*number & (wide ? 0x7FFFu : 0x7Fu));
    }
    if (*id == item) return numbers;
  }
  return numbers;
}

/// Sees one property of the primary item: its extent, its crop or its quarter turns.
void apply_property(const Box& property, Dimensions& size, bool& turned) {
  ByteReader reader(property.data);
  if (property.type == "ispe") {
    const bool version = reader.skip(4);
    const auto width = reader.u32_be();
    const auto height = reader.u32_be();
    if (version && width && height) size = {*width, *height};
  } else if (property.type == "clap") {
    // Clean aperture: two fractions, width and height.
    const auto width = reader.u32_be();
    const auto width_part = reader.u32_be();
    const auto height = reader.u32_be();
    const auto height_part = reader.u32_be();
    if (height_part && *width_part != 0 && *height_part != 0) {
      size = {*width / *width_part, *height / *height_part};
    }
  } else if (property.type == "irot") {
    turned = (reader.u8().value_or(0) & 1u) != 0;
  }
}

std::optional<ByteSpan> find_box(std::optional<ByteSpan> bytes,
                                 std::initializer_list<std::string_view> path) {
  for (const std::string_view type : path) {
    if (bytes) bytes = find_box(*bytes, type);
  }
  return bytes;
}

/// Frames and duration of an image sequence, by its first track of pictures.
void read_sequence(ByteSpan bytes, ImageInfo& info) {
  constexpr std::size_t kFullBoxBytes = 4;
  ByteReader tracks(find_box(bytes, "moov").value_or(ByteSpan()));
  while (const auto box = next_box(tracks)) {
    if (box->type != "trak") continue;
    const auto media = find_box(box->data, "mdia");
    const auto handler = find_box(media, {"hdlr"});
    if (!handler || !has_bytes_at(*handler, 2 * kFullBoxBytes, "pict")) continue;
    ByteReader sizes(find_box(media, {"minf", "stbl", "stsz"}).value_or(ByteSpan()));
    const bool common_size = sizes.skip(kFullBoxBytes + 4);
    const auto frames = sizes.u32_be();
    if (common_size && frames && *frames > 0) info.frames = *frames;

    ByteReader times(find_box(media, {"mdhd"}).value_or(ByteSpan()));
    const bool wide = times.u8().value_or(0) == 1;
    const bool created_and_changed = times.skip(3 + (wide ? 16 : 8));
    const auto units_per_second = times.u32_be();
    const auto duration = wide ? times.u64_be() : std::optional<std::uint64_t>(times.u32_be());
    constexpr std::uint64_t kMost = 0xFFFF'FFFF;
    const bool timed = created_and_changed && units_per_second.value_or(0) > 0;
    if (timed && duration.value_or(kMost) < kMost) {
      info.duration_ms = *duration * 1000 / *units_per_second;
    }
    return;
  }
}

Result<ImageInfo> inspect(ByteSpan bytes, ImageFormat format, const Limits& limits) {
  ImageInfo info;
  info.format = format;
  info.size = isobmff_dimensions(bytes);
  info.lossy = true;
  if (info.size.width == 0 || info.size.height == 0) {
    return fail(ErrorCode::kCorruptImage, "the boxes do not tell the picture's size");
  }
  LECTERN_CHECK(check_pixels(info.size, limits));
  read_sequence(bytes, info);
  return info;
}

}  // namespace

bool sniff_avif(ByteSpan bytes) { return has_brand(bytes, kAvifBrands); }
bool sniff_heic(ByteSpan bytes) { return !sniff_avif(bytes) && has_brand(bytes, kHeicBrands); }

Dimensions isobmff_dimensions(ByteSpan bytes) {
  constexpr std::size_t kFullBoxBytes = 4;
  const auto meta_box = find_box(bytes, "meta");
  if (!meta_box || meta_box->size() < kFullBoxBytes) return {};
  const ByteSpan meta = meta_box->subspan(kFullBoxBytes);
  const auto item = primary_item(meta);
  const auto properties = find_box(meta, "iprp");
  if (!item || !properties) return {};
  const auto container = find_box(*properties, "ipco");
  const auto associations = find_box(*properties, "ipma");
  if (!container || !associations) return {};

  Dimensions size;
  bool turned = false;
  const std::vector<std::uint32_t> numbers = property_numbers(*associations, *item);
  ByteReader reader(*container);
  std::uint32_t number = 0;
  while (const auto property = next_box(reader)) {
    ++number;
    if (std::find(numbers.begin(), numbers.end(), number) != numbers.end()) {
      apply_property(*property, size, turned);
    }
  }
  if (turned) std::swap(size.width, size.height);
  return size;
}

Result<ImageInfo> inspect_avif(ByteSpan bytes, const Limits& limits) {
  return inspect(bytes, ImageFormat::kAvif, limits);
}

Result<ImageInfo> inspect_heic(ByteSpan bytes, const Limits& limits) {
  return inspect(bytes, ImageFormat::kHeic, limits);
}

}  // namespace lectern
