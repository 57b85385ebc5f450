// Matroska and WebM (RFC 9559) over EBML (RFC 8794).
#include <algorithm>
#include <bit>

#include "base/bit_cast.h"
#include "base/message.h"
#include "media/media_facts.h"
#include "media/tag_text.h"

namespace lectern {
namespace {

constexpr unsigned kMostElements = 2000;
/// Bytes of one element that holds facts.
constexpr std::uint64_t kMostElementBytes = std::uint64_t{4} << 20;

// Identifiers of the elements, with their length marks.
constexpr std::uint32_t kEbml = 0x1A45DFA3;
constexpr std::uint32_t kSegment = 0x18538067;
constexpr std::uint32_t kSeekHead = 0x114D9B74;
constexpr std::uint32_t kSeek = 0x4DBB;
constexpr std::uint32_t kSeekId = 0x53AB;
constexpr std::uint32_t kSeekPosition = 0x53AC;
constexpr std::uint32_t kInfo = 0x1549A966;
constexpr std::uint32_t kTracks = 0x1654AE6B;
constexpr std::uint32_t kTags = 0x1254C367;
constexpr std::uint32_t kCluster = 0x1F43B675;

struct Element {
  std::uint32_t id = 0;
  /// Nothing: it goes to the end of what holds it, as in a live stream.
  std::optional<std::uint64_t> size;
  std::size_t header = 0;
};

/// A number whose first byte says by its leading zeros how many follow.
std::optional<std::uint64_t> take_number(ByteReader& reader, bool keeps_mark, unsigned most) {
  const auto first = reader.u8();
  if (!first || *first == 0) return std::nullopt;
  const auto more = static_cast<unsigned>(std::countl_zero(*first));
  if (more >= most) return std::nullopt;
  std::uint64_t value = keeps_mark ? *first : *first & (0x7Fu >> more);
  bool is_all_ones = (*first | (0xFF << (7 - more) & 0xFF)) == 0xFF;
  for (unsigned i = 0; i < more; ++i) {
    const auto byte = reader.u8();
    if (!byte) return std::nullopt;
    is_all_ones = is_all_ones && *byte == 0xFF;
    value = value << 8 | *byte;
  }
  return is_all_ones && !keeps_mark ? ~std::uint64_t{0} : value;
}

std::optional<Element> take_header(ByteReader& reader) {
  const std::size_t start = reader.position();
  const auto id = take_number(reader, true, 4);
  const auto size = id ? take_number(reader, false, 8) : std::nullopt;
  if (!size) return std::nullopt;
  Element element{static_cast<std::uint32_t>(*id), *size, reader.position() - start};
  if (*size == ~std::uint64_t{0}) element.size.reset();
  return element;
}

/// Calls `take(id, data)` for the elements in `data`, until it is cut.
template <typename Take>
void each_element(ByteSpan data, const Take& take) {
  ByteReader reader(data);
  for (unsigned i = 0; i < kMostElements && !reader.at_end(); ++i) {
    const auto element = take_header(reader);
    if (!element || !element->size) return;
    const auto inner = reader.take(static_cast<std::size_t>(
        std::min<std::uint64_t>(*element->size, std::uint64_t{reader.remaining()} + 1)));
    if (!inner) return;
    take(element->id, *inner);
  }
}

std::uint64_t unsigned_of(ByteSpan data) {
  std::uint64_t value = 0;
  for (const std::uint8_t byte : data.first(std::min<std::size_t>(data.size(), 8))) {
    value = value << 8 | byte;
  }
  return value;
}

double float_of(ByteSpan data) {
  ByteReader reader(data);
  if (data.size() == 4) return bit_cast<float>(*reader.u32_be());
  if (data.size() == 8) return bit_cast<double>(*reader.u64_be());
  return 0;
}

std::string codec_of_id(std::string_view id) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"V_MPEG4/ISO/AVC", "H.264"},
      {"V_MPEGH/ISO/HEVC", "H.265"},
      {"V_AV1", "AV1"},
      {"V_VP9", "VP9"},
      {"V_VP8", "VP8"},
      {"V_MPEG4/ISO", "MPEG-4"},
      {"V_MPEG2", "MPEG-2"},
      {"V_MPEG1", "MPEG-1"},
      {"V_THEORA", "Theora"},
      {"V_MJPEG", "Motion JPEG"},
      {"A_OPUS", "Opus"},
      {"A_VORBIS", "Vorbis"},
      {"A_AAC", "AAC"},
      {"A_FLAC", "FLAC"},
      {"A_MPEG/L3", "MP3"},
      {"A_AC3", "AC-3"},
      {"A_EAC3", "E-AC-3"},
      {"A_DTS", "DTS"},
      {"A_TRUEHD", "TrueHD"},
      {"A_PCM", "PCM"},
      {"A_ALAC", "ALAC"},
      {"S_TEXT/UTF8", "subtitles"},
      {"S_TEXT/ASS", "subtitles (ASS)"},
      {"S_TEXT/SSA", "subtitles (SSA)"},
      {"S_TEXT/WEBVTT", "subtitles (WebVTT)"},
      {"D_WEBVTT", "subtitles (WebVTT)"},
      {"S_HDMV/PGS", "subtitles as pictures"},
      {"S_VOBSUB", "subtitles as pictures"},
  };
  for (const auto& [name, title] : kNames) {
    if (id.starts_with(name)) return std::string(title);
  }
  return tag_text(id);
}

