// RIFF (Microsoft and IBM, Multimedia Programming Interface 1.0), WAVE with RF64 (EBU Tech 3306),
// AVI with OpenDML; AIFF and AIFF-C (Apple, 1991).
#include <algorithm>
#include <cmath>

#include "base/message.h"
#include "media/media_facts.h"
#include "media/tag_text.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Chunks that are looked at, of a file and of a list.
constexpr unsigned kMostChunks = 2000;
/// Bytes that are read of a chunk that holds facts.
constexpr std::uint64_t kMostChunkBytes = std::uint64_t{1} << 20;

struct Chunk {
  std::string_view name;  ///< four characters
  std::uint64_t start;    ///< of its data
  std::uint64_t size;     ///< as stated
};

/// Goes from chunk to chunk. \param is_big  sizes are big-endian, as in AIFF
class Chunks {
 public:
  Chunks(FileParts& file, std::uint64_t from, std::uint64_t to, bool is_big)
      : file_(file), position_(from), end_(std::min(to, file.size())), is_big_(is_big) {}
  /// Those in a chunk of others. All count together.
  Chunks(Chunks& outer, const Chunk& list)
      : file_(outer.file_),
        position_(list.start + 4),
        end_(std::min(list.start + list.size, file_.size())),
        is_big_(outer.is_big_),
        count_(outer.count_) {}

  std::optional<Chunk> next() {
    if (count_ == kMostChunks || end_ - std::min(end_, position_) < 8) return std::nullopt;
    ++count_;
    ByteReader head = reader_at(file_, position_, 8);
    const auto name = head.take(4);
    const auto size = is_big_ ? head.u32_be() : head.u32_le();
    if (!size) return std::nullopt;
    const Chunk chunk{as_chars(*name), position_ + 8, *size};
    position_ += 8 + std::uint64_t{*size} + *size % 2;
    return chunk;
  }

  /// The chunk before has another size than its header says.
  void correct(const Chunk& chunk) { position_ = chunk.start + chunk.size + chunk.size % 2; }

 private:
  FileParts& file_;
  std::uint64_t position_;
  std::uint64_t end_;
  bool is_big_;
  unsigned own_count_ = 0;
  unsigned& count_ = own_count_;
};

std::string_view wave_codec(std::uint16_t tag) {
  switch (tag) {
    case 1:
      return "PCM";
    case 2:
      return "Microsoft ADPCM";
    case 3:
      return "PCM in floating point";
    case 6:
      return "A-law";
    case 7:
      return "\xCE\xBC-law";
    case 0x11:
      return "IMA ADPCM";
    case 0x31:
      return "GSM 6.10";
    case 0x50:
      return "MPEG";
    case 0x55:
      return "MP3";
    case 0xFF:
    case 0x1610:
      return "AAC";
    case 0x161:
      return "Windows Media Audio";
    case 0x2000:
      return "AC-3";
    case 0xF1AC:
      return "FLAC";
    default:
      return {};
  }
}

/// WAVEFORMATEX. \returns the bytes of a second of it.
std::uint32_t read_wave_format(ByteReader reader, MediaTrack& track) {
  constexpr std::uint16_t kExtensible = 0xFFFE;
  track.kind = MediaTrack::Kind::kSound;
  std::uint16_t tag = reader.u16_le().value_or(0);
  track.channels = reader.u16_le().value_or(0);
  track.sample_rate = reader.u32_le().value_or(0);
  const std::uint32_t bytes_per_second = reader.u32_le().value_or(0);
  const auto align = reader.u16_le();
  const std::uint32_t bits = reader.u16_le().value_or(0);
  // The tag is the beginning of the sub-format's GUID then.
  if (tag == kExtensible && align && reader.skip(8)) tag = reader.u16_le().value_or(tag);
  track.codec = wave_codec(tag);
  if (track.codec.empty()) track.codec = compose({"codec {}", std::uint32_t{tag}});
  if (tag == 1 || tag == 3) track.bits_per_sample = bits;
  track.bits_per_second = std::uint64_t{bytes_per_second} * 8;
  return bytes_per_second;
}

/// Names of the tags in a list INFO.
constexpr std::pair<std::string_view, std::string_view> kInfoNames[] = {
    {"INAM", "Title"},     {"IART", "Artist"},   {"IPRD", "Album"},    {"ITRK", "Track"},
    {"IPRT", "Track"},     {"ICRD", "Date"},     {"IGNR", "Genre"},    {"ICMT", "Comment"},
    {"ICOP", "Copyright"}, {"IENG", "Engineer"}, {"ISFT", "Software"}, {"ISBJ", "Subject"},
    {"IKEY", "Keywords"},
};

/// Older programs write Latin-1, newer ones UTF-8.
std::string info_text(ByteSpan bytes) {
  const ByteSpan text = bytes.first(
      static_cast<std::size_t>(std::find(bytes.begin(), bytes.end(), 0) - bytes.begin()));
  return tag_text(text, is_valid_utf8(text) ? TagEncoding::kUtf8 : TagEncoding::kLatin1);
}

