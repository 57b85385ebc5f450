// MPEG audio layers I to III (ISO/IEC 11172-3, 13818-3), AAC in ADTS (13818-7), ID3 1 to 2.4
// (id3.org), the headers of LAME, Xing and Fraunhofer.
#include <algorithm>
#include <array>

#include "base/message.h"
#include "media/media_facts.h"
#include "media/tag_text.h"

namespace lectern {
namespace {

/// Bytes of a tag that are looked at; covers may be large.
constexpr std::uint64_t kMostTagBytes = std::uint64_t{16} << 20;
/// Bytes behind the tag in which the first frame begins, at the latest.
constexpr std::size_t kSearchBytes = std::size_t{64} << 10;
constexpr std::size_t kOldTagBytes = 128;

struct Id3Frame {
  std::string_view name;
  std::string_view title;
};

/// By the names of versions 2.3 and 2.4, then those of 2.2.
constexpr Id3Frame kFrames[] = {
    {"TIT2", "Title"},        {"TPE1", "Artist"},   {"TALB", "Album"},    {"TRCK", "Track"},
    {"TDRC", "Date"},         {"TYER", "Date"},     {"TCON", "Genre"},    {"TCOM", "Composer"},
    {"TPE2", "Album artist"}, {"TIT1", "Group"},    {"TIT3", "Subtitle"}, {"TPUB", "Publisher"},
    {"TCOP", "Copyright"},    {"TLAN", "Language"}, {"TPOS", "Disc"},     {"TSSE", "Software"},
    {"TDES", "Description"},  {"TT2", "Title"},     {"TP1", "Artist"},    {"TAL", "Album"},
    {"TRK", "Track"},         {"TYE", "Date"},      {"TCO", "Genre"},     {"TCM", "Composer"},
};

/// "28 bits in four bytes, so that no byte is 0xFF".
std::optional<std::uint32_t> synchsafe(ByteReader& reader) {
  const auto value = reader.u32_be();
  if (!value || (*value & 0x80808080u) != 0) return std::nullopt;
  return (*value & 0x7F) | (*value >> 1 & 0x3F80) | (*value >> 2 & 0x1FC000) |
         (*value >> 3 & 0xFE00000);
}

/// What is behind the text that ends with NUL at the start of `bytes`.
ByteSpan after_text(std::uint8_t encoding, ByteSpan bytes) {
  const std::size_t width = encoding == 1 || encoding == 2 ? 2 : 1;
  for (std::size_t at = 0; at + width <= bytes.size(); at += width) {
    if (bytes[at] == 0 && bytes[at + width - 1] == 0) return bytes.subspan(at + width);
  }
  return {};
}

/// A text of a frame up to the NUL that ends it. \param is_little  of UTF-16, where no mark says so
std::string id3_value(std::uint8_t encoding, ByteSpan bytes, bool& is_little) {
  if (encoding == 0 || encoding > 3) return tag_text(bytes, TagEncoding::kLatin1);
  if (encoding == 3) return tag_text(bytes, TagEncoding::kUtf8);
  const bool has_mark = bytes.size() >= 2 && (bytes[0] == 0xFF || bytes[0] == 0xFE);
  if (has_mark) is_little = bytes[0] == 0xFF;
  return tag_text(has_mark ? bytes.subspan(2) : bytes,
                  is_little ? TagEncoding::kUtf16Le : TagEncoding::kUtf16Be);
}

std::string id3_text(std::uint8_t encoding, ByteSpan bytes) {
  bool is_little = false;
  return id3_value(encoding, bytes, is_little);
}

/// The values of a text, which since version 2.4 end with NUL each, one after the other.
std::string id3_values(std::uint8_t encoding, ByteSpan bytes) {
  constexpr std::size_t kMostBytes = 2000;
  std::string text;
  bool is_little = false;
  for (; !bytes.empty(); bytes = after_text(encoding, bytes)) {
    const std::string value = id3_value(encoding, bytes, is_little);
    if (value.empty()) continue;
    if (text.size() > kMostBytes) return text + "; [more values]";
    append_to(text, {"{}{}", text.empty() ? "" : "; ", value});
  }
  return text;
}

/// Takes out the zero that stands behind each 0xFF of a tag with "unsynchronisation".
ByteVector synchronised(ByteSpan bytes) {
  ByteVector plain;
  plain.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i > 0 && bytes[i] == 0 && bytes[i - 1] == 0xFF) continue;
    plain.push_back(bytes[i]);
  }
  return plain;
}

