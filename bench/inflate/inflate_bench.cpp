// Times our inflater and our CRC-32, and zlib's. Run through bench/inflate/run.mjs; alone:
// lectern_inflate_bench RUNS FILE...
// Each FILE is a zlib stream. Prints one JSON object a line for each: milliseconds, the least of
// RUNS. Both inflate into a window, as a proof does, and compare the checksum; the CRC-32 is that
// of the stream in pieces, as the chunks of a PNG are.
#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "base/crc32.h"
#include "inflate/inflater.h"

namespace {

using namespace lectern;

template <typename Function>
double least_ms(int runs, Function function) {
  using Clock = std::chrono::steady_clock;
  double least = 1e9;
  for (int run = 0; run < runs; ++run) {
    const auto start = Clock::now();
    if (!function()) std::exit(1);
    least =
        std::min(least, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  return least;
}

bool inflate_by_us(ByteSpan bytes) {
  Inflater inflater;
  inflater.feed(bytes);
  while (!inflater.ended()) {
    const auto given = inflater.next();
    if (!given || (given->empty() && !inflater.ended())) return false;
  }
  return true;
}

bool inflate_by_zlib(ByteSpan bytes) {
  z_stream stream{};
  inflateInit(&stream);
  stream.next_in = const_cast<Bytef*>(bytes.data());  // zlib reads only
  stream.avail_in = static_cast<uInt>(bytes.size());
  ByteVector window(Inflater::kMaxOutput);
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = window.data();
    stream.avail_out = static_cast<uInt>(window.size());
    status = inflate(&stream, Z_NO_FLUSH);
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END;
}

/// As Pillow writes them.
constexpr std::size_t kChunkBytes = 64u << 10;

/// \returns the sum of the pieces' checksums.
template <typename Function>
std::uint64_t checksums(ByteSpan bytes, Function crc_of) {
  std::uint64_t sum = 0;
  while (!bytes.empty()) {
    const ByteSpan piece = bytes.first(std::min(bytes.size(), kChunkBytes));
    bytes = bytes.subspan(piece.size());
    sum += crc_of(piece);
  }
  return sum;
}

std::uint64_t checksums_by_us(ByteSpan bytes) {
  return checksums(bytes, [](ByteSpan piece) { return crc32_of(0, piece); });
}

std::uint64_t checksums_by_zlib(ByteSpan bytes) {
  return checksums(bytes, [](ByteSpan piece) {
    return crc32(0, piece.data(), static_cast<uInt>(piece.size()));
  });
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fputs("usage: lectern_inflate_bench RUNS FILE...\n", stderr);
    return 2;
  }
  const int runs = std::atoi(arguments[1]);
  for (int i = 2; i < count; ++i) {
    std::ifstream file(arguments[i], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const ByteSpan bytes = as_bytes(text);
    const double zlib = least_ms(runs, [bytes] { return inflate_by_zlib(bytes); });
    const double ours = least_ms(runs, [bytes] { return inflate_by_us(bytes); });
    const std::uint64_t expected = checksums_by_zlib(bytes);
    const double crc_zlib = least_ms(runs, [=] { return checksums_by_zlib(bytes) == expected; });
    const double crc_ours = least_ms(runs, [=] { return checksums_by_us(bytes) == expected; });
    std::printf(
        "{\"inflate\":{\"zlib\":%.3f,\"ours\":%.3f},\"crc\":{\"zlib\":%.3f,\"ours\":%.3f}}\n", zlib,
        ours, crc_zlib, crc_ours);
  }
}
