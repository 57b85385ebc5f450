#include "media/media_facts.h"

#include <algorithm>
#include <utility>

namespace lectern {
namespace {

struct Container {
  std::string_view mime_type;
  std::optional<MediaFacts> (*read)(FileParts& file);
};

/// By the types that detection gives.
constexpr Container kContainers[] = {
    {"audio/wav", riff_facts},          {"video/vnd.avi", riff_facts},
    {"audio/aiff", aiff_facts},         {"audio/mpeg", mpeg_sound_facts},
    {"audio/aac", mpeg_sound_facts},    {"audio/flac", flac_facts},
    {"audio/ogg", ogg_facts},           {"video/ogg", ogg_facts},
    {"application/ogg", ogg_facts},     {"audio/x-m4a", iso_media_facts},
    {"audio/mp4", iso_media_facts},     {"video/mp4", iso_media_facts},
    {"video/x-m4v", iso_media_facts},   {"video/quicktime", iso_media_facts},
    {"video/3gpp", iso_media_facts},    {"video/3gpp2", iso_media_facts},
    {"video/webm", matroska_facts},     {"audio/webm", matroska_facts},
    {"video/matroska", matroska_facts}, {"video/x-matroska", matroska_facts},
};

}  // namespace

void MediaFacts::add_tag(std::string name, std::string value) {
  if (name.empty() || value.empty()) return;
  const bool is_known = std::any_of(tags.begin(), tags.end(), [&](const MediaTag& tag) {
    return tag.name == name && tag.value == value;
  });
  if (is_known) return;
  if (tags.size() == kMostTags) {
    ++more_tags;
    return;
  }
  tags.push_back({std::move(name), std::move(value)});
}

std::optional<MediaFacts> media_facts(FileParts& file, std::string_view mime_type) {
  for (const Container& container : kContainers) {
    if (container.mime_type == mime_type) return container.read(file);
  }
  return std::nullopt;
}

ByteReader reader_at(FileParts& file, std::uint64_t from, std::uint64_t size) {
  if (from >= file.size()) return ByteReader(ByteSpan());
  return ByteReader(file.get(from, std::min(size, file.size() - from)).value_or(ByteSpan()));
}

std::optional<std::uint64_t> milliseconds(std::uint64_t count, std::uint64_t scale) {
  constexpr double kMost = 1000.0 * 366 * 24 * 3600 * 1000;
  if (count == 0 || scale == 0) return std::nullopt;
  const double value = static_cast<double>(count) * 1000 / static_cast<double>(scale);
  if (value > kMost) return std::nullopt;
  return static_cast<std::uint64_t>(value + 0.5);
}

}  // namespace lectern
