// What a sound or a film says about itself: duration, tracks and tags. Nothing is decoded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"
#include "base/file_parts.h"

namespace lectern {

/// One track of sound, picture or something else.
struct MediaTrack {
  enum class Kind : std::uint8_t { kSound, kPicture, kOther };
  Kind kind = Kind::kOther;
  /// As people write it, "H.264"; an unknown code as the file has it; "" when it says nothing.
  std::string codec;
  /// ISO 639 or BCP 47, as the file has it; "" when it says nothing.
  std::string language;
  // Of sound.
  std::uint32_t channels = 0;
  std::uint32_t sample_rate = 0;      ///< in hertz
  std::uint32_t bits_per_sample = 0;  ///< 0 for compressed sound
  std::uint64_t bits_per_second = 0;
  // Of pictures.
  std::uint32_t width = 0;   ///< in pixels
  std::uint32_t height = 0;  ///< in pixels
  std::uint64_t frames_per_1000_seconds = 0;
};

/// One thing that a file says about itself. Both are texts of `tag_text`.
struct MediaTag {
  std::string name;
  std::string value;
};

struct MediaFacts {
  std::optional<std::uint64_t> duration_ms;
  /// The duration follows from the size and the rate of the first frame.
  bool is_estimated = false;
  std::vector<MediaTrack> tracks;
  std::vector<MediaTag> tags;
  /// Pictures that belong to the tags, such as a cover.
  std::uint64_t pictures = 0;
  std::vector<std::string> warnings;

  /// Keeps a tag that has a text, up to `kMostTags`.
  void add_tag(std::string name, std::string value);
  /// Tags that were left out since there were too many.
  std::uint64_t more_tags = 0;
};

inline constexpr std::size_t kMostTags = 60;
inline constexpr std::size_t kMostTracks = 32;

/// The facts of a file of this MIME type. Nullopt for types that are not known here, and for files
/// that are no such media. When something of `file` is lacking the outcome does not count.
std::optional<MediaFacts> media_facts(FileParts& file, std::string_view mime_type);

// Each by its container. The same contract.
std::optional<MediaFacts> riff_facts(FileParts& file);
std::optional<MediaFacts> aiff_facts(FileParts& file);
std::optional<MediaFacts> mpeg_sound_facts(FileParts& file);
std::optional<MediaFacts> flac_facts(FileParts& file);
std::optional<MediaFacts> ogg_facts(FileParts& file);
std::optional<MediaFacts> iso_media_facts(FileParts& file);
std::optional<MediaFacts> matroska_facts(FileParts& file);

// What several containers hold.

/// An ID3v2 tag at the start of `bytes`. \returns its size with the header; 0 when there is none.
std::size_t read_id3(ByteSpan bytes, MediaFacts& facts);
/// The comments of Vorbis, Opus and FLAC, without their packet's header.
void read_vorbis_comments(ByteSpan bytes, MediaFacts& facts);

/// A reader of the bytes from `from` on, up to `size` of them and the file's end; of none while
/// they are lacking.
ByteReader reader_at(FileParts& file, std::uint64_t from, std::uint64_t size);

/// `count` of things that last `unit` in `scale` each, in milliseconds; nullopt where that says
/// nothing or is more than a thousand years.
std::optional<std::uint64_t> milliseconds(std::uint64_t count, std::uint64_t scale);

}  // namespace lectern
