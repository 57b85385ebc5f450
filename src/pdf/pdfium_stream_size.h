// How large a stream becomes when it is decoded, found out before PDFium decodes it: a kilobyte can
// become a gigabyte.
#pragma once

#include <cstdint>

#include "core/fpdfapi/parser/cpdf_stream.h"

namespace lectern {

/// True when FlateDecode, applied as often as the stream says, gives more than `max_bytes`. Other
/// filters expand little and are taken as they are. Holds at most `max_bytes` at a time, and only
/// for streams that could become so large.
bool decodes_to_more_than(const CPDF_Stream& stream, std::uint64_t max_bytes);

}  // namespace lectern