std::uint32_t narrow(std::uint64_t value) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(value, 0xFFFFFFFF));
}

void read_track_entry(ByteSpan data, MediaFacts& facts) {
  if (facts.tracks.size() == kMostTracks) return;
  MediaTrack& track = facts.tracks.emplace_back();
  each_element(data, [&track](std::uint32_t id, ByteSpan value) {
    switch (id) {
      case 0x83:
        if (unsigned_of(value) == 1) track.kind = MediaTrack::Kind::kPicture;
        if (unsigned_of(value) == 2) track.kind = MediaTrack::Kind::kSound;
        return;
      case 0x86:
        track.codec = codec_of_id(as_chars(value));
        return;
      case 0x22B59C:  // ISO 639
        if (track.language.empty()) track.language = tag_text(value, TagEncoding::kUtf8);
        return;
      case 0x22B59D:  // BCP 47, which counts if both are there
        track.language = tag_text(value, TagEncoding::kUtf8);
        return;
      case 0x23E383:
        if (const std::uint64_t each = unsigned_of(value); each > 0) {
          track.frames_per_1000_seconds = std::uint64_t{1'000'000'000'000} / each;
        }
        return;
      case 0xE0:
        each_element(value, [&track](std::uint32_t inner, ByteSpan size) {
          if (inner == 0xB0) track.width = narrow(unsigned_of(size));
          if (inner == 0xBA) track.height = narrow(unsigned_of(size));
        });
        return;
      case 0xE1:
        each_element(value, [&track](std::uint32_t inner, ByteSpan number) {
          if (inner == 0x9F) track.channels = narrow(unsigned_of(number));
          if (inner == 0x6264 && track.codec == "PCM")
            track.bits_per_sample = narrow(unsigned_of(number));
          const double rate = inner == 0xB5 ? float_of(number) : 0;
          if (rate >= 1 && rate < 1e9) track.sample_rate = static_cast<std::uint32_t>(rate);
        });
        return;
      default:
        return;
    }
  });
  if (track.language == "und") track.language.clear();
}

void read_info(ByteSpan data, MediaFacts& facts) {
  std::uint64_t scale = 1'000'000;  // nanoseconds of a tick
  double ticks = 0;
  each_element(data, [&](std::uint32_t id, ByteSpan value) {
    if (id == 0x2AD7B1) scale = unsigned_of(value);
    if (id == 0x4489) ticks = float_of(value);
    if (id == 0x7BA9) facts.add_tag("Title", tag_text(value, TagEncoding::kUtf8));
    if (id == 0x5741) facts.add_tag("Software", tag_text(value, TagEncoding::kUtf8));
  });
  const double duration = ticks * static_cast<double>(scale) / 1e6;
  if (duration >= 1 && duration < 1e14)
    facts.duration_ms = static_cast<std::uint64_t>(duration + 0.5);
}

/// A tag's name as people write it: "ALBUM_ARTIST" is "Album artist".
std::string title_of(ByteSpan name) {
  std::string title = tag_text(name, TagEncoding::kUtf8);
  for (std::size_t i = 0; i < title.size(); ++i) {
    if (title[i] == '_') title[i] = ' ';
    if (i > 0 && title[i] >= 'A' && title[i] <= 'Z') title[i] = static_cast<char>(title[i] + 32);
  }
  return title;
}