void read_info(FileParts& file, Chunks& outer, const Chunk& list, MediaFacts& facts) {
  Chunks chunks(outer, list);
  while (const auto chunk = chunks.next()) {
    const auto name =
        std::find_if(std::begin(kInfoNames), std::end(kInfoNames),
                     [&chunk](const auto& entry) { return entry.first == chunk->name; });
    if (name == std::end(kInfoNames)) continue;
    ByteReader reader = reader_at(file, chunk->start, std::min(chunk->size, kMostChunkBytes));
    facts.add_tag(std::string(name->second),
                  info_text(reader.take(reader.remaining()).value_or(ByteSpan())));
  }
}

std::string_view list_type(FileParts& file, const Chunk& chunk) {
  return as_chars(reader_at(file, chunk.start, 4).take(4).value_or(ByteSpan()));
}

MediaFacts wave_facts(FileParts& file) {
  MediaFacts facts;
  std::uint32_t bytes_per_second = 0;
  std::optional<std::uint64_t> data_bytes;
  std::optional<std::uint64_t> wide_data_bytes;  // of RF64
  std::optional<std::uint32_t> samples;
  bool is_compressed = false;
  Chunks chunks(file, 12, file.size(), false);
  while (auto chunk = chunks.next()) {
    if (chunk->name == "fmt ") {
      MediaTrack& track = facts.tracks.emplace_back();
      bytes_per_second = read_wave_format(reader_at(file, chunk->start, chunk->size), track);
      is_compressed = track.bits_per_sample == 0;
      if (facts.tracks.size() > 1) facts.tracks.pop_back();
    } else if (chunk->name == "ds64") {
      ByteReader reader = reader_at(file, chunk->start, 16);
      if (reader.skip(8)) wide_data_bytes = reader.u64_le();
    } else if (chunk->name == "fact") {
      samples = reader_at(file, chunk->start, chunk->size).u32_le();
    } else if (chunk->name == "data") {
      if (chunk->size == 0xFFFFFFFF && wide_data_bytes) {
        chunk->size = std::min(*wide_data_bytes, file.size());
        chunks.correct(*chunk);
      }
      const std::uint64_t here = file.size() - std::min(file.size(), chunk->start);
      // A recorder that could not go back leaves no size.
      const bool is_open = chunk->size == 0xFFFFFFFF || (chunk->size == 0 && here > 0);
      if (!is_open && chunk->size > here) {
        add_to(facts.warnings, {"the sound is cut: {byte} of {byte} are there", here, chunk->size});
      }
      data_bytes = data_bytes.value_or(0) + (is_open ? here : std::min(here, chunk->size));
    } else if (chunk->name == "LIST" && list_type(file, *chunk) == "INFO") {
      read_info(file, chunks, *chunk, facts);
    } else if (chunk->name == "id3 " || chunk->name == "ID3 ") {
      ByteReader reader = reader_at(file, chunk->start, std::min(chunk->size, kMostChunkBytes));
      read_id3(reader.take(reader.remaining()).value_or(ByteSpan()), facts);
    }
  }
  if (is_compressed && samples && !facts.tracks.empty() && facts.tracks[0].sample_rate > 0) {
    facts.duration_ms = milliseconds(*samples, facts.tracks[0].sample_rate);
  }
  if (!facts.duration_ms && data_bytes) {
    facts.duration_ms = milliseconds(*data_bytes, bytes_per_second);
  }
  return facts;
}

/// A four-character code as a codec; its letters when it is not known.
std::string video_codec(std::string_view code) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"h264", "H.264"},   {"x264", "H.264"},   {"avc1", "H.264"},  {"hevc", "H.265"},
      {"xvid", "Xvid"},    {"divx", "DivX"},    {"dx50", "DivX 5"}, {"mjpg", "Motion JPEG"},
      {"fmp4", "MPEG-4"},  {"mp4v", "MPEG-4"},  {"dvsd", "DV"},     {"wmv3", "Windows Media 9"},
      {"cvid", "Cinepak"}, {"iv50", "Indeo 5"}, {"vp80", "VP8"},    {"ffv1", "FFV1"},
  };
  std::string lower(code);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  for (const auto& [name, title] : kNames) {
    if (lower == name) return std::string(title);
  }
  if (code == std::string_view("\0\0\0\0", 4) || lower == "dib ") return "uncompressed";
  return tag_text(code);
}

