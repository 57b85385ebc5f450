// ISO base media (ISO/IEC 14496-12), MP4 (14496-14), QuickTime (Apple's file format specification)
// and the tags of iTunes.
#include <algorithm>

#include "base/message.h"
#include "media/media_facts.h"
#include "media/tag_text.h"

namespace lectern {
namespace {

/// Boxes of one level that are looked at.
constexpr unsigned kMostBoxes = 2000;
/// The box that describes the film holds tables of all its frames.
constexpr std::uint64_t kMostMovieBytes = std::uint64_t{64} << 20;

struct Box {
  std::string_view type;  ///< four characters
  ByteSpan data;
};

/// Goes through the boxes in the data of another.
class Boxes {
 public:
  explicit Boxes(ByteSpan data) : reader_(data) {}

  std::optional<Box> next() {
    if (count_++ == kMostBoxes) return std::nullopt;
    const auto size = reader_.u32_be();
    const auto type = reader_.take(4);
    if (!type) return std::nullopt;
    std::uint64_t rest = *size - std::min<std::uint64_t>(*size, 8);
    if (*size == 1) {
      const auto wide = reader_.u64_be();
      if (!wide || *wide < 16) return std::nullopt;
      rest = *wide - 16;
    } else if (*size == 0) {
      rest = reader_.remaining();
    } else if (*size < 8) {
      return std::nullopt;
    }
    // One that is cut is taken as far as it is there.
    rest = std::min<std::uint64_t>(rest, reader_.remaining());
    return Box{as_chars(*type), *reader_.take(static_cast<std::size_t>(rest))};
  }

 private:
  ByteReader reader_;
  unsigned count_ = 0;
};

std::optional<ByteSpan> find(ByteSpan data, std::string_view type) {
  Boxes boxes(data);
  while (const auto box = boxes.next()) {
    if (box->type == type) return box->data;
  }
  return std::nullopt;
}

/// The scale and the duration in it of `mvhd` and `mdhd`, whose fields differ in width only.
struct Timing {
  std::uint32_t scale = 0;
  std::uint64_t duration = 0;
  std::uint16_t language = 0;
};
Timing timing_of(ByteSpan data) {
  ByteReader reader(data);
  Timing timing;
  const std::uint8_t version = reader.u8().value_or(0);
  static_cast<void>(reader.skip(version == 1 ? 19 : 11));
  timing.scale = reader.u32_be().value_or(0);
  const std::uint64_t duration =
      version == 1 ? reader.u64_be().value_or(0) : reader.u32_be().value_or(0);
  // All ones: it is not known.
  const bool is_unknown = duration == (version == 1 ? ~std::uint64_t{0} : 0xFFFFFFFF);
  timing.duration = is_unknown ? 0 : duration;
  timing.language = reader.u16_be().value_or(0);
  return timing;
}

/// Three letters of five bits each; "" for none, and for the numbers of old QuickTime.
std::string language_of(std::uint16_t packed) {
  if (packed < 0x400 || packed == 0x7FFF) return {};
  std::string language;
  for (const int shift : {10, 5, 0}) {
    const auto letter = static_cast<char>('`' + (packed >> shift & 31));
    if (letter < 'a' || letter > 'z') return {};
    language += letter;
  }
  return language == "und" ? std::string() : language;
}

std::string codec_of(std::string_view code) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"avc1", "H.264"},
      {"avc3", "H.264"},
      {"hvc1", "H.265"},
      {"hev1", "H.265"},
      {"dvh1", "H.265 with Dolby Vision"},
      {"dvhe", "H.265 with Dolby Vision"},
      {"av01", "AV1"},
      {"vp09", "VP9"},
      {"vp08", "VP8"},
      {"mp4v", "MPEG-4"},
      {"s263", "H.263"},
      {"jpeg", "JPEG"},
      {"mjpa", "Motion JPEG"},
      {"apch", "ProRes 422 HQ"},
      {"apcn", "ProRes 422"},
      {"apcs", "ProRes 422 LT"},
      {"apco", "ProRes 422 Proxy"},
      {"ap4h", "ProRes 4444"},
      {"mp4a", "AAC"},
      {"alac", "ALAC"},
      {"ac-3", "AC-3"},
      {"ec-3", "E-AC-3"},
      {"Opus", "Opus"},
      {"fLaC", "FLAC"},
      {"samr", "AMR"},
      {"sawb", "AMR wideband"},
      {".mp3", "MP3"},
      {"sowt", "PCM"},
      {"twos", "PCM"},
      {"lpcm", "PCM"},
      {"in24", "PCM"},
      {"fl32", "PCM in floating point"},
      {"ulaw", "\xCE\xBC-law"},
      {"alaw", "A-law"},
      {"tx3g", "subtitles"},
      {"wvtt", "subtitles (WebVTT)"},
      {"stpp", "subtitles (TTML)"},
      {"c608", "captions (CEA-608)"},
      {"text", "text"},
      {"mp4s", "MPEG-4 systems"},
      {"tmcd", "time code"},
      {"encv", "encrypted"},
      {"enca", "encrypted"},
  };
  for (const auto& [name, title] : kNames) {
    if (name == code) return std::string(title);
  }
  return tag_text(as_bytes(code), TagEncoding::kLatin1);
}

