// How large a stream becomes when it is decoded, found out before PDFium decodes it: a kilobyte can
// become a gigabyte.
#pragma once

#include <cstdint>
#include <map>

#include "core/fpdfapi/parser/cpdf_stream.h"

namespace lectern {

/// The most bytes that the stream can become by its filters, at least `max_bytes` + 1 if that is
/// more: told from how many it has in the file.
std::uint64_t possible_size(const CPDF_Stream& stream, std::uint64_t max_bytes);

/// The bytes that the stream becomes, or more than `max_bytes` when that is more. Inflates it;
/// only what another filter reads is held, at most `max_bytes`. What other filters may make
/// larger than that is taken for as large as it can be.
std::uint64_t decoded_size(const CPDF_Stream& stream, std::uint64_t max_bytes);

/// True when the stream becomes more than `max_bytes`; only streams that could are decoded.
bool decodes_to_more_than(const CPDF_Stream& stream, std::uint64_t max_bytes);

/// Sizes of streams, each decoded once for all pages.
class StreamSizes {
 public:
  /// As decoded_size(); what a stream can become when that is no more than `few_bytes`.
  std::uint64_t of(const CPDF_Stream& stream, std::uint64_t max_bytes, std::uint64_t few_bytes);

 private:
  struct Known {
    std::uint64_t bytes = 0;
    std::uint64_t max_bytes = 0;  ///< up to which they were counted
  };
  std::map<RetainPtr<const CPDF_Stream>, Known> known_;
};

}  // namespace lectern