void read_frame(std::string_view name, ByteSpan bytes, unsigned version, MediaFacts& facts) {
  if (name == "APIC" || name == "PIC") {
    ++facts.pictures;
    return;
  }
  if (bytes.empty()) return;
  const std::uint8_t encoding = bytes[0];
  if (name == "COMM" || name == "COM" || name == "USLT" || name == "ULT") {
    // A language and a short description stand before the text.
    if (bytes.size() < 4) return;
    facts.add_tag(name[0] == 'C' ? "Comment" : "Lyrics",
                  id3_text(encoding, after_text(encoding, bytes.subspan(4))));
    return;
  }
  if (name == "TXXX" || name == "TXX") {
    facts.add_tag(id3_text(encoding, bytes.subspan(1)),
                  id3_text(encoding, after_text(encoding, bytes.subspan(1))));
    return;
  }
  for (const Id3Frame& frame : kFrames) {
    if (frame.name != name) continue;
    facts.add_tag(std::string(frame.title), version == 4 ? id3_values(encoding, bytes.subspan(1))
                                                         : id3_text(encoding, bytes.subspan(1)));
  }
}

void read_id3_frames(ByteSpan bytes, unsigned version, MediaFacts& facts) {
  const std::size_t name_size = version == 2 ? 3 : 4;
  ByteReader reader(bytes);
  while (reader.remaining() > name_size) {
    const auto name = reader.take(name_size);
    if (!name || (*name)[0] == 0) return;
    std::optional<std::uint32_t> size;
    if (version == 2) {
      const auto high = reader.u8();
      const auto low = reader.u16_be();
      if (low) size = std::uint32_t{*high} << 16 | *low;
    } else {
      size = version == 4 ? synchsafe(reader) : reader.u32_be();
    }
    std::uint16_t flags = 0;
    if (version != 2) flags = reader.u16_be().value_or(0);
    if (!size) return;
    auto data = reader.take(*size);
    if (!data) return;
    // Compressed and encrypted frames stay closed.
    if ((version == 3 && (flags & 0xC0) != 0) || (version == 4 && (flags & 0x0C) != 0)) continue;
    if (version == 4 && (flags & 1) != 0) data = data->subspan(std::min<std::size_t>(4, *size));
    if (version == 4 && (flags & 2) != 0) {
      read_frame(as_chars(*name), synchronised(*data), version, facts);
    } else {
      read_frame(as_chars(*name), *data, version, facts);
    }
  }
}

/// The tag at the end of old files: fields of a fixed width.
void read_old_tag(FileParts& file, MediaFacts& facts) {
  if (file.size() < kOldTagBytes) return;
  ByteReader reader = reader_at(file, file.size() - kOldTagBytes, kOldTagBytes);
  const auto mark = reader.take(3);
  if (!mark || as_chars(*mark) != "TAG" || !facts.tags.empty()) return;
  constexpr std::pair<std::string_view, std::size_t> kFields[] = {
      {"Title", 30}, {"Artist", 30}, {"Album", 30}, {"Date", 4}, {"Comment", 30}};
  for (const auto& [name, width] : kFields) {
    facts.add_tag(std::string(name),
                  tag_text(reader.take(width).value_or(ByteSpan()), TagEncoding::kLatin1));
  }
}

struct SoundFrame {
  std::string codec;
  std::uint32_t sample_rate = 0;
  std::uint32_t channels = 0;
  std::uint32_t bits_per_second = 0;
  std::uint32_t samples = 0;
  std::size_t size = 0;
  /// Where a header of LAME, Xing or Fraunhofer would stand.
  std::size_t info_offset = 0;
};

constexpr std::uint16_t kKilobits[5][15] = {
    {0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},  // 1, layer I
    {0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},     // 1, layer II
    {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},      // 1, layer III
    {0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},     // 2, layer I
    {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},          // 2, layers II, III
};

