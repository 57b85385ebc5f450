// The buffers of an Arrow file's batches: bytes are taken where they stand; only buffers that are
// compressed are unpacked, as a whole, and kept until they are forgotten.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/bytes.h"
#include "base/error.h"
#include "documents/columnar/arrow_schema.h"
#include "documents/columnar/columnar_table.h"

namespace lectern {

/// A little-endian number of at most 8 bytes.
std::uint64_t arrow_number(ByteSpan bytes);

/// The buffers of one batch that were unpacked, by their numbers.
struct ArrowUnpacked {
  const ArrowBatch* batch = nullptr;
  std::map<std::uint32_t, ByteVector> unpacked;
};

class ArrowBuffers {
 public:
  explicit ArrowBuffers(const ColumnarTools& tools) : tools_(tools) {}

  /// `size` bytes from `from` on of a buffer, valid until the next call.
  ColumnarStep take(ArrowUnpacked& buffers, std::uint32_t number, std::uint64_t from,
                    std::uint64_t size, ByteSpan& out);
  /// A signed number of `width` bytes.
  ColumnarStep number(ArrowUnpacked& buffers, std::uint32_t buffer, std::uint64_t index,
                      unsigned width, std::int64_t& out);
  /// Gives back what was unpacked.
  void forget(ArrowUnpacked& buffers);

  /// Keeps what is wrong. \returns kFailed
  ColumnarStep wrong(const Message& what);
  /// The same when the work is used up.
  ColumnarStep out_of_work(const Error& error);
  /// Why the last step failed.
  const std::string& problem() const { return problem_; }
  bool is_out_of_work() const { return is_out_of_work_; }

 private:
  ColumnarStep unpack(ArrowUnpacked& buffers, std::uint32_t number, ByteSpan& whole);

  ColumnarTools tools_;
  std::uint64_t held_ = 0;  ///< by buffers that were unpacked
  ByteVector room_;
  std::string problem_;
  bool is_out_of_work_ = false;
};

}  // namespace lectern
