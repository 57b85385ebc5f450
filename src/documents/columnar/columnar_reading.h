// A read of a table file, Parquet or Arrow: only the stretches that it needs are loaded.
#pragma once

#include <memory>

#include "read/package_reading.h"

namespace lectern {

/// True when the file begins as one of these formats does.
bool is_columnar(ByteSpan head);

/// \param request, options  must outlive the reading
/// \param head  the file's first bytes, which stay where they are
/// \param file  what is known of it
std::unique_ptr<PackageReading> open_columnar_reading(const ReadRequest& request,
                                                      const ReadOptions& options, ByteSpan head,
                                                      const FileKnowledge& file);

}  // namespace lectern