/// One list "strl": a header of a stream and its format.
void read_avi_stream(FileParts& file, Chunks& outer, const Chunk& list, MediaFacts& facts) {
  if (facts.tracks.size() == kMostTracks) return;
  MediaTrack& track = facts.tracks.emplace_back();
  Chunks chunks(outer, list);
  while (const auto chunk = chunks.next()) {
    ByteReader reader = reader_at(file, chunk->start, std::min<std::uint64_t>(chunk->size, 256));
    if (chunk->name == "strh") {
      const std::string_view kind = as_chars(reader.take(4).value_or(ByteSpan()));
      const std::string_view code = as_chars(reader.take(4).value_or(ByteSpan()));
      static_cast<void>(reader.skip(12));
      const std::uint32_t scale = reader.u32_le().value_or(0);
      const std::uint32_t rate = reader.u32_le().value_or(0);
      static_cast<void>(reader.skip(4));
      const auto length = reader.u32_le();
      if (kind == "vids") {
        track.kind = MediaTrack::Kind::kPicture;
        track.codec = video_codec(code);
        if (scale > 0) track.frames_per_1000_seconds = std::uint64_t{rate} * 1000 / scale;
      }
      if (length && scale > 0) {
        const auto duration = milliseconds(std::uint64_t{*length} * scale, rate);
        facts.duration_ms = std::max(facts.duration_ms, duration);
      }
    } else if (chunk->name == "strf" && track.kind == MediaTrack::Kind::kPicture) {
      static_cast<void>(reader.skip(4));
      track.width = reader.u32_le().value_or(0);
      // Rows from the top down have a negative height.
      const auto height = static_cast<std::int32_t>(reader.u32_le().value_or(0));
      track.height = static_cast<std::uint32_t>(std::abs(static_cast<std::int64_t>(height)));
      static_cast<void>(reader.skip(4));
      const auto code = reader.take(4);
      if (code && track.codec.empty()) track.codec = video_codec(as_chars(*code));
    } else if (chunk->name == "strf") {
      read_wave_format(reader, track);
    }
  }
}

MediaFacts avi_facts(FileParts& file) {
  MediaFacts facts;
  Chunks chunks(file, 12, file.size(), false);
  while (const auto chunk = chunks.next()) {
    if (chunk->name != "LIST") continue;
    const std::string_view type = list_type(file, *chunk);
    if (type == "INFO") read_info(file, chunks, *chunk, facts);
    if (type == "movi" && chunk->start + chunk->size > file.size()) {
      add_to(facts.warnings, {"the film is cut: {byte} of {byte} are there",
                              file.size() - chunk->start, chunk->size});
    }
    if (type != "hdrl") continue;
    Chunks headers(chunks, *chunk);
    while (const auto header = headers.next()) {
      if (header->name == "LIST" && list_type(file, *header) == "strl") {
        read_avi_stream(file, headers, *header, facts);
      }
    }
  }
  return facts;
}

/// An 80-bit number in extended precision, as a whole number of hertz.
std::uint32_t extended_rate(ByteReader& reader) {
  constexpr int kBias = 16383 + 63;
  const auto exponent = reader.u16_be();
  const auto mantissa = reader.u64_be();
  if (!mantissa) return 0;
  const double rate = std::ldexp(static_cast<double>(*mantissa), (*exponent & 0x7FFF) - kBias);
  return rate >= 1 && rate < 1e9 ? static_cast<std::uint32_t>(rate + 0.5) : 0;
}

}  // namespace

std::optional<MediaFacts> riff_facts(FileParts& file) {
  ByteReader head = reader_at(file, 0, 12);
  const auto mark = head.take(4);
  if (!head.skip(4)) return std::nullopt;
  const auto form = head.take(4);
  // Of big-endian files only the kind is told.
  if (!form || (as_chars(*mark) != "RIFF" && as_chars(*mark) != "RF64")) return std::nullopt;
  if (as_chars(*form) == "WAVE") return wave_facts(file);
  if (as_chars(*form) == "AVI ") return avi_facts(file);
  return std::nullopt;
}

std::optional<MediaFacts> aiff_facts(FileParts& file) {
  constexpr std::pair<std::string_view, std::string_view> kTexts[] = {
      {"NAME", "Title"}, {"AUTH", "Artist"}, {"(c) ", "Copyright"}, {"ANNO", "Comment"}};
  MediaFacts facts;
  Chunks chunks(file, 12, file.size(), true);
  while (const auto chunk = chunks.next()) {
    ByteReader reader = reader_at(file, chunk->start, std::min(chunk->size, kMostChunkBytes));
    if (chunk->name == "COMM" && facts.tracks.empty()) {
      MediaTrack& track = facts.tracks.emplace_back();
      track.kind = MediaTrack::Kind::kSound;
      track.channels = reader.u16_be().value_or(0);
      const std::uint32_t frames = reader.u32_be().value_or(0);
      track.bits_per_sample = reader.u16_be().value_or(0);
      track.sample_rate = extended_rate(reader);
      const auto code = reader.take(4);
      const std::string_view name = code ? as_chars(*code) : std::string_view("NONE");
      track.codec = name == "NONE" || name == "sowt" || name == "twos" ? "PCM" : tag_text(name);
      facts.duration_ms = milliseconds(frames, track.sample_rate);
    } else if (chunk->name == "ID3 ") {
      read_id3(reader.take(reader.remaining()).value_or(ByteSpan()), facts);
    } else if (chunk->name == "SSND" && chunk->start + chunk->size > file.size()) {
      add_to(facts.warnings, {"the sound is cut: {byte} of {byte} are there",
                              file.size() - chunk->start, chunk->size});
    }
    for (const auto& [name, title] : kTexts) {
      if (chunk->name != name) continue;
      facts.add_tag(std::string(title),
                    info_text(reader.take(reader.remaining()).value_or(ByteSpan())));
    }
  }
  return facts;
}

}  // namespace lectern
