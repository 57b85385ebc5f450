// Snappy: https://github.com/google/snappy/blob/main/format_description.txt
// LZ4: https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md and lz4_Frame_format.md; the
// checksums of frames are not compared.
#include "documents/columnar/columnar_codec.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "base/byte_reader.h"
#include "inflate/inflater.h"
#include "package/unpacker.h"

namespace lectern {
namespace {

tl::unexpected<Error> damaged_codec(std::string_view codec) {
  return fail(ErrorCode::kCorruptDocument, {"its {} data is damaged", codec});
}

/// Copies `count` bytes that stand `distance` before the end. False when that cannot be.
bool copy_back(ByteVector& out, std::size_t distance, std::size_t count, std::size_t most) {
  if (distance == 0 || distance > out.size() || count > most - out.size()) return false;
  const std::size_t end = out.size();
  out.resize(end + count);
  // What has been copied is copied again, so that it doubles.
  for (std::size_t done = 0; done < count;) {
    const std::size_t some = std::min(count - done, distance + done);
    std::memcpy(out.data() + end + done, out.data() + end - distance, some);
    done += some;
  }
  return true;
}

bool append_literal(ByteVector& out, ByteReader& reader, std::size_t count, std::size_t most) {
  if (count > most - out.size()) return false;
  const auto bytes = reader.take(count);
  if (!bytes) return false;
  out.insert(out.end(), bytes->begin(), bytes->end());
  return true;
}

bool unpack_snappy(ByteSpan bytes, std::size_t size, ByteVector& out) {
  ByteReader reader(bytes);
  std::uint64_t stated = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = reader.u8();
    if (!byte || shift > 28) return false;
    stated |= std::uint64_t{*byte & 0x7FU} << shift;
    if ((*byte & 0x80) == 0) break;
  }
  // A copy of 3 bytes makes 64.
  if (stated != size || size / 64 > bytes.size()) return false;
  while (!reader.at_end()) {
    const std::uint8_t tag = *reader.u8();
    std::size_t count = (static_cast<std::size_t>(tag) >> 2) + 1;
    std::optional<std::uint32_t> distance;
    switch (tag & 3) {
      case 0:
        if (count > 60) {
          const auto extra = reader.take(count - 60);
          if (!extra) return false;
          count = 0;
          for (std::size_t i = extra->size(); i > 0; --i) count = count << 8 | (*extra)[i - 1];
          if (count >= size) return false;
          ++count;
        }
        if (!append_literal(out, reader, count, size)) return false;
        continue;
      case 1:
        count = (static_cast<std::size_t>(tag) >> 2 & 7) + 4;
        distance = reader.u8();
        if (distance) distance = *distance | (std::uint32_t{tag} & 0xE0U) << 3;
        break;
      case 2:
        distance = reader.u16_le();
        break;
      default:
        distance = reader.u32_le();
    }
    if (!distance || !copy_back(out, *distance, count, size)) return false;
  }
  return out.size() == size;
}

/// Appends the content of a block; `most` is the size of `out` behind it at most.
bool unpack_lz4(ByteSpan bytes, std::size_t most, ByteVector& out) {
  ByteReader reader(bytes);
  const auto length = [&reader](std::size_t nibble) -> std::optional<std::size_t> {
    if (nibble < 15) return nibble;
    for (;;) {
      const auto byte = reader.u8();
      if (!byte) return std::nullopt;
      nibble += *byte;
      if (*byte != 255) return nibble;
    }
  };
  while (!reader.at_end()) {
    const std::uint8_t token = *reader.u8();
    const auto literals = length(token >> 4);
    if (!literals || !append_literal(out, reader, *literals, most)) return false;
    if (reader.at_end()) return true;
    const auto distance = reader.u16_le();
    const auto count = length(token & 15);
    if (!distance || !count || *count > most) return false;
    if (!copy_back(out, *distance, *count + 4, most)) return false;
  }
  return false;
}

constexpr std::uint32_t kLz4FrameMark = 0x184D2204;

bool unpack_lz4_frame(ByteSpan bytes, std::size_t size, ByteVector& out) {
  ByteReader reader(bytes);
  const auto mark = reader.u32_le();
  const auto flags = reader.u8();
  // The version is 1; a dictionary is not in the file.
  if (mark != kLz4FrameMark || !flags || *flags >> 6 != 1 || (*flags & 1) != 0) return false;
  const bool has_size = (*flags & 8) != 0;
  if (!reader.skip(std::size_t{1} + (has_size ? 8 : 0) + 1)) return false;
  for (;;) {
    const auto head = reader.u32_le();
    if (!head) return false;
    if (*head == 0) return out.size() == size;
    const std::size_t length = *head & 0x7FFFFFFF;
    if ((*head >> 31) != 0) {
      if (!append_literal(out, reader, length, size)) return false;
    } else {
      const auto block = reader.take(length);
      if (!block || !unpack_lz4(*block, size, out)) return false;
    }
    if ((*flags & 16) != 0 && !reader.skip(4)) return false;
  }
}

bool unpack_lz4_hadoop(ByteSpan bytes, std::size_t size, ByteVector& out) {
  if (ByteReader(bytes).u32_le() == kLz4FrameMark) return unpack_lz4_frame(bytes, size, out);
  ByteReader reader(bytes);
  while (!reader.at_end()) {
    const auto unpacked = reader.u32_be();
    const auto packed = reader.u32_be();
    if (!packed || *packed > reader.remaining() || *unpacked > size - out.size()) break;
    const std::size_t until = out.size() + *unpacked;
    if (!unpack_lz4(*reader.take(*packed), until, out) || out.size() != until) break;
    if (out.size() == size && reader.at_end()) return true;
  }
  out.clear();
  return unpack_lz4(bytes, size, out);
}

/// Where the deflated data of a gzip member begins; nothing when it is none.
std::optional<std::size_t> gzip_data(ByteSpan bytes) {
  ByteReader reader(bytes);
  if (reader.u8() != 0x1F || reader.u8() != 0x8B || reader.u8() != 8) return std::nullopt;
  const std::uint8_t flags = reader.u8().value_or(0);
  if (!reader.skip(6)) return std::nullopt;
  if ((flags & 4) != 0 && !reader.skip(reader.u16_le().value_or(0))) return std::nullopt;
  for (const unsigned flag : {8U, 16U}) {
    if ((flags & flag) == 0) continue;
    while (reader.u8().value_or(0) != 0) {
    }
  }
  if ((flags & 2) != 0 && !reader.skip(2)) return std::nullopt;
  return reader.position();
}

bool unpack_gzip(ByteSpan bytes, std::size_t size, ByteVector& out) {
  constexpr std::size_t kTrailerBytes = 8;
  while (!bytes.empty()) {
    const auto start = gzip_data(bytes);
    Inflater inflater(start ? Inflater::Wrapping::kNone : Inflater::Wrapping::kZlib);
    inflater.feed(bytes.subspan(start.value_or(0)));
    for (;;) {
      const auto piece = inflater.next();
      if (!piece || piece->size() > size - out.size()) return false;
      if (piece->empty()) break;
      out.insert(out.end(), piece->begin(), piece->end());
    }
    if (!inflater.ended()) return false;
    const std::size_t left = inflater.unused();
    if (!start || left <= kTrailerBytes) break;
    bytes = bytes.last(left - kTrailerBytes);
  }
  return out.size() == size;
}

Result<void> unpack_zstd(ByteSpan bytes, std::size_t size, const Limits& limits, ByteVector& out) {
  UnpackerMemory memory(limits.max_decoded_bytes);
  const std::unique_ptr<Unpacker> unpacker = make_zstd_unpacker(memory);
  while (!bytes.empty()) {
    unpacker->feed(bytes);
    for (;;) {
      const auto piece = unpacker->next();
      if (!piece)
        return fail(ErrorCode::kCorruptDocument,
                    {"its Zstandard data is damaged: {}", piece.error().reason});
      if (piece->size() > size - out.size()) return damaged_codec("Zstandard");
      if (piece->empty()) break;
      out.insert(out.end(), piece->begin(), piece->end());
    }
    if (!unpacker->ended()) return damaged_codec("Zstandard");
    bytes = bytes.last(unpacker->unused());
    if (!bytes.empty() && !unpacker->restart()) break;
  }
  if (out.size() != size) return damaged_codec("Zstandard");
  return {};
}

}  // namespace

