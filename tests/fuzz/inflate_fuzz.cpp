// Differential: the inflater against zlib, on the same stream in pieces. The first two bytes choose
// the pieces; the stream is framed, so that most inputs get behind the header.
#include <cstdlib>
#include <utility>

#include "support/zlib_streams.h"

namespace {

using namespace lectern;

constexpr std::size_t kMost = 1u << 20;
/// Bytes that the lengths of all codes take at most: 316 of a bit each.
constexpr std::size_t kMostLengths = 40;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::size_t first_size = data[0] + 1u;
  const std::size_t other_size = data[1] * 16u + 1u;
  ByteVector stream = {0x78, 0x9C};
  stream.insert(stream.end(), data + 2, data + size);

  const Inflated theirs = inflated_by_zlib(stream, kMost);
  if (theirs.bytes.size() == kMost) return 0;
  bool first = true;
  const Inflated ours =
      inflated_by_us(stream, [&] { return std::exchange(first, false) ? first_size : other_size; });
  if (ours == theirs) return 0;
  // A code of lengths without any code is an error at once, and in zlib only when the lengths are
  // read, for which the stream may be too short.
  stream.resize(stream.size() + kMostLengths);
  if (ours.bytes != theirs.bytes || !ours.failed || !inflated_by_zlib(stream, kMost).failed)
    std::abort();
  return 0;
}