void read_tags(ByteSpan data, MediaFacts& facts) {
  each_element(data, [&facts](std::uint32_t id, ByteSpan tag) {
    if (id != 0x7373) return;
    // Those of a track are statistics mostly.
    bool is_of_track = false;
    each_element(tag, [&](std::uint32_t inner, ByteSpan value) {
      if (inner == 0x63C0) {
        each_element(value, [&is_of_track](std::uint32_t target, ByteSpan uid) {
          is_of_track = is_of_track || (target == 0x63C5 && unsigned_of(uid) != 0);
        });
      }
      if (inner != 0x67C8 || is_of_track) return;
      std::string name;
      std::string text;
      each_element(value, [&](std::uint32_t part, ByteSpan bytes) {
        if (part == 0x45A3) name = title_of(bytes);
        if (part == 0x4487) text = tag_text(bytes, TagEncoding::kUtf8);
      });
      facts.add_tag(std::move(name), std::move(text));
    });
  });
}

/// Where the tags are that stand behind the sound and the pictures; 0 when nothing says so.
std::uint64_t tags_position(ByteSpan seek_head) {
  std::uint64_t found = 0;
  each_element(seek_head, [&found](std::uint32_t id, ByteSpan seek) {
    std::uint64_t target = 0;
    std::uint64_t position = 0;
    if (id != kSeek) return;
    each_element(seek, [&](std::uint32_t part, ByteSpan value) {
      if (part == kSeekId) target = unsigned_of(value);
      if (part == kSeekPosition) position = unsigned_of(value);
    });
    if (target == kTags) found = position;
  });
  return found;
}

/// The data of an element at `at`; empty while it is lacking.
ByteSpan data_of(FileParts& file, std::uint64_t at, const Element& element) {
  ByteReader reader =
      reader_at(file, at + element.header, std::min(element.size.value_or(0), kMostElementBytes));
  return reader.take(reader.remaining()).value_or(ByteSpan());
}

std::optional<Element> element_at(FileParts& file, std::uint64_t at) {
  constexpr std::uint64_t kMostHeaderBytes = 12;
  ByteReader reader = reader_at(file, at, kMostHeaderBytes);
  return take_header(reader);
}

}  // namespace

std::optional<MediaFacts> matroska_facts(FileParts& file) {
  const auto head = element_at(file, 0);
  if (!head || head->id != kEbml || !head->size) return std::nullopt;
  std::uint64_t at = head->header + *head->size;
  const auto segment = element_at(file, at);
  MediaFacts facts;
  if (!segment || segment->id != kSegment) return facts;
  at += segment->header;
  const std::uint64_t start = at;
  if (segment->size && *segment->size > file.size() - std::min(file.size(), at)) {
    add_to(facts.warnings, {"the file is cut: {byte} of {byte} are there",
                            file.size() - std::min(file.size(), at), *segment->size});
  }
  std::uint64_t tags_at = 0;
  bool has_tags = false;
  for (unsigned i = 0; i < kMostElements; ++i) {
    const auto element = element_at(file, at);
    // Sound and pictures follow; nothing before them is lacking any more.
    if (!element || !element->size || element->id == kCluster) break;
    switch (element->id) {
      case kSeekHead:
        tags_at = tags_position(data_of(file, at, *element));
        break;
      case kInfo:
        read_info(data_of(file, at, *element), facts);
        break;
      case kTracks:
        each_element(data_of(file, at, *element), [&facts](std::uint32_t id, ByteSpan entry) {
          if (id == 0xAE) read_track_entry(entry, facts);
        });
        break;
      case kTags:
        has_tags = true;
        read_tags(data_of(file, at, *element), facts);
        break;
      default:
        break;
    }
    if (*element->size > file.size()) break;
    at += element->header + *element->size;
  }
  if (tags_at > 0 && !has_tags && tags_at < file.size()) {
    const auto element = element_at(file, start + tags_at);
    if (element && element->id == kTags) read_tags(data_of(file, start + tags_at, *element), facts);
  }
  return facts;
}

}  // namespace lectern