std::optional<SoundFrame> mpeg_frame(std::uint32_t header) {
  constexpr std::uint32_t kRates[] = {44100, 48000, 32000};
  const unsigned version = header >> 19 & 3;  // 3: 1, 2: 2, 0: 2.5
  const unsigned layer = 4 - (header >> 17 & 3);
  const unsigned rate_index = header >> 10 & 3;
  const unsigned bit_rate_index = header >> 12 & 15;
  if (header >> 21 != 0x7FF || version == 1 || layer == 4 || rate_index == 3 ||
      bit_rate_index == 15 || bit_rate_index == 0) {
    return std::nullopt;
  }
  SoundFrame frame;
  const bool is_first = version == 3;
  const std::size_t table = is_first ? layer - 1 : (layer == 1 ? 3 : 4);
  const bool is_mono = (header >> 6 & 3) == 3;
  frame.sample_rate = kRates[rate_index] >> (is_first ? 0 : (version == 2 ? 1 : 2));
  frame.bits_per_second = kKilobits[table][bit_rate_index] * 1000u;
  frame.channels = is_mono ? 1 : 2;
  frame.samples = layer == 1 ? 384 : (layer == 3 && !is_first ? 576 : 1152);
  const unsigned padding = header >> 9 & 1;
  frame.size = layer == 1 ? (12 * frame.bits_per_second / frame.sample_rate + padding) * 4
                          : frame.samples / 8 * frame.bits_per_second / frame.sample_rate + padding;
  frame.info_offset = 4 + (is_first ? (is_mono ? 17u : 32u) : (is_mono ? 9u : 17u));
  constexpr std::string_view kLayers[] = {"I", "II", "III"};
  const std::string_view name = is_first ? "1" : (version == 2 ? "2" : "2.5");
  frame.codec = compose({"MPEG-{} layer {}", name, kLayers[layer - 1]});
  return frame;
}

std::optional<SoundFrame> adts_frame(ByteSpan bytes) {
  constexpr std::uint32_t kRates[] = {96000, 88200, 64000, 48000, 44100, 32000, 24000,
                                      22050, 16000, 12000, 11025, 8000,  7350};
  if (bytes.size() < 7 || bytes[0] != 0xFF || (bytes[1] & 0xF6) != 0xF0) return std::nullopt;
  const unsigned rate = bytes[2] >> 2 & 15;
  if (rate >= std::size(kRates)) return std::nullopt;
  SoundFrame frame;
  frame.codec = "AAC";
  frame.sample_rate = kRates[rate];
  frame.channels = (bytes[2] & 1u) << 2 | bytes[3] >> 6;
  frame.samples = 1024;
  frame.size = (bytes[3] & 3u) << 11 | unsigned{bytes[4]} << 3 | bytes[5] >> 5;
  if (frame.size < 7) return std::nullopt;
  return frame;
}

std::optional<SoundFrame> frame_at(ByteSpan bytes) {
  if (auto frame = adts_frame(bytes)) return frame;
  const auto header = ByteReader(bytes).u32_be();
  return header ? mpeg_frame(*header) : std::nullopt;
}

/// The number of frames that a header in the first one states.
std::optional<std::uint32_t> stated_frames(const SoundFrame& frame, ByteSpan bytes) {
  ByteReader reader(bytes);
  if (frame.info_offset > 0 && reader.skip(frame.info_offset)) {
    const auto mark = reader.take(4);
    if (mark && (as_chars(*mark) == "Xing" || as_chars(*mark) == "Info")) {
      const auto flags = reader.u32_be();
      return flags && (*flags & 1) != 0 ? reader.u32_be() : std::nullopt;
    }
  }
  constexpr std::size_t kFraunhoferOffset = 36;
  if (has_bytes_at(bytes, kFraunhoferOffset, "VBRI")) {
    ByteReader fraunhofer(bytes);
    if (fraunhofer.skip(kFraunhoferOffset + 14)) return fraunhofer.u32_be();
  }
  return std::nullopt;
}

