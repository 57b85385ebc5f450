// FLAC (RFC 9639), Ogg (RFC 3533) with Vorbis, Opus (RFC 7845), Theora and Speex, and the comments
// that they share.
#include <algorithm>
#include <cstdint>

#include "base/message.h"
#include "media/media_facts.h"
#include "media/tag_text.h"

namespace lectern {
namespace {

constexpr unsigned kMostBlocks = 200;
/// Bytes of one block of comments; those with a cover may be large.
constexpr std::uint64_t kMostCommentBytes = std::uint64_t{16} << 20;
/// A page of Ogg has at most 27 + 255 + 255 x 255 bytes.
constexpr std::uint64_t kMostPageBytes = 65307;
constexpr unsigned kMostPages = 64;

struct CommentName {
  std::string_view key;
  std::string_view title;
};
constexpr CommentName kNames[] = {
    {"title", "Title"},         {"artist", "Artist"},
    {"album", "Album"},         {"tracknumber", "Track"},
    {"date", "Date"},           {"genre", "Genre"},
    {"comment", "Comment"},     {"description", "Description"},
    {"composer", "Composer"},   {"albumartist", "Album artist"},
    {"copyright", "Copyright"}, {"encoder", "Software"},
    {"language", "Language"},   {"lyrics", "Lyrics"},
};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return result;
}

/// STREAMINFO, from its beginning on.
void read_stream_info(ByteReader reader, MediaFacts& facts) {
  if (!facts.tracks.empty() || !reader.skip(10)) return;
  const auto high = reader.u64_be();
  if (!high) return;
  MediaTrack& track = facts.tracks.emplace_back();
  track.kind = MediaTrack::Kind::kSound;
  track.codec = "FLAC";
  track.sample_rate = static_cast<std::uint32_t>(*high >> 44);
  track.channels = static_cast<std::uint32_t>(*high >> 41 & 7) + 1;
  track.bits_per_sample = static_cast<std::uint32_t>(*high >> 36 & 31) + 1;
  facts.duration_ms = milliseconds(*high & 0xFFFFFFFFF, track.sample_rate);
}

/// A stream of an Ogg file, while its first packets are gathered.
struct OggStream {
  std::uint32_t serial = 0;
  ByteVector packet;
  unsigned packets = 0;        ///< that are complete
  std::uint32_t scale = 0;     ///< granules of a second
  std::uint64_t pre_skip = 0;  ///< granules before the sound begins
  unsigned frame_bits = 0;     ///< Theora: bits of a granule that count frames since a key frame
  std::uint32_t frames_num = 0;
  std::uint32_t frames_den = 0;
  std::size_t track = 0;
};

/// The first packet of a stream says what it is.
void read_first_packet(OggStream& stream, MediaFacts& facts) {
  using namespace std::string_view_literals;
  const ByteSpan packet = stream.packet;
  stream.track = facts.tracks.size();
  MediaTrack& track = facts.tracks.emplace_back();
  ByteReader reader(packet);
  if (starts_with(packet, "OpusHead") && reader.skip(9)) {
    track.kind = MediaTrack::Kind::kSound;
    track.codec = "Opus";
    track.channels = reader.u8().value_or(0);
    stream.pre_skip = reader.u16_le().value_or(0);
    track.sample_rate = stream.scale = 48000;
  } else if (starts_with(packet, "\1vorbis"sv) && reader.skip(11)) {
    track.kind = MediaTrack::Kind::kSound;
    track.codec = "Vorbis";
    track.channels = reader.u8().value_or(0);
    track.sample_rate = stream.scale = reader.u32_le().value_or(0);
    static_cast<void>(reader.skip(4));
    const std::uint32_t nominal = reader.u32_le().value_or(0);
    if (nominal < 0x80000000u) track.bits_per_second = nominal;
  } else if (starts_with(packet,
                         "\x7F"
                         "FLAC"sv) &&
             packet.size() > 17) {
    MediaFacts flac;
    read_stream_info(ByteReader(packet.subspan(17)), flac);
    if (!flac.tracks.empty()) track = flac.tracks[0];
    stream.scale = track.sample_rate;
  } else if (starts_with(packet, "Speex   "sv) && reader.skip(36)) {
    track.kind = MediaTrack::Kind::kSound;
    track.codec = "Speex";
    track.sample_rate = stream.scale = reader.u32_le().value_or(0);
    static_cast<void>(reader.skip(8));
    track.channels = reader.u32_le().value_or(0);
  } else if (starts_with(packet, "\x80theora"sv) && packet.size() >= 42) {
    track.kind = MediaTrack::Kind::kPicture;
    track.codec = "Theora";
    const auto u24 = [&packet](std::size_t at) {
      return std::uint32_t{packet[at]} << 16 | std::uint32_t{packet[at + 1]} << 8 | packet[at + 2];
    };
    track.width = u24(14);
    track.height = u24(17);
    static_cast<void>(reader.skip(22));
    stream.frames_num = reader.u32_be().value_or(0);
    stream.frames_den = reader.u32_be().value_or(0);
    stream.frame_bits = (packet[40] & 3u) << 3 | packet[41] >> 5;
    if (stream.frames_den > 0) {
      track.frames_per_1000_seconds = std::uint64_t{stream.frames_num} * 1000 / stream.frames_den;
    }
  }
}

void read_second_packet(const OggStream& stream, MediaFacts& facts) {
  using namespace std::string_view_literals;
  const ByteSpan packet = stream.packet;
  constexpr std::string_view kMarks[] = {"OpusTags"sv, "\3vorbis"sv, "\x81theora"sv};
  for (const std::string_view mark : kMarks) {
    if (starts_with(packet, mark)) read_vorbis_comments(packet.subspan(mark.size()), facts);
  }
  const std::string& codec = facts.tracks[stream.track].codec;
  if (codec == "Speex") read_vorbis_comments(packet, facts);
  if (codec == "FLAC" && packet.size() > 4) read_vorbis_comments(packet.subspan(4), facts);
}

struct OggPage {
  bool begins_stream;
  std::uint64_t granule;
  std::uint32_t serial;
  ByteSpan segments;
  std::uint64_t size;  ///< with its header
};

std::optional<OggPage> page_of(ByteReader reader) {
  const auto mark = reader.take(4);
  if (!mark || as_chars(*mark) != "OggS" || !reader.skip(1)) return std::nullopt;
  OggPage page{};
  page.begins_stream = (reader.u8().value_or(0) & 2) != 0;
  page.granule = reader.u64_le().value_or(0);
  page.serial = reader.u32_le().value_or(0);
  static_cast<void>(reader.skip(8));
  const auto count = reader.u8();
  const auto segments = reader.take(count.value_or(0));
  if (!count || !segments) return std::nullopt;
  page.segments = *segments;
  page.size = 27 + segments->size();
  for (const std::uint8_t segment : *segments) page.size += segment;
  return page;
}

/// Takes a page's packets, up to the second of a stream.
void take_packets(OggStream& stream, const OggPage& page, ByteSpan bytes, MediaFacts& facts) {
  std::size_t at = 27 + page.segments.size();
  for (const std::uint8_t segment : page.segments) {
    if (stream.packets == 2) return;
    const std::size_t size =
        std::min<std::size_t>(segment, bytes.size() - std::min(bytes.size(), at));
    const ByteSpan piece = bytes.subspan(std::min(at, bytes.size()), size);
    stream.packet.insert(stream.packet.end(), piece.begin(), piece.end());
    at += segment;
    if (segment == 255) continue;
    if (++stream.packets == 1) read_first_packet(stream, facts);
    if (stream.packets == 2) read_second_packet(stream, facts);
    stream.packet.clear();
  }
}

/// The time at the end of a page, by the granules of its stream.
std::optional<std::uint64_t> end_of_page(const OggStream& stream, std::uint64_t granule) {
  if (stream.frame_bits > 0) {
    const std::uint64_t frames =
        (granule >> stream.frame_bits) + (granule & ((std::uint64_t{1} << stream.frame_bits) - 1));
    if (frames > (std::uint64_t{1} << 32)) return std::nullopt;
    return milliseconds(frames * stream.frames_den, stream.frames_num);
  }
  return milliseconds(granule - std::min(granule, stream.pre_skip), stream.scale);
}

/// The last page of a stream tells how long it is.
void find_end(FileParts& file, const std::vector<OggStream>& streams, MediaFacts& facts) {
  const std::uint64_t from = file.size() - std::min(file.size(), kMostPageBytes * 2);
  ByteReader tail = reader_at(file, from, kMostPageBytes * 2);
  const std::string_view text = as_chars(tail.take(tail.remaining()).value_or(ByteSpan()));
  for (std::size_t at = text.find("OggS"); at != text.npos; at = text.find("OggS", at + 1)) {
    const auto page = page_of(ByteReader(as_bytes(text).subspan(at)));
    if (!page || page->granule == ~std::uint64_t{0}) continue;
    for (const OggStream& stream : streams) {
      if (stream.serial != page->serial) continue;
      facts.duration_ms = std::max(facts.duration_ms, end_of_page(stream, page->granule));
    }
  }
}

}  // namespace