Result<ByteVector> unpack_block(ColumnarCodec codec, ByteSpan bytes, std::uint64_t size,
                                const Limits& limits, WorkBudget& budget) {
  // A copy of Snappy and LZ4 is two bytes or more, and takes several times as long as these.
  const bool has_copies = codec != ColumnarCodec::kNone && codec != ColumnarCodec::kGzip &&
                          codec != ColumnarCodec::kZstd;
  LECTERN_CHECK(budget.spend("the table's pages", bytes.size(), has_copies ? 8 : 1));
  LECTERN_CHECK(budget.spend("the table's pages", size, 2));
  if (size > limits.max_decoded_bytes) {
    return fail(ErrorCode::kLimitExceeded,
                {"it unpacks to {byte}, the limit is {,}", size, limits.max_decoded_bytes});
  }
  const auto most = static_cast<std::size_t>(size);
  ByteVector out;
  if (bytes.empty() && most == 0) return out;
  // Room that grows would be twice as much for a while.
  out.reserve(most);
  switch (codec) {
    case ColumnarCodec::kNone:
      if (bytes.size() != most)
        return fail(ErrorCode::kCorruptDocument,
                    {"it has {byte} where {,} should be", std::uint64_t{bytes.size()}, size});
      out.assign(bytes.begin(), bytes.end());
      return out;
    case ColumnarCodec::kSnappy:
      if (!unpack_snappy(bytes, most, out)) return damaged_codec("Snappy");
      return out;
    case ColumnarCodec::kGzip:
      if (!unpack_gzip(bytes, most, out)) return damaged_codec("gzip");
      return out;
    case ColumnarCodec::kZstd:
      LECTERN_CHECK(unpack_zstd(bytes, most, limits, out));
      return out;
    case ColumnarCodec::kLz4Block:
      if (!unpack_lz4(bytes, most, out) || out.size() != most) return damaged_codec("LZ4");
      return out;
    case ColumnarCodec::kLz4Hadoop:
      if (!unpack_lz4_hadoop(bytes, most, out) || out.size() != most) return damaged_codec("LZ4");
      return out;
    case ColumnarCodec::kLz4Frame:
      if (!unpack_lz4_frame(bytes, most, out)) return damaged_codec("LZ4");
      return out;
  }
  return out;
}

}  // namespace lectern