/// The number of channels in the configuration of AAC, which counts where the entry's own does not;
/// 0 when it says nothing.
std::uint32_t aac_channels(ByteSpan entry) {
  constexpr std::uint8_t kSpecificInfo = 5;
  constexpr unsigned kMostDescriptors = 16;
  const std::size_t at = as_chars(entry).find("esds");
  if (at == std::string_view::npos) return 0;
  ByteReader reader(entry.subspan(at + 4));
  static_cast<void>(reader.skip(4));
  for (unsigned i = 0; i < kMostDescriptors; ++i) {
    const auto tag = reader.u8();
    auto size = reader.u8();
    while (size && *size >= 0x80) size = reader.u8();
    if (!size) return 0;
    if (*tag == kSpecificInfo) {
      const std::uint16_t bits = reader.u16_be().value_or(0);
      const bool is_plain = bits >> 11 < 31 && (bits >> 7 & 15) != 15;
      const unsigned channels = bits >> 3 & 15;
      return !is_plain ? 0 : (channels == 7 ? 8 : channels);
    }
    // What two kinds of descriptors have before those inside them.
    if (!reader.skip(*tag == 3 ? 3 : (*tag == 4 ? 13 : *size))) return 0;
  }
  return 0;
}

/// The first entry of `stsd`.
void read_description(ByteSpan data, MediaTrack& track) {
  if (data.size() < 8) return;
  const auto entry = Boxes(data.subspan(8)).next();
  if (!entry) return;
  track.codec = codec_of(entry->type);
  ByteReader reader(entry->data);
  if (track.kind == MediaTrack::Kind::kPicture) {
    if (!reader.skip(24)) return;
    track.width = reader.u16_be().value_or(0);
    track.height = reader.u16_be().value_or(0);
  } else if (track.kind == MediaTrack::Kind::kSound) {
    if (!reader.skip(16)) return;
    track.channels = reader.u16_be().value_or(0);
    const std::uint16_t bits = reader.u16_be().value_or(0);
    static_cast<void>(reader.skip(4));
    track.sample_rate = reader.u32_be().value_or(0) >> 16;
    if (track.codec.starts_with("PCM")) track.bits_per_sample = bits;
    if (entry->type == "mp4a") track.channels = aac_channels(entry->data);
  }
}

/// The number of samples in the table of their durations.
std::uint64_t count_samples(ByteSpan table) {
  ByteReader reader(table);
  if (!reader.skip(4)) return 0;
  const std::uint32_t entries = reader.u32_be().value_or(0);
  std::uint64_t count = 0;
  for (std::uint32_t i = 0; i < entries; ++i) {
    const auto samples = reader.u32_be();
    if (!reader.skip(4)) break;
    count += samples.value_or(0);
  }
  return count;
}

void read_track(ByteSpan data, MediaFacts& facts) {
  if (facts.tracks.size() == kMostTracks) return;
  const auto media = find(data, "mdia");
  if (!media) return;
  MediaTrack& track = facts.tracks.emplace_back();
  Timing timing;
  if (const auto header = find(*media, "mdhd")) timing = timing_of(*header);
  track.language = language_of(timing.language);
  if (const auto handler = find(*media, "hdlr"); handler && handler->size() >= 12) {
    const std::string_view kind = as_chars(handler->subspan(8, 4));
    if (kind == "vide") track.kind = MediaTrack::Kind::kPicture;
    if (kind == "soun") track.kind = MediaTrack::Kind::kSound;
  }
  const auto info = find(*media, "minf");
  const auto tables = info ? find(*info, "stbl") : std::nullopt;
  if (!tables) return;
  if (const auto description = find(*tables, "stsd")) read_description(*description, track);
  const auto times = find(*tables, "stts");
  const auto duration = milliseconds(timing.duration, timing.scale);
  if (times && duration && *duration > 0 && track.kind == MediaTrack::Kind::kPicture) {
    const std::uint64_t samples = std::min(count_samples(*times), std::uint64_t{1} << 40);
    track.frames_per_1000_seconds = samples * 1'000'000 / *duration;
  }
  facts.duration_ms = std::max(facts.duration_ms, duration);
}

/// Names of iTunes' tags; "\xA9" is the first byte of most.
constexpr std::pair<std::string_view, std::string_view> kTagNames[] = {
    {"\xA9nam", "Title"},
    {"\xA9"
     "ART",
     "Artist"},
    {"\xA9"
     "alb",
     "Album"},
    {"\xA9"
     "day",
     "Date"},
    {"\xA9gen", "Genre"},
    {"\xA9"
     "cmt",
     "Comment"},
    {"\xA9wrt", "Composer"},
    {"\xA9too", "Software"},
    {"aART", "Album artist"},
    {"desc", "Description"},
    {"ldes", "Long description"},
    {"cprt", "Copyright"},
    {"\xA9"
     "cpy",
     "Copyright"},
    {"\xA9lyr", "Lyrics"},
    {"\xA9grp", "Group"},
    {"tvsh", "Show"},
    {"\xA9swr", "Software"},
    {"\xA9"
     "des",
     "Description"},
    {"\xA9xyz", "Location"},
    {"\xA9mak", "Camera maker"},
    {"\xA9mod", "Camera"},
};