/// The mean bits of a second over the frames that begin in `bytes`.
std::uint64_t mean_bits_per_second(ByteSpan bytes) {
  std::uint64_t size = 0;
  std::uint64_t samples = 0;
  std::uint32_t rate = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto frame = frame_at(bytes.subspan(at));
    if (!frame || frame->size == 0) break;
    size += frame->size;
    samples += frame->samples;
    rate = frame->sample_rate;
    at += frame->size;
  }
  return samples == 0 ? 0 : size * 8 * rate / samples;
}

}  // namespace

std::size_t read_id3(ByteSpan bytes, MediaFacts& facts) {
  constexpr std::size_t kHeaderBytes = 10;
  ByteReader reader(bytes);
  const auto mark = reader.take(3);
  if (!mark || as_chars(*mark) != "ID3") return 0;
  const auto version = reader.u8();
  static_cast<void>(reader.u8());
  const auto flags = reader.u8();
  const auto size = synchsafe(reader);
  if (!size || *version < 2 || *version > 4) return 0;
  ByteSpan frames = bytes.subspan(kHeaderBytes);
  frames = frames.first(std::min<std::size_t>(frames.size(), *size));
  ByteVector plain;
  if ((*flags & 0x80) != 0 && *version < 4) {
    plain = synchronised(frames);
    frames = plain;
  }
  if ((*flags & 0x40) != 0 && *version > 2) {  // an extended header
    ByteReader extended(frames);
    const auto extra = *version == 4 ? synchsafe(extended) : extended.u32_be();
    const std::size_t skipped = extra.value_or(0) + (*version == 4 ? 0u : 4u);
    frames = frames.subspan(std::min(frames.size(), skipped));
  }
  read_id3_frames(frames, *version, facts);
  return kHeaderBytes + *size + ((*flags & 0x10) != 0 ? kHeaderBytes : 0);
}

std::optional<MediaFacts> mpeg_sound_facts(FileParts& file) {
  MediaFacts facts;
  std::uint64_t start = 0;
  ByteReader head = reader_at(file, 0, 10);
  if (const auto mark = head.take(3); mark && as_chars(*mark) == "ID3" && head.skip(3)) {
    const std::uint64_t size = 10 + std::uint64_t{synchsafe(head).value_or(0)};
    ByteReader tag = reader_at(file, 0, std::min(size, kMostTagBytes));
    start = read_id3(tag.take(tag.remaining()).value_or(ByteSpan()), facts);
  }
  ByteReader sound = reader_at(file, start, kSearchBytes);
  const ByteSpan bytes = sound.take(sound.remaining()).value_or(ByteSpan());
  std::optional<SoundFrame> frame;
  std::size_t at = 0;
  // A frame counts when another one follows it, or when the file ends with it.
  for (; at + 4 <= bytes.size(); ++at) {
    frame = frame_at(bytes.subspan(at));
    if (!frame) continue;
    const std::size_t next = at + frame->size;
    if (next + 7 >= bytes.size() || frame_at(bytes.subspan(next))) break;
    frame.reset();
  }
  read_old_tag(file, facts);
  if (!frame) return facts.tags.empty() ? std::nullopt : std::optional(facts);
  MediaTrack& track = facts.tracks.emplace_back();
  track.kind = MediaTrack::Kind::kSound;
  track.codec = frame->codec;
  track.channels = frame->channels;
  track.sample_rate = frame->sample_rate;
  const std::uint64_t sound_bytes = file.size() - start - at;
  if (const auto frames = stated_frames(*frame, bytes.subspan(at)); frames && *frames > 0) {
    facts.duration_ms = milliseconds(std::uint64_t{*frames} * frame->samples, frame->sample_rate);
    if (facts.duration_ms && *facts.duration_ms > 0) {
      track.bits_per_second = sound_bytes * 8 * 1000 / *facts.duration_ms;
    }
    return facts;
  }
  track.bits_per_second = mean_bits_per_second(bytes.subspan(at));
  facts.duration_ms = milliseconds(sound_bytes * 8, track.bits_per_second);
  facts.is_estimated = true;
  return facts;
}

}  // namespace lectern
