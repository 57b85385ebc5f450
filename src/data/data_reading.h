// A read of a text that shows what it is made of. The file goes by once, piece by piece; what is
// kept of it does not grow with its size.
#pragma once

#include <memory>

#include "read/package_reading.h"

namespace lectern {

/// `DataEngine::open_text`.
std::unique_ptr<PackageReading> open_text_data(const ReadRequest& request,
                                               const ReadOptions& options, ByteSpan head,
                                               const FileKnowledge& file);

}  // namespace lectern