std::string_view tag_name(std::string_view type) {
  for (const auto& [name, title] : kTagNames) {
    if (name == type) return title;
  }
  return {};
}

/// The list "ilst": each item holds a box "data" with its kind, a country, and the value.
void read_items(ByteSpan list, MediaFacts& facts) {
  Boxes items(list);
  while (const auto item = items.next()) {
    const auto data = find(item->data, "data");
    if (!data || data->size() < 8) continue;
    const ByteSpan value = data->subspan(8);
    if (item->type == "covr") ++facts.pictures;
    if (item->type == "trkn" && value.size() >= 6) {
      const unsigned track = value[2] * 256U + value[3];
      const unsigned count = value[4] * 256U + value[5];
      facts.add_tag("Track",
                    count > 0 ? compose({"{} of {}", track, count}) : compose({"{}", track}));
    }
    const bool is_text = (*data)[3] == 1;
    if (const std::string_view name = tag_name(item->type); is_text && !name.empty()) {
      facts.add_tag(std::string(name), tag_text(value, TagEncoding::kUtf8));
    }
  }
}

void read_meta(ByteSpan data, MediaFacts& facts) {
  // QuickTime's has no version and flags before its boxes.
  const bool is_bare = has_bytes_at(data, 4, "hdlr");
  const ByteSpan inner = data.subspan(is_bare ? 0 : std::min<std::size_t>(4, data.size()));
  if (const auto list = find(inner, "ilst")) read_items(*list, facts);
}

void read_user_data(ByteSpan data, MediaFacts& facts) {
  Boxes boxes(data);
  while (const auto box = boxes.next()) {
    if (box->type == "meta") {
      read_meta(box->data, facts);
      continue;
    }
    const std::string_view name = tag_name(box->type);
    if (name.empty() || box->data.size() < 4 || box->type[0] != '\xA9') continue;
    ByteReader reader(box->data);
    const std::uint16_t size = reader.u16_be().value_or(0);
    static_cast<void>(reader.skip(2));
    const auto text = reader.take(std::min<std::size_t>(size, reader.remaining()));
    facts.add_tag(std::string(name), tag_text(text.value_or(ByteSpan()), TagEncoding::kUtf8));
  }
}

void read_movie(ByteSpan data, MediaFacts& facts) {
  Boxes boxes(data);
  std::optional<std::uint64_t> stated;
  std::uint32_t scale = 0;
  while (const auto box = boxes.next()) {
    if (box->type == "mvhd") {
      const Timing timing = timing_of(box->data);
      scale = timing.scale;
      stated = milliseconds(timing.duration, timing.scale);
    } else if (box->type == "trak") {
      read_track(box->data, facts);
    } else if (box->type == "udta") {
      read_user_data(box->data, facts);
    } else if (box->type == "meta") {
      read_meta(box->data, facts);
    } else if (box->type == "mvex" && !stated) {
      const auto header = find(box->data, "mehd");
      if (!header || header->size() < 8) continue;
      ByteReader reader(*header);
      const std::uint8_t version = reader.u8().value_or(0);
      static_cast<void>(reader.skip(3));
      const std::uint64_t duration =
          version == 1 ? reader.u64_be().value_or(0) : reader.u32_be().value_or(0);
      stated = milliseconds(duration, scale);
    }
  }
  if (stated) facts.duration_ms = stated;
}

}  // namespace

std::optional<MediaFacts> iso_media_facts(FileParts& file) {
  MediaFacts facts;
  bool has_movie = false;
  std::uint64_t at = 0;
  for (unsigned i = 0; i < kMostBoxes && at < file.size(); ++i) {
    ByteReader head = reader_at(file, at, 16);
    const auto size = head.u32_be();
    const auto type = head.take(4);
    if (!type) break;
    std::uint64_t header = 8;
    std::uint64_t whole = *size;
    if (*size == 1) {
      whole = head.u64_be().value_or(0);
      header = 16;
    } else if (*size == 0) {
      whole = file.size() - at;
    }
    if (whole < header) break;
    const std::uint64_t here = std::min(whole, file.size() - at);
    if (here < whole) {
      add_to(facts.warnings,
             {"the file is cut: {byte} of the last part's {byte} are there", here, whole});
    }
    if (as_chars(*type) == "moov") {
      has_movie = true;
      if (here > kMostMovieBytes) {
        add_to(facts.warnings, {"the description of the tracks has {byte} and is not read", here});
      } else {
        ByteReader movie = reader_at(file, at + header, here - header);
        read_movie(movie.take(movie.remaining()).value_or(ByteSpan()), facts);
      }
    }
    at += here;
  }
  if (!has_movie) add_to(facts.warnings, {"the file has no description of its tracks (moov)"});
  return facts;
}

}  // namespace lectern
