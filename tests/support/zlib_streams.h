// zlib as the judge of what our inflater makes of a stream, and as the maker of streams.
#pragma once

#include <zlib.h>

#include <algorithm>

#include "base/bytes.h"
#include "inflate/inflater.h"

namespace lectern {

/// What a decoder makes of a stream.
struct Inflated {
  ByteVector bytes;
  bool failed = false;
  bool ended = false;  ///< with a right checksum
  bool operator==(const Inflated&) const = default;
};

/// As zlib inflates it, up to `most` bytes.
inline Inflated inflated_by_zlib(ByteSpan stream, std::size_t most) {
  Inflated result;
  result.bytes.resize(most);
  z_stream state{};
  inflateInit(&state);
  state.next_in = const_cast<Bytef*>(stream.data());  // zlib reads only
  state.avail_in = static_cast<uInt>(stream.size());
  state.next_out = result.bytes.data();
  state.avail_out = static_cast<uInt>(most);
  const int status = inflate(&state, Z_SYNC_FLUSH);
  result.failed = status == Z_DATA_ERROR || status == Z_NEED_DICT;
  result.ended = status == Z_STREAM_END;
  result.bytes.resize(most - state.avail_out);
  inflateEnd(&state);
  return result;
}

/// As ours does, fed with pieces of the sizes that `next_size` gives.
template <typename NextSize>
Inflated inflated_by_us(ByteSpan stream, const NextSize& next_size) {
  Inflated result;
  Inflater inflater;
  while (!stream.empty() && !result.failed) {
    const ByteSpan piece = stream.first(std::min<std::size_t>(next_size(), stream.size()));
    stream = stream.subspan(piece.size());
    inflater.feed(piece);
    for (;;) {
      const auto bytes = inflater.next();
      if (!bytes) result.failed = true;
      if (!bytes || bytes->empty()) break;
      result.bytes.insert(result.bytes.end(), bytes->begin(), bytes->end());
    }
  }
  result.ended = inflater.ended();
  return result;
}

}  // namespace lectern
