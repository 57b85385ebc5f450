// Sounds, films and programs for tests: bytes put together by hand, as the formats say.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace lectern::testing {

/// `value` in `count` bytes, the lowest first.
inline std::string little(std::uint64_t value, unsigned count) {
  std::string bytes;
  for (unsigned i = 0; i < count; ++i) bytes += i < 8 ? static_cast<char>(value >> (8 * i)) : '\0';
  return bytes;
}

/// `value` in `count` bytes, the highest first.
inline std::string big(std::uint64_t value, unsigned count) {
  std::string bytes;
  for (unsigned i = count; i > 0; --i)
    bytes += i > 8 ? '\0' : static_cast<char>(value >> (8 * (i - 1)));
  return bytes;
}

/// A chunk of RIFF, filled up to an even size.
inline std::string riff_chunk(std::string_view name, const std::string& data) {
  std::string chunk = std::string(name) + little(data.size(), 4) + data;
  if (data.size() % 2 != 0) chunk += '\0';
  return chunk;
}

/// WAVE: 16-bit PCM in stereo at 8,000 Hz.
inline std::string wave(std::size_t samples, const std::string& more = {}) {
  const std::string format = little(1, 2) + little(2, 2) + little(8000, 4) + little(32000, 4) +
                             little(4, 2) + little(16, 2);
  const std::string body = "WAVE" + riff_chunk("fmt ", format) + more +
                           riff_chunk("data", std::string(samples * 4, 'x'));
  return "RIFF" + little(body.size(), 4) + body;
}

/// A box of ISO media.
inline std::string box(std::string_view type, const std::string& data) {
  return big(data.size() + 8, 4) + std::string(type) + data;
}

/// A film of one picture track: H.264, 640 x 360, `frames` at 25 a second, with a title.
inline std::string film(std::uint32_t frames, const std::string& title) {
  const std::string header = box("mvhd", std::string(12, '\0') + big(25, 4) + big(frames, 4));
  const std::string media_header =
      box("mdhd", std::string(12, '\0') + big(25, 4) + big(frames, 4) + big(0x15C7, 2) + big(0, 2));
  const std::string handler = box("hdlr", std::string(8, '\0') + "vide" + std::string(13, '\0'));
  const std::string entry = box("avc1", std::string(24, '\0') + big(640, 2) + big(360, 2));
  const std::string tables = box("stsd", big(0, 4) + big(1, 4) + entry) +
                             box("stts", big(0, 4) + big(1, 4) + big(frames, 4) + big(1, 4));
  const std::string track =
      box("trak", box("mdia", media_header + handler + box("minf", box("stbl", tables))));
  const std::string item = box("\xA9nam", box("data", big(1, 4) + big(0, 4) + title));
  const std::string tags = box("udta", box("meta", big(0, 4) + box("ilst", item)));
  return box("ftyp", "isom" + big(0, 4)) + box("mdat", std::string(5000, 'v')) +
         box("moov", header + track + tags);
}

/// A tag of ID3 2.3 with these frames.
inline std::string id3(const std::string& frames) {
  const std::size_t size = frames.size();
  return std::string("ID3\3\0\0", 6) + static_cast<char>(size >> 21 & 127) +
         static_cast<char>(size >> 14 & 127) + static_cast<char>(size >> 7 & 127) +
         static_cast<char>(size & 127) + frames;
}
inline std::string id3_frame(std::string_view name, const std::string& data) {
  return std::string(name) + big(data.size(), 4) + big(0, 2) + data;
}

/// Frames of MPEG-1 layer III, 128 kbit/s, 44,100 Hz, stereo: 417 bytes and 26 ms each.
inline std::string mp3_frames(unsigned count) {
  std::string frames;
  for (unsigned i = 0; i < count; ++i) frames += "\xFF\xFB\x90\x44" + std::string(413, '\0');
  return frames;
}

/// A block of FLAC.
inline std::string flac_block(unsigned kind, bool is_last, const std::string& data) {
  return big((is_last ? 0x80u : 0u) | kind, 1) + big(data.size(), 3) + data;
}
/// The comments of Vorbis and FLAC.
inline std::string comments(std::initializer_list<std::string> entries) {
  std::string bytes = little(4, 4) + "test" + little(entries.size(), 4);
  for (const std::string& entry : entries) bytes += little(entry.size(), 4) + entry;
  return bytes;
}

/// A page of Ogg with one packet of less than 255 bytes.
inline std::string ogg_page(unsigned flags, std::uint64_t granule, const std::string& packet) {
  return "OggS" + std::string(1, '\0') + static_cast<char>(flags) + little(granule, 8) +
         little(7, 4) + little(0, 4) + little(0, 4) + '\1' + static_cast<char>(packet.size()) +
         packet;
}

/// An element of Matroska whose data have less than 16,383 bytes.
inline std::string element(std::uint32_t id, const std::string& data) {
  const unsigned width = id > 0xFFFFFF ? 4 : id > 0xFFFF ? 3 : id > 0xFF ? 2 : 1;
  return big(id, width) + big(0x4000 | data.size(), 2) + data;
}

}  // namespace lectern::testing
