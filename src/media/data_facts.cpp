// OpenType (ISO/IEC 14496-22), NumPy's array format, GGUF 2 and 3, ISO 9660, Git's packs, gettext's
// catalogs.
#include <algorithm>

#include "base/format.h"
#include "base/message.h"
#include "media/binary_facts.h"
#include "media/media_facts.h"
#include "media/tag_text.h"

namespace lectern {
namespace {

/// The table of a font with this name: where it stands and its size.
std::pair<std::uint64_t, std::uint32_t> font_table(FileParts& file, std::uint64_t font,
                                                   std::string_view name) {
  ByteReader head = reader_at(file, font, 12);
  static_cast<void>(head.skip(4));
  const std::uint16_t count = head.u16_be().value_or(0);
  ByteReader tables = reader_at(file, font + 12, std::uint64_t{count} * 16);
  while (const auto tag = tables.take(4)) {
    static_cast<void>(tables.skip(4));
    const std::uint32_t offset = tables.u32_be().value_or(0);
    const std::uint32_t size = tables.u32_be().value_or(0);
    if (as_chars(*tag) == name) return {offset, size};
  }
  return {};
}

/// The names of a font that are shown, by their numbers.
struct FontNames {
  std::string family;
  std::string style;
  std::string version;
};

FontNames font_names(ByteSpan table) {
  constexpr std::uint16_t kWindows = 3;
  constexpr std::uint16_t kMac = 1;
  FontNames names;
  ByteReader reader(table);
  static_cast<void>(reader.skip(2));
  const std::uint16_t count = reader.u16_be().value_or(0);
  const std::size_t texts = reader.u16_be().value_or(0);
  for (unsigned i = 0; i < count; ++i) {
    const std::uint16_t platform = reader.u16_be().value_or(0);
    static_cast<void>(reader.skip(4));
    const std::uint16_t name = reader.u16_be().value_or(0);
    const std::size_t size = reader.u16_be().value_or(0);
    const auto offset = reader.u16_be();
    if (!offset) break;
    std::string* place = name == 1   ? &names.family
                         : name == 2 ? &names.style
                         : name == 5 ? &names.version
                                     : nullptr;
    ByteReader text(table.subspan(std::min(table.size(), texts + *offset)));
    const auto value = text.take(size);
    if (place == nullptr || !value || !place->empty()) continue;
    if (platform == kWindows || platform == 0) *place = tag_text(*value, TagEncoding::kUtf16Be);
    if (platform == kMac) *place = tag_text(*value, TagEncoding::kLatin1);
  }
  return names;
}

/// A value of GGUF's metadata: its text, or "" for other kinds. Moves behind it.
/// \returns nullopt when it cannot be passed
std::optional<std::string> take_gguf_value(ByteReader& reader, std::uint32_t kind) {
  constexpr std::uint32_t kText = 8;
  constexpr std::uint32_t kArray = 9;
  constexpr std::size_t kSizes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
  if (kind == kText) {
    const auto size = reader.u64_le();
    const auto text = size ? reader.take(static_cast<std::size_t>(std::min<std::uint64_t>(
                                 *size, std::uint64_t{reader.remaining()} + 1)))
                           : std::nullopt;
    return text ? std::optional(tag_text(*text, TagEncoding::kUtf8)) : std::nullopt;
  }
  // Vocabularies follow what is of interest here.
  if (kind >= std::size(kSizes) || kind == kArray) return std::nullopt;
  return reader.skip(kSizes[kind]) ? std::optional(std::string()) : std::nullopt;
}

}  // namespace

std::string font_facts(FileParts& file) {
  constexpr std::uint32_t kMostNameBytes = 1 << 20;
  ByteReader head = reader_at(file, 0, 16);
  const auto mark = head.take(4);
  if (!mark) return {};
  std::uint64_t font = 0;
  std::string text;
  if (as_chars(*mark) == "ttcf") {
    static_cast<void>(head.skip(4));
    const std::uint32_t count = head.u32_be().value_or(0);
    font = head.u32_be().value_or(0);
    text = compose({"{}, the first is ", counted(count, "font")});
  }
  const auto [names_at, names_size] = font_table(file, font, "name");
  ByteReader table = reader_at(file, names_at, std::min(names_size, kMostNameBytes));
  const FontNames names = names_size == 0
                              ? FontNames()
                              : font_names(table.take(table.remaining()).value_or(ByteSpan()));
  if (names.family.empty()) return {};
  append_to(text, {"\"{}\"", names.family});
  if (!names.style.empty()) append_to(text, {" {}", names.style});
  if (!names.version.empty()) append_to(text, {", {}", names.version});
  if (const auto [at, size] = font_table(file, font, "maxp"); size >= 6) {
    ByteReader profile = reader_at(file, at, 6);
    static_cast<void>(profile.skip(4));
    append_to(text, {", {}", counted(profile.u16_be().value_or(0), "glyph")});
  }
  return text;
}

std::string numpy_facts(FileParts& file) {
  ByteReader reader = reader_at(file, 6, 8);
  const auto version = reader.u16_le();
  if (!version) return {};
  const bool is_first = (*version & 0xFF) == 1;
  const std::uint64_t size = is_first ? reader.u16_le().value_or(0) : reader.u32_le().value_or(0);
  ByteReader header = reader_at(file, is_first ? 10 : 12, std::min<std::uint64_t>(size, 4096));
  return tag_text(header.take(header.remaining()).value_or(ByteSpan()), TagEncoding::kLatin1);
}

std::string gguf_facts(FileParts& file) {
  constexpr std::uint64_t kHeadBytes = 256 << 10;
  constexpr std::uint64_t kMostKeys = 100;
  constexpr std::string_view kShown[] = {"general.architecture", "general.name",
                                         "general.size_label", "general.license"};
  ByteReader reader = reader_at(file, 4, kHeadBytes);
  const std::uint32_t version = reader.u32_le().value_or(0);
  const std::uint64_t tensors = reader.u64_le().value_or(0);
  const auto keys = reader.u64_le();
  if (!keys || version < 2) return {};
  std::string text = compose({"version {}, {}", version, counted(tensors, "tensor")});
  for (std::uint64_t i = 0; i < std::min(*keys, kMostKeys); ++i) {
    const auto size = reader.u64_le();
    if (!size || *size > reader.remaining()) break;
    const auto key = reader.take(static_cast<std::size_t>(*size));
    const auto kind = reader.u32_le();
    if (!kind) break;
    const auto value = take_gguf_value(reader, *kind);
    if (!value) break;
    const std::string_view name = as_chars(*key);
    const bool is_shown = std::find(std::begin(kShown), std::end(kShown), name) != std::end(kShown);
    if (is_shown && !value->empty()) {
      append_to(text, {", {} \"{}\"", name.substr(name.find('.') + 1), *value});
    }
  }
  return text;
}

std::string iso_image_facts(FileParts& file) {
  constexpr std::uint64_t kDescriptorAt = 32768;
  ByteReader reader = reader_at(file, kDescriptorAt, 84);
  if (!reader.skip(40)) return {};
  const auto label = reader.take(32);
  static_cast<void>(reader.skip(8));
  const auto blocks = reader.u32_le();
  if (!blocks) return {};
  return compose({"volume \"{}\", {}", tag_text(*label, TagEncoding::kLatin1),
                  human_size(std::uint64_t{*blocks} * 2048)});
}

std::string git_pack_facts(FileParts& file) {
  ByteReader reader = reader_at(file, 4, 8);
  const auto version = reader.u32_be();
  const auto count = reader.u32_be();
  if (!count) return {};
  return compose({"version {}, {}", *version, counted(*count, "object")});
}

std::string message_catalog_facts(FileParts& file) {
  ByteReader reader = reader_at(file, 0, 12);
  const bool is_big = reader.u32_le() == 0xDE120495u;
  static_cast<void>(reader.skip(4));
  const auto count = is_big ? reader.u32_be() : reader.u32_le();
  return count ? counted(*count, "message") : std::string();
}

}  // namespace lectern
