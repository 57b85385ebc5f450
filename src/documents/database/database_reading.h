// A read of an SQLite database: what it holds with the first rows of each table, or the rows of the
// one that the path names. The database is only read, page by page as they are needed: no SQL is
// run.
#pragma once

#include <memory>
#include <string_view>

#include "read/package_reading.h"

namespace lectern {

/// \param request, options  must outlive the reading
/// \param head  the file's first bytes, which stay where they are
/// \param file  what is known of it
std::unique_ptr<PackageReading> open_database_reading(const ReadRequest& request,
                                                      const ReadOptions& options, ByteSpan head,
                                                      const FileKnowledge& file);

}  // namespace lectern