void read_vorbis_comments(ByteSpan bytes, MediaFacts& facts) {
  ByteReader reader(bytes);
  if (!reader.take(reader.u32_le().value_or(0))) return;  // who wrote it
  const std::uint32_t count = reader.u32_le().value_or(0);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto size = reader.u32_le();
    const auto comment = size ? reader.take(*size) : std::nullopt;
    if (!comment) return;
    const std::string_view text = as_chars(*comment);
    const std::size_t equals = text.find('=');
    if (equals == text.npos) continue;
    const std::string key = lower(text.substr(0, std::min<std::size_t>(equals, 100)));
    if (key == "metadata_block_picture" || key == "coverart") {
      ++facts.pictures;
      continue;
    }
    const auto* known = std::find_if(std::begin(kNames), std::end(kNames),
                                     [&key](const CommentName& name) { return name.key == key; });
    facts.add_tag(
        known != std::end(kNames) ? std::string(known->title) : tag_text(text.substr(0, equals)),
        tag_text(text.substr(equals + 1)));
  }
}

std::optional<MediaFacts> flac_facts(FileParts& file) {
  constexpr std::uint8_t kComments = 4;
  constexpr std::uint8_t kPicture = 6;
  MediaFacts facts;
  std::uint64_t at = 4;
  for (unsigned i = 0; i < kMostBlocks; ++i) {
    ByteReader head = reader_at(file, at, 4);
    const auto word = head.u32_be();
    if (!word) break;
    const std::uint32_t size = *word & 0xFFFFFF;
    const auto kind = static_cast<std::uint8_t>(*word >> 24 & 0x7F);
    if (kind == 0) read_stream_info(reader_at(file, at + 4, size), facts);
    if (kind == kPicture) ++facts.pictures;
    if (kind == kComments) {
      ByteReader comments =
          reader_at(file, at + 4, std::min<std::uint64_t>(size, kMostCommentBytes));
      read_vorbis_comments(comments.take(comments.remaining()).value_or(ByteSpan()), facts);
    }
    at += 4 + std::uint64_t{size};
    if (*word >> 31 != 0) break;
  }
  if (at > file.size()) add_to(facts.warnings, {"the file ends within its headers"});
  if (facts.duration_ms && *facts.duration_ms > 0 && at < file.size() && !facts.tracks.empty()) {
    facts.tracks[0].bits_per_second = (file.size() - at) * 8 * 1000 / *facts.duration_ms;
  }
  return facts;
}

std::optional<MediaFacts> ogg_facts(FileParts& file) {
  MediaFacts facts;
  std::vector<OggStream> streams;
  std::uint64_t at = 0;
  for (unsigned i = 0; i < kMostPages; ++i) {
    ByteReader reader = reader_at(file, at, kMostPageBytes);
    const ByteSpan bytes = reader.take(reader.remaining()).value_or(ByteSpan());
    const auto page = page_of(ByteReader(bytes));
    if (!page) break;
    auto stream = std::find_if(streams.begin(), streams.end(), [&page](const OggStream& other) {
      return other.serial == page->serial;
    });
    if (stream == streams.end()) {
      if (!page->begins_stream || streams.size() == kMostTracks) break;
      stream = streams.insert(streams.end(), OggStream());
      stream->serial = page->serial;
    }
    take_packets(*stream, *page, bytes, facts);
    at += page->size;
    const bool is_done = std::all_of(streams.begin(), streams.end(),
                                     [](const OggStream& other) { return other.packets == 2; });
    if (is_done && !page->begins_stream) break;
  }
  if (streams.empty()) return std::nullopt;
  find_end(file, streams, facts);
  return facts;
}

}  // namespace lectern
