// Compression of table files: blocks of Snappy, LZ4, gzip and Zstandard that are unpacked as a
// whole, to a size that is known before.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/work_budget.h"

namespace lectern {

enum class ColumnarCodec : std::uint8_t {
  kNone,
  kSnappy,
  kGzip,
  kZstd,
  /// A bare block.
  kLz4Block,
  /// Blocks as Hadoop has them, each behind its two sizes; some writers put a bare one or a frame.
  kLz4Hadoop,
  kLz4Frame,
};

/// Unpacks `bytes`. \param size  how many there are when unpacked; anything else is an error
/// \returns the content, or what is wrong with it: "its Snappy data is damaged"
Result<ByteVector> unpack_block(ColumnarCodec codec, ByteSpan bytes, std::uint64_t size,
                                const Limits& limits, WorkBudget& budget);

}  // namespace lectern
